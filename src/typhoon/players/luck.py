"""Luck: what dice brought against the mean of all that they might have brought."""

from __future__ import annotations

from typhoon.engine.core import Core, chances
from typhoon.engine.orders import Chooser, Order
from typhoon.engine.position import Position

FEW = 12
"""So many outcomes of an order are looked at while a game is played on."""
PATIENCE = 6
"""After so many orders with more outcomes than that, no more are looked at."""


def expected(pos: Position, order: Order, side: str, most: int) -> float | None:
    """What the positions are worth in the mean that an order may lead to; None when there are too many."""
    found = chances(pos, order, most)
    evaluate = pos.rules.evaluate
    if found is None:
        return None
    return float(sum([float(each.probability) * evaluate(each.position, side) for each in found]))


class Weighed(Core):
    """A position in play, with a count of what its dice brought a side against their mean.

    To leave that out of what a game comes to changes nothing in the mean, and makes it stray less.
    """

    __slots__ = ("_chance", "_patience", "_rolled", "_side", "luck")

    def __init__(self, position: Position, rng: Chooser, side: str) -> None:
        super().__init__(position, rng)
        self._chance, self._rolled, self._side = rng.random, False, side
        self._random, self._patience = self._draw, PATIENCE
        self.luck = 0.0

    def play(self, order: Order) -> None:
        before, self._rolled = self.position.copy(), False
        super().play(order)
        if not self._rolled or not self._patience:
            return
        if (mean := expected(before, order, self._side, FEW)) is None:
            self._patience -= 1
        else:
            self.luck += self.rules.evaluate(self.position, self._side) - mean

    def _draw(self) -> float:
        self._rolled = True
        return self._chance()
