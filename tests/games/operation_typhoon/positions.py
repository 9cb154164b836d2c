"""Small words for the case tests: set up a position, give orders, look what came of them."""

from typing import Any

import typhoon
from tests.words import give, happened, offered, refused, told, unit, where  # noqa: F401
from typhoon import Game


def position(**given: Any) -> Game:
    """A position of our own, of 18.1 on turn 1 unless it says more, with any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build("operation-typhoon", **{**chance, **given})


def reach(game: Game, unit: str, verb: str = "move") -> dict[str, float]:
    """Where a unit may go by one kind of movement, with the movement points it takes."""
    return game.destinations([unit], verb)


def supply(game: Game, name: str) -> str:
    """``in``, ``out`` or ``isolated``."""
    return unit(game, name).get("supply", "") or "in"


def counter(game: Game, name: str) -> Any:
    """What is printed on a counter."""
    return game.rules.counters[game.rules.unit_number[name]]


def shaded(game: Game, overlay: str, side: str = "german") -> set[str]:
    """The hexes that an overlay of the map shades for a side."""
    (found,) = [o for o in game.rules.overlays(game.position) if o.id == overlay]
    return {number for shade in found.shades if shade.side == side for number in shade.hexes}


def dice_left(game: Game) -> list[int]:
    """The given dice that have not been rolled."""
    return game.dice.rolls
