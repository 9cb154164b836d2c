"""German support (11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import Offers, SharesOffer, form_of
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.wording import counted

EVERY = 4
"""Support is allocated every fourth turn, from the first (11.1)."""
SHARE = "{name}:{points}"
"""How the share of an army is written."""


class Allocate(Order, frozen=True):
    """Divide the support points among the armies."""

    verb: ClassVar[str] = "allocate"
    shares: tuple[str, ...]
    """Army and points, such as ``2PzA:4``."""


class Support(Order, frozen=True):
    """Put HQs of an army in support; all its others are unsupported."""

    verb: ClassVar[str] = "support"
    units: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Support:
        return cls(tuple(text.split()[1:]))


class Supports(TyphoonChapter):
    """German support points."""

    @case("11.21", "18.15", "18.25", "18.35", "18.45", "19.3")
    def points_of(self, pos: TyphoonPosition) -> int:
        """The support points of a stage: as the scenario has it, or as the players agreed."""
        agreed = self.law.options["support-points"]
        return self.law.scenario.support_points if agreed == "usual" else int(agreed)

    @case("11.23")
    def modifier_on(self, turn: int, army: str) -> int:
        """What is added to the support die of an army."""
        return self.law.support_modifier(turn)

    @case("11.24")
    def choosable(self, pos: TyphoonPosition) -> int:
        """Units on the map or due this turn (R38)."""
        return pos.in_play | sum([1 << unit for unit, (turn, _) in pos.arrival.items() if turn <= pos.turn])

    def unsupported(self, pos: TyphoonPosition) -> int:
        """German HQs on the map that are not in support."""
        return pos.in_play & self.law.german_hqs & ~pos.supported


class Divisions(OrderSet):
    """Every way to divide points among armies, the one that gives most to the last of them first."""

    def __init__(self, points: int, armies: tuple[str, ...]) -> None:
        self._points, self._armies = points, armies

    @property
    def _others(self) -> int:
        """How many armies share in what the first one leaves."""
        return len(self._armies) - 1

    def __len__(self) -> int:
        return comb(self._points + self._others, self._others)

    def __getitem__(self, number: int) -> Allocate:
        if not 0 <= number < len(self):
            raise IndexError(number)
        left, split = self._points, []
        for others in range(self._others, 0, -1):
            given = 0
            while number >= (ways := comb(left - given + others - 1, others - 1)):
                number -= ways
                given += 1
            split.append(given)
            left -= given
        return shared([*split, left], self._armies)

    def __iter__(self) -> Iterator[Allocate]:
        for split in _splits(self._points, len(self._armies)):
            yield shared(split, self._armies)

    def offer(self, offers: Offers) -> None:
        offers.shares = SharesOffer(form_of(Allocate), SHARE, self._armies, self._points)


def shared(split: Sequence[int], armies: tuple[str, ...]) -> Allocate:
    """The order that divides points so."""
    return Allocate(tuple([SHARE.format(name=a, points=n) for a, n in zip(armies, split, strict=True)]))


def _splits(points: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (points,)
    else:
        for first in range(points + 1):
            for rest in _splits(points - first, parts - 1):
                yield first, *rest


class Allocation(Phase[TyphoonPosition], frozen=True, tag="allocation"):
    """The German player divides his support points."""

    about: ClassVar[str] = "11.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Allocate,)

    @property
    def name(self) -> str:
        return "support"

    @case("11.0", "11.1", "11.25")
    def applies(self, pos: TyphoonPosition) -> bool:
        return pos.turn % EVERY == 1

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        (divisions,) = self.orders(pos)
        if len(divisions) == 1:
            self.apply(pos, divisions[0], umpire)
            return False
        return True

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        points = counted(pos.rules.supports.points_of(pos), "support point")
        return f"Divide {points} among {', '.join(pos.rules.scenario.armies)}."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Divisions(pos.rules.supports.points_of(pos), pos.rules.scenario.armies)]

    @case("11.21", "11.22")
    def refusal(self, pos: TyphoonPosition, order: Allocate) -> Ruling | None:
        armies, points = pos.rules.scenario.armies, pos.rules.supports.points_of(pos)
        wanted = " ".join(f"{army}:N" for army in armies)
        split = []
        for share in order.shares:
            army, _, number = share.partition(":")
            if army not in armies:
                return Ruling("11.22", f"'{army}' receives no support here: allocate {wanted}")
            if not number.isascii() or not number.isdecimal() or len(number) > 3:
                return Ruling("11.22", f"'{share}' is no army with a number of points: allocate {wanted}")
            split.append(int(number))
        if sum(split) != points:
            there_are = f"there are {counted(points, 'support point')}"
            return Ruling("11.21", f"the shares add up to {sum(split)}, but {there_are}")
        if len(split) != len(armies) or order != shared(split, armies):
            return Ruling("11.22", f"every army is named once, in order: allocate {wanted}")
        return None

    @case("11.22", "11.23", "11.4")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        """A die for each army tells how many of its corps can be supported."""
        assert isinstance(order, Allocate)
        rules = pos.rules
        pos.frames.pop()
        frames, allotted = [], []
        for share in order.shares:
            army, _, points = share.partition(":")
            die, modifier = umpire.roll(f"support {army}"), rules.supports.modifier_on(pos.turn, army)
            corps = rules.corps_in_support(int(points), die + modifier)
            umpire.tell("support", army=army, points=int(points), die=die, modifier=modifier, corps=corps)
            allotted.append((army, int(points), corps))
            frames.append(Supporting(army, corps))
        pos.allotted = tuple(allotted)
        pos.frames += reversed(frames)


@case("11.24", "11.3")
class Supporting(Phase[TyphoonPosition], frozen=True, tag="supporting"):
    """The German player chooses the HQs of an army that are in support for four turns."""

    about: ClassVar[str] = "11.24"
    takes: ClassVar[tuple[type[Order], ...]] = (Support,)
    army: str
    corps: int

    def hqs(self, pos: TyphoonPosition) -> int:
        """HQs of the army that can be put in support."""
        return pos.rules.hqs_of_army[self.army] & pos.rules.supports.choosable(pos)

    def _choices(self, pos: TyphoonPosition) -> list[tuple[str, ...]]:
        names = pos.names(self.hqs(pos))
        most = min(self.corps, len(names))
        return [chosen for count in range(most, -1, -1) for chosen in combinations(names, count)]

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        hqs = self.hqs(pos)
        if self.corps and self.corps < hqs.bit_count():
            return True
        self._place(pos, hqs if self.corps else 0, umpire)
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"{self.army}: choose up to {counted(self.corps, 'corps', 'corps')} to be in support."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Support(chosen) for chosen in self._choices(pos)])]

    @case("11.24")
    def refusal(self, pos: TyphoonPosition, order: Support) -> Ruling | None:
        if order.units in self._choices(pos):
            return None
        names = pos.names(self.hqs(pos))
        for unit in order.units:
            if unit not in names:
                return Ruling("11.24", f"{unit} is no corps HQ of {self.army} on the map: {', '.join(names)}")
        if len(order.units) > self.corps:
            return Ruling("11.24", f"{self.army} can have {counted(self.corps, 'corps', 'corps')} in support")
        return Ruling("11.24", f"each HQ is named once, in order: {', '.join(names)}")

    def apply(self, pos: TyphoonPosition, order: Support, umpire: Umpire) -> None:
        self._place(pos, pos.rules.units(order.units), umpire)

    def _place(self, pos: TyphoonPosition, hqs: int, umpire: Umpire) -> None:
        pos.supported = pos.supported & ~pos.rules.hqs_of_army[self.army] | hqs
        umpire.tell("supported", army=self.army, units=pos.names(hqs))
        pos.frames.pop()
