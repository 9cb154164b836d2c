"""A movement phase as a whole: assaults first, then everybody else, and headquarters last."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from typhoon.engine.orders import Move, Order
from typhoon.games.operation_typhoon.arrivals import Exit
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.movement import Rail, Strategic
from typhoon.games.operation_typhoon.position import RAIL, STRATEGIC, TACTICAL
from typhoon.games.operation_typhoon.staff import objectives
from typhoon.games.operation_typhoon.staff.assaults import Assault, Assaults
from typhoon.games.operation_typhoon.staff.crowd import Crowd
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import Reach, bits


class March:
    """Gives every unit its place."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.pos, self.side = outlook, outlook.pos, outlook.side
        self.rules, self.grid, self.ground = outlook.rules, outlook.grid, outlook.ground
        pos, side = self.pos, self.side
        self.reach = [self._reaches(mode) for mode in range(3)]
        self.crowd = Crowd(pos, side)
        self.place: dict[int, int] = {}
        """Where each unit is going to be."""
        self.rail_left = pos.rules.scenario.rail_moves - pos.moving[RAIL].bit_count()
        self.targets = 0
        self.waiting = 0
        """Units that are not sent into attacks, since there is something better for them to do."""
        self._leaving: dict[str, int] = {}
        """How many are told to leave the map, by edge."""
        for unit in bits(outlook.own):
            if not any(unit in reach for reach in self.reach):
                self.settle(unit, pos.where[unit])

    def _reaches(self, mode: int) -> dict[int, Reach]:
        """Where units may come to; those who hang on others follow them."""
        pos, reaching = self.pos, self.rules.reaching
        found = dict(reaching.movers(pos, self.side, mode))
        for unit in bits(reaching.may_move(pos, self.side, mode, reaching.escorted)):
            found[unit] = reaching.reach_among(pos, self.side, unit, mode, group=-1)
        return found

    def settle(self, unit: int, hex_: int) -> None:
        self.place[unit] = hex_
        self.crowd.stand(unit, hex_)
        if hex_ != self.pos.where[unit] and not self.tactical(unit) >> hex_ & 1:
            way = self.reach[STRATEGIC].get(unit)
            if way is None or not way.hexes >> hex_ & 1:
                self.rail_left -= 1

    def tactical(self, unit: int) -> int:
        way = self.reach[TACTICAL].get(unit)
        return (way.hexes if way else 0) | 1 << self.pos.where[unit]

    def everywhere(self, unit: int) -> int:
        """Every hex that a unit can come to by some kind of movement."""
        found = self.tactical(unit)
        if way := self.reach[STRATEGIC].get(unit):
            found |= way.hexes
        if self.rail_left > 0 and (way := self.reach[RAIL].get(unit)):
            found |= way.hexes
        return found

    # Assaults

    def plan_assaults(self, doubled: int = 0) -> None:
        """Send units into the attacks that pay; with accelerated assaults if those add enough."""
        chosen, plan = self._assaults(0)
        if doubled:
            other, faster = self._assaults(doubled)
            used = {self.rules.forces.hq_of(u) for a in faster for u in a.places if doubled >> u & 1}
            gain = sum([a.value for a in faster]) - sum([a.value for a in plan])
            if gain > self.outlook.weights.attack.accelerated * len(used):
                chosen, plan = other, faster
        for assault in plan:
            for unit, hex_ in assault.places.items():
                if unit not in self.place:
                    self.settle(unit, hex_)
        self.targets = chosen.targets

    def _assaults(self, doubled: int) -> tuple[Assaults, list[Assault]]:
        pos, ways = self.pos, {}
        spared = self.waiting | (pos.cadres if self.outlook.doctrine.spares_cadres else 0)
        for unit in bits(self.outlook.own & ~self.rules.hqs & ~pos.uncommitted & ~spared):
            if unit in self.place:
                ways[unit] = 1 << self.place[unit]
            elif self._keeps(unit):
                ways[unit] = 1 << pos.where[unit]
            else:
                ways[unit] = self.tactical(unit)
        crowd = Crowd(pos, self.side)
        for unit, hex_ in self.place.items():
            crowd.stand(unit, hex_)
        assaults = Assaults(self.outlook, crowd, ways, doubled)
        return assaults, assaults.plan()

    def _keeps(self, unit: int) -> bool:
        """Whether a unit stays where it is because the place matters more than an attack."""
        hex_ = self.pos.where[unit]
        if self.side == GERMAN:
            return bool(self.outlook.staying >> unit & 1)
        if self.pos.entrenched >> hex_ & 1 and self.outlook.threat(hex_)[0]:
            return True
        alone = not self.pos.units_in(hex_) & ~(1 << unit) & ~self.rules.hqs
        return alone and self.outlook.places.get(hex_, 0.0) >= self.outlook.weights.attack.keep

    # What must be attacked

    def extras(self, hex_: int) -> int:
        """Enemies that a unit in a hex would have to attack although nobody plans to."""
        if self.outlook.shelters >> hex_ & 1 or not self.outlook.contact >> hex_ & 1:
            return 0
        return (self.grid.around(hex_) & self.pos.occupied[1 - self.side] & ~self.targets).bit_count()

    def choose(self, unit: int, scores: dict[int, float]) -> None:
        """Settle a unit in the best hex that has room; else in any near one, or where it stands."""
        here, distance = self.pos.where[unit], self.grid.distance
        open_ = [hex_ for hex_ in scores if self.crowd.room(unit, hex_)]
        if open_:
            stray = self.outlook.whim
            best = max(open_, key=lambda hex_: (scores[hex_] + stray[hex_] - 1.0, hex_ == here, hex_))
        else:
            quiet = bits(self.everywhere(unit) & ~self.outlook.contact)
            room = [hex_ for hex_ in quiet if self.crowd.room(unit, hex_)]
            best = min(room, key=lambda hex_: (distance(here, hex_), hex_), default=here)
        self.settle(unit, best)

    # Orders

    def orders(self, arrivals: list[Order]) -> list[Order]:
        """Everybody's orders, one unit after another; who comes onto the map goes on at once (5.0)."""
        escorted = self.rules.reaching.escorted
        units = sorted(self.place, key=lambda unit: escorted >> unit & 1)
        own = {self.rules.unit_ids[unit]: self._orders_of(unit) for unit in units}
        found: list[Order] = []
        for order in arrivals:
            found += [order, *own.pop(order.actors[0], [])]
        return found + [order for orders in own.values() for order in orders]

    def _orders_of(self, unit: int) -> list[Order]:
        """To its place, and from there off the map where that is wanted."""
        here, there, name = self.pos.where[unit], self.place[unit], self.rules.unit_ids[unit]
        path = self.grid.name[here], self.grid.name[there]
        found: list[Order] = []
        if there != here and self.tactical(unit) >> there & 1:
            found.append(Move(name, path))
        elif there != here:
            way = self.reach[STRATEGIC].get(unit)
            found.append(Strategic(name, path) if way and way.hexes >> there & 1 else Rail(name, path))
        return found + self._exit(unit, there)

    def _exit(self, unit: int, hex_: int) -> list[Order]:
        """Off the map, from where that is useful."""
        edges = self.rules.arrivals.edges_at(self.side, hex_) if self._wanted else []
        useful = [edge for edge in edges if edge in self._wanted]
        if not useful or not self.outlook.may_leave(unit):
            return []
        if self.outlook.doctrine.exits_in_step and self.side == GERMAN:
            self._leaving[useful[-1]] = gone = self._leaving.get(useful[-1], 0) + 1
            if gone > objectives.more_to_leave(self.pos, useful[-1], in_step=True):
                return []
        return [Exit(self.rules.unit_ids[unit], useful[-1] if len(edges) > 1 else "")]

    @cached_property
    def _wanted(self) -> dict[str, float]:
        """Edges by which units should leave the map."""
        return self.outlook.wanted_edges()


def movement_orders(
    outlook: Outlook, arrivals: list[Order], prepare: Callable[[March], None] = lambda march: None
) -> list[Order]:
    """A whole movement phase, but the end of it; some may be given their place before all others."""
    from typhoon.games.operation_typhoon.staff import german, soviet

    march = March(outlook)
    prepare(march)
    if outlook.side == GERMAN:
        german.move(march)
    else:
        soviet.move(march)
    return march.orders(arrivals)
