"""What the chapters of this game have in common: they know its law and its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from typhoon.engine.chapters import Act, Chapter, F, O
from typhoon.games.operation_typhoon.position import TyphoonPosition

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon


class TyphoonChapter(Chapter):
    """A chapter of the rulebook."""

    law: OperationTyphoon


class TyphoonAct(Act[TyphoonPosition, F, O], Generic[F, O]):
    """Something a player can do."""

    law: OperationTyphoon
