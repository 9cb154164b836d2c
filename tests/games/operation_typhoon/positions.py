"""Small words for the case tests: set up a position, give orders, look what came of them."""

from collections.abc import Sequence
from typing import Any

import pytest

import typhoon
from typhoon import Game, Refused, Ruling


def position(**given: Any) -> Game:
    """A position of our own, of 18.1 on turn 1 unless it says more, with any dice unless they are given."""
    chance = {} if "dice" in given else {"seed": 1}
    return typhoon.build("operation-typhoon", **{**chance, **given})


def give(game: Game, *orders: str) -> list:
    """Give orders, one after another; what happened."""
    return [event for order in orders for event in game.push(order)]


def refused(game: Game, order: str) -> Ruling:
    """The ruling against an order that must not be given now; it is not offered and changes nothing."""
    ruling = game.why_not(order)
    assert ruling is not None, f"'{order}' is allowed"
    assert order not in game.orders
    before = game.state_hash()
    with pytest.raises(Refused):
        game.push(order)
    assert game.state_hash() == before
    return ruling


def offered(game: Game, verb: str) -> list[str]:
    """All orders of one kind that may be given now."""
    return [str(order) for order in game.orders if order.verb == verb]


def reach(game: Game, unit: str, verb: str = "move") -> dict[str, float]:
    """Where a unit may go by one kind of movement, with the movement points it takes."""
    return game.destinations([unit], verb)


def happened(events: Sequence, kind: str) -> list[dict]:
    """The facts of all events of one kind."""
    return [event.facts for event in events if event.kind == kind]


def told(game: Game) -> dict[str, Any]:
    """The position in words."""
    return game.rules.snapshot(game.position)


def unit(game: Game, name: str) -> dict[str, Any]:
    """A unit: its hex, and what is not as usual about it; empty when it is not on the map."""
    state = told(game)["units"].get(name, {})
    return {"hex": state} if isinstance(state, str) else state


def where(game: Game, name: str) -> str:
    """The hex of a unit, ``eliminated``, ``withdrawn`` or nothing."""
    return unit(game, name).get("hex", "")


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
