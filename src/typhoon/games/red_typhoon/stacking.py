"""Stacking: how many units a hex holds (7)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import SIDES, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits


class Stacking(RedChapter):
    """Who may stand together."""

    @case("7.0")
    def limit(self, side: int) -> int:
        """How much a stack of a side may count."""
        return 2 if side == SOVIET else 3

    @case("7.0", "7.2")
    def size(self, units: int) -> int:
        """What a stack counts: a unit one, whatever its formation, but 1S two."""
        return units.bit_count() + (units & self.law.first_shock_army).bit_count()

    @case("7.0")
    def too_many(self, side: int, units: int) -> bool:
        """Whether units of a side are more than may stand together."""
        return self.size(units) > self.limit(side)

    def has_room(self, pos: RedPosition, unit: int, hex_: int) -> bool:
        """Whether a unit could stack in a hex that holds no enemy."""
        return not self.too_many(self.law.side_of[unit], pos.units_in(hex_) | 1 << unit)

    def full_for(self, pos: RedPosition, unit: int, ground: int = -1) -> int:
        """The hexes of some ground in which the unit would be one too many for its own side."""
        side, bit = self.law.side_of[unit], 1 << unit
        found = 0
        for hex_ in bits(pos.occupied[side] & ground):
            if self.too_many(side, pos.stacks[hex_] | bit):
                found |= 1 << hex_
        return found

    def overfull(self, pos: RedPosition, side: int) -> int:
        """Hexes that hold more units of the side than may stack."""
        own, limit, found = self.law.units_of[side], self.limit(side), 0
        for hex_, units in pos.stacks.items():
            # No unit counts more than two.
            if units.bit_count() * 2 > limit and units & own and self.too_many(side, units):
                found |= 1 << hex_
        return found


class RemoveExcess(Phase[RedPosition], frozen=True, tag="remove excess"):
    """The owner eliminates units of their choice until no hex is overfull (7.1)."""

    about: ClassVar[str] = "7.1"
    takes: ClassVar[tuple[type[Order], ...]] = (Eliminate,)
    side: SideNumber

    @case("7.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if pos.rules.stacking.overfull(pos, self.side):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: RedPosition) -> str:
        hexes = bits(pos.rules.stacking.overfull(pos, self.side))
        names = ", ".join([pos.rules.board.describe(hex_) for hex_ in hexes])
        return f"Too many units in {names}: choose a unit to eliminate."

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        units = [
            u for hex_ in bits(pos.rules.stacking.overfull(pos, self.side)) for u in bits(pos.stacks[hex_])
        ]
        return [Listed([Eliminate(pos.rules.unit_ids[unit]) for unit in units])]

    @case("7.1")
    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Eliminate):
            return Ruling("7.1", f"first the {SIDES[self.side]} side must eliminate the units in excess")
        unit = pos.rules.own_unit(order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if not pos.on_map(unit) or not pos.rules.stacking.overfull(pos, self.side) >> pos.where[unit] & 1:
            return Ruling("7.1", f"{order.unit} does not stand in an overfull hex")
        return None

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Eliminate)
        pos.eliminate(pos.rules.unit_number[order.unit], umpire, "too many units in the hex")
