"""The state of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.position import Position
from typhoon.games.typhoon_solitaire.charts import DIVISION, GERMAN, LIMIT
from typhoon.hexgrid import Reach, bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire


class SolitairePosition(Position):
    """German units and the hexes they control, the force on the march, and the Soviets it fights.

    Soviet units are in the pool unless they are among the ``defenders`` of the battle going on, or
    ``dead`` for good.
    """

    columns: ClassVar[tuple[str, ...]] = (*Position.columns, "steps", "loaded", "held")

    def __init__(self, rules: TyphoonSolitaire, scenario: str, options: dict[str, str]) -> None:
        super().__init__(len(rules.counters))
        self.rules = rules
        self.scenario = scenario
        self.options = options
        self.steps = list(rules.full_steps)
        """Steps that each unit has left; 0 only while the battle lasts."""
        self.loaded = [0] * (2 * LIMIT + 1)
        """For each number of half divisions the hexes that hold as many or more."""
        self.held = [0] * len(rules.formation_ids)
        """The hexes that each army and panzer group has a unit in."""
        self.german = rules.german_at_start
        """Hexes under German control; all others are Soviet."""
        self.done = 0
        """Units that have finished moving and fighting in this phase."""
        self.air = 0
        """Units that an air support unit lies on."""
        self.begun = False
        """Whether a force has begun to move in this phase."""
        self.tally = 0
        """Pocket hexes of turns 1 and 2."""
        self.dead = 0
        """Guards divisions and airborne corps that are out of the game."""

        self.force = 0
        """The units of the force on the march."""
        self.mp = 0
        """The movement points it has left."""
        self.stood_down = False
        """Whether the force may not enter Soviet hexes this turn."""
        self.way: Reach | None = None
        """How far the force can go; worked out when needed."""

        self.defenders = 0
        """The Soviet units of the battle, the fallen among them."""
        self.aside = 0
        """Those of them that take no more part in the battle."""
        self.fired = 0
        """Units that have fired in this step of the battle."""
        self.hit = 0
        """Two-step units that have suffered a hit in the battle, or came into it reduced."""
        self.entrusted = False
        """Whether the program allots the losses for the rest of the battle."""

    @property
    def soviet(self) -> int:
        """Hexes under Soviet control."""
        return self.rules.board.grid.all & ~self.german

    def place(self, unit: int, hex_: int) -> None:
        before = self.units_in(hex_)
        self.put(unit, GERMAN, hex_)
        self._recount(hex_, before)

    def remove(self, unit: int) -> None:
        hex_ = self.where[unit]
        before = self.units_in(hex_)
        self.lift(unit, GERMAN)
        self._recount(hex_, before)

    def move_force(self, to: int) -> None:
        """Put the force on the march into another hex, as one stack."""
        start = self.force_hex
        for hex_, stack in (
            (start, self.stacks[start] & ~self.force),
            (to, self.units_in(to) | self.force),
        ):
            before = self.units_in(hex_)
            if stack:
                self.stacks[hex_] = stack
                self.occupied[GERMAN] |= 1 << hex_
            else:
                del self.stacks[hex_]
                self.occupied[GERMAN] &= ~(1 << hex_)
            self._recount(hex_, before)
        for unit in bits(self.force):
            self.where[unit] = to
        self.way = None

    @case("7.1", "7.2")
    def size(self, units: int) -> int:
        """Half divisions: a reduced division still counts as one, GD and Lehr as half of one each."""
        return DIVISION * units.bit_count() - (units & self.rules.half_divisions).bit_count()

    def _recount(self, hex_: int, before: int) -> None:
        """Take stock of a stack that has changed."""
        now, bit = self.units_in(hex_), 1 << hex_
        less, more = sorted((self.size(before), self.size(now)))
        for halves in range(less + 1, more + 1):
            self.loaded[halves] ^= bit
        for formation, units in enumerate(self.rules.of_formation):
            if bool(before & units) != bool(now & units):
                self.held[formation] ^= bit

    @property
    def force_hex(self) -> int:
        """Where the force on the march is."""
        return self.where[(self.force & -self.force).bit_length() - 1]

    def on_map(self, unit: int) -> bool:
        return self.where[unit] >= 0

    # Strength

    @case("2.5")
    def dice(self, unit: int) -> int:
        """The combat dice that a unit rolls with the steps it has."""
        rules, steps = self.rules, self.steps[unit]
        if steps == rules.full_steps[unit]:
            return rules.cdr[unit]
        return rules.cdr_reduced[unit] if steps else 0

    def alive(self, units: int) -> int:
        """Those of some units that have a step left."""
        steps = self.steps
        return sum([1 << unit for unit in bits(units) if steps[unit]])

    @case("2.5")
    def lose_step(self, unit: int) -> None:
        """A two-step unit is flipped, a unit with one step is set aside; no unit lends steps to another."""
        self.steps[unit] -= 1
        self.hit |= 1 << unit & self.rules.two_steps

    # The Soviet side of a battle

    @property
    def standing(self) -> int:
        """Soviet units that still take part in the battle."""
        return self.alive(self.defenders & ~self.aside)

    @property
    def pool(self) -> int:
        """Soviet units that are available."""
        rules = self.rules
        rifles = rules.rifles_with(self.dead.bit_count())
        return (rifles | rules.not_rifles) & ~self.dead & ~self.defenders

    def names(self, units: int) -> tuple[str, ...]:
        return tuple([self.rules.unit_ids[unit] for unit in bits(units)])
