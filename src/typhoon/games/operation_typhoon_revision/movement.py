"""How far units go, and what it costs them to be caught on the way (5, 13.59, 19.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.chapters import Chapter, change
from typhoon.engine.display import Panel
from typhoon.engine.face import CounterFace, Value
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.displays import Displays
from typhoon.games.operation_typhoon.movement import AnyMove, Marching
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.position import RAIL, STRATEGIC, Combat
from typhoon.games.operation_typhoon.reaching import Reaching
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
        if self.class_of(unit) != "mech":
            return beside
        return sum([1 << to for to in bits(beside) if self.law.retreats.can_cross(pos, True, start, to)])


# Allowances


@change("snow-movement", "13.44", "13.59", "13.59 reduction table")
class SnowTakesPoints(Reaching):
    """Snow takes points off, and halves nothing (R45, R46)."""

    law: Revision
    least: ClassVar[int] = 1

    def suffers_from_snow(self, unit: int) -> bool:
        return False

    def points(self, pos: Any, unit: int) -> int:
        points = super().points(pos, unit)
        return max(self.least, points - self.snow_takes(pos, unit)) if pos.snow else points

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
    least: ClassVar[int] = 1

    def points(self, pos: Any, unit: int) -> int:
        points = super().points(pos, unit)
        return max(self.least, points - _row(self.law, unit).heavy_mud) if pos.heavy_mud else points


@change("ski-without-snow", "19.24", needs=("ski-troops",))
class SkisWithoutSnow(Reaching):
    """Ski troops are slower while no snow lies (R68)."""

    least: ClassVar[int] = 1

    def points(self, pos: Any, unit: int) -> int:
        points = super().points(pos, unit)
        slow = not pos.snow and self.law.counters[unit].type == "ski"
        return max(self.least, points - SKIS_WITHOUT_SNOW) if slow else points


def _row(law: Revision, unit: int) -> Reduction:
    """The line of the reduction table for a unit; HQs are no vehicles (R46)."""
    kind = "mechanized" if law.mechanized >> unit & 1 else "other"
    return law.reductions[law.counters[unit].side, kind]  # type: ignore[index]


# Caught on the way


@change("strategic-marker", "5.55")
class MarkStrategic(Marching):
    """Who moves strategically is marked until his side moves again (R23)."""

    def open(self, pos: Any, side: int, umpire: Umpire) -> None:
        super().open(pos, side, umpire)
        pos.strategic &= ~self.law.units_of[side]

    def move(self, pos: Any, side: int, mode: int, order: AnyMove, umpire: Umpire) -> None:
        super().move(pos, side, mode, order, umpire)
        pos.strategic |= (mode == STRATEGIC) << self.law.unit_number[order.unit]


@change("rail-marker", "5.67")
class MarkRail(Marching):
    """So is who moves by rail."""

    def open(self, pos: Any, side: int, umpire: Umpire) -> None:
        super().open(pos, side, umpire)
        pos.railed &= ~self.law.units_of[side]

    def move(self, pos: Any, side: int, mode: int, order: AnyMove, umpire: Umpire) -> None:
        super().move(pos, side, mode, order, umpire)
        pos.railed |= (mode == RAIL) << self.law.unit_number[order.unit]


@change("strategic-marker", "5.55")
class CaughtMarching(Odds):
    """An attack on a hex with a marked unit shifts one column (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if any(self.attacked_in(pos, target) & pos.strategic for target in combat.targets):
            found.append(Modifier(1, "strategic movement", "5.55", "strategic-marker"))
        return found


@change("rail-marker", "5.67")
class CaughtOnTrains(Odds):
    """Two columns, and not one more for those who marched (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if not any(self.attacked_in(pos, target) & pos.railed for target in combat.targets):
            return found
        others = [shift for shift in found if shift.key != "strategic-marker"]
        return [*others, Modifier(2, "rail movement", "5.67", "rail-marker")]


# What is shown


class _Today(Displays):
    """Counters show their markers, and beside the printed movement points those that they have today."""

    def face(self, pos: Any, unit: int, side: str, below: int) -> CounterFace:
        face = super().face(pos, unit, side, below)
        letters = [letter for letter, units in (("S", pos.strategic), ("R", pos.railed)) if units >> unit & 1]
        points, printed = self.law.reaching.allowance(pos, unit), face.values[-1]
        today = printed if str(points) == printed.text else Value(f"{points}/{printed.text}", printed.white)
        return replace(face, values=(*face.values[:-1], today), badges=(*face.badges, *letters))


@change("strategic-marker", "5.55")
class StrategicShown(_Today):
    """Markers are seen."""


@change("rail-marker", "5.67")
class RailShown(_Today):
    """Markers are seen."""


@change("heavy-mud", "13.58")
class MudOnCounters(_Today):
    """What mud leaves is seen."""


@change("ski-without-snow", "19.24", needs=("ski-troops",))
class SkisOnCounters(_Today):
    """So is what skis are worth."""


@change("snow-movement", "13.59", "13.59 reduction table")
class ReductionTable(_Today):
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


CHANGES: tuple[type[Chapter], ...] = (
    OneHexForAll,
    SnowTakesPoints,
    SkisInSnow,
    MudTakesPoints,
    SkisWithoutSnow,
    MarkStrategic,
    MarkRail,
    CaughtMarching,
    CaughtOnTrains,
    StrategicShown,
    RailShown,
    MudOnCounters,
    SkisOnCounters,
    ReductionTable,
)
BADGES = {"S": "moved strategically", "R": "moved by rail"}
