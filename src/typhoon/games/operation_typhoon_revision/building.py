"""Building works in the movement phase (19.17)."""

from __future__ import annotations

from typing import Any, ClassVar

from typhoon.engine.chapters import change
from typhoon.engine.orders import Chooser, Order
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.arrivals import Arrivals
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import UnitAct
from typhoon.games.operation_typhoon.movement import Marching, Movement
from typhoon.games.operation_typhoon.position import DUG_IN, TyphoonPosition
from typhoon.games.operation_typhoon.reaching import Reaching
from typhoon.games.operation_typhoon.secrets import TyphoonSecrets
from typhoon.games.operation_typhoon.setback import Losses
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.games.operation_typhoon.supply import Supply
from typhoon.games.operation_typhoon_revision.fieldworks import HEDGEHOG, HEDGEHOGS, MAJOR, MINOR, works_of
from typhoon.hexgrid import first


class Build(Order, frozen=True, gc=False):
    """Begin to improve the work that a regiment stands in."""

    verb: ClassVar[str] = "build"
    unit: str


class Abandon(Order, frozen=True, gc=False):
    """Give up building a fortification."""

    verb: ClassVar[str] = "abandon"
    unit: str


@change("fieldworks", "19.17a", "19.17b", "19.17c", needs=HEDGEHOGS)
class WorksInMovement(Marching):
    """Major strongpoints are ready at the beginning of a phase, minor ones at its end; then come the dice."""

    def open(self, pos: Any, side: int, umpire: Umpire) -> None:
        if side == GERMAN:
            pos.markers = 0
            works_of(self.law).improve(pos, MINOR, umpire)
        super().open(pos, side, umpire)

    def close(self, pos: Any, side: int, umpire: Umpire) -> None:
        super().close(pos, side, umpire)
        if side == GERMAN:
            works_of(self.law).improve(pos, HEDGEHOG, umpire)
            works_of(self.law).improve(pos, MAJOR, umpire)

    def _why_unable(self, pos: TyphoonPosition, side: int, mode: int, unit: int, to: int) -> Ruling:
        if works_of(self.law).builders(pos, MAJOR) >> unit & 1:
            return Ruling("19.17c", f"{self.law.unit_ids[unit]} builds a fortification and does not move")
        return super()._why_unable(pos, side, mode, unit, to)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersStay(Reaching):
    """Who builds a fortification does not move (R59)."""

    def may_move(self, pos: Any, side: int, mode: int, units: int = -1) -> int:
        found = super().may_move(pos, side, mode, units)
        return found & ~works_of(self.law).builders(pos, MAJOR) if found and pos.building else found


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersRemain(Arrivals):
    """Nor does it leave the map."""

    def bound_to_stay(self, pos: TyphoonPosition) -> int:
        return super().bound_to_stay(pos) | works_of(self.law).builders(pos, MAJOR)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersSupplied(Supply):
    """A fortification is built in supply only (R61)."""

    def follow(self, pos: Any, umpire: Umpire) -> None:
        super().follow(pos, umpire)
        short = works_of(self.law).builders(pos, MAJOR) & (pos.out | pos.isolated)
        works_of(self.law).stop(pos, pos.hexes_of(short), "the builder is not in supply", umpire)


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class WorksOfTheLost(Losses):
    """A work is lost with its last unit."""

    def eliminate(self, pos: Any, unit: int, umpire: Umpire) -> None:
        super().eliminate(pos, unit, umpire)
        pos.tell_given_up(umpire)


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class CadresBuildNothing(Strengths):
    """A builder that becomes a cadre loses its marker (R59)."""

    def lose_step(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        super().lose_step(pos, unit, umpire)
        cadres = works_of(self.law).builders(pos) & pos.cadres
        works_of(self.law).stop(pos, pos.hexes_of(cadres), "the builder is worn out", umpire)


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


# Orders


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class BuildWork(UnitAct[Movement]):
    """Lay a building marker."""

    phase = Movement
    kind = Build
    side = GERMAN

    def able(self, pos: TyphoonPosition) -> int:
        return self.law.works.at_rest(pos)

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        return works_of(self.law).why_not_build(pos, unit)

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        works_of(self.law).build(pos, unit, umpire)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class AbandonWork(UnitAct[Movement]):
    """Take the marker of a fortification off; the builder does not move in this phase either."""

    phase = Movement
    kind = Abandon
    side = GERMAN

    def able(self, pos: TyphoonPosition) -> int:
        return works_of(self.law).builders(pos, MAJOR)

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        builds = works_of(self.law).builders(pos, MAJOR) >> unit & 1
        return None if builds else Ruling("19.17c", f"{self.law.unit_ids[unit]} builds no fortification")

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        works_of(self.law).stop(pos, 1 << pos.where[unit], "it is given up", umpire)
        pos.moving[DUG_IN] |= 1 << unit
