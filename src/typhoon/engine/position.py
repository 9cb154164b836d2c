"""The whole state of a game, as flat columns that copy in microseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

if TYPE_CHECKING:
    from typhoon.engine.phase import Phase

OFF_MAP = -1


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    level: str
    """The victory level, naming the winning side: ``"german decisive"``."""
    winner: str
    points: dict[str, int]
    reason: str


class Position:
    """Turn, phases and units of a game.

    A unit is its number in the game's list of counters; a set of units is an int with their
    bits.  Subclasses add columns of their own and name those that hold lists or dicts in
    ``columns``, so that ``copy`` can copy them.
    """

    columns: ClassVar[tuple[str, ...]] = ("frames", "where", "stacks", "occupied")

    def __init__(self, units: int, sides: int = 2) -> None:
        self.turn = 1
        self.step = -1
        """Number of the phase in the sequence of play; -1 before the first."""
        self.frames: list[Phase[Any]] = []
        """The phase in play and, above it, whatever interrupts it; the last one decides."""
        self.result: Result | None = None
        self.where = [OFF_MAP] * units
        """The hex of each unit."""
        self.stacks: dict[int, int] = {}
        """The set of units in each occupied hex."""
        self.in_play = 0
        """The set of units on the map."""
        self.occupied = [0] * sides
        """The hexes that each side occupies."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        state = twin.__dict__
        state.update(self.__dict__)
        for name in self.columns:
            state[name] = state[name].copy()
        return twin

    def put(self, unit: int, side: int, hex_: int) -> None:
        """Place a unit that is off the map."""
        self.where[unit] = hex_
        self.in_play |= 1 << unit
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit
        self.occupied[side] |= 1 << hex_

    def lift(self, unit: int, side: int) -> None:
        """Take a unit off the map."""
        hex_ = self.where[unit]
        self.where[unit] = OFF_MAP
        self.in_play &= ~(1 << unit)
        rest = self.stacks[hex_] & ~(1 << unit)
        if rest:
            self.stacks[hex_] = rest
        else:
            del self.stacks[hex_]
            self.occupied[side] &= ~(1 << hex_)

    def units_in(self, hex_: int) -> int:
        """The set of units in a hex."""
        return self.stacks.get(hex_, 0)
