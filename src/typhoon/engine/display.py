"""Displays: tables and overlays that a game offers to whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

Tone = Literal["", "good", "poor", "bad"]
"""How things stand in a hex, as far as its colour tells."""


class Panel(msgspec.Struct, frozen=True):
    """A track or table beside the map."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    current: int = -1
    """The row that matters now; -1 for none."""
    pinned: bool = False
    """Whether it should be in view all the time."""
    above: int = 0
    """How many of the first columns stand in a line above the others: all beside each other had no room."""


class Shade(msgspec.Struct, frozen=True):
    """Some hexes of an overlay, in the colour of a side."""

    side: str
    label: str
    hexes: tuple[str, ...]
    tone: Tone = ""
    """How things stand there; it takes the place of the side's colour."""


class Overlay(msgspec.Struct, frozen=True):
    """Something to be laid over the map when asked for; its hexes are found only then."""

    id: str
    title: str
    case: str
    find: Callable[[], Iterable[Shade]]
    pinned: bool = False
    """Whether it should lie over the map unasked."""
    lines: bool = False
    """Whether the lines of units are part of what it shows."""

    @property
    def shades(self) -> tuple[Shade, ...]:
        return tuple(self.find())


class SupplyLine(msgspec.Struct, frozen=True):
    """A line over the map, such as a line of communications, or why there is none."""

    hexes: tuple[str, ...]
    text: str
    case: str
