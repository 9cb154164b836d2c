"""Luck: how much better than it might have been something that was left to chance turned out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class Throw(msgspec.Struct, frozen=True):
    """Something that one side left to chance, and how it came out for that side."""

    side: str
    about: str
    """What it was about; the throws of a side are told together by that."""
    share: float
    """The chance of having fared worse, and half that of having fared the same; one half in the mean."""


def share_below(outcome: Any, possible: Sequence[Any]) -> float:
    """The share of equally likely outcomes that are worse, and half of those that are as good.

    >>> share_below(5, [1, 2, 3, 4, 5, 6])
    0.75
    """
    worse = sum(1 for other in possible if other < outcome)
    same = sum(1 for other in possible if other == outcome)
    return (worse + same / 2) / len(possible)
