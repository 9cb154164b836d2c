"""Weather, ground condition and snow (13)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.ground import GROUND_FREEZE
from typhoon.games.operation_typhoon.position import TyphoonPosition

OVERCAST, PRECIPITATION = WEATHERS.index("overcast"), WEATHERS.index("precipitation")


class WeatherStage(Phase[TyphoonPosition], frozen=True, tag="weather"):
    """The weather and the ground of the day."""

    about: ClassVar[str] = "13.1"

    @property
    def name(self) -> str:
        return "weather"

    @case("4.1", "13.11", "13.12", "13.13", "13.21", "13.22", "13.23", "13.31")
    @case("18.14", "18.24", "18.34", "18.44")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        rules = pos.rules
        if pos.turn == 1:
            pos.weather, pos.ground_state = OVERCAST, GROUND_FREEZE
        elif pos.options["weather"] == "historical":
            row = rules.history[pos.turn]
            pos.weather, pos.ground_state = WEATHERS.index(row.weather), GROUNDS.index(row.ground)
        else:
            pos.weather = WEATHERS.index(rules.weather(pos.turn, umpire.roll("weather")))
            die = umpire.roll("ground") + rules.ground_modifier(pos.turn, GROUNDS[pos.ground_state])
            pos.ground_state = GROUNDS.index(rules.ground_condition(die))
        _let_it_snow(pos)
        _provide_air_points(pos)
        umpire.tell(
            "weather",
            weather=WEATHERS[pos.weather],
            ground=GROUNDS[pos.ground_state],
            snow="snow" if pos.snow else "no snow",
        )
        pos.frames.pop()
        return False


@case("13.31", "13.32", "13.33", "13.34")
def _let_it_snow(pos: TyphoonPosition) -> None:
    """Snow falls in a freeze and lies until the ground is warm or normal."""
    if pos.ground_state < GROUND_FREEZE:
        pos.snow = False
    elif pos.weather == PRECIPITATION:
        pos.snow = True


@case("13.54", "17.11", "17.12", "17.13", "17.14", "17.15", "18.13", "18.23", "18.33", "18.43")
def _provide_air_points(pos: TyphoonPosition) -> None:
    """All air points in clear weather, half of them when it is overcast, none in precipitation."""
    share = {OVERCAST: 2, PRECIPITATION: 0}.get(pos.weather, 1)
    for side, points in ((GERMAN, pos.scenario.german_air), (SOVIET, pos.scenario.soviet_air)):
        pos.air[side] = points // share if share else 0  # R33
