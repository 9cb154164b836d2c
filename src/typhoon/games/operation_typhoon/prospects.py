"""What may be expected of a position: the level of victory, counted from the middle between the sides."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.supply import SupplyPhase
from typhoon.hexgrid import bits
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
        "fortress",  # what a town in German hands is worth above others: Tula
        "fast",  # German mechanized units lost
        "hqs",  # headquarters lost, Soviet less German
        "pressed",  # hexes with enemies on two sides or more, Soviet less German
        "answer",  # whether it is the Soviet player-turn, in which the Soviets have still to answer
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
        law, held = self.law, pos.control[GERMAN]
        gone, hqs = pos.eliminated & ~law.hqs, pos.eliminated & law.hqs
        german, soviet = law.units_of
        left = (sum([1 << unit for unit in pos.exited]) & german & ~law.hqs).bit_count()
        taken = [goal.worth for goal in self._towns if held >> goal.hex & 1]
        hopes = pressure(self._towns, pos.control, pos.occupied)
        return (
            (gone & soviet).bit_count() - (gone & german).bit_count(),
            -pos.snow,
            sum(taken),
            hopes[GERMAN] - hopes[SOVIET],
            left,
            sum([worth - 1.0 for worth in taken]),
            -(gone & german & law.mechanized).bit_count(),
            (hqs & soviet).bit_count() - (hqs & german).bit_count(),
            self._pressed(pos, SOVIET) - self._pressed(pos, GERMAN),
            -float(pos.step >= self._answer),
        )

    def _pressed(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes of a side with enemies in two hexes beside them or more."""
        grid, enemies = self.law.grid, pos.occupied[1 - side]
        beside = pos.occupied[side] & grid.grow(enemies)
        return sum([(grid.around(hex_) & enemies).bit_count() > 1 for hex_ in bits(beside)])

    @cached_property
    def _answer(self) -> int:
        """The step of the sequence of play with which the Soviet player-turn begins."""
        return self.law.sequence.index(SupplyPhase(SOVIET))

    @cached_property
    def _towns(self) -> list[Goal]:
        return goals(self.law.grid, self.law.victory.towns, NEAR)
