"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typhoon.engine.position import Position
    from typhoon.hexgrid import Grid


class Naming:
    """How a law finds units and hexes by their names."""

    case_of_units: ClassVar[str]
    """The case that tells what units there are."""
    case_of_sides: ClassVar[str]
    """The case that leaves each side its own units."""
    case_of_map: ClassVar[str]
    """The case that tells what hexes there are."""

    sides: tuple[str, ...]
    grid: Grid
    unit_ids: tuple[str, ...]
    unit_number: dict[str, int]
    side_of: tuple[int, ...]

    def adjective(self, side: int) -> str:
        """A side as English writes it: ``Soviet``."""
        return self.sides[side].capitalize()

    def own_unit(self, name: str, side: int) -> int | Ruling:
        """The number of a unit that the side owns, or why it is none."""
        unit = self.unit_number.get(name)
        if unit is None:
            return Ruling(self.case_of_units, f"there is no unit '{name}'")
        if self.side_of[unit] != side:
            return Ruling(self.case_of_sides, f"{name} is not a {self.adjective(side)} unit")
        return unit

    def unit_on_map(self, pos: Position, name: str, side: int) -> int | Ruling:
        """The number of a unit of the side that is on the map, or why it is none."""
        unit = self.own_unit(name, side)
        if isinstance(unit, Ruling) or pos.on_map(unit):
            return unit
        for fate in pos.fates:
            if getattr(pos, fate.name) >> unit & 1:
                return Ruling(self.case_of_units, f"{name} has been {fate.word}")
        return Ruling(self.case_of_units, f"{name} is not on the map")

    def hex_named(self, number: str) -> int | Ruling:
        """The index of a hex number, or that there is no such hex."""
        if number in self.grid:
            return self.grid.index(number)
        text = f"there is no hex {number} on the map" if number else "the number of a hex is missing"
        return Ruling(self.case_of_map, text)

    def hexes_named(self, numbers: Iterable[str]) -> tuple[int, ...] | Ruling:
        """The indices of hex numbers, or which of them there is not."""
        found = []
        for number in numbers:
            index = self.hex_named(number)
            if isinstance(index, Ruling):
                return index
            found.append(index)
        return tuple(found)
