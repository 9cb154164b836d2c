"""Attacks weighed by exact expectation, and shared out among the units in contact."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from typhoon.games.red_typhoon.charts import SOVIET
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import bits

SETBACK = 0.02
"""What it costs a unit to be thrown back a hex, when it has a way to go."""
DEPTH_WORTH = 0.008
"""What each hex that a strength point is thrown back is worth."""
ORDINARY_UNIT = 0.5
"""What the unit lost in an attack is worth, before it is known who attacks."""
HOLDING_ON = 0.85
"""The chance to keep a goal that was taken."""
PROGRESS = 0.12
"""What advancing is worth, as a share of what draws the side to the hex."""


class Stake(NamedTuple):
    """What there is to win in an attack on a hex."""

    kill: float
    push: float
    depth: float
    exchange: float
    defense: int
    shift: int


class Field:
    """All enemy stacks as targets, with their stakes."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.ground = outlook.ground
        self.pos = outlook.pos
        self._stakes: dict[int, Stake] = {}
        self._curves: dict[tuple[int, int], list[float]] = {}

    def stake(self, target: int) -> Stake:
        found = self._stakes.get(target)
        if found is None:
            found = self._stakes[target] = self._reckon(target)
        return found

    def _reckon(self, target: int) -> Stake:
        outlook, pos = self.outlook, self.pos
        defenders = list(bits(pos.stacks[target]))
        worths = [outlook.worth[unit] for unit in defenders]
        strength = sum([outlook.rules.strength[unit] for unit in defenders])
        prize = PROGRESS * outlook.temper.pull * min(4.0, outlook.pull[target])
        if not outlook.own_control >> target & 1:
            prize += outlook.prizes.get(target, 0.0) * HOLDING_ON
        fresh = sum([outlook.rules.strength[u] for u in defenders if not pos.disrupted >> u & 1])
        return Stake(
            kill=sum(worths) + prize,
            push=fresh * outlook.lost_turn + prize,
            depth=strength * DEPTH_WORTH,
            exchange=min(worths),
            defense=strength,
            shift=self._shift(target),
        )

    def _shift(self, target: int) -> int:
        """The die modifiers of every attack on a hex; those of a river depend on the attackers."""
        outlook, rules = self.outlook, self.outlook.rules
        shift = 0
        terrain = rules.board.terrain_at[target]
        if terrain in ("woods", "city"):
            shift += rules.modifiers[terrain].drm
        if not outlook.enemy_connected >> target & 1:
            shift += rules.modifiers["isolated"].drm
        if outlook.side == SOVIET and self.pos.turn == 1:
            shift += rules.modifiers["surprise"].drm
        return shift

    def river(self, target: int, hexes: Iterable[int]) -> int:
        """The modifier when every attacker stands across a river."""
        grid, rivers = self.ground.grid, self.outlook.rules.board.rivers
        for hex_ in hexes:
            direction = grid.direction(hex_, target)
            if direction is None or not rivers[direction] >> hex_ & 1:
                return 0
        return self.outlook.rules.modifiers["river"].drm

    def value(
        self,
        target: int,
        strength: float,
        escape: int,
        weakest: float,
        river: int = 0,
        setback: float = SETBACK,
    ) -> float:
        """The expected gain of an attack by so much strength."""
        stake = self.stake(target)
        ratio = int(strength // stake.defense)
        if ratio < 1:
            return 0.0
        chance = self.ground.chances(ratio, stake.shift + river, escape)
        loss = weakest if self.outlook.side == SOVIET else min(weakest, setback)
        return (
            chance.kill * stake.kill
            + chance.push * stake.push
            + chance.depth * stake.depth
            + chance.exchange * (stake.exchange - weakest)
            - chance.loss * loss
            - chance.repulse * setback
        )

    def promise(self, target: int, ratio: float, escape: int) -> float:
        """The expected gain of ordinary units at an odds that may be a fraction."""
        curve = self._curves.get((target, escape))
        if curve is None:
            defense = self.stake(target).defense
            odds = range(self.outlook.rules.crt.best + 1)
            curve = [self.value(target, n * defense, escape, ORDINARY_UNIT) for n in odds]
            self._curves[target, escape] = curve
        whole = int(ratio)
        if whole >= len(curve) - 1:
            return curve[-1]
        return curve[whole] + (curve[whole + 1] - curve[whole]) * (ratio - whole)


class Battle(NamedTuple):
    """An attack worth making."""

    target: int
    units: tuple[int, ...]
    value: float


class Contact:
    """The units in contact shared out among the targets around them."""

    def __init__(self, field: Field, able: int) -> None:
        self.field = field
        self.outlook = outlook = field.outlook
        self.ground, self.pos = field.ground, field.pos
        pos = self.pos
        self.open = outlook.rules.board.grid.all & ~pos.occupied[outlook.side] & ~pos.zone(outlook.side)
        self.way_back = outlook.rules.board.grid.all & ~pos.occupied[outlook.enemy] & ~outlook.enemy_zone
        self.targets_of: dict[int, list[int]] = {}
        self.groups: dict[int, list[int]] = {}
        self.escape: dict[int, int] = {}
        enemies = pos.occupied[outlook.enemy]
        for unit in bits(able):
            near = [
                hex_
                for hex_ in bits(self.ground.around[pos.where[unit]] & enemies)
                if not pos.stacks[hex_] & pos.defended
            ]
            if near:
                self.targets_of[unit] = near
                for hex_ in near:
                    if hex_ not in self.groups:
                        self.groups[hex_] = []
                        self.escape[hex_] = self.ground.escape(hex_, self.open)
        self._share_out()

    def setback(self, units: Iterable[int]) -> float:
        """What it costs when the attackers must retreat."""
        cost = 0.0
        for unit in units:
            trapped = not self.ground.around[self.pos.where[unit]] & self.way_back
            cost += self.outlook.worth[unit] if trapped else SETBACK
        return cost

    def value(self, target: int, units: list[int]) -> float:
        """The exact expectation of an attack by these units."""
        if not units:
            return 0.0
        strength, worth = self.outlook.rules.strength, self.outlook.worth
        total = sum([strength[unit] for unit in units])
        river = self.field.river(target, [self.pos.where[unit] for unit in units])
        weakest = min([worth[unit] for unit in units])
        escape = self.escape[target]
        return self.field.value(target, total, escape, weakest, river, self.setback(units))

    def _share_out(self) -> None:
        strength = self.outlook.rules.strength
        value = dict.fromkeys(self.groups, 0.0)
        for unit in sorted(self.targets_of, key=lambda u: (len(self.targets_of[u]), -strength[u], u)):
            best = max(self.targets_of[unit], key=lambda t: self._promise(t, strength[unit]))
            self.groups[best].append(unit)
        for target, group in self.groups.items():
            value[target] = self.value(target, group)
        for _ in range(2):
            self._improve(value)

    def _promise(self, target: int, more: int) -> float:
        """The gain of adding strength to an attack, counting fractions of odds."""
        group, defense = self.groups[target], self.field.stake(target).defense
        now = sum([self.outlook.rules.strength[unit] for unit in group]) / defense
        return self._smooth(target, now + more / defense) - self._smooth(target, now)

    def _smooth(self, target: int, ratio: float) -> float:
        return self.field.promise(target, ratio, self.escape[target])

    def _improve(self, value: dict[int, float]) -> None:
        """Move single units to where they gain more, or out of attacks they only burden."""
        for unit, targets in self.targets_of.items():
            at = next((t for t in targets if unit in self.groups[t]), None)
            rest: list[int] = []
            without = 0.0
            if at is not None:
                rest = [u for u in self.groups[at] if u != unit]
                without = self.value(at, rest)
            best, gain = at, value[at] - without if at is not None else 1e-9
            for target in targets:
                if target != at:
                    more = self.value(target, [*self.groups[target], unit]) - value[target]
                    if more > gain + 1e-9:
                        best, gain = target, more
            if gain < 0:
                best = None
            if best == at:
                continue
            if at is not None:
                self.groups[at], value[at] = rest, without
            if best is not None:
                self.groups[best].append(unit)
                value[best] = self.value(best, self.groups[best])

    def battles(self) -> list[Battle]:
        """The attacks, with what each is expected to gain."""
        found = []
        for target, group in self.groups.items():
            value = self.value(target, group)
            if value > 0:
                found.append(Battle(target, tuple(sorted(group)), value))
        return found

    def urgency(self, battle: Battle, others: list[Battle]) -> float:
        """The gain of an attack, and of what an advance would add to the attacks still to come."""
        grid, ground = self.outlook.rules.board.grid, self.ground
        near = grid.disc(battle.target, 2)
        shut = self.open & ~grid.grow(1 << battle.target)
        total = battle.value
        for other in others:
            if other.target == battle.target or not near >> other.target & 1:
                continue
            now = self.escape[other.target]
            if now and ground.escape(other.target, shut) < now:
                total += 0.4 * self.field.stake(other.target).kill
        return total
