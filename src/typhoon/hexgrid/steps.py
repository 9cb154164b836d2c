"""The steps that units of a kind can take on a board, for many searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from typhoon.hexgrid.grid import Grid
from typhoon.hexgrid.search import Crossing, Entering, Prices, Search, Step, union, with_tolls


class Steps(tuple[Step, ...]):
    """Steps for many searches on one board, with a form of them that is quick to search.

    The ways that are found keep to the steps as given.
    """

    _grid: Grid
    _prices: dict[tuple[int, int], int | None]
    _search: Search | None
    _tolls: tuple[Steps, Prices] | None
    _more: tuple[Steps, Crossing] | None
    _cheaper: Steps | None
    toll: int
    """What it costs besides to enter the dear hexes."""
    dear: int

    def __new__(cls, grid: Grid, steps: Iterable[Step], search: Search | None = None) -> Steps:
        made = super().__new__(cls, steps)
        made._grid, made._prices, made._search, made._tolls = grid, {}, search, None
        made._cheaper, made._more, made.toll, made.dear = None, None, 0, 0
        return made

    @classmethod
    def apart(cls, grid: Grid, steps: Sequence[Crossing]) -> Steps:
        """Steps no two of which lead over the same hexside, nor for two prices into the same hex.

        They are ready at once, for who has but little to search for.
        """
        return cls(grid, steps, Search.apart(grid, steps))

    @cached_property
    def search(self) -> Search:
        """Made when something is searched for: to know single prices it takes less."""
        if self._cheaper is not None:
            found = self._cheaper.search
            return found.tolled(((0, -1), (self.toll, 0))) if self.toll % found.unit else found
        if self._tolls is not None:
            steps, tolls = self._tolls
            return steps.search.tolled(tolls)
        if self._more is not None:
            steps, more = self._more
            if not any(price % steps.search.unit for price, _ in more.prices):
                return steps.search.added(self._grid, more)
        return self._search or Search(self._grid, self)

    def tolled(self, tolls: Iterable[tuple[int, int]]) -> Steps:
        """The same where it costs more to enter some hexes; no hex may be in two of the sets."""
        assert not self.dear, "where movers stop, the toll comes last"
        parts = tuple([(toll, hexes & self._grid.all) for toll, hexes in tolls])
        parts = (0, self._grid.all & ~union([hexes for _, hexes in parts])), *parts
        made: list[Step] = []
        for step in self:
            if isinstance(step, Entering):
                made += [Entering(cost, into) for cost, into in with_tolls(((step.cost, step.into),), parts)]
            else:
                made.append(Crossing(step.links, with_tolls(step.prices, parts)))
        found = Steps(self._grid, made)
        found._tolls = self, parts
        return found

    def widened(self, links: tuple[int, ...]) -> Steps:
        """The same where the first of them leads over more hexsides, which no other crosses for less."""
        over, *others = self
        assert isinstance(over, Crossing)
        both = tuple([a | b for a, b in zip(over.links, links, strict=True)])
        found = Steps(self._grid, [Crossing(both, over.prices), *others])
        found._more = self, Crossing(links, over.prices)
        return found

    def dearer(self, toll: int, hexes: int) -> Steps:
        """The same where it costs more to enter some hexes, in each of which every mover has to stop.

        Then it is the last that a mover pays, so the search stays as it is.
        """
        made = Steps(self._grid, self)
        made._cheaper, made.toll, made.dear = self, toll, hexes
        return made

    @cached_property
    def least(self) -> int:
        """The least that any of them costs."""
        return self.search.cheapest * self.search.unit

    def agree(self, other: Steps) -> bool:
        """Whether every step costs as much as by others."""
        mine, others = (
            (steps.search.unit, steps.search._sides, steps.toll, steps.dear) for steps in (self, other)
        )
        return mine == others

    def price(self, start: int, to: int) -> int | None:
        """The least that a step from one hex to another costs; None when it cannot be taken."""
        if (start, to) not in self._prices:
            way = self._grid.direction(start, to)
            self._prices[start, to] = None if way is None else min(self._over(start, way, to), default=None)
        return self._prices[start, to]

    def _over(self, start: int, way: int, to: int) -> Iterator[int]:
        """All that a step in a direction may cost."""
        toll = self.toll if self.dear >> to & 1 else 0
        for step in self:
            if isinstance(step, Entering):
                if step.into >> to & 1:
                    yield step.cost + toll
            elif step.links[way] >> start & 1:
                yield from [price + toll for price, into in step.prices if into >> to & 1][:1]
