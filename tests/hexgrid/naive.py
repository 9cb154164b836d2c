"""Hex geometry the slow and obvious way: places in dictionaries, centres, and textbook searches.

It shares nothing with the program: a place is a column and a row, two hexes are neighbours when their
centres are 1 apart, and distances are counted step by step.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping

Place = tuple[int, int]

# How far the centre of a neighbour lies east and south.  Where half a hex matters it counts as 1,
# and the distance between two lines, half the root of 3, counts as 1 in the other direction.
COMPASS = {
    "flat": {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)},
    "pointy": {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)},
}


class NaiveBoard:
    def __init__(self, places: Mapping[str, Place], top: str, shifted: str) -> None:
        self.top = top
        self.shifted = shifted
        self.place = dict(places)
        self.number: dict[Place, str] = {}
        for number, place in places.items():
            if place not in self.number:
                self.number[place] = number
        self.hexes = frozenset(places.values())

    def centre(self, place: Place) -> tuple[int, int]:
        """East and south, in the units of COMPASS."""
        column, row = place
        line = column if self.top == "flat" else row
        half = 1 if (line % 2 == 0) == (self.shifted == "even") else 0
        return (column, 2 * row + half) if self.top == "flat" else (2 * column + half, row)

    def endless_neighbours(self, place: Place) -> dict[str, Place]:
        """The six neighbours by compass direction, on the board or not."""
        column, row = place
        east, south = self.centre(place)
        found = {}
        for other in [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            other_east, other_south = self.centre(other)
            away = other_east - east, other_south - south
            for name, by in COMPASS[self.top].items():
                if away == by:
                    found[name] = other
        return found

    def neighbours(self, place: Place) -> dict[str, Place]:
        return {name: p for name, p in self.endless_neighbours(place).items() if p in self.hexes}

    def steps_from(self, sources: Iterable[Place]) -> dict[Place, int]:
        """How many steps over the board it takes from the nearest source to each hex that can be reached."""
        return breadth_first(sources, lambda place: self.neighbours(place).values())

    def distances(self, start: Place) -> dict[Place, int]:
        """How many steps it is from one hex to every other, on an endless board."""
        missing = set(self.hexes)
        found = {}
        steps, front, seen = 0, {start}, {start}
        while missing:
            found |= dict.fromkeys(front & missing, steps)
            missing -= front
            front = {p for place in front for p in self.endless_neighbours(place).values()} - seen
            seen |= front
            steps += 1
        return found

    def flood(self, sources: Iterable[Place], allowed: set[Place]) -> dict[Place, int]:
        """All that is connected with the sources, each with the steps it takes."""
        return breadth_first(
            sources, lambda place: [p for p in self.neighbours(place).values() if p in allowed]
        )

    def flood_along(
        self, sources: Iterable[Place], allowed: set[Place], ways: set[tuple[Place, Place]]
    ) -> set[Place]:
        """Flood along one-way links, given as pairs."""
        return set(
            breadth_first(
                sources,
                lambda place: [
                    p for p in self.neighbours(place).values() if p in allowed and (place, p) in ways
                ],
            )
        )

    def may_step(self, start: Place, a: Place, b: Place, free: set[Place], stop: set[Place]) -> bool:
        """Whether a mover may go on from a hex to its neighbour, whatever it costs."""
        if b not in free or b == start:
            return False
        if a == start:
            return not (a in stop and b in stop)
        return a not in stop

    def least_costs(
        self,
        start: Place,
        allowance: int,
        price: Callable[[Place, Place], int | None],
        free: set[Place],
        stop: set[Place],
    ) -> dict[Place, int]:
        """Dijkstra's search; ``price`` gives None for a step that cannot be made."""
        best = {start: 0}
        queue = [(0, start)]
        done = set()
        while queue:
            spent, here = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            for there in self.neighbours(here).values():
                cost = price(here, there)
                if cost is None or not self.may_step(start, here, there, free, stop):
                    continue
                if spent + cost <= allowance and spent + cost < best.get(there, allowance + 1):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
        return best


def breadth_first(
    sources: Iterable[Place], neighbours: Callable[[Place], Iterable[Place]]
) -> dict[Place, int]:
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for place in queue:
        for other in neighbours(place):
            if other not in found:
                found[other] = found[place] + 1
                queue.append(other)
    return found
