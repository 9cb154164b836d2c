"""How far units go (5.27, 13.58, 13.59, 19.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from typhoon.engine.chapters import change
from typhoon.engine.display import Panel, SupplyLine
from typhoon.engine.face import CounterFace, Value
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.reaching import Reaching
from typhoon.games.operation_typhoon.weather import SNOW
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision import Revision
    from typhoon.games.operation_typhoon_revision.box import Reduction

SKIS_WITHOUT_SNOW = 2


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
class SnowTakesPoints(Reaching):
    """Snow takes points off, and halves nothing (R45, R46)."""

    law: Revision

    def suffers_from_snow(self, unit: int) -> bool:
        return False

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found, lost = super().taken(pos, unit), self.snow_takes(pos, unit) if pos.snow else 0
        return [*found, Modifier(-lost, SNOW[pos.snow], "13.59")] if lost else found

    def snow_takes(self, pos: Any, unit: int) -> int:
        row = _row(self.law, unit)
        return row.in_snow(pos.snow, good=self.law.counters[unit].winterized)


@change("snow-movement", "13.59", "19.24", needs=("ski-troops",))
class SkisInSnow(SnowTakesPoints):
    """Ski troops lose nothing in snow."""

    def snow_takes(self, pos: Any, unit: int) -> int:
        return 0 if self.law.counters[unit].type == "ski" else super().snow_takes(pos, unit)


@change("heavy-mud", "13.58", "13.59 reduction table")
class MudTakesPoints(Reaching):
    """Heavy mud takes points off."""

    law: Revision

    def bad_going(self, pos: Any) -> object:
        return super().bad_going(pos), pos.heavy_mud

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found = super().taken(pos, unit)
        if not pos.heavy_mud:
            return found
        return [*found, Modifier(-_row(self.law, unit).heavy_mud, "heavy mud", "13.58")]


@change("ski-without-snow", "19.24", needs=("ski-troops",))
class SkisWithoutSnow(Reaching):
    """Ski troops are slower while no snow lies (R68)."""

    def taken(self, pos: Any, unit: int) -> list[Modifier]:
        found = super().taken(pos, unit)
        slow = not pos.snow and self.law.counters[unit].type == "ski"
        return [*found, Modifier(-SKIS_WITHOUT_SNOW, "skis without snow", "19.24")] if slow else found


def _row(law: Revision, unit: int) -> Reduction:
    """The line of the reduction table for a unit; HQs are no vehicles (R46)."""
    kind = "mechanized" if law.mechanized >> unit & 1 else "other"
    return law.reductions[law.counters[unit].side, kind]  # type: ignore[index]


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
        taken = "".join([f", {m.value:+} {m.text} ({m.case})" for m in self.law.reaching.taken(pos, number)])
        printed, points = self.law.counters[number].movement, self.law.reaching.allowance(pos, number)
        return replace(line, text=f"{line.text}; movement {printed}{taken}: {points} today")


@change("snow-movement", "13.59", "13.59 reduction table")
class ReductionTable(Displays):
    """The table with the present column marked."""

    law: Revision

    def panels(self, pos: Any, side: str = "") -> list[Panel]:
        titles, now = ["", "Heavy mud", "Snow", "Deep snow"], pos.snow + 1 if pos.snow else int(pos.heavy_mud)
        if now:
            titles[now] += " (now)"
        rows = tuple(
            (f"{row.side} {row.kind}".capitalize(), str(row.heavy_mud), _both(row, 1), _both(row, 2))
            for row in self.law.reductions.values()
        )
        return [*super().panels(pos, side), Panel("reduction", "Movement points lost", tuple(titles), rows)]


def _both(row: Reduction, depth: int) -> str:
    """What snow takes of units with poor and with good winterization."""
    poor, good = row.in_snow(depth, good=False), row.in_snow(depth, good=True)
    return str(poor) if poor == good else f"{poor} or {good}"
