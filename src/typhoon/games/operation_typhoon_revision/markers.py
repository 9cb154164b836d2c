"""Markers of units that moved strategically or by rail (5.55, 5.67)."""

from __future__ import annotations

from typing import Any

from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.movement import (
    AnyMove,
    Marching,
    MoveByRail,
    Movement,
    MoveStrategically,
)
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.position import Combat


@change("strategic-marker", "5.55")
class MarkStrategic(MoveStrategically):
    """Who moves strategically is marked (R23)."""

    def apply(self, pos: Any, phase: Movement, order: AnyMove, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        pos.strategic |= 1 << self.law.unit_number[order.unit]


@change("rail-marker", "5.67")
class MarkRail(MoveByRail):
    """So is who moves by rail."""

    def apply(self, pos: Any, phase: Movement, order: AnyMove, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        pos.railed |= 1 << self.law.unit_number[order.unit]


@change("strategic-marker", "5.55")
@change("rail-marker", "5.67")
class MarkersTakenOff(Marching):
    """Markers go when their side moves again."""

    def before_moving(self, pos: Any, side: int, umpire: Umpire) -> None:
        pos.strategic &= ~self.law.units_of[side]
        pos.railed &= ~self.law.units_of[side]


@change("strategic-marker", "5.55")
class CaughtMarching(Odds):
    """An attack on a hex with a marked unit shifts one column (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if any(self.attacked_in(pos, target) & pos.strategic for target in combat.targets):
            found.append(Modifier(1, "strategic movement", "5.55", "strategic-marker"))
        return found


@change("rail-marker", "5.67")
class CaughtOnTrains(Odds):
    """Two columns, and not one more for those who marched (R24)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if not any(self.attacked_in(pos, target) & pos.railed for target in combat.targets):
            return found
        others = [shift for shift in found if shift.key != "strategic-marker"]
        return [*others, Modifier(2, "rail movement", "5.67", "rail-marker")]


BADGES = SIGNS = {"S": "moved strategically", "R": "moved by rail"}
