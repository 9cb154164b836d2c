"""The movement phase: tactical, strategic and rail movement (5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Move, Offers, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import MovePreview, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon import arrivals
from typhoon.games.operation_typhoon.arrivals import Divert, Enter, Exit
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.ground import RIVER_FREEZE, SIXTHS
from typhoon.games.operation_typhoon.hedgehogs import Hedgehog, dig_in, may_dig_in, why_not_dig_in
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.reaching import (
    ENTERED,
    RAIL,
    TACTICAL,
    VERBS,
    Movers,
    allowance,
    class_of,
    far_ground,
    has_begun,
    leaving_cost,
    may_move,
    movers,
    open_to,
    parts_of_point,
    updated,
)
from typhoon.games.operation_typhoon.stacking import RemoveExcess, overfull
from typhoon.games.operation_typhoon.wording import hex_of, not_now, unit_on_map
from typhoon.hexgrid import Reach, bits, reach
from typhoon.mechanics.choices import nth
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


KINDS: tuple[type[Move] | type[Strategic] | type[Rail], ...] = (Move, Strategic, Rail)


class Movement(Phase[TyphoonPosition], frozen=True, tag="movement"):
    """A side moves its units, each by one kind of movement."""

    about: ClassVar[str] = "5.0"
    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} movement"

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        if due := arrivals.due(pos, self.side):
            waiting = due.bit_count()
            return f"Move your units, bring in reinforcements ({waiting} wait), or end the movement phase."
        return "Move your units, or end the movement phase."

    @case("5.0", "5.11", "5.13", "5.42")
    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        plain: list[Order] = [End(), *[Hedgehog(unit) for unit in pos.names(may_dig_in(pos, self.side))]]
        marches = [Marches(pos, self.side, mode) for mode in range(3)]
        return [Listed(plain), *arrivals.orders(pos, self.side), *marches]

    @case("5.12")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, KINDS):
            return why_not_move(pos, self.side, KINDS.index(type(order)), order.unit, order.path)
        if isinstance(order, (Enter, Divert, Exit)):
            return arrivals.why_not(pos, self.side, order)
        if isinstance(order, Hedgehog):
            return why_not_dig_in(pos, self.side, order.unit)
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def destinations(
        self, pos: TyphoonPosition, units: Sequence[str], verb: str = "move"
    ) -> dict[str, float]:
        """Where all of them can go, with what it takes of the one that pays most."""
        mode = VERBS.index(verb) if verb in VERBS else TACTICAL
        able = movers(pos, self.side, mode)
        prices = []
        for name in units:
            unit = pos.rules.unit_number.get(name, -1)
            if unit not in able:
                return {}
            parts, toll = parts_of_point(pos, unit, mode), leaving_cost(pos, self.side, unit, mode)
            prices.append({hex_: toll + cost / parts for hex_, cost in able[unit].costs().items()})
        common = set(prices[0]).intersection(*prices[1:]) if prices else ()
        name_of = pos.ground.grid.name
        return {name_of[hex_]: max(price[hex_] for price in prices) for hex_ in sorted(common)}

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        if isinstance(order, KINDS):
            return _preview(pos, self.side, KINDS.index(type(order)), order)
        if isinstance(order, End) and (full := overfull(pos, self.side)):
            return Warnings(
                tuple(
                    f"{pos.ground.describe(hex_)} is overstacked: the excess is eliminated (7.11)"
                    for hex_ in full
                )
            )
        return None

    @case("7.11", "17.35")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, KINDS):
            _move(pos, self.side, KINDS.index(type(order)), order, umpire)
        elif isinstance(order, (Enter, Divert, Exit)):
            arrivals.apply(pos, self.side, order, umpire)
        elif isinstance(order, Hedgehog):
            dig_in(pos, pos.rules.unit_number[order.unit], umpire)
        else:
            close_movement(pos)
            pos.frames[-1] = RemoveExcess(self.side)


def close_movement(pos: TyphoonPosition) -> None:
    """Forget who has moved; interdiction ends with the Soviet movement phase."""
    if isinstance(pos.frames[-1], Movement) and pos.frames[-1].side == SOVIET:
        pos.interdicted = 0
    pos.moving = [0, 0, 0, 0]
    pos.escaped = 0
    pos.columns_at = {}
    pos.field = pos.movers = None


class Marches(OrderSet):
    """All moves of one kind."""

    def __init__(self, pos: TyphoonPosition, side: int, mode: int) -> None:
        self._pos, self._side, self._mode = pos, side, mode
        self._known: Movers | None = None

    def _movers(self) -> Movers:
        if self._known is None:
            self._known = movers(self._pos, self._side, self._mode)
        return self._known

    def __len__(self) -> int:
        return self._movers().moves

    def __getitem__(self, number: int) -> Order:
        if 0 <= number < len(self):
            for unit, way in self._movers().items():
                if number < way.count:
                    return self._order(unit, way, nth(way.hexes, number))
                number -= way.count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for unit, way in self._movers().items():
            for to in bits(way.hexes):
                yield self._order(unit, way, to)

    def _order(self, unit: int, way: Reach, to: int) -> Order:
        name = self._pos.ground.grid.name
        return KINDS[self._mode](self._pos.rules.unit_ids[unit], (name[way.start], name[to]))

    def offer(self, offers: Offers) -> None:
        """Who may move; where to, is told when somebody asks."""
        if units := may_move(self._pos, self._side, self._mode):
            offers.movers[VERBS[self._mode]] = list(self._pos.names(units))


@case("5.13", "5.21", "5.22", "5.51", "5.61", "5.62", "16.22")
def why_not_move(
    pos: TyphoonPosition, side: int, mode: int, name: str, path: tuple[str, ...]
) -> Ruling | None:
    """Why a unit may not move so."""
    grid = pos.ground.grid
    way = movers(pos, side, mode).get(pos.rules.unit_number.get(name, -1))
    known = way is not None and len(path) == 2 and path[0] in grid and path[1] in grid
    if (
        way is not None
        and known
        and grid.index(path[0]) == way.start
        and way.hexes >> grid.index(path[1]) & 1
    ):
        return None
    unit = unit_on_map(pos, name, side)
    if isinstance(unit, Ruling):
        return unit
    if len(path) != 2:
        return Ruling("5.1", "a move names the hex it begins in and the hex it ends in")
    start, to = hex_of(pos, path[0]), hex_of(pos, path[1])
    if isinstance(start, Ruling):
        return start
    if isinstance(to, Ruling):
        return to
    if start != pos.where[unit]:
        return Ruling("5.1", f"{name} stands in {grid.name[pos.where[unit]]}, not in {path[0]}")
    if start == to:
        return Ruling("5.1", f"{name} is in {path[1]} already")
    if pos.uncommitted >> unit & 1:
        return Ruling("16.22", f"{name} is uncommitted and does not move")
    return _why_unable(pos, side, mode, unit, to)


def _why_unable(pos: TyphoonPosition, side: int, mode: int, unit: int, to: int) -> Ruling:
    name, where = pos.rules.unit_ids[unit], pos.ground.describe(to)
    if side == GERMAN and pos.moving[RAIL] >> unit & 1:  # which bars it from moving, see dig_in
        return Ruling("19.12", f"{name} has formed a hedgehog and does not move in this phase")
    for other in range(3):
        if other != mode and pos.moving[other] >> unit & 1:
            return Ruling("5.13", f"{name} has moved in another way in this phase")
    if pos.occupied[1 - side] >> to & 1:
        return Ruling("5.21", f"{where} is held by enemy units")
    if not open_to(pos, side, unit) >> to & 1:
        if pos.ground.terrain["lake"] >> to & 1:
            return Ruling("5.73", f"{where} is a lake")
        case_ = pos.scenario.case_of_special_rules
        return Ruling(case_, f"{where} is closed to {name} by the rules of the scenario")
    if mode != RAIL and _river_bars(pos, unit, to):
        return Ruling("5.71", f"vehicles cross the river to {where} by road only")
    if mode != TACTICAL:
        return _why_not_far(pos, side, mode, unit, to, where)
    zone, start = pos.zone(1 - side), pos.where[unit]
    if pos.moving[TACTICAL] >> unit & zone >> start & 1:
        return Ruling("6.31", f"{name} entered an enemy zone of control and moves no farther in this phase")
    if (zone >> start & 1 or pos.escaped >> unit & 1) and zone >> to & 1:
        return Ruling("6.32", f"{name} left a zone of control and cannot enter another in this phase")
    return _why_too_far(pos, side, unit, to)


@case("5.24", "6.31", "6.32")
def _why_too_far(pos: TyphoonPosition, side: int, unit: int, to: int) -> Ruling:
    """Zones of control in the way, the price of leaving one, or too few points in any case."""
    name, where = pos.rules.unit_ids[unit], pos.ground.describe(to)
    left = pos.left[unit] // SIXTHS if has_begun(pos, unit, TACTICAL) else allowance(pos, unit)
    toll = leaving_cost(pos, side, unit, TACTICAL)
    _, steps = pos.ground.steps(class_of(pos, unit), "tactical", pos.ground_state, pos.snow)
    free = open_to(pos, side, unit)
    if reach(pos.ground.grid, pos.where[unit], left - toll, steps, free).hexes >> to & 1:
        return Ruling("6.31", f"enemy zones of control stop {name} on the way to {where}")
    if toll and reach(pos.ground.grid, pos.where[unit], left, steps, free).hexes >> to & 1:
        spent = counted(toll, "movement point")
        return Ruling("6.32", f"leaving a zone of control takes {spent}, and {where} is too far for the rest")
    return Ruling("5.24", f"{where} is too far for {name}: it has {counted(left, 'movement point')} left")


@case("5.71")
def _river_bars(pos: TyphoonPosition, unit: int, to: int) -> bool:
    """Whether a river without a road lies between a vehicle and the next hex."""
    ground, start = pos.ground, pos.where[unit]
    open_ = pos.ground_state >= RIVER_FREEZE or class_of(pos, unit) != "mech"
    return not open_ and ground.river_between(start, to) and not ground.road_between(start, to)


def _why_not_far(pos: TyphoonPosition, side: int, mode: int, unit: int, to: int, where: str) -> Ruling:
    name, away = pos.rules.unit_ids[unit], far_ground(pos, side)
    if mode == RAIL and side == GERMAN:
        return Ruling("5.61", "only Soviet units move by rail")
    if not away >> pos.where[unit] & 1:
        case_ = "5.63" if mode == RAIL else "5.51"
        return Ruling(case_, f"{name} is within two hexes of an enemy unit")
    if not away >> to & 1:
        case_ = "5.63" if mode == RAIL else "5.51"
        return Ruling(case_, f"{where} is within two hexes of an enemy unit")
    if mode == RAIL:
        if pos.moving[RAIL] >> unit & 1:
            return Ruling("5.61", f"{name} has moved by rail in this phase")
        if pos.moving[RAIL].bit_count() >= pos.scenario.rail_moves:
            return Ruling("5.61", f"{pos.scenario.rail_moves} units have moved by rail in this phase")
        if pos.moving[ENTERED] >> unit & 1:
            return Ruling("5.13", f"{name} has come onto the map in this phase")
        if not pos.ground.rail_hexes >> pos.where[unit] & 1:
            return Ruling("5.62", f"{name} is not on a railway")
        return Ruling("5.64", f"no railway clear of the enemy leads to {where} within 60 hexes")
    return Ruling("5.53", f"{where} is farther than {name} can go by strategic movement")


def _preview(pos: TyphoonPosition, side: int, mode: int, order: Move | Strategic | Rail) -> MovePreview:
    unit, to = pos.rules.unit_number[order.unit], pos.ground.grid.index(order.path[1])
    way, parts = movers(pos, side, mode)[unit], parts_of_point(pos, unit, mode)
    path = way.path(to)
    toll = leaving_cost(pos, side, unit, mode)
    costs = (0.0, *[toll + way.cost(hex_) / parts for hex_ in path[1:]])
    stops = mode == RAIL or (mode == TACTICAL and bool(pos.zone(1 - side) >> to & 1))
    left = 0.0 if stops else max(0.0, toll + way.allowance / parts - costs[-1])
    names = tuple(pos.ground.grid.name[hex_] for hex_ in path)
    return MovePreview(names, costs, left, stops, "hexes by rail" if mode == RAIL else "movement points")


@case("5.22", "5.25", "6.32", "6.33", "16.14", "16.25")
def _move(pos: TyphoonPosition, side: int, mode: int, order: Move | Strategic | Rail, umpire: Umpire) -> None:
    rules = pos.rules
    unit, to = rules.unit_number[order.unit], pos.ground.grid.index(order.path[1])
    known = pos.movers
    way, parts = movers(pos, side, mode)[unit], parts_of_point(pos, unit, mode)
    cost = way.cost(to)
    bit = 1 << unit
    if mode == TACTICAL and pos.zone(1 - side) >> way.start & 1:
        pos.escaped |= bit
    left = way.allowance - cost
    pos.moving[mode] |= bit
    pos.moving[ENTERED] &= ~bit
    pos.left[unit] = 0 if mode == RAIL else left * SIXTHS // parts
    passed = _passed(pos, side, way, to)
    pos.remove(unit)
    pos.place(unit, to)
    pos.movers = updated(pos, side, unit, known)
    umpire.tell("moved", unit=order.unit, path=order.path, how=("", " strategically", " by rail")[mode])
    pos.pass_through(side, passed, umpire)
    if side == GERMAN:
        pos.wake(passed, umpire)


def _passed(pos: TyphoonPosition, side: int, way: Reach, to: int) -> int:
    """The hexes on the way, walked only where it can make a difference."""
    watched = pos.control[1 - side]
    if side == GERMAN and pos.uncommitted:
        for unit in bits(pos.uncommitted & pos.in_play):
            watched |= pos.rules.alarm(pos.ground, pos.where[unit])
    if not watched & way.hexes:
        return 1 << to
    return sum([1 << hex_ for hex_ in way.path(to)[1:]])
