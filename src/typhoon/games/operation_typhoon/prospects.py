"""What may be expected of a position: the level of victory, counted from the middle between the sides."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.strength import CADRE_STRENGTH
from typhoon.games.operation_typhoon.victory import (
    GUDERIAN_TOWNS,
    HOEPNER_TOWNS,
    KLUGE_TOWNS,
    KREMLIN,
    TULA,
    Victory,
)
from typhoon.hexgrid import bits
from typhoon.mechanics.pressure import Goal, goals, pressure, strength_by_hex

NEAR, NEAR_EXIT = 3, 8
"""Hexes within which units press on a place, or keep it, and within which they are about to leave the map."""
GOALS = {
    "guderian": {**dict.fromkeys(GUDERIAN_TOWNS, 1), TULA: 2},
    "hoepner": dict.fromkeys(HOEPNER_TOWNS, 1),
    "kluge": {**dict.fromkeys(KLUGE_TOWNS, 1), KREMLIN: 2},
}
"""The places of the victory conditions; in a campaign they are the cities, by their points."""


class TyphoonProspects(Prospects, TyphoonChapter):
    """German levels above the middle; nobody looks under chits, or asks for the plan, before the end."""

    most: ClassVar[float] = (len(Victory.levels) - 1) / 2
    features: ClassVar[tuple[str, ...]] = (
        "claims",  # goals, if each went by the share of the strength around it; in a campaign, points
        "german losses",  # units, and half as much for cadres
        "soviet losses",
        "isolated",  # units, Soviet less German
        "exits",  # German units that are about to leave the map, or have left
        "soviet advance",  # units beyond the front line or off the map, where they count (18.5)
        "snow",  # how deep it lies
    )

    def standing(self, pos: TyphoonPosition) -> float:
        victory = self.law.victory
        if pos.result is not None:
            return victory.levels.index(pos.result.level.removesuffix(" victory")) - self.most
        level, _ = victory.level(pos, victory.plans[0])
        return min(max(level, 0), len(victory.levels) - 1) - self.most

    def words(self, margin: float) -> str:
        return f"{self.law.victory.levels[round(margin + self.most)]} victory"

    def measure(self, pos: TyphoonPosition) -> tuple[float, ...]:
        law, where = self.law, pos.where
        german, soviet = (units & ~law.hqs for units in law.units_of)
        strength = list(self._strengths)
        for unit in bits(pos.cadres):
            strength[unit] = CADRE_STRENGTH
        by_hex = strength_by_hex(where, bits(pos.in_play & ~law.hqs), strength)
        german_hopes, soviet_hopes = pressure(self._goals, pos.control, pos.occupied, by_hex)
        lost, cadres = pos.eliminated, pos.cadres & pos.in_play
        gone = sum([1 << unit for unit in pos.exited])
        near = sum([self._exits >> where[unit] & 1 for unit in bits(german & pos.in_play)])
        beyond = sum([self._west >> where[unit] & 1 for unit in bits(soviet & pos.in_play)])
        return (
            self._held(pos) + german_hopes - soviet_hopes,
            -(lost & german).bit_count() - (cadres & german).bit_count() / 2,
            (lost & soviet).bit_count() + (cadres & soviet).bit_count() / 2,
            (pos.isolated & soviet).bit_count() - (pos.isolated & german).bit_count(),
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

    @cached_property
    def _strengths(self) -> list[float]:
        """How strong units are in the mean before they are tried, as everybody may know."""
        fresh, known = self.law.position_type(self.law), self.law.strengths.known
        spreads = [known(fresh, -1, unit) for unit in range(len(self.law.unit_ids))]
        return [sum([value * chance for value, chance in spread.items()]) for spread in spreads]
