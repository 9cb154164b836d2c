"""Soviet movement: counter-attack what is exposed, and hold a line in front of the objectives."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.movement import allowance
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.outlook import MECH_RANGE
from typhoon.hexgrid import bits

CANDIDATES = 16
"""Hexes that are weighed in full for every unit."""
AREA, PULL = 0.03, 0.03
"""What it costs to leave a hex open to the Germans, and more the nearer it is to an objective."""
OPEN_PLACE = 0.7
"""The same for an objective, as a share of its worth."""
OBLIGED = 2.2
ENTRENCHED, TOWN, WOODS, RIVER = 1.2, 0.4, 0.3, 0.15
HOLD = 0.25
"""What holding an objective is worth, as a share of its worth, for the first unit there."""
DENIES = 0.5
"""What it is worth to deny panzers their combined arms."""
LOST = 0.8
"""How much losses by attack count."""
FORWARD = 0.06
"""What it costs to stand a hex farther from the enemy than need be."""
RETAKE = 0.9
HQ_DISTANCE = 6


def move(march: March) -> None:
    march.plan_assaults()
    line = Line(march)
    others = [unit for unit in bits(march.outlook.own) if unit not in march.place]
    hqs = [unit for unit in others if march.rules.hqs >> unit & 1]
    fighters = [unit for unit in others if unit not in hqs]
    fighters.sort(key=lambda unit: (line.away(march.pos.where[unit]), -march.outlook.defense(unit), unit))
    for unit in fighters:
        line.take_place(unit)
    for hq in hqs:
        _keep_safe(march, hq, line)


class Line:
    """The Soviet line as it grows, and what it leaves open."""

    def __init__(self, march: March) -> None:
        self.march, self.pos, self.outlook = march, march.pos, march.outlook
        self.grid, self.ground, self.rules = march.grid, march.ground, march.rules
        pos = self.pos
        self.enemies = pos.occupied[GERMAN]
        self._rings: list[int] = []
        seen = self.enemies
        self._rings.append(seen)
        while len(self._rings) < 25 and seen:
            grown = self.grid.grow(seen)
            self._rings.append(grown & ~seen)
            seen = grown
        self.mech = self.foot = 0
        for unit in bits(pos.in_play & self.rules.units_of[GERMAN] & ~self.rules.hqs):
            if self.rules.mechanized >> unit & 1:
                self.mech |= 1 << pos.where[unit]
            else:
                self.foot |= 1 << pos.where[unit]
        sample = next(iter(bits(pos.in_play & self.rules.units_of[GERMAN])), None)
        halved = pos.snow and sample is not None and allowance(pos, sample) < 4
        self.mech_range = MECH_RANGE // 2 if halved else MECH_RANGE
        self.foot_range = 2 if halved else 4
        self._weights = self._weigh_ground()
        self.firm = 0
        for unit, hex_ in march.place.items():
            self._add(unit, hex_)
        for unit in bits(self.outlook.own & pos.uncommitted):
            self._add(unit, pos.where[unit])
        self.leak = self._leak(self.firm)

    def away(self, hex_: int) -> int:
        """How far the nearest German is."""
        for distance, ring in enumerate(self._rings):
            if ring >> hex_ & 1:
                return distance
        return 25

    def _weigh_ground(self) -> list[tuple[float, int]]:
        levels: dict[float, int] = {}
        for value, hexes in self.outlook._levels("mech"):
            step = round(value)
            levels[step] = levels.get(step, 0) | hexes
        found = [(AREA + PULL * value, hexes) for value, hexes in levels.items()]
        for hex_, worth in self.outlook.places.items():
            if not self.pos.control[GERMAN] >> hex_ & 1:
                found.append((OPEN_PLACE * worth, 1 << hex_))
        return found

    def _leak(self, firm: int) -> float:
        """What the Germans could overrun next turn without a fight."""
        grid = self.grid
        zone, free = grid.neighbours(firm), self.ground.open & ~firm
        reached = 0
        for start, steps in ((self.mech, self.mech_range), (self.foot, self.foot_range)):
            front = start
            for _ in range(steps):
                front = grid.grow(front) & free
                reached |= front
                front &= ~zone
        reached &= ~self.enemies
        return sum([value * (hexes & reached).bit_count() for value, hexes in self._weights])

    def _exerts(self, unit: int, hex_: int) -> bool:
        if self.ground.entrenched >> hex_ & 1:
            return True
        return bool(self.rules.exerts_zone >> unit & 1) and not self.pos.cadres >> unit & 1

    def _add(self, unit: int, hex_: int) -> None:
        if self._exerts(unit, hex_):
            self.firm |= 1 << hex_

    def take_place(self, unit: int) -> None:
        """Settle a unit where it helps most."""
        march, pos, outlook = self.march, self.pos, self.outlook
        here = pos.where[unit]
        hexes = march.everywhere(unit)
        exempt = self.ground.cities | self.ground.towns | self.ground.entrenched
        hexes &= ~outlook.enemy_zone | exempt
        scores = {}
        for hex_ in bits(hexes | 1 << here):
            if march.crowd.room(unit, hex_):
                scores[hex_] = self._cheap(unit, hex_)
        best = sorted(scores, key=lambda h: (-scores[h], h))[:CANDIDATES]
        if here in scores and here not in best:
            best.append(here)
        full: dict[int, float] = {}
        for hex_ in best:
            value = scores[hex_] - self._peril(unit, hex_)
            if self._exerts(unit, hex_) and not self.firm >> hex_ & 1:
                value += self.leak - self._leak(self.firm | 1 << hex_)
            full[hex_] = value
        march.choose(unit, full)
        self._add(unit, march.place[unit])
        self.leak = self._leak(self.firm)

    def _cheap(self, unit: int, hex_: int) -> float:
        """What a hex offers at first sight."""
        ground, outlook, bit = self.ground, self.outlook, 1 << hex_
        away = self.away(hex_)
        value = -FORWARD * max(0, away - 2)
        near = away <= 9
        if ground.entrenched & bit:
            value += ENTRENCHED * near
        elif (ground.cities | ground.towns) & bit:
            value += TOWN * near
        elif (ground.terrain["woods"] | ground.terrain["rough"]) & bit:
            value += WOODS * near
        there = self.march.crowd.units.get(hex_, 0)
        worth = outlook.places.get(hex_, 0.0)
        if worth and self.pos.control[GERMAN] & bit:
            value += RETAKE * worth
        elif worth and not there & ~self.rules.hqs and away <= 12:
            value += HOLD * worth
        value += 0.15 * outlook.pull("mech", hex_) * near
        if there and near and not outlook.has_combined_arms(there):
            if outlook.has_combined_arms(there | 1 << unit):
                value += DENIES
        value -= OBLIGED * self.march.extras(hex_)
        if not outlook.frozen_rivers() and near:
            rivers = sum([river >> hex_ & 1 for river in ground.rivers])
            value += RIVER * min(rivers, 3)
        return value

    def _peril(self, unit: int, hex_: int) -> float:
        """What attacks may cost the units in a hex, less what they cost already without this one."""
        outlook = self.outlook
        there = self.march.crowd.units.get(hex_, 0)
        return self._risk(hex_, there | 1 << unit) - self._risk(hex_, there)

    def _risk(self, hex_: int, units: int) -> float:
        if not units:
            return 0.0
        danger = self.outlook.danger(hex_, units)
        if danger is None:
            return 0.0
        steps = sum([self.outlook.steps_worth(unit) for unit in bits(units)]) / units.bit_count()
        trapped = 1.0 + 0.3 * max(0, (self.grid.around(hex_) & self.enemies).bit_count() - 1)
        ground = 0.5 * self.outlook.places.get(hex_, 0.0) * danger.win
        loss = danger.enemy_steps * steps * trapped + 0.4 * danger.enemy_back + ground
        return LOST * (loss - 0.5 * danger.own_steps)


def _keep_safe(march: March, hq: int, line: Line) -> None:
    """An HQ stays away from the enemy, and otherwise where it is."""
    here = march.pos.where[hq]
    hexes = march.everywhere(hq) & ~march.outlook.enemy_zone | 1 << here
    chosen: dict[int, float] = {}
    for hex_ in bits(hexes):
        friends = bool(march.crowd.units.get(hex_, 0))
        value = 1.0 * min(line.away(hex_), HQ_DISTANCE) + 0.5 * friends
        chosen[hex_] = value - 0.05 * march.grid.distance(here, hex_)
    march.choose(hq, chosen)


__all__ = ["SOVIET", "Line", "move"]
