"""The movement phase: tactical, strategic and rail movement (5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
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
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.stacking import RemoveExcess, overfull
from typhoon.games.operation_typhoon.wording import hex_of, not_now, points, unit_on_map
from typhoon.hexgrid import Following, Reach, bits, reach
from typhoon.mechanics.choices import nth

TACTICAL, STRATEGIC, RAIL, ENTERED = range(4)
VERBS = ("move", "strategic", "rail")
KEEP_AWAY = 3
"""Units moving strategically or by rail stay at least so far from every enemy (5.51)."""
RAIL_HEXES, INTERDICTED = 60, 10
ISOLATED_MECH = 3
FIRST_TURNS = 3


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


class Hedgehog(Order, frozen=True, gc=False):
    """Form a hedgehog with an infantry regiment."""

    verb: ClassVar[str] = "hedgehog"
    unit: str


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
            return _why_not_dig_in(pos, self.side, order.unit)
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def destinations(
        self, pos: TyphoonPosition, units: Sequence[str], verb: str = "move"
    ) -> dict[str, float]:
        mode = VERBS.index(verb) if verb in VERBS else TACTICAL
        ways = [movers(pos, self.side, mode).get(pos.rules.unit_number.get(unit, -1)) for unit in units]
        if not ways or None in ways:
            return {}
        common = -1
        for way in ways:
            common &= way.hexes  # type: ignore[union-attr]
        unit, name = pos.rules.unit_number[units[0]], pos.ground.grid.name
        parts, toll = parts_of_point(pos, unit, mode), leaving_cost(pos, self.side, unit, mode)
        costs = ways[0].costs()  # type: ignore[union-attr]
        return {name[hex_]: toll + cost / parts for hex_, cost in costs.items() if common >> hex_ & 1}

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
            _dig_in(pos, pos.rules.unit_number[order.unit], umpire)
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


# How far units can go


@case("12.44", "12.54", "13.44", "13.55", "5.26")
def allowance(pos: TyphoonPosition, unit: int) -> int:
    """A unit's movement allowance as supply and snow leave it; halved at most once."""
    counter, bit = pos.rules.counters[unit], 1 << unit
    mech = bool(pos.rules.mechanized & bit)
    if pos.isolated & bit and mech:
        return ISOLATED_MECH
    snowed = pos.snow and not counter.winterized and not _on_skis(pos, unit)
    if snowed or pos.isolated & bit or (pos.out & bit and mech):
        return counter.movement // 2
    return counter.movement


@case("19.22")
def _on_skis(pos: TyphoonPosition, unit: int) -> bool:
    return pos.options["ski-troops"] == "yes" and pos.rules.counters[unit].type == "ski"


@case("5.31", "5.33", "5.91")
def class_of(pos: TyphoonPosition, unit: int) -> str:
    """The movement class; HQs have both."""
    bit = 1 << unit
    if pos.rules.hqs & bit:
        return "either"
    return "mech" if pos.rules.mechanized & bit else "foot"


def parts_of_point(pos: TyphoonPosition, unit: int, mode: int) -> int:
    """How finely movement points are divided for a unit."""
    if mode == RAIL:
        return 1
    name = "tactical" if mode == TACTICAL else "strategic"
    return pos.ground.steps(class_of(pos, unit), name, pos.ground_state, pos.snow)[0]


def movers(pos: TyphoonPosition, side: int, mode: int) -> dict[int, Reach]:
    """The units that can move so now, with all they can reach."""
    if pos.movers is None:
        pos.movers = {}
    found = pos.movers.get(VERBS[mode])
    if found is None:
        found = {}
        for unit in bits(may_move(pos, side, mode)):
            way = reach_of(pos, side, unit, mode)
            if way.count:
                found[unit] = way
        pos.movers[VERBS[mode]] = found
    return found


@case("5.13", "5.61", "16.22")
def may_move(pos: TyphoonPosition, side: int, mode: int, among: int = -1) -> int:
    """Units that have not moved in another way, nor used up their movement."""
    units = pos.in_play & pos.rules.units_of[side] & ~pos.uncommitted & among
    for other in range(3):
        if other != mode:
            units &= ~pos.moving[other]
    if mode == TACTICAL:
        stopped = pos.zone(1 - side)
        return sum(
            [1 << u for u in bits(units) if not (pos.moving[mode] >> u & 1 and stopped >> pos.where[u] & 1)]
        )
    if mode == RAIL and side == GERMAN:
        return 0
    away = far_ground(pos, side)
    if mode == RAIL:
        if pos.moving[RAIL].bit_count() >= pos.scenario.rail_moves:
            return 0
        units &= ~(pos.moving[RAIL] | pos.moving[ENTERED])
        away &= pos.ground.rail_hexes
    return sum([1 << unit for unit in bits(units) if away >> pos.where[unit] & 1])


@case("5.23", "5.51", "5.52", "5.63")
def far_ground(pos: TyphoonPosition, side: int) -> int:
    """Hexes at least three hexes from every enemy unit."""
    enemies = pos.occupied[1 - side]
    known = pos.ground.far
    if known[0] != enemies:
        grid = pos.ground.grid
        known = pos.ground.far = enemies, grid.all & ~grid.within(enemies, KEEP_AWAY - 1)
    return known[1]


@case("5.21", "18.28", "18.38", "18.18", "5.71")
def open_to(pos: TyphoonPosition, side: int, unit: int) -> int:
    """Hexes that a unit may enter at all."""
    ground = pos.ground
    free = ground.open & ~pos.occupied[1 - side] & ~pos.rules.closed_hexes(pos.scenario)
    if side == SOVIET and pos.turn <= FIRST_TURNS:
        if pos.scenario.border_closed:
            free &= ~ground.west
        if pos.rules.counters[unit].army == "49" and "C" in pos.scenario.sheets:
            free &= ~pos.rules.south_of_1700(ground)
    return free


@case("15.13", "15.14")
def has_begun(pos: TyphoonPosition, unit: int, mode: int) -> bool:
    """Whether a unit has spent movement points; who came onto the map may still choose how to go on."""
    return bool((pos.moving[mode] | pos.moving[ENTERED]) >> unit & 1)


def reach_of(pos: TyphoonPosition, side: int, unit: int, mode: int) -> Reach:
    if mode == TACTICAL:
        return _tactical(pos, side, unit)
    if mode == STRATEGIC:
        return _strategic(pos, side, unit)
    return _by_rail(pos, side, unit)


@case(
    "5.22",
    "5.24",
    "5.27",
    "5.4",
    "5.41",
    "6.31",
    "6.32",
    "6.33",
    "6.34",
    "6.35",
    "5.8",
    "5.81",
    "5.82",
    "5.83",
    "7.12",
)
def _tactical(pos: TyphoonPosition, side: int, unit: int) -> Reach:
    """Stopped by zones of control; out of one only at half the allowance and not into another."""
    parts, steps = pos.ground.steps(class_of(pos, unit), "tactical", pos.ground_state, pos.snow)
    start, zone = pos.where[unit], pos.zone(1 - side)
    free = open_to(pos, side, unit)
    begun = has_begun(pos, unit, TACTICAL)
    left = pos.left[unit] // SIXTHS if begun else allowance(pos, unit)
    left -= leaving_cost(pos, side, unit, TACTICAL)
    if zone >> start & 1 or pos.escaped >> unit & 1:
        free &= ~zone
    way = pos.ground.reach(start, left * parts, steps, free, zone & ~(1 << start))
    if not begun and not pos.rules.mechanized >> unit & 1:
        return _one_hex_at_least(pos, way, free, left * parts)
    return way


@case("5.22", "6.22", "6.32")
def leaving_cost(pos: TyphoonPosition, side: int, unit: int, mode: int) -> int:
    """What a unit that begins its movement in a zone of control pays for leaving: half its allowance."""
    if mode != TACTICAL or has_begun(pos, unit, mode) or not pos.zone(1 - side) >> pos.where[unit] & 1:
        return 0
    return allowance(pos, unit) // 2


@case("5.27")
def _one_hex_at_least(pos: TyphoonPosition, way: Reach, free: int, left: int) -> Reach:
    """Units on foot can always move one hex, whatever it costs."""
    beside = pos.ground.grid.around(way.start) & free & ~way.hexes
    return way.with_last_resort(beside, left) if beside else way


@case("5.5", "5.51", "5.53")
def _strategic(pos: TyphoonPosition, side: int, unit: int) -> Reach:
    parts, steps = pos.ground.steps(class_of(pos, unit), "strategic", pos.ground_state, pos.snow)
    free = open_to(pos, side, unit) & far_ground(pos, side)
    begun = has_begun(pos, unit, STRATEGIC)
    left = pos.left[unit] * parts // SIXTHS if begun else allowance(pos, unit) * parts
    return pos.ground.reach(pos.where[unit], left, steps, free)


@case("5.6", "5.61", "5.62", "5.64", "5.65", "5.66", "17.33")
def _by_rail(pos: TyphoonPosition, side: int, unit: int) -> Reach:
    """Sixty hexes along railways; an interdicted hex counts as ten."""
    ground = pos.ground
    free = open_to(pos, side, unit) & far_ground(pos, side)
    plain = ground.grid.leading_to(~pos.interdicted & ground.grid.all, ground.rails)
    steps: list[Following] = [Following(1, plain)]
    if pos.interdicted:
        steps.append(Following(INTERDICTED, ground.grid.leading_to(pos.interdicted, ground.rails)))
    return reach(ground.grid, pos.where[unit], RAIL_HEXES, tuple(steps), free)


class Marches(OrderSet):
    """All moves of one kind."""

    def __init__(self, pos: TyphoonPosition, side: int, mode: int) -> None:
        self._pos, self._side, self._mode = pos, side, mode

    @cached_property
    def _movers(self) -> dict[int, Reach]:
        return movers(self._pos, self._side, self._mode)

    @cached_property
    def _count(self) -> int:
        return sum([way.count for way in self._movers.values()])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if 0 <= number < self._count:
            for unit, way in self._movers.items():
                if number < way.count:
                    return self._order(unit, way, nth(way.hexes, number))
                number -= way.count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for unit, way in self._movers.items():
            for to in bits(way.hexes):
                yield self._order(unit, way, to)

    def _order(self, unit: int, way: Reach, to: int) -> Order:
        name = self._pos.ground.grid.name
        return KINDS[self._mode](self._pos.rules.unit_ids[unit], (name[way.start], name[to]))

    def offer(self, offers: Offers) -> None:
        """Who may move; where to, is told when somebody asks."""
        if units := may_move(self._pos, self._side, self._mode):
            offers.movers[VERBS[self._mode]] = list(self._pos.names(units))


# Why not


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
    for other in range(3):
        if other != mode and pos.moving[other] >> unit & 1:
            return Ruling("5.13", f"{name} has moved in another way in this phase")
    if pos.occupied[1 - side] >> to & 1:
        return Ruling("5.21", f"{where} is held by enemy units")
    if not open_to(pos, side, unit) >> to & 1:
        if pos.ground.terrain["lake"] >> to & 1:
            return Ruling("5.73", f"{where} is a lake")
        return Ruling("18.0", f"{where} is closed to {name} by the scenario's rules")
    if mode != RAIL and _river_bars(pos, unit, to):
        return Ruling("5.71", f"vehicles cross the river to {where} by road only")
    if mode != TACTICAL:
        return _why_not_far(pos, side, mode, unit, to, where)
    zone, start = pos.zone(1 - side), pos.where[unit]
    if pos.moving[TACTICAL] >> unit & zone >> start & 1:
        return Ruling("6.31", f"{name} entered an enemy zone of control and moves no farther in this phase")
    if (zone >> start & 1 or pos.escaped >> unit & 1) and zone >> to & 1:
        return Ruling("6.32", f"{name} left a zone of control and cannot enter another in this phase")
    left = pos.left[unit] if has_begun(pos, unit, TACTICAL) else allowance(pos, unit) * SIXTHS
    parts, steps = pos.ground.steps(class_of(pos, unit), "tactical", pos.ground_state, pos.snow)
    if reach(pos.ground.grid, start, left * parts // SIXTHS, steps, open_to(pos, side, unit)).hexes >> to & 1:
        return Ruling(
            "6.31", f"enemy zones of control stop {name} on the way to {where}, or it pays to leave one"
        )
    return Ruling("5.24", f"{where} is farther than the {points(left)} movement points {name} has left")


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
    left = 0.0 if stops else max(0.0, toll + (len(way.layers) - 1) / parts - costs[-1])
    return MovePreview(tuple(pos.ground.grid.name[hex_] for hex_ in path), costs, left, stops)


# Moving


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
    left = len(way.layers) - 1 - cost
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


def updated(
    pos: TyphoonPosition, side: int, unit: int, known: dict[str, dict[int, Reach]] | None
) -> dict[str, dict[int, Reach]] | None:
    """What is known of the other movers still holds when a unit has moved: friends are no hindrance."""
    if known is None:
        return None
    found: dict[str, dict[int, Reach]] = {}
    for mode, verb in enumerate(VERBS):
        if verb not in known or (mode == RAIL and pos.moving[RAIL].bit_count() >= pos.scenario.rail_moves):
            continue
        ways = known[verb].copy()
        way = reach_of(pos, side, unit, mode) if may_move(pos, side, mode, 1 << unit) else None
        if way is None or not way.count:
            ways.pop(unit, None)
        else:
            new = unit not in ways
            ways[unit] = way
            if new:  # the order of the movers hangs on the position alone
                ways = dict(sorted(ways.items()))
        found[verb] = ways
    return found


# Hedgehogs


@case("19.11", "19.12", "19.16")
def may_dig_in(pos: TyphoonPosition, side: int) -> int:
    """German infantry regiments that have not moved and are in no hedgehog yet."""
    if side != GERMAN or pos.options["hedgehogs"] != "yes":
        return 0
    rules = pos.rules
    units = pos.in_play & rules.units_of[GERMAN] & rules.regiments & ~pos.cadres
    moved = pos.moving[0] | pos.moving[1] | pos.moving[2] | pos.moving[3]
    return sum([1 << unit for unit in bits(units & ~moved) if not pos.hedgehogs >> pos.where[unit] & 1])


@case("19.11", "19.12")
def _why_not_dig_in(pos: TyphoonPosition, side: int, name: str) -> Ruling | None:
    unit = unit_on_map(pos, name, side)
    if isinstance(unit, Ruling):
        return unit
    if may_dig_in(pos, side) >> unit & 1:
        return None
    if pos.options["hedgehogs"] != "yes":
        return Ruling("19.11", "hedgehogs are not in use in this game")
    return Ruling(
        "19.12", f"{name} is no German infantry regiment that has stood still and is in no hedgehog"
    )


@case("19.12", "19.13", "19.14", "19.15")
def _dig_in(pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
    """The whole hex is in hedgehog formation, and the unit moves no more in this phase."""
    hex_ = pos.where[unit]
    pos.hedgehogs |= 1 << hex_
    pos.moving[RAIL] |= 1 << unit
    pos.firm_up(GERMAN, hex_)
    pos.movers = None
    umpire.tell("hedgehog", unit=pos.rules.unit_ids[unit], hex=pos.ground.describe(hex_))
