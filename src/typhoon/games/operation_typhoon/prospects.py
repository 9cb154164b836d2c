"""What may be expected of a position: the level of victory, counted from the middle between the sides."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.victory import (
    GUDERIAN_TOWNS,
    HOEPNER_TOWNS,
    KLUGE_TOWNS,
    KREMLIN,
    TULA,
    Victory,
)
from typhoon.mechanics.pressure import Goal, goals, pressure

NEAR = 3
"""Hexes within which units press on a place, or keep it."""
GOALS = {
    "guderian": {**dict.fromkeys(GUDERIAN_TOWNS, 1), TULA: 2},
    "hoepner": dict.fromkeys(HOEPNER_TOWNS, 1),
    "kluge": {**dict.fromkeys(KLUGE_TOWNS, 1), KREMLIN: 2},
}
"""The places of the victory conditions; in a campaign they are the cities, by their points."""


class TyphoonProspects(Prospects, TyphoonChapter):
    """German levels above the middle, as somebody would judge who sees into nobody's stacks (8.45).

    Units count by their number, which all know, and not by chits; nor does anybody ask for the plan.
    """

    most: ClassVar[float] = (len(Victory.levels) - 1) / 2
    features: ClassVar[tuple[str, ...]] = (
        "claims",  # goals, if each went by the share of the hexes occupied around it; in a campaign, points
        "units",  # on the map, German less Soviet
        "snow",
    )

    def standing(self, pos: TyphoonPosition) -> float:
        victory = self.law.victory
        if pos.result is not None:
            return victory.levels.index(pos.result.level.removesuffix(" victory")) - self.most
        level, _ = victory.level(self.law.shown.known_to(pos, ""), victory.plans[0])
        return min(max(level, 0), len(victory.levels) - 1) - self.most

    def words(self, margin: float) -> str:
        return f"{self.law.victory.levels[round(margin + self.most)]} victory"

    def measure(self, pos: TyphoonPosition) -> tuple[float, ...]:
        hopes = pressure(self._goals, pos.control, pos.occupied)
        german, soviet = ((pos.in_play & units & ~self.law.hqs).bit_count() for units in self.law.units_of)
        return self._held(pos) + hopes[GERMAN] - hopes[SOVIET], german - soviet, -pos.snow

    def _held(self, pos: TyphoonPosition) -> float:
        if self.law.scenario.plans:
            return self.law.victory.total(pos)
        return sum([goal.worth for goal in self._goals if pos.control[GERMAN] >> goal.hex & 1])

    @cached_property
    def _goals(self) -> list[Goal]:
        ground = self.law.ground
        places = GOALS.get(self.law.scenario.id, {})
        worths = {ground.grid.index(number): worth for number, worth in places.items()}
        return goals(ground.grid, worths or ground.vp, NEAR)
