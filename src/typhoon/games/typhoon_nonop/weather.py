"""Weather: climate, limits, lingering mud, frost and storm (B5)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.typhoon_nonop.charts import DRY, FLOWN, FROST, MUD, READY, SNOW, WEATHERS
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition

MOST_DRY = 5
"""A sixth dry turn in a row becomes mud."""


class WeatherPhase(Phase[NonopPosition], frozen=True, tag="weather"):
    """The die is thrown for the weather of the turn."""

    about: ClassVar[str] = "B5.1"
    name = "weather"

    @case("B5.1", "B5.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law = pos.rules
        turn, die = law.turns[pos.turn], 0
        if turn.fixed:
            weather, storm = WEATHERS.index(turn.fixed), False
        else:
            die = umpire.roll("weather", 10)
            row = law.weather_rows[turn.climate, die]
            weather, storm = WEATHERS.index(row.weather), row.storm
        law.conditions.set_weather(pos, turn.climate, weather, storm)
        umpire.tell(
            "weather", weather=WEATHERS[pos.weather], storm=pos.storm, die=die, lingering=pos.lingering
        )
        if pos.storm:
            for unit, box in enumerate(pos.air):
                if box == READY:
                    pos.air[unit] = FLOWN
        pos.frames.pop()
        return False


class Conditions(NonopChapter):
    """What the weather makes of the ground."""

    @case("B5.2", "B5.3", "B5.4", "B5.5", "B5.6")
    def set_weather(self, pos: NonopPosition, climate: str, weather: int, storm: bool) -> None:
        """Let the weather of a turn follow that of the turn before."""
        before = pos.weather
        if climate == "dry" and weather == MUD and before == MUD:
            weather, storm = DRY, False
        if climate == "dry" and weather == DRY and before == DRY and pos.run >= MOST_DRY:
            weather, storm = MUD, False
        frost, pos.frost_rolled = pos.frost_rolled, weather == FROST
        if weather == FROST and before == SNOW and not frost:
            weather = SNOW
        pos.lingering = weather == DRY and before == MUD
        pos.run = pos.run + 1 if weather == before else 1
        pos.weather, pos.storm = weather, storm
        if weather in (DRY, MUD):
            pos.frozen = False
        elif weather == SNOW and climate == "snow" and pos.run > 1:
            pos.frozen = True
        pos.forget()

    @case("B5.3", "B5.7")
    def mud(self, pos: NonopPosition) -> int:
        """The hexes that are in mud."""
        if pos.weather == MUD:
            return self.law.grid.all
        return self.law.ground.woods if pos.lingering else 0

    @case("B5.7")
    def is_short(self, pos: NonopPosition) -> bool:
        """Whether mud or snow shorten supply lines and help towns."""
        return pos.weather in (MUD, SNOW)
