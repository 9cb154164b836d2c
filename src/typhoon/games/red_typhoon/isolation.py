"""Isolation: whether a unit can trace a line of communications (10)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.mechanics.supply import in_communication, is_in_communication, line_of_communication

OVERLAND = 6  # 10.2
NEAR = 3
"""So many hexes away an enemy may soon be there."""


class Isolation(RedChapter):
    """Lines of communications."""

    @case("10.2", "10.3")
    def open_to(self, pos: RedPosition, side: int) -> int:
        """The hexes that a line of the side may pass: its own units cancel enemy zones of control."""
        enemy = 1 - side
        barred = pos.occupied[enemy] | pos.zone(enemy) & ~pos.occupied[side] | pos.control[enemy]
        return self.law.grid.all & ~barred

    @case("10.3")
    def sources(self, pos: RedPosition, side: int) -> int:
        """Sources of the side's own colour that it controls."""
        return self.law.sources[side] & pos.control[side]

    @case("10.0", "10.2")
    def connected(self, pos: RedPosition, side: int) -> int:
        """Every hex from which the side can trace a line of communications."""
        return in_communication(
            self.law.grid, self.sources(pos, side), self.open_to(pos, side), self.law.net, OVERLAND
        )

    @case("10.0", "10.1")
    def isolated(self, pos: RedPosition, side: int, hex_: int) -> bool:
        """Whether units of the side in a hex can trace no line of communications."""
        return not is_in_communication(
            self.law.grid, hex_, self.sources(pos, side), self.open_to(pos, side), self.law.net, OVERLAND
        )

    def neck(self, pos: RedPosition, side: int, hex_: int) -> int | None:
        """A hex near the enemy through which a line from here must pass; None when there is none.

        An enemy who stands there bars it, and what lies around it but for hexes with units of the side.
        """
        grid, sources, free = self.law.grid, self.sources(pos, side), self.open_to(pos, side)
        near = pos.occupied[1 - side]
        for _ in range(NEAR):
            near |= grid.neighbours(near)
        line = self.line_from(pos, side, hex_) or []
        for there in line[1:-1]:
            if not near >> there & 1 or pos.occupied[side] >> there & 1:
                continue
            left = free & ~(grid.around(there) & ~pos.occupied[side]) & ~(1 << there)
            if not is_in_communication(grid, hex_, sources, left, self.law.net, OVERLAND):
                return there
        return None

    def line_from(self, pos: RedPosition, side: int, hex_: int) -> list[int] | None:
        """A line of communications from a hex, for showing; None when units there are isolated."""
        return line_of_communication(
            self.law.grid, hex_, self.sources(pos, side), self.open_to(pos, side), self.law.net, OVERLAND
        )
