"""Retreats after combat, conducted by the attacker for both sides (9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet, Retreat
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.law import RedAct, RedChapter
from typhoon.games.red_typhoon.position import Path, RedPosition, Ways
from typhoon.mechanics.retreat import paths_away
from typhoon.mechanics.wording import counted


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
        full = self.law.stacking.full_for(pos, unit, grid.about(start, steps))
        if ways := paths_away(grid, origin, start, steps, open_ & ~full):
            return ways
        ways = paths_away(grid, origin, start, steps, open_)
        return [way for way in ways if not full >> way[-1] & 1] or ways  # ruling R43

    @case("9.4", "6.2", "7.1")
    def why_no_way(self, pos: RedPosition, unit: str, path: Path, ways: list[Path]) -> Ruling:
        """What speaks against another way than those that lead out."""
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


class GoingBack(Phase[RedPosition], frozen=True):
    """Units have to retreat, and the attacker conducts it."""

    about: ClassVar[str] = "9.4"
    conductor: SideNumber

    def decider(self, pos: RedPosition) -> int:
        return self.conductor

    def ways(self, pos: RedPosition) -> Ways:
        """Who can retreat now, and how; worked out once, for it is asked several times."""
        if pos.ways is None or pos.ways[0] is not self:
            pos.ways = self, self.find_ways(pos)
        return pos.ways[1]

    def find_ways(self, pos: RedPosition) -> Ways:
        raise NotImplementedError

    def gone(self, pos: RedPosition, unit: str, path: Sequence[str]) -> None:
        """A unit has retreated along a path or, without one, is eliminated: what is left to do."""
        raise NotImplementedError

    @case("9.4")
    def misplaced(self, pos: RedPosition, order: Order) -> Ruling:
        return Ruling("9.4", "the retreat must be carried out first")

    def why_not_unit(self, pos: RedPosition, unit: str) -> Ruling | None:
        """Why it is not for a unit to go back now."""
        if unit not in pos.rules.unit_number:
            return Ruling("2.2", f"there is no unit '{unit}'")
        return None if unit in self.ways(pos) else Ruling("9.4", f"{unit} does not have to retreat now")


class RetreatUnit(RedAct[GoingBack, Retreat]):
    """Take a unit back along one of its ways out."""

    phase = GoingBack
    kind = Retreat

    @case("9.4")
    def offered(self, pos: RedPosition, phase: GoingBack) -> list[OrderSet]:
        name, ways = self.law.grid.name, phase.ways(pos)
        pairs = [(unit, path) for unit, paths in ways.items() for path in paths]
        return [Listed([Retreat(unit, tuple([name[hex_] for hex_ in path])) for unit, path in pairs])]

    @case("9.4")
    def why_not(self, pos: RedPosition, phase: GoingBack, order: Retreat) -> Ruling | None:
        if ruling := phase.why_not_unit(pos, order.unit):
            return ruling
        path, paths = self.law.hexes_named(order.path), phase.ways(pos)[order.unit]
        if isinstance(path, Ruling):
            return path
        return None if path in paths else self.law.retreats.why_no_way(pos, order.unit, path, paths)

    @case("9.4", "9.5")
    def apply(self, pos: RedPosition, phase: GoingBack, order: Retreat, umpire: Umpire) -> None:
        unit, path = self.law.unit_number[order.unit], [self.law.grid.index(hex_) for hex_ in order.path]
        pos.remove(unit)
        pos.place(unit, path[-1])
        pos.disrupt(unit)
        umpire.tell("retreated", unit=order.unit, path=order.path)
        self.law.controlling.enter(pos, self.law.side_of[unit], path[1:], umpire)
        phase.gone(pos, order.unit, order.path)


class LoseRetreatingUnit(RedAct[GoingBack, Eliminate]):
    """Take a unit off the map that has no way out."""

    phase = GoingBack
    kind = Eliminate

    def offered(self, pos: RedPosition, phase: GoingBack) -> list[OrderSet]:
        return [Listed([Eliminate(unit) for unit, paths in phase.ways(pos).items() if not paths])]

    @case("9.4")
    def why_not(self, pos: RedPosition, phase: GoingBack, order: Eliminate) -> Ruling | None:
        if ruling := phase.why_not_unit(pos, order.unit):
            return ruling
        if not phase.ways(pos)[order.unit]:
            return None
        return Ruling("9.4", f"{order.unit} can retreat and is not eliminated")

    @case("9.4")
    def apply(self, pos: RedPosition, phase: GoingBack, order: Eliminate, umpire: Umpire) -> None:
        pos.eliminate(self.law.unit_number[order.unit], umpire, "no way to retreat")
        phase.gone(pos, order.unit, ())


ACTS = (RetreatUnit, LoseRetreatingUnit)


class Retreating(GoingBack, frozen=True, tag="retreat"):
    """Units that have yet to retreat from where they stand, and those that have done so."""

    units: tuple[UnitId, ...]
    distance: int
    done: tuple[tuple[UnitId, HexNumber], ...] = ()
    """Units that have retreated, each with the hex its retreat began in."""

    @case("9.4")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if any(self.ways(pos).values()):
            return True
        pos.frames.pop()
        for unit in self.units:
            pos.eliminate(pos.rules.unit_number[unit], umpire, "no way to retreat")
        return False

    def prompt(self, pos: RedPosition) -> str:
        return f"Retreat {', '.join(self.units)} by {counted(self.distance, 'hex', 'hexes')}."

    def find_ways(self, pos: RedPosition) -> Ways:
        numbers = [pos.rules.unit_number[name] for name in self.units]
        return {
            name: pos.rules.retreats.ways_out(pos, unit, pos.where[unit], self.distance)
            for name, unit in zip(self.units, numbers, strict=True)
        }

    def gone(self, pos: RedPosition, unit: str, path: Sequence[str]) -> None:
        rest = tuple([other for other in self.units if other != unit])
        done = (*self.done, (unit, path[0])) if path else self.done
        pos.frames[-1] = Retreating(self.conductor, rest, self.distance, done)
        if path:
            _push_surplus(pos, self.conductor, path[-1], done)


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


class Surplus(GoingBack, frozen=True, tag="surplus"):
    """One of the units that retreated into an overfull hex retreats another hex (ruling R6)."""

    hex: HexNumber
    candidates: tuple[tuple[UnitId, HexNumber], ...]
    """Units, each with the hex its retreat began in."""

    @case("9.4", "7.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if len(self.candidates) > 1 or any(self.ways(pos).values()):
            return True
        pos.frames.pop()
        pos.eliminate(pos.rules.unit_number[self.candidates[0][0]], umpire, "no way to retreat")
        return False

    def prompt(self, pos: RedPosition) -> str:
        names = [unit for unit, _ in self.candidates]
        return f"{self.hex} is overfull: {' or '.join(names)} must retreat another hex."

    def find_ways(self, pos: RedPosition) -> Ways:
        index, number, find = pos.rules.grid.index, pos.rules.unit_number, pos.rules.retreats.ways_out
        return {unit: find(pos, number[unit], index(origin), 1) for unit, origin in self.candidates}

    def gone(self, pos: RedPosition, unit: str, path: Sequence[str]) -> None:
        pos.frames.pop()
        # 1S counts two: its hex can still be overfull when another unit has gone on.
        rest = tuple([(other, origin) for other, origin in self.candidates if other != unit])
        _push_surplus(pos, self.conductor, self.hex, rest)
        if path:
            _push_surplus(pos, self.conductor, path[-1], ((unit, dict(self.candidates)[unit]),))
