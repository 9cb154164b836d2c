"""Small words for the case tests: set up a position, ask the umpire, look where units stand."""

import typhoon
from typhoon import Game, Ruling


def position(**given) -> Game:
    """A position of our own; turn 3 and the Soviet movement phase unless something else is said."""
    return typhoon.build("red-typhoon", **{"turn": 3, **given})


def refused(game: Game, order: str) -> Ruling:
    """The ruling against an order that must not be given now."""
    ruling = game.why_not(order)
    assert ruling is not None, f"'{order}' is allowed"
    assert order not in [str(o) for o in game.orders]
    return ruling


def reachable(game: Game, unit: str) -> dict[str, float]:
    """The hexes a unit can move to, with the movement points it takes."""
    return game.orders.offers().moves.get(unit, {})


def unit_states(game: Game) -> dict:
    return game.rules.snapshot(game.position)["units"]


def where(game: Game, unit: str) -> str:
    """The hex of a unit, "eliminated", or "" when it is not on the map."""
    state = unit_states(game).get(unit, "")
    return state if isinstance(state, str) else state["hex"]


def is_disrupted(game: Game, unit: str) -> bool:
    state = unit_states(game).get(unit, "")
    return isinstance(state, dict) and state.get("disrupted", False)


def controls(game: Game, hex_: str) -> str:
    """The side that controls a city or supply source."""
    return game.rules.snapshot(game.position)["control"][hex_]


def points(game: Game) -> dict[str, int]:
    """Victory points of both sides as they stand."""
    return game.rules.totals(game.position)


def unused(game: Game) -> dict[str, int]:
    """Unused activation points of both sides."""
    return game.rules.snapshot(game.position)["ap"]


def offered(game: Game, verb: str) -> list[str]:
    """All orders of one kind that may be given now."""
    return [str(order) for order in game.orders if order.verb == verb]


def happened(events, kind: str) -> list[dict]:
    """The facts of all events of one kind."""
    return [event.facts for event in events if event.kind == kind]
