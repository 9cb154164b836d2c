"""The phases after movement and combat (4, 10.10)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.law import SolitairePhase
from typhoon.games.typhoon_solitaire.position import SolitairePosition

LAST_REGROUP = 5


class VictoryCheck(SolitairePhase, frozen=True, tag="victory-check"):
    """Moscow is looked at first (R37), then the check of the turn."""

    about: ClassVar[str] = "4.1"

    @property
    def name(self) -> str:
        return "victory check"

    @case("4.1", "4.2", "4.3", "4.4", "4.5", "5.4")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        victory = pos.rules.victory
        if victory.holds_moscow(pos):
            victory.win(pos, "Moscow is taken", umpire)
        elif failed := victory.shortfall(pos):
            victory.lose(pos, *failed, umpire)
        pos.frames.pop()
        return False


class Regroup(SolitairePhase, frozen=True, tag="regroup"):
    """Reduced units are brought up to full strength."""

    about: ClassVar[str] = "10.10"

    @property
    def name(self) -> str:
        return "german regroup"

    @case("5.2", "5.3", "10.10")
    def applies(self, pos: SolitairePosition) -> bool:
        return pos.turn <= LAST_REGROUP

    @case("10.10")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        if weak := pos.reduced:
            pos.reduced = 0
            umpire.tell("regrouped", units=pos.names(weak))
        pos.frames.pop()
        return False
