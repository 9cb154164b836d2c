"""Luftwaffe air support (9.1)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits


class Support(Order, frozen=True, gc=False):
    """Place an air support unit on a German unit and its force."""

    verb: ClassVar[str] = "support"
    unit: str


class AirSupport(SolitaireChapter):
    """Where the Luftwaffe helps."""

    @case("9.1")
    def left(self, pos: SolitairePosition) -> int:
        """Air support units that can still be placed: at the start of the phase only."""
        return 0 if pos.begun else self.law.turns[pos.turn].luftwaffe - pos.air.bit_count()

    @case("9.1")
    def may_have(self, pos: SolitairePosition) -> int:
        """Units of forces that have no air support yet."""
        if not self.left(pos):
            return 0
        units = pos.in_play
        for unit in bits(pos.air):  # everybody who could move as one with it is supported (R22)
            for part in self.law.stacking.together(pos.units_in(pos.where[unit])):
                if part >> unit & 1:
                    units &= ~part
        return units
