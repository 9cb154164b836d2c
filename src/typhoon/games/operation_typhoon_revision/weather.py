"""Snow that piles up, heavy mud, water that stays frozen, and how far units go in it (5.27, 13, 19.24)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.display import Panel, SupplyLine
from typhoon.engine.face import CounterFace, Value
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.charts import GROUND_STATES, GROUNDS
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.going import Surface
from typhoon.games.operation_typhoon.reaching import ISOLATED_MECH, Reaching
from typhoon.games.operation_typhoon.weather import PRECIPITATION, SNOW, Conditions
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.hexgrid import bits

WARM, NORMAL = GROUNDS.index("warm"), GROUNDS.index("normal")
CERTAIN = 6
"""Where every number of the die melts, no die is thrown."""
SKIS_WITHOUT_SNOW = 2


@change("deep-snow", "13.32")
class DeepSnow(Conditions):
    """Snow on snow makes deep snow, and normal ground takes one level off (R41)."""

    deepest = 2

    def effects_of_ground(self) -> list[str]:
        warm, normal, *frozen = super().effects_of_ground()
        return [warm, f"{normal}, deep snow becomes snow", *frozen]

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

    def effects_of_ground(self) -> list[str]:
        warm, normal, freeze, *harder = super().effects_of_ground()
        rain = "heavy mud in precipitation when no snow is left"
        return [f"{warm}; heavy mud", f"{normal}; {rain}", f"{freeze}; heavy mud ends", *harder]

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

    def in_words(self, pos: Any) -> list[tuple[str, str]]:
        soft = not (GROUND_STATES[pos.ground_state].frozen or pos.snow)
        mud = "Heavy mud" if pos.heavy_mud else "Mud" if soft else "None"
        return [*super().in_words(pos), ("Mud", mud)]


@change("melting", "13.52", "13.52 melt table")
class Melting(Revised, Conditions):
    """Water that was frozen stays so until a die melts it (R44)."""

    def surface(self, pos: Any) -> Surface:
        found = super().surface(pos)
        if not (pos.icy_streams or pos.icy_rivers):
            return found
        return _icy(found, found.streams or pos.icy_streams, found.rivers or pos.icy_rivers)

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
        highest = self.law.melting[water][GROUNDS[pos.ground_state]]
        die = umpire.roll(f"melt {water}") if highest < CERTAIN else 0
        umpire.tell("melting", water=water, melts=die <= highest, **({"die": die} if die else {}))
        return die <= highest

    def in_words(self, pos: Any) -> list[tuple[str, str]]:
        surface = self.surface(pos)
        frozen = [word for word, ice in (("rivers", surface.rivers), ("streams", surface.streams)) if ice]
        return [*super().in_words(pos), ("Frozen water", " and ".join(frozen).capitalize() or "None")]


@cache
def _icy(surface: Surface, streams: bool, rivers: bool) -> Surface:
    return surface._replace(streams=streams, rivers=rivers)


def _melting(facts: Mapping[str, Any]) -> str:
    die = f" (die {facts['die']})" if "die" in facts else ""
    return f"The {facts['water']} {'melt' if facts['melts'] else 'stay frozen'}{die}."


STORY = {"heavy_mud": ("13.58", "Heavy mud covers the roads."), "melting": ("13.52", _melting)}


@change("minimum-move", "5.27")
class OneHexForAll(Reaching):
    """Vehicles too can always move one hex, but over no river that is closed to them (R22)."""

    def can_always_step(self, unit: int) -> bool:
        return True

    def one_step(self, pos: Any, unit: int, hexes: int) -> int:
        beside, start = super().one_step(pos, unit, hexes), pos.where[unit]
        if not beside or self.class_of(unit) != "mech":
            return beside
        return sum([1 << to for to in bits(beside) if self.law.retreats.can_cross(pos, True, start, to)])


# Allowances


@change("snow-movement", "13.44", "13.59", "13.59 reduction table")
class SnowTakesPoints(Revised, Reaching):
    """Snow takes points off, and halves nothing (R45, R46)."""

    def suffers_from_snow(self, unit: int) -> bool:
        return False

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found, lost = super().taken(pos, unit), self.snow_takes(pos, unit) if pos.snow else 0
        return [*found, Modifier(-lost, SNOW[pos.snow], "13.59")] if lost else found

    def snow_takes(self, pos: Any, unit: int) -> int:
        return self.law.reduction_of(unit).in_snow(pos.snow, good=self.law.counters[unit].winterized)

    def tables(self, pos: Any, side: str) -> list[Panel]:
        """The table with the present column marked."""
        titles, now = ["", "Heavy mud", "Snow", "Deep snow"], pos.snow + 1 if pos.snow else int(pos.heavy_mud)
        if now:
            titles[now] += " (now)"
        rows = [
            (f"{row.side} {row.kind}".capitalize(), str(row.heavy_mud), row.in_words(1), row.in_words(2))
            for row in self.law.reductions.values()
        ]
        title = "Movement points lost, the less with good winterization"
        return [Panel("reduction", title, tuple(titles), tuple(rows))]


@change("snow-movement", "13.59", "19.24", needs=("ski-troops",))
class SkisInSnow(SnowTakesPoints):
    """Ski troops lose nothing in snow."""

    def snow_takes(self, pos: Any, unit: int) -> int:
        return 0 if self.law.counters[unit].type == "ski" else super().snow_takes(pos, unit)


@change("heavy-mud", "13.58", "13.59 reduction table")
class MudTakesPoints(Revised, Reaching):
    """Heavy mud takes points off."""

    def bad_going(self, pos: Any) -> object:
        return super().bad_going(pos), pos.heavy_mud

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found = super().taken(pos, unit)
        if not pos.heavy_mud:
            return found
        return [*found, Modifier(-self.law.reduction_of(unit).heavy_mud, "heavy mud", "13.58")]


@change("ski-without-snow", "19.24", needs=("ski-troops",))
class SkisWithoutSnow(Reaching):
    """Ski troops are slower while no snow lies (R68)."""

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found = super().taken(pos, unit)
        slow = not pos.snow and self.law.counters[unit].type == "ski"
        return [*found, Modifier(-SKIS_WITHOUT_SNOW, "skis without snow", "19.24")] if slow else found


# What is shown


@change("snow-movement", "13.59", "13.59 reduction table")
@change("heavy-mud", "13.58")
@change("ski-without-snow", "19.24", needs=("ski-troops",))
class PointsToday(Displays):
    """Counters show the movement points that they have today beside the printed ones."""

    def face(self, pos: Any, unit: int, side: str, below: int) -> CounterFace:
        face = super().face(pos, unit, side, below)
        points, printed = self.law.reaching.allowance(pos, unit), face.values[-1]
        if str(points) == printed.text:
            return face
        return replace(face, values=(*face.values[:-1], Value(f"{points}/{printed.text}", printed.white)))

    def line(self, pos: Any, unit: str, side: str = "") -> SupplyLine | None:
        """With the reason why a unit has so many movement points today."""
        line, number = super().line(pos, unit, side), self.law.unit_number.get(unit, 0)
        if line is None:
            return None
        reaching, printed = self.law.reaching, self.law.counters[number].movement
        taken = "".join([f", {m.value:+} {m.text} ({m.case})" for m in reaching.taken(pos, number)])
        points = reaching.allowance(pos, number)
        if points < reaching.points(pos, number):
            isolated, mech = pos.isolated >> number & 1, self.law.mechanized >> number & 1
            word = f"at most {ISOLATED_MECH}" if isolated and mech else "halved"
            taken += f", {word} ({'12.54' if isolated else '12.44' if pos.out >> number & 1 else '13.55'})"
        return replace(line, text=f"{line.text}; movement {printed}{taken}: {points} today")
