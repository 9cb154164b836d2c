"""Faces: what a counter shows, for whoever draws it."""

from __future__ import annotations

from typing import Literal

import msgspec

Colours = Literal[
    "",
    "white on dark grey",
    "black on light grey",
    "white on blue",
    "black on light green",
    "black on tan",
    "white on leaf green",
    "white on orange",
    "black on orange",
]
"""What a counter is printed in, where a rulebook says so."""


class Value(msgspec.Struct, frozen=True):
    """A figure on a counter; ``white`` figures stand on a dark ground, others on a light one."""

    text: str
    white: bool = False


class CounterFace(msgspec.Struct, frozen=True):
    """What one side of a counter shows, and where it lies."""

    unit: str
    hex: str
    side: str
    type: str
    formation: str = ""
    size: str = ""
    left: str = ""
    right: str = ""
    values: tuple[Value, ...] = ()
    second_side: bool = False
    badges: tuple[str, ...] = ()
    tint: int | None = None
    """Which of its side's tints the formation has; by its code when not given."""
    colours: Colours = ""
    """What it is printed in; the tint, if any, is then that of the stripe alone."""
