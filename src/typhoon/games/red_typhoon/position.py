"""The state of a game of Red Typhoon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.columns import (
    Column,
    Derived,
    Fate,
    Flag,
    Held,
    Kept,
    Number,
    PerSide,
    States,
    UnitNumber,
    column,
)
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.position import Position
from typhoon.hexgrid import bits
from typhoon.mechanics.movement import Field, Movers

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon


Path = tuple[int, ...]
Ways = dict[str, list[Path]]
"""For each unit that must retreat its ways out; none means elimination."""


class Left(UnitNumber):
    """Half movement points that each unit has left in this phase, told as the points it has spent."""

    def __init__(self) -> None:
        super().__init__("spent", parts=2, of="movement points")

    def start(self, rules: RedTyphoon) -> list[int]:
        return list(rules.allowance)

    def most(self, pos: RedPosition, unit: int) -> float:
        return pos.rules.allowance[unit] / 2

    def tell_units(self, pos: RedPosition, states: States, veiled: int) -> None:
        allowance, in_play = pos.rules.allowance, pos.in_play
        if pos.left != allowance:
            for unit, left in enumerate(pos.left):
                if left != allowance[unit] and in_play >> unit & 1:
                    states.setdefault(unit, {})[self.word] = (allowance[unit] - left) / 2

    def read_unit(self, pos: RedPosition, unit: int, told: float) -> None:
        super().read_unit(pos, unit, told)
        pos.left[unit] = pos.rules.allowance[unit] - pos.left[unit]


class Formations(Column):
    """A set of formations."""

    type = tuple[str, ...]
    usual = ()

    def start(self, rules: RedTyphoon) -> int:
        return 0

    def tell(self, pos: RedPosition) -> list[str]:
        return [pos.rules.formation_ids[formation] for formation in bits(getattr(pos, self.name))]

    def read(self, pos: RedPosition, told: Any) -> None:
        given = 0
        for code in told:
            if code not in pos.rules.formation_number:
                raise self.wrong(f"there is no formation '{code}'")
            given |= 1 << pos.rules.formation_number[code]
        setattr(pos, self.name, given)


class RedPosition(Position):
    """Units, control, activation points and orders.

    Sets of units, hexes and formations are ints; a column with a value for each side is indexed by
    the side's number.
    """

    rules: RedTyphoon
    firm: list[int] = column(Derived(lambda rules: [0, 0]))
    """Hexes that hold a unit of the side that is not disrupted."""
    disrupted: int = column(Flag())
    eliminated: int = column(Fate())
    withdrawn_on: int = column(Number())
    """The turn on which 1S was withdrawn; 0 when it was not."""
    left: list[int] = column(Left())
    stopped: int = column(Flag())
    """Units that a zone of control stopped in this phase."""
    attacked: int = column(Flag())
    """Units that have attacked in this phase."""
    defended: int = column(Flag())
    """Units that have been attacked in this phase."""
    control: list[int] = column(Held("city or supply source", whole=True))
    """Cities and supply sources that the side controls."""
    ap: list[int] = column(PerSide(of="activation points"))
    """Unused activation points."""
    move_orders: int = column(Formations(always=True))
    """Formations with movement orders."""
    attack_orders: int = column(Formations(always=True))
    field: Field | None = column(Kept())
    """What is known of the ground of this movement phase; worked out when needed."""
    movers: Movers | None = column(Kept())
    """The units that can move now, with their reach; worked out when needed, never changed in place."""
    ways: tuple[Phase[Any], Ways] | None = column(Kept())
    """What a retreat was found to lead to as long as units stay as they are."""

    _follows_more: ClassVar[bool] = False
    """Whether a variant lets more follow from it that units are placed and removed."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        both = (cls.place, cls.remove, cls.put, cls.lift)
        cls._follows_more = both != (RedPosition.place, RedPosition.remove, RedPosition.put, RedPosition.lift)

    def place(self, unit: int, hex_: int) -> None:
        self.movers = self.ways = None
        side = self.rules.side_of[unit]
        self.put(unit, side, hex_)
        if not self.disrupted >> unit & 1:
            self.firm[side] |= 1 << hex_

    def remove(self, unit: int) -> None:
        self.movers = self.ways = None
        side, hex_ = self.rules.side_of[unit], self.where[unit]
        self.lift(unit, side)
        self._firm_up(side, hex_)

    def shift(self, unit: int, side: int, to: int) -> None:
        """Take a unit that is not disrupted from its hex to another: `remove` and `place` in fewer steps."""
        if self._follows_more:
            self.remove(unit)
            return self.place(unit, to)
        stacks, bit, start = self.stacks, 1 << unit, self.where[unit]
        firm, occupied = self.firm, self.occupied
        self.where[unit] = to
        if rest := stacks[start] ^ bit:
            stacks[start] = rest
            if not rest & ~self.disrupted:
                firm[side] &= ~(1 << start)
        else:
            del stacks[start]
            occupied[side] ^= 1 << start
            firm[side] ^= 1 << start
        stacks[to] = stacks.get(to, 0) | bit
        occupied[side] |= 1 << to
        firm[side] |= 1 << to
        self.movers = None

    @case("9.5", "6.3")
    def disrupt(self, unit: int) -> None:
        self.ways = None
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
        return self.rules.grid.neighbours(self.firm[side])

    def eliminate(self, unit: int, umpire: Umpire, why: str) -> None:
        """Take a unit off the map for good."""
        hex_ = self.where[unit]
        if hex_ >= 0:
            self.remove(unit)
        self.eliminated |= 1 << unit
        self.disrupted &= ~(1 << unit)
        where = self.rules.grid.name[hex_] if hex_ >= 0 else ""
        umpire.tell("eliminated", unit=self.rules.unit_ids[unit], hex=where, why=why)
