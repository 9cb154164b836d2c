"""Events: what came of an order, and the story they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from typhoon.engine.board import Board
    from typhoon.engine.rules import Rules

PLACES = frozenset({"hex", "hexes"})
"""The facts that are told with the name of the place."""


_VERB = re.compile(r"\[(\w+)\|(\w+)\]")


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened.

    ``facts`` speak in unit ids and hex numbers.  ``side`` names the only side that may know of
    it; empty when both may.
    """

    kind: str
    facts: dict[str, Any]
    side: str = ""


Telling = str | Callable[[Mapping[str, Any]], str]
Story = Mapping[str, Telling]
"""How a game tells each kind of event: a text with the facts' names in braces, or a function.

A verb that goes by the number of ``units``, or else ``hexes``, stands in brackets: ``[attack|attacks]``.
"""


def _taken_back(facts: Mapping[str, Any]) -> str:
    first, last, dice = facts["first"], facts["last"], facts["dice_fallen"]
    orders = f"Order {first} was" if first == last else f"Orders {first} to {last} were"
    fallen = f", after {dice} {'die' if dice == 1 else 'dice'} had fallen" if dice else ""
    return f"{orders} taken back{fallen}."


STORY: Story = {"takeback": _taken_back}
"""What can happen in every game."""


def tell(event: Event, rules: Rules[Any]) -> str:
    """An event as a sentence, with the names of places and sides as people write them."""
    telling = STORY.get(event.kind) or rules.story[event.kind]
    facts = {name: _named(name, value, rules.board) for name, value in event.facts.items()}
    if callable(telling):
        text = telling(facts)
    else:
        text = telling.format_map({name: _said(name, value) for name, value in facts.items()})
    if "[" in text:
        doers = facts.get("units") or facts.get("hexes", ())
        text = _VERB.sub(lambda verb: verb[2 if len(doers) == 1 else 1], text)
    return with_capitals(text, rules.sides)


def with_capitals(text: str, sides: Iterable[str]) -> str:
    """A text in which the sides, whose names are lower-case words, are written as English does.

    >>> with_capitals("The german movement phase.", ("german", "soviet"))
    'The German movement phase.'
    """
    return re.sub(rf"\b({'|'.join(sides)})\b", lambda side: side[0].capitalize(), text)


def _named(name: str, value: Any, board: Board) -> Any:
    """A hex number with the name of the place."""
    if name not in PLACES:
        return value
    if isinstance(value, (tuple, list)):
        return [_named(name, number, board) for number in value]
    return board.describe(board.grid.index(value), value) if value in board.grid else value


def _said(name: str, value: Any) -> Any:
    if name == "side":
        return str(value).capitalize()
    if isinstance(value, (tuple, list)):
        return ("-" if name == "path" else ", ").join(map(str, value))
    return value
