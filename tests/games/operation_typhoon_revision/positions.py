"""Small words for the tests of the revision: a position with some of its changes on, else as in 1978."""

from typing import Any

import typhoon
from tests.games.operation_typhoon import fights
from tests.words import give, happened, offered, refused, told, unit, where  # noqa: F401
from typhoon import Game

GAME = "operation-typhoon-revision"


def only(*switches: str, **more: str) -> dict[str, str]:
    """The options of a game with these changes and no others."""
    return {"revision": "no", **{f"revision.{switch}": "yes" for switch in switches}, **more}


def position(*switches: str, **given: Any) -> Game:
    """A position of our own with some of the changes on, of 18.1 on turn 1 unless it says more."""
    chance = {} if "dice" in given else {"seed": 1}
    options = {**only(*switches), **given.pop("options", {})}
    return typhoon.build(GAME, **{**chance, **given}, options=options)


def fight(*units: tuple, switches: tuple[str, ...] = (), options: Any = (), **given: Any) -> Game:
    """A combat phase with an open table, with some of the changes on."""
    words = fights.fight_words(*units, **given)
    return position(*switches, **words, options={**fights.OPEN_TABLE, **dict(options)})


def reach(game: Game, name: str, verb: str = "move") -> dict[str, float]:
    """Where a unit may go by one kind of movement, with the movement points it takes."""
    return game.destinations([name], verb)


def allowance(game: Game, name: str) -> int:
    return game.ask("allowance", name)


def panel(game: Game, id_: str) -> Any:
    """A panel beside the map."""
    (found,) = [panel for panel in game.rules.panels(game.position) if panel.id == id_]
    return found


def face(game: Game, name: str, side: str = "german") -> Any:
    """What a counter shows to a side."""
    (found,) = [face for face in game.rules.faces(game.position, side) if face.unit == name]
    return found
