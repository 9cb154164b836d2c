"""Ways to retreat: every step leads farther from where the retreat began."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from typhoon.hexgrid import Grid, bits

Way = tuple[int, ...]
Beside = Callable[[int], int]
"""The hexes that can be entered out of a hex."""


def paths_away(
    grid: Grid, origin: int, start: int, steps: int, open_: int, beside: Beside | None = None
) -> list[Way]:
    """All ways of so many steps through open hexes, each step one hex farther from the origin."""
    ways: list[Way] = [(start,)]
    for _ in range(steps):
        ways = one_farther(grid, origin, ways, open_, beside)
        if not ways:
            break
    return ways


def one_farther(
    grid: Grid, origin: int, ways: Sequence[Way], open_: int, beside: Beside | None = None
) -> list[Way]:
    """Ways of the same length made one hex longer, in all ways there are."""
    if not ways:
        return []
    beside = beside or grid.around
    circle = grid.ring(origin, grid.distance(origin, ways[0][-1]) + 1) & open_
    return [(*way, to) for way in ways for to in bits(beside(way[-1]) & circle)]
