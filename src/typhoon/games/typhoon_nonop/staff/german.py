"""How the Germans march: spearheads first, others along the wall they leave behind, guns and supply after."""

from __future__ import annotations

from functools import cached_property

from typhoon.engine.manner import Mood
from typhoon.engine.orders import Move, Order
from typhoon.games.typhoon_nonop.charts import FOOT_COSTS, GERMAN, HALVES, MOTOR_COSTS, SOVIET
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.special import Rail
from typhoon.games.typhoon_nonop.staff import plan
from typhoon.games.typhoon_nonop.staff.crossings import lay_bridges
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.games.typhoon_nonop.staff.outlook import Field
from typhoon.games.typhoon_nonop.staff.ring import close_if_possible, close_rings, ways_out
from typhoon.games.typhoon_nonop.staff.slipping import slip_round
from typhoon.hexgrid import bits, first

COVER = 3 * HALVES
"""How much way a hex of the wall is worth that nobody covers yet."""
SHORTER = 2
"""Hexes by which a way out of a pocket may become shorter without anybody having to stay for it."""
CROWD = 2 * HALVES
"""How much way it is worth to have a stack to oneself, once nobody has to be attacked."""


class Advance(March):
    """The moves of a German movement phase."""

    def __init__(self, pos: NonopPosition, phase: Movement, mood: Mood) -> None:
        super().__init__(pos, phase, mood)
        self._out: list[int] = []

    @cached_property
    def corps(self) -> list[plan.Corps]:
        return plan.corps_of(self.outlook)

    @cached_property
    def walls(self) -> dict[str, int]:
        """The way of each spearhead from where it began, as far as it has come and a little farther."""
        law, pos, found = self.law, self.pos, {}
        for corps in self.corps:
            base = plan.BASES.get(corps.name)
            if base is not None:
                field = self.outlook.way_to(corps.aim, MOTOR_COSTS)
                zoned = corps.units & law.with_zone & law.motor
                tip = min([field.at(pos.where[unit]) for unit in bits(zoned)], default=0)
                wall = self.outlook.trail(field, law.grid.index(base))
                found[corps.name] = wall & ~field.within(tip - 1) & ~pos.stood[SOVIET]
        return found

    def _look(self) -> None:
        """See how long the ways out of the pockets are."""
        self._out = ways_out(self, self.twin.stood[GERMAN], self.twin.zone(GERMAN))

    def _ways_without(self, unit: int) -> list[int]:
        """How long the ways out of the pockets would be if a unit were not there."""
        pos, law, hex_ = self.twin, self.law, self.twin.where[unit]
        rest, keep = pos.stacks[hex_] & ~(1 << unit), ~(1 << hex_)
        german = pos.stood[GERMAN] if rest & law.combat_units else pos.stood[GERMAN] & keep
        zoned = rest & law.with_zone
        zone = law.zones.out_of(
            pos,
            pos.firm[GERMAN] & keep | bool(zoned & ~law.motor) << hex_,
            pos.firm_motor[GERMAN] & keep | bool(zoned & law.motor) << hex_,
        )
        return ways_out(self, german, zone)

    def holds_the_ring(self, unit: int) -> bool:
        """Whether the enemy in a pocket would get out, or get out sooner, if a unit left."""
        if not self.law.with_zone >> unit & 1:
            return False
        without = self._ways_without(unit)
        return any(there < now - SHORTER for there, now in zip(without, self._out, strict=True))

    def _may_leave(self, unit: int) -> bool:
        return not self.holds_the_ring(unit)

    # The phase

    def orders(self) -> list[Order]:
        """Whoever is on the move goes on; then the foremost, gaps of the ring, the others, guns, supply."""
        law = self.law
        self.ask_all()
        self._look()
        on_the_way = sum([1 << unit for unit in self.twin.left])
        for corps in self.corps:
            self._send(corps, bits(corps.units & on_the_way), MOTOR_COSTS)
        if not self.phase.motorized:
            lay_bridges(self)
        close_if_possible(self, self._may_leave)
        for corps in self.corps:
            if corps.name in plan.SPEARHEADS:
                for group in self._groups(corps, corps.units & law.motor)[:1]:
                    self._send(corps, group, MOTOR_COSTS)
        close_rings(self, self._may_leave)
        self._look()
        for corps in self.corps:
            units = corps.units & ~law.guns
            for group in self._groups(corps, units & law.motor):
                self._send(corps, group, MOTOR_COSTS)
            for unit in self._by_way(corps, units & ~law.motor, FOOT_COSTS):
                self._send(corps, [unit], FOOT_COSTS)
        if not self.phase.motorized:
            slip_round(self)
            for corps in self.corps:
                for gun in bits(corps.units & law.guns):
                    self._follow(corps, gun)
            self._supply()
        return self.given

    def _by_way(self, corps: plan.Corps, units: int, costs: int) -> list[int]:
        at = self.outlook.way_to(corps.aim, costs).at
        going = sum([1 << unit for unit in self.twin.left])
        return sorted(
            bits(units & (~self.twin.moved | going)), key=lambda unit: (at(self.pos.where[unit]), unit)
        )

    def _groups(self, corps: plan.Corps, units: int) -> list[list[int]]:
        """Divisions of a spearhead, the foremost first, each with those of strength before the others."""
        law = self.law
        formations: dict[str, list[int]] = {}
        for unit in self._by_way(corps, units, MOTOR_COSTS):
            formations.setdefault(law.counters[unit].formation or law.unit_ids[unit], []).append(unit)
        for members in formations.values():
            members.sort(
                key=lambda unit: (not law.with_zone >> unit & 1, -law.losses.attack(self.pos, unit), unit)
            )
        return list(formations.values())

    def _send(self, corps: plan.Corps, group: list[int], costs: int) -> None:
        """Send a division or a unit on: to where it gets nearest, or best covers the wall."""
        field = self.outlook.way_to(corps.aim, costs)
        for unit in group:
            reach = self.reach(unit)
            if not reach or self.holds_the_ring(unit):
                continue
            goal = self._best(corps, unit, reach, field)
            if goal != self.twin.where[unit]:
                self.move(unit, goal)

    def _best(self, corps: plan.Corps, unit: int, reach: int, field: Field) -> int:
        """The best hex for a unit, its own among them unless that holds too much."""
        law, twin, here = self.law, self.twin, self.twin.where[unit]
        hexes = reach | 1 << here
        bare = 0
        if law.with_zone >> unit & 1:
            wall = self.walls.get(plan.FOLLOWS.get(corps.name, corps.name), 0)
            bare = wall & ~twin.zone(GERMAN) & ~twin.stood[GERMAN]
        near = law.grid.grow(bare) & hexes if bare else 0
        contact = law.grid.neighbours(twin.stood[SOVIET])
        best, least = here, None
        cover = COVER * self.manner.care / self.manner.drive
        for cost, layer in field.layers():
            found = layer & hexes
            for hex_ in bits(found):
                covered = 0
                if near >> hex_ & 1:
                    covered = ((law.grid.around(hex_) | 1 << hex_) & bare).bit_count()
                price = cost * self.whim[hex_] - cover * covered
                if not contact >> hex_ & 1 and twin.stood[GERMAN] >> hex_ & 1 and hex_ != here:
                    price += CROWD
                if (least is None or price < least) and law.stacking.has_room(twin, 1 << unit, hex_):
                    best, least = hex_, price
            if least is not None and cost - 3 * cover - CROWD > least:
                break
        return best

    def _follow(self, corps: plan.Corps, gun: int) -> None:
        """Guns go to where they reach the enemies that are next, out of their zones."""
        law, twin = self.law, self.twin
        hexes = self.reach(gun) & ~twin.zone(SOVIET)
        if not hexes:
            return
        fronts = twin.stood[SOVIET] & law.grid.neighbours(twin.manned[GERMAN])
        near = law.grid.within(fronts, law.counters[gun].range)
        field = self.outlook.way_to(corps.aim, MOTOR_COSTS)
        covered = law.grid.grow(twin.firm[GERMAN] | twin.firm_motor[GERMAN])
        goals = field.nearest(hexes & near & covered) or field.nearest(hexes & covered)
        here = twin.where[gun]
        for goal in bits(goals):
            if field.at(goal) < field.at(here) and law.stacking.has_room(twin, 1 << gun, goal):
                self.move(gun, goal)
                return

    def _supply(self) -> None:
        """Supply units go after the spearheads, as many to each, to where they can feed most of them."""
        law, twin = self.law, self.twin
        distance = law.grid.distance
        crowds = plan.crowds(self.outlook, twin)
        if not crowds:
            return
        near = dict.fromkeys(crowds, 0)
        safe = ~law.grid.within(twin.stood[SOVIET], 2)
        for unit in bits(law.supply_units & law.units_of[GERMAN] & twin.in_play):
            here = twin.where[unit]
            crowd = min(crowds, key=lambda hex_: (distance(here, hex_) + 4 * near[hex_], hex_))
            near[crowd] += 1
            way = self.outlook.way_to(crowd, MOTOR_COSTS)
            if distance(here, crowd) > 1:
                kinds: tuple[type[Order], ...] = Move, Rail
                goals = [(way.nearest(self.reach(unit, kind) & safe), kind) for kind in kinds]
                ends = [(way.at(first(hexes)), first(hexes), kind) for hexes, kind in goals if hexes]
                cost, goal, kind = min(ends, key=lambda end: end[0], default=(way.at(here), here, Move))
                if cost < way.at(here):
                    self.move(unit, goal, kind)
