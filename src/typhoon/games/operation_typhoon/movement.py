"""The movement phase: tactical, strategic and rail movement (5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import MoversOffer, Offers, form_of
from typhoon.engine.orders import End, Move, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import MovePreview, Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.marks import take_off
from typhoon.games.operation_typhoon.position import (
    ENTERED,
    MODES,
    RAIL,
    STRATEGIC,
    TACTICAL,
    TyphoonPosition,
)
from typhoon.games.operation_typhoon.reaching import VERBS
from typhoon.games.operation_typhoon.stacking import RemoveExcess
from typhoon.hexgrid import Reach, bits, reach
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.movement import Movers, Moves, Trail
from typhoon.mechanics.wording import counted


class Strategic(Order, frozen=True, gc=False):
    """Move a unit by strategic movement."""

    verb: ClassVar[str] = "strategic"
    unit: str
    path: tuple[str, ...]


class Rail(Order, frozen=True, gc=False):
    """Move a unit by rail."""

    verb: ClassVar[str] = "rail"
    unit: str
    path: tuple[str, ...]


AnyMove = Move | Strategic | Rail
KINDS: tuple[type[AnyMove], ...] = (Move, Strategic, Rail)


class Movement(Phase[TyphoonPosition], frozen=True, tag="movement"):
    """A side moves its units, each by one kind of movement."""

    about: ClassVar[str] = "5.0"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} movement"

    def begin(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        take_off(pos, pos.rules.units_of[self.side])
        for answer in pos.rules.asked("before_moving"):
            answer(pos, self.side, umpire)

    def prompt(self, pos: TyphoonPosition) -> str:
        if due := pos.rules.arrivals.due(pos, self.side):
            waiting = due.bit_count()
            return f"Move your units, bring in reinforcements ({waiting} wait), or end the movement phase."
        return "Move your units, or end the movement phase."

    def unused(self, pos: TyphoonPosition) -> list[str]:
        law, texts = pos.rules, []
        moved = pos.moving[TACTICAL] | pos.moving[STRATEGIC] | pos.moving[RAIL]
        fresh = [u for u in law.reaching.movers(pos, self.side, TACTICAL) if not moved >> u & 1]
        if fresh:
            texts.append(f"{counted(len(fresh), 'unit')} could still move (5.0)")
        if due := law.arrivals.due(pos, self.side).bit_count():
            texts.append(f"{counted(due, 'reinforcement')} could still come in (15.0)")
        return texts

    def destinations(
        self, pos: TyphoonPosition, units: Sequence[str], verb: str = "move"
    ) -> dict[str, float]:
        """Where all of them can go, with what it takes of the one that pays most."""
        reaching, mode = pos.rules.reaching, VERBS.index(verb) if verb in VERBS else TACTICAL
        able = reaching.movers(pos, self.side, mode)
        group = pos.rules.units([name for name in units if name in pos.rules.unit_number])
        prices = []
        for name in units:
            unit = pos.rules.unit_number.get(name, -1)
            if unit not in able:
                return {}
            parts, _ = reaching.steps(pos, unit, mode)
            toll = reaching.leaving_cost(pos, self.side, unit, mode)
            costs = reaching.reach_among(pos, self.side, unit, mode, group).costs()
            prices.append({hex_: toll + cost / parts for hex_, cost in costs.items()})
        common = set(prices[0]).intersection(*prices[1:]) if prices else ()
        name_of = pos.ground.grid.name
        return {name_of[hex_]: max(price[hex_] for price in prices) for hex_ in sorted(common)}


class Marching(TyphoonChapter):
    """Moving, and why not."""

    @case("5.13", "5.21", "5.22", "5.51", "5.61", "5.62", "16.22")
    def why_not(self, pos: TyphoonPosition, side: int, mode: int, order: AnyMove) -> Ruling | None:
        """Why a unit may not move so."""
        law, grid, name, path = self.law, self.law.grid, order.unit, order.path
        way = law.reaching.movers(pos, side, mode).get(law.unit_number.get(name, -1))
        if way is not None and len(path) == 2 and path[0] in grid and path[1] in grid:
            to = grid.index(path[1])
            if grid.index(path[0]) == way.start and way.hexes >> to & 1:
                return None
        unit, hexes = law.unit_on_map(pos, name, side), law.hexes_named(path)
        if isinstance(unit, Ruling):
            return unit
        if len(path) != 2:
            return Ruling("5.1", "a move names the hex it begins in and the hex it ends in")
        if isinstance(hexes, Ruling):
            return hexes
        start, to = hexes
        if start != pos.where[unit]:
            return Ruling("5.1", f"{name} stands in {grid.name[pos.where[unit]]}, not in {path[0]}")
        if start == to:
            return Ruling("5.1", f"{name} is in {path[1]} already")
        if pos.uncommitted >> unit & 1:
            return Ruling("16.22", f"{name} is uncommitted and does not move")
        return self._why_unable(pos, side, mode, unit, to)

    def _why_unable(self, pos: TyphoonPosition, side: int, mode: int, unit: int, to: int) -> Ruling:
        law = self.law
        name, where = law.unit_ids[unit], pos.ground.describe(to)
        if held := law.reaching.why_held(pos, side, unit, mode, to):
            return held
        if law.works.bound(pos) >> unit & 1:
            return law.works.why_bound(pos, unit)
        for other in (TACTICAL, STRATEGIC, RAIL):
            if other != mode and pos.moving[other] >> unit & 1:
                return Ruling("5.13", f"{name} has moved in another way in this phase")
        if pos.occupied[1 - side] >> to & 1:
            return Ruling("5.21", f"{where} is held by enemy units")
        if not law.reaching.open_to(pos, side, unit) >> to & 1:
            if pos.ground.terrain["lake"] >> to & 1:
                return Ruling("5.73", f"{where} is a lake")
            case_ = law.scenario.case_of_special_rules
            return Ruling(case_, f"{where} is closed to {name} by the rules of the scenario")
        mech = mode != RAIL and law.reaching.class_of(unit) == "mech"
        if not law.retreats.can_cross(pos, mech, pos.where[unit], to):
            return Ruling("5.71", f"vehicles cross the river to {where} by road only")
        if mode != TACTICAL:
            return self._why_not_far(pos, side, mode, unit, to, where)
        zone, start = pos.zone(1 - side), pos.where[unit]
        if pos.moving[TACTICAL] >> unit & zone >> start & 1:
            return Ruling(
                "6.31", f"{name} entered an enemy zone of control and moves no farther in this phase"
            )
        if self._has_finished(pos, unit, mode):
            return _finished(name)
        if (zone >> start & 1 or pos.escaped >> unit & 1) and zone >> to & 1:
            return Ruling("6.32", f"{name} left a zone of control and cannot enter another in this phase")
        return self._why_too_far(pos, side, unit, to)

    @case("5.0")
    def _has_finished(self, pos: TyphoonPosition, unit: int, mode: int) -> bool:
        """Whether a unit has used up its movement, or another one has moved since (R77)."""
        return self.law.reaching.has_begun(pos, unit, mode) and unit not in pos.left

    @case("5.24", "6.31", "6.32")
    def _why_too_far(self, pos: TyphoonPosition, side: int, unit: int, to: int) -> Ruling:
        """Zones of control in the way, the price of leaving one, or too few points in any case."""
        law, reaching = self.law, self.law.reaching
        name, where = law.unit_ids[unit], pos.ground.describe(to)
        begun = reaching.has_begun(pos, unit, TACTICAL)
        left = pos.left.get(unit, 0) // SIXTHS if begun else reaching.allowance(pos, unit)
        toll = reaching.leaving_cost(pos, side, unit, TACTICAL)
        parts, steps = reaching.steps(pos, unit, TACTICAL)
        free, start = reaching.open_to(pos, side, unit), pos.where[unit]
        if reach(law.grid, start, (left - toll) * parts, steps, free).hexes >> to & 1:
            return Ruling("6.31", f"enemy zones of control stop {name} on the way to {where}")
        if toll and reach(law.grid, start, left * parts, steps, free).hexes >> to & 1:
            spent = counted(toll, "movement point")
            return Ruling(
                "6.32", f"leaving a zone of control takes {spent}, and {where} is too far for the rest"
            )
        return Ruling("5.24", f"{where} is too far for {name}: it has {counted(left, 'movement point')} left")

    def _why_not_far(
        self, pos: TyphoonPosition, side: int, mode: int, unit: int, to: int, where: str
    ) -> Ruling:
        name, away = self.law.unit_ids[unit], self.law.reaching.far_ground(pos, side)
        if mode == STRATEGIC and self._has_finished(pos, unit, mode):
            return _finished(name)
        if mode == RAIL and side == GERMAN:
            return Ruling("5.61", "only Soviet units move by rail")
        for hex_, who in ((pos.where[unit], name), (to, where)):
            if not away >> hex_ & 1:
                case_ = "5.63" if mode == RAIL else "5.51"
                return Ruling(case_, f"{who} is within two hexes of an enemy unit")
        if mode == RAIL:
            most = self.law.scenario.rail_moves
            if pos.moving[RAIL] >> unit & 1:
                return Ruling("5.61", f"{name} has moved by rail in this phase")
            if pos.moving[RAIL].bit_count() >= most:
                return Ruling("5.61", f"{most} units have moved by rail in this phase")
            if pos.moving[ENTERED] >> unit & 1:
                return Ruling("5.13", f"{name} has come onto the map in this phase")
            if not pos.ground.rail_hexes >> pos.where[unit] & 1:
                return Ruling("5.62", f"{name} is not on a railway")
            return Ruling("5.64", f"no railway clear of the enemy leads to {where} within 60 hexes")
        return Ruling("5.53", f"{where} is farther than {name} can go by strategic movement")

    def preview(self, pos: TyphoonPosition, side: int, mode: int, order: AnyMove) -> MovePreview:
        reaching = self.law.reaching
        unit, to = self.law.unit_number[order.unit], self.law.grid.index(order.path[1])
        way, (parts, _) = reaching.movers(pos, side, mode)[unit], reaching.steps(pos, unit, mode)
        path = way.path(to)
        toll = reaching.leaving_cost(pos, side, unit, mode)
        costs = (0.0, *[toll + way.cost(hex_) / parts for hex_ in path[1:]])
        stops = mode == RAIL or (mode == TACTICAL and bool(pos.zone(1 - side) >> to & 1))
        left = 0.0 if stops else max(0.0, toll + way.allowance / parts - costs[-1])
        names = tuple(self.law.grid.name[hex_] for hex_ in path)
        return MovePreview(names, costs, left, stops, "hexes by rail" if mode == RAIL else "movement points")

    @case("5.22", "5.25", "6.32", "6.33", "16.14", "16.25")
    def move(self, pos: TyphoonPosition, side: int, mode: int, order: AnyMove, umpire: Umpire) -> None:
        law, reaching = self.law, self.law.reaching
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[1])
        known, arriving = pos.movers, pos.arriving
        way, (parts, _) = reaching.movers(pos, side, mode)[unit], reaching.steps(pos, unit, mode)
        bit, cost = 1 << unit, way.cost(to)
        if mode == TACTICAL and pos.zone(1 - side) >> way.start & 1:
            pos.escaped |= bit
        pos.moving[mode] |= bit
        pos.moving[ENTERED] &= ~bit
        done = pos.left
        self.set_out(pos, unit, 0 if mode == RAIL else (way.allowance - cost) * SIXTHS // parts)
        passed = self._passed(pos, side, way, to)
        hidden = law.looking.unseen(pos, bit)
        law.looking.leave(pos, unit)
        pos.remove(unit)
        pos.place(unit, to)
        pos.movers, pos.arriving = reaching.updated(pos, side, unit, known, done, mode), arriving
        how = ("", " strategically", " by rail")[mode]
        unseen = law.looking.facts(pos, law.looking.unseen(pos, hidden)) if hidden else {}
        trail = Trail(way, to, law.grid.name)
        umpire.tell("moved", unit=order.unit, path=order.path, how=how, way=trail, **unseen)
        pos.pass_through(side, passed, umpire)

    @case("5.0")
    def set_out(self, pos: TyphoonPosition, unit: int, left: int) -> None:
        """A unit moves and has so much left: whoever moved before has completed his movement (R77)."""
        pos.left = {unit: left} if left else {}

    def _passed(self, pos: TyphoonPosition, side: int, way: Reach, to: int) -> int:
        """The hexes on the way that can make a difference, and its end."""
        watched = pos.control[1 - side]
        if side == GERMAN and pos.uncommitted:
            watched |= self.law.commitments.watched(pos)
        return 1 << to | way.through(to, watched)

    def warnings(self, pos: TyphoonPosition, phase: Phase[TyphoonPosition]) -> list[str]:
        full = bits(self.law.stacking.overfull(pos, phase.side) if isinstance(phase, Movement) else 0)
        return [f"{pos.ground.describe(h)} is overstacked: the excess is eliminated (7.11)" for h in full]

    @case("7.11", "17.35")
    def close(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        """Forget who has moved; interdiction ends with the Soviet movement phase."""
        for answer in self.law.asked("after_moving"):
            answer(pos, side, umpire)
        if side == SOVIET:
            pos.interdicted = 0
        pos.moving = [0] * len(MODES)
        pos.left = {}
        pos.escaped = 0
        pos.columns_at = {}
        pos.movers = pos.arriving = None


def _finished(name: str) -> Ruling:
    return Ruling("5.0", f"{name} has completed its movement in this phase")


class EndMovement(Ending[Movement], TyphoonAct[Movement, End]):
    """Stop moving."""

    phase = Movement

    def preview(self, pos: TyphoonPosition, phase: Movement, order: End) -> Preview | None:
        return self.law.warned(pos, phase)

    def apply(self, pos: TyphoonPosition, phase: Movement, order: End, umpire: Umpire) -> None:
        pos.frames[-1] = RemoveExcess(phase.side)
        self.law.marching.close(pos, phase.side, umpire)


class MoveUnit(TyphoonAct[Movement, Any]):
    """Move a unit in some way."""

    phase = Movement
    mode: ClassVar[int]
    mark: ClassVar[str] = ""
    """The markers that one gets who moves so, until the side moves again."""

    @case("5.0", "5.11", "5.13", "5.42")
    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        known = pos.movers.get(self.kind.verb) if pos.movers else None
        return [] if known is not None and not known else [Marches(pos, phase.side, self.mode, known)]

    @case("5.12")
    def why_not(self, pos: TyphoonPosition, phase: Movement, order: AnyMove) -> Ruling | None:
        return self.law.marching.why_not(pos, phase.side, self.mode, order)

    def preview(self, pos: TyphoonPosition, phase: Movement, order: AnyMove) -> Preview | None:
        return self.law.marching.preview(pos, phase.side, self.mode, order)

    def apply(self, pos: TyphoonPosition, phase: Movement, order: AnyMove, umpire: Umpire) -> None:
        self.law.marching.move(pos, phase.side, self.mode, order, umpire)
        if self.mark:
            setattr(pos, self.mark, getattr(pos, self.mark) | 1 << self.law.unit_number[order.unit])


class MoveTactically(MoveUnit):
    """Move a unit, all the way or a stretch of it."""

    kind = Move
    mode = TACTICAL


class MoveStrategically(MoveUnit):
    """Move a unit far behind the front."""

    kind = Strategic
    mode = STRATEGIC


class MoveByRail(MoveUnit):
    """Move a unit by rail."""

    kind = Rail
    mode = RAIL


class Marches(Moves):
    """All moves of one kind, worked out when they are asked for."""

    def __init__(self, pos: TyphoonPosition, side: int, mode: int, known: Movers | None) -> None:
        super().__init__(pos.rules.grid, known, pos.rules.unit_ids, kind=KINDS[mode])
        self._pos, self._side, self._mode = pos, side, mode

    @property
    def movers(self) -> Movers:
        if self._known is None:
            self._known = self._pos.rules.reaching.movers(self._pos, self._side, self._mode)
        return self._known

    def offer(self, offers: Offers) -> None:
        """Who may move; where to, is told when somebody asks."""
        if units := self._pos.rules.reaching.may_move(self._pos, self._side, self._mode):
            offers.movers.append(MoversOffer(form_of(self._kind), self._pos.names(units)))


ACTS = (EndMovement, MoveTactically, MoveStrategically, MoveByRail)
