"""How far units can go: tactical, strategic and rail movement (5)."""

from __future__ import annotations

from functools import lru_cache

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.ground import SIXTHS, Ground
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import Following, Reach, Steps, bits, reach

TACTICAL, STRATEGIC, RAIL, ENTERED = range(4)
VERBS = ("move", "strategic", "rail")
KEEP_AWAY = 3
"""Units moving strategically or by rail stay at least so far from every enemy (5.51)."""
RAIL_HEXES, INTERDICTED = 60, 10
ISOLATED_MECH = 3
FIRST_TURNS = 3


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


class Movers(dict[int, Reach]):
    """Units that can move, with all they can reach; never changed once it is known."""

    moves: int
    """All the moves they can make."""


def movers(pos: TyphoonPosition, side: int, mode: int) -> Movers:
    """The units that can move so now."""
    if pos.movers is None:
        pos.movers = {}
    found: Movers | None = pos.movers.get(VERBS[mode])
    if found is None:
        found = pos.movers[VERBS[mode]] = Movers()
        found.moves = 0
        for unit in bits(may_move(pos, side, mode)):
            way = reach_of(pos, side, unit, mode)
            if way.count:
                found[unit] = way
                found.moves += way.count
    return found


@case("5.13", "5.61", "16.22")
def may_move(pos: TyphoonPosition, side: int, mode: int) -> int:
    """Units that have not moved in another way, nor used up their movement."""
    units = pos.in_play & pos.rules.units_of[side] & ~pos.uncommitted
    return sum([1 << unit for unit in bits(units) if _may_move(pos, side, mode, unit)])


def _may_move(pos: TyphoonPosition, side: int, mode: int, unit: int) -> bool:
    moving, hex_ = pos.moving, pos.where[unit]
    for other in range(3):
        if other != mode and moving[other] >> unit & 1:
            return False
    if mode == RAIL:
        return (
            side == SOVIET
            and moving[RAIL].bit_count() < pos.scenario.rail_moves
            and not (moving[RAIL] | moving[ENTERED]) >> unit & 1
            and bool(far_ground(pos, side) & pos.ground.rail_hexes & 1 << hex_)
        )
    if (moving[mode] | moving[ENTERED]) >> unit & 1 and not pos.left[unit]:
        return False
    if mode == STRATEGIC:
        return bool(far_ground(pos, side) >> hex_ & 1)
    return not (moving[TACTICAL] >> unit & 1 and pos.zone(1 - side) >> hex_ & 1)


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
    ground, enemies = pos.ground, pos.occupied[1 - side]
    if ground.free[:2] != (side, enemies):
        closed = pos.rules.closed_hexes(pos.scenario, side)
        ground.free = side, enemies, ground.open & ~(enemies | closed)
    free = ground.free[2]
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
    return reach(ground.grid, pos.where[unit], RAIL_HEXES, _railways(ground, pos.interdicted), free)


@lru_cache(maxsize=100)
def _railways(ground: Ground, interdicted: int) -> Steps:
    plain = Following(1, ground.grid.leading_to(~interdicted & ground.grid.all, ground.rails))
    slow = Following(INTERDICTED, ground.grid.leading_to(interdicted, ground.rails))
    return Steps(ground.grid, (plain, slow))


def updated(
    pos: TyphoonPosition, side: int, unit: int, known: dict[str, Movers] | None
) -> dict[str, Movers] | None:
    """What is known of the other movers still holds when a unit has moved: friends are no hindrance."""
    if known is None:
        return None
    found: dict[str, Movers] = {}
    for mode, verb in enumerate(VERBS):
        if verb not in known or (mode == RAIL and pos.moving[RAIL].bit_count() >= pos.scenario.rail_moves):
            continue
        way = reach_of(pos, side, unit, mode) if _may_move(pos, side, mode, unit) else None
        if unit not in known[verb] and (way is None or not way.count):
            found[verb] = known[verb]
            continue
        ways = Movers(known[verb])
        moves = known[verb].moves
        if unit in ways:
            moves -= ways[unit].count
        if way is None or not way.count:
            ways.pop(unit, None)
        else:
            moves += way.count
            new = unit not in ways
            ways[unit] = way
            if new:  # the order of the movers hangs on the position alone
                ways = Movers(sorted(ways.items()))
        ways.moves = moves
        found[verb] = ways
    return found
