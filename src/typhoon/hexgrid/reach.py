"""How far a unit can go: weighted movement over hex sets.

Costs are whole numbers from 1 up; a game with half or third movement points counts in halves
or thirds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
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


FEW = 4
"""So few hexes are quicker looked at than a path is walked."""

Step = Entering | Following | Crossing
Question = tuple[Grid, int, int, Sequence[Step], int, int]
"""What :func:`reach` is asked."""
Prices = tuple[tuple[int, int], ...]
"""Costs, the least first, each with the hexes entered for it."""


class Steps(tuple[Step, ...]):
    """Steps for many searches on one board, with a form of them that is quick to search.

    The ways that are found keep to the steps as given.
    """

    _grid: Grid
    _prices: dict[tuple[int, int], int | None]
    _search: _Search | None
    _tolls: tuple[Steps, Prices] | None

    def __new__(cls, grid: Grid, steps: Iterable[Step], search: _Search | None = None) -> Steps:
        made = super().__new__(cls, steps)
        made._grid, made._prices, made._search, made._tolls = grid, {}, search, None
        return made

    @classmethod
    def apart(cls, grid: Grid, steps: Sequence[Crossing]) -> Steps:
        """Steps no two of which lead over the same hexside, nor for two prices into the same hex.

        They are ready at once, for who has but little to search for.
        """
        return cls(grid, steps, _Search.apart(grid, steps))

    @cached_property
    def search(self) -> _Search:
        """Made when something is searched for: to know single prices it takes less."""
        if self._tolls is None:
            return self._search or _Search(self._grid, self)
        steps, tolls = self._tolls
        return steps.search.tolled(tolls)

    def tolled(self, tolls: Iterable[tuple[int, int]]) -> Steps:
        """The same where it costs more to enter some hexes; no hex may be in two of the sets."""
        parts = tuple([(toll, hexes & self._grid.all) for toll, hexes in tolls])
        parts = (0, self._grid.all & ~_union([hexes for _, hexes in parts])), *parts
        made: list[Step] = []
        for step in self:
            if isinstance(step, Entering):
                made += [Entering(cost, into) for cost, into in _with_tolls(((step.cost, step.into),), parts)]
            else:
                made.append(Crossing(step.links, _with_tolls(step.prices, parts)))
        found = Steps(self._grid, made)
        found._tolls = self, parts
        return found

    @cached_property
    def least(self) -> int:
        """The least that any of them costs."""
        return self.search.cheapest * self.search.unit

    def agree(self, other: Steps) -> bool:
        """Whether every step costs as much as by others."""
        return self.search.unit == other.search.unit and self.search._sides == other.search._sides

    def price(self, start: int, to: int) -> int | None:
        """The least that a step from one hex to another costs; None when it cannot be taken."""
        if (start, to) not in self._prices:
            way = self._grid.direction(start, to)
            self._prices[start, to] = None if way is None else min(self._over(start, way, to), default=None)
        return self._prices[start, to]

    def _over(self, start: int, way: int, to: int) -> Iterator[int]:
        """All that a step in a direction may cost."""
        for step in self:
            if isinstance(step, Entering):
                if step.into >> to & 1:
                    yield step.cost
            elif step.links[way] >> start & 1:
                yield from [price for price, into in step.prices if into >> to & 1][:1]


def _with_tolls(prices: Prices, tolls: Prices) -> Prices:
    """Prices with what is paid besides; every hex has its toll."""
    found: dict[int, int] = {}
    for price, into in prices:
        for toll, hexes in tolls:
            if there := into & hexes:
                found[price + toll] = found.get(price + toll, 0) | there
    return tuple(sorted(found.items()))


class Reach:
    """All hexes a mover can come to, by the least cost; made by :func:`reach` and :func:`reach_all`."""

    __slots__ = (
        "_asked", "_base", "_begin", "_grid", "_mask", "_resort", "_steps", "_stop", "_unit", "_unseen",
        "_whole", "allowance", "count", "hexes", "start",
    )  # fmt: skip

    def __init__(
        self, grid: Grid, start: int, hexes: int, unseen: list[int], steps: Sequence[Step], stop: int,
        allowance: int, unit: int = 1, begin: int = 0, base: int = 0, mask: int = -1,
    ) -> None:  # fmt: skip
        self._grid = grid
        self._unseen = unseen
        """What nobody had come to, layer by layer; other movers may have been searched for with this one."""
        self._begin = begin
        """The layer of the start."""
        self._base = base
        """The bit of these sets that is the first of the board."""
        self._mask = mask
        """What of the board is this mover's."""
        self._unit = unit
        """What a layer costs more than the one before."""
        self._steps = steps
        self._stop = stop
        """The hexes that cannot be left again once entered."""
        self._asked: Question | None = None
        """What was asked; None where nothing was searched for."""
        self._resort = 0
        """Neighbours of the start that can be reached only by giving up everything."""
        self._whole: Reach | None = None
        """What it was before it had to end in certain hexes."""
        self.allowance = allowance
        """The most that was to be spent."""
        self.start = start
        self.hexes = hexes
        """Every hex that can be reached, the start left out."""
        self.count = hexes.bit_count()

    @classmethod
    def by_costs(
        cls, grid: Grid, start: int, costs: Mapping[int, int], steps: Steps, allowance: int
    ) -> Reach:
        """What a mover is known to come to, for so much each."""
        hexes = sum([1 << hex_ for hex_ in costs])
        unseen = [hexes] * (allowance + 1)
        for hex_, cost in costs.items():
            unseen[cost:] = [hexes & ~(1 << hex_) for hexes in unseen[cost:]]
        return cls(grid, start, hexes, unseen, steps, 0, allowance)

    @property
    def layers(self) -> list[int]:
        """``layers[cost]`` is the set of hexes whose least cost that is."""
        return [self._of_cost(cost, self._grid.all) for cost in range(self.allowance + 1)]

    def _of_cost(self, cost: int, among: int) -> int:
        """Those of some hexes whose least cost that is."""
        layer = self._begin + cost // self._unit
        found = self._resort & among if cost == self.allowance else 0
        if not cost:
            return found | 1 << self.start & among
        if cost < 0 or cost % self._unit or layer >= len(self._unseen):
            return found
        among = (among & self._mask) << self._base
        return found | (self._unseen[layer - 1] & among ^ self._unseen[layer] & among) >> self._base

    def within(self, cost: int) -> int:
        """Every hex that can be come to for so much."""
        layer = min(self._begin + max(0, cost) // self._unit, len(self._unseen) - 1)
        found = (self._unseen[0] ^ self._unseen[layer]) >> self._base & self._mask
        return found & ~(1 << self.start)

    def nearest(self, hexes: int) -> int | None:
        """The cheapest to come to of some hexes, last resorts apart; None when there is none."""
        if hexes >> self.start & 1:
            return self.start
        if not hexes & self.within(self.allowance):
            return None
        low, high = 0, self.allowance  # for so much there is none, and for so much there is one
        while high - low > 1:
            middle = (low + high) // 2
            if hexes & self.within(middle):
                high = middle
            else:
                low = middle
        return first(hexes & self.within(high))

    def with_last_resort(self, beside: int) -> Reach:
        """The same, and neighbours of the start that can be reached by giving up everything."""
        twin = self.ending_in(self.hexes)
        twin._resort, twin.allowance, twin._whole = beside, max(self.allowance, 1), None
        twin.hexes |= beside
        twin.count = twin.hexes.bit_count()
        return twin

    def ending_in(self, hexes: int) -> Reach:
        """The same, for a mover that may pass everywhere but stay in these hexes only."""
        twin = Reach(
            self._grid, self.start, self.hexes & hexes, self._unseen, self._steps, self._stop,
            self.allowance, self._unit, self._begin, self._base, self._mask,
        )  # fmt: skip
        twin._asked, twin._resort, twin._whole = self._asked, self._resort & hexes, self.whole
        return twin

    @property
    def whole(self) -> Reach:
        """The same for who may end anywhere."""
        return self._whole or self

    def cost(self, index: int) -> int:
        """The least cost to come to a hex that can be reached."""
        if self._resort >> index & 1:
            return self.allowance
        if index == self.start:
            return 0
        hex_, unseen = 1 << index + self._base, self._unseen
        if not self.hexes >> index & 1 and not self._passes(index):
            raise KeyError(index)
        low, high = self._begin, len(unseen) - 1  # there it is unseen and there it is not
        while high - low > 1:
            middle = (low + high) // 2
            if unseen[middle] & hex_:
                low = middle
            else:
                high = middle
        return (high - self._begin) * self._unit

    def _passes(self, index: int) -> bool:
        """Whether a hex in which the mover may not stay can be come to."""
        hex_, unseen = 1 << index + self._base, self._unseen
        return bool(self._mask >> index & 1 and unseen[0] & hex_ and not unseen[-1] & hex_)

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

    def through(self, to: int, hexes: int) -> int:
        """Those of some hexes that the path there leads through, its end included and its start left out."""
        end, cost = 1 << to, self.cost(to)
        passed = hexes & self.within(cost) & ~end
        if passed.bit_count() <= FEW and not any(self._may_lead(other, to, cost) for other in bits(passed)):
            return hexes & end
        return hexes & sum([1 << hex_ for hex_ in self.path(to)[1:]])

    def _may_lead(self, other: int, to: int, cost: int) -> bool:
        """Whether a hex is near enough to lie on a way that costs so much."""
        return self.cost(other) + self._grid.distance(other, to) * self._unit <= cost

    def asked_for(self, to: int) -> Question | None:
        """What to ask :func:`reach` to find the path there again; None where it would not be found so."""
        return None if self._resort >> to & 1 else self._asked

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
                if into & hex_ and (come_from := self._left(to, cost - price)):
                    for other in bits(come_from):
                        if step.links[self._grid.offsets.index(to - other)] >> other & 1:
                            return other, cost - price
        raise ValueError("no way back: the reach was made with other steps")

    def _left(self, to: int, cost: int) -> int:
        """The neighbours of a hex that are reached for so much and can be left toward it."""
        if cost > 0:
            return self._of_cost(cost, self._grid.around(to) & ~self._stop)
        if cost or self._stop >> to & self._stop >> self.start & 1:
            return 0
        return self._grid.around(to) & 1 << self.start


def reach(grid: Grid, start: int, allowance: int, steps: Sequence[Step], free: int, stop: int = 0) -> Reach:
    """Everything within an allowance.

    ``free`` holds the hexes that may be entered; a mover entering a hex of ``stop`` goes no
    farther, and one that starts in such a hex may not step straight into another.
    """
    search = steps.search if isinstance(steps, Steps) else _Search(grid, steps)
    unit, at = search.unit, 1 << start
    open_ = grid.all & free | at
    layers = [at] + [0] * (allowance // unit)
    unseen = search.unseen(grid.stride, layers, open_, stop, at & stop, grid.around(start))
    found = Reach(grid, start, open_ ^ at ^ unseen[-1], unseen, steps, stop, allowance, unit)
    found._asked = grid, start, allowance, steps, free, stop
    return found


class Asked(NamedTuple):
    """What :func:`reach` is asked for one mover."""

    start: int
    allowance: int
    free: int
    stop: int = 0


def reach_all(grid: Grid, asked: Sequence[tuple[Steps, Asked]]) -> list[Reach]:
    """What :func:`reach` finds for each of many movers, searched for at once where their steps are the same.

    Movers that cannot meet share a board, and boards lie side by side in one long set; those with
    less to spend set out later, so that all come to the end together.
    """
    found: dict[int, Reach] = {}
    parties: list[_Party] = []
    with_room: dict[int, _Party] = {}
    first_there: dict[tuple[int, int, int], int] = {}
    twins: dict[int, int] = {}
    later = [-mover.allowance for _, mover in asked]
    for number in sorted(range(len(asked)), key=later.__getitem__):
        steps, mover = asked[number]
        kind, (start, allowance, _, stop) = id(steps), mover
        other = first_there.setdefault((kind, start, allowance), number)
        if other != number and asked[other][1] == mover:
            twins[number] = other
        elif allowance < steps.least:
            found[number] = Reach(grid, start, 0, [0], steps, stop, allowance)
        else:
            party = with_room.get(kind)
            if party is None or not party.takes(number, mover):
                party = with_room[kind] = _Party(grid, steps, allowance)
                parties.append(party)
                party.takes(number, mover)
    for party in parties:
        found.update(party.search())
    return [found[twins.get(number, number)] for number in range(len(asked))]


WIDE = 32_000
"""Longer sets do not become cheaper by the bit."""


class _Party:
    """Movers that are searched for at once, on as many boards as it takes to keep them apart."""

    def __init__(self, grid: Grid, steps: Steps, longest: int) -> None:
        self._grid, self._steps = grid, steps
        self._layers = [0] * (longest // steps.search.unit + 1)
        """Who sets out with each layer."""
        self._boards: list[tuple[int, int, int]] = []
        """What the movers of a board may come to, what is free of it, and where they stop."""
        self._members: list[tuple[int, Asked, int, int, int]] = []

    def takes(self, number: int, mover: Asked) -> bool:
        """Take a mover in where there is room; False when there is none."""
        grid, search, boards = self._grid, self._steps.search, self._boards
        start, allowance, free, stop = mover
        spend, at = allowance // search.unit, 1 << start
        near = grid.about(start, spend // search.cheapest) & grid.all
        free = free & near | at
        for board, (taken, others_free, others_stop) in enumerate(boards):
            if not taken & near:
                boards[board] = taken | near, others_free | free, others_stop | stop & near
                break
        else:
            board = len(boards)
            if board and (board + 1) * grid.width > WIDE:
                return False
            boards.append((near, free, stop & near))
        late = len(self._layers) - 1 - spend
        self._layers[late] |= at << board * grid.width
        self._members.append((number, mover, board, near, late))
        return True

    def search(self) -> Iterator[tuple[int, Reach]]:
        grid, steps, width = self._grid, self._steps, self._grid.width
        free = stop = 0
        for board, (_, open_, stops) in enumerate(self._boards):
            free |= open_ << board * width
            stop |= stops << board * width
        search = steps.search.on_boards(len(self._boards), width)
        unseen = search.unseen(grid.stride, self._layers, free, stop, _union(self._layers) & stop)
        found = free ^ unseen[-1]
        on_board = [found >> board * width & grid.all for board in range(len(self._boards))]
        unit = steps.search.unit
        for number, mover, board, near, late in self._members:
            start, allowance, _, stop = mover
            way = Reach(
                grid, start, on_board[board] & near ^ 1 << start, unseen, steps, stop,
                allowance, unit, late, board * width, near,
            )  # fmt: skip
            way._asked = grid, mover.start, mover.allowance, steps, mover.free, mover.stop
            yield number, way


class Spread:
    """How far hexes are from some goals by some steps, searched for as far as somebody asks."""

    AT_ONCE = 12
    """Layers that are looked for together."""

    def __init__(self, grid: Grid, goals: int, most: int, steps: Steps, free: int) -> None:
        self._stride, self._search = grid.stride, steps.search
        self._open = grid.all & free | goals
        self._unseen = [goals] + [0] * (most // steps.search.unit)
        """What nobody has come to, for as many layers as are known."""
        self._known = 0
        self._costs: dict[int, int | None] = {}

    def cost(self, hex_: int) -> int | None:
        """The least that it costs to come to a hex; None when that is too much."""
        if hex_ not in self._costs:
            self._costs[hex_] = self._cost(1 << hex_)
        return self._costs[hex_]

    def _cost(self, bit: int) -> int | None:
        if not self._open & bit:
            return None
        while not self._known or self._unseen[self._known - 1] & bit:
            if not self._look_farther():
                return None
        low, high = -1, self._known - 1  # there it is unseen and there it is not
        while high - low > 1:
            middle = (low + high) // 2
            if self._unseen[middle] & bit:
                low = middle
            else:
                high = middle
        return high * self._search.unit

    def _look_farther(self) -> bool:
        """Get to know some layers more; False when there are none."""
        known, unseen = self._known, self._unseen
        if known == len(unseen):
            return False
        free = unseen[known - 1] if known else self._open
        self._known = min(known + self.AT_ONCE, len(unseen))
        self._search.unseen(self._stride, unseen, free, 0, 0, known=known, until=self._known)
        return True

    def layers(self) -> Iterator[tuple[int, int]]:
        """The hexes by what they cost, the cheapest first."""
        before, unit = self._open, self._search.unit
        for layer, unseen in enumerate(self._unseen):
            if layer == self._known:
                self._look_farther()
                unseen = self._unseen[layer]
            if unseen != before:
                yield layer * unit, before ^ unseen
            before = unseen

    def nearest(self, hexes: int) -> int:
        """Those of some hexes that are nearest."""
        return next((here for _, layer in self.layers() if (here := layer & hexes)), 0)

    def within(self, cost: int) -> int:
        """All hexes that it costs at most so much to come to."""
        layer = min(cost // self._search.unit, len(self._unseen) - 1)
        if layer < 0:
            return 0
        while self._known <= layer:
            self._look_farther()
        return self._open ^ self._unseen[layer]


class _Sides(NamedTuple):
    """Steps over some hexsides, whose price is settled by the hex that is entered."""

    cheapest: int
    linked: int
    """Every hex with such a hexside."""
    plain: int
    """The hexes from which all steps are such."""
    ways: tuple[int, ...]
    """The hexes that are entered in each direction."""
    prices: Prices

    def hexsides_doubled(self, by: int) -> tuple[int, int, tuple[int, ...]]:
        """The hexsides, and once more so many bits farther on."""
        ways = tuple([to | to << by for to in self.ways])
        return self.linked | self.linked << by, self.plain | self.plain << by, ways


class _Search:
    """Steps made ready for searching: each way from a hex to the next by its least price."""

    __slots__ = ("_base", "_boards", "_sides", "_wide", "cheapest", "unit")

    def __init__(self, grid: Grid, steps: Iterable[Step]) -> None:
        everywhere = [grid.shift(grid.all, way) for way in range(6)]
        by_price: dict[int, list[int]] = {}
        for step in steps:
            prices: Prices = ((step.cost, step.into),) if isinstance(step, Entering) else step.prices
            ways = everywhere
            if not isinstance(step, Entering):
                ways = [grid.shift(link, way) for way, link in enumerate(step.links)]
            for price, into in prices:
                known = by_price.get(price, [0] * 6)
                by_price[price] = [a | b & into for a, b in zip(known, ways, strict=True)]
        cheaper = [0] * 6
        for price in sorted(by_price):
            ways = by_price[price] = [a ^ a & b for a, b in zip(by_price[price], cheaper, strict=True)]
            cheaper = [a | b for a, b in zip(ways, cheaper, strict=True)]
        paid = sorted([price for price, ways in by_price.items() if any(ways)])
        self.unit = gcd(*paid) or 1
        """What all prices that are ever paid are multiples of; the search counts in this."""
        sides: list[tuple[list[int], list[tuple[int, int]]]] = []
        for price in paid:
            ways, place = by_price[price], 0
            while into := _union(ways):  # over the first hexsides with another price for none of these hexes
                if place == len(sides):
                    sides.append(([0] * 6, []))
                over, priced = sides[place]
                into ^= into & _union([hexes for _, hexes in priced])
                if into:
                    entered = [a & into for a in ways]
                    over[:] = [a | b for a, b in zip(over, entered, strict=True)]
                    priced.append((price // self.unit, into))
                    ways = [a ^ b for a, b in zip(ways, entered, strict=True)]
                place += 1
        self._sides: tuple[_Sides, ...] = ()
        for over, priced in sides:
            left = [grid.shift(hexes, (way + 3) % 6) for way, hexes in enumerate(over)]
            self._sides += (
                _Sides(priced[0][0], _union(left), _plain(grid, left), tuple(over), tuple(priced)),
            )
        self.cheapest = self._sides[0].cheapest if sides else 1
        self._base: _Search | None = None
        """What has the same hexsides, and differs by tolls."""
        self._boards, self._wide = 1, self

    def tolled(self, tolls: Prices) -> _Search:
        """The same with what is paid besides: that does not hang on the hexside, so they stay as they are."""
        twin = object.__new__(_Search)
        twin.unit = gcd(self.unit, *[toll for toll, _ in tolls])
        sides = []
        for _, linked, plain, ways, prices in self._sides:
            raw = _with_tolls(tuple([(price * self.unit, into) for price, into in prices]), tolls)
            own = tuple([(price // twin.unit, into) for price, into in raw])
            sides.append(_Sides(own[0][0], linked, plain, ways, own))
        twin._sides = tuple(sides)
        twin.cheapest = min([side.cheapest for side in sides], default=1)
        twin._base, twin._boards, twin._wide = self, 1, twin
        return twin

    @classmethod
    def apart(cls, grid: Grid, steps: Iterable[Crossing]) -> _Search:
        """The same for steps that do not overlap."""
        made = object.__new__(cls)
        kept = [(step.links, [price for price in step.prices if price[1]]) for step in steps]
        made.unit = gcd(*[price for _, prices in kept for price, _ in prices]) or 1
        sides = [
            _Sides(
                prices[0][0] // made.unit,
                *_over(grid, links),
                tuple([(p // made.unit, i) for p, i in prices]),
            )
            for links, prices in kept
            if prices
        ]
        made._sides = tuple(sorted(sides))
        made.cheapest = made._sides[0].cheapest if sides else 1
        made._base, made._boards, made._wide = None, 1, made
        return made

    def on_boards(self, boards: int, width: int) -> _Search:
        """The same for at least so many boards side by side."""
        while boards > self._boards:  # twice as many each time
            by = self._boards * width
            self._boards *= 2
            base = self._base.on_boards(self._boards, width) if self._base is not None else None
            self._wide = self._wide._doubled(by, base)
        return self._wide

    def _doubled(self, by: int, base: _Search | None) -> _Search:
        """The same, and once more so many bits farther on; hexsides may be known already."""
        wide = object.__new__(_Search)
        wide._sides = tuple(
            [
                _Sides(
                    side.cheapest,
                    *(base._sides[number][1:4] if base is not None else side.hexsides_doubled(by)),
                    tuple([(price, into | into << by) for price, into in side.prices]),
                )
                for number, side in enumerate(self._sides)
            ]
        )
        return wide

    def unseen(
        self, s: int, layers: list[int], free: int, stop: int, held: int, around: int = 0,
        known: int = 0, until: int | None = None,
    ) -> list[int]:  # fmt: skip
        """What of the free hexes has not been come to, for each cost; ``s`` is the stride of the grid.

        The layers tell who sets out with each of them, from a free hex, and ``held`` who of them begins
        where movers stop.  It is quicker when the neighbours of a lone mover are known.  One may look for
        some layers first, and go on later with what was unseen then as what is free.
        """
        allowance, sides, lone = len(layers) - 1, self._sides, bool(around)  # many find something everywhere
        unseen, go = free, free & ~stop | held
        for spent in range(known, allowance if until is None else min(until, allowance)):
            new = layers[spent]
            if new:
                new &= unseen
                unseen ^= new
                new &= go
            layers[spent] = open_to = unseen
            if held and new & held:
                beside = new & held
                beside |= beside << 1
                open_to = unseen & ~((beside | beside >> 1 | beside << s - 1 | beside >> s) & stop)
            if not new:
                continue
            back = 0
            for cheapest, linked, plain, ways, prices in sides:
                if spent + cheapest > allowance or not new & linked:
                    continue
                alike = lone and not back and new & plain == new
                if alike:
                    new_to = 0 if spent else around
                    if not new_to:
                        new_to = new | new << 1
                        new_to = new_to | new_to >> 1 | new_to << s - 1 | new_to >> s
                    new_to &= open_to
                else:
                    if not back:
                        back, front_near, front_far = new >> 1, new << s - 1, new << s
                        on, back_near, back_far = new << 1, new >> s - 1, new >> s
                    a, b, c, d, e, f = ways
                    new_to = (
                        back & a | front_near & b | front_far & c | on & d | back_near & e | back_far & f
                    ) & open_to
                for price, into in prices:
                    if spent + price > allowance:
                        break
                    entered = new_to & into
                    if entered:
                        layers[spent + price] |= entered
                        if lone:
                            new_to ^= entered
                            if not new_to:
                                break
                if alike:
                    break
        if until is None or until > allowance:
            layers[allowance] = unseen ^ unseen & layers[allowance]
        return layers


@lru_cache(maxsize=16)
def _over(grid: Grid, links: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """What steps along links lead from, where all steps are such, and what is entered in each direction."""
    left = [link & grid.shift(grid.all, (way + 3) % 6) for way, link in enumerate(links)]
    return _union(left), _plain(grid, left), tuple([grid.shift(hexes, way) for way, hexes in enumerate(left)])


def _plain(grid: Grid, left: Sequence[int]) -> int:
    """The hexes that are left in every direction, where those of some are given for each."""
    plain = grid.all
    for way, hexes in enumerate(left):
        beside = grid.shift(grid.all, (way + 3) % 6)
        plain ^= plain & (beside ^ beside & hexes)
    return plain


def _union(sets: Iterable[int]) -> int:
    found = 0
    for hexes in sets:
        found |= hexes
    return found
