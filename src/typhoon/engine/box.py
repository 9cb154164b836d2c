"""The box of a game: map, counters and charts, read once and shared by every law that is made over them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from typhoon.engine.board import Board
from typhoon.engine.data import DataError, DataFolder
from typhoon.hexgrid import Grid, bits

NAMES_KEPT = 4096
"""Sets of units whose names are remembered: the same ones are told of again and again."""


class Counter(Protocol):
    """A unit's printed identity; games have richer ones."""

    @property
    def unit(self) -> str: ...

    @property
    def side(self) -> str: ...


class Box:
    """What stays the same whatever is chosen; a game's own box reads its files on top of this."""

    data: DataFolder
    board: Board
    grid: Grid
    """The hexes in play; all of the board unless a scenario is played on a part of it."""
    unit_ids: tuple[str, ...]
    unit_number: dict[str, int]
    side_of: tuple[int, ...]
    """The number of the side of each unit; -1 where nobody decides for it."""
    units_of: list[int]
    """The set of the units of each side."""
    pieces: Mapping[str, str] = {}
    """Pieces that are no units on the map, such as aircraft: by their names the side that has them."""

    def __init__(self, data: DataFolder, sides: Sequence[str], counters: Sequence[Counter]) -> None:
        self.data = data
        self.sides = tuple(sides)
        self._counters = counters
        self.unit_ids = tuple(counter.unit for counter in counters)
        self.unit_number = {unit: number for number, unit in enumerate(self.unit_ids)}
        number = {side: number for number, side in enumerate(self.sides)}
        self.side_of = tuple(number.get(counter.side, -1) for counter in counters)
        self.units_of = [
            sum(1 << unit for unit, side in enumerate(self.side_of) if side == number)
            for number in range(len(self.sides))
        ]
        self.names_of = lru_cache(NAMES_KEPT)(self._names_of)

    def whose(self, unit: str) -> str:
        """The side of a unit, also where nobody decides for it."""
        return self._counters[self.unit_number[unit]].side

    def _names_of(self, units: int) -> tuple[str, ...]:
        """The names of a set of units."""
        return tuple([self.unit_ids[unit] for unit in bits(units)])

    def units_that(self, chosen: Callable[[Any], object]) -> int:
        """The set of the units whose counters are as asked for."""
        return sum(1 << number for number, counter in enumerate(self._counters) if chosen(counter))

    def units(self, names: Iterable[str]) -> int:
        """The set of units with these names."""
        number = self.unit_number
        found = 0
        for name in names:
            found |= 1 << number[name]
        return found

    def must_know(self, file: str, names: Iterable[str], known: Container[str]) -> None:
        """Refuse a file that names something that is not in the game."""
        for name in names:
            if name not in known:
                raise DataError(f"{self.data.path(file)}: '{name}' is not in the game")

    def hexes_of(self, file: str, numbers: Iterable[str]) -> int:
        """The set of the hexes that a file names; they must be on the map."""
        found = 0
        for number in numbers:
            if number not in self.board.grid:
                raise DataError(f"{self.data.path(file)}: there is no hex {number} on the map")
            found |= 1 << self.board.grid.index(number)
        return found
