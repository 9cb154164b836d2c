"""A line across the map: the cheapest chain of posts whose zones of control leave no gap."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.ground import Ground
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import bits

SPACING = 3
"""Posts so far apart still leave no hex between them free of their zones."""
GAP = (0.0, 0.35, 0.0, 0.15)
"""What it costs to have posts so far apart, beside the posts themselves."""
POST = 1.0
GOOD_GROUND = {"city": -0.25, "town": -0.2, "woods": -0.15, "rough": -0.25}
DUG_IN = -0.55
RIVER_WEST = -0.15
DEEP = 0.07
"""What it costs to give up ground, for every hex between the post and the nearest German."""
DEEPEST = 14
GIVEN_UP = 0.16
"""What it costs to leave an objective outside, as a share of its worth, for every post behind it."""
ROWS = 3
"""So many rows to each side of an objective lead past it."""
BYPASSED = 0.12
"""What it costs to leave a German unit behind the line."""
SIDEWAYS = 5
"""It counts for posts so many rows away."""


@lru_cache(maxsize=8)
def _rows(ground: Ground) -> dict[int, int]:
    """The row of every hex, counted from the south."""
    return {hex_: -ground.row_of(hex_) for hex_ in bits(ground.grid.all)}


class Chain:
    """Looks for the line from the north edge to the south edge."""

    def __init__(self, outlook: Outlook, rings: list[int]) -> None:
        self.outlook, self.ground, self.grid = outlook, outlook.ground, outlook.grid
        self.pos = outlook.pos
        self._rings = rings
        self._costs: dict[int, float] = {}
        self._row = _rows(self.ground)
        self._in_row: dict[int, list[int]] = {}
        """Columns of German units by row."""
        for unit in bits(outlook.enemies & ~outlook.rules.hqs):
            hex_ = self.pos.where[unit]
            self._in_row.setdefault(self._row[hex_], []).append(self.ground.column[hex_])
        self._places: dict[int, list[tuple[int, float]]] = {}
        """Objectives by the rows that lead to them: column and worth."""
        for hex_, worth in outlook.places.items():
            if self.pos.control[SOVIET] >> hex_ & 1:
                row, column = self._row[hex_], self.ground.column[hex_]
                for other in range(row - ROWS, row + ROWS + 1):
                    self._places.setdefault(other, []).append((column, worth))
        exempt = self.ground.cities | self.ground.towns | self.ground.entrenched
        self.nodes = self.ground.open & ~self.pos.occupied[GERMAN]
        self.nodes &= ~outlook.enemy_zone | exempt & self.pos.occupied[SOVIET]

    def cost(self, hex_: int) -> float:
        """What a post in a hex costs."""
        found = self._costs.get(hex_)
        if found is None:
            found = self._costs[hex_] = self._cost(hex_)
        return found

    def _cost(self, hex_: int) -> float:
        ground, bit = self.ground, 1 << hex_
        row, column = self._row[hex_], ground.column[hex_]
        value = POST + sum([more for name, more in GOOD_GROUND.items() if ground.terrain[name] & bit])
        if ground.entrenched & bit:
            value += DUG_IN
        if not self.outlook.frozen_rivers():
            west = (0, 1, 5)  # W, SW and NW of a pointed hex
            value += RIVER_WEST * sum([ground.rivers[side] >> hex_ & 1 for side in west])
        away = next((number for number, ring in enumerate(self._rings) if ring & bit), DEEPEST)
        value += DEEP * max(0, min(away, DEEPEST) - 2)
        for other, worth in self._places.get(row, ()):
            if other < column:
                value += GIVEN_UP * worth
        for near in range(row - SIDEWAYS, row + SIDEWAYS + 1):
            share = BYPASSED * (1 - abs(near - row) / (SIDEWAYS + 1))
            value += share * sum([1 for other in self._in_row.get(near, ()) if other > column])
        return max(value, 0.1)

    def posts(self) -> list[int]:
        """The posts of the cheapest line, from north to south."""
        ground, disc = self.ground, self.grid.disc
        goal = self.grid.within(ground.south_edge, 1)
        best: dict[int, float] = {}
        before: dict[int, int] = {}
        queue: list[tuple[float, int]] = []
        for hex_ in bits(self.grid.within(ground.north_edge, 1) & self.nodes):
            best[hex_] = self.cost(hex_)
            heappush(queue, (best[hex_], hex_))
        distance = self.grid.distance
        done = 0
        while queue:
            spent, hex_ = heappop(queue)
            if done >> hex_ & 1:
                continue
            done |= 1 << hex_
            if goal >> hex_ & 1:
                way = [hex_]
                while hex_ in before:
                    hex_ = before[hex_]
                    way.append(hex_)
                return way[::-1]
            row = self._row[hex_]
            for other in bits(disc(hex_, SPACING) & self.nodes & ~done):
                if self._row[other] > row + 1:
                    continue
                price = spent + self.cost(other) + GAP[distance(hex_, other)]
                if price < best.get(other, 1e9):
                    best[other] = price
                    before[other] = hex_
                    heappush(queue, (price, other))
        return []
