"""Chains of hexes: once all of one are German, it is a wall around a pocket, or the way to a goal."""

from __future__ import annotations

from itertools import pairwise

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import reach


def chain(staff_map: StaffMap, pos: SolitairePosition, points: list[int], west: int) -> int:
    """The hexes of the cheapest chain through some points that keeps to a column and all east of it."""
    steps = staff_map.paved(pos.german, pos.soviet)
    found = 0
    for start, end in pairwise(points):
        allowance = 20 + 8 * staff_map.grid.distance(start, end)
        way = reach(staff_map.grid, start, allowance, steps, staff_map.east_of(west))
        if way.hexes >> end & 1:
            found |= sum([1 << hex_ for hex_ in way.path(end)])
    return found
