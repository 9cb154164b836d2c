"""What chapters, acts and phases of this game have in common: they know its law and its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from typhoon.engine.chapters import Act, Chapter, F, O
from typhoon.engine.orders import Listed, OrderSet
from typhoon.engine.phase import Phase
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.position import SolitairePosition

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire


class SolitaireChapter(Chapter):
    """A chapter of the rulebook."""

    law: TyphoonSolitaire


class SolitaireAct(Act[SolitairePosition, F, O], Generic[F, O]):
    """Something the player can do."""

    law: TyphoonSolitaire


class PlainAct(SolitaireAct[F, O], Generic[F, O]):
    """Something that is always possible in its phase, and takes no more words than the verb."""

    def __init__(self, law: TyphoonSolitaire) -> None:
        super().__init__(law)
        self._only: list[OrderSet] = [Listed([self.kind()])]

    def offered(self, pos: SolitairePosition, phase: F) -> list[OrderSet]:
        return self._only

    def why_not(self, pos: SolitairePosition, phase: F, order: O) -> Ruling | None:
        return None


class SolitairePhase(Phase[SolitairePosition], frozen=True):
    """A phase of the game; whatever there is to decide, the Germans decide."""

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN
