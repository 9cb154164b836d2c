"""How far hexes are from goals, for whoever plans a way."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.hexgrid.grid import Grid
from typhoon.hexgrid.steps import Steps


class Spread:
    """How far hexes are from some goals by some steps, searched for as far as somebody asks."""

    AT_ONCE = 12
    """Layers that are looked for together."""

    def __init__(self, grid: Grid, goals: int, most: int, steps: Steps, free: int) -> None:
        self._stride, self._search = grid.stride, steps.search
        self._open = grid.all & free | goals
        self._unseen = [goals] + [0] * (most // steps.search.unit)
        """What nobody has come to, for as many layers as are known."""
        self._known = 0
        self._costs: dict[int, int | None] = {}

    def cost(self, hex_: int) -> int | None:
        """The least that it costs to come to a hex; None when that is too much."""
        if hex_ not in self._costs:
            self._costs[hex_] = self._cost(1 << hex_)
        return self._costs[hex_]

    def _cost(self, bit: int) -> int | None:
        if not self._open & bit:
            return None
        while not self._known or self._unseen[self._known - 1] & bit:
            if not self._look_farther():
                return None
        low, high = -1, self._known - 1  # there it is unseen and there it is not
        while high - low > 1:
            middle = (low + high) // 2
            if self._unseen[middle] & bit:
                low = middle
            else:
                high = middle
        return high * self._search.unit

    def _look_farther(self) -> bool:
        """Get to know some layers more; False when there are none."""
        known, unseen = self._known, self._unseen
        if known == len(unseen):
            return False
        free = unseen[known - 1] if known else self._open
        self._known = min(known + self.AT_ONCE, len(unseen))
        self._search.unseen(self._stride, unseen, free, 0, 0, known=known, until=self._known)
        return True

    def layers(self) -> Iterator[tuple[int, int]]:
        """The hexes by what they cost, the cheapest first."""
        before, unit = self._open, self._search.unit
        for layer, unseen in enumerate(self._unseen):
            if layer == self._known:
                self._look_farther()
                unseen = self._unseen[layer]
            if unseen != before:
                yield layer * unit, before ^ unseen
            before = unseen

    def nearest(self, hexes: int) -> int:
        """Those of some hexes that are nearest."""
        return next((here for _, layer in self.layers() if (here := layer & hexes)), 0)

    def within(self, cost: int) -> int:
        """All hexes that it costs at most so much to come to."""
        layer = min(cost // self._search.unit, len(self._unseen) - 1)
        if layer < 0:
            return 0
        while self._known <= layer:
            self._look_farther()
        return self._open ^ self._unseen[layer]
