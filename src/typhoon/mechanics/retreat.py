"""Ways to retreat: every step leads farther from where the retreat began."""

from __future__ import annotations

from typhoon.hexgrid import Grid, bits


def paths_away(grid: Grid, origin: int, start: int, steps: int, open_: int) -> list[tuple[int, ...]]:
    """All ways of so many steps through open hexes, each step one hex farther from the origin."""
    ways: list[tuple[int, ...]] = [(start,)]
    distance = grid.distance(origin, start)
    for step in range(1, steps + 1):
        circle = grid.ring(origin, distance + step) & open_
        ways = [(*way, to) for way in ways for to in bits(grid.around(way[-1]) & circle)]
        if not ways:
            break
    return ways
