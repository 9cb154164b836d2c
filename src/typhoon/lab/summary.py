"""What a series of games adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev

import msgspec

from typhoon.lab.runner import GameRow, Job


class Spread(msgspec.Struct, frozen=True):
    """The mean of some figures and how far they lie from it."""

    mean: float
    deviation: float
    lowest: float
    highest: float


class Figure(msgspec.Struct, frozen=True):
    """A figure that the game tells of its end: in how many games there was one, and how large it was."""

    games: int
    spread: Spread


class Summary(msgspec.Struct, frozen=True):
    """A series of games in figures; the same, but for the seconds, on any number of processes."""

    game: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    seed: int | str
    n: int
    finished: int
    results: dict[str, int]
    """How often each victory level came about."""
    wins: dict[str, int]
    points: dict[str, Spread]
    """Each side's victory points in the games that were finished."""
    turns: float
    """The turn that games end on, in the mean."""
    orders: int
    seconds: float
    figures: dict[str, Figure] = {}
    """What the game itself tells of the ends of the games that were finished."""
    rows: tuple[GameRow, ...] = ()
    """The games one by one, where it does."""


def summarize(jobs: Sequence[Job], rows: Sequence[GameRow], seconds: float) -> Summary:
    """Add up the rows of a series."""
    job = jobs[0]
    done = [row for row in rows if row.finished]
    levels = Counter(row.level for row in done)
    told: dict[str, list[float]] = {}
    for row in done:
        for name, figure in row.figures.items():
            told.setdefault(name, []).append(figure)
    return Summary(
        game=job.game,
        scenario=job.scenario,
        options=job.options,
        players=job.players,
        seed=job.seed,
        n=len(rows),
        finished=len(done),
        results=dict(sorted(levels.items())),
        wins={side: sum(row.winner == side for row in done) for side in job.players},
        points={side: _spread([row.points[side] for row in done]) for side in job.players if done},
        turns=fmean(row.turn for row in rows),
        orders=sum(row.orders for row in rows),
        seconds=round(seconds, 3),
        figures={name: Figure(len(found), _spread(found)) for name, found in sorted(told.items())},
        rows=tuple(rows) if told else (),
    )


def _spread(figures: Sequence[float]) -> Spread:
    return Spread(round(fmean(figures), 3), round(pstdev(figures), 3), min(figures), max(figures))


def interval(count: float, n: int) -> tuple[float, float]:
    """Where the true share lies, nineteen times out of twenty, when ``count`` of ``n`` games went so.

    >>> low, high = interval(50, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.404 0.596'
    """
    z = 1.96
    share, spare = count / n, z * z / n
    middle = (share + spare / 2) / (1 + spare)
    half = z / (1 + spare) * sqrt(share * (1 - share) / n + spare / (4 * n))
    return max(0.0, middle - half), min(1.0, middle + half)
