"""Small words that the case tests of all games share: give orders, and look what came of them."""

from collections.abc import Sequence
from typing import Any

import pytest

from typhoon import Game, Refused, Ruling

FEW = 2_000


def give(game: Game, *orders: str) -> list:
    """Give orders, one after another; what happened."""
    return [event for order in orders for event in game.push(order)]


def refused(game: Game, order: str) -> Ruling:
    """The ruling against an order that must not be given now; it is not listed and changes nothing."""
    ruling = game.why_not(order)
    assert ruling is not None, f"'{order}' is allowed"
    if len(game.orders) <= FEW:
        assert order not in [str(listed) for listed in game.orders]
    before = game.state_hash()
    with pytest.raises(Refused):
        game.push(order)
    assert game.state_hash() == before
    return ruling


def offered(game: Game, verb: str) -> list[str]:
    """All orders of one kind that may be given now."""
    return [str(order) for order in game.orders if order.verb == verb]


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
    """The hex of a unit; nothing, or what became of it, when it is not on the map."""
    return unit(game, name).get("hex", "")
