"""Where every unit should stand at the end of the movement phase."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.posts import Posts
from typhoon.games.red_typhoon.staff.targets import Targets
from typhoon.hexgrid import bits

CHOICES = 4
"""Quiet hexes that a unit weighs, besides all those next to the enemy."""
SENTINEL = 4
"""The strength of a unit that is best spared to guard a source."""
SLACK = 0.1
"""How much less than the next unit in line one may gain and still be settled first."""
TROUBLE = 0.01
"""What a move must gain at the least."""


class Leg(NamedTuple):
    """One move of a unit."""

    unit: int
    start: int
    to: int


class Choice(NamedTuple):
    """A place for a unit, what it gains there, and whom it attacks from there (-1: nobody)."""

    total: float
    hex: int
    aim: int
    place: float
    attack: float


class March:
    """An assignment of units to hexes, made unit by unit, the most gainful first."""

    posts: type[Posts] = Posts

    def __init__(
        self,
        outlook: Outlook,
        movers: int,
        attackers: int,
        choices: int = CHOICES,
        targets: Targets | None = None,
    ) -> None:
        self.outlook = outlook
        self.pos, self.ground, self.rules = outlook.pos, outlook.ground, outlook.rules
        self.side, self.enemies = outlook.side, self.pos.occupied[outlook.enemy]
        self.movers, self.attackers = movers, attackers
        self.choices = choices
        self.line = self.posts(outlook)
        self.targets = targets or Targets(outlook)
        self.massed: dict[int, int] = {}
        """Strength gathered against each target."""
        self.chosen: dict[int, Choice] = {}
        self._near_enemies: dict[int, list[int]] = {}
        self._open = 0
        self._escapes: dict[tuple[int, int], int] = {}
        """How far enemies can retreat as long as so much is open to them."""
        self._reach: dict[int, tuple[list[int], list[int]]] = {}
        """The hexes that each unit in hand can come to, next to the enemy and not."""
        self._assign()

    def _assign(self) -> None:
        pos, line = self.pos, self.line
        own = self.rules.units_of[self.side] & pos.in_play
        active = (self.movers | self.attackers) & own & ~pos.disrupted
        for unit in bits(own):
            if active >> unit & 1:
                # A unit in hand fills its place until it has another.
                line.join(unit, pos.where[unit])
            else:
                line.stand(unit, pos.where[unit])
        contact = self.ground.grid.neighbours(self.enemies)
        for hex_ in bits(contact):
            self._near_enemies[hex_] = bits(self.ground.around[hex_] & self.enemies)
        for unit in bits(active):
            hexes = self._hexes(unit)
            self._reach[unit] = bits(hexes & contact), bits(hexes & ~contact)
        self._post_sentinels()
        queue = [(-self._best(unit).total, unit) for unit in self._reach if unit not in self.chosen]
        heapify(queue)
        while queue:
            _, unit = heappop(queue)
            choice = self._best(unit)
            if queue and -choice.total > queue[0][0] + SLACK:
                heappush(queue, (-choice.total, unit))
            else:
                self._settle(unit, choice)

    def _hexes(self, unit: int) -> int:
        """Where a unit can go."""
        pos = self.pos
        if not self.movers >> unit & 1 or pos.stopped >> unit & 1:
            return 0
        return (
            pos.rules.marches.field(pos, self.side)
            .reach(pos.where[unit], pos.left[unit], self.rules.steps[unit])
            .hexes
        )

    def _best(self, unit: int) -> Choice:
        """The best that a unit can do now."""
        here, has_room = self.pos.where[unit], self.line.has_room
        close, wide = self._reach[unit]
        now = self.chosen.get(unit)
        best = self._choice(unit, here if now is None else now.hex)
        quiet = sorted(wide, key=self.line.lure.__getitem__, reverse=True)[: self.choices]
        for hex_ in (here, *close, *quiet):
            if has_room(unit, hex_):
                choice = self._choice(unit, hex_)
                if choice.total > best.total:
                    best = choice
        return best

    def _choice(self, unit: int, hex_: int) -> Choice:
        place = self.line.gain(unit, hex_)
        attack, aim = self._attack_gain(unit, hex_)
        trouble = TROUBLE if hex_ != self.pos.where[unit] else 0.0
        return Choice(place + attack - trouble, hex_, aim, place, attack)

    def _attack_gain(self, unit: int, hex_: int) -> tuple[float, int]:
        """The most that a unit adds to an attack from a hex, and on whom."""
        best, aim = 0.0, -1
        near = self._near_enemies.get(hex_)
        if near is None:
            return best, aim
        strength = self.rules.strength[unit] if self.attackers >> unit & 1 else 0
        promise, escape = self.targets.promise, self._escape
        for target in near:
            defense = self.targets.stake(target).defense
            now = self.massed.get(target, 0)
            gain = promise(target, (now + strength) / defense, escape(target, hex_))
            if now:
                gain -= promise(target, now / defense, escape(target))
            if gain > best:
                best, aim = gain, target
        return best, aim

    def _escape(self, target: int, held: int = -1) -> int:
        """How far the enemy can retreat, and how far when one hex more is held."""
        open_ = self.line.open
        if open_ != self._open:
            self._open = open_
            self._escapes.clear()
        found = self._escapes.get((target, held))
        if found is None:
            shut = self.ground.ball[held] if held >= 0 else 0
            found = self._escapes[target, held] = self.ground.escape(target, open_ & ~shut)
        return found

    def _settle(self, unit: int, choice: Choice) -> None:
        if unit not in self.chosen:
            self.line.leave(unit, self.pos.where[unit])
        self.line.stand(unit, choice.hex)
        self.chosen[unit] = choice
        self._mass(unit, choice, 1)

    def _mass(self, unit: int, choice: Choice, sign: int) -> None:
        if choice.aim >= 0 and self.attackers >> unit & 1:
            strength = sign * self.rules.strength[unit]
            self.massed[choice.aim] = self.massed.get(choice.aim, 0) + strength

    def _post_sentinels(self) -> None:
        """Keep one of the sources that decide the game, come what may."""
        line, strength = self.line, self.rules.strength
        fit = [unit for unit in self._reach if self.rules.stacking.size(1 << unit) == 1]
        fit.sort(key=lambda unit: abs(strength[unit] - SENTINEL))
        for source in self.outlook.last_ditch:
            for unit in fit:
                here = self.pos.where[unit] == source
                close, wide = self._reach[unit]
                if line.defense.get(source, (0, 0.0))[0] >= 2 * SENTINEL:
                    break
                if here or (line.has_room(unit, source) and (source in close or source in wide)):
                    place = line.gain(unit, source)
                    self._settle(unit, Choice(place, source, -1, place, 0.0))
            if source in line.defense:
                return

    def legs(self) -> list[Leg]:
        """The moves that bring the units there."""
        where = self.pos.where
        return [Leg(u, where[u], choice.hex) for u, choice in self.chosen.items() if where[u] != choice.hex]


def captures(outlook: Outlook, movers: int) -> list[Leg]:
    """Walk into every open goal that a unit can reach; the position is changed accordingly."""
    pos, side, ground, rules = outlook.pos, outlook.side, outlook.ground, outlook.rules
    legs = []
    field = pos.rules.marches.field(pos, side)
    wanted = [g for g in ground.goals if not (pos.control[side] | pos.occupied[1 - side]) >> g.hex & 1]
    prizes = outlook.prizes
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
