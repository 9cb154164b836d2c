"""What it costs to go: terrain, roads, railways and rivers in every weather (B10.6 to B10.9)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from typhoon.engine.cases import case
from typhoon.games.typhoon_nonop.charts import (
    FOOT_COSTS,
    FROST,
    GERMAN,
    HALVES,
    MOTOR_COSTS,
    MUD,
    SNOW,
    WEATHERS,
)
from typhoon.games.typhoon_nonop.ground import Links, both, without
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.works import NO_LINKS
from typhoon.hexgrid import Crossing, Step, Steps, bits

MOST_KEPT, MOST_REACHING = 60, 5_000
"""As many answers are kept, about the board and about single hexes."""
CLOSED = -1
Priced = list[tuple[int, int]]
"""Costs in halves, each with the hexes that are entered for it."""


class Going(NamedTuple):
    """All that the cost of a step hangs on, the enemy apart."""

    side: int
    costs: int
    """Whether motor costs are paid, or foot costs."""
    weather: int
    lingering: bool
    frozen: bool
    bridges: Links


Tolls = tuple[Going, int, int]
"""How one goes, enemy zones of control, and enemy fortifications."""


class Terrain(NonopChapter):
    """The Terrain Effects Chart as it is in force."""

    @cached_property
    def _free(self) -> dict[tuple[Going, int], Steps]:
        """Steps where no zone of control is."""
        return {}

    @cached_property
    def _steps(self) -> dict[Tolls, Steps]:
        return {}

    @cached_property
    def _costs(self) -> dict[tuple[str, int, int], int]:
        """The chart in halves of a movement point."""
        found = {}
        for name, row in self.law.terrain_rows.items():
            for weather, word in enumerate(WEATHERS):
                for costs, kind in ((FOOT_COSTS, "foot"), (MOTOR_COSTS, "motor")):
                    cell = getattr(row, f"{word}_{kind}")
                    found[name, weather, costs] = CLOSED if cell in ("P", "") else int(float(cell) * HALVES)
        return found

    def cost(self, name: str, weather: int, costs: int) -> int:
        return self._costs[name, weather, costs]

    @cached_property
    def _last(self) -> dict[tuple[int, int, bool], tuple[Tolls, Steps]]:
        return {}

    def steps(self, pos: NonopPosition, side: int, costs: int, *, zones: bool = True) -> Steps:
        """The steps of those who pay foot or motor costs, with what zones of control cost or without.

        What they cost is for who stops in them.
        They are asked for again and again in one position, so the last answers lie ready.
        """
        works = self.law.works
        going = Going(side, costs, pos.weather, pos.lingering, pos.frozen, works.bridge_links(pos, side))
        key = going, pos.zone(1 - side) if zones else 0, works.forts(pos, 1 - side)
        last = self._last.get((side, costs, zones))
        if last is None or last[0] != key:
            last = self._last[side, costs, zones] = key, self._kept(key)
        return last[1]

    @case("B10.4", "B10.6")
    def _kept(self, key: Tolls) -> Steps:
        found = self._steps.get(key)
        if found is None:
            if len(self._steps) >= MOST_KEPT:
                self._steps.clear()
            going, zones, forts = key
            toll = self.cost("enemy ZOC", going.weather, going.costs)
            free = self._freely(going, forts)
            found = self._steps[key] = free.dearer(toll, zones) if zones else free
        return found

    @case("B10.6")
    def _freely(self, going: Going, forts: int) -> Steps:
        """Steps over bridges too, with what enemy fortifications add."""
        found = self._free.get((going, forts))
        if found is None:
            if len(self._free) >= MOST_KEPT:
                self._free.clear()
            if any(going.bridges):  # over a bridge it is as over dry land
                found = self._freely(going._replace(bridges=NO_LINKS), forts).widened(going.bridges)
            elif forts:
                toll = self.cost("fortification", going.weather, going.costs)
                found = self._freely(going, 0).tolled([(toll, forts)])
            else:
                found = Steps(self.law.grid, self._steps_of(going))
            self._free[going, forts] = found
        return found

    @case("B10.6", "B10.7", "B10.8", "B10.9")
    def _steps_of(self, going: Going) -> list[Step]:
        """The steps of those who have no bridges of their own."""
        ground = self.law.ground
        water = without(both(ground.rivers, ground.major_rivers), ground.tracks)
        dry = tuple([self.law.grid.all & ~links for links in water])
        base = self._entering(going)
        steps: list[Step] = [Crossing(dry, base)]
        for name, links in (("river", ground.rivers), ("major river", ground.major_rivers)):
            prices = self._over_water(going, name, base)
            if prices:
                steps.append(Crossing(without(links, ground.tracks), prices))
        for name, links in self._roads(going):
            steps.append(Crossing(links, self._by_road(going, name)))
        steps.append(Crossing(ground.rails, self._by_rail(going, base)))
        if going.costs == MOTOR_COSTS and (mud := self._mud(going) & ground.marsh):
            marsh = self.cost("marsh", MUD, FOOT_COSTS)  # R60
            steps.append(Crossing(ground.tracks, [(marsh, mud)]))
        return steps

    def _mud(self, going: Going) -> int:
        if going.weather == MUD:
            return self.law.grid.all
        return self.law.ground.woods if going.lingering else 0

    def _by_weather(self, going: Going) -> list[tuple[int, int]]:
        """The columns of the chart in use, each with its hexes."""
        mud = self._mud(going)
        found = [(MUD, mud), (going.weather, self.law.grid.all & ~mud)]
        return [(weather, hexes) for weather, hexes in found if hexes]

    @case("B10.6")
    def _entering(self, going: Going) -> Priced:
        """Hexes by what they cost by themselves; a town costs what its ground does."""
        ground = self.law.ground
        found = []
        for weather, where in self._by_weather(going):
            for name, hexes in (
                ("clear", ground.clear), ("woods", ground.woods),
                ("marsh", ground.marsh), ("city", ground.cities),
            ):  # fmt: skip
                price = self.cost(name, weather, going.costs)
                if price != CLOSED and hexes & where:
                    found.append((price, hexes & where))
        return found

    def _over_water(self, going: Going, name: str, base: Priced) -> Priced:
        """Prices with the hexside: a frozen river is that of snow, one not yet frozen that of frost."""
        found = []
        for weather, where in self._by_weather(going):
            column = SNOW if going.frozen else FROST if weather == SNOW else weather
            extra = self.cost(name, column, going.costs)
            if extra != CLOSED:
                found += [(price + extra, hexes & where) for price, hexes in base if hexes & where]
        return found

    @case("B10.7")
    def _roads(self, going: Going) -> list[tuple[str, Links]]:
        """The roads whose rates a unit may use."""
        ground = self.law.ground
        found = [("main road", ground.main_roads), ("minor road", ground.minor_roads)]
        if going.side != GERMAN or going.costs == MOTOR_COSTS:
            found.append(("motorway", ground.motorways))
        return found

    @case("B10.7", "B10.8")
    def _by_road(self, going: Going, name: str) -> Priced:
        found = []
        for weather, where in self._by_weather(going):
            if name == "minor road" and weather == MUD:
                where &= self.law.ground.clear
            found.append((self.cost(name, weather, going.costs), where))
        return found

    @case("B10.7")
    def _by_rail(self, going: Going, base: Priced) -> Priced:
        less, woods = self.cost_of_rail(going), self.law.ground.woods
        cheaper = [(price + less, hexes & woods) for price, hexes in base if hexes & woods]
        return cheaper + [(price, hexes & ~woods) for price, hexes in base if hexes & ~woods]

    def cost_of_rail(self, going: Going) -> int:
        """What a railway saves in woods, as a cost."""
        cell = self.law.terrain_rows["railroad"].dry_foot
        return int(float(cell) * HALVES)

    def price(self, pos: NonopPosition, unit: int, to: int, *, zones: bool = True) -> int | None:
        """What a step costs a unit, in halves; None when it cannot take it."""
        law = self.law
        steps = self.steps(pos, law.side_of[unit], law.cost_class[unit], zones=zones)
        return steps.price(pos.where[unit], to)


class Zones(NonopChapter):
    """Zones of control."""

    @cached_property
    def _last(self) -> list[tuple[tuple[int, int, int, bool], int] | None]:
        """The last answer about each side."""
        return [None, None]

    @cached_property
    def _known(self) -> dict[tuple[int, int, int, bool], int]:
        return {}

    @case("B10.3", "B10.5")
    def zone(self, pos: NonopPosition, side: int) -> int:
        """Every hex in a zone of control of the side."""
        key = pos.firm[side], pos.firm_motor[side], self.law.conditions.mud(pos), pos.frozen
        last = self._last[side]
        if last is None or last[0] != key:
            last = self._last[side] = key, self.out_of(pos, key[0], key[1])
        return last[1]

    def out_of(self, pos: NonopPosition, firm: int, motor: int) -> int:
        """The zones of units in some hexes, those of motor units apart."""
        mud = self.law.conditions.mud(pos)
        key = firm, motor, mud, pos.frozen
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            found = self._known[key] = self._zone(*key)
        return found

    @case("B10.5")
    def _zone(self, firm: int, motor: int, mud: int, frozen: bool) -> int:
        ground, grid = self.law.ground, self.law.grid
        every = (grid.all,) * 6
        open_ = every if frozen else tuple([grid.all & ~major for major in ground.major_rivers])
        found = ground.over(firm, open_)
        if motor:
            dry = ground.over(motor, open_)
            tracks = tuple([a & b for a, b in zip(ground.tracks, open_, strict=True)])
            found |= dry & ~mud | dry & ground.settled | ground.over(motor, tracks)
        return found & ground.open

    @case("B10.5", "B12.3")
    def reaching(self, pos: NonopPosition, side: int, hex_: int) -> int:
        """The hexes of a side whose zone reaches a hex."""
        around = self.law.grid.around(hex_)
        firm, motor = around & pos.firm[side], around & pos.firm_motor[side]
        if not firm and not motor:
            return 0
        key = hex_, firm, motor, self.law.conditions.mud(pos), pos.frozen
        found = self._reaching.get(key)
        if found is None:
            if len(self._reaching) >= MOST_REACHING:
                self._reaching.clear()
            found = self._reaching[key] = self._of_neighbours(*key)
        return found

    @cached_property
    def _reaching(self) -> dict[tuple[int, int, int, int, bool], int]:
        return {}

    @case("B10.5")
    def _of_neighbours(self, hex_: int, firm: int, motor: int, mud: int, frozen: bool) -> int:
        """Those of some neighbours of a hex, with motor units or others, whose zone reaches it."""
        ground, found = self.law.ground, 0
        if ground.lakes >> hex_ & 1:
            return 0
        deep = mud & ~ground.settled & 1 << hex_
        for other in bits(firm | motor):
            if not frozen and ground.linked(ground.major_rivers, hex_, other):
                continue
            if firm >> other & 1 or not deep or ground.linked(ground.tracks, hex_, other):
                found |= 1 << other
        return found
