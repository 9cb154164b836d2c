"""How far a unit can go: weighted movement over hex sets.

Costs are whole numbers from 1 up; a game with half or third movement points counts in halves
or thirds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

    def __new__(cls, grid: Grid, steps: Iterable[Step]) -> Steps:
        made = super().__new__(cls, steps)
        made.search = _Search(grid, made)
        return made


class Reach:
    """All hexes a mover can come to, by the least cost; made by :func:`reach` and :func:`reach_all`."""

    __slots__ = (
        "_all", "_base", "_begin", "_go", "_grid", "_layers", "_resort", "_steps", "_unit",
        "allowance", "count", "hexes", "start",
    )  # fmt: skip

    def __init__(
        self, grid: Grid, start: int, hexes: int, layers: list[int], steps: Sequence[Step], go: int,
        allowance: int = -1, unit: int = 1, begin: int = 0, base: int = 0,
    ) -> None:  # fmt: skip
        self._grid = grid
        self._layers = layers
        """The hexes of each cost, it may be of other movers too, who were searched for together."""
        self._begin = begin
        """The layer of the start."""
        self._base = base
        """The bit of the layers that is the first of the board."""
        self._unit = unit
        """What a layer costs more than the one before."""
        self._all = hexes | 1 << start
        """Every hex of the layers that is this mover's."""
        self._steps = steps
        self._go = go
        """The hexes that can be left again once entered."""
        self._resort = 0
        """Neighbours of the start that can be reached only by giving up everything."""
        self.allowance = allowance if allowance >= 0 else len(layers) - 1
        """The most that was to be spent."""
        self.start = start
        self.hexes = hexes
        """Every hex that can be reached, the start left out."""
        self.count = hexes.bit_count()

    @property
    def layers(self) -> list[int]:
        """``layers[cost]`` is the set of hexes whose least cost that is."""
        return [self._layer(cost) for cost in range(self.allowance + 1)]

    def _layer(self, cost: int) -> int:
        layer, between = divmod(cost, self._unit)
        layer += self._begin
        found = (
            self._layers[layer] >> self._base & self._all if not between and layer < len(self._layers) else 0
        )
        return found | self._resort if cost == self.allowance else found

    def with_last_resort(self, beside: int) -> Reach:
        """The same, and neighbours of the start that can be reached by giving up everything."""
        twin = self.ending_in(self.hexes)
        twin._resort, twin.allowance = beside, max(self.allowance, 1)
        twin.hexes |= beside
        twin.count = twin.hexes.bit_count()
        return twin

    def ending_in(self, hexes: int) -> Reach:
        """The same, for a mover that may pass everywhere but stay in these hexes only."""
        hexes &= (self._all | self._resort) & ~(1 << self.start)
        twin = Reach(
            self._grid, self.start, hexes, self._layers, self._steps, self._go,
            self.allowance, self._unit, self._begin, self._base,
        )  # fmt: skip
        twin._all, twin._resort = self._all, self._resort
        return twin

    def cost(self, index: int) -> int:
        """The least cost to come to a hex that can be reached."""
        if self._resort >> index & 1:
            return self.allowance
        if self._all >> index & 1:
            hex_ = 1 << index + self._base
            for layer in range(self._begin, len(self._layers)):
                if self._layers[layer] & hex_:
                    return (layer - self._begin) * self._unit
        raise KeyError(index)

    def costs(self) -> dict[int, int]:
        """The least cost to each hex that can be reached."""
        layers = enumerate(self.layers)
        return {i: cost for cost, layer in layers if cost for i in bits(layer & self.hexes)}

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
        come_from = self._layer(cost) & self._grid.around(to)
        if cost:
            return come_from & self._go
        return come_from if self._go & (1 << to | 1 << self.start) else 0


def reach(grid: Grid, start: int, allowance: int, steps: Sequence[Step], free: int, stop: int = 0) -> Reach:
    """Everything within an allowance.

    ``free`` holds the hexes that may be entered; a mover entering a hex of ``stop`` goes no
    farther, and one that starts in such a hex may not step straight into another.
    """
    search = steps.search if isinstance(steps, Steps) else _Search(grid, steps)
    at, unit = 1 << start, search.unit
    found, layers = search.layers(grid.stride, {0: at}, allowance // unit, grid.all & free & ~at, stop)
    return Reach(grid, start, found, layers, steps, grid.all & ~stop, allowance, unit)


class Asked(NamedTuple):
    """What :func:`reach` is asked for one mover."""

    start: int
    allowance: int
    free: int
    stop: int = 0


def reach_all(grid: Grid, steps: Steps, asked: Sequence[Asked]) -> list[Reach]:
    """What :func:`reach` finds for each of many movers, searched for at once.

    Movers that cannot meet share a board, and boards lie side by side in one long set; those with
    less to spend set out later, so that all come to the end together.
    """
    found: dict[int, Reach] = {}
    parties: list[_Party] = []
    first_there: dict[tuple[int, int], int] = {}
    twins: dict[int, int] = {}
    for number in sorted(range(len(asked)), key=lambda number: -asked[number].allowance):
        mover = asked[number]
        other = first_there.setdefault(mover[:2], number)
        if other != number and asked[other] == mover:
            twins[number] = other
        elif mover.allowance < steps.search.cheapest * steps.search.unit:
            go = grid.all & ~mover.stop
            found[number] = Reach(grid, mover.start, 0, [1 << mover.start], steps, go, mover.allowance)
        elif mover.stop >> mover.start & 1:  # there is a rule for its first step alone
            found[number] = reach(grid, mover.start, mover.allowance, steps, mover.free, mover.stop)
        elif not (parties and parties[-1].takes(number, mover)):
            parties.append(_Party(grid, steps, mover.allowance))
            parties[-1].takes(number, mover)
    for party in parties:
        found.update(party.search())
    return [found[twins.get(number, number)] for number in range(len(asked))]


WIDE = 32_000
"""Longer sets do not become cheaper by the bit."""


class _Party:
    """Movers that are searched for at once, on as many boards as it takes to keep them apart."""

    def __init__(self, grid: Grid, steps: Steps, longest: int) -> None:
        self._grid, self._steps = grid, steps
        self._layers = longest // steps.search.unit
        self._boards: list[tuple[int, int, int]] = []
        """What the movers of a board may come to, what is free of it, and where they stop."""
        self._begin: dict[int, int] = {}
        """Who sets out with each layer."""
        self._members: list[tuple[int, Asked, int, int, int]] = []

    def takes(self, number: int, mover: Asked) -> bool:
        """Take a mover in where there is room; False when there is none."""
        grid, steps, boards = self._grid, self._steps, self._boards
        spend = mover.allowance // steps.search.unit
        near = grid.about(mover.start, spend // steps.search.cheapest)
        board = next((board for board, (taken, _, _) in enumerate(boards) if not taken & near), len(boards))
        if board == len(boards):
            if board and (board + 1) * grid.width > WIDE:
                return False
            boards.append((0, 0, 0))
        taken, free, stop = boards[board]
        at = 1 << mover.start
        boards[board] = taken | near, free | mover.free & near & ~at, stop | mover.stop & near
        late = self._layers - spend
        self._begin[late] = self._begin.get(late, 0) | at << board * grid.width
        self._members.append((number, mover, board, near, late))
        return True

    def search(self) -> Iterator[tuple[int, Reach]]:
        grid, steps, width = self._grid, self._steps, self._grid.width
        free = stop = 0
        for board, (_, open_, stops) in enumerate(self._boards):
            free |= (open_ & grid.all) << board * width
            stop |= (stops & grid.all) << board * width
        search = steps.search.on_boards(len(self._boards), width)
        found, layers = search.layers(grid.stride, self._begin, self._layers, free, stop)
        on_board = [found >> board * width & grid.all for board in range(len(self._boards))]
        for number, mover, board, near, late in self._members:
            yield number, Reach(
                grid, mover.start, on_board[board] & near, layers, steps, grid.all & ~mover.stop,
                mover.allowance, steps.search.unit, late, board * width,
            )  # fmt: skip


class _Row(NamedTuple):
    """All steps of one price."""

    price: int
    into: int
    """Where they lead to, if they do so from everywhere around; else empty."""
    linked: int
    """The hexes that they lead from."""
    plain: int
    """The hexes from which no others lead anywhere."""
    ways: tuple[int, ...]
    """Where they lead to in each direction."""


class _Search:
    """Steps made ready for searching: each way from a hex to the next by its least price."""

    __slots__ = ("_boards", "_rows", "_wide", "cheapest", "unit")

    def __init__(self, grid: Grid, steps: Iterable[Step]) -> None:
        opposite = [(way + 3) % 6 for way in range(6)]
        everywhere = [grid.shift(grid.all, way) for way in range(6)]
        by_price: dict[int, list[int]] = {}
        prices: Prices
        for step in steps:
            if isinstance(step, Entering):
                sides, prices = everywhere, ((step.cost, step.into),)
            else:
                sides, prices = [grid.shift(link, way) for way, link in enumerate(step.links)], step.prices
            for price, into in prices:
                known = by_price.get(price, [0] * 6)
                by_price[price] = [a | b & into for a, b in zip(known, sides, strict=True)]
        self.unit = gcd(*by_price) or 1
        """What all prices are multiples of; the search counts in this."""
        cheaper, rows = [0] * 6, []
        for price in sorted(by_price):
            ways = [a & ~b for a, b in zip(by_price[price], cheaper, strict=True)]
            cheaper = [a | b for a, b in zip(ways, cheaper, strict=True)]
            if not any(ways):
                continue
            into = linked = 0
            plain = grid.all
            for way, entered in enumerate(ways):
                left = grid.shift(entered, opposite[way])
                into, linked = into | entered, linked | left
                plain &= left | ~everywhere[opposite[way]]
            if any(a & into & ~b for a, b in zip(everywhere, cheaper, strict=True)):
                into = 0
            rows.append(_Row(price // self.unit, into, linked, plain, tuple(ways)))
        self._rows = tuple(rows)
        self.cheapest = rows[0].price if rows else 1
        self._boards, self._wide = 1, self

    def on_boards(self, boards: int, width: int) -> _Search:
        """The same for at least so many boards side by side."""
        if boards > self._boards:
            self._boards = boards
            each = sum([1 << board * width for board in range(boards)])

            self._wide = wide = object.__new__(_Search)
            wide._rows = tuple(
                [
                    _Row(price, into * each, linked * each, plain * each, tuple([to * each for to in ways]))
                    for price, into, linked, plain, ways in self._rows
                ]
            )
        return self._wide

    def layers(
        self, s: int, begin: Mapping[int, int], allowance: int, free: int, stop: int
    ) -> tuple[int, list[int]]:
        """All hexes that can be come to, and sets of them by cost; ``s`` is the stride of the grid.

        ``begin`` tells who sets out with each layer; they do not come back to where they began.
        """
        layers = [0] * (allowance + 1)
        unseen, go, rows = free, free & ~stop, self._rows
        for spent in range(allowance):
            new = layers[spent]
            if new:
                layers[spent] = new = new & unseen
                unseen ^= new
                new &= go
            open_to = unseen
            if spent in begin:
                new |= begin[spent]
                layers[spent] |= begin[spent]
                if stop and begin[spent] & stop:
                    open_to &= go
            if not new:
                continue
            near = back = 0
            shifted = False
            for price, into, linked, plain, ways in rows:
                if spent + price > allowance:
                    break
                if not into:
                    if not new & linked:
                        continue
                    if shifted or new & plain != new:
                        if not shifted:
                            back, front_near, front_far = new >> 1, new << s - 1, new << s
                            on, back_near, back_far = new << 1, new >> s - 1, new >> s
                            shifted = True
                        a, b, c, d, e, f = ways
                        layers[spent + price] |= (
                            back & a | front_near & b | front_far & c | on & d | back_near & e | back_far & f
                        ) & open_to
                        continue
                if not near:
                    near = new | new << 1
                    near = (near | near >> 1 | near << s - 1 | near >> s) & open_to
                if not into:
                    layers[spent + price] |= near
                    break
                layers[spent + price] |= near & into
        last = layers[allowance] = layers[allowance] & unseen
        if allowance in begin:
            layers[allowance] |= begin[allowance]
        return (free ^ unseen) | last, layers
