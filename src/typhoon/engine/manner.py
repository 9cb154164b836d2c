"""Manners: how a general goes about things."""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Manner(NamedTuple):
    """What a general gives more or less weight to than is usual."""

    drive: float = 1.0
    """What there is to win: ground, goals, enemy units."""
    care: float = 1.0
    """What there is to lose."""
    whim: float = 0.0
    """How far his judgement of places strays, as a share of it."""

    slips: float = 0.0
    """How often he does something else than he thinks best."""
    demand: float = 1.0
    """How much an attack must promise before it is made."""
    idea: int = 0
    """Which of his ideas he follows, where he has several; 0 is the one that he thinks best of."""

    def times(self, other: Manner) -> Manner:
        """One manner in the spirit of another."""
        return Manner(
            self.drive * other.drive,
            self.care * other.care,
            self.whim + other.whim,
            self.slips,
            self.demand * other.demand,
            self.idea + other.idea,
        )


USUAL = Manner()
CAUTIOUS = Manner(drive=0.6, care=1.7, demand=1.5)
BOLD = Manner(drive=1.7, care=0.6, demand=0.5)
METHODICAL = Manner(drive=0.9, care=1.2, demand=4.0)
RECRUIT = Manner(whim=0.6, slips=0.2, demand=0.5)


class Whim(dict[int, float]):
    """What each hex counts to somebody whose judgement strays, as a factor: the same whenever he looks."""

    def __init__(self, manner: Manner, rng: Random | None) -> None:
        super().__init__()
        self._stray, self._rng = manner.whim, rng

    def __missing__(self, hex_: int) -> float:
        found = 1.0
        if self._stray and self._rng is not None:
            found = max(0.0, 1.0 + self._stray * self._rng.gauss(0.0, 1.0))
        self[hex_] = found
        return found


class Mood:
    """How a general goes about a decision: his manner, and how far his judgement of places strays in it."""

    def __init__(self, manner: Manner = USUAL, rng: Random | None = None) -> None:
        self.manner, self.whim = manner, Whim(manner, rng)
