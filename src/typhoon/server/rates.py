"""How often something may be done, by whom."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

MOST_NAMES = 10_000
"""As many are told apart; whoever came first is forgotten first."""


class Bucket:
    """So many things a second, and a few more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = float(burst), monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether that much may be done now; if so, it is."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each of many names."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        if name not in self._of:
            self._of[name] = Bucket(self._rate, self._burst)
            if len(self._of) > MOST_NAMES:
                self._of.popitem(last=False)
        self._of.move_to_end(name)
        return self._of[name].take()
