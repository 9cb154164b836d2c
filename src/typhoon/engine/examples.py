"""Examples of cases: a small position, an order, and what the rules say to it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from typhoon.engine.cases import EXAMPLES as FILE
from typhoon.engine.data import DataError
from typhoon.engine.game import Game
from typhoon.engine.offers import offer_of
from typhoon.engine.registry import find_rules
from typhoon.engine.start import build


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order in a position of its own. What is claimed of it is what the rules must say."""

    case: str
    say: str
    """What it shows, in a player's words."""
    order: str
    position: dict[str, Any]
    """As ``build`` takes it."""
    before: tuple[str, ...] = ()
    """What is ordered first."""
    dice: tuple[int, ...] = ()
    options: dict[str, str] = {}
    refused: bool = False
    """The order cannot be given, because of this case."""
    odds: str = ""
    """The column on which an attack is fought."""
    modifiers: tuple[int, ...] = ()
    """What is added to its die."""
    cost: float | None = None
    """The movement points of a move."""
    after: dict[str, str] = {}
    """Where units are once it is carried out: a hex, or what became of them."""
    way: tuple[str, ...] = ()
    """What is drawn where the order names no way."""


class Drawn(msgspec.Struct, frozen=True):
    """An arrow on the map."""

    kind: str
    hexes: tuple[str, ...]


@cache
def examples_of(game: str) -> dict[str, Example]:
    """The examples of a game by their cases; those of a variant lie over those of the game that it varies."""
    found: dict[str, Example] = {}
    for told in find_rules(game).data.in_layers(FILE):
        try:
            own = msgspec.convert(told.get("example", []), tuple[Example, ...])
        except msgspec.ValidationError as error:
            raise DataError(f"{game}, {FILE}: {error}") from error
        found |= {example.case: example for example in own}
    return found


def played(game: str, example: Example) -> Game:
    """The position just before the order of an example."""
    chance: dict[str, Any] = {"dice": list(example.dice)} if example.dice else {"seed": 1}
    begun = build(game, options=example.options, **chance, **example.position)
    for order in example.before:
        begun.push(order)
    return begun


def arrows(game: Game, example: Example) -> tuple[Drawn, ...]:
    """What is drawn of the order: a way, or who attacks what."""
    order = offer_of(game.parse(example.order))
    kind = "refused" if example.refused else order.verb
    goal = order.target or (order.hex if order.units else "")
    if goal:
        hexes = sorted({where for unit in order.units or () if (where := where_is(game, unit))})
        return tuple(Drawn(kind, (hex_, goal)) for hex_ in hexes if hex_ != goal)
    way = example.way or order.path or tuple(filter(None, (where_is(game, order.unit), order.hex)))
    return (Drawn(kind, way),) if len(way) > 1 else ()


def where_is(game: Game, unit: str) -> str:
    """The hex of a unit, or what became of it; nothing where there is no such unit on the map."""
    found = game.rules.snapshot(game.position)["units"].get(unit, "")
    return str(found.get("hex", "") if isinstance(found, dict) else found)
