"""Supply: overland, along roads, along railways; points spent; Emergency and Out of Supply (B6)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, NamedTuple

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.ground import Links, both
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.supply import walk

OVERLAND, OVERLAND_SHORT = 7, 5
ROAD, ROAD_SHORT = 21, 15
FROM_POINT = 5
"""How far a point spent for general supply reaches (B6.9)."""
MOST_KEPT = 20


class Way(NamedTuple):
    """What lines of supply can run through."""

    open: int
    """Hexes that a line may enter."""
    links: Links
    """Hexsides that it may cross."""


class Lines(msgspec.Struct, eq=False):
    """What the supply of a side comes to, as far as anybody asked."""

    way: Way
    rail: int
    """The rail net."""
    net: int | None = None
    """All hexes that a line from a unit may lead to."""
    supplied: int | None = None
    """Every hex from which a line can be traced."""
    attack_ranges: dict[int, int] = {}
    """What points supply that are spent for an attack, by their hexes."""


class Supply(NonopChapter):
    """Who is in supply."""

    @cached_property
    def _known(self) -> dict[tuple[object, ...], Lines]:
        return {}

    @cached_property
    def _last(self) -> list[tuple[tuple[object, ...], Lines] | None]:
        """The last answer about each side."""
        return [None, None]

    def forget(self) -> None:
        """Have every net looked for afresh."""
        self._known.clear()
        self._nets.clear()
        self._last[:] = None, None

    @case("B6.2", "B6.6")
    def uncontested(self, pos: NonopPosition, side: int) -> int:
        """Hexes in enemy zones of control without a friendly combat unit."""
        zone = pos.zone(1 - side)
        return zone ^ zone & pos.manned[side]

    @case("B6.6")
    def way(self, pos: NonopPosition, side: int) -> Way:
        """Where lines of supply of a side can run."""
        return self.lines(pos, side).way

    def lines(self, pos: NonopPosition, side: int) -> Lines:
        """All that supply hangs on; asked again and again, answered once."""
        law = self.law
        key = (
            side, self.uncontested(pos, side), pos.stood[1 - side], pos.occupied[1 - side],
            law.works.forts(pos, 1 - side), law.works.bridge_links(pos, side), pos.frozen, pos.lingering,
            law.conditions.is_short(pos), pos.converted,
        )  # fmt: skip
        last = self._last[side]
        if last is None or last[0] != key:
            if key not in self._known:
                if len(self._known) >= MOST_KEPT:
                    self._known.clear()
                self._known[key] = self._lines(pos, side)
            last = self._last[side] = key, self._known[key]
        return last[1]

    @case("B6.6")
    def _lines(self, pos: NonopPosition, side: int) -> Lines:
        law = self.law
        closed = pos.stood[1 - side] | self.uncontested(pos, side) | law.works.forts(pos, 1 - side)
        way = Way(law.ground.open & ~closed, self.crossable(pos, side))
        gauge = self.gauge(pos, side) & way.open
        return Lines(way, self._linked(self.sources(pos, side, law.rail_sources) & gauge, gauge))

    @case("B6.4")
    def _linked(self, sources: int, gauge: int) -> int:
        """Railway hexes linked to sources; most of what changes lines of supply lies off the railways."""
        found = self._nets.get((sources, gauge))
        if found is None:
            if len(self._nets) >= MOST_KEPT:
                self._nets.clear()
            found = self.law.grid.flood_along(sources, gauge, self.law.ground.rails)
            self._nets[sources, gauge] = found
        return found

    @cached_property
    def _nets(self) -> dict[tuple[int, int], int]:
        return {}

    @case("B6.6", "B18.9")
    def crossable(self, pos: NonopPosition, side: int) -> Links:
        """Hexsides that are no unfrozen major river, or bridged."""
        ground, all_ = self.law.ground, self.law.grid.all
        if pos.frozen:
            return (all_,) * 6
        bridged = both(ground.tracks, self.law.works.bridge_links(pos, side))
        return tuple([all_ & ~(a & ~b) for a, b in zip(ground.major_rivers, bridged, strict=True)])

    @case("B6.2")
    def sources(self, pos: NonopPosition, side: int, among: tuple[int, int]) -> int:
        """Sources of a side that count: no enemy in them, no uncontested enemy zone on them."""
        return among[side] & ~pos.occupied[1 - side] & ~self.uncontested(pos, side)

    @case("B6.4", "B19.4")
    def gauge(self, pos: NonopPosition, side: int) -> int:
        """Railway hexes that trains of a side could run on."""
        return pos.converted if side == GERMAN else self.law.ground.rail_hexes & ~pos.converted

    @case("B6.4", "B19.4")
    def rail_net(self, pos: NonopPosition, side: int) -> int:
        """Railway hexes linked to a source."""
        return self.lines(pos, side).rail

    @case("B6.4", "B6.5")
    def net(self, pos: NonopPosition, side: int) -> int:
        """All hexes that a line from a unit may lead to: sources, rail net and road net."""
        lines = self.lines(pos, side)
        if lines.net is None:
            lines.net = self._net(pos, side, lines)
        return lines.net

    @case("B6.1", "B6.3")
    def supplied(self, pos: NonopPosition, side: int) -> int:
        """Every hex from which a line of general supply can be traced."""
        lines = self.lines(pos, side)
        if lines.supplied is None:
            lines.supplied = self._overland(pos, lines.way, self.net(pos, side))
        return lines.supplied

    @case("B6.4", "B6.5")
    def _net(self, pos: NonopPosition, side: int, lines: Lines) -> int:
        law, ground, open_ = self.law, self.law.ground, lines.way.open
        every, by_road = (self.sources(pos, side, of) for of in (law.sources_of, law.road_sources))
        ends = (lines.rail | by_road) & ground.net_road_hexes & open_
        length = ROAD_SHORT if law.conditions.is_short(pos) else ROAD
        road = law.grid.flood_along(ends, open_, ground.net_roads, most=length)
        return lines.rail | road | every

    @case("B6.3", "B6.10")
    def _overland(self, pos: NonopPosition, way: Way, goals: int) -> int:
        """Hexes from which some goals are within a few hexes, fewer in mud, snow or bad ground."""
        grid = self.law.grid
        goals &= way.open
        found = self._last_step(way, grid.flood_along(goals, way.open, way.links, most=OVERLAND_SHORT - 1))
        if not self.law.conditions.is_short(pos):
            firm = self._on_firm_ground(pos, way)
            far = grid.flood_along(goals, way.open, firm.links, most=OVERLAND - 1)
            found |= self._last_step(firm, far)
        return found

    def _last_step(self, way: Way, hexes: int) -> int:
        """Those hexes, and where a line to them may begin: anywhere next to them."""
        return hexes | self.law.ground.over(hexes, way.links)

    @case("B6.3", "B5.3")
    def _on_firm_ground(self, pos: NonopPosition, way: Way) -> Way:
        """Hexsides over which a line does not enter marsh or muddy woods off the roads.

        Lines are looked for from their end, so a hex that is hard to enter is one that is hard to leave.
        """
        ground = self.law.ground
        woods = ground.woods if pos.lingering else 0
        easy = both(ground.net_roads, ground.rails)
        links = [
            link & ~(ground.marsh & ~on_main | woods & ~on_any)
            for link, on_main, on_any in zip(way.links, easy, ground.tracks, strict=True)
        ]
        return Way(way.open, tuple(links))

    @case("B6.3", "B6.4", "B6.5")
    def line(self, pos: NonopPosition, side: int, hex_: int) -> list[list[int]] | None:
        """A line of general supply in its parts: overland, by road, by rail; None when there is none."""
        law, ground, grid = self.law, self.law.ground, self.law.grid
        way, rail = self.way(pos, side), self.rail_net(pos, side)
        approach = self._approach(pos, side, hex_, self.net(pos, side) & way.open)
        if approach is None:
            return None
        parts, at = [approach], 1 << approach[-1]
        sources = self.sources(pos, side, law.sources_of)
        if not at & (rail | sources):
            ends = rail | self.sources(pos, side, law.road_sources)
            road = walk(grid, at, ends & way.open, way.open, ground.net_roads, None)
            parts.append(road or [])
            at = 1 << parts[-1][-1]
        if at & rail and not at & sources:
            home = self.sources(pos, side, law.rail_sources)
            parts.append(walk(grid, at, home, rail, ground.rails, None) or [])
        return parts

    def _approach(self, pos: NonopPosition, side: int, hex_: int, net: int) -> list[int] | None:
        """The part of a line that runs overland: far on firm ground, less far through anything."""
        way, grid = self.way(pos, side), self.law.grid
        found = walk(grid, 1 << hex_, net, way.open, way.links, OVERLAND_SHORT)
        if found is None and not self.law.conditions.is_short(pos):
            back = self._on_firm_ground(pos, way).links
            firm = tuple([grid.shift(back[(way_ + 3) % 6], (way_ + 3) % 6) for way_ in range(6)])
            found = walk(grid, 1 << hex_, net, way.open, firm, OVERLAND)
        return found

    @case("B6.9")
    def around_point(self, pos: NonopPosition, unit: int) -> int:
        """Hexes that a point spent for general supply keeps in supply."""
        side = self.law.side_of[unit]
        way, here = self.way(pos, side), 1 << pos.where[unit]
        return self._last_step(way, self.law.grid.flood_along(here, way.open, way.links, most=FROM_POINT - 1))

    @case("B6.10")
    def attack_range(self, pos: NonopPosition, unit: int) -> int:
        """Hexes whose units a point spent for an attack supplies."""
        lines, hex_ = self.lines(pos, self.law.side_of[unit]), pos.where[unit]
        found = lines.attack_ranges.get(hex_)
        if found is None:
            found = self._overland(pos, lines.way, 1 << hex_) | 1 << hex_
            lines.attack_ranges[hex_] = found
        return found

    @case("B6.7")
    def judge(self, pos: NonopPosition, side: int, reached: int, umpire: Umpire) -> None:
        """Give and take the markers of a side; ``reached`` are hexes that spent points supply."""
        law = self.law
        hexes = self.supplied(pos, side) | reached
        units = law.ground_units & law.units_of[side] & pos.in_play
        fails = units & ~pos.standing_in(pos.stood[side] & hexes)
        pos.out = pos.out & ~units | fails & (pos.emergency | pos.out)
        pos.emergency = pos.emergency & ~units | fails & ~pos.out
        names = (("emergency", pos.emergency), ("out", pos.out))
        facts = {word: pos.names(marked & units) for word, marked in names}
        if fails:
            umpire.tell("supply", side=SIDES[side], **facts)

    def first_judged(self, pos: NonopPosition) -> bool:
        """Whether the phase marks anybody: not on the first turn."""
        return pos.turn > 1


class Spend(Order, frozen=True, gc=False):
    """Spend a supply unit."""

    verb: ClassVar[str] = "spend"
    label: ClassVar[str] = "Spend"
    unit: str


class SupplyPhase(Phase[NonopPosition], frozen=True, tag="supply"):
    """General supply of both sides is judged; either may spend points for it first."""

    about: ClassVar[str] = "B6.1"
    takes: ClassVar[tuple[type[Order], ...]] = (Spend, End)
    name = "supply"
    side: SideNumber = GERMAN
    reached: tuple[str, ...] = ()
    """Hexes of supply units that were spent, by the side at hand."""

    def decider(self, pos: NonopPosition) -> int:
        return self.side

    @case("B6.1", "B6.7", "B6.9", "B25.3", "B18.4")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law = pos.rules
        if not law.supply.first_judged(pos):
            pos.frames.pop()
            return False
        if self._worth_spending(pos):
            return True
        self._close(pos, umpire)
        return False

    def _worth_spending(self, pos: NonopPosition) -> int:
        """Supply units that would help somebody."""
        supply, law = pos.rules.supply, pos.rules
        hexes = supply.supplied(pos, self.side) | self._reached(pos)
        hungry = pos.stood[self.side] & ~hexes
        if not hungry:
            return 0
        points = law.supply_units & law.units_of[self.side] & pos.in_play
        return sum([1 << unit for unit in bits(points) if supply.around_point(pos, unit) & hungry])

    def _reached(self, pos: NonopPosition) -> int:
        return pos.rules.grid.hexes(self.reached)

    def _close(self, pos: NonopPosition, umpire: Umpire) -> None:
        law = pos.rules
        law.supply.judge(pos, self.side, self._reached(pos), umpire)
        if self.side == GERMAN:
            pos.frames[-1] = SupplyPhase(SOVIET)
            return
        law.garrisons.release_starving(pos, umpire)
        law.engineering.give_up_empty(pos, umpire)
        pos.frames.pop()

    def prompt(self, pos: NonopPosition) -> str:
        law = pos.rules
        hungry = pos.stood[self.side] & ~law.supply.supplied(pos, self.side) & ~self._reached(pos)
        places = ", ".join([law.describe(hex_) for hex_ in bits(hungry)[:4]])
        more = " and others" if hungry.bit_count() > 4 else ""
        return f"No line of supply in {places}{more}: spend supply units beside them, or end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Spend(name) for name in pos.names(self._worth_spending(pos))], End()])]

    @case("B6.9")
    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Spend):
            return pos.rules.out_of_place(pos, order)
        unit = pos.rules.unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if not pos.rules.supply_units >> unit & 1:
            return Ruling("B6.9", f"{order.unit} is no supply unit")
        if not self._worth_spending(pos) >> unit & 1:
            return Ruling("B6.9", f"nobody who is cut off is within {FROM_POINT} hexes of {order.unit}")
        return None

    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, End):
            self._close(pos, umpire)
            return
        assert isinstance(order, Spend)
        law, unit = pos.rules, pos.rules.unit_number[order.unit]
        reached = self._reached(pos) | law.supply.around_point(pos, unit)
        umpire.tell("spent", unit=order.unit, hex=law.grid.name[pos.where[unit]], why="general supply")
        law.losses.take_off(pos, unit)
        pos.frames[-1] = SupplyPhase(self.side, tuple(law.grid.numbers(reached)))
