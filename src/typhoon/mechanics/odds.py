"""Combat odds and charts read by odds and die."""

from __future__ import annotations

from collections.abc import Mapping


def odds(attack: int, defense: int) -> int:
    """Attack to defense as n to 1, fractions dropped; 0 means less than 1:1.

    >>> odds(8, 3), odds(12, 4), odds(3, 4)
    (2, 3, 0)
    """
    return attack // defense


class OddsChart:
    """A combat results table: a row for each modified die, a column for each odds."""

    def __init__(self, rows: Mapping[int, tuple[str, ...]]) -> None:
        self._rows = rows
        self.lowest, self.highest = min(rows), max(rows)
        self.best = len(next(iter(rows.values())))

    def column(self, ratio: int) -> int:
        """The column used for an odds: the best one for all beyond it."""
        return min(ratio, self.best)

    def die(self, modified: int) -> int:
        """A modified die kept within the chart."""
        return max(self.lowest, min(self.highest, modified))

    def result(self, modified: int, ratio: int) -> str:
        return self._rows[self.die(modified)][self.column(ratio) - 1]
