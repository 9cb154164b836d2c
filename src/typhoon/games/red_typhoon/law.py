"""What the chapters of this game have in common: they know its law and its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from typhoon.engine.chapters import Act, Chapter, F, O
from typhoon.games.red_typhoon.position import RedPosition

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon


class RedChapter(Chapter):
    """A chapter of the rulebook."""

    law: RedTyphoon


class RedAct(Act[RedPosition, F, O], Generic[F, O]):
    """Something a player can do."""

    law: RedTyphoon
