"""Specialized movement: one hex, infiltration, railways (B11.1 to B11.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, MUD, SOVIET
from typhoon.games.typhoon_nonop.ground import both
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.marching import Marches, Movement, MoveUnit, Trains, in_mud
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaching import Field
from typhoon.hexgrid import Asked, Crossing, Reach, Steps, bits

RAIL_HEXES = 60
INTERDICTED = 12
"""What a hex in an interdiction zone counts for Soviet trains."""
AWAY = 4
"""How far from the enemy a unit entrains."""


class Infiltrate(Order, frozen=True, gc=False):
    """Slip from one enemy zone of control into another."""

    verb: ClassVar[str] = "infiltrate"
    unit: str
    path: tuple[str, ...]


class Rail(Order, frozen=True, gc=False):
    """Move a unit by rail."""

    verb: ClassVar[str] = "rail"
    unit: str
    path: tuple[str, ...]


class InfiltrateUnit(MoveUnit):
    """Infiltrate."""

    kind = Infiltrate

    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        return [Marches(pos, phase, self.kind)] if self.law.special.can_infiltrate(pos, phase) else []


class MoveByRail(MoveUnit):
    """Move by rail."""

    kind = Rail

    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        return [Trains(pos, phase, self.kind)] if self.law.special.trains_left(pos, phase) else []


class Special(NonopChapter):
    """Ways of moving that take the whole move."""

    @case("B11.1")
    def one_hex(self, pos: NonopPosition, unit: int, phase: Movement, field: Field, way: Reach) -> int:
        """Neighbouring hexes that a unit cannot pay for but may enter as its whole move."""
        law, start = self.law, pos.where[unit]
        beside = law.grid.around(start)
        beside ^= beside & way.hexes
        if not beside or pos.weather == MUD or not law.reaching.is_full(pos, unit, phase):
            return 0
        free = law.reaching.free(pos, unit, field) & beside & ~law.conditions.mud(pos)
        held = field.zone >> start & 1
        if held:
            free &= ~field.zone
        if not free:
            return 0
        steps = field.steps[law.cost_class[unit]]
        found = sum([1 << to for to in bits(free) if steps.price(start, to) is not None])
        if not phase.motorized and not held and not law.cost_class[unit]:
            found |= free & self.over_major(pos, phase.side, start)
        return found

    @case("B11.1")
    def over_major(self, pos: NonopPosition, side: int, start: int) -> int:
        """The neighbours of a hex across an unbridged unfrozen major river."""
        if pos.frozen:
            return 0
        ground = self.law.ground
        bridged = both(ground.tracks, self.law.works.bridge_links(pos, side))
        links = tuple([a & ~b for a, b in zip(ground.major_rivers, bridged, strict=True)])
        return ground.over(1 << start, links) & ground.open

    # Infiltration

    @case("B11.2", "B5.7")
    def can_infiltrate(self, pos: NonopPosition, phase: Movement) -> bool:
        """Whether anybody may, by the phase and the weather."""
        return phase.motorized != (phase.side == GERMAN) and pos.weather != MUD

    @case("B11.2", "B6.8")
    def infiltrating(self, pos: NonopPosition, phase: Movement) -> int:
        """Units that may infiltrate, if they may move."""
        law = self.law
        if not self.can_infiltrate(pos, phase):
            return 0
        kinds = law.horse | law.motor if phase.side == GERMAN else law.horse
        in_zone = pos.standing_in(pos.zone(1 - phase.side) & pos.occupied[phase.side])
        return in_zone & kinds & ~pos.out & ~pos.moved

    @case("B11.2")
    def _why_not_infiltrate(self, pos: NonopPosition, unit: int, phase: Movement) -> Ruling | None:
        law, name, bit = self.law, self.law.unit_ids[unit], 1 << unit
        if self.infiltrating(pos, phase) & bit:
            return None
        if not (law.horse | law.motor if phase.side == GERMAN else law.horse) & bit:
            return Ruling("B11.2", f"{name} is neither cavalry nor a German motor unit")
        if phase.motorized == (phase.side == GERMAN):
            return Ruling(
                "B11.2", "the Germans infiltrate in their Movement Phase, the Soviets in the motorized one"
            )
        if pos.out & bit:
            return Ruling("B6.8", f"{name} is Out of Supply and does not infiltrate")
        if pos.weather == MUD:
            return Ruling("B11.2", "nobody infiltrates in mud")
        if pos.moved & bit:
            return Ruling("B11.2", f"{name} has moved: infiltration is a whole move")
        return Ruling("B11.2", f"{name} is in no enemy zone of control")

    @case("B11.2")
    def infiltrations(
        self, pos: NonopPosition, phase: Movement, units: int, field: Field
    ) -> Iterator[tuple[int, Reach]]:
        """The neighbouring hexes in enemy zones that units may slip into, for those who have any."""
        law, side = self.law, phase.side
        open_ = field.zone & ~law.works.forts(pos, 1 - side) & ~law.conditions.mud(pos)
        for unit in bits(units):
            start, most = pos.where[unit], law.reaching.allowance(pos, unit, phase)
            steps = law.terrain.steps(pos, side, law.cost_class[unit], zones=False)
            costs = {}
            for to in bits(law.grid.around(start) & open_ & law.reaching.free(pos, unit, field)):
                price = steps.price(start, to)
                if price is not None and price <= most:
                    costs[to] = price
            if costs:
                yield unit, Reach.by_costs(law.grid, start, costs, steps, most)

    # Railways

    @cached_property
    def _rails(self) -> dict[tuple[int, int], Steps]:
        return {}

    @case("B11.3", "B13.3")
    def rail_steps(self, pos: NonopPosition, side: int) -> Steps:
        grid, slow = self.law.grid, pos.interdicted if side == SOVIET else 0
        found = self._rails.get((side, slow))
        if found is None:
            self._rails.clear()
            prices = [(1, grid.all & ~slow), (INTERDICTED, slow)]
            prices = [(price, into) for price, into in prices if into]
            found = self._rails[side, slow] = Steps(grid, [Crossing(self.law.ground.rails, prices)])
        return found

    @case("B11.3")
    def trains(self, pos: NonopPosition, side: int) -> int:
        """How many units may move by rail in a turn."""
        turn = self.law.turns[pos.turn]
        return turn.german_rail if side == GERMAN else turn.soviet_rail

    @case("B11.3")
    def _near_enemies(self, pos: NonopPosition, side: int) -> int:
        return self.law.grid.within(pos.manned[1 - side], AWAY - 1)

    @case("B11.3")
    def trains_left(self, pos: NonopPosition, phase: Movement) -> bool:
        """Whether anybody else may move by rail in a phase."""
        return not phase.motorized and pos.by_rail < self.trains(pos, phase.side)

    @case("B11.3")
    def rail_net(self, pos: NonopPosition, phase: Movement) -> int:
        """The railways that units may move along in a phase."""
        return self.law.supply.rail_net(pos, phase.side) if self.trains_left(pos, phase) else 0

    @case("B11.3", "B6.8")
    def entraining(self, pos: NonopPosition, phase: Movement, on_rails: int | None = None) -> int:
        """Units that may move by rail, if they may move; who is on rails may be known."""
        if not self.trains_left(pos, phase):
            return 0
        net = self.rail_net(pos, phase) & pos.occupied[phase.side]
        if on_rails is None:
            on_rails = self.on_rails(pos, phase.side)
        return pos.standing_in(net) & on_rails & ~pos.moved

    @case("B11.3", "B6.8")
    def on_rails(self, pos: NonopPosition, side: int) -> int:
        """Units that could entrain as far as enemies go, whether the railway belongs to the net or not."""
        tracks = self.law.supply.gauge(pos, side) & ~self._near_enemies(pos, side)
        return pos.standing_in(tracks & pos.occupied[side]) & ~pos.out

    @case("B11.3")
    def by_rail(
        self, pos: NonopPosition, phase: Movement, units: int, field: Field
    ) -> list[tuple[int, Reach]]:
        """Where units can go by rail."""
        if not units:
            return []
        law, movers = self.law, bits(units)
        steps = self.rail_steps(pos, phase.side)
        net = self.rail_net(pos, phase) & ~field.zone
        asked = [
            (steps, Asked(pos.where[unit], RAIL_HEXES, net & law.reaching.free(pos, unit, field)))
            for unit in movers
        ]
        return list(zip(movers, law.reaching.ways(asked), strict=True))

    @case("B11.3")
    def _why_no_train(self, pos: NonopPosition, unit: int, phase: Movement) -> Ruling | None:
        law, name, start = self.law, self.law.unit_ids[unit], pos.where[unit]
        if self.entraining(pos, phase) >> unit & 1:
            return None
        if phase.motorized:
            return Ruling("B11.3", "units move by rail in the regular Movement Phase")
        if pos.moved >> unit & 1:
            return Ruling("B11.3", f"{name} has moved: going by rail is a whole move")
        if pos.by_rail >= self.trains(pos, phase.side):
            return Ruling("B11.3", f"{pos.by_rail} units have moved by rail, and that is all")
        if not law.ground.rail_hexes >> start & 1:
            return Ruling("B11.3", f"{name} is not on a railway")
        if pos.out >> unit & 1:
            return Ruling("B6.8", f"{name} is Out of Supply and does not move by rail")
        if not law.supply.rail_net(pos, phase.side) >> start & 1:
            return Ruling("B11.3", f"the railway of {name} is not in its side's rail net")
        return Ruling("B11.3", f"{name} is within {AWAY - 1} hexes of an enemy")

    def why_not(self, pos: NonopPosition, phase: Movement, unit: int, to: int, verb: str) -> Ruling:
        """Why a unit that may move does not infiltrate or entrain for a hex."""
        law, where = self.law, self.law.describe(to)
        if verb == "rail":
            no_way = Ruling("B11.3", f"no railway of the net leads to {where} within {RAIL_HEXES} hexes")
            return self._why_no_train(pos, unit, phase) or no_way
        ruling = self._why_not_infiltrate(pos, unit, phase)
        if ruling is not None:
            return ruling
        if not law.grid.around(pos.where[unit]) >> to & 1:
            return Ruling("B11.2", "one infiltrates into a neighbouring hex")
        if not pos.zone(1 - phase.side) >> to & 1:
            return Ruling("B11.2", f"{where} is in no enemy zone of control: one moves there")
        if law.works.forts(pos, 1 - phase.side) >> to & 1:
            return Ruling("B11.2", f"{where} is an enemy fortification")
        if in_mud(pos, to):
            return Ruling("B11.2", f"{where} is in mud")
        return Ruling("B11.2", f"{law.unit_ids[unit]} cannot pay for {where}")
