"""Small words for the case tests: set up a position, ask the umpire, look where units stand."""

import typhoon
from tests.words import happened, offered, refused, where  # noqa: F401
from typhoon import Game


def position(**given) -> Game:
    """A position of our own; turn 3 and the Soviet movement phase unless something else is said."""
    return typhoon.build("red-typhoon", **{"turn": 3, **given})


def reachable(game: Game, unit: str) -> dict[str, float]:
    """The hexes a unit can move to, with the movement points it takes."""
    moves = game.orders.offers().moves
    return moves.goals.get(unit, {}) if moves else {}


def unit_states(game: Game) -> dict:
    return game.rules.snapshot(game.position)["units"]


def is_disrupted(game: Game, unit: str) -> bool:
    state = unit_states(game).get(unit, "")
    return isinstance(state, dict) and state.get("disrupted", False)


def controls(game: Game, hex_: str) -> str:
    """The side that controls a city or supply source."""
    return game.rules.snapshot(game.position)["control"][hex_]


def points(game: Game) -> dict[str, int]:
    """Victory points of both sides as they stand."""
    return game.rules.victory.totals(game.position)


def unused(game: Game) -> dict[str, int]:
    """Unused activation points of both sides."""
    return game.rules.snapshot(game.position)["ap"]
