"""Victory points and levels (B24)."""

from __future__ import annotations

from functools import cached_property
from math import floor

from typhoon.engine.cases import case
from typhoon.engine.events import with_capitals
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.prospects import Prospects
from typhoon.engine.rules import Score
from typhoon.games.typhoon_nonop.charts import GERMAN
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition


class Victory(NonopChapter):
    """German victory points, and what they mean."""

    @cached_property
    def places(self) -> int:
        """The hexes that are worth points."""
        return sum([1 << hex_ for hex_ in self.law.places])

    @case("B24.1", "B24.2", "B24.3", "22.2.6b disband")
    def scores(self, pos: NonopPosition) -> list[Score]:
        """Points as they stand, each with what it comes from."""
        found = [
            Score("german", row.german_vp, row.text, "B24.2", row.hex)
            for hex_, row in self.law.places.items()
            if pos.control[GERMAN] >> hex_ & 1
        ]
        for row in self.law.vp_rows:
            if not row.hex and (times := pos.counted(row.event) // row.every):
                text = f"{row.text}: {pos.counted(row.event)}"
                found.append(Score("german", times * row.german_vp, text, "B24.3", row.event))
        return found

    def points(self, pos: NonopPosition) -> int:
        return int(sum([score.points for score in self.scores(pos)]))

    @case("B24.5")
    def level(self, points: int) -> tuple[str, str]:
        """The level that so many points come to, and who wins."""
        row = [row for row in self.law.levels if row.least <= points][-1]
        return row.level, row.winner

    def title(self, points: int) -> str:
        """The level that so many points come to, in words."""
        return with_capitals(self.level(points)[0], self.law.sides)

    @case("B24.5")
    def finish(self, pos: NonopPosition, umpire: Umpire) -> None:
        points = self.points(pos)
        level, winner = self.level(points)
        pos.result = Result(level, winner, {"german": points, "soviet": 0}, f"{points} German victory points")
        umpire.tell("over", level=level, points=points)

    def value(self, pos: NonopPosition, side: str) -> float:
        """How far a side is above what it needs."""
        least = min([row.least for row in self.law.levels if row.winner == "german"])
        margin = self.points(pos) - least
        return margin if side == self.law.sides[GERMAN] else -margin


class Standing(Prospects, NonopChapter):
    """German victory points: they alone count, and the levels say to whose advantage."""

    def words(self, margin: float) -> str:
        points = floor(margin)
        return f"{self.law.victory.title(points)} with {points} German victory points"
