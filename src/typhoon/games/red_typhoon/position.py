"""The state of a game of Red Typhoon."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position
from typhoon.hexgrid import Reach, bits
from typhoon.mechanics.movement import Field

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon


class RedPosition(Position):
    """Units, control, activation points and orders.

    Sets of units, hexes and formations are ints; a column with a value for each side is indexed by
    the side's number.
    """

    columns: ClassVar[tuple[str, ...]] = (*Position.columns, "firm", "left", "control", "ap")

    def __init__(self, rules: RedTyphoon, options: dict[str, str]) -> None:
        super().__init__(len(rules.counters))
        self.rules = rules
        self.options = options
        self.firm = [0, 0]
        """Hexes that hold a unit of the side that is not disrupted."""
        self.disrupted = 0
        self.eliminated = 0
        self.withdrawn_on = 0
        """The turn on which 1S was withdrawn; 0 when it was not."""
        self.left = list(rules.allowance)
        """Half movement points that each unit has left in this phase."""
        self.stopped = 0
        """Units that a zone of control stopped in this phase."""
        self.attacked = 0
        """Units that have attacked in this phase."""
        self.defended = 0
        """Units that have been attacked in this phase."""
        self.control = [0, 0]
        """Cities and supply sources that the side controls."""
        self.ap = [0, 0]
        """Unused activation points."""
        self.move_orders = 0
        """Formations with movement orders."""
        self.attack_orders = 0
        self.field: Field | None = None
        """What is known of the ground of this movement phase; worked out when needed."""
        self.movers: dict[int, Reach] | None = None
        """The units that can move now, with their reach; worked out when needed, never changed in place."""

    # Units

    def place(self, unit: int, hex_: int) -> None:
        self.movers = None
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        if not self.disrupted >> unit & 1:
            self.firm[side] |= 1 << hex_

    def remove(self, unit: int) -> None:
        self.movers = None
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self._firm_up(side, hex_)

    @case("9.5", "6.3")
    def disrupt(self, unit: int) -> None:
        self.disrupted |= 1 << unit
        self._firm_up(self.rules.side_of[unit], self.where[unit])

    @case("11.0")
    def recover(self, side: int) -> int:
        """Flip all disrupted units of a side face up; the set of them."""
        recovered = self.disrupted & self.rules.units_of[side]
        self.disrupted &= ~recovered
        for unit in bits(recovered):
            self.firm[side] |= 1 << self.where[unit]
        return recovered

    def _firm_up(self, side: int, hex_: int) -> None:
        if self.units_in(hex_) & ~self.disrupted:
            self.firm[side] |= 1 << hex_
        else:
            self.firm[side] &= ~(1 << hex_)

    @case("6.0", "6.3")
    def zone(self, side: int) -> int:
        """Every hex in a zone of control of the side; disrupted units have none."""
        return self.rules.board.grid.neighbours(self.firm[side])

    def strength(self, units: int) -> int:
        return sum(self.rules.strength[unit] for unit in bits(units))

    def on_map(self, unit: int) -> bool:
        return self.where[unit] >= 0


def eliminate(pos: RedPosition, unit: int, umpire: Umpire, why: str) -> None:
    """Take a unit off the map for good."""
    hex_ = pos.where[unit]
    if hex_ >= 0:
        pos.remove(unit)
    pos.eliminated |= 1 << unit
    pos.disrupted &= ~(1 << unit)
    umpire.tell(
        "eliminated",
        unit=pos.rules.unit_ids[unit],
        hex=pos.rules.board.grid.name[hex_] if hex_ >= 0 else "",
        why=why,
    )
