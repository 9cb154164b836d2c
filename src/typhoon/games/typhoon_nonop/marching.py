"""The movement phases: moving, what comes of it, and why not (B10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import MoversOffer, Offers, form_of
from typhoon.engine.orders import End, Move, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import MovePreview, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, HALVES, MUD, SIDES, SOVIET
from typhoon.games.typhoon_nonop.law import NonopAct, NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaching import Field
from typhoon.games.typhoon_nonop.stacking import RemoveExcess
from typhoon.hexgrid import Reach, bits, reach
from typhoon.mechanics.choices import nth
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.movement import Movers, Moves, Trail
from typhoon.mechanics.wording import counted, halves

HOW = {"infiltrate": " by infiltration for ", "rail": " by rail over "}
"""What is said of special ways to move."""


class Movement(Phase[NonopPosition], frozen=True, tag="movement"):
    """A side moves its units, in the regular or in its motorized phase."""

    about: ClassVar[str] = "B10.1"
    side: SideNumber
    motorized: bool = False

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} {'motorized ' if self.motorized else ''}movement"

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self.side == SOVIET and self.motorized and pos.garrison:
            pos.rules.garrisons.release_all(pos, umpire)
        return True

    def prompt(self, pos: NonopPosition) -> str:
        return pos.rules.marching.prompt(pos, self)

    def unused(self, pos: NonopPosition) -> list[str]:
        fresh = pos.rules.mobility.fresh(pos, self)
        return [f"{counted(len(fresh), 'unit')} could still move (B10.1)"] if fresh else []

    def destinations(self, pos: NonopPosition, units: Sequence[str], verb: str = "move") -> dict[str, float]:
        """Where all of them can go, with what it takes of the one that pays most."""
        able = pos.rules.mobility.movers(pos, self, verb or "move")
        prices = []
        for name in units:
            unit = pos.rules.unit_number.get(name, -1)
            if unit not in able:
                return {}
            scale = scale_of(verb)
            prices.append({hex_: cost / scale for hex_, cost in able[unit].costs().items()})
        common = set(prices[0]).intersection(*prices[1:]) if prices else ()
        name_of = pos.rules.grid.name
        return {name_of[hex_]: max(price[hex_] for price in prices) for hex_ in sorted(common)}


class Marching(NonopChapter):
    """Moving, and why not."""

    @case("B10.1", "B10.11", "B25.2", "22.2.5 movement restriction", "new 1")
    def prompt(self, pos: NonopPosition, phase: Movement) -> str:
        """Who moves now, and what is different about this phase."""
        if phase.side == GERMAN:
            if phase.motorized:
                who = self.law.reaching.pace(pos)
            else:
                who = "Move, overrun, infiltrate, go by rail, lay bridges"
            who += "; on turn 1 only units from south of P1921" if pos.turn == 1 else ""
        elif phase.motorized:
            who = "Activate units first; then motor units, cavalry at half, and those activated move"
        else:
            hqs = self.law.hqs & pos.in_play
            free = hqs & self.law.command.may_move(pos)
            only = f"of the HQs only {', '.join(pos.names(free)) or 'none'}"
            who = "Move all who were not activated, motor units at half; "
            who += "HQs first or last as you like" if free == hqs else only
        open_ = self.law.command.starts_left(pos) if phase.side == SOVIET else ""
        return f"{who}.{open_} Then end."

    def why_not(self, pos: NonopPosition, phase: Movement, order: Any) -> Ruling | None:
        """Why a unit may not move so; where it stands need not be said."""
        law, grid, path = self.law, self.law.grid, order.path
        number = law.unit_number.get(order.unit)
        way = None if number is None else law.mobility.way_of(pos, phase, order.verb, number)
        if way is not None and len(path) <= 2 and path[0] in grid and path[-1] in grid:
            begins = len(path) == 1 or grid.index(path[0]) == way.start
            if begins and way.hexes >> grid.index(path[-1]) & 1:
                return None
        unit, hexes = law.unit_on_map(pos, order.unit, phase.side), law.hexes_named(path)
        if isinstance(unit, Ruling):
            return unit
        if isinstance(hexes, Ruling):
            return hexes
        if len(path) > 2:
            return Ruling("B10.1", "a move names the hex it ends in, or the one it begins in and that")
        to = hexes[-1]
        if len(path) == 2 and hexes[0] != pos.where[unit]:
            there = grid.name[pos.where[unit]]
            return Ruling("B10.1", f"{order.unit} stands in {there}, not in {path[0]}")
        if to == pos.where[unit]:
            return Ruling("B10.1", f"{order.unit} is in {path[-1]} already")
        ruling = self.why_not_begin(pos, phase, unit)
        if ruling is not None:
            return ruling
        if order.verb != "move":
            return law.special.why_not(pos, phase, unit, to, order.verb)
        return self._why_not_there(pos, phase, unit, to)

    @case("22.2.5 movement restriction", "B25.2", "B10.11", "new 1", "B22.5", "B12.6", "B25.7")
    def why_not_begin(self, pos: NonopPosition, phase: Movement, unit: int) -> Ruling | None:
        """Why a unit does not move in this phase at all."""
        law, name, bit = self.law, self.law.unit_ids[unit], 1 << unit
        if law.mobility.able(pos, phase) & bit:
            if pos.moved & bit and unit not in pos.left:
                return Ruling("B10.1", f"{name} has finished its move in this phase")
            return None
        if pos.garrison & bit:
            return Ruling("B25.7", f"{name} is the garrison of a fortification and does not move")
        if phase.side == GERMAN and not law.reaching.unbound(pos) & bit:
            return Ruling("B25.2", f"on turn 1 only German units that start south of P1921 move, not {name}")
        if phase.motorized and phase.side == GERMAN:
            return Ruling("B10.1", f"{name} is no motor unit and does not move in this phase")
        if phase.motorized and not bit & (law.motor | law.horse | pos.activated):
            if bit & law.hqs:
                return Ruling("B22.5", "HQs move in the Soviet Movement Phase only")
            return Ruling("B22.4", f"{name} is no motor unit and has not been activated")
        if pos.activated & bit and not phase.motorized:
            return Ruling("B22.4", f"{name} was activated and moved in the motorized phase")
        if bit & law.hqs:
            return Ruling("new 1", f"{name} does not move before the Soviet Movement Phase of turn 2")
        return law.command.why_not_start(pos, unit)

    @case("B10.4", "B10.10", "B6.12")
    def _why_not_there(self, pos: NonopPosition, phase: Movement, unit: int, to: int) -> Ruling:
        law, name, where = self.law, self.law.unit_ids[unit], self.law.describe(to)
        zone, start = pos.zone(1 - phase.side), pos.where[unit]
        if pos.stood[1 - phase.side] >> to & 1:
            overrun = law.overruns.chance_of(pos, phase, unit, to)
            return Ruling("B10.10", f"{where} is held by the enemy{overrun}")
        if law.ground.lakes >> to & 1:
            return Ruling("B10.10", f"{where} is a lake")
        if not law.reaching.free(pos, unit) >> to & 1:
            if law.supply_units >> unit & 1:
                return Ruling("B6.12", f"{where} is in an enemy zone of control, and no friend is there")
            return Ruling("B10.10", f"an enemy supply unit is in {where}")
        if zone >> start & 1:
            if pos.moved >> unit & 1:
                return Ruling("B10.4", f"{name} has entered an enemy zone of control and goes no farther")
            if zone >> to & 1 and law.grid.around(start) >> to & 1:
                return Ruling(
                    "B10.4", f"{name} cannot go from one enemy zone of control straight into another"
                )
        left = law.reaching.left(pos, unit, phase)
        costs, terrain = law.cost_class[unit], law.terrain
        halting = terrain.steps(pos, phase.side, costs)
        steps = terrain.steps(pos, phase.side, costs, zones=False).tolled([(halting.toll, halting.dear)])
        if reach(law.grid, start, left, steps, law.reaching.free(pos, unit)).hexes >> to & 1:
            if law.reaching.drives_north(pos, unit, phase):
                return Ruling("new 4", f"{name} has its full allowance only if it ends on sheet N")
            return Ruling("B10.4", f"{name} is stopped on the way to {where}")
        points = halves(left)
        return Ruling("B10.6", f"{where} is too far for {name}, which has {points or 0} movement points")

    def preview(self, pos: NonopPosition, phase: Movement, order: Any) -> MovePreview:
        law = self.law
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[-1])
        way, zone = law.mobility.movers(pos, phase, order.verb)[unit], pos.zone(1 - phase.side)
        path = way.path(to)
        costs = (0.0, *[way.cost(hex_) / scale_of(order.verb) for hex_ in path[1:]])
        stops = order.verb != "move" or bool(law.reaching.stops(pos, unit, zone) >> to & 1)
        left = 0.0 if stops else max(0.0, way.allowance / HALVES - costs[-1])
        unit_of_cost = "hexes by rail" if order.verb == "rail" else "movement points"
        names, notes = tuple([law.grid.name[hex_] for hex_ in path]), law.command.uses(pos, 1 << unit)
        return MovePreview(names, costs, left, stops, unit_of_cost, notes)

    @case("B10.1", "B10.4")
    def move(self, pos: NonopPosition, phase: Movement, order: Any, umpire: Umpire) -> None:
        law, verb = self.law, order.verb
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[-1])
        way, known = law.mobility.way_of(pos, phase, verb, unit), law.mobility.known(pos, phase)
        assert way is not None
        cost = way.cost(to)
        passed = self.passed(pos, unit, way, to, known.field.bridges, cost)
        done = pos.left
        self.set_out(pos, unit)
        pos.left = pos.left.copy()
        pos.left.pop(unit, None)
        if verb == "move" and cost < way.allowance and self._goes_on(pos, unit, to, known.field):
            pos.left[unit] = way.allowance - cost
        if verb == "rail":
            pos.by_rail += 1
        enemies, spans = pos.occupied[1 - phase.side], len(pos.bridges)
        how = HOW.get(verb, " for ")
        spent = f"{cost} hexes" if verb == "rail" else f"{halves(cost) or 0} MP"
        name = law.grid.name
        path, trail = (name[way.start], name[to]), Trail(way, to, name)
        umpire.tell("moved", unit=order.unit, path=path, how=how, cost=spent, way=trail)
        self.carry(pos, unit, to, passed, umpire)
        if enemies == pos.occupied[1 - phase.side] and spans == len(pos.bridges):
            pos.movers = law.mobility.updated(pos, known, unit, way.start, done)

    @case("B10.4")
    def _goes_on(self, pos: NonopPosition, unit: int, to: int, field: Field) -> bool:
        """Whether a unit keeps what it has left; in a zone of control it may still overrun (R61)."""
        hex_ = 1 << to
        return not self.law.reaching.stops(pos, unit, field.zone) & hex_ or bool(field.zone & hex_)

    @case("B10.1", "22.2.5 movement restriction")
    def set_out(self, pos: NonopPosition, unit: int) -> None:
        """A unit begins to move, or goes on: whoever started elsewhere has finished."""
        if not pos.moved >> unit & 1:
            self.law.command.start(pos, unit)
            if pos.origin != pos.where[unit]:
                pos.left, pos.origin = {}, pos.where[unit]
            pos.moved |= 1 << unit
            pos.stirred |= 1 << unit

    def carry(self, pos: NonopPosition, unit: int, to: int, passed: int, umpire: Umpire) -> None:
        """Put a unit into another hex, with what comes of the hexes that it was in."""
        side = self.law.side_of[unit]
        pos.remove(unit)
        if self.law.combat_units >> unit & 1:
            overtaken = passed & pos.occupied[1 - side]
            for hex_ in bits(overtaken) if overtaken else ():
                self.law.losses.remove_supply(pos, pos.stacks[hex_], umpire, "overtaken by the enemy")
            pos.place(unit, to)
            pos.pass_through(side, passed, umpire)
            if pos.bridges and passed & self.law.bridging.by_water[1 - side]:
                self.law.works.overrun_bridges(pos, side, passed, umpire)
        else:
            pos.place(unit, to)

    def passed(
        self, pos: NonopPosition, unit: int, way: Reach, to: int, bridges: int, cost: int | None = None
    ) -> int:
        """Its goal and the hexes on the way there that are the enemy's, or have something of his in them."""
        enemy = 1 - self.law.side_of[unit]
        watched = pos.control[enemy] | pos.occupied[enemy] | bridges
        if not self.law.combat_units >> unit & 1 or not watched & way.whole.hexes:
            return 1 << to
        return way.through(to, watched | 1 << to, cost)

    @case("B6.12")
    def stranded(self, pos: NonopPosition, phase: Movement) -> int:
        """Supply units that could have moved and stay alone in an enemy zone of control (R70)."""
        if phase.motorized:
            return 0
        alone = self.law.supply.uncontested(pos, phase.side) & pos.occupied[phase.side]
        return pos.standing_in(alone) & self.law.supply_units

    @case("B10.1")
    def close(self, pos: NonopPosition, phase: Movement) -> None:
        """Forget who has moved in this phase."""
        pos.moved, pos.left, pos.origin, pos.by_rail = 0, {}, -1, 0
        pos.started, pos.movers = {}, None
        pos.activations, pos.guards_called = {}, 0
        if phase.side == SOVIET and not phase.motorized:
            pos.activated = 0
        for name, bridge in pos.bridges.items():
            if bridge.moved:
                pos.bridges[name] = self.law.bridging.rested(bridge)


class EndMovement(Ending[Movement], NonopAct[Movement, End]):
    """Stop moving."""

    phase = Movement

    def preview(self, pos: NonopPosition, phase: Movement, order: End) -> Preview | None:
        full = self.law.stacking.overfull(pos, phase.side, with_engineer=_before_combat(phase))
        texts = [
            f"{self.law.describe(hex_)} holds too much: the excess is removed (B10.2)" for hex_ in bits(full)
        ]
        stranded = pos.names(self.law.marching.stranded(pos, phase))
        texts += [
            f"{name} is alone in an enemy zone of control and will be lost (B6.12)" for name in stranded
        ]
        return Warnings(tuple(texts)) if texts else None

    @case("B10.2", "B6.12")
    def apply(self, pos: NonopPosition, phase: Movement, order: End, umpire: Umpire) -> None:
        lost = self.law.marching.stranded(pos, phase)
        self.law.losses.remove_supply(pos, lost, umpire, "alone in an enemy zone of control")
        self.law.marching.close(pos, phase)
        pos.frames[-1] = RemoveExcess(phase.side, phase.name, _before_combat(phase))


def _before_combat(phase: Movement) -> bool:
    """Whether the side declares its attacks next, so that an engineer may be above the limit."""
    return phase.motorized == (phase.side == SOVIET)


class MoveUnit(NonopAct[Movement, Any]):
    """Move a unit, all the way or a stretch of it."""

    phase = Movement
    kind: ClassVar[type[Order]] = Move

    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        return [SettingOut(pos, phase, self.kind)]

    def why_not(self, pos: NonopPosition, phase: Movement, order: Any) -> Ruling | None:
        return self.law.marching.why_not(pos, phase, order)

    def preview(self, pos: NonopPosition, phase: Movement, order: Any) -> Preview | None:
        return self.law.marching.preview(pos, phase, order)

    def apply(self, pos: NonopPosition, phase: Movement, order: Any, umpire: Umpire) -> None:
        self.law.marching.move(pos, phase, order, umpire)


def scale_of(verb: str) -> int:
    """What the costs of a way of moving are counted in: halves of points, by rail whole hexes."""
    return 1 if verb == "rail" else HALVES


class Marches(Moves):
    """All moves of one kind, worked out when they are asked for."""

    def __init__(self, pos: NonopPosition, phase: Movement, kind: type[Order]) -> None:
        super().__init__(pos.rules.grid, None, pos.rules.unit_ids, kind=kind)
        self._pos, self._phase = pos, phase

    @property
    def movers(self) -> Movers:
        if self._known is None:
            self._known = self._pos.rules.mobility.movers(self._pos, self._phase, self._kind.verb)
        return self._known

    def offer(self, offers: Offers) -> None:
        """Who may move; where to, is told when somebody asks."""
        if units := sum([1 << unit for unit in self.movers]):
            offers.movers.append(MoversOffer(form_of(self._kind), self._pos.names(units)))


class SettingOut(Marches):
    """Ordinary moves; where those on the move could go on to, is looked for when one of them is picked."""

    def most(self) -> int:
        pos, mobility = self._pos, self._pos.rules.mobility
        self._fresh = mobility.fresh(pos, self._phase)
        self._going_on = mobility.going_on(pos, self._phase) if pos.left else {}
        return self._fresh.moves + sum(self._going_on.values())

    def draw(self, number: int) -> Order | None:
        if number < self._fresh.moves:
            return self._of(self._fresh, number)
        number -= self._fresh.moves
        for unit, most in self._going_on.items():
            if number < most:
                way = self._pos.rules.mobility.way_of(self._pos, self._phase, "move", unit)
                return self._of_one(unit, way, number)
            number -= most
        raise IndexError(number)


class Trains(Marches):
    """Moves by rail: whoever goes by train may go nearly everywhere on the net."""

    def most(self) -> int:
        boarding, stations = self._pos.rules.mobility.boarding(self._pos, self._phase)
        return boarding.bit_count() * stations.bit_count()

    def draw(self, number: int) -> Order | None:
        mobility = self._pos.rules.mobility
        boarding, stations = mobility.boarding(self._pos, self._phase)
        place, number = divmod(number, stations.bit_count())
        unit = nth(boarding, place)
        return self._of_one(unit, mobility.way_of(self._pos, self._phase, "rail", unit), number)


def in_mud(pos: NonopPosition, hex_: int) -> bool:
    """Whether a hex is in mud, or the weather is."""
    return pos.weather == MUD or bool(pos.rules.conditions.mud(pos) >> hex_ & 1)
