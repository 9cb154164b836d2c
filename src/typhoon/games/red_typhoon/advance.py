"""Advance after combat and breakthrough (9.6, 9.7)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Advance, End, Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.law import RedAct
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.ending import Ending


class Advancing(Phase[RedPosition], frozen=True, tag="advance"):
    """The attacker may advance these units into the hex that was attacked."""

    about: ClassVar[str] = "9.6"
    part: ClassVar[str] = "advance"
    side: SideNumber
    hex: HexNumber
    units: tuple[UnitId, ...]

    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if next(iter(self.ways(pos)), None):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: RedPosition) -> str:
        return f"Advance into {self.hex}, or end the advance."

    @case("9.6")
    def misplaced(self, pos: RedPosition, order: Order) -> Ruling:
        return Ruling("9.6", "the advance must be made or ended first")

    @case("9.6", "9.7")
    def ways(self, pos: RedPosition) -> list[Advance]:
        """All advances: into the vacant hex, and for breakthrough units one hex beyond."""
        grid, has_room = pos.rules.grid, pos.rules.stacking.has_room
        target = grid.index(self.hex)
        ways = []
        beyond = grid.around(target) & ~pos.occupied[1 - self.side]
        blocked = pos.zone(1 - self.side) >> target & 1
        for name in self.units:
            unit = pos.rules.unit_number[name]
            start = grid.name[pos.where[unit]]
            if has_room(pos, unit, target):
                ways.append(Advance(name, (start, self.hex)))
            if pos.rules.breakthrough >> unit & 1 and not blocked:
                ways += [
                    Advance(name, (start, self.hex, grid.name[second]))
                    for second in bits(beyond)
                    if second == pos.where[unit] or has_room(pos, unit, second)
                ]
        return ways


class AdvanceUnit(RedAct[Advancing, Advance]):
    """Advance into the hex that was attacked, and with a breakthrough one hex beyond."""

    phase = Advancing
    kind = Advance

    def offered(self, pos: RedPosition, phase: Advancing) -> list[OrderSet]:
        return [Listed(phase.ways(pos))]

    @case("9.6", "9.7")
    def why_not(self, pos: RedPosition, phase: Advancing, order: Advance) -> Ruling | None:
        if order.unit not in self.law.unit_number:
            return Ruling("2.2", f"there is no unit '{order.unit}'")
        if order.unit not in phase.units:
            return Ruling("9.6", f"{order.unit} has not attacked {phase.hex}, or has advanced already")
        path = self.law.hexes_named(order.path)
        if isinstance(path, Ruling):
            return path
        return self._why_not_path(pos, phase, self.law.unit_number[order.unit], path)

    def _why_not_path(
        self, pos: RedPosition, phase: Advancing, unit: int, path: tuple[int, ...]
    ) -> Ruling | None:
        law, grid, name, enemy = self.law, self.law.grid, self.law.unit_ids[unit], 1 - phase.side
        target = grid.index(phase.hex)
        if len(path) < 2 or path[1] != target:
            return Ruling("9.6", f"an advance first enters the hex that was attacked, {phase.hex}")
        if path[0] != pos.where[unit]:
            there = grid.name[pos.where[unit]]
            return Ruling("9.6", f"{name} stands in {there}, not in {grid.name[path[0]]}")
        if len(path) > 3:
            return Ruling("9.7", "an advance goes two hexes at most")
        if len(path) == 3:
            if not law.breakthrough >> unit & 1:
                return Ruling("9.7", f"{name} has no white combat strength and advances one hex only")
            if pos.zone(enemy) >> target & 1:
                return Ruling("9.7", f"{phase.hex} is in an enemy zone of control: the advance stops there")
            if grid.direction(target, path[2]) is None:
                return Ruling("9.7", f"{grid.name[path[2]]} is not next to {phase.hex}")
            if pos.occupied[enemy] >> path[2] & 1:
                return Ruling("9.7", f"{law.board.describe(path[2])} is held by the enemy")
        if path[-1] != pos.where[unit] and not law.stacking.has_room(pos, unit, path[-1]):
            return Ruling("9.6", f"{law.board.describe(path[-1])} has no room for {name}")
        return None

    @case("9.6", "9.7")
    def apply(self, pos: RedPosition, phase: Advancing, order: Advance, umpire: Umpire) -> None:
        unit, path = self.law.unit_number[order.unit], [self.law.grid.index(hex_) for hex_ in order.path]
        rest = tuple([other for other in phase.units if other != order.unit])
        pos.frames[-1] = Advancing(phase.side, phase.hex, rest)
        pos.remove(unit)
        pos.place(unit, path[-1])
        umpire.tell("advanced", unit=order.unit, path=order.path)
        self.law.controlling.enter(pos, phase.side, path[1:], umpire)


class EndAdvance(Ending[Advancing], RedAct[Advancing, End]):
    """Advance no farther."""

    phase = Advancing


ACTS = (AdvanceUnit, EndAdvance)
