"""Chains of hexes: once all of one are German, it is a wall around a pocket, or the way to a goal."""

from __future__ import annotations

from itertools import pairwise

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import reach


def chain(staff_map: StaffMap, pos: SolitairePosition, points: list[int], west: int) -> int:
    """The hexes of the cheapest chain through some points that keeps to a column and all east of it."""
    steps, grid = staff_map.paved(pos.german, pos.soviet), staff_map.grid
    found = 0
    for start, end in pairwise(points):
        away = grid.distance(start, end)
        for allowance in (away, 2 * away, 4 * away, 20 + 8 * away):  # most ends are near
            way = reach(grid, start, allowance, steps, staff_map.east_of(west))
            if way.hexes >> end & 1:
                found |= sum([1 << hex_ for hex_ in way.path(end)])
                break
    return found
