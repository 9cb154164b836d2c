"""The movement phase (6.1, 8, 12.3)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Move, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import MovePreview, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.activation import Activate, affordable, may_move, spend, why_not_activate
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.control import occupy
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.stacking import RemoveExcess, overfull_hexes
from typhoon.games.red_typhoon.wording import hex_of, not_now, points, unit_on_map
from typhoon.hexgrid import Reach, bits, reach
from typhoon.mechanics.movement import Field, Moves


class Movement(Phase[RedPosition], frozen=True, tag="movement"):
    """A side gives movement orders and moves."""

    about: ClassVar[str] = "8.0"
    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} movement"

    def decider(self, pos: RedPosition) -> int:
        return self.side

    def prompt(self, pos: RedPosition) -> str:
        return "Give movement orders and move, or end the movement phase."

    @case("8.0", "12.3")
    def orders(self, pos: RedPosition) -> list[OrderSet]:
        rules = pos.rules
        plain = [*affordable(pos, self.side, pos.move_orders), End()]
        return [Listed(plain), Moves(rules.board.grid, movers(pos, self.side), rules.unit_ids, points=2)]

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, Move):
            return why_not_move(pos, self.side, order)
        if isinstance(order, Activate):
            return why_not_activate(pos, self.side, pos.move_orders, order, "move")
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def preview(self, pos: RedPosition, order: Order) -> Preview | None:
        if isinstance(order, Move):
            return _preview_move(pos, self.side, order)
        if isinstance(order, End) and (full := overfull_hexes(pos, self.side)):
            return Warnings(
                tuple(
                    f"{pos.rules.board.describe(hex_)} holds too many units: "
                    "those in excess will have to be eliminated (7.1)"
                    for hex_ in full
                )
            )
        return None

    @case("7.1")
    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Move):
            _move(pos, self.side, order, umpire)
        elif isinstance(order, Activate):
            pos.move_orders |= spend(pos, self.side, order, "move", umpire)
            pos.movers = None  # more units can move now
        else:
            pos.left = list(pos.rules.allowance)
            pos.stopped = 0
            pos.field = pos.movers = None
            # Stacking limits hold from the end of the phase on.
            pos.frames[-1] = RemoveExcess(self.side)


@case("8.1", "6.1")
def field_of(pos: RedPosition, side: int) -> Field:
    """The ground as it is for a side: enemies bar the way, their zones of control stop."""
    grid = pos.rules.board.grid
    enemy = 1 - side
    free, stop = grid.all & ~pos.occupied[enemy], pos.zone(enemy)
    if pos.field is None or pos.field.stop != stop or pos.field.free != free:
        pos.field = Field(grid, free, stop)
    return pos.field


@case("9.5", "12.3")
def movers(pos: RedPosition, side: int) -> dict[int, Reach]:
    """The units that can move now, with all they can reach."""
    if pos.movers is None:
        units = may_move(pos) & pos.rules.units_of[side] & ~pos.disrupted & ~pos.stopped & pos.in_play
        field = field_of(pos, side)
        pos.movers = {unit: _reach(pos, field, unit) for unit in bits(units)}
    return pos.movers


def _reach(pos: RedPosition, field: Field, unit: int) -> Reach:
    return field.reach(pos.where[unit], pos.left[unit], pos.rules.steps[unit])


@case("8.0", "9.5", "12.3")
def why_not_move(pos: RedPosition, side: int, order: Move) -> Ruling | None:
    """Why a unit may not move so."""
    if _can_move(pos, side, order):
        return None
    unit = unit_on_map(pos, order.unit, side)
    if isinstance(unit, Ruling):
        return unit
    if len(order.path) != 2:
        return Ruling("8.0", "a move names the hex it begins in and the hex it ends in")
    start, to = hex_of(pos, order.path[0]), hex_of(pos, order.path[1])
    if isinstance(start, Ruling):
        return start
    if isinstance(to, Ruling):
        return to
    if start != pos.where[unit]:
        there = pos.rules.board.grid.name[pos.where[unit]]
        return Ruling("8.0", f"{order.unit} stands in {there}, not in {order.path[0]}")
    if pos.disrupted >> unit & 1:
        return Ruling("9.5", f"{order.unit} is disrupted and cannot move before it recovers")
    if not may_move(pos) >> unit & 1:
        formation = pos.rules.counters[unit].formation
        return Ruling("12.3", f"{order.unit} cannot move: formation {formation} has no movement orders")
    if pos.stopped >> unit & 1:
        return Ruling("6.1", f"{order.unit} entered an enemy zone of control and goes no farther this phase")
    if to == start:
        return Ruling("8.0", f"{order.unit} is in {order.path[1]} already")
    return _why_out_of_reach(pos, side, unit, to)


def _can_move(pos: RedPosition, side: int, order: Move) -> bool:
    grid = pos.rules.board.grid
    way = movers(pos, side).get(pos.rules.unit_number.get(order.unit, -1))
    if way is None or len(order.path) != 2 or order.path[1] not in grid:
        return False
    return grid.name[way.start] == order.path[0] and bool(way.hexes >> grid.index(order.path[1]) & 1)


@case("6.1", "8.1", "8.2")
def _why_out_of_reach(pos: RedPosition, side: int, unit: int, to: int) -> Ruling:
    rules, field = pos.rules, field_of(pos, side)
    name, where = rules.unit_ids[unit], rules.board.describe(to)
    if pos.occupied[1 - side] >> to & 1:
        return Ruling("8.1", f"{where} is held by enemy units")
    start, left = pos.where[unit], pos.left[unit]
    if field.stop >> start & field.stop >> to & rules.board.grid.around(start) >> to & 1:
        return Ruling("6.1", f"{name} cannot go straight from one hex in enemy zones of control to another")
    unhindered = reach(rules.board.grid, start, left, rules.steps[unit], field.free)
    if unhindered.hexes >> to & 1:
        return Ruling("6.1", f"enemy zones of control stop {name} on the way to {where}")
    if reach(rules.board.grid, start, left, rules.steps[unit], rules.board.grid.all).hexes >> to & 1:
        return Ruling("8.1", f"enemy units bar the way of {name} to {where}")
    return Ruling("8.0", f"{where} is farther than the {points(left)} movement points {name} has left")


def _preview_move(pos: RedPosition, side: int, order: Move) -> MovePreview:
    rules = pos.rules
    unit, to = rules.unit_number[order.unit], rules.board.grid.index(order.path[1])
    way = movers(pos, side)[unit]
    path = way.path(to)
    costs = tuple(way.cost(hex_) / 2 for hex_ in path)
    stops = bool(field_of(pos, side).stop >> to & 1)
    left = 0.0 if stops else pos.left[unit] / 2 - costs[-1]
    return MovePreview(tuple(rules.board.grid.name[hex_] for hex_ in path), costs, left, stops)


@case("6.1", "2.1")
def _move(pos: RedPosition, side: int, order: Move, umpire: Umpire) -> None:
    rules = pos.rules
    unit, to = rules.unit_number[order.unit], rules.board.grid.index(order.path[1])
    able, field = movers(pos, side).copy(), field_of(pos, side)
    way = able[unit]
    cost = way.cost(to)
    pos.left[unit] -= cost
    pos.remove(unit)
    pos.place(unit, to)
    if field.stop >> to & 1:
        pos.stopped |= 1 << unit
        del able[unit]
    else:
        # In its old place: the order of the movers hangs on the position alone.
        able[unit] = _reach(pos, field, unit)
    pos.movers = able
    umpire.tell("moved", unit=order.unit, path=order.path, cost=points(cost))
    if pos.control[1 - side] & way.hexes:  # else the way there makes no difference
        for hex_ in way.path(to)[1:]:
            occupy(pos, side, hex_, umpire)
            if pos.result is not None:  # the game is over where the unit is now
                pos.remove(unit)
                pos.place(unit, hex_)
                return
