"""Digging in: a mark on units, the order that makes it, and what it does in combat."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.chapters import Act, change
from typhoon.engine.columns import Flag, column
from typhoon.engine.face import CounterFace
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.combat import Battles
from typhoon.games.red_typhoon.displays import Displays
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits


class TrenchPosition(RedPosition):
    """Units may be dug in."""

    dug_in: int = column(Flag())

    def remove(self, unit: int) -> None:
        """Who leaves his hex leaves his trench."""
        super().remove(unit)
        self.dug_in &= ~(1 << unit)

    def shift(self, unit: int, side: int, to: int) -> None:
        """Who marches leaves it too."""
        super().shift(unit, side, to)
        self.dug_in &= ~(1 << unit)


class DigIn(Order, frozen=True):
    """Dig in where a unit stands, instead of moving."""

    verb: ClassVar[str] = "dig-in"
    unit: str


@change("entrenching", "8.3")
class DigInUnit(Act[TrenchPosition, Movement, DigIn]):
    """A unit with movement orders that has not moved digs in, and moves no more."""

    phase = Movement
    kind = DigIn

    def _able(self, pos: TrenchPosition, side: int) -> int:
        units, allowance = self.law.marches.able(pos, side) & ~pos.dug_in, self.law.allowance
        return sum(1 << unit for unit in bits(units) if pos.left[unit] == allowance[unit])

    def offered(self, pos: TrenchPosition, phase: Movement) -> list[OrderSet]:
        return [Listed([DigIn(name) for name in pos.names(self._able(pos, phase.side))])]

    def why_not(self, pos: TrenchPosition, phase: Movement, order: DigIn) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        if isinstance(unit, Ruling):
            return unit
        if self._able(pos, phase.side) >> unit & 1:
            return None
        if pos.dug_in >> unit & 1:
            return Ruling("8.3", f"{order.unit} is dug in already")
        return Ruling("8.3", f"{order.unit} cannot dig in: it needs movement orders and all its movement")

    def apply(self, pos: TrenchPosition, phase: Movement, order: DigIn, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        pos.dug_in |= 1 << unit
        pos.left[unit] = 0
        pos.movers = None
        umpire.tell("dug_in", unit=order.unit, hex=self.law.grid.name[pos.where[unit]])


@change("entrenching", "8.4")
class Trenches(Battles):
    """Who is dug in is harder to beat."""

    def modifiers(self, pos: Any, side: int, attackers: int, target: int) -> list[Modifier]:
        found = super().modifiers(pos, side, attackers, target)
        if pos.units_in(target) & pos.dug_in:
            row = self.law.modifiers["trench"]
            found.append(Modifier(row.drm, "defender dug in", row.case, "trench"))
        return found


@change("strongpoints", "8.5", "8.4", needs=("entrenching",))
class Strongpoints(Battles):
    """Trenches in woods and cities count twice."""

    def modifiers(self, pos: Any, side: int, attackers: int, target: int) -> list[Modifier]:
        found = super().modifiers(pos, side, attackers, target)
        in_cover = self.law.board.terrain_at[target] != "clear"
        return [replace(m, value=2 * m.value) if m.key == "trench" and in_cover else m for m in found]


@change("entrenching", "8.3")
class Dugouts(Displays):
    """Trenches are seen."""

    def face(self, pos: Any, unit: int) -> CounterFace:
        face = super().face(pos, unit)
        return replace(face, badges=(*face.badges, "DUG")) if pos.dug_in >> unit & 1 else face
