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
from typhoon.hexgrid import bits
from typhoon.mechanics.pressure import Goal, goals, pressure

NEAR, NEAR_EXIT = 3, 8
"""Hexes within which units press on a place, or keep it, and within which they are about to leave the map."""
GOALS = {
    "guderian": {**dict.fromkeys(GUDERIAN_TOWNS, 1), TULA: 2},
    "hoepner": dict.fromkeys(HOEPNER_TOWNS, 1),
    "kluge": {**dict.fromkeys(KLUGE_TOWNS, 1), KREMLIN: 2},
}
"""The places of the victory conditions; in a campaign they are the cities, by their points."""


class TyphoonProspects(Prospects, TyphoonChapter):
    """German levels above the middle, as somebody would judge who sees into nobody's stacks (8.45).

    Units count by their number, which all see, and not by chits; nor does anybody ask for the plan.
    """

    most: ClassVar[float] = (len(Victory.levels) - 1) / 2
    features: ClassVar[tuple[str, ...]] = (
        "claims",  # goals, if each went by the share of the units around it; in a campaign, points
        "german losses",  # units
        "soviet losses",
        "exits",  # German units that are about to leave the map, or have left
        "soviet advance",  # units beyond the front line or off the map, where they count (18.5)
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
        german, soviet = (units & ~self.law.hqs for units in self.law.units_of)
        heights = {hex_: stack.bit_count() for hex_, stack in pos.stacks.items()}
        german_hopes, soviet_hopes = pressure(self._goals, pos.control, pos.occupied, heights)
        gone = sum([1 << unit for unit in pos.exited])
        near = sum([heights[hex_] for hex_ in bits(pos.occupied[GERMAN] & self._exits)])
        beyond = sum([heights[hex_] for hex_ in bits(pos.occupied[SOVIET] & self._west)])
        return (
            self._held(pos) + german_hopes - soviet_hopes,
            -(pos.eliminated & german).bit_count(),
            (pos.eliminated & soviet).bit_count(),
            near + (gone & german).bit_count(),
            -beyond - (gone & soviet).bit_count(),
            -pos.snow,
        )

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

    @cached_property
    def _exits(self) -> int:
        return self.law.grid.within(self.law.arrivals.exit_hexes(GERMAN), NEAR_EXIT)

    @cached_property
    def _west(self) -> int:
        return self.law.ground.west if self.law.scenario.soviet_exits else 0
