"""Who must attack whom (9.14)."""

from __future__ import annotations

from typhoon.engine.chapters import change
from typhoon.games.operation_typhoon.obligation import Obligation
from typhoon.games.operation_typhoon.position import TyphoonPosition


@change("all-or-none", "9.14")
class AllOrNone(Obligation):
    """Who attacks out of a town, city or entrenchment must see all attacked who exert a zone on him (R33)."""

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        return super().all_or_none(pos, side) | self.law.works.shelters(pos, side)
