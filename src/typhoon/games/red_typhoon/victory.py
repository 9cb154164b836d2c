"""Victory points and the end of the game (4)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition

FIRST_SHOCK_ARMY_LOST = -5
LEFT_WING_OPTION = -1


class Victory(RedChapter):
    """Who is winning."""

    losses_per_point: ClassVar[int] = 5

    @case("4.3", "4.4")
    def scores(self, pos: RedPosition) -> list[Score]:
        """The points of both sides as they stand."""
        soviet = [*self._cities(pos, SOVIET), *self._losses(pos, GERMAN), *self._first_shock_army(pos)]
        german = [*self._cities(pos, GERMAN), *self._losses(pos, SOVIET)]
        return soviet + german

    def _cities(self, pos: RedPosition, side: int) -> list[Score]:
        case_ = "4.3" if side == SOVIET else "4.4"
        found = []
        for city in self.law.cities:
            value = city.soviet_vp if side == SOVIET else city.german_vp
            if value and pos.control[side] >> self.law.grid.index(city.hex) & 1:
                found.append(Score(SIDES[side], value, city.name, case_, city.hex))
        return found

    @case("4.3", "4.4")
    def _losses(self, pos: RedPosition, loser: int) -> list[Score]:
        """A point to the enemy for so many units lost; 1S is not counted among them."""
        lost = pos.eliminated & self.law.units_of[loser] & ~self.law.first_shock_army
        winner = 1 - loser
        points = lost.bit_count() // self.losses_per_point
        text = f"{lost.bit_count()} {SIDES[loser].capitalize()} units eliminated"
        return [Score(SIDES[winner], points, text, "4.3" if winner == SOVIET else "4.4")] if points else []

    @case("4.3", "3.2", "13.1")
    def _first_shock_army(self, pos: RedPosition) -> list[Score]:
        found = []
        if pos.withdrawn_on and (cost := self.law.withdrawal_vp[pos.withdrawn_on]):
            found.append(Score("soviet", cost, f"1S withdrawn on turn {pos.withdrawn_on}", "13.1"))
        if pos.eliminated & self.law.first_shock_army:
            found.append(Score("soviet", FIRST_SHOCK_ARMY_LOST, "1S eliminated", "4.3"))
        return found

    def totals(self, pos: RedPosition) -> dict[str, float]:
        points: dict[str, float] = dict.fromkeys(SIDES, 0)
        for score in self.scores(pos):
            points[score.side] += score.points
        return points

    @case("4.1")
    def finish(self, pos: RedPosition, umpire: Umpire) -> None:
        """Compare the points after turn 9; a tie goes to the Germans."""
        points = self.totals(pos)
        winner = "soviet" if points["soviet"] > points["german"] else "german"
        reason = f"victory points: soviet {points['soviet']}, german {points['german']}"
        pos.result = Result(f"{winner} victory", winner, points, reason)
        umpire.tell("over", level=pos.result.level, reason=reason)


@change("first-shock-army=WL", "3.2")
class LeftWing(Victory):
    """1S in the formation of the left wing costs a point."""

    def _first_shock_army(self, pos: RedPosition) -> list[Score]:
        chosen = Score("soviet", LEFT_WING_OPTION, "1st Shock Army in formation WL", "3.2", "1S")
        return [chosen, *super()._first_shock_army(pos)]
