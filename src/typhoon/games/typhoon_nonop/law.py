"""What the chapters of this game have in common: they know its law and its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from typhoon.engine.chapters import Act, Chapter, F, O
from typhoon.games.typhoon_nonop.position import NonopPosition

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop import TyphoonNonop


class NonopChapter(Chapter):
    """A chapter of the rules."""

    law: TyphoonNonop


class NonopAct(Act[NonopPosition, F, O], Generic[F, O]):
    """Something a player can do."""

    law: TyphoonNonop
