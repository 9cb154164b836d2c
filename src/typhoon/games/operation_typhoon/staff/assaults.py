"""Attacks planned on the march: who should stand where beside which enemy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from typhoon.games.operation_typhoon.charts import GERMAN, INFANTRY, SOVIET
from typhoon.games.operation_typhoon.staff.crowd import Crowd
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import bits

MOST_INTEGRITY = 3
BEGINNINGS = 2
"""From how many first blocks an attack is built up."""

Stacks = dict[int, int]
"""Units by the hex in which they stand."""


def stacked(block: dict[int, int], onto: Stacks | None = None) -> Stacks:
    """Units whose hexes are given, by hex, beside others."""
    found = onto.copy() if onto else {}
    for unit, hex_ in block.items():
        found[hex_] = found.get(hex_, 0) | 1 << unit
    return found


class Assault(NamedTuple):
    target: int
    places: dict[int, int]
    """The hex of each unit that takes part."""
    value: float


class Part(NamedTuple):
    """The part of a stack that attacks."""

    units: int
    strength: float
    tanks: int
    """Those that have infantry with them."""
    steps: tuple[float, ...]
    """What a step of each is worth."""


class Assaults:
    """Finds the best attacks that units can move into."""

    def __init__(self, outlook: Outlook, crowd: Crowd, ways: dict[int, int], doubled: int = 0) -> None:
        self.outlook, self.crowd, self.ways = outlook, crowd, ways
        self.pos, self.rules, self.grid = outlook.pos, outlook.rules, outlook.grid
        self.side, self.weights = outlook.side, outlook.weights.attack
        self.doubled = doubled
        """Units whose HQ is going to make its accelerated assault."""
        self.targets = 0
        self.used_hexes = 0
        self._enemies, self._firm = self.pos.occupied[1 - self.side], self.pos.firm[1 - self.side]
        self._all_or_none = self.rules.obligation.all_or_none(self.pos, self.side)
        self._defense: dict[int, tuple[float, float, bool, int]] = {}
        self._parts: dict[int, Part] = {}
        self._frozen, self._line = outlook.frozen_rivers(), cache(outlook.ground.terrain_line)
        self._prize, self._fear = cache(self._prize_of), cache(self._fear_of)
        self._across = cache(outlook.ground.river_between)

    # The whole plan

    def plan(self) -> list[Assault]:
        """The best attacks, one after another, each with units that no other needs."""
        found: list[Assault] = []
        free = set(self.ways)
        known: dict[int, Assault | None] = {}
        while True:
            for target in bits(self._reachable(free) & ~self.targets):
                if target not in known:
                    known[target] = self.best(target, free)
            least = self.weights.least * self.outlook.manner.demand
            choices = [a for a in known.values() if a is not None and a.value >= least]
            if not choices:
                return found
            chosen = max(choices, key=lambda a: (a.value, -a.target))
            found.append(chosen)
            self.targets |= 1 << chosen.target
            taken, hexes = set(chosen.places), 0
            for unit, hex_ in chosen.places.items():
                self.crowd.stand(unit, hex_)
                hexes |= 1 << hex_
            self.used_hexes |= hexes
            free -= taken
            near = self.grid.within(hexes | 1 << chosen.target, 2)
            for target, assault in list(known.items()):
                if near >> target & 1 or (assault is not None and taken & set(assault.places)):
                    del known[target]

    def _reachable(self, free: set[int]) -> int:
        hexes = 0
        for unit in free:
            hexes |= self.ways[unit]
        return self.pos.occupied[1 - self.side] & self.grid.neighbours(hexes)

    # One target

    def best(self, target: int, free: set[int]) -> Assault | None:
        """The best attack on a hex, built up block by block."""
        hexes = self.grid.around(target) & self.outlook.ground.open & ~self.pos.occupied[1 - self.side]
        hexes &= ~self.used_hexes
        able = [unit for unit in free if self.ways[unit] & hexes and not self.rules.hqs >> unit & 1]
        if not able:
            return None
        hexes_in_order = sorted(bits(hexes), key=lambda hex_: (self._extras(target, hex_).bit_count(), hex_))
        found: Assault | None = None
        for first in self._beginnings(target, able, hexes_in_order):
            assault = self._built_up(first, able, hexes_in_order)
            if found is None or assault.value > found.value:
                found = assault
        return found

    def _beginnings(self, target: int, able: list[int], hexes: list[int]) -> list[Assault]:
        """The most promising blocks to begin with; one alone may be too weak for any attack."""
        found = [
            Assault(target, block, self._worth(target, stacks))
            for block in self._blocks(able, hexes, {})
            if self.crowd.fits(stacks := stacked(block))
        ]
        found.sort(key=lambda assault: -assault.value)
        return found[:BEGINNINGS]

    def _built_up(self, assault: Assault, able: list[int], hexes: list[int]) -> Assault:
        """An attack with the blocks that make it better, one after another."""
        target = assault.target
        while True:
            better, least, standing = assault, assault.value + 0.05, stacked(assault.places)
            for block in self._blocks(able, hexes, assault.places):
                stacks = stacked(block, standing)
                if self.crowd.fits(stacks) and (value := self._worth(target, stacks)) > least:
                    better, least = Assault(target, assault.places | block, value), value
            if better is assault:
                return assault
            assault = better

    def _worth(self, target: int, stacks: Stacks) -> float:
        units = sum([units.bit_count() for units in stacks.values()])
        return self.value(target, stacks) - self.weights.per_unit * units

    def _blocks(self, able: list[int], hexes: list[int], placing: dict[int, int]) -> Iterator[dict[int, int]]:
        """Units and divisions that could join, each in some way of standing."""
        free = sorted([unit for unit in able if unit not in placing])
        if self.side == SOVIET:
            yield from self._singles(free, hexes)
            return
        divisions: dict[str, list[int]] = {}
        for unit in free:
            divisions.setdefault(self.rules.counters[unit].division, []).append(unit)
        for name, units in divisions.items():
            if name and len(units) > 1:
                yield from self._division(units, hexes)
        yield from self._singles(free, hexes)

    def _singles(self, units: list[int], hexes: list[int]) -> Iterator[dict[int, int]]:
        for unit in units:
            for hex_ in hexes:
                if self.ways[unit] >> hex_ & 1 and self.crowd.room(unit, hex_):
                    yield {unit: hex_}

    def _division(self, units: list[int], hexes: list[int]) -> Iterator[dict[int, int]]:
        """A division in one hex, in two, or spread out; tanks stay with a regiment."""
        large = [unit for unit in units if self.rules.large >> unit & 1]
        tanks = [unit for unit in units if not self.rules.large >> unit & 1]
        ways = self.ways
        if not large:
            return
        for first in hexes:
            here = [unit for unit in large if ways[unit] >> first & 1]
            if not here:
                continue
            crew = [tank for tank in tanks if ways[tank] >> first & 1][:2]
            if len(large) == 3 and len(here) == 3:
                yield dict.fromkeys(here, first)
            for second in hexes:
                if second == first:
                    if len(here) == 2:
                        yield dict.fromkeys([*here, *crew[:1]], first)
                    continue
                there = [unit for unit in large if ways[unit] >> second & 1 and unit != here[0]]
                if there and len(large) == 2:
                    yield dict.fromkeys([here[0], *crew], first) | {there[0]: second}
                elif len(there) == 2 and len(large) == 3:
                    yield {here[0]: first} | dict.fromkeys(there, second)
            if crew and len(large) == 1:
                yield dict.fromkeys([here[0], *crew], first)
        if len(large) == 3:
            for place in range(len(hexes) - 2):
                three = hexes[place : place + 3]
                if all(ways[unit] >> hex_ & 1 for unit, hex_ in zip(large, three, strict=True)):
                    yield dict(zip(large, three, strict=True))

    # What an attack is worth

    def strength(self, unit: int) -> float:
        return self.outlook.attack(unit) * (2 if self.doubled >> unit & 1 else 1)

    def value(self, target: int, stacks: Stacks) -> float:
        """The mean gain of an attack from these places, with what else it obliges to."""
        outlook, weights = self.outlook, self.weights
        attack, tanks, fighters, placed = 0.0, 0, 0, 0
        steps: tuple[float, ...] = ()
        across = not self._frozen
        for hex_, units in stacks.items():
            part = self._parts.get(units) or self._part(units)
            placed |= units
            fighters |= part.units
            attack += part.strength
            tanks += part.tanks
            steps += part.steps
            across = across and self._across(hex_, target)
        defense, worth, denied, shift = self._target(target)
        shift += 0 if denied else tanks
        if self.side == GERMAN:
            shift += min(MOST_INTEGRITY, self._whole_divisions(placed, fighters))
        if across:
            defense *= 2
        found = outlook.expect(1 << target, self._line(target), attack, defense, shift)
        own = outlook.weights.eye.tank if tanks else sum(steps) / len(steps)
        manner = outlook.manner
        gain = found.enemy_steps * worth + found.win * self._prize(target)
        loss = weights.losses * outlook.mind * (found.own_steps * own + weights.back * found.own_back)
        if weights.struck:
            for hex_, units in stacks.items():
                loss += self._fear(hex_, units)
        if outlook.given_up:
            loss += sum([outlook.given_up.get(hex_, 0.0) for hex_ in stacks])
        weighed = manner.drive * outlook.whim[target] * gain - manner.care * loss
        return weighed - weights.holding * self._obligations(target, stacks)

    def _fear_of(self, hex_: int, units: int) -> float:
        """What it costs to stand where the enemy will strike."""
        danger, outlook = self.outlook.danger(hex_, units), self.outlook
        if danger is None:
            return 0.0
        return self.weights.struck * outlook.mind * (danger.enemy_steps + 0.4 * danger.enemy_back)

    def _part(self, units: int) -> Part:
        """The part of a stack that does best in attack."""
        best = members = bits(units)
        if len(members) > 1:
            parts = map(bits, self.rules.stacking.largest_parts(self.pos, self.side, units))
            best = max(parts, key=lambda part: sum([self.strength(unit) for unit in part]))
        tanks = 0
        if any(self.rules.counters[unit].type in INFANTRY for unit in best):
            tanks = sum([self.rules.tanks >> unit & 1 for unit in best])
        strength = sum([self.strength(unit) for unit in best])
        steps = tuple([self.outlook.steps_worth(unit) for unit in best])
        found = self._parts[units] = Part(sum([1 << unit for unit in best]), strength, tanks, steps)
        return found

    def _target(self, target: int) -> tuple[float, float, bool, int]:
        """Strength of the defenders, the worth of a step, whether they deny combined arms, their shift."""
        found = self._defense.get(target)
        if found is None:
            outlook, pos, enemy = self.outlook, self.pos, 1 - self.side
            units = pos.units_in(target)
            defense = outlook.stack_defense(enemy, units) * self.rules.works.multiple(pos, enemy, target)
            worth = min([outlook.steps_worth(unit) for unit in bits(units)])
            worth = (worth + sum([outlook.steps_worth(u) for u in bits(units)]) / units.bit_count()) / 2
            worth *= outlook.mind
            if not units & ~self.rules.hqs:
                worth = outlook.lone_hq
            whole = self.side == SOVIET and self.rules.odds.defense_integrity(pos, units)
            shift = (-1 if whole else 0) - (outlook.screened >> target & 1)
            found = max(defense, 1.0), worth, self.rules.odds.has_combined_arms(units), shift
            self._defense[target] = found
        return found

    def _whole_divisions(self, placed: int, fighters: int) -> int:
        """Divisions with somebody who fights, all of whose regiments are here."""
        if (placed & self.rules.regiments).bit_count() < 2:
            return 0
        return sum(
            [not regiments & ~placed and fighters & units > 0 for regiments, units in self.rules.divisions]
        )

    def _prize_of(self, target: int) -> float:
        outlook, weights = self.outlook, self.weights
        here = outlook.places.get(target, 0.0)
        if not self.pos.units_in(target) & ~self.rules.hqs:
            return outlook.lone_hq + 0.7 * here
        return weights.ground + weights.place * here + weights.onward * outlook.pull("mech", target)

    def _extras(self, target: int, hex_: int) -> int:
        """Other enemies that units in a hex would have to attack."""
        enemies = self._enemies
        if self.outlook.shelters >> hex_ & 1:
            enemies = self._firm if self._all_or_none >> hex_ & 1 else 0
        return self.grid.around(hex_) & enemies & ~(1 << target) & ~self.targets

    def _obligations(self, target: int, stacks: Stacks) -> int:
        found = 0
        for hex_ in stacks:
            found |= self._extras(target, hex_)
        return found.bit_count()
