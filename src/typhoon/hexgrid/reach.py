"""How far a unit can go: weighted movement over hex sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from typhoon.hexgrid.grid import Grid, bits, first
from typhoon.hexgrid.search import Entering, Search, Step, union
from typhoon.hexgrid.steps import Steps

Question = tuple[Grid, int, int, Sequence[Step], int, int]
"""What :func:`reach` is asked."""


class Reach:
    """All hexes a mover can come to, by the least cost; made by :func:`reach` and :func:`reach_all`."""

    __slots__ = (
        "_base", "_begin", "_free", "_grid", "_mask", "_resort", "_steps", "_stop", "_unit", "_unseen",
        "_whole", "allowance", "count", "hexes", "may_stay", "start",
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
        self._free: int | None = None
        """The hexes that might be entered; None where nothing was searched for."""
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
        self.may_stay = True
        """Whether the mover may end where it starts."""

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
        twin.may_stay = True
        twin.hexes |= beside
        twin.count = twin.hexes.bit_count()
        return twin

    def ending_in(self, hexes: int) -> Reach:
        """The same, for a mover that may pass everywhere but stay in these hexes only."""
        twin = Reach(
            self._grid, self.start, self.hexes & hexes, self._unseen, self._steps, self._stop,
            self.allowance, self._unit, self._begin, self._base, self._mask,
        )  # fmt: skip
        twin._free, twin._resort, twin._whole = self._free, self._resort & hexes, self.whole
        twin.may_stay = bool(hexes >> self.start & 1)
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

    def through(self, to: int, hexes: int, cost: int | None = None) -> int:
        """Those of some hexes that the path there leads through, its end included and its start left out.

        It is quicker where the cost of the path is known.
        """
        passed = hexes & 1 << to
        if self._resort >> to & 1:
            return passed
        hexes ^= hexes & 1 << self.start
        cost, unseen = self.cost(to) if cost is None else cost, self._unseen
        before = (hexes & self._mask) << self._base & unseen[0]
        # So far some of them may lie before it.
        while cost and before & unseen[self._begin + (cost - 1) // self._unit] != before:
            to, cost = self._previous(to, cost)
            passed |= hexes & 1 << to
        return passed

    def asked_for(self, to: int) -> Question | None:
        """What to ask :func:`reach` to find the path there again; None where it would not be found so."""
        if self._free is None or self._resort >> to & 1:
            return None
        return self._grid, self.start, self.allowance, self._steps, self._free, self._stop

    def _previous(self, to: int, cost: int) -> tuple[int, int]:
        hex_, steps = 1 << to, self._steps
        if self._resort & hex_:
            return self.start, 0
        if isinstance(steps, Steps) and steps.dear & hex_:
            cost -= steps.toll
        for step in steps:
            if isinstance(step, Entering):
                if step.into & hex_ and (come_from := self._left(to, cost - step.cost)):
                    return first(come_from), cost - step.cost
                continue
            for price, into in step.prices:
                if into & hex_:
                    if price <= cost and (come_from := self._left(to, cost - price)):
                        for other in bits(come_from):
                            if step.links[self._grid.offsets.index(to - other)] >> other & 1:
                                return other, cost - price
                    break  # others are dearer
        raise ValueError("no way back: the reach was made with other steps")

    def _left(self, to: int, cost: int) -> int:
        """The neighbours of a hex that are reached for so much and can be left toward it."""
        if cost > 0:
            around = self._grid.around(to)
            return self._of_cost(cost, around ^ around & self._stop)
        if cost or self._stop >> to & self._stop >> self.start & 1:
            return 0
        return self._grid.around(to) & 1 << self.start


def reach(grid: Grid, start: int, allowance: int, steps: Sequence[Step], free: int, stop: int = 0) -> Reach:
    """Everything within an allowance.

    ``free`` holds the hexes that may be entered; a mover entering a hex of ``stop`` goes no
    farther, and one that starts in such a hex may not step straight into another.
    """
    search = steps.search if isinstance(steps, Steps) else Search(grid, steps)
    unit, at = search.unit, 1 << start
    open_ = grid.all & free | at
    layers = [at] + [0] * (allowance // unit)
    unseen = search.unseen(grid.stride, layers, open_, stop, at & stop, grid.around(start))
    if isinstance(steps, Steps) and steps.dear:
        unseen = _later(unseen, steps.dear & ~at, steps.toll // unit)
    found = Reach(grid, start, open_ ^ at ^ unseen[-1], unseen, steps, stop, allowance, unit)
    found._free = free
    return found


def _later(unseen: list[int], dear: int, by: int) -> list[int]:
    """What nobody had come to, where one comes to some hexes so many layers later."""
    earlier = [unseen[0]] * by + unseen
    return [now ^ (now ^ then) & dear for now, then in zip(unseen, earlier, strict=False)]


class Asked(NamedTuple):
    """What :func:`reach` is asked for one mover."""

    start: int
    allowance: int
    free: int
    stop: int = 0


WIDE = 32_000
"""Longer sets do not become cheaper by the bit."""


def reach_all(grid: Grid, asked: Sequence[tuple[Steps, Asked]]) -> list[Reach]:
    """What :func:`reach` finds for each of many movers, searched for at once where their steps are the same.

    Movers that cannot meet share a board, and boards lie side by side in one long set; those with
    less to spend set out later, so that all come to the end together.
    """
    found: dict[int, Reach] = {}
    parties: dict[int, tuple[Steps, list[_Board]]] = {}
    first_there: dict[tuple[int, int, int], int] = {}
    twins: dict[int, int] = {}
    later = [-mover.allowance for _, mover in asked]
    for number in sorted(range(len(asked)), key=later.__getitem__):
        steps, mover = asked[number]
        kind, (start, allowance, _, stop) = id(steps), mover
        other = first_there.setdefault((kind, start, allowance), number)
        if other != number and asked[other][1] == mover:
            twins[number] = other
        elif most := steps.search.most_steps(grid, start, allowance):
            near = grid.about(start, most) & grid.all
            _find_room(parties.setdefault(kind, (steps, []))[1], number, mover, near)
        else:
            found[number] = Reach(grid, start, 0, [0], steps, stop, allowance)
    at_once = max(1, WIDE // grid.width)
    for steps, boards in parties.values():
        for place in range(0, len(boards), at_once):
            found.update(_search(grid, steps, boards[place : place + at_once]))
    return [found[twins.get(number, number)] for number in range(len(asked))]


class _Board:
    """Movers that are searched for together, as they cannot meet."""

    __slots__ = ("free", "members", "stop", "taken")

    def __init__(self) -> None:
        self.taken = self.free = self.stop = 0
        """What the movers may come to, what is free of it, and where they stop."""
        self.members: list[tuple[int, Asked, int]] = []
        """Their numbers, what is asked for them, and how far they may come."""


def _find_room(boards: list[_Board], number: int, mover: Asked, near: int) -> None:
    """Put a mover that comes so far on the first board where it meets nobody."""
    start, _, free, stop = mover
    for board in boards:
        if not board.taken & near:
            break
    else:
        boards.append(board := _Board())
    board.taken |= near
    board.free |= free & near | 1 << start
    board.stop |= stop & near
    board.members.append((number, mover, near))


def _search(grid: Grid, steps: Steps, boards: Sequence[_Board]) -> Iterator[tuple[int, Reach]]:
    """Search for all movers on some boards at once."""
    width, unit = grid.width, steps.search.unit
    longest = max([mover.allowance for board in boards for _, mover, _ in board.members]) // unit
    layers, free, stop = [0] * (longest + 1), 0, 0
    for place, board in enumerate(boards):
        free |= board.free << place * width
        stop |= board.stop << place * width
        for _, mover, _ in board.members:
            layers[longest - mover.allowance // unit] |= 1 << mover.start + place * width
    search = steps.search.on_boards(len(boards), width)
    held = union(layers) & stop
    unseen = search.unseen(grid.stride, layers, free, stop, held)
    if steps.dear:
        dear = union([steps.dear << place * width for place in range(len(boards))])
        unseen = _later(unseen, dear ^ dear & held, steps.toll // unit)
    found = free ^ unseen[-1]
    for place, board in enumerate(boards):
        on_board = found >> place * width & grid.all
        for number, mover, near in board.members:
            start, allowance, free, stop = mover
            way = Reach(
                grid, start, on_board & near ^ 1 << start, unseen, steps, stop,
                allowance, unit, longest - allowance // unit, place * width, near,
            )  # fmt: skip
            way._free = free
            yield number, way
