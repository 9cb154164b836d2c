"""Moving by movement points through terrain, stopped by zones of control."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import Move, Offers
from typhoon.hexgrid import Grid, Reach, Step, bits, reach
from typhoon.mechanics.choices import UnitHexes


class Field:
    """The ground of one movement phase: what is free to enter and where movers must stop.

    Friends do not hinder each other, so a reach once worked out holds for the whole phase.
    """

    def __init__(self, grid: Grid, free: int, stop: int) -> None:
        self.grid = grid
        self.free = free
        self.stop = stop
        self._known: dict[tuple[int, int, int], Reach] = {}

    def reach(self, start: int, allowance: int, steps: tuple[Step, ...]) -> Reach:
        key = start, allowance, id(steps)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = reach(self.grid, start, allowance, steps, self.free, self.stop)
        return known


class Moves(UnitHexes):
    """All moves of some units."""

    def __init__(self, grid: Grid, movers: Sequence[tuple[str, Reach]], unit_of_cost: int) -> None:
        self._movers = movers
        self._unit_of_cost = unit_of_cost
        starts = {unit: grid.name[way.start] for unit, way in movers}
        super().__init__(
            grid,
            [(unit, way.hexes) for unit, way in movers],
            lambda unit, to: Move(unit, (starts[unit], grid.name[to])),
        )

    def offer(self, offers: Offers) -> None:
        name = self._grid.name
        for unit, way in self._movers:
            offers.moves[unit] = {
                name[i]: cost / self._unit_of_cost
                for cost, layer in enumerate(way.layers)
                if cost and layer
                for i in bits(layer)
            }
