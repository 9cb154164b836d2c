"""The player who knows nothing: the yardstick for all others, and the fuzzer of the rules."""

from __future__ import annotations

from typhoon.engine.orders import Chooser, Order
from typhoon.engine.seat import Seat


class RandomPlayer:
    """Gives any legal order, each as likely as any other."""

    def __init__(self, rng: Chooser) -> None:
        self._rng = rng

    def choose(self, seat: Seat) -> Order:
        return seat.orders.sample(self._rng)
