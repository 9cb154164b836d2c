"""Entrenchments and German hedgehogs, and the zones of control that hang on them (6.1, 14, 19.1)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Order
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter, UnitAct
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import DUG_IN, TyphoonPosition


class Hedgehog(Order, frozen=True, gc=False):
    """Form a hedgehog with an infantry regiment."""

    verb: ClassVar[str] = "hedgehog"
    unit: str


class Works(TyphoonChapter):
    """What has been dug, and what follows from it for a hex."""

    @case("6.11", "6.12", "10.14", "10.23", "9.98", "14.12", "14.13", "19.13")
    def exerts_zone(self, pos: TyphoonPosition, side: int, hex_: int, units: int) -> bool:
        """Whether one of some units in a hex exerts a zone of control: in an entrenchment anybody does."""
        bit = 1 << hex_
        if not units or self.zoneless(pos) & bit:
            return False
        if side != SOVIET or not pos.entrenched & bit:
            units &= self.law.exerts_zone & ~pos.cadres
        return bool(units & ~pos.no_zone)

    @case("19.11", "19.13", "19.15")
    def zoneless(self, pos: TyphoonPosition) -> int:
        """Hexes whose works take their zone of control away."""
        return pos.hedgehogs

    @case("9.14", "14.22")
    def shelters(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes whose units need not attack: towns, cities, entrenchments of the Soviets."""
        ground = pos.ground
        return ground.key_hexes | pos.entrenched if side == SOVIET else ground.key_hexes

    @case("14.0", "14.21", "14.23")
    def multiple(self, pos: TyphoonPosition, side: int, hex_: int) -> int:
        """By how much works multiply the strength of defenders of a side in a hex."""
        return 2 if side == SOVIET and pos.entrenched >> hex_ & 1 else 1

    def case_of(self, pos: TyphoonPosition, side: int, hex_: int) -> str:
        """The case by which works multiply strengths in a hex; empty where they do not."""
        return "14.21" if self.multiple(pos, side, hex_) > 1 else ""

    def shifting(self, pos: TyphoonPosition) -> int:
        """Hexes whose works shift the odds for their defenders."""
        return pos.hedgehogs

    def told_on_counters(self, pos: TyphoonPosition) -> int:
        """Hexes whose works the counters in them tell of."""
        return pos.hedgehogs

    @case("19.14", "19.15")
    def leave(self, pos: TyphoonPosition, unit: int, hex_: int) -> None:
        """A German unit has left a hex: with the last of them its works go."""
        if pos.hedgehogs >> hex_ & 1 and hex_ not in pos.stacks:
            pos.hedgehogs ^= 1 << hex_

    @case("19.11", "19.12", "19.16")
    def at_rest(self, pos: TyphoonPosition) -> int:
        """The German infantry regiments that have not moved."""
        tactical, strategic, rail, entered, dug_in = pos.moving
        moved = tactical | strategic | rail | entered | dug_in
        return pos.in_play & self.law.regiments & ~(pos.cadres | moved)

    @case("19.12")
    def bound(self, pos: TyphoonPosition) -> int:
        """German units that dig and so do not move in this phase."""
        return pos.moving[DUG_IN]

    def why_bound(self, pos: TyphoonPosition, unit: int) -> Ruling:
        name = self.law.unit_ids[unit]
        return Ruling("19.12", f"{name} has formed a hedgehog and does not move in this phase")

    def dug(self, pos: TyphoonPosition) -> int:
        """Hexes with a work of the Germans."""
        return pos.hedgehogs

    @case("19.12", "19.13")
    def dig_in(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        """The whole hex is in hedgehog formation, and the unit moves no more in this phase."""
        hex_ = pos.where[unit]
        pos.hedgehogs |= 1 << hex_
        pos.moving[DUG_IN] |= 1 << unit
        pos.firm_up(GERMAN, hex_)
        pos.movers = self.law.reaching.halted(pos, unit)
        unseen = self.law.looking.facts(pos, self.law.looking.unseen(pos, 1 << unit))
        umpire.tell("hedgehog", unit=self.law.unit_ids[unit], hex=pos.ground.grid.name[hex_], **unseen)


@change("hedgehogs", "19.11", "19.12", "19.16", "19.0")
class FormHedgehog(UnitAct[Movement]):
    """Let a regiment dig in."""

    phase = Movement
    kind = Hedgehog
    side = GERMAN

    def able(self, pos: TyphoonPosition) -> int:
        return self.law.works.at_rest(pos)

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        rests = self.law.works.at_rest(pos) >> unit & 1
        if rests and not self.law.works.dug(pos) >> pos.where[unit] & 1:
            return None
        able = "no German infantry regiment that has stood still and is in no hedgehog"
        return Ruling("19.12", f"{self.law.unit_ids[unit]} is {able}")

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        self.law.works.dig_in(pos, unit, umpire)
