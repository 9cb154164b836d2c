"""The situation as one side judges it: what draws it on, what it must guard, what threatens it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import ClassVar, NamedTuple

from typhoon.engine.manner import USUAL, Manner, Whim
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.staff.reading import FAR, Defeats, Memo, reading_of
from typhoon.hexgrid import bits


class Temper(NamedTuple):
    """How a side weighs things, in victory points."""

    pull: float
    """Coming nearer to enemy goals."""
    guard: float
    """Barring the ways to goals of its own."""
    risk: float
    """Losing units where they can be beaten."""
    hold: float
    """Losing ground where the enemy wants to go."""

    def of(self, manner: Manner) -> Temper:
        """The temper of somebody with that manner."""
        drive, care = manner.drive, manner.care
        return Temper(drive * self.pull, care * self.guard, care * self.risk, care * self.hold)


TEMPERS = {
    SOVIET: Temper(pull=0.5, guard=0.6, risk=0.3, hold=0.3),
    GERMAN: Temper(pull=0.3, guard=2.0, risk=0.25, hold=0.5),
}
LAST_BLOW = Temper(pull=0.3, guard=0.0, risk=0.0, hold=0.0)
"""How the side that moves last weighs its last turn: nothing can be lost any more."""
URGENCY = [0.93**points for points in range(FAR + 1)]
SUDDEN_DEATH = {SOVIET: (12.0, 2.5, 1.0), GERMAN: (12.0, 3.0, 1.0, 0.4)}
"""What an enemy source that decides the game is worth, by how many more the side needs."""
DREAD = {SOVIET: 5.0, GERMAN: 6.0}
"""How much more a side cares to lose such a source than to take one."""
ALARM = {SOVIET: 10, GERMAN: 18}
"""Movement points within which the enemy must be expected soon; the German rear is wide and empty."""
LOST_UNIT = 0.2
FIRST_SHOCK_ARMY_LOST = 5.0
SURVIVING_STRENGTH = 0.11
"""What a strength point that can still fight for the whole game is worth."""
LOST_TURN = 0.1
"""What it is worth to keep a strength point from acting for a turn."""


class Outlook:
    """A position through the eyes of one side; worked out as far as it is asked for."""

    tempers: ClassVar[dict[int, Temper]] = TEMPERS

    def __init__(
        self, pos: RedPosition, side: int, manner: Manner = USUAL, rng: Random | None = None
    ) -> None:
        self.pos = pos
        self.manner, self.rng = manner, rng
        self.whim = Whim(manner, rng)
        self.side, self.enemy = side, 1 - side
        self.rules = pos.rules
        self.ground = reading_of(pos.rules)
        self.last_blow = side == GERMAN and pos.turn == self.rules.last_turn
        self.temper = (LAST_BLOW if self.last_blow else self.tempers[side]).of(manner)
        self.enemy_zone = pos.zone(self.enemy)
        self.own_control = pos.control[side]
        self.turns_left = self.rules.last_turn - pos.turn + 1

    def anew(self) -> Outlook:
        """The same eyes on a position that has changed."""
        return type(self)(self.pos, self.side, self.manner, self.rng)

    # Units

    @cached_property
    def worth(self) -> Memo[int]:
        """What losing a unit costs."""

        def reckon(unit: int) -> float:
            if self.rules.first_shock_army >> unit & 1:
                return FIRST_SHOCK_ARMY_LOST
            return LOST_UNIT + self.rules.strength[unit] * self.strength_worth

        return Memo(reckon)

    @cached_property
    def strength_worth(self) -> float:
        return SURVIVING_STRENGTH * (self.turns_left - 1) / self.rules.last_turn

    @cached_property
    def lost_turn(self) -> float:
        """What it costs a side per strength point when a unit is disrupted by its enemy."""
        return 0.0 if self.last_blow else LOST_TURN

    # Reading

    @cached_property
    def prizes(self) -> dict[int, float]:
        """What each goal is worth to whichever side takes it from the other."""
        found = {goal.hex: goal.worth for goal in self.ground.goals}
        for taker in (SOVIET, GERMAN):
            deciding = self.rules.deciding_sources[1 - taker]
            held = deciding & ~self.pos.control[taker]
            for hex_ in bits(deciding):
                found[hex_] = SUDDEN_DEATH[taker][max(0, held.bit_count() - 1)]
                if taker == self.enemy:
                    found[hex_] *= DREAD[self.side]
        return found

    @cached_property
    def last_ditch(self) -> list[int]:
        """The sources that decide the game, safest first, when the enemy is near all that are left."""
        held = bits(self.rules.deciding_sources[self.side] & self.own_control)
        away = self.enemy_distance
        if any(away[hex_] > ALARM[self.side] for hex_ in held):
            return []
        return sorted(held, key=lambda hex_: -away[hex_])

    @cached_property
    def pull(self) -> Memo[int]:
        """How strongly goals in enemy hands draw units to each hex."""
        wanted = [
            (n, goal) for n, goal in enumerate(self.ground.goals) if not self.own_control >> goal.hex & 1
        ]
        return self.ground.pull(tuple([(n, self.prizes[goal.hex]) for n, goal in wanted]))

    @cached_property
    def enemy_distance(self) -> bytes:
        """Movement points from the nearest enemy unit to each hex."""
        return self.ground.march(self.pos.occupied[self.enemy])

    @cached_property
    def guard(self) -> Memo[int]:
        """How much each hex lies on the enemy's ways to goals of this side."""
        worths = []
        for number, goal in enumerate(self.ground.goals):
            worth = self.prizes[goal.hex] * URGENCY[self.enemy_distance[goal.hex]]
            if self.own_control >> goal.hex & 1 and worth > 0.08:
                worths.append((number, worth))
        return self.ground.guard(tuple(worths), self.pos.occupied[self.enemy])

    @cached_property
    def _massed(self) -> tuple[tuple[int, int], ...]:
        """The strength that stands in each hex of the enemy."""
        stacks, strength = self.pos.stacks, self.rules.battles.strength
        return tuple([(hex_, strength(stacks[hex_])) for hex_ in bits(self.pos.occupied[self.enemy])])

    @cached_property
    def threat(self) -> Memo[int]:
        """The strength that the enemy might bring against each hex in his next turn."""
        return self.ground.threat(self.enemy, self._massed)

    @cached_property
    def defeats(self) -> Defeats:
        """The chances that so much strength in a hex is destroyed or thrown back if attacked."""
        open_ = self.rules.grid.all & ~self.enemy_zone & ~self.pos.occupied[self.enemy]
        return self.ground.defeats(self.enemy, self._massed, open_)

    @cached_property
    def enemy_connected(self) -> int:
        """Hexes in which enemy units are not isolated."""
        return self.pos.rules.isolation.connected(self.pos, self.enemy)

    @cached_property
    def enclosure(self) -> Memo[int]:
        """How nearly each hex is shut in by the enemy, from 0 to 1."""
        shut = self.enemy_zone | self.pos.occupied[self.enemy]
        around = self.ground.around
        return Memo(lambda hex_: ((around[hex_] & shut).bit_count() / 6) ** 2)
