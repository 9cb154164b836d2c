"""Soviet supply lines of limited length, and strengths that keep their halves (12, 13.44)."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from typhoon.engine.chapters import change
from typhoon.games.operation_typhoon.charts import SOVIET, Strength
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.games.operation_typhoon.supply import SOVIET_REACH, Lines, Supply

TO_PARENT, TO_OTHERS, NOT_ISOLATED = 12, 6, 12
"""Hexes to the HQ of a unit's army, to another one, and to another one that keeps it from being isolated."""


@change("soviet-supply", "12.21", "12.42", "12.52")
class SovietLines(Supply):
    """Lines to HQs have a length (R38, R39)."""

    from_soviet_hq = TO_PARENT

    def fed_from(self, lines: Lines, hq: int) -> Iterator[int]:
        yield lines.within(TO_PARENT, hq)
        yield lines.within(TO_OTHERS)

    def held_from(self, lines: Lines, hq: int) -> Iterator[int]:
        yield lines.connected(hq)
        yield lines.within(NOT_ISOLATED)

    def goals_of(self, pos: Any, unit: int, open_: int) -> list[tuple[int, float]]:
        """Lines that put a Soviet unit in supply come first, then those of any length."""
        found = super().goals_of(pos, unit, open_)
        if self.law.side_of[unit] != SOVIET:
            return found
        (parent, _), (sources, _) = found
        others = pos.hexes_of(self.law.soviet_hqs & pos.in_play) & ~parent
        return [(parent, TO_PARENT), (sources, SOVIET_REACH), (others, TO_OTHERS), *found, (others, inf)]


@change("fractions", "12.54(b)", "13.44")
class Halves(Strengths):
    """Isolated defenders and poor units in snow keep their fraction; short supply alone does not (R40)."""

    def halved(self, base: int, why: str) -> Strength:
        return max(1, base / 2) if why != "supply" and base % 2 else super().halved(base, why)
