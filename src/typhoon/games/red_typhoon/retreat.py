"""Retreats after combat, conducted by the attacker for both sides (9.4)."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet, Retreat
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.control import occupy
from typhoon.games.red_typhoon.position import RedPosition, eliminate
from typhoon.games.red_typhoon.stacking import full_for, overfull
from typhoon.games.red_typhoon.wording import path_of
from typhoon.mechanics.retreat import paths_away

Path = tuple[int, ...]


@case("9.4", "6.2")
def passable(pos: RedPosition, unit: int) -> int:
    """The hexes a retreat may enter, stacking apart: free of enemies and their zones of control."""
    enemy = 1 - pos.rules.side_of[unit]
    return pos.rules.board.grid.all & ~pos.occupied[enemy] & ~pos.zone(enemy)


@case("9.4")
def ways_out(pos: RedPosition, unit: int, origin: int, steps: int) -> list[Path]:
    """The ways a unit can retreat: by hexes with room or, when there are none, through full ones."""
    grid = pos.rules.board.grid
    start, open_ = pos.where[unit], passable(pos, unit)
    full = full_for(pos, unit, grid.disc(start, steps))
    if ways := paths_away(grid, origin, start, steps, open_ & ~full):
        return ways
    ways = paths_away(grid, origin, start, steps, open_)
    return [way for way in ways if not full >> way[-1] & 1] or ways  # ruling R43


def retreat(pos: RedPosition, unit: int, path: Path, umpire: Umpire) -> None:
    """Take a unit along its way out."""
    rules = pos.rules
    pos.remove(unit)
    pos.place(unit, path[-1])
    pos.disrupt(unit)
    numbers = tuple([rules.board.grid.name[hex_] for hex_ in path])
    umpire.tell("retreated", unit=rules.unit_ids[unit], path=numbers)
    for hex_ in path[1:]:
        occupy(pos, rules.side_of[unit], hex_, umpire)
        if pos.result is not None:
            return


Ways = dict[str, list[Path]]
"""For each unit that must retreat its ways out; none means elimination."""


@case("9.4")
def _orders(pos: RedPosition, ways: Ways) -> list[OrderSet]:
    name = pos.rules.board.grid.name
    orders: list[Order] = []
    for unit, paths in ways.items():
        orders += [Retreat(unit, tuple([name[hex_] for hex_ in path])) for path in paths]
        if not paths:
            orders.append(Eliminate(unit))
    return [Listed(orders)]


@case("9.4")
def _why_not(pos: RedPosition, order: Order, ways: Ways) -> Ruling | None:
    if not isinstance(order, (Retreat, Eliminate)):
        return Ruling("9.4", "the retreat must be carried out first")
    if order.unit not in pos.rules.unit_number:
        return Ruling("2.2", f"there is no unit '{order.unit}'")
    if order.unit not in ways:
        return Ruling("9.4", f"{order.unit} does not have to retreat now")
    paths = ways[order.unit]
    if isinstance(order, Eliminate):
        return Ruling("9.4", f"{order.unit} can retreat and is not eliminated") if paths else None
    path = path_of(pos, order.path)
    if isinstance(path, Ruling):
        return path
    return None if path in paths else _why_no_way(pos, order.unit, path, paths)


def _carry_out(pos: RedPosition, order: Order, umpire: Umpire) -> None:
    assert isinstance(order, (Retreat, Eliminate))
    unit = pos.rules.unit_number[order.unit]
    if isinstance(order, Eliminate):
        eliminate(pos, unit, umpire, "no way to retreat")
    else:
        retreat(pos, unit, tuple([pos.rules.board.grid.index(n) for n in order.path]), umpire)


@case("9.4", "6.2", "7.1")
def _why_no_way(pos: RedPosition, unit: str, path: Path, ways: list[Path]) -> Ruling:
    rules = pos.rules
    grid, number = rules.board.grid, rules.unit_number[unit]
    if not ways:
        return Ruling("9.4", f"{unit} has nowhere to retreat to and is eliminated")
    steps = len(ways[0]) - 1
    if len(path) - 1 != steps:
        return Ruling("9.4", f"{unit} must retreat exactly {steps} hex{'es' if steps > 1 else ''}")
    if path[0] != pos.where[number]:
        return Ruling("9.4", f"{unit} stands in {grid.name[pos.where[number]]}, not in {grid.name[path[0]]}")
    enemy = 1 - rules.side_of[number]
    for before, hex_ in pairwise(path):
        name = rules.board.describe(hex_)
        if grid.direction(before, hex_) is None:
            return Ruling("9.4", f"{grid.name[before]} and {name} are not neighbours")
        if pos.occupied[enemy] >> hex_ & 1:
            return Ruling("9.4", f"{name} is held by the enemy")
        if pos.zone(enemy) >> hex_ & 1:
            return Ruling("9.4", f"{name} is in an enemy zone of control")
        if full_for(pos, number, 1 << hex_):
            return Ruling("9.4", f"{name} is full, and there is another way")
    return Ruling("9.4", f"each hex of the retreat must lead farther away, and so end {steps} away")


class Retreating(Phase[RedPosition], frozen=True, tag="retreat"):
    """Units that have yet to retreat from where they stand, and those that have done so."""

    about: ClassVar[str] = "9.4"
    conductor: int
    units: tuple[str, ...]
    distance: int
    done: tuple[tuple[str, str], ...] = ()
    """Units that have retreated, each with the hex its retreat began in."""

    @case("9.4")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if any(self._ways(pos).values()):
            return True
        pos.frames.pop()
        for unit in self.units:
            eliminate(pos, pos.rules.unit_number[unit], umpire, "no way to retreat")
        return False

    def decider(self, pos: RedPosition) -> int:
        return self.conductor

    def prompt(self, pos: RedPosition) -> str:
        hexes = "1 hex" if self.distance == 1 else f"{self.distance} hexes"
        return f"Retreat {', '.join(self.units)} by {hexes}."

    def _ways(self, pos: RedPosition) -> Ways:
        numbers = [pos.rules.unit_number[name] for name in self.units]
        return {
            name: ways_out(pos, unit, pos.where[unit], self.distance)
            for name, unit in zip(self.units, numbers, strict=True)
        }

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return _orders(pos, self._ways(pos))

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        return _why_not(pos, order, self._ways(pos))

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, (Retreat, Eliminate))
        _carry_out(pos, order, umpire)
        rest = tuple([unit for unit in self.units if unit != order.unit])
        done = self.done
        if isinstance(order, Retreat):
            done = (*done, (order.unit, order.path[0]))
        pos.frames[-1] = Retreating(self.conductor, rest, self.distance, done)
        if isinstance(order, Retreat):
            _push_surplus(pos, self.conductor, order.path[-1], done)


@case("9.4")
def _push_surplus(
    pos: RedPosition, conductor: int, hex_: str, retreated: tuple[tuple[str, str], ...]
) -> None:
    """When a retreat made a hex overfull, somebody who retreated into it must go on."""
    rules = pos.rules
    index = rules.board.grid.index(hex_)
    here = tuple([(u, origin) for u, origin in retreated if pos.where[rules.unit_number[u]] == index])
    if here and overfull(pos, rules.side_of[rules.unit_number[here[0][0]]], index):
        pos.frames.append(Surplus(conductor, hex_, here))


class Surplus(Phase[RedPosition], frozen=True, tag="surplus"):
    """One of the units that retreated into an overfull hex retreats another hex (ruling R6)."""

    about: ClassVar[str] = "9.4"
    conductor: int
    hex: str
    candidates: tuple[tuple[str, str], ...]
    """Units, each with the hex its retreat began in."""

    @case("9.4", "7.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if len(self.candidates) > 1 or any(self._ways(pos).values()):
            return True
        pos.frames.pop()
        eliminate(pos, pos.rules.unit_number[self.candidates[0][0]], umpire, "no way to retreat")
        return False

    def decider(self, pos: RedPosition) -> int:
        return self.conductor

    def prompt(self, pos: RedPosition) -> str:
        names = [unit for unit, _ in self.candidates]
        return f"{self.hex} is overfull: {' or '.join(names)} must retreat another hex."

    def _ways(self, pos: RedPosition) -> Ways:
        index, number = pos.rules.board.grid.index, pos.rules.unit_number
        return {unit: ways_out(pos, number[unit], index(origin), 1) for unit, origin in self.candidates}

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return _orders(pos, self._ways(pos))

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        return _why_not(pos, order, self._ways(pos))

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, (Retreat, Eliminate))
        pos.frames.pop()
        _carry_out(pos, order, umpire)
        # 1S counts two: its hex can still be overfull when another unit has gone on.
        rest = tuple([(unit, origin) for unit, origin in self.candidates if unit != order.unit])
        _push_surplus(pos, self.conductor, self.hex, rest)
        if isinstance(order, Retreat):
            origin = dict(self.candidates)[order.unit]
            _push_surplus(pos, self.conductor, order.path[-1], ((order.unit, origin),))
