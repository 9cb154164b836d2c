"""Stopping when the answer is exact enough, without fooling oneself.

Whoever looks at an interval after every game and stops when it pleases him is wrong more often than the
interval says.  These intervals hold at all times at once (*confidence sequences*): with the given certainty
the truth lies in every one of them, however often one looks and whenever one stops.

- A share of games: the Beta-binomial mixture.  For a share p the ratio of the likelihood averaged over a
  uniform prior to that of p is a martingale, and by Ville's inequality it exceeds 1/alpha with a chance of at
  most alpha.  The interval holds the p for which it has not.
- A mean: the normal mixture (Robbins), with the variance as estimated: exact for large numbers only, so that
  nothing is decided before ``ENOUGH`` games.

Where there are several arms, alpha is divided by their number, so that all intervals hold together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lgamma, log, sqrt
from statistics import fmean, variance
from typing import NamedTuple

ALPHA = 0.05
ENOUGH = 50
TIGHT = 400
"""The number of games at which the interval of a mean is as narrow as it can be made."""


class Interval(NamedTuple):
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def share_interval(count: int, n: int, alpha: float = ALPHA) -> Interval:
    """Where a share lies, however often one has looked.

    >>> low, high = share_interval(50, 100)
    >>> 0.34 < low < 0.35 and 0.65 < high < 0.66
    True
    """
    if n == 0:
        return Interval(0.0, 1.0)
    mixture = lgamma(count + 1) + lgamma(n - count + 1) - lgamma(n + 2) + log(alpha)

    def kept(p: float) -> bool:
        """Whether the martingale of p is still below 1/alpha."""
        if (p <= 0 and count) or (p >= 1 and count < n):
            return False
        likelihood = (count * log(p) if count else 0.0) + ((n - count) * log(1 - p) if count < n else 0.0)
        return mixture < likelihood

    middle = count / n
    low = 0.0 if kept(0.0) else _edge(kept, middle, 0.0)
    high = 1.0 if kept(1.0) else _edge(kept, middle, 1.0)
    return Interval(low, high)


def _edge(kept: object, inside: float, outside: float) -> float:
    """Where an interval ends, found by halving."""
    assert callable(kept)
    for _ in range(50):
        middle = (inside + outside) / 2
        if kept(middle):
            inside = middle
        else:
            outside = middle
    return outside


def mean_interval(numbers: Sequence[float], alpha: float = ALPHA) -> Interval:
    """Where a mean lies, however often one has looked."""
    n = len(numbers)
    if n < ENOUGH:
        return Interval(-inf, inf)
    mean, spread = fmean(numbers), sqrt(variance(numbers))
    # The mixture's width is chosen so that it is narrowest at TIGHT games.
    rho = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TIGHT
    half = spread * sqrt(2 * (n * rho + 1) / (n * n * rho) * log(sqrt(n * rho + 1) / alpha))
    return Interval(mean - half, mean + half)
