"""Marching in thought: a phase is played on a twin of the position, move by move."""

from __future__ import annotations

from typing import Any

from typhoon.engine.core import Core
from typhoon.engine.manner import Mood
from typhoon.engine.orders import Move, Order
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.staff.outlook import Outlook
from typhoon.hexgrid import bits
from typhoon.mechanics.movement import Movers


class _NoChance:
    """Moving needs no chance."""

    def random(self) -> float:
        raise AssertionError("nobody rolls for a move")


class March:
    """The moves of a phase, one after another, with what each leaves to the next."""

    def __init__(self, pos: NonopPosition, phase: Movement, mood: Mood) -> None:
        self.pos, self.phase, self.law = pos, phase, pos.rules
        self.manner, self.whim = mood.manner, mood.whim
        self.outlook = Outlook(pos, phase.side)
        self.twin = pos.copy()
        self.given: list[Order] = []
        self.lengths: dict[tuple[int, int], list[int]] = {}
        """How long the ways out of the pockets are, by what shuts the Soviets in and where they stand."""
        self._umpire = Core(self.twin, _NoChance())

    def start_again(self, twin: NonopPosition, given: list[Order]) -> None:
        """Go back to an earlier moment of the phase."""
        self.twin, self.given = twin, given
        self._umpire = Core(twin, _NoChance())

    @property
    def ways(self) -> Movers:
        """Who can still move, and where to."""
        return self.law.mobility.movers(self.twin, self.phase, "move")

    def ask_all(self) -> None:
        """Look for everybody's ways at once, as nearly all will be asked for."""
        self.law.mobility.movers(self.twin, self.phase, "move")

    def reach(self, unit: int, kind: type[Order] = Move) -> int:
        """Where a unit can still move; nowhere when it has moved."""
        way = self.law.mobility.way_of(self.twin, self.phase, kind.verb, unit)
        return way.hexes if way is not None else 0

    def entraining(self) -> list[int]:
        """Who can still go by rail."""
        able = self.law.mobility.able(self.twin, self.phase)
        return bits(self.law.special.entraining(self.twin, self.phase) & able)

    def move(self, unit: int, goal: int, kind: Any = Move) -> None:
        """Move a unit, in thought now and in truth later."""
        self.give(kind(self.law.unit_ids[unit], (self.law.grid.name[goal],)))

    def give(self, order: Order) -> None:
        """Give any order of the phase that needs no die."""
        self.phase.apply(self.twin, order, self._umpire)
        self.given.append(order)
