"""How far a unit can go: weighted movement over hex sets.

Costs are whole numbers from 1 up; a game with half or third movement points counts in halves
or thirds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import NamedTuple

from typhoon.hexgrid.grid import Grid, bits, first


class Entering(NamedTuple):
    """A step that costs so much into any hex of a set, from wherever."""

    cost: int
    into: int


class Following:
    """A step that costs so much along links: from a hex of ``links[d]`` in direction d."""

    __slots__ = ("cost", "links", "prices")

    def __init__(self, cost: int, links: tuple[int, ...]) -> None:
        self.cost = cost
        self.links = links
        self.prices: Prices = ((cost, -1),)


class Crossing:
    """Steps over certain hexsides only; ``prices`` are costs, each with the hexes entered for it."""

    __slots__ = ("links", "prices")

    def __init__(self, links: tuple[int, ...], prices: Iterable[tuple[int, int]]) -> None:
        self.links = links
        self.prices: Prices = tuple(sorted(prices))


Step = Entering | Following | Crossing
Prices = tuple[tuple[int, int], ...]
"""Costs, the least first, each with the hexes entered for it."""


class Steps(tuple[Step, ...]):
    """Steps for many searches on one board, with a form of them that is quick to search.

    The ways that are found keep to the steps as given.
    """

    search: _Search
    unit: int
    """What all costs that matter are multiples of; the search counts in this."""

    def __new__(cls, grid: Grid, steps: Iterable[Step]) -> Steps:
        made = super().__new__(cls, steps)
        fewer = _fewer(grid, made)
        made.unit = gcd(*[price for step in fewer for price, _ in _prices(step)]) or 1
        made.search = _Search(grid, [_divided(step, made.unit) for step in fewer])
        return made


class Reach:
    """All hexes a mover can come to, by the least cost; made by :func:`reach`."""

    __slots__ = ("_base", "_go", "_grid", "_layers", "_resort", "_steps", "count", "hexes", "start")

    def __init__(
        self,
        grid: Grid,
        start: int,
        hexes: int,
        layers: list[int],
        steps: Sequence[Step],
        go: int,
        base: int = 0,
        resort: int = 0,
    ) -> None:
        self._grid = grid
        self._layers = layers
        self._base = base
        """The first hex of the part of the board that the layers are told for."""
        self._steps = steps
        self._go = go
        """The hexes that can be left again once entered."""
        self._resort = resort
        """Neighbours of the start that can be reached only by giving up everything."""
        self.start = start
        self.hexes = hexes
        """Every hex that can be reached, the start left out."""
        self.count = hexes.bit_count()

    @property
    def layers(self) -> list[int]:
        """``layers[cost]`` is the set of hexes whose least cost that is."""
        return [layer << self._base for layer in self._layers]

    @property
    def allowance(self) -> int:
        """The most that was to be spent."""
        return len(self._layers) - 1

    def with_last_resort(self, beside: int, cost: int) -> Reach:
        """The same, and neighbours of the start that can be reached by giving up everything."""
        layers = self.layers
        if len(layers) <= max(cost, 1):
            layers.append(0)
        layers[-1] |= beside
        return Reach(
            self._grid, self.start, self.hexes | beside, layers, self._steps, self._go, resort=beside
        )

    def cost(self, index: int) -> int:
        """The least cost to come to a hex that can be reached."""
        if index >= self._base:
            hex_ = 1 << index - self._base
            for cost, layer in enumerate(self._layers):
                if layer & hex_:
                    return cost
        raise KeyError(index)

    def costs(self) -> dict[int, int]:
        """The least cost to each hex that can be reached."""
        layers = enumerate(self.layers)
        return {i: cost for cost, layer in layers if cost for i in bits(layer & self.hexes)}

    def ending_in(self, hexes: int) -> Reach:
        """The same, for a mover that may pass everywhere but stay in these hexes only."""
        grid, ends = self._grid, self.hexes & hexes
        return Reach(
            grid, self.start, ends, self._layers, self._steps, self._go, self._base, self._resort & hexes
        )

    def before(self, to: int) -> int:
        """The last hex before a hex that can be reached, on the path there."""
        return self._previous(to, self.cost(to))[0]

    def path(self, to: int) -> list[int]:
        """A cheapest way there, both ends included: always the same one of several equal ones."""
        cost = self.cost(to)
        path = [to]
        while to != self.start:
            to, cost = self._previous(to, cost)
            path.append(to)
        path.reverse()
        return path

    def _previous(self, to: int, cost: int) -> tuple[int, int]:
        hex_ = 1 << to
        if self._resort & hex_:
            return self.start, 0
        for step in self._steps:
            if isinstance(step, Entering):
                if step.into & hex_ and (come_from := self._left(to, cost - step.cost)):
                    return first(come_from), cost - step.cost
                continue
            for price, into in step.prices:
                if into & hex_:
                    for other in bits(self._left(to, cost - price)):
                        if step.links[self._grid.offsets.index(to - other)] >> other & 1:
                            return other, cost - price
        raise ValueError("no way back: the reach was made with other steps")

    def _left(self, to: int, cost: int) -> int:
        """The neighbours of a hex that are reached for so much and can be left toward it."""
        if cost < 0:
            return 0
        come_from = self._layers[cost] << self._base & self._grid.around(to)
        if cost:
            return come_from & self._go
        return come_from if self._go & (1 << to | 1 << self.start) else 0


def reach(grid: Grid, start: int, allowance: int, steps: Sequence[Step], free: int, stop: int = 0) -> Reach:
    """Everything within an allowance.

    ``free`` holds the hexes that may be entered; a mover entering a hex of ``stop`` goes no
    farther, and one that starts in such a hex may not step straight into another.
    """
    go = grid.all & ~stop
    whole, unit = allowance, 1
    if isinstance(steps, Steps):
        search, unit = steps.search, steps.unit
        allowance //= unit
    else:
        search = _Search(grid, steps)
    base = width = 0
    if allowance >= LONG_SEARCH and len(grid) >= LARGE_BOARD:
        base, width = grid.window(start, allowance // search.cheapest)
    if width:
        search = search.through(base, width)
        inside = (1 << width) - 1
        hexes, layers = search.layers(
            grid.stride,
            start - base,
            grid.around(start) >> base,
            allowance,
            free >> base & inside,
            stop >> base & inside,
            go >> base,
        )
    else:
        hexes, layers = search.layers(
            grid.stride, start, grid.around(start), allowance, grid.all & free, stop, go
        )
    if unit > 1:
        layers, found = [0] * (whole + 1), layers
        layers[: len(found) * unit : unit] = found
    return Reach(grid, start, hexes << base, layers, steps, go, base)


LONG_SEARCH, LARGE_BOARD = 8, 4_000
"""Cutting sets to a window pays only when the search is long and the board is large."""
MOST_WINDOWS = 100


def _fewer(grid: Grid, steps: Sequence[Step]) -> list[Step]:
    """Steps that lead to the same hexes for the same costs, in as few sets as will do."""
    sides: dict[Prices, tuple[int, ...]] = {}
    fewer: list[Step] = []
    for step in steps:
        if isinstance(step, Crossing):
            known = sides.get(step.prices, (0,) * 6)
            sides[step.prices] = tuple([a | b for a, b in zip(known, step.links, strict=True)])
        elif isinstance(step, Entering):
            fewer.append(step)
    for prices in list(sides):
        if any(_at_least_as_cheap(sides, other, prices) for other in sides if other is not prices):
            del sides[prices]
    entered: dict[int, int] = {}
    for step in fewer:
        if isinstance(step, Entering):
            entered[step.cost] = entered.get(step.cost, 0) | step.into
    for prices, links in sides.items():
        if all(not grid.shift(grid.all & ~link, way) for way, link in enumerate(links)):
            for price, into in prices:
                entered[price] = entered.get(price, 0) | into
        else:
            fewer.append(Crossing(links, prices))
    fewer = [step for step in fewer if not isinstance(step, Entering)]
    cheaper = 0
    for cost in sorted(entered):
        if into := entered[cost] & ~cheaper:
            fewer.append(Entering(cost, into))
            cheaper |= into
    for road in sorted([step for step in steps if isinstance(step, Following)], key=lambda step: step.cost):
        links = _not_as_cheap(grid, road, fewer)
        if any(links):
            fewer.append(Following(road.cost, links))
    return fewer


def _prices(step: Step) -> Prices:
    return ((step.cost, step.into),) if isinstance(step, Entering) else step.prices


def _divided(step: Step, unit: int) -> Step:
    """A step with its costs counted in another unit."""
    if isinstance(step, Entering):
        return Entering(step.cost // unit, step.into)
    if isinstance(step, Following):
        return Following(step.cost // unit, step.links)
    return Crossing(step.links, [(price // unit, into) for price, into in step.prices])


def _at_least_as_cheap(sides: Mapping[Prices, tuple[int, ...]], prices: Prices, than: Prices) -> bool:
    """Whether crossing hexsides at some prices leads everywhere that others do, for no more."""
    if any(b & ~a for a, b in zip(sides[prices], sides[than], strict=True)):
        return False
    for price, into in than:
        for other, reached in prices:
            if other <= price:
                into &= ~reached
        if into:
            return False
    return True


def _not_as_cheap(grid: Grid, road: Following, others: Sequence[Step]) -> tuple[int, ...]:
    """Those links of a road that save something."""
    links = road.links
    for step in others:
        if isinstance(step, Following):
            links = tuple([a & ~b for a, b in zip(links, step.links, strict=True)])
        elif isinstance(step, Entering):
            if step.cost <= road.cost:
                links = grid.leading_to(grid.all & ~step.into, links)
        else:
            for price, into in step.prices:
                if price <= road.cost:
                    as_cheap = grid.leading_to(grid.all & into, step.links)
                    links = tuple([a & ~b for a, b in zip(links, as_cheap, strict=True)])
    return links


class _Sides(NamedTuple):
    """Steps over certain hexsides."""

    cheapest: int
    linked: int
    """Every hex with such a hexside."""
    unbarred: int
    """Hexes whose every hexside is such."""
    entered: tuple[int, ...]
    """The hexes that are entered in each direction."""
    prices: Prices


class _Search:
    """Steps made ready for searching."""

    __slots__ = ("_sided", "_through", "_to", "cheapest")

    def __init__(self, grid: Grid, steps: Iterable[Step]) -> None:
        self._to: Prices = tuple([tuple(step) for step in steps if isinstance(step, Entering)])  # type: ignore[misc]
        sided = []
        for step in steps:
            if isinstance(step, Entering):
                continue
            back, near, far, on, near_back, far_back = links = step.links
            entered = tuple([grid.shift(link, way) for way, link in enumerate(links)])
            linked = back | near | far | on | near_back | far_back
            unbarred = back & near & far & on & near_back & far_back
            sided.append(_Sides(step.prices[0][0], linked, unbarred, entered, step.prices))
        self._sided = tuple(sided)
        self.cheapest = min([cost for cost, _ in self._to] + [sides.cheapest for sides in sided], default=1)
        self._through: dict[tuple[int, int], _Search] = {}

    def through(self, base: int, width: int) -> _Search:
        """The same for a part of the board."""
        found = self._through.get((base, width))
        if found is None:
            if len(self._through) >= MOST_WINDOWS:
                self._through.clear()
            inside = (1 << width) - 1

            def cut(prices: Prices) -> Prices:
                return tuple([(cost, into >> base & inside) for cost, into in prices])

            found = self._through[base, width] = object.__new__(_Search)
            found._to, found.cheapest, found._through = cut(self._to), self.cheapest, {}
            found._sided = tuple(
                [
                    _Sides(
                        sides.cheapest,
                        sides.linked >> base & inside,
                        sides.unbarred >> base & inside,
                        tuple([hexes >> base & inside for hexes in sides.entered]),
                        cut(sides.prices),
                    )
                    for sides in self._sided
                ]
            )
        return found

    def layers(
        self, s: int, start: int, around: int, allowance: int, free: int, stop: int, go: int
    ) -> tuple[int, list[int]]:
        """All hexes that can be come to, and sets of them by cost; ``s`` is the stride of the grid."""
        layers = [0] * (allowance + 1)
        layers[0] = 1 << start
        unseen = others = free & ~(1 << start)
        to, sided = self._to, self._sided
        for spent in range(allowance):
            new = layers[spent]
            if not new:
                continue
            if spent:
                layers[spent] = new = new & unseen
                open_to = unseen = unseen ^ new
                new &= go
                if not new:
                    continue
                near = 0
            else:
                open_to = unseen & go if new & stop else unseen
                near = around & open_to
            left = allowance - spent
            back = new_to = 0
            shifted = False
            for cheapest, linked, unbarred, entered, prices in sided:
                if cheapest > left or not new & linked:
                    continue
                if new & unbarred != new:
                    if not shifted:
                        back, front_near, front_far = new >> 1, new << s - 1, new << s
                        on, back_near, back_far = new << 1, new >> s - 1, new >> s
                        shifted = True
                    a, b, c, d, e, f = entered
                    new_to = (
                        back & a | front_near & b | front_far & c | on & d | back_near & e | back_far & f
                    ) & open_to
                    if not new_to:
                        continue
                else:
                    if not near:
                        near = new | new << 1
                        near = (near | near >> 1 | near << s - 1 | near >> s) & open_to
                    new_to = near
                for price, into in prices:
                    if price > left:
                        break
                    layers[spent + price] |= new_to & into
            for price, into in to:
                if price <= left:
                    if not near:
                        near = new | new << 1
                        near = (near | near >> 1 | near << s - 1 | near >> s) & open_to
                    layers[spent + price] |= near & into
        last = layers[allowance] = layers[allowance] & unseen if allowance else layers[0]
        return (others ^ unseen) | last if allowance else 0, layers
