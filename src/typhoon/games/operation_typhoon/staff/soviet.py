"""Soviet movement: counter-attack what is exposed, and hold a line in front of the objectives."""

from __future__ import annotations

from math import inf

from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.staff.garrisons import garrison, man_fortresses
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.open_places import walk_in
from typhoon.hexgrid import bits

CANDIDATES = 16
"""Hexes that are weighed in full for every unit."""
MECH_RUN, FOOT_RUN = 8, 4
"""How far Germans run through gaps."""
TRAPPED = (2.0, 1.5, 1.2, 1.0)
"""How much worse an attack is for those with few hexes to retreat into."""
HQ_DISTANCE = 6
"""How far HQs stay away from the enemy."""


def move(march: March) -> None:
    if march.outlook.doctrine.walks_in:
        walk_in(march)
    man_fortresses(march)
    march.plan_assaults()
    line = FrontLine(march)
    others = [unit for unit in bits(march.outlook.own) if unit not in march.place]
    hqs = [unit for unit in others if march.rules.hqs >> unit & 1]
    fighters = [unit for unit in others if unit not in hqs]
    fighters.sort(key=lambda unit: (line.away(march.pos.where[unit]), -march.outlook.defense(unit), unit))
    garrison(line, fighters)
    for unit in fighters:
        if unit not in march.place:
            line.take_place(unit)
    for hq in hqs:
        _keep_safe(march, hq, line)


class FrontLine:
    """The Soviet line as it grows, and how far the Germans could run past it."""

    def __init__(self, march: March) -> None:
        self.march, self.pos, self.outlook = march, march.pos, march.outlook
        self.weights = march.outlook.weights.line
        self.grid, self.ground, self.rules = march.grid, march.ground, march.rules
        pos = self.pos
        self.enemies = pos.occupied[GERMAN]
        self._rings = _rings(march)
        self.joined = self._joined()
        self._levels = self._rough_levels()
        self.firm = 0
        for unit, hex_ in march.place.items():
            self._add(unit, hex_)
        for unit in bits(self.outlook.own & pos.uncommitted):
            self._add(unit, pos.where[unit])
        self.runners = self._find_runners()
        self._runs = [self._run(start, steps, self.firm) for start, steps, _ in self.runners]
        self._leaks = [self._leak(place) for place in range(len(self.runners))]

    def away(self, hex_: int) -> int:
        """How far the nearest German is."""
        for distance, ring in enumerate(self._rings):
            if ring >> hex_ & 1:
                return distance
        return len(self._rings)

    def _joined(self) -> int:
        """Ground that is joined to cities or the east edge."""
        open_ = self.pos.rules.supply.open_ground(self.pos, SOVIET)
        return self.grid.flood((self.ground.east_edge | self.ground.cities) & open_, open_)

    def _rough_levels(self) -> list[tuple[float, int]]:
        """Hexes by what they offer the Germans, in steps, the best first."""
        levels: dict[float, int] = {}
        for value, hexes in self.outlook.levels("mech"):
            step = round(value * 2) / 2
            levels[step] = levels.get(step, 0) | hexes
        return sorted(levels.items(), reverse=True)

    def _find_runners(self) -> list[tuple[int, int, float]]:
        """Germans that could run through gaps: hex, reach, and what they have reached already."""
        pos, rules = self.pos, self.rules
        found: dict[int, int] = {}
        for unit in bits(pos.in_play & rules.units_of[GERMAN] & ~rules.hqs):
            hex_ = pos.where[unit]
            far = MECH_RUN if rules.mechanized >> unit & 1 else FOOT_RUN
            far = max(2, far // 2) if pos.snow else far
            found[hex_] = max(found.get(hex_, 0), far)
        return [(hex_, far, self.outlook.pull("mech", hex_)) for hex_, far in sorted(found.items())]

    def _run(self, start: int, steps: int, firm: int) -> int:
        """Where Germans could come to next turn without a fight."""
        grid = self.grid
        zone, free = grid.neighbours(firm), self.ground.open & ~firm & ~self.enemies
        front, reached = 1 << start, 0
        for _ in range(steps):
            front = grid.grow(front) & free & ~reached
            if not front:
                break
            reached |= front
            front &= ~zone
        return reached

    def _leak(self, place: int, run: int | None = None) -> float:
        """What a run would be worth to the Germans: the best hex, and how many good ones."""
        run = self._runs[place] if run is None else run
        here = self.runners[place][2]
        best, area = 0.0, 0.0
        for value, hexes in self._levels:
            if value <= here:
                break
            if count := (hexes & run).bit_count():
                best = best or value - here
                area += (value - here) * count
        return self.weights.best * best + self.weights.area * area

    def relief(self, hex_: int) -> float:
        """How much a unit with a zone of control in a hex takes from the runs."""
        if self.firm >> hex_ & 1:
            return 0.0
        ball = self.grid.around(hex_) | 1 << hex_
        gain = 0.0
        for place, (start, steps, _) in enumerate(self.runners):
            if self._leaks[place] and self._runs[place] & ball:
                run = self._run(start, steps, self.firm | 1 << hex_)
                gain += self._leaks[place] - self._leak(place, run)
        return gain

    def hold(self, unit: int, hex_: int) -> None:
        before = self.firm
        self._add(unit, hex_)
        if self.firm == before:
            return
        ball = self.grid.around(hex_) | 1 << hex_
        for place, (start, steps, _) in enumerate(self.runners):
            if self._runs[place] & ball:
                self._runs[place] = self._run(start, steps, self.firm)
                self._leaks[place] = self._leak(place)

    def exerts(self, unit: int, hex_: int) -> bool:
        if self.pos.entrenched >> hex_ & 1:
            return True
        return bool(self.rules.exerts_zone >> unit & 1) and not self.pos.cadres >> unit & 1

    def _add(self, unit: int, hex_: int) -> None:
        if self.exerts(unit, hex_):
            self.firm |= 1 << hex_

    def take_place(self, unit: int) -> None:
        """Settle a unit where it helps most."""
        march, pos, outlook = self.march, self.pos, self.outlook
        here = pos.where[unit]
        hexes = march.everywhere(unit)
        hexes &= ~outlook.contact | outlook.shelters
        scores = {}
        for hex_ in bits(hexes | 1 << here):
            if march.crowd.room(unit, hex_):
                scores[hex_] = self._cheap(unit, hex_)
        best = sorted(scores, key=lambda h: (-scores[h], h))[:CANDIDATES]
        if here in scores and here not in best:
            best.append(here)
        full: dict[int, float] = {}
        for hex_ in best:
            value = scores[hex_] - self.peril(unit, hex_)
            if self.exerts(unit, hex_):
                value += self.relief(hex_)
            full[hex_] = value
        march.choose(unit, full)
        self.hold(unit, march.place[unit])

    def _cheap(self, unit: int, hex_: int) -> float:
        """What a hex offers at first sight."""
        ground, outlook, weights, bit = self.ground, self.outlook, self.weights, 1 << hex_
        away = self.away(hex_)
        value = -weights.forward * max(0, away - 2)
        near = away <= 9
        if self.pos.entrenched & bit:
            value += weights.entrenched * near
        elif (ground.cities | ground.towns) & bit:
            value += weights.town * near
        elif (ground.terrain["woods"] | ground.terrain["rough"]) & bit:
            value += weights.woods * near
        there = self.march.crowd.units.get(hex_, 0)
        worth = outlook.places.get(hex_, 0.0)
        if worth and self.pos.control[GERMAN] & bit:
            value += self.outlook.manner.drive * weights.retake * worth
        elif worth and not there & ~self.rules.hqs and away <= 12:
            value += weights.hold * worth
        value += weights.drawn * outlook.pull("mech", hex_) * near
        if near:
            value += weights.beside * min(3, (self.grid.around(hex_) & self.march.crowd.hexes).bit_count())
            value += weights.together * there.bit_count()
        if not self.joined >> hex_ & 1:
            value -= weights.cut_off
        combined = self.rules.odds.has_combined_arms
        denies = combined(there | 1 << unit) and not combined(there)
        if there and near and denies:
            value += weights.denies
        value -= weights.obliged * self.march.extras(hex_)
        if not outlook.frozen_rivers() and near:
            rivers = sum([river >> hex_ & 1 for river in ground.rivers])
            value += weights.river * min(rivers, 3)
        return value

    def peril(self, unit: int, hex_: int) -> float:
        """What attacks may cost the units in a hex, less what they cost already without this one."""
        there = self.march.crowd.units.get(hex_, 0)
        return self._risk(hex_, there | 1 << unit) - self._risk(hex_, there)

    def _risk(self, hex_: int, units: int) -> float:
        if not units & ~self.rules.hqs:  # the Germans just walk in
            worth = self.outlook.places.get(hex_, 0.0)
            return self.weights.walked_in * worth if self.away(hex_) <= MECH_RUN else 0.0
        danger, weights = self.outlook.danger(hex_, units), self.weights
        if danger is None:
            return 0.0
        steps = sum([self.outlook.steps_worth(unit) for unit in bits(units)]) / units.bit_count()
        free = self.grid.around(hex_) & ~self.outlook.enemy_zone & ~self.enemies & self.joined
        trapped = TRAPPED[min(free.bit_count(), len(TRAPPED) - 1)]
        ground = weights.taken * self.outlook.places.get(hex_, 0.0) * danger.win
        loss: float = danger.enemy_steps * steps * trapped**weights.trapped
        loss = loss + weights.back * danger.enemy_back + ground
        return self.outlook.manner.care * weights.lost * (loss - weights.sting * danger.own_steps)


def _rings(march: March, most: int = 25) -> list[int]:
    """Hexes by their distance from the nearest German."""
    seen = march.pos.occupied[GERMAN]
    found = [seen]
    while len(found) < most and seen:
        grown = march.grid.grow(seen)
        found.append(grown & ~seen)
        seen = grown
    return found


def _keep_safe(march: March, hq: int, line: FrontLine) -> None:
    """An HQ stays away from the enemy, within reach of its army, and otherwise where it is."""
    here, grid, reach = march.pos.where[hq], march.grid, march.rules.supply.from_soviet_hq
    army = [march.place[unit] for unit in march.place if march.rules.forces.hq_of(unit) == hq != unit]
    army = army if reach < inf else []
    hexes = march.everywhere(hq) & ~march.outlook.contact | 1 << here
    chosen: dict[int, float] = {}
    for hex_ in bits(hexes):
        friends = bool(march.crowd.units.get(hex_, 0))
        value = 1.0 * min(line.away(hex_), HQ_DISTANCE) + 0.5 * friends
        value += march.outlook.weights.line.fed * sum([grid.distance(hex_, other) <= reach for other in army])
        chosen[hex_] = value - 0.05 * march.grid.distance(here, hex_)
    march.choose(hq, chosen)


__all__ = ["SOVIET", "FrontLine", "move"]
