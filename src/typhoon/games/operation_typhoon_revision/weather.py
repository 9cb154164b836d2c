"""Snow that piles up, heavy mud, and water that stays frozen (13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.charts import GROUND_STATES, GROUNDS
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.going import Surface
from typhoon.games.operation_typhoon.weather import PRECIPITATION, Conditions

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision import Revision

WARM, NORMAL = GROUNDS.index("warm"), GROUNDS.index("normal")
CERTAIN = 6
"""Where every number of the die melts, no die is thrown."""


@change("deep-snow", "13.32")
class DeepSnow(Conditions):
    """Snow on snow makes deep snow, and normal ground takes one level off (R41)."""

    deepest: ClassVar[int] = 2

    def let_it_snow(self, pos: Any) -> None:
        before = pos.snow
        super().let_it_snow(pos)
        if pos.ground_state == NORMAL:
            pos.snow = max(0, before - 1)
        elif GROUND_STATES[pos.ground_state].frozen and pos.weather == PRECIPITATION:
            pos.snow = min(before + 1, self.deepest)


@change("heavy-mud", "13.58")
class HeavyMud(Conditions):
    """Rain and warmth soften the ground until it freezes; while snow lies it is not mud (R41, R42)."""

    def let_it_snow(self, pos: Any) -> None:
        super().let_it_snow(pos)
        if GROUND_STATES[pos.ground_state].frozen or pos.snow:
            pos.heavy_mud = False
        elif pos.ground_state == WARM or pos.weather == PRECIPITATION:
            pos.heavy_mud = True

    def pass_day(self, pos: Any, umpire: Umpire) -> None:
        super().pass_day(pos, umpire)
        if pos.heavy_mud:
            umpire.tell("heavy_mud")


@change("melting", "13.52", "13.52 melt table")
class Melting(Conditions):
    """Water that was frozen stays so until a die melts it (R44)."""

    law: Revision

    def surface(self, pos: Any) -> Surface:
        found = super().surface(pos)
        if not (pos.icy_streams or pos.icy_rivers):
            return found
        key = found, pos.icy_streams, pos.icy_rivers
        if key not in self._icy:
            streams, rivers = found.streams or pos.icy_streams, found.rivers or pos.icy_rivers
            self._icy[key] = found._replace(streams=streams, rivers=rivers)
        return self._icy[key]

    @cached_property
    def _icy(self) -> dict[tuple[Surface, bool, bool], Surface]:
        return {}

    def pass_day(self, pos: Any, umpire: Umpire) -> None:
        before = self.surface(pos)
        pos.icy_rivers = pos.icy_streams = False
        super().pass_day(pos, umpire)
        now = self.surface(pos)
        if before.rivers and not now.rivers:  # rivers first, then streams
            pos.icy_rivers = not self._melts(pos, "rivers", umpire)
        if before.streams and not now.streams:
            pos.icy_streams = not self._melts(pos, "streams", umpire)

    @case("13.52 melt table")
    def _melts(self, pos: Any, water: str, umpire: Umpire) -> bool:
        """Whether the ground of the day melts the rivers or the streams (R3, R4)."""
        row = self.law.melting[GROUNDS[pos.ground_state]]
        highest = row.rivers_melt_to if water == "rivers" else row.streams_melt_to
        die = umpire.roll(f"melt {water}") if highest < CERTAIN else 0
        umpire.tell("melting", water=water, melts=die <= highest, **({"die": die} if die else {}))
        return die <= highest


@change("deep-snow", "13.32")
class SnowTrack(Displays):
    """Tells what normal ground does to snow."""

    effects_of_ground: ClassVar[tuple[str, ...]] = (
        Displays.effects_of_ground[0],
        "Snow melts, deep snow becomes snow",
        *Displays.effects_of_ground[2:],
    )


@change("heavy-mud", "13.58")
class MudShown(Displays):
    """Tells of mud beside snow."""

    def conditions(self, pos: Any) -> list[tuple[str, str]]:
        soft = not (GROUND_STATES[pos.ground_state].frozen or pos.snow)
        return [
            *super().conditions(pos),
            ("Mud", "Heavy mud" if pos.heavy_mud else "Mud" if soft else "None"),
        ]


@change("melting", "13.52")
class IceShown(Displays):
    """Tells what is frozen."""

    law: Revision

    def conditions(self, pos: Any) -> list[tuple[str, str]]:
        surface = self.law.conditions.surface(pos)
        frozen = [word for word, ice in (("rivers", surface.rivers), ("streams", surface.streams)) if ice]
        return [*super().conditions(pos), ("Frozen water", " and ".join(frozen).capitalize() or "None")]


def _melting(facts: Mapping[str, Any]) -> str:
    die = f" (die {facts['die']})" if "die" in facts else ""
    return f"The {facts['water']} {'melt' if facts['melts'] else 'stay frozen'}{die}."


STORY = {"heavy_mud": ("13.58", "Heavy mud covers the roads."), "melting": ("13.52", _melting)}
