"""Combat odds and charts read by odds and die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def odds(attack: int, defense: int) -> int:
    """Attack to defense as n to 1, fractions dropped; 0 means less than 1:1.

    >>> odds(8, 3), odds(12, 4), odds(3, 4)
    (2, 3, 0)
    """
    return attack // defense


class Ratios:
    """Columns of a table by odds that need not be to one: ``1-4``, ``3-4``, ``3-2``, ``10-1``, in that order.

    >>> Ratios(("1-4", "3-4", "3-2")).column(8, 10), Ratios(("1-4", "3-4", "3-2")).column(1, 9)
    (1, -1)
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._ratios = [self.ratio(name) for name in names]

    @staticmethod
    def ratio(name: str) -> tuple[int, int]:
        """The two figures of a column; ``ValueError`` when the name is none."""
        left, _, right = name.partition("-")
        if not (left.isdigit() and right.isdigit() and int(right)):
            raise ValueError(name)
        return int(left), int(right)

    def column(self, attack: int, defense: int) -> int:
        """The highest column that is not above the odds; -1 when they are below all columns."""
        found = -1
        for number, (left, right) in enumerate(self._ratios):
            if attack * right >= left * defense:
                found = number
        return found


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
