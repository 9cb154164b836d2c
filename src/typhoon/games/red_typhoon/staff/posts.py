"""Who stands where, and what it is worth to stand in a hex beside those who do."""

from __future__ import annotations

from typhoon.games.red_typhoon.staff.outlook import URGENCY, Outlook
from typhoon.games.red_typhoon.staff.reading import Memo
from typhoon.hexgrid import bits

PULL = 0.25
"""What coming nearer to a goal is worth, as a share of what draws the side there."""
BAR = 0.03
"""What barring a hex is worth, as a share of what the way through it leads to."""
BEHIND = 0.7
"""What is left of that for the hexes behind a unit."""
SHELTER = 3
"""How far behind a unit that goes."""
GROUND = 0.15
"""What it costs to be beaten in a hex, as a share of what the way through it leads to."""
Situation = tuple[int, int, float, int]
"""A hex, the strength and worth of who stands there, and how many hexes beside it are held."""
TRAPPED = (0.6, 0.35, 0.12, 0.1, 0.1, 0.1, 0.1)
"""The chance that a retreat is barred, by how many hexes beside are held."""


class Posts:
    """The units of a side that have their places."""

    def __init__(self, outlook: Outlook, standing: int = 0) -> None:
        self.outlook = outlook
        self.ground, self.rules, self.pos = outlook.ground, outlook.rules, outlook.pos
        self.stacks: dict[int, int] = {}
        """Who stands in each hex, or is there until he has another place."""
        self.defense: dict[int, tuple[int, float]] = {}
        """Strength and worth of the units in each hex."""
        self.beside: dict[int, int] = {}
        """How many of the hexes around each hex are held."""
        self.open = self.ground.grid.all
        """Hexes into which the enemy could still retreat."""
        self._uncovered = self.ground.grid.all
        self._bare = bytearray(b"\1") * self.ground.size
        """The same, hex by hex."""
        self._bars = Memo(outlook.guard.__getitem__)
        """What is gained by barring each hex."""
        self._held = Memo(self._ground_lost)
        self._risks = Memo(self._risk)
        self.lure = Memo(self._lure)
        """What each hex offers any unit: goals to come nearer to, ways to bar."""
        for unit in bits(standing):
            self.stand(unit, self.pos.where[unit])

    # Taking places

    def has_room(self, unit: int, hex_: int) -> bool:
        """Whether a unit may stack with those who are in a hex."""
        stack = self.stacks.get(hex_, 0)  # where there is nobody, anybody may go (7.0)
        return not stack or not self.rules.stacking.too_many(self.outlook.side, stack | 1 << unit)

    def join(self, unit: int, hex_: int) -> None:
        """Put a unit into a hex for the time being."""
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit

    def leave(self, unit: int, hex_: int) -> None:
        self.stacks[hex_] &= ~(1 << unit)

    def stand(self, unit: int, hex_: int) -> None:
        """Give a unit its place."""
        self.join(unit, hex_)
        if hex_ not in self.defense:
            self.beside.setdefault(hex_, 0)
            for other in self.ground.near[hex_]:
                self.beside[other] = self.beside.get(other, 0) + 1
        strength, worth = self.defense.get(hex_, (0, 0.0))
        self.defense[hex_] = strength + self.rules.strength[unit], worth + self.outlook.worth[unit]
        if not self.pos.disrupted >> unit & 1:
            self.open &= ~self.ground.ball[hex_]
            self._cover(hex_)

    def lift(self, unit: int, hex_: int) -> None:
        """Take a unit from its place."""
        self.leave(unit, hex_)
        strength, worth = self.defense.pop(hex_)
        strength -= self.rules.strength[unit]
        if strength:
            self.defense[hex_] = strength, worth - self.outlook.worth[unit]
        else:
            for other in self.ground.near[hex_]:
                self.beside[other] -= 1

    def _cover(self, hex_: int) -> None:
        """A unit bars the hexes around it, and makes it less urgent to bar those behind them."""
        fresh = self.ground.ball[hex_] & self._uncovered
        if not fresh:
            return
        self._uncovered ^= fresh
        for other in bits(fresh):
            self._bare[other] = 0
        come, bars, lure = self.outlook.enemy_distance, self._bars, self.lure
        here = come[hex_]
        for other in self.ground.within(hex_, SHELTER):
            if come[other] > here:
                bars[other] *= BEHIND
        for other in self.ground.within(hex_, SHELTER + 1):
            if other in lure:
                del lure[other]

    # Worth of a place

    def _lure(self, hex_: int) -> float:
        bare, bars, temper = self._bare, self._bars, self.outlook.temper
        barred = sum([bars[other] for other in self.ground.here_and_near[hex_] if bare[other]])
        worth = temper.pull * PULL * self.outlook.pull[hex_] + temper.guard * BAR * barred
        return worth * self.outlook.whim[hex_]

    def _ground_lost(self, hex_: int) -> float:
        """What it costs to lose a hex."""
        outlook = self.outlook
        held = GROUND * outlook.guard[hex_]
        if outlook.own_control >> hex_ & 1 and hex_ in outlook.prizes:
            held += outlook.prizes[hex_] * URGENCY[outlook.enemy_distance[hex_]]
        return held

    def _risk(self, situation: Situation) -> float:
        """What the enemy can be expected to gain by attacking so much strength in a hex.

        The fewer friends stand beside it, the more likely he gets round it and bars its retreat.
        """
        hex_, strength, worth, beside = situation
        outlook, temper = self.outlook, self.outlook.temper
        held = self._held[hex_]
        if not strength:
            return temper.hold * held
        kill, push = outlook.defeats[hex_, strength]
        trapped = push * self.trapped(hex_, beside)
        lost = (kill + trapped) * worth + (push - trapped) * strength * outlook.lost_turn
        return temper.risk * lost + temper.hold * held * (kill + push)

    def gain(self, unit: int, hex_: int) -> float:
        """What a unit gains by standing in a hex, beside those who stand already."""
        strength, worth = self.defense.get(hex_, (0, 0.0))
        beside = self.beside.get(hex_, 0)
        gain = self.lure[hex_] + self._risks[hex_, strength, worth, beside]
        if beside and not strength:
            gain += self._support(hex_)
        strength += self.rules.strength[unit]
        return gain - self._risks[hex_, strength, worth + self.outlook.worth[unit], beside]

    def trapped(self, hex_: int, beside: int) -> float:
        """The chance that a retreat is barred."""
        return TRAPPED[beside]

    def _support(self, hex_: int) -> float:
        """What those beside a hex gain when somebody stands there."""
        gain = 0.0
        for other in self.ground.near[hex_]:
            if other in self.defense:
                beside = self.beside[other]
                strength, worth = self.defense[other]
                gain += self._risks[other, strength, worth, beside]
                gain -= self._risks[other, strength, worth, beside + 1]
        return gain
