"""The units in contact shared out among the targets around them, and the attacks they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from typhoon.games.red_typhoon.staff.targets import Targets
from typhoon.hexgrid import bits


class Battle(NamedTuple):
    """An attack worth making."""

    target: int
    units: tuple[int, ...]
    value: float


class Contact:
    """The units in contact shared out among the targets around them."""

    def __init__(self, targets: Targets, able: int) -> None:
        self.targets, self.able = targets, able
        self.outlook = outlook = targets.outlook
        self.ground, self.pos = targets.ground, targets.pos
        pos = self.pos
        self.open = outlook.rules.grid.all & ~pos.occupied[outlook.side] & ~pos.zone(outlook.side)
        self.targets_of: dict[int, list[int]] = {}
        self.groups: dict[int, list[int]] = {}
        self._massed: dict[int, int] = {}
        """The strength of each group until units are moved to where they gain more."""
        self.escape: dict[int, int] = {}
        for unit in bits(able):
            if near := targets.beside(pos.where[unit]):
                self.targets_of[unit] = near
                for hex_ in near:
                    if hex_ not in self.groups:
                        self.groups[hex_], self._massed[hex_] = [], 0
                        self.escape[hex_] = self.ground.escape(hex_, self.open)
        self._share_out()

    def setback(self, units: Iterable[int]) -> float:
        """What it costs when the attackers must retreat."""
        cost = 0.0
        for unit in units:
            cost += self.targets.setback[unit]
        return cost

    def value(self, target: int, units: list[int]) -> float:
        """The exact expectation of an attack by these units."""
        if not units:
            return 0.0
        strength, worth = self.outlook.rules.strength, self.outlook.worth
        total = sum([strength[unit] for unit in units])
        river = self.targets.river(target, [self.pos.where[unit] for unit in units])
        weakest = min([worth[unit] for unit in units])
        escape = self.escape[target]
        return self.targets.value(target, total, escape, weakest, river, self.setback(units))

    def _share_out(self) -> None:
        strength = self.outlook.rules.strength
        value = dict.fromkeys(self.groups, 0.0)
        for unit in sorted(self.targets_of, key=lambda u: (len(self.targets_of[u]), -strength[u], u)):
            best = max(self.targets_of[unit], key=lambda t: self._promise(t, strength[unit]))
            self.groups[best].append(unit)
            self._massed[best] += strength[unit]
        for target, group in self.groups.items():
            value[target] = self.value(target, group)
        for _ in range(2):
            self._improve(value)

    def _promise(self, target: int, more: int) -> float:
        """The gain of adding strength to an attack, counting fractions of odds."""
        defense, escape = self.targets.stake(target).defense, self.escape[target]
        now, promise = self._massed[target] / defense, self.targets.promise
        return promise(target, now + more / defense, escape) - promise(target, now, escape)

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
        grid, ground = self.outlook.rules.grid, self.ground
        near = ground.disc(battle.target, 2)
        shut = self.open & ~grid.grow(1 << battle.target)
        total = battle.value
        for other in others:
            if other.target == battle.target or not near >> other.target & 1:
                continue
            now = self.escape[other.target]
            if now and ground.escape(other.target, shut) < now:
                total += 0.4 * self.targets.stake(other.target).kill
        return total
