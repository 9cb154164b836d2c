"""Reinforcements, and leaving the map (15, 18.19, 18.29)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.reaching import (
    ENTERED,
    RAIL,
    STRATEGIC,
    TACTICAL,
    allowance,
    class_of,
    far_ground,
    open_to,
    updated,
)
from typhoon.games.operation_typhoon.strength import draw_openly, return_chit
from typhoon.games.operation_typhoon.supply import comes_out_of_supply
from typhoon.games.operation_typhoon.wording import hex_of, points, unit_of, unit_on_map
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import UnitHexes

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
    """Move a unit off the map."""

    verb: ClassVar[str] = "exit"
    unit: str


@case("15.0", "15.11", "15.23")
def due(pos: TyphoonPosition, side: int) -> int:
    """Reinforcements that may come in now; they may also wait."""
    mine = pos.rules.units_of[side]
    return sum(
        [1 << unit for unit, (turn, _) in pos.arrival.items() if turn <= pos.turn and mine >> unit & 1]
    )


def area_hexes(pos: TyphoonPosition, area: str) -> int:
    """The hexes of an entry area, of Moscow, or those that a scenario names itself."""
    if area == "Moscow":
        return pos.ground.moscow
    if area in pos.ground.areas:
        return pos.ground.areas[area]
    return pos.ground.hexes(area.split(";"))


@case("15.21")
def _passable(pos: TyphoonPosition, side: int, unit: int) -> int:
    """Hexes of a reinforcement's area that it may enter, without enemy units or zones of control."""
    _, area = pos.arrival[unit]
    return area_hexes(pos, area) & open_to(pos, side, unit) & ~pos.zone(1 - side)


@case("15.12", "15.13", "15.21")
def entry_hexes(pos: TyphoonPosition, side: int, unit: int) -> int:
    """Where a reinforcement can come in with the movement points it has."""
    return _affordable(pos, unit, _passable(pos, side, unit))


def _affordable(pos: TyphoonPosition, unit: int, open_: int) -> int:
    most = _allowance_on_entry(pos, unit) * SIXTHS
    found = open_ & pos.ground.within_price(class_of(pos, unit), pos.ground_state, most)
    for hex_ in pos.columns_at:
        if found >> hex_ & 1 and entry_cost(pos, unit, hex_) > most:
            found ^= 1 << hex_
    return found


@case("12.44", "12.62")
def _allowance_on_entry(pos: TyphoonPosition, unit: int) -> int:
    """Reinforcements are in supply, but for vehicles whose army is short of it (R61)."""
    full, counter = allowance(pos, unit), pos.rules.counters[unit]
    if pos.rules.mechanized >> unit & 1 and comes_out_of_supply(pos, unit):
        return min(full, counter.movement // 2)
    return full


@case("15.12")
def entry_cost(pos: TyphoonPosition, unit: int, hex_: int) -> int:
    """The cost of the hex, once more for every unit that is ahead in the column (R84)."""
    one = pos.ground.entry_cost(hex_, class_of(pos, unit), pos.ground_state)
    return one * (1 + pos.columns_at.get(hex_, 0)) if one >= 0 else -1


@case("15.22")
def open_diversions(pos: TyphoonPosition, side: int, unit: int) -> list[str]:
    """The areas next to one that is blocked from end to end."""
    return [] if _passable(pos, side, unit) else _areas_beside(pos, side, unit)


def _areas_beside(pos: TyphoonPosition, side: int, unit: int) -> list[str]:
    _, area = pos.arrival[unit]
    if not area.isdecimal():
        return []
    number = int(area)
    beside = [str((number - 2) % AREAS + 1), str(number % AREAS + 1)]
    open_ = pos.ground.open & ~pos.rules.closed_hexes(pos.scenario, side)
    return [other for other in beside if area_hexes(pos, other) & open_]


def orders(pos: TyphoonPosition, side: int) -> list[OrderSet]:
    """Everything that can be done with reinforcements, and over the edge of the map."""
    grid = pos.ground.grid
    plain: list[Order] = [Exit(unit) for unit in pos.names(may_exit(pos, side))]
    entries, diversions = _arriving(pos, side) if pos.arrival else ([], [])
    plain += diversions
    return [Listed(plain), UnitHexes(grid, entries, lambda unit, hex_: Enter(unit, grid.name[hex_]))]


def _arriving(pos: TyphoonPosition, side: int) -> tuple[list[tuple[str, int]], list[Divert]]:
    """Where reinforcements can come in, and where to they can be sent; the same until one does."""
    key = (
        side, pos.turn, pos.scenario.id, pos.options["ski-troops"], pos.ground_state, pos.snow,
        pos.occupied[1 - side], pos.firm[1 - side], tuple(pos.arrival.items()), tuple(pos.columns_at.items()),
    )  # fmt: skip
    known = pos.ground.arriving
    if known is None or known[0] != key:
        entries, diversions, ids = [], [], pos.rules.unit_ids
        for unit in bits(due(pos, side)):
            if open_ := _passable(pos, side, unit):
                entries.append((ids[unit], _affordable(pos, unit, open_)))
            else:
                diversions += [Divert(ids[unit], area) for area in _areas_beside(pos, side, unit)]
        known = pos.ground.arriving = key, (entries, diversions)
    found: tuple[list[tuple[str, int]], list[Divert]] = known[1]
    return found


@case("18.19", "18.29", "18.39", "18.49", "18.5")
def exit_hexes(pos: TyphoonPosition, side: int) -> int:
    """Hexes from which units can leave the map for good."""
    found = 0
    for edge in pos.scenario.exits if side == GERMAN else pos.scenario.soviet_exits:
        found |= pos.ground.edges[edge]
    return found


@case("18.19", "18.29")
def may_exit(pos: TyphoonPosition, side: int) -> int:
    """Units at an edge they may cross, with the movement points for it; HQs stay."""
    hexes = exit_hexes(pos, side)
    if not hexes & pos.occupied[side]:
        return 0
    units = pos.in_play & pos.rules.units_of[side] & ~pos.rules.hqs & ~pos.uncommitted
    return sum([1 << unit for unit in bits(units) if hexes >> pos.where[unit] & 1 and _can_pay(pos, unit)])


@case("18.19", "5.27", "6.31", "6.32")
def _can_pay(pos: TyphoonPosition, unit: int) -> bool:
    """Whether a unit has the movement points; one on foot that has not moved can always go one hex."""
    ground, side, bit = pos.ground, pos.rules.side_of[unit], 1 << unit
    begun = bool((pos.moving[TACTICAL] | pos.moving[STRATEGIC] | pos.moving[ENTERED]) & bit)
    in_zone = bool(pos.zone(1 - side) >> pos.where[unit] & 1)
    if pos.moving[RAIL] & bit or (begun and in_zone):
        return False
    left = (
        pos.left[unit] if begun else (allowance(pos, unit) - in_zone * (allowance(pos, unit) // 2)) * SIXTHS
    )
    anyhow = not begun and not pos.rules.mechanized & bit
    if "south" in pos.scenario.exits and ground.edges["south"] >> pos.where[unit] & 1:
        return _can_pass_gate(pos, side, unit, left, anyhow)
    cost = ground.entry_cost(pos.where[unit], class_of(pos, unit), pos.ground_state)
    return cost >= 0 and (anyhow or cost <= left)


@case("18.29", "5.51", "6.32", "6.33")
def _can_pass_gate(pos: TyphoonPosition, side: int, unit: int, left: int, anyhow: bool) -> bool:
    """To the south one leaves by entering a hex of row 0100, at its cost and where one might go."""
    ground, start, zone = pos.ground, pos.where[unit], pos.zone(1 - side)
    free = ground.gate & ~pos.occupied[1 - side]
    mode = STRATEGIC if pos.moving[STRATEGIC] >> unit & 1 else TACTICAL
    if mode == STRATEGIC:
        free &= far_ground(pos, side)
    elif zone >> start & 1 or pos.escaped >> unit & 1:
        free &= ~zone
    if anyhow and ground.grid.around(start) & free:
        return True
    name = "strategic" if mode == STRATEGIC else "tactical"
    parts, steps = ground.steps(class_of(pos, unit), name, pos.ground_state, pos.snow)
    return bool(ground.reach(start, max(0, left) * parts // SIXTHS, steps, free).count)


def why_not(pos: TyphoonPosition, side: int, order: Enter | Divert | Exit) -> Ruling | None:
    if isinstance(order, Exit):
        return _why_not_exit(pos, side, order.unit)
    unit = unit_of(pos, order.unit, side)
    if isinstance(unit, Ruling):
        return unit
    if unit not in pos.arrival:
        return Ruling("15.11", f"{order.unit} is no reinforcement that is still to come")
    turn, area = pos.arrival[unit]
    if turn > pos.turn:
        return Ruling("15.11", f"{order.unit} comes on turn {turn}")
    if isinstance(order, Divert):
        if order.area in open_diversions(pos, side, unit):
            return None
        return Ruling("15.22", f"only when area {area} is blocked from end to end, to an area beside it")
    return _why_not_enter(pos, side, unit, order.hex, area)


@case("15.11", "15.12", "15.21")
def _why_not_enter(pos: TyphoonPosition, side: int, unit: int, number: str, area: str) -> Ruling | None:
    hex_ = hex_of(pos, number)
    if isinstance(hex_, Ruling):
        return hex_
    if entry_hexes(pos, side, unit) >> hex_ & 1:
        return None
    where = pos.ground.describe(hex_)
    if not area_hexes(pos, area) >> hex_ & 1:
        return Ruling("15.11", f"{where} is not in entry area {area}")
    if not _passable(pos, side, unit) >> hex_ & 1:
        return Ruling("15.21", f"{where} is closed, held by the enemy, or in his zone of control")
    cost = entry_cost(pos, unit, hex_)
    return Ruling("15.12", f"entering at {where} costs {points(cost)} movement points with those ahead")


@case("18.19", "18.29")
def _why_not_exit(pos: TyphoonPosition, side: int, name: str) -> Ruling | None:
    unit = unit_on_map(pos, name, side)
    if isinstance(unit, Ruling):
        return unit
    if may_exit(pos, side) >> unit & 1:
        return None
    case_ = pos.scenario.case_of_victory
    if pos.rules.hqs >> unit & 1:
        return Ruling(case_, f"{name} is an HQ and does not leave the map")
    if not exit_hexes(pos, side) >> pos.where[unit] & 1:
        return Ruling(case_, f"{name} does not stand at an edge that it may leave by")
    if pos.uncommitted >> unit & 1:
        return Ruling("16.22", f"{name} is uncommitted and does not move")
    if pos.moving[RAIL] >> unit & 1:
        return Ruling("5.13", f"{name} has moved by rail in this phase")
    return Ruling(
        case_, f"{name} has not the movement points left to leave the map, or the enemy bars the way"
    )


def apply(pos: TyphoonPosition, side: int, order: Enter | Divert | Exit, umpire: Umpire) -> None:
    unit = pos.rules.unit_number[order.unit]
    if isinstance(order, Divert):
        pos.arrival[unit] = pos.turn + 1, order.area
        umpire.tell("diverted", unit=order.unit, area=order.area)
    elif isinstance(order, Exit):
        _leave(pos, unit, umpire)
    else:
        _enter(pos, side, unit, pos.ground.grid.index(order.hex), umpire)


@case("15.11", "15.12", "15.13", "15.24")
def _enter(pos: TyphoonPosition, side: int, unit: int, hex_: int, umpire: Umpire) -> None:
    cost = entry_cost(pos, unit, hex_)
    pos.columns_at[hex_] = pos.columns_at.get(hex_, 0) + 1
    del pos.arrival[unit]
    pos.entered[unit] = pos.turn
    pos.out |= comes_out_of_supply(pos, unit) << unit
    known = pos.movers
    pos.place(unit, hex_)
    pos.left[unit] = allowance(pos, unit) * SIXTHS - cost
    pos.moving[ENTERED] |= 1 << unit
    pos.movers = updated(pos, side, unit, known)
    umpire.tell("entered", unit=pos.rules.unit_ids[unit], hex=pos.ground.describe(hex_))
    draw_openly(pos, 1 << unit, umpire)
    pos.pass_through(side, 1 << hex_, umpire)
    if side == GERMAN:
        pos.wake(1 << hex_, umpire)


@case("18.19")
def _leave(pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
    hex_ = pos.where[unit]
    pos.remove(unit)
    return_chit(pos, unit)
    pos.entered.pop(unit, None)
    pos.exited[unit] = hex_
    umpire.tell("exited", unit=pos.rules.unit_ids[unit], hex=pos.ground.describe(hex_))
