"""The state of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.engine.cases import case
from typhoon.engine.columns import Derived, Flag, Kept, Truth, Units, column
from typhoon.engine.position import Position
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.columns import Defenders, Gained, Tally, TheForce
from typhoon.hexgrid import Reach, bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire
    from typhoon.games.typhoon_solitaire.movement import Forces


class SolitairePosition(Position):
    """German units and the hexes they control, the force on the march, and the Soviets it fights.

    Soviet units are in the pool unless they are among the ``defenders`` of the battle going on, or
    ``dead`` for good.
    """

    rules: TyphoonSolitaire
    reduced: int = column(Flag())
    """Two-step units, German or Soviet, with one step left."""
    fallen: int = column(Flag())
    """Units without a step left; they are out of the battle that is going on."""
    done: int = column(Flag())
    """Units that have finished moving and fighting in this phase."""
    air: int = column(Flag())
    """Units that an air support unit lies on."""
    german: int = column(Gained("gained", always=True))
    """Hexes under German control; all others are Soviet."""
    tally: int = column(Tally(always=True))
    dead: int = column(Units("guards division or airborne corps", among=lambda pos: pos.rules.elite))
    """Guards divisions and airborne corps that are out of the game."""
    begun: bool = column(Truth())
    """Whether a force has begun to move in this phase."""

    force: int = column(TheForce())
    """The units of the force on the march."""
    mp: int = column(Derived(0))
    """The movement points it has left."""
    stood_down: bool = column(Derived(False))
    """Whether the force may not enter Soviet hexes this turn."""

    defenders: int = column(Defenders("battle"))
    """The Soviet units of the battle, the fallen among them."""
    aside: int = column(Derived(0))
    """Those of them that take no more part in the battle."""
    fired: int = column(Derived(0))
    """Units that have fired in this step of the battle."""
    hit: int = column(Derived(0))
    """Two-step units that have suffered a hit in the battle, or came into it reduced."""
    entrusted: bool = column(Derived(False))
    """Whether the program allots the losses for the rest of the battle."""

    groups: Forces | None = column(Kept())
    """The forces that can still be formed in this phase; worked out when needed."""
    ground: int | None = column(Kept())
    """Hexes that the force can enter; worked out when needed."""
    way: Reach | None = column(Kept())
    """How far the force can go; worked out when needed."""

    @property
    def soviet(self) -> int:
        """Hexes under Soviet control."""
        return self.rules.grid.all & ~self.german

    def move_force(self, to: int) -> None:
        """Put the force on the march into another hex, as one stack."""
        force, start = self.force, self.force_hex
        left = self.stacks.pop(start) ^ force
        if left:
            self.stacks[start] = left
        else:
            self.occupied[GERMAN] ^= 1 << start
        self.stacks[to] = self.units_in(to) | force
        self.occupied[GERMAN] |= 1 << to
        for unit in bits(force):
            self.where[unit] = to
        self.way = None

    @property
    def force_hex(self) -> int:
        """Where the force on the march is."""
        return self.where[(self.force & -self.force).bit_length() - 1]

    # Strength

    @case("2.5")
    def steps(self, units: int) -> int:
        """The steps that units have left, all together."""
        left = units & ~self.fallen
        return left.bit_count() + (left & self.rules.two_steps & ~self.reduced).bit_count()

    @case("2.5")
    def dice(self, unit: int) -> int:
        """The combat dice that a unit rolls with the steps it has."""
        bit = 1 << unit
        if self.fallen & bit:
            return 0
        return self.rules.cdr_reduced[unit] if self.reduced & bit else self.rules.cdr[unit]

    @case("2.5")
    def lose_step(self, unit: int) -> None:
        """A two-step unit is flipped, a unit with one step is set aside; no unit lends steps to another."""
        bit = 1 << unit
        self.hit |= bit & self.rules.two_steps
        if self.rules.two_steps & ~self.reduced & bit:
            self.reduced |= bit
        else:
            self.reduced &= ~bit
            self.fallen |= bit

    # The two sides of a battle

    @property
    def fighting(self) -> int:
        """Units of the force with a step left."""
        return self.force & ~self.fallen

    @property
    def standing(self) -> int:
        """Soviet units that still take part in the battle."""
        return self.defenders & ~self.aside & ~self.fallen

    @property
    def pool(self) -> int:
        """Soviet units that are available."""
        return self.rules.soviets_with[self.dead.bit_count()] & ~self.dead & ~self.defenders
