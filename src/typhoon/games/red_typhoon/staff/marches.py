"""Where every unit should stand at the end of the movement phase."""

from __future__ import annotations

from heapq import heapify, heappop, heappush, nlargest
from typing import NamedTuple

from typhoon.games.red_typhoon.movement import field_of
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.stacking import LIMIT
from typhoon.games.red_typhoon.staff.battles import Field
from typhoon.games.red_typhoon.staff.ground import ground_of
from typhoon.games.red_typhoon.staff.outlook import Memo, Outlook
from typhoon.hexgrid import bits

CHOICES = 7
"""Quiet hexes that a unit weighs, besides all those next to the enemy."""
PULL = 0.25
"""What coming nearer to a goal is worth, as a share of what draws the side there."""
BAR = 0.03
"""What barring a hex is worth, as a share of what the way through it leads to."""
BEHIND = 0.7
"""What is left of that for the hexes behind a unit."""
SHELTER = 4
"""How far behind a unit that goes."""
TRAPPED = (0.6, 0.35, 0.12, 0.1, 0.1, 0.1, 0.1)
"""The chance that a retreat is barred, by how many hexes beside are held."""
SENTINEL = 4
"""The strength of a unit that is best spared to guard a source."""
TROUBLE = 0.01
"""What a move must gain at the least."""


class Leg(NamedTuple):
    """One move of a unit."""

    unit: int
    start: int
    to: int


class March:
    """An assignment of units to hexes, made unit by unit, the most gainful first."""

    def __init__(self, outlook: Outlook, movers: int, attackers: int) -> None:
        self.outlook = outlook
        self.pos, self.ground, self.rules = outlook.pos, outlook.ground, outlook.rules
        self.field = Field(outlook)
        self.movers, self.attackers = movers, attackers
        self.side, self.enemies = outlook.side, self.pos.occupied[outlook.enemy]
        self.standing: dict[int, int] = {}
        """How much of the stacking limit is used in each hex."""
        self.defense: dict[int, tuple[int, float]] = {}
        """Strength and worth of the units in each hex."""
        self.beside: dict[int, int] = {}
        """How many of the hexes around each hex are held."""
        self.massed: dict[int, int] = {}
        """Strength gathered against each target."""
        self.post: dict[int, int] = {}
        self.aim: dict[int, int] = {}
        """The target of each unit that has one."""
        self.gain_of: dict[int, tuple[float, float]] = {}
        """For each unit what its place and its attack gain."""
        self._uncovered = outlook.ground.grid.all
        self._open = outlook.ground.grid.all
        """Hexes into which the enemy could still retreat."""
        self._bars = Memo(outlook.guard.__getitem__)
        """What is gained by barring each hex."""
        self._lure = self._lures()
        self._near_enemies: dict[int, list[int]] = {}
        self._reach: dict[int, tuple[list[int], list[int]]] = {}
        """The hexes that each unit can come to, next to the enemy and not."""
        self._assign()

    # Worth of a place

    def _lures(self) -> Memo:
        """What each hex offers any unit: goals to come nearer to, ways to bar."""
        pull, temper = self.outlook.pull, self.outlook.temper
        near, drawn, bars = self.ground.near, temper.pull * PULL, temper.guard * BAR

        def reckon(hex_: int) -> float:
            free, barred = self._uncovered, self._bars
            gain = sum([barred[other] for other in (hex_, *near[hex_]) if free >> other & 1])
            return drawn * pull[hex_] + bars * gain

        return Memo(reckon)

    def _cover(self, hex_: int) -> None:
        """A unit bars the hexes around it, and makes it less urgent to bar those behind them."""
        fresh = self.ground.ball[hex_] & self._uncovered
        if not fresh:
            return
        self._uncovered &= ~fresh
        come = self.outlook.enemy_distance
        here = come[hex_]
        bars, lure = self._bars, self._lure
        for other in self.ground.within(hex_, SHELTER):
            if come[other] > here:
                bars[other] *= BEHIND
        for other in self.ground.within(hex_, SHELTER + 1):
            if other in lure:
                del lure[other]

    def risk(self, hex_: int, strength: int, worth: float, beside: int) -> float:
        """What the enemy can be expected to gain by attacking so much strength in a hex.

        The fewer friends stand beside it, the more likely he gets round it and bars its retreat.
        """
        outlook, temper = self.outlook, self.outlook.temper
        kill, push = outlook.defeat(hex_, strength)
        trapped = push * TRAPPED[beside]
        held = 0.15 * outlook.guard[hex_]
        if outlook.own_control >> hex_ & 1 and outlook.threat[hex_]:
            held += outlook.prizes.get(hex_, 0.0)
        lost = (kill + trapped) * worth + (push - trapped) * strength * outlook.lost_turn
        return temper.risk * lost + temper.hold * held * (kill + push)

    def place_gain(self, unit: int, hex_: int) -> float:
        """What a unit gains by standing in a hex, beside those who stand already."""
        strength, worth = self.defense.get(hex_, (0, 0.0))
        beside = self.beside.get(hex_, 0)
        gain = self._lure[hex_] + self.risk(hex_, strength, worth, beside)
        if not strength:
            gain += self._support(hex_)
        strength += self.rules.strength[unit]
        return gain - self.risk(hex_, strength, worth + self.outlook.worth[unit], beside)

    def _support(self, hex_: int) -> float:
        """What those beside a hex gain when somebody stands there."""
        gain = 0.0
        for other in self.ground.near[hex_]:
            if other in self.defense:
                beside = self.beside[other]
                strength, worth = self.defense[other]
                gain += self.risk(other, strength, worth, beside)
                gain -= self.risk(other, strength, worth, beside + 1)
        return gain

    def attack_gain(self, unit: int, hex_: int) -> tuple[float, int]:
        """The most that a unit adds to an attack from a hex, and on whom."""
        best, aim = 0.0, -1
        near = self._near_enemies.get(hex_)
        if near is None:
            return best, aim
        strength = self.rules.strength[unit]
        before = self._open
        after = before & ~self.ground.ball[hex_]
        joins = self.attackers >> unit & 1
        for target in near:
            defense = self.field.stake(target).defense
            now = self.massed.get(target, 0)
            then = now + strength if joins else now
            gain = self.field.promise(target, then / defense, self.ground.escape(target, after))
            if now:
                gain -= self.field.promise(target, now / defense, self.ground.escape(target, before))
            if gain > best:
                best, aim = gain, target
        return best, aim

    # Assignment

    def _assign(self) -> None:
        pos = self.pos
        own = self.rules.units_of[self.side] & pos.in_play
        for unit in bits(own):
            here = pos.where[unit]
            self.standing[here] = self.standing.get(here, 0) + self._size(unit)
        active = (self.movers | self.attackers) & own & ~pos.disrupted
        for unit in bits(own & ~active):
            self._stand(unit, pos.where[unit])
        contact = self.ground.grid.neighbours(self.enemies)
        for hex_ in bits(contact):
            self._near_enemies[hex_] = bits(self.ground.around[hex_] & self.enemies)
        for unit in bits(active):
            reach = self._hexes(unit)
            self._reach[unit] = bits(reach & contact), bits(reach & ~contact)
        self._post_sentinels()
        queue = [(-self._best(unit)[0], unit) for unit in self._reach if unit not in self.post]
        heapify(queue)
        while queue:
            _, unit = heappop(queue)
            gain, hex_, aim, parts = self._best(unit)
            if queue and -gain > queue[0][0] + 1e-9:
                heappush(queue, (-gain, unit))
                continue
            self._stand(unit, hex_)
            self.post[unit] = hex_
            self.gain_of[unit] = parts
            if aim >= 0:
                self.aim[unit] = aim
                if self.attackers >> unit & 1:
                    self.massed[aim] = self.massed.get(aim, 0) + self.rules.strength[unit]

    def _post_sentinels(self) -> None:
        """Keep one of the sources that decide the game, come what may."""
        strength = self.rules.strength
        for source in self.outlook.last_ditch:
            for unit in sorted(self._reach, key=lambda unit: abs(strength[unit] - SENTINEL)):
                held = self.defense.get(source, (0, 0.0))[0]
                here = self.pos.where[unit] == source
                if held >= 2 * SENTINEL or self._size(unit) > 1:
                    break
                room = here or self.standing.get(source, 0) < LIMIT[self.side]
                if room and (here or source in self._reach[unit][0] or source in self._reach[unit][1]):
                    self.gain_of[unit] = self.place_gain(unit, source), 0.0
                    self._stand(unit, source)
                    self.post[unit] = source
            if source in self.defense:
                return

    def _size(self, unit: int) -> int:
        return 2 if self.rules.first_shock_army >> unit & 1 else 1

    def _stand(self, unit: int, hex_: int) -> None:
        self.standing[self.pos.where[unit]] -= self._size(unit)
        self.standing[hex_] = self.standing.get(hex_, 0) + self._size(unit)
        if hex_ not in self.defense:
            self.beside.setdefault(hex_, 0)
            for other in self.ground.near[hex_]:
                self.beside[other] = self.beside.get(other, 0) + 1
        strength, worth = self.defense.get(hex_, (0, 0.0))
        self.defense[hex_] = strength + self.rules.strength[unit], worth + self.outlook.worth[unit]
        if not self.pos.disrupted >> unit & 1:
            self._open &= ~self.ground.ball[hex_]
            self._cover(hex_)

    def _hexes(self, unit: int) -> int:
        """Where a unit can go."""
        if not self.movers >> unit & 1 or self.pos.stopped >> unit & 1:
            return 0
        pos = self.pos
        way = field_of(pos, self.side).reach(pos.where[unit], pos.left[unit], self.rules.steps[unit])
        return way.hexes

    def _best(self, unit: int) -> tuple[float, int, int, tuple[float, float]]:
        """The best gain a unit can make now, where, against whom, and what it consists of."""
        room = LIMIT[self.side] - self._size(unit)
        close, wide = self._reach[unit]
        standing = self.standing
        place = self.place_gain(unit, here := self.pos.where[unit])
        attack, aim = self.attack_gain(unit, here)
        best = place + attack + TROUBLE, here, aim, (place, attack)
        for hex_ in (*close, *nlargest(CHOICES, wide, key=self._lure.__getitem__)):
            if standing.get(hex_, 0) > room:
                continue
            place = self.place_gain(unit, hex_)
            attack, aim = self.attack_gain(unit, hex_)
            if place + attack > best[0]:
                best = place + attack, hex_, aim, (place, attack)
        return best

    def legs(self) -> list[Leg]:
        """The moves that bring the units there."""
        where = self.pos.where
        return [Leg(unit, where[unit], hex_) for unit, hex_ in self.post.items() if where[unit] != hex_]


def captures(pos: RedPosition, side: int, movers: int) -> list[Leg]:
    """Walk into every open goal that a unit can reach; the position is changed accordingly."""
    ground, rules = ground_of(pos.rules), pos.rules
    legs = []
    field = field_of(pos, side)
    wanted = [g for g in ground.goals if not (pos.control[side] | pos.occupied[1 - side]) >> g.hex & 1]
    prizes = Outlook(pos, side).prizes
    for goal in sorted(wanted, key=lambda goal: -prizes[goal.hex]):
        best: tuple[int, int, int] | None = None
        for unit in bits(movers & pos.in_play & ~pos.disrupted & ~pos.stopped):
            way = field.reach(pos.where[unit], pos.left[unit], rules.steps[unit])
            if way.hexes >> goal.hex & 1:
                spare = pos.left[unit] - way.cost(goal.hex)
                if best is None or (spare, -unit) > best[:2]:
                    best = spare, -unit, unit
        if best is None:
            continue
        unit = best[2]
        legs.append(Leg(unit, pos.where[unit], goal.hex))
        pos.left[unit] = best[0]
        if field.stop >> goal.hex & 1:
            pos.stopped |= 1 << unit
        pos.remove(unit)
        pos.place(unit, goal.hex)
        pos.control[side] |= 1 << goal.hex
        pos.control[1 - side] &= ~(1 << goal.hex)
    return legs
