"""The front line as it runs now, for showing: the rulebook has none after the start."""

from __future__ import annotations

from functools import cached_property

from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits

GRIP = 2
"""So many hexes around it are held by a unit, where no enemy unit is as near."""


class Front(RedChapter):
    """Which side holds which ground: that of the start, but for what the enemy has come over.

    Units that are isolated hold no more than the hex they stand on.
    """

    @cached_property
    def _at_start(self) -> tuple[int, int]:
        board, grid = self.law.board, self.law.grid
        german = sum([1 << hex_ for hex_ in bits(grid.all) if board.rows[grid.name[hex_]].side == "german"])
        return grid.all & ~german, german

    def ground(self, pos: RedPosition) -> tuple[int, int]:
        """The hexes that the Soviets hold, and those that the Germans do."""
        grid = self.law.grid
        held = list(self._at_start)
        linked = [pos.occupied[side] & self.law.isolation.connected(pos, side) for side in (SOVIET, GERMAN)]
        near = list(linked)
        for _ in range(GRIP):
            grown = [grid.grow(near[side]) & ~near[1 - side] for side in (SOVIET, GERMAN)]
            both = grown[SOVIET] & grown[GERMAN] & ~near[SOVIET] & ~near[GERMAN]
            near = [hexes & ~both for hexes in grown]
        for side in (SOVIET, GERMAN):
            across = linked[side] & self._at_start[1 - side]
            taken = near[side] & grid.within(across, GRIP) | pos.occupied[side]
            held[side] |= taken
            held[1 - side] &= ~taken
        # Ground behind the enemy on which nobody stands is the enemy's.
        for side in (SOVIET, GERMAN):
            anchors = (pos.occupied[side] | pos.control[side]) & held[side]
            kept = grid.flood(anchors, held[side])
            held[1 - side] |= held[side] & ~kept
            held[side] = kept
        return held[SOVIET], held[GERMAN]

    def line(self, pos: RedPosition) -> list[tuple[str, str]]:
        """The hexsides between them, the German hex first."""
        grid = self.law.grid
        soviet, german = self.ground(pos)
        return [
            (grid.name[hex_], grid.name[other])
            for hex_ in bits(grid.neighbours(soviet) & german)
            for other in bits(grid.around(hex_) & soviet)
        ]
