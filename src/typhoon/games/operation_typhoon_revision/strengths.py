"""Strengths that keep their halves (12.54, 13.44)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter, change
from typhoon.games.operation_typhoon.charts import Strength
from typhoon.games.operation_typhoon.strength import Strengths


@change("fractions", "12.54(b)", "13.44")
class Halves(Strengths):
    """Isolated defenders and poor units in snow keep their fraction; short supply alone does not (R40)."""

    def halved(self, base: int, why: str) -> Strength:
        return max(1, base / 2) if why != "supply" and base % 2 else super().halved(base, why)


CHANGES: tuple[type[Chapter], ...] = (Halves,)
