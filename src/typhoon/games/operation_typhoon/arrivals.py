"""Reinforcements, and leaving the map (15, 18.19, 18.29)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import (
    ENTERED,
    RAIL,
    STRATEGIC,
    TACTICAL,
    TyphoonPosition,
)
from typhoon.hexgrid import bits, first, reach
from typhoon.mechanics.choices import UnitHexes
from typhoon.mechanics.wording import sixths

AREAS = 15


class Enter(Order, frozen=True, gc=False):
    """Bring a reinforcement onto the map."""

    verb: ClassVar[str] = "enter"
    unit: str
    hex: str


class Divert(Order, frozen=True, gc=False):
    """Send a reinforcement whose entry area is blocked to the next one, a turn later."""

    verb: ClassVar[str] = "divert"
    unit: str
    area: str


class Exit(Order, frozen=True, gc=False):
    """Move a unit off the map, in a corner by the edge that is named."""

    verb: ClassVar[str] = "exit"
    unit: str
    edge: str = ""


class Arrivals(TyphoonChapter):
    """Who comes onto the map, and who leaves it."""

    @case("15.0", "15.11", "15.23")
    def due(self, pos: TyphoonPosition, side: int) -> int:
        """Reinforcements that may come in now; they may also wait."""
        mine = self.law.units_of[side]
        return sum(
            [1 << unit for unit, (turn, _) in pos.arrival.items() if turn <= pos.turn and mine >> unit & 1]
        )

    def area_hexes(self, area: str) -> int:
        """The hexes of an entry area, of Moscow, or those that a scenario names itself."""
        ground = self.law.ground
        if area == "Moscow":
            return ground.moscow
        return ground.areas[area] if area in ground.areas else ground.hexes(area.split(";"))

    @case("15.21")
    def _passable(self, pos: TyphoonPosition, side: int, unit: int) -> int:
        """Hexes of a reinforcement's area that it may enter, without enemy units or zones of control."""
        _, area = pos.arrival[unit]
        return self.area_hexes(area) & self.law.reaching.open_to(pos, side, unit) & ~pos.zone(1 - side)

    @case("15.12", "15.13", "15.21")
    def entry_hexes(self, pos: TyphoonPosition, side: int, unit: int) -> int:
        """Where a reinforcement can come in with the movement points it has."""
        return self._affordable(pos, unit, self._in_column(pos, unit, self._passable(pos, side, unit)))

    @case("15.12")
    def _in_column(self, pos: TyphoonPosition, unit: int, open_: int) -> int:
        """All units for an entry area stand in one column, where the first of them came in (R72)."""
        _, area = pos.arrival[unit]
        if not pos.columns_at or not area.isdecimal():
            return open_
        hexes = self.area_hexes(area)
        return open_ & sum([1 << hex_ for hex_ in pos.columns_at if hexes >> hex_ & 1]) or open_

    def _affordable(self, pos: TyphoonPosition, unit: int, open_: int) -> int:
        law, most = self.law, self._allowance_on_entry(pos, unit) * SIXTHS
        class_, surface = law.reaching.class_of(unit), law.reaching.surface_for(pos, unit)
        found = open_ & law.going.within_price(class_, surface, most)
        for hex_ in (*pos.columns_at, *bits(found & surface.slow)):
            if found >> hex_ & 1 and self.entry_cost(pos, unit, hex_) > most:
                found ^= 1 << hex_
        return found

    @case("12.44", "12.62")
    def _allowance_on_entry(self, pos: TyphoonPosition, unit: int) -> int:
        """Reinforcements are in supply, but for vehicles whose army is short of it (R61)."""
        full, points = self.law.reaching.allowance(pos, unit), self.law.reaching.points(pos, unit)
        if self.law.mechanized >> unit & 1 and self.law.supply.comes_out_of_supply(pos, unit):
            return min(full, points // 2)
        return full

    def _terrain_cost(self, pos: TyphoonPosition, unit: int, hex_: int) -> int:
        law = self.law
        return law.going.entry_cost(hex_, law.reaching.class_of(unit), law.conditions.surface(pos))

    @case("15.12")
    def entry_cost(self, pos: TyphoonPosition, unit: int, hex_: int) -> int:
        """The cost of the hex, once more for every unit that is ahead in the column (R84)."""
        one = self._terrain_cost(pos, unit, hex_)
        return one * (1 + pos.columns_at.get(hex_, 0)) if one >= 0 else -1

    @case("15.22")
    def open_diversions(self, pos: TyphoonPosition, side: int, unit: int) -> list[str]:
        """The areas next to one that is blocked from end to end."""
        return [] if self._passable(pos, side, unit) else self._areas_beside(pos, side, unit)

    def _areas_beside(self, pos: TyphoonPosition, side: int, unit: int) -> list[str]:
        _, area = pos.arrival[unit]
        if not area.isdecimal():
            return []
        number = int(area)
        beside = [str((number - 2) % AREAS + 1), str(number % AREAS + 1)]
        open_ = pos.ground.open & ~self.law.reaching.closed_rows(side)
        return [other for other in beside if self.area_hexes(other) & open_]

    def arriving(self, pos: TyphoonPosition, side: int) -> tuple[list[tuple[str, int]], list[Order]]:
        """Where reinforcements can come in, and where to they can be sent; the same until one does."""
        if pos.arriving is None:
            entries: list[tuple[str, int]] = []
            diversions: list[Order] = []
            for unit in bits(self.due(pos, side)):
                name = self.law.unit_ids[unit]
                if open_ := self._passable(pos, side, unit):
                    entries.append((name, self._affordable(pos, unit, self._in_column(pos, unit, open_))))
                else:
                    diversions += [Divert(name, area) for area in self._areas_beside(pos, side, unit)]
            pos.arriving = entries, diversions
        return pos.arriving

    def why_not_due(self, pos: TyphoonPosition, side: int, name: str) -> int | Ruling:
        """The number of a reinforcement that may come in now, or why it is none."""
        unit = self.law.own_unit(name, side)
        if isinstance(unit, Ruling):
            return unit
        if unit not in pos.arrival:
            return Ruling("15.11", f"{name} is no reinforcement that is still to come")
        turn, _ = pos.arrival[unit]
        return unit if turn <= pos.turn else Ruling("15.11", f"{name} comes on turn {turn}")

    @case("15.11", "15.12", "15.21")
    def why_not_enter(self, pos: TyphoonPosition, side: int, unit: int, number: str) -> Ruling | None:
        hex_ = self.law.hex_named(number)
        if isinstance(hex_, Ruling):
            return hex_
        if self.entry_hexes(pos, side, unit) >> hex_ & 1:
            return None
        where, (_, area) = pos.ground.describe(hex_), pos.arrival[unit]
        if not self.area_hexes(area) >> hex_ & 1:
            return Ruling("15.11", f"{where} is not in entry area {area}")
        if not self._passable(pos, side, unit) >> hex_ & 1:
            return Ruling("15.21", f"{where} is closed, held by the enemy, or in his zone of control")
        column = self._in_column(pos, unit, self._passable(pos, side, unit))
        if not column >> hex_ & 1:
            first_in = pos.ground.describe(first(column))
            return Ruling("15.12", f"the units for area {area} come in one behind the other, at {first_in}")
        cost = sixths(self.entry_cost(pos, unit, hex_))
        return Ruling("15.12", f"entering at {where} costs {cost} movement points with those ahead")

    @case("15.11", "15.12", "15.13", "15.24")
    def enter(self, pos: TyphoonPosition, side: int, unit: int, hex_: int, umpire: Umpire) -> None:
        law = self.law
        cost = self.entry_cost(pos, unit, hex_)
        pos.columns_at[hex_] = pos.columns_at.get(hex_, 0) + 1
        del pos.arrival[unit]
        pos.entered[unit] = pos.turn
        pos.out |= law.supply.comes_out_of_supply(pos, unit) << unit
        known, done = pos.movers, pos.left
        pos.place(unit, hex_)
        law.marching.set_out(pos, unit, law.reaching.allowance(pos, unit) * SIXTHS - cost)
        pos.moving[ENTERED] |= 1 << unit
        pos.movers = law.reaching.updated(pos, side, unit, known, done)
        umpire.tell("entered", unit=law.unit_ids[unit], hex=law.grid.name[hex_])
        law.strengths.try_arrivals(pos, 1 << unit, umpire)
        pos.pass_through(side, 1 << hex_, umpire)

    # Leaving the map

    @case("18.19", "18.29", "18.39", "18.49", "18.5")
    def exit_hexes(self, side: int) -> int:
        """Hexes from which units can leave the map for good."""
        return self._exits[side]

    @cached_property
    def _exits(self) -> tuple[int, int]:
        found = [0, 0]
        for side in (GERMAN, SOVIET):
            for edge in self._edges(side):
                found[side] |= self.law.ground.edges[edge]
        return found[GERMAN], found[SOVIET]

    def _edges(self, side: int) -> tuple[str, ...]:
        """The edges over which a side can leave the map."""
        return self.law.scenario.exits if side == GERMAN else self.law.scenario.soviet_exits

    @case("18.19")
    def edges_at(self, side: int, hex_: int) -> tuple[str, ...]:
        """The edges by which units of a side can leave from a hex; in a corner there are two."""
        edges = self.law.ground.edges
        return tuple([edge for edge in self._edges(side) if edges[edge] >> hex_ & 1])

    @case("18.19", "18.29")
    def may_exit(self, pos: TyphoonPosition, side: int) -> int:
        """Units at an edge they may cross, with the movement points for it; HQs too (R122)."""
        found, hexes = 0, self.exit_hexes(side) & pos.occupied[side]
        if not hexes:
            return 0
        bound = self.bound_to_stay(pos) | pos.moving[RAIL]
        if side == GERMAN:
            bound |= self.law.works.bound(pos)
        for hex_ in bits(hexes):
            for unit in bits(pos.stacks[hex_] & ~bound):
                found |= self._can_pay(pos, side, unit) << unit
        return found

    @case("16.22")
    def bound_to_stay(self, pos: TyphoonPosition) -> int:
        """Units that leave the map by no edge, whatever they can pay."""
        return pos.uncommitted

    @case("18.19", "5.27", "6.31", "6.32")
    def _can_pay(self, pos: TyphoonPosition, side: int, unit: int) -> bool:
        """Whether a unit has the movement points; one on foot that has not moved can always go one hex."""
        law, bit, hex_ = self.law, 1 << unit, pos.where[unit]
        begun = bool((pos.moving[TACTICAL] | pos.moving[STRATEGIC] | pos.moving[ENTERED]) & bit)
        if begun and pos.zone(1 - side) >> hex_ & 1:
            return False
        left = pos.left.get(unit, 0)
        if not begun:
            toll = law.reaching.leaving_cost(pos, side, unit, TACTICAL)
            left = (law.reaching.allowance(pos, unit) - toll) * SIXTHS
        anyhow = not begun and law.reaching.can_always_step(unit)
        if "south" in law.scenario.exits and pos.ground.edges["south"] >> hex_ & 1:
            return self._can_pass_gate(pos, side, unit, left, anyhow)
        cost = self._terrain_cost(pos, unit, hex_)
        return cost >= 0 and (anyhow or cost <= left)

    @case("18.29", "5.51", "6.32", "6.33")
    def _can_pass_gate(self, pos: TyphoonPosition, side: int, unit: int, left: int, anyhow: bool) -> bool:
        """To the south one leaves by entering a hex of row 0100, at its cost and where one might go."""
        ground, start, zone = pos.ground, pos.where[unit], pos.zone(1 - side)
        free = ground.gate & ~pos.occupied[1 - side]
        mode = STRATEGIC if pos.moving[STRATEGIC] >> unit & 1 else TACTICAL
        if mode == STRATEGIC:
            free &= self.law.reaching.far_ground(pos, side)
        elif zone >> start & 1 or pos.escaped >> unit & 1:
            free &= ~zone
        if anyhow and self.law.reaching.one_step(pos, unit, free):
            return True
        parts, steps = self.law.reaching.steps(pos, unit, mode)
        return bool(reach(self.law.grid, start, max(0, left) * parts // SIXTHS, steps, free).count)

    @case("18.19", "18.29")
    def why_not_exit(self, pos: TyphoonPosition, side: int, name: str, edge: str) -> Ruling | None:
        unit = self.law.unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        case_, edges = self.law.scenario.case_of_victory, self.edges_at(side, pos.where[unit])
        if not edges:
            return Ruling(case_, f"{name} does not stand at an edge that it may leave by")
        if edge not in self._edge_words(edges):
            asked = (
                f"by which edge, {' or '.join(edges)}?" if len(edges) > 1 else f"by the {edges[0]} edge only"
            )
            return Ruling(case_, f"{name} leaves the map {asked}")
        if self.may_exit(pos, side) >> unit & 1:
            return None
        if pos.uncommitted >> unit & 1:
            return Ruling("16.22", f"{name} is uncommitted and does not move")
        if pos.moving[RAIL] >> unit & 1:
            return Ruling("5.13", f"{name} has moved by rail in this phase")
        barred = "has not the movement points left to leave the map, or the enemy bars the way"
        return Ruling(case_, f"{name} {barred}")

    def _edge_words(self, edges: tuple[str, ...]) -> tuple[str, ...]:
        """How an order says by which of some edges a unit leaves: with nothing where there is but one."""
        return edges if len(edges) > 1 else ("",)

    def exits(self, pos: TyphoonPosition, side: int) -> list[Exit]:
        """Every way of leaving the map."""
        units = self.may_exit(pos, side)
        if not units:
            return []
        return [
            Exit(self.law.unit_ids[unit], edge)
            for unit in bits(units)
            for edge in self._edge_words(self.edges_at(side, pos.where[unit]))
        ]

    @case("18.19")
    def leave(self, pos: TyphoonPosition, unit: int, edge: str, umpire: Umpire) -> None:
        hex_ = pos.where[unit]
        self.law.marching.set_out(pos, unit, 0)
        pos.remove(unit)
        self.law.strengths.return_chit(pos, unit)
        pos.entered.pop(unit, None)
        pos.exited[unit] = hex_, edge or self.edges_at(self.law.side_of[unit], hex_)[0]
        umpire.tell("exited", unit=self.law.unit_ids[unit], hex=pos.ground.grid.name[hex_])
        pos.pass_through(self.law.side_of[unit], 0, umpire)  # no hex more, but one that may stand empty now


class EnterMap(TyphoonAct[Movement, Enter]):
    """Bring in a reinforcement."""

    phase = Movement
    kind = Enter

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        entries, _ = self.law.arrivals.arriving(pos, phase.side)
        name = self.law.grid.name
        if not entries:
            return []
        return [UnitHexes(self.law.grid, entries, lambda unit, hex_: Enter(unit, name[hex_]))]

    def why_not(self, pos: TyphoonPosition, phase: Movement, order: Enter) -> Ruling | None:
        unit = self.law.arrivals.why_not_due(pos, phase.side, order.unit)
        if isinstance(unit, Ruling):
            return unit
        return self.law.arrivals.why_not_enter(pos, phase.side, unit, order.hex)

    def apply(self, pos: TyphoonPosition, phase: Movement, order: Enter, umpire: Umpire) -> None:
        unit, hex_ = self.law.unit_number[order.unit], self.law.grid.index(order.hex)
        self.law.arrivals.enter(pos, phase.side, unit, hex_, umpire)


class DivertUnit(TyphoonAct[Movement, Divert]):
    """Send a reinforcement to another area."""

    phase = Movement
    kind = Divert

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        _, diversions = self.law.arrivals.arriving(pos, phase.side)
        return [Listed(diversions)] if diversions else []

    @case("15.22")
    def why_not(self, pos: TyphoonPosition, phase: Movement, order: Divert) -> Ruling | None:
        unit = self.law.arrivals.why_not_due(pos, phase.side, order.unit)
        if isinstance(unit, Ruling):
            return unit
        if order.area in self.law.arrivals.open_diversions(pos, phase.side, unit):
            return None
        area = pos.arrival[unit][1]
        if not area.isdecimal():
            return Ruling(
                "15.22", f"{order.unit} waits for a hex that is free: there are no areas beside its own"
            )
        return Ruling("15.22", f"only when area {area} is blocked from end to end, to an area beside it")

    def apply(self, pos: TyphoonPosition, phase: Movement, order: Divert, umpire: Umpire) -> None:
        pos.arrival[self.law.unit_number[order.unit]] = pos.turn + 1, order.area
        pos.arriving = None
        umpire.tell("diverted", unit=order.unit, area=order.area)


class ExitMap(TyphoonAct[Movement, Exit]):
    """Leave the map for good."""

    phase = Movement
    kind = Exit

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        orders = self.law.arrivals.exits(pos, phase.side)
        return [Listed(orders)] if orders else []

    def why_not(self, pos: TyphoonPosition, phase: Movement, order: Exit) -> Ruling | None:
        return self.law.arrivals.why_not_exit(pos, phase.side, order.unit, order.edge)

    def apply(self, pos: TyphoonPosition, phase: Movement, order: Exit, umpire: Umpire) -> None:
        self.law.arrivals.leave(pos, self.law.unit_number[order.unit], order.edge, umpire)


ACTS = (ExitMap, DivertUnit, EnterMap)
