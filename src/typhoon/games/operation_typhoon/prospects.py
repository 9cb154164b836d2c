"""What may be expected of a position: the level of victory, counted from the middle between the sides."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.prospects import Prospects
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition


class TyphoonProspects(Prospects, TyphoonChapter):
    """German levels above the middle, as somebody would judge who sees into nobody's stacks (8.45).

    Nor does he ask for the plan; who was destroyed lies in everybody's sight (R127).
    """

    features: ClassVar[tuple[str, ...]] = (
        "losses",  # units, Soviet less German, headquarters apart
        "snow",  # for the Soviets
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
        return soviet - german, -pos.snow
