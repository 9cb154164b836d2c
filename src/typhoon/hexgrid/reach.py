"""How far a unit can go: weighted movement over hex sets.

Costs are whole numbers from 1 up; a game with half or third movement points counts in halves
or thirds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from typhoon.hexgrid.grid import Grid, bits, first


class Entering(NamedTuple):
    """A step that costs so much into any hex of a set, from wherever."""

    cost: int
    into: int


class Following:
    """A step that costs so much along links: from a hex of ``links[d]`` in direction d.

    ``useful`` holds the links that lead where no other step is as cheap: the search needs only
    those, while ways back keep to all links.
    """

    __slots__ = ("cost", "linked", "links", "useful", "useful_from")

    def __init__(self, cost: int, links: tuple[int, ...], useful: tuple[int, ...] | None = None) -> None:
        self.cost = cost
        self.links = links
        self.linked = _union(links)
        """Every hex with a link in some direction."""
        self.useful = useful or links
        self.useful_from = _union(self.useful)


class Crossing:
    """Steps over certain hexsides only; ``prices`` are costs, each with the hexes entered for it."""

    __slots__ = ("cost", "linked", "links", "prices", "unbarred")

    def __init__(self, links: tuple[int, ...], prices: Iterable[tuple[int, int]]) -> None:
        self.links = links
        self.linked = _union(links)
        back, near, far, on, near_back, far_back = links
        self.unbarred = back & near & far & on & near_back & far_back
        """Hexes from which every hexside can be crossed."""
        self.prices = tuple(sorted(prices))
        self.cost = self.prices[0][0]
        """The least of the costs."""


Step = Entering | Following | Crossing


def _union(links: tuple[int, ...]) -> int:
    return links[0] | links[1] | links[2] | links[3] | links[4] | links[5]


class Reach:
    """All hexes a mover can come to, by the least cost; made by :func:`reach`."""

    __slots__ = ("_go", "_grid", "_resort", "_steps", "count", "hexes", "layers", "start")

    def __init__(self, grid: Grid, start: int, layers: list[int], steps: tuple[Step, ...], go: int) -> None:
        self._grid = grid
        self._steps = steps
        self._go = go
        """The hexes that can be left again once entered."""
        self._resort = 0
        self.start = start
        self.layers = layers
        """``layers[cost]`` is the set of hexes whose least cost that is."""
        hexes = 0
        for layer in layers:
            hexes |= layer
        self.hexes = hexes ^ 1 << start
        """Every hex that can be reached, the start left out."""
        self.count = self.hexes.bit_count()

    def with_last_resort(self, beside: int, cost: int) -> Reach:
        """The same, and neighbours of the start that can be reached by giving up everything."""
        layers = [*self.layers, 0] if len(self.layers) <= max(cost, 1) else list(self.layers)
        layers[-1] |= beside
        found = Reach(self._grid, self.start, layers, self._steps, self._go)
        found._resort = beside
        return found

    def cost(self, index: int) -> int:
        """The least cost to come to a hex that can be reached."""
        hex_ = 1 << index
        for cost, layer in enumerate(self.layers):
            if layer & hex_:
                return cost
        raise KeyError(index)

    def costs(self) -> dict[int, int]:
        """The least cost to each hex that can be reached."""
        return {i: cost for cost, layer in enumerate(self.layers) if cost for i in bits(layer)}

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
            prices = ((step.cost, hex_),) if isinstance(step, Following) else step.prices
            for price, into in prices:
                if into & hex_:
                    for other in bits(self._left(to, cost - price)):
                        if step.links[self._grid.offsets.index(to - other)] >> other & 1:
                            return other, cost - price
        raise ValueError("no way back: the reach was made with other steps")

    def _left(self, to: int, cost: int) -> int:
        """The neighbours of a hex that are reached for so much and can be left toward it."""
        if cost < 0:
            return 0
        come_from = self.layers[cost] & self._grid.around(to)
        if cost:
            return come_from & self._go
        return come_from if self._go & (1 << to | 1 << self.start) else 0


def _along(hexes: int, links: tuple[int, ...], stride: int) -> int:
    """Where links lead from a set, off the board too."""
    back, front_near, front_far, on, back_near, back_far = links
    return (
        (hexes & back) >> 1
        | (hexes & front_near) << stride - 1
        | (hexes & front_far) << stride
        | (hexes & on) << 1
        | (hexes & back_near) >> stride - 1
        | (hexes & back_far) >> stride
    )


def reach(grid: Grid, start: int, allowance: int, steps: tuple[Step, ...], free: int, stop: int = 0) -> Reach:
    """Everything within an allowance.

    ``free`` holds the hexes that may be entered; a mover entering a hex of ``stop`` goes no
    farther, and one that starts in such a hex may not step straight into another.
    """
    go = grid.all & ~stop
    base = width = 0
    if allowance >= LONG_SEARCH and len(grid) >= LARGE_BOARD:
        base, width = grid.window(start, allowance // min([step.cost for step in steps]))
    if width:
        known = _windows.get((id(steps), base, width))
        if known is None:
            if len(_windows) >= MOST_WINDOWS:
                _windows.clear()
            known = _windows[id(steps), base, width] = steps, _seen_through(steps, base, width)
        inside = (1 << width) - 1
        near = grid.around(start) >> base
        layers = _layers(
            grid.stride,
            start - base,
            near,
            allowance,
            known[1],
            free >> base & inside,
            stop >> base & inside,
            go >> base,
        )
        layers = [layer << base for layer in layers]
    else:
        layers = _layers(grid.stride, start, grid.around(start), allowance, steps, grid.all & free, stop, go)
    return Reach(grid, start, layers, steps, go)


LONG_SEARCH, LARGE_BOARD = 8, 4_000
"""Cutting sets to a window pays only when the search is long and the board is large."""
MOST_WINDOWS = 1_000
_windows: dict[tuple[int, int, int], tuple[tuple[Step, ...], tuple[Step, ...]]] = {}
"""Steps as seen through a window of the board, kept with the steps they were made from."""


def _seen_through(steps: tuple[Step, ...], base: int, width: int) -> tuple[Step, ...]:
    inside = (1 << width) - 1

    def cut(links: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([link >> base & inside for link in links])

    found: list[Step] = []
    for step in steps:
        if isinstance(step, Entering):
            found.append(Entering(step.cost, step.into >> base & inside))
        elif isinstance(step, Following):
            found.append(Following(step.cost, cut(step.links), cut(step.useful)))
        else:
            found.append(
                Crossing(cut(step.links), [(cost, into >> base & inside) for cost, into in step.prices])
            )
    return tuple(found)


def _layers(
    s: int, start: int, around: int, allowance: int, steps: tuple[Step, ...], free: int, stop: int, go: int
) -> list[int]:
    """Sets of hexes by the least cost to come to them; ``s`` is the stride of the grid."""
    layers = [0] * (allowance + 1)
    layers[0] = 1 << start
    unseen = free & ~(1 << start)
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
        for step in steps:
            cost = spent + step.cost
            if cost > allowance:
                continue
            if isinstance(step, Entering):
                if not near:
                    d = new | new << 1
                    near = (d | d >> 1 | d << s - 1 | d >> s) & open_to
                layers[cost] |= near & step.into
            elif isinstance(step, Following):
                if new & step.useful_from:
                    layers[cost] |= _along(new, step.useful, s) & open_to
            elif new & step.linked:
                if new & step.unbarred != new:
                    crossed = _along(new, step.links, s) & open_to
                else:
                    if not near:
                        d = new | new << 1
                        near = (d | d >> 1 | d << s - 1 | d >> s) & open_to
                    crossed = near
                for price, into in step.prices:
                    if spent + price > allowance:
                        break
                    layers[spent + price] |= crossed & into
    if allowance:
        layers[allowance] &= unseen
    return layers
