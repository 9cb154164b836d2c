"""The statistics of a report, each with its method said; 95 % throughout.

- A share: Wilson's interval.
- A mean: Student's interval.
- The difference of two shares on the same dice: the interval of Agresti and Min, which adds half a game to
  each of the four ways that a pair can end.  On dice of their own: Newcombe's, made of two of Wilson.
- The difference of two means: Student's interval of the differences pair by pair, or Welch's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import atan, cos, exp, lgamma, pi, pow, sqrt
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

from typhoon.lab.summary import interval as wilson

Z = NormalDist().inv_cdf(0.975)
SLICES = 64
"""Of what is integrated, an even number."""


class Estimate(NamedTuple):
    """A figure with its interval, and of how many games it is told."""

    value: float
    low: float
    high: float
    n: int

    @property
    def tells(self) -> bool:
        """Whether, as a difference, it can be told from chance."""
        return self.n > 0 and not self.low <= 0 <= self.high


NOTHING = Estimate(0.0, 0.0, 0.0, 0)


@cache
def student(freedom: float) -> float:
    """The quantile of Student's distribution that 95 % lie within, for one degree of freedom or more.

    With t = sqrt(freedom) tan(x) the density is that of cos(x) ** (freedom - 1), smooth enough for Simpson.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 10, 1000)]
    [12.706, 4.303, 2.228, 1.962]
    """
    whole = sqrt(pi) / 2 * exp(lgamma(freedom / 2) - lgamma((freedom + 1) / 2))

    def within(t: float) -> float:
        angle = atan(t / sqrt(freedom)) / SLICES
        heights = [pow(cos(angle * n), freedom - 1) for n in range(SLICES + 1)]
        return angle / 3 * (2 * sum(heights) + 2 * sum(heights[1::2]) - heights[0] - heights[-1]) / whole

    low, high = 0.0, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle) < 0.95 else (low, middle)
    return high


def share(count: int, n: int) -> Estimate:
    if not n:
        return NOTHING
    low, high = wilson(count, n)
    return Estimate(count / n, low, high, n)


def mean(numbers: Sequence[float]) -> Estimate:
    """A mean with Student's interval."""
    n = len(numbers)
    if n < 2:
        return Estimate(numbers[0], numbers[0], numbers[0], n) if n else NOTHING
    middle = fmean(numbers)
    half = student(n - 1) * sqrt(variance(numbers) / n)
    return Estimate(middle, middle - half, middle + half, n)


def paired_shares(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """How much more often something happens to us than to them, pair by pair.

    >>> found = paired_shares([1, 1, 1, 0], [0, 0, 1, 0])
    >>> found.value, round(found.low, 3), round(found.high, 3)  # 2/6 +- 1.96 sqrt(3 - 4/6) / 6
    (0.5, -0.166, 0.832)
    """
    n = len(ours)
    if not n:
        return NOTHING
    more = sum(1 for a, b in zip(ours, theirs, strict=True) if a > b)
    less = sum(1 for a, b in zip(ours, theirs, strict=True) if a < b)
    middle = (more - less) / (n + 2)
    half = Z * sqrt(more + less + 1 - (more - less) ** 2 / (n + 2)) / (n + 2)
    return Estimate((more - less) / n, max(middle - half, -1.0), min(middle + half, 1.0), n)


def unpaired_shares(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    one, other = share(int(sum(ours)), len(ours)), share(int(sum(theirs)), len(theirs))
    if not one.n or not other.n:
        return NOTHING
    gap = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(gap, gap - below, gap + above, min(one.n, other.n))


def unpaired_means(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    if len(ours) < 2 or len(theirs) < 2:
        return NOTHING
    one, other = variance(ours) / len(ours), variance(theirs) / len(theirs)
    both = one + other
    freedom = both**2 / (one**2 / (len(ours) - 1) + other**2 / (len(theirs) - 1)) if both else 1.0
    gap, half = fmean(ours) - fmean(theirs), student(freedom) * sqrt(both)
    return Estimate(gap, gap - half, gap + half, min(len(ours), len(theirs)))


def difference(
    ours: Mapping[int, float], theirs: Mapping[int, float], *, paired: bool, shares: bool
) -> Estimate:
    """How a figure differs between two arms, told by the numbers of their games."""
    if paired:
        both = [index for index in ours if index in theirs]
        mine, others = [ours[index] for index in both], [theirs[index] for index in both]
        if shares:
            return paired_shares(mine, others)
        return mean([a - b for a, b in zip(mine, others, strict=True)])
    compare = unpaired_shares if shares else unpaired_means
    return compare(list(ours.values()), list(theirs.values()))


class Sources(NamedTuple):
    """Where the variance of a figure comes from, as shares of the whole."""

    dice: float
    play: float
    rest: float
    n: int


def sources(numbers: Mapping[tuple[int, int], float]) -> Sources | None:
    """How much of a figure's variance goes with the dice, and how much with the minds of the players.

    ``numbers`` are those of games by dice and mind, each of the dice played by each of the minds: an analysis
    of variance in two ways without repetition.  The rest is what dice and play make of each other: a game
    that takes another turn meets other dice.  None where there are not two of each.

    >>> sources({(1, 1): 0.0, (1, 2): 0.0, (2, 1): 4.0, (2, 2): 4.0})
    Sources(dice=1.0, play=0.0, rest=0.0, n=4)
    """
    minds = sorted({mind for _, mind in numbers})
    dice = [d for d in sorted({d for d, _ in numbers}) if all((d, mind) in numbers for mind in minds)]
    a, b = len(dice), len(minds)
    if a < 2 or b < 2:
        return None
    grand = fmean(numbers[d, m] for d in dice for m in minds)
    by_dice = {d: fmean(numbers[d, m] for m in minds) for d in dice}
    by_mind = {m: fmean(numbers[d, m] for d in dice) for m in minds}
    of_dice = b * sum((value - grand) ** 2 for value in by_dice.values()) / (a - 1)
    of_play = a * sum((value - grand) ** 2 for value in by_mind.values()) / (b - 1)
    left = [(numbers[d, m] - by_dice[d] - by_mind[m] + grand) ** 2 for d in dice for m in minds]
    of_rest = sum(left) / ((a - 1) * (b - 1))
    by_chance, by_play = max(0.0, (of_dice - of_rest) / b), max(0.0, (of_play - of_rest) / a)
    whole = by_chance + by_play + of_rest
    return Sources(by_chance / whole, by_play / whole, of_rest / whole, a * b) if whole else None


def explained(figure: Sequence[float], by: Sequence[float]) -> float:
    """The share of a figure's variance that goes with another: the square of their correlation."""
    if len(figure) < 3:
        return 0.0
    a, b = fmean(figure), fmean(by)
    one = sum((x - a) ** 2 for x in figure)
    other = sum((y - b) ** 2 for y in by)
    both = sum((x - a) * (y - b) for x, y in zip(figure, by, strict=True))
    return both**2 / (one * other) if one and other else 0.0
