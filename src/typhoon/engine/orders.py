"""Orders: small frozen values with one text form each, and lazy sets of them.

The text form is the verb followed by the fields: words for names, a path as hex numbers joined
by hyphens, a list of names as the words to the end of the line.  It stands in journals, on the command
line, in the client and in tests alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, Self

import msgspec

from typhoon.engine.offers import Offers, offer_of


class OrderText(ValueError):
    """A text that is not an order at all."""


class Order(msgspec.Struct, frozen=True, gc=False):
    """One answer to a decision.

    >>> Move.parse("move G-31-ID 3329-3128")
    Move(unit='G-31-ID', path=('3329', '3128'))
    >>> str(Attack("2510", ("S-B-12", "S-B-02")))
    'attack 2510 S-B-02 S-B-12'
    """

    verb: ClassVar[str] = ""
    label: ClassVar[str] = ""
    """What a button for it says, where the verb alone would say too little."""
    sorts: ClassVar[bool] = False
    """Whether it lays its unit on top of a stack."""
    waiting: ClassVar[str] = ""
    """What those off the map are called that wait for it, where they do not wait to come in."""

    def __str__(self) -> str:
        words = [self.verb]
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if field == "path":
                words.append("-".join(value))
            elif isinstance(value, tuple):
                words.extend(value)
            elif value:
                words.append(value)
        return " ".join(words)

    @classmethod
    def form(cls) -> str:
        """What the text must look like, for messages."""
        parts = [cls.verb]
        for field in _fields(cls):
            word = "HEX-HEX" if field.name == "path" else field.name.upper()
            if field.type == tuple[str, ...] and field.name != "path":
                word = f"{field.name.removesuffix('s').upper()} ..."
            parts.append(word if field.required else f"[{word}]")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The order of a text that starts with this order's verb."""
        words = text.split()[1:]
        values: dict[str, Any] = {}
        for field in _fields(cls):
            if field.type == tuple[str, ...] and field.name != "path":
                values[field.name], words = tuple(words), []
                if not values[field.name]:
                    raise OrderText(f"'{text}' is incomplete: {cls.form()}")
            elif words:
                word = words.pop(0)
                values[field.name] = tuple(word.split("-")) if field.name == "path" else word
            elif field.required:
                raise OrderText(f"'{text}' is incomplete: {cls.form()}")
        if words:
            raise OrderText(f"'{text}' has words too many: {cls.form()}")
        return cls(**values)

    @property
    def sentence(self) -> str:
        """What choosing it means, for choices that need explaining."""
        return ""

    @property
    def actors(self) -> tuple[str, ...]:
        """The units that the order is given to."""
        if "units" in self.__struct_fields__:
            return self.units  # type: ignore[attr-defined,no-any-return]
        return (self.unit,) if "unit" in self.__struct_fields__ else ()  # type: ignore[attr-defined]


@cache
def _fields(kind: type[Order]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """What an order is made of; worked out once, for it takes longer than anything else in parsing."""
    return msgspec.structs.fields(kind)


class Move(Order, frozen=True, gc=False):
    """Move a unit along the cheapest way from the first hex of the path to the last."""

    verb: ClassVar[str] = "move"
    unit: str
    path: tuple[str, ...]


class Attack(Order, frozen=True, gc=False):
    """Attack the enemies in a hex with these units."""

    verb: ClassVar[str] = "attack"
    target: str
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "units", tuple(sorted(self.units)))


class Retreat(Order, frozen=True, gc=False):
    """Retreat a unit along a path, step by step."""

    verb: ClassVar[str] = "retreat"
    unit: str
    path: tuple[str, ...]


class Advance(Order, frozen=True, gc=False):
    """Advance a unit after combat along a path."""

    verb: ClassVar[str] = "advance"
    unit: str
    path: tuple[str, ...]


class Place(Order, frozen=True, gc=False):
    """Put a unit on the map."""

    verb: ClassVar[str] = "place"
    waiting: ClassVar[str] = "To be placed"
    unit: str
    hex: str


class Eliminate(Order, frozen=True, gc=False):
    """Choose the unit that is lost."""

    verb: ClassVar[str] = "eliminate"
    unit: str


class End(Order, frozen=True, gc=False):
    """Declare a phase, or a part of one, finished."""

    verb: ClassVar[str] = "end"


class Concede(Order, frozen=True, gc=False):
    """Give the game up; possible at any decision, in games that allow it."""

    verb: ClassVar[str] = "concede"


def parse_order(text: str, verbs: Mapping[str, type[Order]]) -> Order:
    """The order that a text spells, of one of these kinds.

    >>> parse_order("end", {"move": Move, "end": End})
    End()
    """
    words = text.split()
    if not words:
        raise OrderText("an empty line is no order")
    if words[0] not in verbs:
        raise OrderText(f"'{words[0]}' is not an order of this game: {', '.join(sorted(verbs))}")
    return verbs[words[0]].parse(text)


class Chooser(Protocol):
    """Where choices come from: ``random.Random`` will do."""

    def random(self) -> float: ...


class OrderSet(ABC):
    """A set of orders that can be counted and picked from without listing it."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __getitem__(self, number: int) -> Order: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Order]: ...

    @abstractmethod
    def offer(self, offers: Offers) -> None:
        """Add these orders to what a client is shown."""

    def most(self) -> int:
        """At least as many as there are, where that is quicker to say; it hangs on the position alone."""
        return len(self)

    def draw(self, number: int) -> Order | None:
        """The order of a number below ``most``; None for those numbers that are too many."""
        return self[number]


class Listed(OrderSet):
    """Orders that are few enough to be listed."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self._orders = orders

    def __len__(self) -> int:
        return len(self._orders)

    def __getitem__(self, number: int) -> Order:
        return self._orders[number]

    def __iter__(self) -> Iterator[Order]:
        return iter(self._orders)

    def most(self) -> int:
        return len(self._orders)

    def draw(self, number: int) -> Order:
        return self._orders[number]

    def offer(self, offers: Offers) -> None:
        offers.plain.extend(map(offer_of, self._orders))


class Perhaps(OrderSet):
    """An order of which it takes long to say whether it is legal; that is asked when somebody wants it."""

    def __init__(self, order: Order, is_legal: Callable[[], bool]) -> None:
        self._order, self._is_legal = order, is_legal

    def most(self) -> int:
        return 1

    def draw(self, number: int) -> Order | None:
        return self._order if self._is_legal() else None

    def __len__(self) -> int:
        return int(self._is_legal())

    def __getitem__(self, number: int) -> Order:
        return tuple(self)[number]

    def __iter__(self) -> Iterator[Order]:
        return iter([self._order] if self._is_legal() else [])

    def offer(self, offers: Offers) -> None:
        offers.plain.extend(map(offer_of, self))


class Barred(OrderSet):
    """No legal orders, but those that somebody might look for in vain; listed for whoever is shown them."""

    def __init__(self, missed: Callable[[], Iterable[Order]]) -> None:
        self._missed = missed

    def __len__(self) -> int:
        return 0

    def __getitem__(self, number: int) -> Order:
        raise IndexError("none of these orders is legal")

    def __iter__(self) -> Iterator[Order]:
        return iter(())

    def offer(self, offers: Offers) -> None:
        offers.barred += map(offer_of, self._missed())


class Orders:
    """All legal orders of a decision.

    Iterate over it, ask ``order in orders``, ``len(orders)``, ``orders.sample(rng)`` or
    ``orders.of(unit)``; nothing is listed before it is asked for.
    """

    def __init__(self, parts: Sequence[OrderSet], legal: Callable[[Order | str], bool]) -> None:
        self._parts = parts
        self._legal = legal
        self.sampled: Order | None = None
        """The order that was last picked by chance, which need not be judged again."""

    def __iter__(self) -> Iterator[Order]:
        for part in self._parts:
            yield from part

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __contains__(self, order: Order | str) -> bool:
        return self._legal(order)

    def of(self, unit: str) -> Iterator[Order]:
        """The orders that a unit takes part in."""
        return (order for order in self if unit in order.actors)

    def sample(self, rng: Chooser) -> Order:
        """One of the orders, each as likely as any other.

        Where a set says only how many there are at most, a number may be drawn in vain, and another is drawn.
        """
        counts = [part.most() for part in self._parts]
        total, order = sum(counts), None
        if not total:
            raise IndexError("there are no orders to choose from")
        while order is None:
            number = int(rng.random() * total)
            for part, count in zip(self._parts, counts, strict=True):
                if number < count:
                    order = part.draw(number)
                    break
                number -= count
        self.sampled = order
        return order

    def offers(self) -> Offers:
        """The orders as a client shows them."""
        offers = Offers()
        for part in self._parts:
            part.offer(offers)
        return offers
