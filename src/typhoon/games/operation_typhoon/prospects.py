"""What may be expected of a position: the level of victory, counted from the middle between the sides."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.pressure import Goal, goals, pressure

NEAR = 4
"""Hexes within which units press on a town, or keep it."""


class TyphoonProspects(Prospects, TyphoonChapter):
    """German levels above the middle, as somebody would judge who sees into nobody's stacks (8.45).

    Nor does he ask for the plan; who was destroyed lies in everybody's sight (R127).
    """

    features: ClassVar[tuple[str, ...]] = (
        "losses",  # units, Soviet less German, headquarters apart
        "snow",  # for the Soviets
        "towns",  # of those that count, in German hands
        "claims",  # towns, if each went by the share of the hexes occupied around it, German less Soviet
        "left",  # German units that left the map
    )

    @property
    def most(self) -> float:  # type: ignore[override]
        return (len(self.law.victory.levels) - 1) / 2

    def standing(self, pos: TyphoonPosition) -> float:
        victory = self.law.victory
        if pos.result is not None:
            return victory.levels.index(pos.result.level.removesuffix(" victory")) - self.most
        level, _ = victory.level(self.law.shown.known_to(pos, ""), victory.plans[0])
        return min(max(level, 0), len(victory.levels) - 1) - self.most

    def words(self, margin: float) -> str:
        return self.law.victory.title(self.law.victory.levels[round(margin + self.most)])

    def measure(self, pos: TyphoonPosition) -> tuple[float, ...]:
        lost = pos.eliminated & ~self.law.hqs
        german, soviet = ((lost & units).bit_count() for units in self.law.units_of)
        left = (
            sum([1 << unit for unit in pos.exited]) & self.law.units_of[GERMAN] & ~self.law.hqs
        ).bit_count()
        towns = sum([goal.worth for goal in self._towns if pos.control[GERMAN] >> goal.hex & 1])
        hopes = pressure(self._towns, pos.control, pos.occupied)
        return soviet - german, -pos.snow, towns, hopes[GERMAN] - hopes[SOVIET], left

    @cached_property
    def _towns(self) -> list[Goal]:
        return goals(self.law.grid, self.law.victory.towns, NEAR)
