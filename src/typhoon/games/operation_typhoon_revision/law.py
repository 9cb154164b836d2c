"""What the changes of the revision have in common: they know its law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.movement import Movement

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision import Revision


class Revised(TyphoonChapter):
    """A change that asks for charts or chapters as the revision has them."""

    law: Revision


class RevisedAct(TyphoonAct[Movement, Any]):
    """The same for what is done in the movement phase."""

    law: Revision
