"""Stacking: how many units a hex holds (7)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.position import RedPosition, eliminate
from typhoon.games.red_typhoon.wording import unit_of
from typhoon.hexgrid import bits

LIMIT = {SOVIET: 2, GERMAN: 3}


@case("7.0", "7.2")
def size(pos: RedPosition, units: int) -> int:
    """What a stack counts: a unit one, whatever its formation, but 1S two."""
    return units.bit_count() + (units & pos.rules.first_shock_army).bit_count()


def overfull(pos: RedPosition, side: int, hex_: int) -> bool:
    return size(pos, pos.units_in(hex_)) > LIMIT[side]


def has_room(pos: RedPosition, unit: int, hex_: int) -> bool:
    """Whether a unit could stack in a hex that holds no enemy."""
    return size(pos, pos.units_in(hex_) | 1 << unit) <= LIMIT[pos.rules.side_of[unit]]


def full_for(pos: RedPosition, unit: int, ground: int = -1) -> int:
    """The hexes of some ground in which the unit would be one too many for its own side."""
    side = pos.rules.side_of[unit]
    found = 0
    for hex_ in bits(pos.occupied[side] & ground):
        if not has_room(pos, unit, hex_):
            found |= 1 << hex_
    return found


def full_hexes(pos: RedPosition, side: int, more: int) -> int:
    """The hexes of a side that cannot take units counting so much more."""
    own, most = pos.rules.units_of[side], LIMIT[side] - more
    found = 0
    for hex_, units in pos.stacks.items():
        if units & own and size(pos, units) > most:
            found |= 1 << hex_
    return found


def overfull_hexes(pos: RedPosition, side: int) -> list[int]:
    """Hexes that hold more units of the side than may stack."""
    own, limit = pos.rules.units_of[side], LIMIT[side]
    return sorted(
        [
            hex_
            for hex_, units in pos.stacks.items()
            if units.bit_count() > 1 and size(pos, units) > limit and units & own
        ]
    )


class RemoveExcess(Phase[RedPosition], frozen=True, tag="remove excess"):
    """The owner eliminates units of their choice until no hex is overfull (7.1)."""

    about: ClassVar[str] = "7.1"
    side: int

    @case("7.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if overfull_hexes(pos, self.side):
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: RedPosition) -> int:
        return self.side

    def prompt(self, pos: RedPosition) -> str:
        names = [pos.rules.board.describe(hex_) for hex_ in overfull_hexes(pos, self.side)]
        return f"Too many units in {', '.join(names)}: choose a unit to eliminate."

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        units = [u for hex_ in overfull_hexes(pos, self.side) for u in bits(pos.units_in(hex_))]
        return [Listed([Eliminate(pos.rules.unit_ids[unit]) for unit in units])]

    @case("7.1")
    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Eliminate):
            return Ruling("7.1", f"first the {SIDES[self.side]} side must eliminate the units in excess")
        unit = unit_of(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if not pos.on_map(unit) or not overfull(pos, self.side, pos.where[unit]):
            return Ruling("7.1", f"{order.unit} does not stand in an overfull hex")
        return None

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Eliminate)
        eliminate(pos, pos.rules.unit_number[order.unit], umpire, "too many units in the hex")
