"""Weather, ground condition and snow (13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.operation_typhoon.charts import GERMAN, GROUND_STATES, GROUNDS, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.going import Surface
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

OVERCAST, PRECIPITATION = WEATHERS.index("overcast"), WEATHERS.index("precipitation")
SNOW = ("no snow", "snow", "deep snow")
"""How deep it lies, in words."""


class WeatherStage(Phase[TyphoonPosition], frozen=True, tag="weather"):
    """The weather and the ground of the day."""

    about: ClassVar[str] = "13.1"

    @property
    def name(self) -> str:
        return "weather"

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        pos.frames.pop()
        pos.rules.conditions.pass_day(pos, umpire)
        pos.day = None
        return False


class Conditions(TyphoonChapter):
    """The state of sky and ground."""

    deepest: ClassVar[int] = 1
    """How deep snow can lie."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._surfaces: dict[tuple[int, int], Surface] = {}

    @case("13.51", "13.52", "13.53")
    def surface(self, pos: TyphoonPosition) -> Surface:
        """What the ground is like to march and fight on."""
        key = pos.ground_state, pos.snow
        found = self._surfaces.get(key)
        if found is None:
            found = self._surfaces[key] = Surface(*GROUND_STATES[pos.ground_state][1:], pos.snow)
        return found

    def effects_of_ground(self) -> list[str]:
        """What each condition of the ground does, for a panel."""
        return [
            "Snow melts",
            "Snow melts",
            "Lower costs for mechanized units",
            "The same, and streams cost nothing",
            "The same, and rivers neither cost nor protect",
        ]

    def in_words(self, pos: TyphoonPosition) -> list[tuple[str, str]]:
        """The state of sky and ground."""
        return [
            ("Weather", WEATHERS[pos.weather].capitalize()),
            ("Ground", GROUNDS[pos.ground_state].capitalize()),
            ("Snow", SNOW[pos.snow].capitalize()),
        ]

    @case("4.1", "13.31")
    def pass_day(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        """Determine the weather, the ground, and all that follows from them."""
        if pos.turn == 1:
            pos.weather, pos.ground_state = OVERCAST, GROUNDS.index("ground freeze")
        else:
            self.determine(pos, umpire)
        self.let_it_snow(pos)
        self.provide_air_points(pos)
        umpire.tell(
            "weather",
            weather=WEATHERS[pos.weather],
            ground=GROUNDS[pos.ground_state],
            snow=SNOW[pos.snow],
        )

    @case("13.11", "13.12", "13.13", "13.21", "13.22", "13.23", "18.14", "18.24", "18.34", "18.44")
    def determine(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        """Two dice tell the weather and the ground."""
        law = self.law
        pos.weather = WEATHERS.index(law.weather_on(pos.turn, umpire.roll("weather")))
        die = umpire.roll("ground") + law.ground_modifier(pos.turn, GROUNDS[pos.ground_state])
        pos.ground_state = GROUNDS.index(law.ground_condition(die))

    @case("13.31", "13.32", "13.33", "13.34")
    def let_it_snow(self, pos: TyphoonPosition) -> None:
        """Snow falls in a freeze and lies until the ground is warm or normal."""
        if not GROUND_STATES[pos.ground_state].frozen:
            pos.snow = 0
        elif pos.weather == PRECIPITATION:
            pos.snow = 1

    @case("13.54", "17.0", "17.11", "17.12", "17.13", "17.14", "17.15", "18.13", "18.23", "18.33", "18.43")
    def provide_air_points(self, pos: TyphoonPosition) -> None:
        """All air points in clear weather, half of them when it is overcast, none in precipitation."""
        share = {OVERCAST: 2, PRECIPITATION: 0}.get(pos.weather, 1)
        for side, points in ((GERMAN, self.law.scenario.german_air), (SOVIET, self.law.scenario.soviet_air)):
            pos.air[side] = points // share if share else 0  # R33


@change("weather=historical", "13.1")
class AsInHistory(Conditions):
    """The weather of those days, without dice."""

    def determine(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        row = self.law.history[pos.turn]
        pos.weather, pos.ground_state = WEATHERS.index(row.weather), GROUNDS.index(row.ground)
