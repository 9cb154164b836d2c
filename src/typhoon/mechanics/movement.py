"""Moving by movement points through terrain, stopped by zones of control."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from typhoon.engine.offers import MovesOffer, Offers, form_of
from typhoon.engine.orders import Move, Order, OrderSet
from typhoon.hexgrid import Asked, Grid, Reach, Steps, bits, reach, reach_all
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

    def reach(self, start: int, allowance: int, steps: Steps) -> Reach:
        key = start, allowance, id(steps)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = reach(self.grid, start, allowance, steps, self.free, self.stop)
        return known

    def reaches(self, movers: Iterable[tuple[int, int, Steps]]) -> list[Reach]:
        """The same for many movers, searched for at once."""
        known, keys = self._known, []
        missing: dict[tuple[int, int, int], tuple[Steps, Asked]] = {}
        for start, allowance, steps in movers:
            keys.append(key := (start, allowance, id(steps)))
            if key not in known:
                missing[key] = steps, Asked(start, allowance, self.free, self.stop)
        known.update(zip(missing, reach_all(self.grid, list(missing.values())), strict=True))
        return [known[key] for key in keys]


class Trail(Sequence[str]):
    """A way that was gone, by the numbers of its hexes; it is found when somebody looks at it."""

    __slots__ = ("_asked", "_found", "_name", "_to")

    def __init__(self, way: Reach, to: int, name: Mapping[int, str]) -> None:
        self._asked, self._to, self._name = way.asked_for(to), to, name
        self._found = () if self._asked is not None else self._told(way)

    def _told(self, way: Reach) -> tuple[str, ...]:
        return tuple([self._name[hex_] for hex_ in way.path(self._to)])

    def _hexes(self) -> tuple[str, ...]:
        if self._asked is not None:  # nothing of what was found on the way is kept
            self._found, self._asked = self._told(reach(*self._asked)), None
        return self._found

    def __len__(self) -> int:
        return len(self._hexes())

    def __getitem__(self, place: Any) -> Any:
        return self._hexes()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._hexes() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._hexes())

    def __repr__(self) -> str:
        return f"Trail({'-'.join(self._hexes())})"


class Movers(dict[int, Reach]):
    """Units that can move, with all they can reach; never changed once it is known."""

    moves: int = 0
    """All the moves they can make."""

    @classmethod
    def of(cls, ways: Iterable[tuple[int, Reach]]) -> Movers:
        found = cls([(unit, way) for unit, way in ways if way.count])
        found.moves = sum([way.count for way in found.values()])
        return found

    def changed(self, unit: int, way: Reach | None, done: Iterable[int] = ()) -> Movers:
        """The same with another reach for one of them, or with none, and without those who are done."""
        before = self.get(unit)
        if before is None and way is None and self.keys().isdisjoint(done):
            return self
        if before is None or done:
            return self.updated([(unit, way)], [other for other in done if other != unit])
        found = Movers(self)
        if way is not None and way.count:
            found[unit] = way
            found.moves = self.moves - before.count + way.count
        else:
            del found[unit]
            found.moves = self.moves - before.count
        return found

    def updated(self, fresh: Collection[tuple[int, Reach | None]], done: Collection[int]) -> Movers:
        """The same with other reaches for some of them, or with none, and without those who are done."""
        if not fresh and self.keys().isdisjoint(done):
            return self
        found, moves, new = Movers(self), self.moves, False
        for unit in done:
            if (gone := found.pop(unit, None)) is not None:
                moves -= gone.count
        for unit, way in fresh:
            before = found.get(unit)
            moves -= before.count if before is not None else 0
            if way is not None and way.count:
                new = new or before is None
                found[unit] = way
                moves += way.count
            elif before is not None:
                del found[unit]
        if new:  # the order of the movers hangs on the position alone
            found = Movers(sorted(found.items()))
        found.moves = moves
        return found


class Moves(OrderSet):
    """All moves of some units in one way."""

    def __init__(
        self, grid: Grid, movers: Movers | None, names: Sequence[str], points: int = 1, kind: Any = Move
    ) -> None:
        self._grid = grid
        self._known = movers
        self._names = names
        self._points = points
        """How many units of cost make a movement point."""
        self._kind = kind

    @property
    def movers(self) -> Movers:
        """Who can move; heirs may work it out only when it is asked for."""
        assert self._known is not None
        return self._known

    def __len__(self) -> int:
        return (self._known or self.movers).moves

    def most(self) -> int:
        return (self._known or self.movers).moves

    def __getitem__(self, number: int) -> Order:
        return self._of(self.movers, number)

    def _of(self, movers: Movers, number: int) -> Order:
        if number < 0:
            raise IndexError(number)
        if number * 2 < movers.moves:
            for unit, way in movers.items():
                count = way.count
                if number < count:
                    return self._move(unit, way, nth(way.hexes, number))
                number -= count
        left = number - movers.moves  # the other half is nearer to the end
        for unit, way in reversed(movers.items()) if left < 0 else ():
            left += way.count
            if left >= 0:
                return self._move(unit, way, nth(way.hexes, left))
        raise IndexError(number)

    def _of_one(self, unit: int, way: Reach | None, number: int) -> Order | None:
        """The move of a number that a unit can make; None when it is too many."""
        if way is None or number >= way.count:
            return None
        return self._move(unit, way, nth(way.hexes, number))

    def __iter__(self) -> Iterator[Order]:
        for unit, way in self.movers.items():
            for to in bits(way.hexes):
                yield self._move(unit, way, to)

    def _move(self, unit: int, way: Reach, to: int) -> Order:
        name = self._grid.name
        order: Order = self._kind(self._names[unit], (name[way.start], name[to]))
        return order

    def offer(self, offers: Offers) -> None:
        name = self._grid.name
        goals = {
            self._names[unit]: {name[to]: cost / self._points for to, cost in way.costs().items()}
            for unit, way in self.movers.items()
        }
        if goals:
            offers.moves = MovesOffer(form_of(self._kind), goals)
