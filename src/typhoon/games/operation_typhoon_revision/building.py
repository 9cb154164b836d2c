"""Building works in the movement phase (19.17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from typhoon.engine.chapters import change
from typhoon.engine.display import Panel
from typhoon.engine.orders import Barred, Chooser, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import UnitAct
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import DUG_IN, TyphoonPosition
from typhoon.games.operation_typhoon.secrets import TyphoonSecrets
from typhoon.games.operation_typhoon_revision.fieldworks import FORT, HEDGEHOGS, MAJOR, Fieldworks
from typhoon.games.operation_typhoon_revision.law import RevisedAct
from typhoon.games.operation_typhoon_revision.position import KINDS, LEVELS
from typhoon.hexgrid import bits, first


class Build(Order, frozen=True, gc=False):
    """Begin to improve the work that a regiment stands in."""

    verb: ClassVar[str] = "build"
    label: ClassVar[str] = "Build up the work"
    unit: str


class Abandon(Order, frozen=True, gc=False):
    """Give up building a fortification."""

    verb: ClassVar[str] = "abandon"
    label: ClassVar[str] = "Give up building"
    unit: str


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class BuildersGuessed(TyphoonSecrets):
    """A building marker is seen, but not who in a closed stack it belongs to."""

    def forget(self, pos: Any, side: int) -> None:
        super().forget(pos, side)
        for hex_, (unit, turn) in pos.building.items():
            if unit >= 0 and not pos.on_map(unit):
                pos.building[hex_] = -1, turn

    def deal(self, pos: Any, side: int, rng: Chooser) -> None:
        super().deal(pos, side, rng)
        for hex_, (unit, turn) in pos.building.items():
            if unit < 0:
                here = pos.units_in(hex_)
                here = here & self.law.looking.buried(pos, side) or here
                pos.building[hex_] = first(here & self.law.regiments & ~pos.cadres or here), turn


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class WorksShown(Fieldworks):
    """Works and building markers lie in their hexes, and stand in a panel."""

    def told_on_counters(self, pos: TyphoonPosition) -> int:
        return 0  # their signs lie in the hexes

    def _seen(self, pos: Any, side: str) -> int:
        """Hexes with works that a side may know of: not while they are chosen."""
        ours = self.law.units_of[GERMAN]
        chosen = self.law.shown.placed(pos, side) & ours == pos.in_play & ours
        return self.dug(pos) if chosen else 0

    def markers(self, pos: Any, side: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for hex_ in bits(self._seen(pos, side)):
            kind = KINDS[self.level(pos, hex_)] + ("-building" if hex_ in pos.building else "")
            found[kind] = found.get(kind, 0) | 1 << hex_
        return found

    def tables(self, pos: Any, side: str) -> list[Panel]:
        works, seen = bits(self._seen(pos, side)), self.law.shown.visible(pos, side)
        rows = [("", "Building markers left", "", str(self.markers_left(pos)))]
        for hex_ in works:
            level, (unit, begun) = self.level(pos, hex_), pos.building.get(hex_, (-1, 0))
            ready = f"die of 1 from turn {begun + 1}" if level == MAJOR else f"turn {begun + 1}"
            who = self.law.unit_ids[unit] if unit >= 0 and seen >> unit & 1 else "a unit"
            built = (who, f"{LEVELS[level + 1]}, {ready}") if begun else ("", "")
            rows.append((self.law.grid.name[hex_], LEVELS[level].capitalize(), *built))
        return [Panel("works", "German works", ("Hex", "Work", "Builder", "Ready"), tuple(rows))]


# Orders


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class BuildWork(RevisedAct, UnitAct[Movement]):
    """Lay a building marker."""

    phase = Movement
    kind = Build
    side = GERMAN

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        found = super().offered(pos, phase)
        return [*found, Barred(lambda: self._missed(pos))] if phase.side == GERMAN else found

    def _missed(self, pos: Any) -> Iterator[Build]:
        """Of the regiments in works, those that cannot build, builders apart."""
        law = self.law
        idle = pos.in_play & law.regiments & ~(pos.cadres | law.works.builders(pos))
        for unit in bits(law.reaching.standing_in(pos, idle, law.works.dug(pos))):
            if self.why_unable(pos, unit):
                yield Build(law.unit_ids[unit])

    def able(self, pos: TyphoonPosition) -> int:
        return self.law.works.at_rest(pos)

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        return self.law.works.why_not_build(pos, unit)

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        self.law.works.build(pos, unit, umpire)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class AbandonWork(RevisedAct, UnitAct[Movement]):
    """Take the marker of a fortification off; the builder does not move in this phase either."""

    phase = Movement
    kind = Abandon
    side = GERMAN

    def able(self, pos: Any) -> int:
        return self.law.works.builders(pos, MAJOR) if pos.building else 0

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        builds = self.law.works.builders(pos, MAJOR) >> unit & 1
        return None if builds else Ruling("19.17c", f"{self.law.unit_ids[unit]} builds no fortification")

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        self.law.works.stop(pos, 1 << pos.where[unit], "it is given up", umpire)
        pos.moving[DUG_IN] |= 1 << unit


SIGNS = {
    **dict(zip(KINDS, LEVELS, strict=True)),
    **{f"{KINDS[level]}-building": f"{LEVELS[level]}, being improved" for level in range(FORT)},
}
