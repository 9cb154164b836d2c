"""Sets of orders that are counted and picked from without being listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from typhoon.engine.offers import AttacksOffer, Offers, PlacesOffer, Target, form_of, offer_of
from typhoon.engine.orders import Attack, Order, OrderSet, Place
from typhoon.hexgrid import Grid, bits

T = TypeVar("T")


class UnitHexes(OrderSet):
    """An order for each unit and each hex open to it."""

    def __init__(
        self, grid: Grid, choices: Sequence[tuple[str, int]], make: Callable[[str, int], Order]
    ) -> None:
        self._grid = grid
        self._choices = choices
        self._make = make

    def __len__(self) -> int:
        count = 0
        for _, hexes in self._choices:
            count += hexes.bit_count()
        return count

    def __getitem__(self, number: int) -> Order:
        for unit, hexes in self._choices:
            count = hexes.bit_count()
            if 0 <= number < count:
                return self._make(unit, nth(hexes, number))
            number -= count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for unit, hexes in self._choices:
            for index in bits(hexes):
                yield self._make(unit, index)

    def offer(self, offers: Offers) -> None:
        alike: dict[int, list[str]] = {}
        for unit, hexes in self._choices:
            if hexes:
                alike.setdefault(hexes, []).append(unit)
        for hexes, units in alike.items():
            form = form_of(type(self._make(units[0], nth(hexes, 0))))
            offers.places.append(PlacesOffer(form, tuple(units), tuple(self._grid.numbers(hexes))))


class Placements(OrderSet):
    """Placing units: for each group of units the hexes open to it, but for the one where a unit is.

    A group also tells how many of its units stand in those hexes.
    """

    def __init__(
        self,
        grid: Grid,
        groups: Sequence[tuple[Sequence[int], int, int]],
        names: Sequence[str],
        where: Sequence[int],
    ) -> None:
        self._grid = grid
        self._groups = groups
        self._names = names
        self._where = where
        self._counts = [len(units) * hexes.bit_count() - standing for units, hexes, standing in groups]
        self._count = sum(self._counts)

    def _is_in(self, unit: int, hexes: int) -> int:
        hex_ = self._where[unit]
        return hexes >> hex_ & 1 if hex_ >= 0 else 0

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        for (units, hexes, _), count in zip(self._groups, self._counts, strict=True):
            if 0 <= number < count:
                return self._nth_of_group(units, hexes, number)
            number -= count
        raise IndexError(number)

    def _nth_of_group(self, units: Sequence[int], hexes: int, number: int) -> Order:
        most = hexes.bit_count()
        for unit in units:
            count = most - self._is_in(unit, hexes)
            if number < count:
                return self._place(unit, nth(self._open_to(unit, hexes), number))
            number -= count
        raise IndexError(number)

    def _open_to(self, unit: int, hexes: int) -> int:
        return hexes ^ 1 << self._where[unit] if self._is_in(unit, hexes) else hexes

    def __iter__(self) -> Iterator[Order]:
        for units, hexes, _ in self._groups:
            for unit in units:
                for hex_ in bits(self._open_to(unit, hexes)):
                    yield self._place(unit, hex_)

    def _place(self, unit: int, hex_: int) -> Place:
        return Place(self._names[unit], self._grid.name[hex_])

    def offer(self, offers: Offers) -> None:
        for units, hexes, _ in self._groups:
            if units and hexes:
                names = tuple([self._names[unit] for unit in units])
                offers.places.append(PlacesOffer(form_of(Place), names, tuple(self._grid.numbers(hexes))))


class Groups(OrderSet):
    """Every attack on a hex by a group of units that is strong enough together."""

    def __init__(self, target: str, units: Sequence[tuple[str, int]], need: int) -> None:
        self.target = target
        self.units = sorted(units)
        self._strengths = tuple(strength for _, strength in self.units)
        self._need = need
        self.count = _ways(self._strengths, need)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> Order:
        if not 0 <= number < self.count:
            raise IndexError(number)
        chosen, strengths, need = [], self._strengths, self._need
        for unit, strength in self.units:
            strengths = strengths[1:]
            count = _ways(strengths, need - strength)
            if number < count:
                chosen.append(unit)
                need -= strength
            else:
                number -= count
        return Attack(self.target, tuple(chosen))

    def __iter__(self) -> Iterator[Order]:
        return (self[number] for number in range(len(self)))

    def offer(self, offers: Offers) -> None:
        if len(self):
            if offers.attacks is None:
                offers.attacks = AttacksOffer(form_of(Attack))
            units = tuple([unit for unit, _ in self.units])
            offers.attacks.targets[self.target] = Target((self.target,), units)


@lru_cache(maxsize=20_000)
def _ways(strengths: tuple[int, ...], need: int) -> int:
    """How many groups reach a strength.

    >>> _ways((4, 3, 2), 5)
    4
    """
    if need <= 0:
        return 1 << len(strengths)
    if sum(strengths) < need:
        return 0
    return _ways(strengths[1:], need - strengths[0]) + _ways(strengths[1:], need)


def nth(members: int, number: int) -> int:
    """The member of a set that comes after ``number`` others, found by halving.

    >>> nth(0b10110, 2)
    4
    """
    base = (members & -members).bit_length() - 1
    members >>= base
    while number and (length := members.bit_length()) > 64:
        half = length >> 1
        low = members & (1 << half) - 1
        count = low.bit_count()
        if number < count:
            members = low
        else:
            number -= count
            members >>= half
            base += half
    for _ in range(number):
        members &= members - 1
    return base + (members & -members).bit_length() - 1


class OfEach(OrderSet, Generic[T]):
    """An order of one kind for each of some things, made when somebody wants it."""

    def __init__(self, kind: Callable[[T], Order], things: Sequence[T]) -> None:
        self._kind, self._things = kind, things

    def __len__(self) -> int:
        return len(self._things)

    def __getitem__(self, number: int) -> Order:
        return self._kind(self._things[number])

    def __iter__(self) -> Iterator[Order]:
        return map(self._kind, self._things)

    def offer(self, offers: Offers) -> None:
        offers.plain += map(offer_of, self)


class OfUnits(OrderSet):
    """An order of one kind, which names a unit and nothing else, for any of some units that it fits."""

    def __init__(
        self, kind: Callable[[str], Order], names: Sequence[str], units: int, fits: Callable[[int], bool]
    ) -> None:
        self._kind, self._names, self._units, self._fits = kind, names, units, fits

    def most(self) -> int:
        return self._units.bit_count()

    def draw(self, number: int) -> Order | None:
        unit = nth(self._units, number)
        return self._kind(self._names[unit]) if self._fits(unit) else None

    def __len__(self) -> int:
        return len(self._listed())

    def __getitem__(self, number: int) -> Order:
        return self._listed()[number]

    def __iter__(self) -> Iterator[Order]:
        return iter(self._listed())

    def _listed(self) -> list[Order]:
        return [self._kind(self._names[unit]) for unit in bits(self._units) if self._fits(unit)]

    def offer(self, offers: Offers) -> None:
        offers.plain += map(offer_of, self)
