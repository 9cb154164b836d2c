"""Walls: chains of hexes that cut Soviet hexes off once all of them are German."""

from __future__ import annotations

from itertools import pairwise

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.ground import Ground
from typhoon.hexgrid import Entering, reach

PRICE = {"clear": 3, "woods": 4, "marsh": 6, "town": 5, "city": 8, "moscow": 30}
LONGEST_LEG = 200


def wall(ground: Ground, pos: SolitairePosition, points: list[int], west: int) -> list[int]:
    """The cheapest chain through points; German hexes are as good as free."""
    chain: list[int] = []
    german, soviet = pos.german, pos.soviet
    steps = (
        Entering(1, german),
        *[Entering(price, ground.by_terrain.get(terrain, 0) & soviet) for terrain, price in PRICE.items()],
    )
    free = ground.east_of(west)
    for start, end in pairwise(points):
        allowance = 10 + 5 * ground.grid.distance(start, end)
        way = reach(ground.grid, start, allowance, steps, free)
        if way.hexes >> end & 1:
            chain += way.path(end)
    return list(dict.fromkeys(chain))
