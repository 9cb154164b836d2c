"""The end of a turn (16.15)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.operation_typhoon.position import TyphoonPosition


class TurnEnd(Phase[TyphoonPosition], frozen=True, tag="turn-end"):
    """German victory points are counted."""

    about: ClassVar[str] = "16.15"

    @property
    def name(self) -> str:
        return "game-turn indication"

    @case("16.15")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        pos.vp = pos.rules.victory.total(pos)
        if pos.rules.scenario.counts_points:
            umpire.tell("points", vp=pos.vp)
        pos.frames.pop()
        return False
