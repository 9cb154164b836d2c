"""Moving by movement points through terrain, stopped by zones of control."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice

from typhoon.engine.offers import MovesOffer, Offers, form_of
from typhoon.engine.orders import Move, Order, OrderSet
from typhoon.hexgrid import Grid, Reach, Step, bits, reach
from typhoon.mechanics.choices import nth


class Field:
    """The ground of one movement phase: what is free to enter and where movers must stop.

    Friends do not hinder each other, so a reach once worked out holds for the whole phase.
    """

    def __init__(self, grid: Grid, free: int, stop: int, key: object = None) -> None:
        self.grid = grid
        self.free = free
        self.stop = stop
        self.key = key
        """What it was worked out from: it holds as long as that is the same."""
        self._known: dict[tuple[int, int, int], Reach] = {}

    def reach(self, start: int, allowance: int, steps: Sequence[Step]) -> Reach:
        key = start, allowance, id(steps)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = reach(self.grid, start, allowance, steps, self.free, self.stop)
        return known


class Moves(OrderSet):
    """All moves of some units."""

    def __init__(self, grid: Grid, movers: Mapping[int, Reach], names: Sequence[str], points: int) -> None:
        self._grid = grid
        self._movers = movers
        self._names = names
        self._points = points
        """How many units of cost make a movement point."""
        self._counts = list(accumulate([way.count for way in movers.values()], initial=0))
        """How many moves the movers before each one have."""

    def __len__(self) -> int:
        return self._counts[-1]

    def __getitem__(self, number: int) -> Order:
        if not 0 <= number < self._counts[-1]:
            raise IndexError(number)
        place = bisect_right(self._counts, number) - 1
        unit = next(islice(self._movers, place, None))
        way = self._movers[unit]
        return self._move(unit, way, nth(way.hexes, number - self._counts[place]))

    def __iter__(self) -> Iterator[Order]:
        for unit, way in self._movers.items():
            for to in bits(way.hexes):
                yield self._move(unit, way, to)

    def _move(self, unit: int, way: Reach, to: int) -> Move:
        name = self._grid.name
        return Move(self._names[unit], (name[way.start], name[to]))

    def offer(self, offers: Offers) -> None:
        name = self._grid.name
        goals = {
            self._names[unit]: {
                name[to]: cost / self._points
                for cost, layer in enumerate(way.layers)
                if cost and layer
                for to in bits(layer)
            }
            for unit, way in self._movers.items()
            if way.count
        }
        if goals:
            offers.moves = MovesOffer(form_of(Move), goals)
