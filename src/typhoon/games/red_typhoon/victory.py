"""Victory points and the end of the game (4)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Result
from typhoon.engine.rules import Score
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.position import RedPosition

LOSSES_PER_POINT = 5
FIRST_SHOCK_ARMY_LOST = -5
LEFT_WING_OPTION = -1


@case("4.3", "4.4")
def scores(pos: RedPosition) -> list[Score]:
    """The points of both sides as they stand."""
    soviet = [*_cities(pos, SOVIET), *_losses(pos, GERMAN), *_first_shock_army(pos)]
    german = [*_cities(pos, GERMAN), *_losses(pos, SOVIET)]
    return soviet + german


def _cities(pos: RedPosition, side: int) -> list[Score]:
    case_ = "4.3" if side == SOVIET else "4.4"
    found = []
    for city in pos.rules.cities:
        value = city.soviet_vp if side == SOVIET else city.german_vp
        if value and pos.control[side] >> pos.rules.board.grid.index(city.hex) & 1:
            found.append(Score(SIDES[side], value, city.name, case_))
    return found


@case("4.3", "4.4")
def _losses(pos: RedPosition, loser: int) -> list[Score]:
    """A point to the enemy for every five units lost; 1S is not counted among them."""
    lost = pos.eliminated & pos.rules.units_of[loser] & ~pos.rules.first_shock_army
    winner = 1 - loser
    points = lost.bit_count() // LOSSES_PER_POINT
    text = f"{lost.bit_count()} {SIDES[loser].capitalize()} units eliminated"
    return [Score(SIDES[winner], points, text, "4.3" if winner == SOVIET else "4.4")] if points else []


@case("4.3", "3.2", "13.1")
def _first_shock_army(pos: RedPosition) -> list[Score]:
    found = []
    if pos.options["first-shock-army"] == "WL":
        found.append(Score("soviet", LEFT_WING_OPTION, "1S in formation WL", "3.2"))
    if pos.withdrawn_on and (cost := pos.rules.withdrawal_vp[pos.withdrawn_on]):
        found.append(Score("soviet", cost, f"1S withdrawn on turn {pos.withdrawn_on}", "13.1"))
    if pos.eliminated & pos.rules.first_shock_army:
        found.append(Score("soviet", FIRST_SHOCK_ARMY_LOST, "1S eliminated", "4.3"))
    return found


def totals(pos: RedPosition) -> dict[str, int]:
    points = dict.fromkeys(SIDES, 0)
    for score in scores(pos):
        points[score.side] += score.points
    return points


@case("4.1")
def finish(pos: RedPosition, umpire: Umpire) -> None:
    """Compare the points after turn 9; a tie goes to the Germans."""
    points = totals(pos)
    winner = "soviet" if points["soviet"] > points["german"] else "german"
    reason = f"victory points: soviet {points['soviet']}, german {points['german']}"
    pos.result = Result(f"{winner} victory", winner, points, reason)
    umpire.tell("over", level=pos.result.level, reason=reason)
