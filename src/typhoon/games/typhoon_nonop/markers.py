"""Overrun markers (B11.10, B2.7)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


class Markers(NonopChapter):
    """Putting markers on units and taking them off."""

    @case("B11.10", "22.2.3 overrun marker", "B2.7")
    def mark_overrun(self, pos: NonopPosition, units: int, umpire: Umpire) -> None:
        """Units that were overrun have no zone of control, and HQs break down."""
        pos.overrun |= units
        self._look(pos, units)
        self.law.command.break_down(pos, units & self.law.hqs, umpire, "overrun")

    @case("B11.10")
    def clear_overrun(self, pos: NonopPosition, side: int) -> None:
        """The markers of a side come off in its Engineering Phase."""
        units = pos.overrun & self.law.units_of[side]
        pos.overrun &= ~units
        self._look(pos, units)

    def _look(self, pos: NonopPosition, units: int) -> None:
        for unit in bits(units & pos.in_play):
            pos.look(self.law.side_of[unit], pos.where[unit])
