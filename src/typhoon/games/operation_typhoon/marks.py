"""Markers of units that lie in their hexes: everybody sees them, whoever in a closed stack has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typhoon.engine.columns import Column, Flag, Hexes
from typhoon.hexgrid import bits


class Mark(Flag):
    """The units with a marker; a column ``..._below`` goes with it."""

    def __init__(self, says: str, letter: str) -> None:
        super().__init__("marker", says)
        self.letter = letter
        """What stands on it."""

    def below(self, pos: Any, hidden: int) -> int:
        """The hexes in which one of some hidden units has a marker and no other unit has."""
        marked = getattr(pos, self.name) & pos.in_play
        hexes = bits(pos.hexes_of(marked & hidden))
        return sum([1 << hex_ for hex_ in hexes if not pos.stacks[hex_] & marked & ~hidden])

    def forget(self, pos: Any, units: int, members: Sequence[int]) -> None:
        below = f"{self.name}_below"
        setattr(pos, below, getattr(pos, below) | self.below(pos, units))
        super().forget(pos, units, members)

    def deal(self, pos: Any, units: int) -> None:
        for mark in marks_in(pos.columns):
            units &= ~getattr(pos, mark.name)
        for hex_ in bits(getattr(pos, f"{self.name}_below")):
            free = pos.stacks[hex_] & units
            setattr(pos, self.name, getattr(pos, self.name) | free & -free)
        setattr(pos, f"{self.name}_below", 0)


class MarksBelow(Hexes):
    """Of a view: hexes with a marker that belongs to nobody whom it tells of."""

    late = True

    def tell_to(self, pos: Any, side: int) -> list[str]:
        mark = pos.columns[self.name.removesuffix("_below")]
        below = mark.below(pos, pos.rules.looking.buried(pos, side))
        return pos.ground.grid.numbers(getattr(pos, self.name) | below)  # type: ignore[no-any-return]


def take_off(pos: Any, units: int) -> None:
    """Take all markers of some units off."""
    for mark in marks_in(pos.columns):
        setattr(pos, mark.name, getattr(pos, mark.name) & ~units)


def marks_in(columns: dict[str, Column]) -> list[Mark]:
    """The kinds of markers that a position has."""
    return [each for each in columns.values() if isinstance(each, Mark)]
