"""German movement: concentrate, strike, and bring everybody forward within reach of supply."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.staff import objectives
from typhoon.games.operation_typhoon.staff.declare import doubled_by
from typhoon.games.operation_typhoon.staff.directions import Directions
from typhoon.games.operation_typhoon.staff.holding import hold
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.open_places import walk_in
from typhoon.games.operation_typhoon.staff.raids import raid
from typhoon.hexgrid import bits

LEAST_WORTH = 2.0
"""Objectives worth less are not garrisoned."""
NEARBY = 6
"""Soviet units so near could walk in."""
CLOSE = 9
"""Enemies so near threaten a place."""


def move(march: March) -> None:
    (hold if march.outlook.doctrine.holds else _garrison)(march)
    if march.outlook.doctrine.walks_in:
        walk_in(march)
    if march.outlook.doctrine.raids:
        raid(march)
    doubled = doubled_by(march.pos, _ready_to_accelerate(march))
    march.plan_assaults(doubled)
    others = [unit for unit in bits(march.outlook.own) if unit not in march.place]
    hqs = [unit for unit in others if march.rules.hqs >> unit & 1]
    fighters = [unit for unit in others if unit not in hqs]
    pull = march.outlook.pull
    tanks = march.rules.tanks
    fighters.sort(key=lambda unit: (march.rules.counters[unit].division, tanks >> unit & 1, unit))
    divisions: dict[str, list[int]] = {}
    for unit in fighters:
        divisions.setdefault(march.rules.counters[unit].division or str(unit), []).append(unit)
    in_order = sorted(
        divisions.values(), key=lambda units: -max([pull("mech", march.pos.where[u]) for u in units])
    )
    supplied, away, directions = Supplied(march), Away(march), Directions(march.outlook)
    for hq in hqs:  # first, so that everybody else can keep within its reach
        _follow(march, hq, supplied)
    for units in in_order:
        for unit in units:
            _advance(march, unit, supplied, away, directions)


def _garrison(march: March) -> None:
    """Leave somebody in taken objectives that Soviet units are near to, the strongest of those on foot."""
    pos, rules = march.pos, march.rules
    for hex_, worth in march.outlook.places.items():
        held = pos.control[GERMAN] >> hex_ & 1
        if worth < LEAST_WORTH or not held or not march.grid.disc(hex_, NEARBY) & pos.occupied[1 - GERMAN]:
            continue
        here = [unit for unit in bits(pos.units_in(hex_) & ~rules.hqs) if unit not in march.place]
        if here:
            here.sort(key=lambda unit: (rules.mechanized >> unit & 1, -march.outlook.defense(unit), unit))
            march.settle(here[0], hex_)
            continue
        able = [
            unit
            for unit in bits(march.outlook.own & ~rules.hqs & ~rules.tanks)
            if unit not in march.place and march.everywhere(unit) >> hex_ & 1
        ]
        if able and not march.outlook.enemy_zone >> hex_ & 1:
            pull = march.outlook.pull
            march.settle(min(able, key=lambda unit: (pull("mech", pos.where[unit]), unit)), hex_)


def _ready_to_accelerate(march: March) -> int:
    """HQs in support that may still make their accelerated assault, when nothing halves their units."""
    pos = march.pos
    if pos.snow:
        return 0
    ready = pos.rules.assaults.may_assault(pos, GERMAN) & pos.supported
    if pos.turn >= pos.rules.scenario.last_turn - 3:
        return pos.rules.assaults.may_assault(pos, GERMAN)
    found = 0
    for hq in bits(ready):
        units = doubled_by(pos, 1 << hq)
        if units and (units & pos.out).bit_count() * 2 < units.bit_count():
            found |= 1 << hq
    return found


class Supplied:
    """Where each corps can be supplied, given where its HQ can go."""

    def __init__(self, march: March) -> None:
        pos = march.pos
        self.open = pos.rules.supply.open_ground(pos, GERMAN)
        self.range = pos.rules.supply.german_reach(pos)
        self.sources = pos.rules.supply.german_sources(pos, self.open)
        self.near_source = pos.rules.supply.spread(pos, self.sources, self.open, self.range)
        self._march = march
        self._by_hq: dict[int, int] = {}

    def by(self, hq: int) -> int:
        """Hexes that an HQ can supply after moving."""
        found = self._by_hq.get(hq)
        if found is None:
            march, pos = self._march, self._march.pos
            places = march.place.get(hq)
            hexes = 1 << places if places is not None else march.everywhere(hq)
            found = self._by_hq[hq] = pos.rules.supply.spread(
                pos, hexes & self.near_source, self.open, self.range
            )
        return found


def _advance(march: March, unit: int, supplied: Supplied, away: Away, directions: Directions) -> None:
    """Choose the place of a unit that takes part in no planned attack."""
    pos, outlook, rules = march.pos, march.outlook, march.rules
    weights = outlook.weights.advance
    hq = rules.forces.hq_of(unit)
    fed = supplied.by(hq) if hq is not None and pos.on_map(hq) else march.grid.all
    mech = bool(rules.mechanized >> unit & 1)
    class_, draw = ("mech", weights.mech) if mech else ("foot", weights.foot)
    tank = bool(rules.tanks >> unit & 1)
    exits = objectives.exits(pos, outlook.weights.aims, outlook.doctrine.exits_in_step)
    mates = 0
    division = rules.counters[unit].division
    for mate in bits(rules.units_of[GERMAN] & pos.in_play):
        if mate != unit and division and rules.counters[mate].division == division:
            mates |= 1 << march.place.get(mate, pos.where[mate])
    near_mates = march.grid.grow(mates)
    exposed = weights.mech_exposed if mech else weights.foot_exposed
    exposed = weights.cadre_exposed if pos.cadres >> unit & 1 else exposed
    spared = outlook.doctrine.spares_cadres and pos.cadres >> unit & 1
    scores: dict[int, float] = {}
    hexes = march.everywhere(unit)
    quiet = hexes & ~outlook.contact
    for hex_ in bits(quiet):
        scores[hex_] = directions.pull(unit, class_, hex_)
    likely = sorted(scores, key=lambda h: -scores[h])[:40]
    loud = [hex_ for hex_ in bits(hexes & outlook.contact) if march.tactical(unit) >> hex_ & 1]
    here = pos.where[unit]
    guarded = hq if outlook.guards_hqs and hq is not None and hq in march.place else -1
    post = [march.place[guarded]] if guarded >= 0 and hexes >> march.place[guarded] & 1 else []
    chosen: dict[int, float] = {}
    for hex_ in {*likely, *loud, here, *post}:
        there = march.crowd.units.get(hex_, 0) | 1 << unit
        value = outlook.manner.drive * draw * directions.pull(unit, class_, hex_)
        worth = outlook.places.get(hex_, 0.0)
        if worth:
            if not pos.control[GERMAN] >> hex_ & 1:
                value += worth
            elif march.grid.disc(hex_, CLOSE) & pos.occupied[1 - GERMAN]:
                value += weights.garrison * worth * weights.second ** (there.bit_count() - 1)
        extras = march.extras(hex_)
        if spared and outlook.contact >> hex_ & 1:
            value -= weights.cadre
        if extras:
            value -= weights.obliged * extras
        elif outlook.contact >> hex_ & 1:
            value += weights.joins
        if leave := exits.get(hex_, 0.0):
            value += leave + weights.leave_now * (hex_ == here)
        elif not fed >> hex_ & 1:
            value -= weights.unsupplied * outlook.mind
        if tank and not there & rules.regiments:
            value -= weights.tanks_alone
        if mates >> hex_ & 1:
            value += weights.together
        elif near_mates >> hex_ & 1:
            value += weights.together / 2
        if danger := outlook.danger(hex_, there):
            step = outlook.steps_worth(unit)
            harm = outlook.manner.care * (danger.enemy_steps * step + weights.back * danger.enemy_back)
            value -= exposed * outlook.mind * harm * _exposure(march, hex_) / there.bit_count()
        value -= weights.fall_back * max(0, away.of(hex_) - max(away.of(here), 2))
        if hex_ in post and not there & ~rules.hqs & ~(1 << unit):
            value += outlook.risk_of_hq(hex_, 0) - outlook.risk_of_hq(hex_, there)
        if hex_ == here:
            value += outlook.worth_of_staying(unit, there & ~(1 << unit))
        chosen[hex_] = value
    march.choose(unit, chosen)


def _exposure(march: March, hex_: int) -> float:
    """How open a hex is to attacks: enemies beside it who touch a neighbour too must attack both."""
    own = sum([1 << other for other in march.crowd.units if other != hex_])
    faces = march.grid.around(hex_) & march.ground.open & ~own
    touching = faces & march.grid.neighbours(own)
    covered = march.outlook.weights.advance.covered
    return ((faces & ~touching).bit_count() + covered * touching.bit_count()) / 6


class Away:
    """How far the nearest Soviet unit is."""

    def __init__(self, march: March) -> None:
        self._march = march
        self._enemies = bits(march.pos.occupied[1 - GERMAN])
        self._known: dict[int, int] = {}

    def of(self, hex_: int) -> int:
        found = self._known.get(hex_)
        if found is None:
            distance = self._march.grid.distance
            found = min([distance(hex_, enemy) for enemy in self._enemies], default=CLOSE)
            found = self._known[hex_] = min(found, CLOSE)
        return found


def _follow(march: March, hq: int, supplied: Supplied) -> None:
    """An HQ goes where it supplies most of its units, near a road and away from the enemy."""
    pos, outlook, grid = march.pos, march.outlook, march.grid
    units = doubled_by(pos, 1 << hq)
    where = [march.place.get(unit, pos.where[unit]) for unit in bits(units)]
    enemies = pos.occupied[1 - GERMAN]
    close = grid.within(enemies, 2)
    hexes = march.everywhere(hq) & ~outlook.contact
    chosen: dict[int, float] = {}
    safe = hexes & ~close or hexes or 1 << pos.where[hq]
    distance = grid.distance
    for hex_ in bits(safe):
        value = 0.0
        for other in where:
            away = distance(hex_, other)
            value += 1.0 if away <= supplied.range - 1 else 0.8 if away <= supplied.range else 0.0
            value -= 0.02 * away
        if not supplied.near_source >> hex_ & 1:
            value -= 20.0
        if supplied.sources >> hex_ & 1:
            value += 0.3
        value -= outlook.risk_of_hq(hex_, march.crowd.units.get(hex_, 0) & ~march.rules.hqs)
        chosen[hex_] = value
    march.choose(hq, chosen)
