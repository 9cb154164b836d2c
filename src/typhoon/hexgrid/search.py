"""Steps over hex sides, made ready for searching hex sets.

Costs are whole numbers from 1 up; a game with half or third movement points counts in halves
or thirds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from typhoon.hexgrid.grid import Grid


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


COMMON = 2
"""So many kinds of hexsides, the first, are at hand nearly wherever many movers are."""


class Sides(NamedTuple):
    """Steps over some hexsides, whose price is settled by the hex that is entered."""

    cheapest: int
    linked: int
    """Every hex with such a hexside; 0 where some are nearly always at hand."""
    plain: int
    """The hexes from which all steps are such."""
    ways: tuple[int, ...]
    """The hexes that are entered in each direction."""
    prices: Prices

    def widened(self, linked: int, entered: Iterable[int]) -> Sides:
        """The same over more hexsides."""
        ways = tuple([a | b for a, b in zip(self.ways, entered, strict=True)])
        return self._replace(linked=self.linked and self.linked | linked, ways=ways)


Added = tuple[int, dict[int, tuple[int, ...]]]
"""The hexes with more hexsides, and what is entered over them, by the place of those with the same price."""


class Search:
    """Steps made ready for searching: each way from a hex to the next by its least price."""

    __slots__ = ("_added", "_base", "_boards", "_pace", "_sides", "_wide", "cheapest", "unit")

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
            while into := union(ways):  # over the first hexsides with another price for none of these hexes
                if place == len(sides):
                    sides.append(([0] * 6, []))
                over, priced = sides[place]
                into ^= into & union([hexes for _, hexes in priced])
                if into:
                    entered = [a & into for a in ways]
                    over[:] = [a | b for a, b in zip(over, entered, strict=True)]
                    priced.append((price // self.unit, into))
                    ways = [a ^ b for a, b in zip(ways, entered, strict=True)]
                place += 1
        self._sides: tuple[Sides, ...] = ()
        for over, priced in sides:
            left = [grid.shift(hexes, (way + 3) % 6) for way, hexes in enumerate(over)]
            self._sides += (Sides(priced[0][0], union(left), _plain(grid, left), tuple(over), tuple(priced)),)
        self.cheapest = self._sides[0].cheapest if sides else 1
        self._begin()

    def _begin(self, base: Search | None = None, added: Added | None = None) -> None:
        self._base = base
        """What has the same hexsides first, and differs by tolls or by some more of them."""
        self._added = added
        self._boards, self._wide = 1, self
        self._pace: tuple[int, list[int]] | None = None
        """The least price but one, and the hexes at most so far from where steps cost the least."""

    def tolled(self, tolls: Prices) -> Search:
        """The same with what is paid besides: that does not hang on the hexside, so they stay as they are."""
        twin = object.__new__(Search)
        twin.unit = gcd(self.unit, *[toll for toll, _ in tolls])
        sides = []
        for _, linked, plain, ways, prices in self._sides:
            raw = with_tolls(tuple([(price * self.unit, into) for price, into in prices]), tolls)
            own = tuple([(price // twin.unit, into) for price, into in raw])
            sides.append(Sides(own[0][0], linked, plain, ways, own))
        twin._sides = tuple(sides)
        twin.cheapest = min([side.cheapest for side in sides], default=1)
        twin._begin(self)
        return twin

    @classmethod
    def apart(cls, grid: Grid, steps: Iterable[Crossing]) -> Search:
        """The same for steps that do not overlap."""
        made = object.__new__(cls)
        kept = [(step.links, [price for price in step.prices if price[1]]) for step in steps]
        made.unit = gcd(*[price for _, prices in kept for price, _ in prices]) or 1
        sides = [
            Sides(
                prices[0][0] // made.unit,
                *_over(grid, links),
                tuple([(p // made.unit, i) for p, i in prices]),
            )
            for links, prices in kept
            if prices
        ]
        made._sides = tuple(sorted(sides))
        made.cheapest = made._sides[0].cheapest if sides else 1
        made._begin()
        return made

    def added(self, grid: Grid, step: Crossing) -> Search:
        """The same with steps over some hexsides besides, where they cost no more than others do.

        They go with hexsides over which it costs as much to enter the hex, as far as there are such.
        """
        twin = object.__new__(Search)
        rest = [grid.shift(hexes, way) for way, hexes in enumerate(step.links)]
        entered, linked = union(rest), union(step.links)
        prices = tuple(
            [(price // self.unit, into & entered) for price, into in step.prices if into & entered]
        )
        open_ = union([into for _, into in prices])
        rest = [hexes & open_ for hexes in rest]
        sides, own = [], {}
        for place, side in enumerate(self._sides):
            there = union(
                [into & hexes for price, into in prices for known, hexes in side.prices if price == known]
            )
            side = side._replace(plain=side.plain ^ side.plain & linked)
            more = tuple([hexes & there for hexes in rest])
            if any(more):
                own[place] = more
                side = side.widened(linked, more)
                rest = [a ^ b for a, b in zip(rest, more, strict=True)]
            sides.append(side)
        if any(rest):
            sides.append(Sides(prices[0][0], linked, 0, tuple(rest), prices))
        twin._sides = tuple(sides)
        twin.unit, twin.cheapest = self.unit, min([self.cheapest, *[price for price, _ in prices]])
        twin._begin(self, (linked, own))
        return twin

    def most_steps(self, grid: Grid, start: int, allowance: int) -> int:
        """How many steps a mover can take at most: only out of some hexes do they cost the least."""
        if self._pace is None:
            prices = {price for side in self._sides for price, _ in side.prices}
            quick = 0
            for side in self._sides:
                into = union([hexes for price, hexes in side.prices if price == self.cheapest])
                quick |= union([grid.shift(to & into, (way + 3) % 6) for way, to in enumerate(side.ways)])
            self._pace = min(prices - {self.cheapest}, default=self.cheapest), [quick]
        (slow, near), left, at = self._pace, allowance // self.unit, 1 << start
        for steps in range(left // slow + 1):  # so many before one can step out of such a hex
            if steps == len(near):
                near.append(grid.grow(near[-1]))
            if near[steps] & at:
                return steps + (left - steps * slow) // self.cheapest
        return left // slow

    def on_boards(self, boards: int, width: int) -> Search:
        """The same for at least so many boards side by side."""
        if boards > self._boards:
            while boards > self._boards:
                self._boards *= 2
            known = self._base.on_boards(self._boards, width)._sides if self._base is not None else ()
            self._wide = object.__new__(Search)
            self._wide._sides = tuple(self._laid_out(width, known))
        return self._wide

    def _laid_out(self, width: int, known: Sequence[Sides]) -> Iterator[Sides]:
        """The steps on many boards, where those of the base may be known."""

        def every(hexes: int) -> int:
            done = 1
            while hexes and done < self._boards:
                hexes |= hexes << done * width
                done *= 2
            return hexes

        for place, (cheapest, linked, _, ways, prices) in enumerate(self._sides):
            if place < len(known) and self._added is not None:
                links, more = self._added
                side = known[place]
                yield side.widened(every(links), map(every, more[place])) if place in more else side
                continue
            if place < len(known):
                _, linked, _, ways, _ = known[place]
            else:
                linked, ways = every(linked), tuple(map(every, ways))
            if place < COMMON:
                linked = 0
            prices = tuple([(price, every(into)) for price, into in prices])
            yield Sides(cheapest, linked, 0, ways, prices)  # only lone movers ask what is plain

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
        unseen, go = free, free ^ free & stop | held
        for spent in range(known, allowance if until is None else min(until, allowance)):
            new = layers[spent]
            if new:
                new &= unseen
                unseen ^= new
                new &= go
            layers[spent] = open_to = unseen
            if not new:
                continue
            back, apart = 0, lone  # what many have come to before, is seen to when they come again
            if held and (beside := new & held):
                beside |= beside << 1
                beside = (beside | beside >> 1 | beside << s - 1 | beside >> s) & stop
                open_to, apart = unseen ^ unseen & beside, True
            for cheapest, linked, plain, ways, prices in sides:
                if spent + cheapest > allowance or (linked and not new & linked):
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
                    new_to = back & a | front_near & b | front_far & c | on & d | back_near & e | back_far & f
                    if apart:
                        new_to &= open_to
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
    return union(left), _plain(grid, left), tuple([grid.shift(hexes, way) for way, hexes in enumerate(left)])


def _plain(grid: Grid, left: Sequence[int]) -> int:
    """The hexes that are left in every direction, where those of some are given for each."""
    plain = grid.all
    for way, hexes in enumerate(left):
        beside = grid.shift(grid.all, (way + 3) % 6)
        plain ^= plain & (beside ^ beside & hexes)
    return plain


def union(sets: Iterable[int]) -> int:
    found = 0
    for hexes in sets:
        found |= hexes
    return found


def with_tolls(prices: Prices, tolls: Prices) -> Prices:
    """Prices with what is paid besides; every hex has its toll."""
    found: dict[int, int] = {}
    for price, into in prices:
        for toll, hexes in tolls:
            if there := into & hexes:
                found[price + toll] = found.get(price + toll, 0) | there
    return tuple(sorted(found.items()))
