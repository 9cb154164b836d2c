"""Chains of hexes: once all of one are German, it is a wall around a pocket, or the way to a goal."""

from __future__ import annotations

from itertools import pairwise

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import Entering, reach

PRICES = {"clear": 3, "woods": 5, "marsh": 6, "town": 5, "city": 8, "moscow": 30}
"""What it is worth to avoid a Soviet hex; a German one costs 1."""


def chain(staff_map: StaffMap, pos: SolitairePosition, points: list[int], west: int) -> int:
    """The hexes of the cheapest chain through some points that keeps to a column and all east of it."""
    steps = (
        Entering(1, pos.german),
        *[Entering(price, staff_map.by_terrain[terrain] & pos.soviet) for terrain, price in PRICES.items()],
    )
    found = 0
    for start, end in pairwise(points):
        allowance = 10 + 5 * staff_map.grid.distance(start, end)
        way = reach(staff_map.grid, start, allowance, steps, staff_map.east_of(west))
        if way.hexes >> end & 1:
            found |= sum([1 << hex_ for hex_ in way.path(end)])
    return found
