"""Retreats after combat, conducted by the attacker for both sides (9.4)."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet, Retreat
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.mechanics.retreat import paths_away
from typhoon.mechanics.wording import counted

Path = tuple[int, ...]


Ways = dict[str, list[Path]]
"""For each unit that must retreat its ways out; none means elimination."""


class Retreats(RedChapter):
    """Ways to retreat."""

    @case("9.4", "6.2")
    def passable(self, pos: RedPosition, unit: int) -> int:
        """The hexes a retreat may enter, stacking apart: free of enemies and their zones of control."""
        enemy = 1 - self.law.side_of[unit]
        return self.law.grid.all & ~pos.occupied[enemy] & ~pos.zone(enemy)

    @case("9.4")
    def ways_out(self, pos: RedPosition, unit: int, origin: int, steps: int) -> list[Path]:
        """The ways a unit can retreat: by hexes with room or, when there are none, through full ones."""
        grid = self.law.grid
        start, open_ = pos.where[unit], self.passable(pos, unit)
        full = self.law.stacking.full_for(pos, unit, grid.disc(start, steps))
        if ways := paths_away(grid, origin, start, steps, open_ & ~full):
            return ways
        ways = paths_away(grid, origin, start, steps, open_)
        return [way for way in ways if not full >> way[-1] & 1] or ways  # ruling R43

    @case("9.4")
    def orders(self, ways: Ways) -> list[OrderSet]:
        name = self.law.grid.name
        orders: list[Order] = []
        for unit, paths in ways.items():
            orders += [Retreat(unit, tuple([name[hex_] for hex_ in path])) for path in paths]
            if not paths:
                orders.append(Eliminate(unit))
        return [Listed(orders)]

    @case("9.4")
    def why_not(self, pos: RedPosition, order: Order, ways: Ways) -> Ruling | None:
        if not isinstance(order, (Retreat, Eliminate)):
            return Ruling("9.4", "the retreat must be carried out first")
        if order.unit not in self.law.unit_number:
            return Ruling("2.2", f"there is no unit '{order.unit}'")
        if order.unit not in ways:
            return Ruling("9.4", f"{order.unit} does not have to retreat now")
        paths = ways[order.unit]
        if isinstance(order, Eliminate):
            return Ruling("9.4", f"{order.unit} can retreat and is not eliminated") if paths else None
        path = self.law.hexes_named(order.path)
        if isinstance(path, Ruling):
            return path
        return None if path in paths else self._why_no_way(pos, order.unit, path, paths)

    @case("9.4", "6.2", "7.1")
    def _why_no_way(self, pos: RedPosition, unit: str, path: Path, ways: list[Path]) -> Ruling:
        law, grid, number = self.law, self.law.grid, self.law.unit_number[unit]
        if not ways:
            return Ruling("9.4", f"{unit} has nowhere to retreat to and is eliminated")
        steps = len(ways[0]) - 1
        if len(path) - 1 != steps:
            return Ruling("9.4", f"{unit} must retreat exactly {counted(steps, 'hex', 'hexes')}")
        if path[0] != pos.where[number]:
            return Ruling(
                "9.4", f"{unit} stands in {grid.name[pos.where[number]]}, not in {grid.name[path[0]]}"
            )
        enemy = 1 - law.side_of[number]
        for before, hex_ in pairwise(path):
            name = law.board.describe(hex_)
            if grid.direction(before, hex_) is None:
                return Ruling("9.4", f"{grid.name[before]} and {name} are not neighbours")
            if pos.occupied[enemy] >> hex_ & 1:
                return Ruling("9.4", f"{name} is held by the enemy")
            if pos.zone(enemy) >> hex_ & 1:
                return Ruling("9.4", f"{name} is in an enemy zone of control")
            if law.stacking.full_for(pos, number, 1 << hex_):
                return Ruling("9.4", f"{name} is full, and there is another way")
        return Ruling("9.4", f"each hex of the retreat must lead farther away, and so end {steps} away")

    def carry_out(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        """Take a unit along its way out, or off the map when it has none."""
        assert isinstance(order, (Retreat, Eliminate))
        unit = self.law.unit_number[order.unit]
        if isinstance(order, Eliminate):
            pos.eliminate(unit, umpire, "no way to retreat")
            return
        path = [self.law.grid.index(number) for number in order.path]
        pos.remove(unit)
        pos.place(unit, path[-1])
        pos.disrupt(unit)
        umpire.tell("retreated", unit=order.unit, path=order.path)
        self.law.controlling.enter(pos, self.law.side_of[unit], path[1:], umpire)


class Retreating(Phase[RedPosition], frozen=True, tag="retreat"):
    """Units that have yet to retreat from where they stand, and those that have done so."""

    about: ClassVar[str] = "9.4"
    takes: ClassVar[tuple[type[Order], ...]] = (Retreat, Eliminate)
    conductor: SideNumber
    units: tuple[UnitId, ...]
    distance: int
    done: tuple[tuple[UnitId, HexNumber], ...] = ()
    """Units that have retreated, each with the hex its retreat began in."""

    @case("9.4")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if any(self._ways(pos).values()):
            return True
        pos.frames.pop()
        for unit in self.units:
            pos.eliminate(pos.rules.unit_number[unit], umpire, "no way to retreat")
        return False

    def decider(self, pos: RedPosition) -> int:
        return self.conductor

    def prompt(self, pos: RedPosition) -> str:
        return f"Retreat {', '.join(self.units)} by {counted(self.distance, 'hex', 'hexes')}."

    def _ways(self, pos: RedPosition) -> Ways:
        numbers = [pos.rules.unit_number[name] for name in self.units]
        return {
            name: pos.rules.retreats.ways_out(pos, unit, pos.where[unit], self.distance)
            for name, unit in zip(self.units, numbers, strict=True)
        }

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return pos.rules.retreats.orders(self._ways(pos))

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        return pos.rules.retreats.why_not(pos, order, self._ways(pos))

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, (Retreat, Eliminate))
        pos.rules.retreats.carry_out(pos, order, umpire)
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
    index = rules.grid.index(hex_)
    here = tuple([(u, origin) for u, origin in retreated if pos.where[rules.unit_number[u]] == index])
    if here and rules.stacking.too_many(rules.side_of[rules.unit_number[here[0][0]]], pos.units_in(index)):
        pos.frames.append(Surplus(conductor, hex_, here))


class Surplus(Phase[RedPosition], frozen=True, tag="surplus"):
    """One of the units that retreated into an overfull hex retreats another hex (ruling R6)."""

    about: ClassVar[str] = "9.4"
    takes: ClassVar[tuple[type[Order], ...]] = (Retreat, Eliminate)
    conductor: SideNumber
    hex: HexNumber
    candidates: tuple[tuple[UnitId, HexNumber], ...]
    """Units, each with the hex its retreat began in."""

    @case("9.4", "7.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if len(self.candidates) > 1 or any(self._ways(pos).values()):
            return True
        pos.frames.pop()
        pos.eliminate(pos.rules.unit_number[self.candidates[0][0]], umpire, "no way to retreat")
        return False

    def decider(self, pos: RedPosition) -> int:
        return self.conductor

    def prompt(self, pos: RedPosition) -> str:
        names = [unit for unit, _ in self.candidates]
        return f"{self.hex} is overfull: {' or '.join(names)} must retreat another hex."

    def _ways(self, pos: RedPosition) -> Ways:
        index, number, find = pos.rules.grid.index, pos.rules.unit_number, pos.rules.retreats.ways_out
        return {unit: find(pos, number[unit], index(origin), 1) for unit, origin in self.candidates}

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return pos.rules.retreats.orders(self._ways(pos))

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        return pos.rules.retreats.why_not(pos, order, self._ways(pos))

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, (Retreat, Eliminate))
        pos.frames.pop()
        pos.rules.retreats.carry_out(pos, order, umpire)
        # 1S counts two: its hex can still be overfull when another unit has gone on.
        rest = tuple([(unit, origin) for unit, origin in self.candidates if unit != order.unit])
        _push_surplus(pos, self.conductor, self.hex, rest)
        if isinstance(order, Retreat):
            origin = dict(self.candidates)[order.unit]
            _push_surplus(pos, self.conductor, order.path[-1], ((order.unit, origin),))
