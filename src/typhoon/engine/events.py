"""Events: what came of an order, and the story they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec


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
"""How a game tells each kind of event: a text with the facts' names in braces, or a function."""


def tell(event: Event, story: Story) -> str:
    """An event as a sentence.

    >>> tell(Event("moved", {"unit": "G-7-Pz", "path": ("3319", "3218")}), {"moved": "{unit} goes {path}"})
    'G-7-Pz goes 3319-3218'
    """
    telling = story[event.kind]
    if callable(telling):
        return telling(event.facts)
    return telling.format_map({name: _said(name, value) for name, value in event.facts.items()})


def with_capitals(text: str, sides: Iterable[str]) -> str:
    """A text in which the sides, whose names are lower-case words, are written as English does.

    >>> with_capitals("The german movement phase.", ("german", "soviet"))
    'The German movement phase.'
    """
    return re.sub(rf"\b({'|'.join(sides)})\b", lambda side: side[0].capitalize(), text)


def _said(name: str, value: Any) -> Any:
    if name == "side":
        return str(value).capitalize()
    if isinstance(value, (tuple, list)):
        return ("-" if name == "path" else ", ").join(map(str, value))
    return value
