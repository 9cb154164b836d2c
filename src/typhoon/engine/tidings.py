"""What events mean to whoever follows a game or looks back on it, whatever game it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

Part = Literal[
    "", "move", "retreat", "advance", "battle", "loss", "step", "place", "arrival", "departure", "news"
]
"""A unit goes somewhere; an attack and its outcome; a unit is lost, or a step of it; a place changes
hands; a unit comes onto the map, or leaves it; something else that everybody should notice."""
Tiding = Part | Callable[[Mapping[str, Any]], Part]
"""What a kind of event means, or how its facts tell."""


class Fought(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack and how it came out, as far as whoever is told of it may know."""

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    odds: str = ""
    """The strengths and what they come to: ``28 to 9 is 3:1``."""
    modifiers: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    result: str = ""
    """As the table has it."""
    text: str = ""
    """In words."""
    luck: float | None = None
    """The attacker's chance of having fared worse, and half that of having fared the same."""


class Plight(msgspec.Struct, frozen=True):
    """Units in a hex that are cut off, or nearly."""

    units: tuple[str, ...]
    hex: str
    text: str
    case: str
    nearly: bool = False


def modifiers_in_words(modifiers: tuple[tuple[int, str, str], ...]) -> tuple[str, ...]:
    """What was added to a die or column, with a true minus.

    >>> modifiers_in_words(((2, "surprise", "9.9"), (-1, "woods", "9.8")))
    ('+2 surprise', '\N{MINUS SIGN}1 woods')
    """
    return tuple([f"{value:+} {text}".replace("-", "\N{MINUS SIGN}", 1) for value, text, _ in modifiers])
