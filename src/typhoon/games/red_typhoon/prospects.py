"""What may be expected of a position: the margin of victory points at the end."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.mechanics.pressure import Goal, goals, pressure

NEAR = 4
"""Hexes within which units press on a city, or keep it."""


class RedProspects(Prospects, RedChapter):
    """Soviet points less German ones."""

    features: ClassVar[tuple[str, ...]] = (
        "claims",  # points, if each city went by the share of the hexes occupied around it
        "soviet losses",  # units
        "german losses",
    )

    def standing(self, pos: RedPosition) -> float:
        """Whoever won by sudden death has as much as a victory takes, whatever the points say."""
        totals = self.law.victory.totals(pos)
        found = totals["soviet"] - totals["german"]
        if pos.result is None:
            return found
        return max(found, 1) if pos.result.winner == "soviet" else min(found, 0)

    def measure(self, pos: RedPosition) -> tuple[float, ...]:
        hopes = pressure(self._cities, pos.control, pos.occupied)
        lost = [(pos.eliminated & units).bit_count() for units in self.law.units_of]
        return self.standing(pos) + hopes[SOVIET] - hopes[GERMAN], -lost[SOVIET], lost[GERMAN]

    @cached_property
    def _cities(self) -> list[Goal]:
        index = self.law.grid.index
        return goals(self.law.grid, {index(c.hex): c.soviet_vp + c.german_vp for c in self.law.cities}, NEAR)
