"""What becomes of the units when a battle is over (10.7 to 10.10)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition


class Aftermath(SolitaireChapter):
    """What a battle leaves behind."""

    def clear(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Everybody goes back where he belongs."""
        self._return_to_pool(pos, umpire)
        self._bring_back(pos, umpire)

    @case("8.4", "8.3", "10.8")
    def _return_to_pool(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """Soviets return at full strength; rifle divisions replace guards and airborne that fell."""
        gone = pos.defenders & pos.fallen & self.law.elite
        pos.fallen &= ~pos.defenders
        pos.reduced &= ~pos.defenders
        if gone:
            pos.dead |= gone
            umpire.tell("destroyed", units=pos.names(gone))
        pos.defenders = pos.aside = pos.hit = pos.fired = 0
        pos.entrusted = False

    @case("10.9", "10.10")
    def _bring_back(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """German units are never lost for good: those that fell return with one step."""
        if fallen := pos.fallen:
            pos.fallen = 0
            pos.reduced |= fallen & self.law.two_steps
            umpire.tell("returned", units=pos.names(fallen))

    @case("9.9", "10.7")
    def fall_back(self, pos: SolitairePosition, to: str) -> None:
        """The beaten force moves back one hex and may do nothing more this turn."""
        pos.move_force(self.law.grid.index(to))
        pos.mp = 0
        pos.done |= pos.force
