"""The bare core: a position that is played on, and nothing else.

Whoever thinks, thinks in this: it carries out orders that are known to be legal, draws its own chance and
goes on to the next decision.  It keeps no journal, tells no story and takes nothing back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple

from typhoon.engine.orders import Chooser, Concede, Order, Orders
from typhoon.engine.phase import Umpire
from typhoon.engine.position import Position

MOST_OUTCOMES = 5_000


def settle(pos: Position, umpire: Umpire) -> None:
    """Go on until somebody must decide, or the game is over."""
    rules = pos.rules
    while pos.result is None:
        if not pos.frames:
            rules.next_phase(pos, umpire)
        elif pos.frames[-1].proceed(pos, umpire):
            return


def carry_out(pos: Position, order: Order, umpire: Umpire) -> None:
    """Carry out a legal order, and go on to the next decision."""
    phase = pos.frames[-1]
    if isinstance(order, Concede):
        pos.rules.concede(pos, pos.rules.sides[phase.decider(pos)], umpire)
    else:
        phase.apply(pos, order, umpire)
        settle(pos, umpire)


class Silent:
    """An umpire who tells nobody anything; where chance comes from, its heirs say."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        return self._one(purpose, range(1, sides + 1))

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        raise NotImplementedError

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        raise NotImplementedError

    def _one(self, purpose: str, values: Sequence[int]) -> int:
        raise NotImplementedError

    def tell(self, kind: str, /, **facts: Any) -> None:
        pass

    def tell_side(self, only: str, kind: str, /, **facts: Any) -> None:
        pass


class Core(Silent):
    """A position in play, with chance of its own."""

    __slots__ = ("_random", "position", "rules")

    def __init__(self, position: Position, rng: Chooser) -> None:
        self.position = position
        self.rules = position.rules
        self._random = rng.random

    @property
    def decider(self) -> int:
        """The number of the side that must choose; -1 when the game is over."""
        pos = self.position
        return -1 if pos.result is not None else pos.frames[-1].decider(pos)

    @property
    def orders(self) -> Orders:
        """All legal orders."""
        pos = self.position
        phase = pos.frames[-1]
        return Orders(phase.orders(pos), lambda order: phase.why_not(pos, order) is None)  # type: ignore[arg-type]

    def play(self, order: Order) -> None:
        """Carry out an order that is known to be legal, and go on to the next decision."""
        carry_out(self.position, order, self)

    def copy(self) -> Core:
        """The same position once more, with the same source of chance."""
        twin = object.__new__(Core)
        twin.position, twin.rules, twin._random = self.position.copy(), self.rules, self._random
        return twin

    def roll(self, purpose: str, sides: int = 6) -> int:
        return int(self._random() * sides) + 1

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        random = self._random
        return [int(random() * 6) + 1 for _ in range(count)]

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        return picked(int(self._random() * sum(counts)), counts)


def picked(number: int, counts: Sequence[int]) -> int:
    """Which kind the thing with that number is, in a cup of so many of each kind."""
    for kind, count in enumerate(counts):
        number -= count
        if number < 0:
            return kind
    raise IndexError(number)


class Chance(NamedTuple):
    """What may come of an order, and how likely that is."""

    probability: Fraction
    dice: tuple[tuple[str, tuple[int, ...]], ...]
    """What was thrown, drawn or rolled on the way, by purpose."""
    position: Position


def chances(pos: Position, order: Order, most: int = MOST_OUTCOMES) -> list[Chance] | None:
    """Every outcome of a legal order with its probability, in the order of the dice; None when too many."""
    found: list[Chance] = []
    branches: list[tuple[int, ...]] = [()]
    while branches:
        branch = _Branch(branches.pop(), pos.copy())
        carry_out(branch.position, order, branch)
        found.append(Chance(branch.chance, tuple(branch.dice), branch.position))
        branches += branch.others
        if len(found) + len(branches) > most:
            return None
    return found


class _Branch(Silent):
    """An umpire who lets fall what a branch says, then the first thing that can, and notes the others."""

    def __init__(self, taken: tuple[int, ...], position: Position) -> None:
        self.position = position
        self.chance = Fraction(1)
        self.dice: list[tuple[str, tuple[int, ...]]] = []
        self.others: list[tuple[int, ...]] = []
        self._taken = taken

    def _fall(self, purpose: str, possible: Sequence[tuple[tuple[int, ...], Fraction]]) -> tuple[int, ...]:
        depth = len(self.dice)
        if depth == len(self._taken):
            self.others += [(*self._taken, other) for other in range(len(possible) - 1, 0, -1)]
            self._taken = (*self._taken, 0)
        values, chance = possible[self._taken[depth]]
        self.chance *= chance
        self.dice.append((purpose, values))
        return values

    def _one(self, purpose: str, values: Sequence[int]) -> int:
        return self._fall(purpose, [((value,), Fraction(1, len(values))) for value in values])[0]

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        total = sum(counts)
        possible = [((kind,), Fraction(count, total)) for kind, count in enumerate(counts) if count > 0]
        return self._fall(purpose, possible)[0]

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        return list(self._fall(purpose, _throws(count, each))) if count else []


def _throws(count: int, each: bool) -> list[tuple[tuple[int, ...], Fraction]]:
    """What so many dice may show; unless it matters which shows what, every throw once."""
    dice = range(1, 7)
    if each:
        return [(values, Fraction(1, 6**count)) for values in product(dice, repeat=count)]
    return [
        (values, Fraction(factorial(count) // prod(factorial(values.count(d)) for d in dice), 6**count))
        for values in combinations_with_replacement(dice, count)
    ]


Play = Callable[[Core], Order]
"""Who chooses an order in a core."""


def play_out(core: Core, play: Play, most: int = 100_000) -> int:
    """Play until the game is over, or so many orders have been given; how many there were."""
    given = 0
    while core.position.result is None and given < most:
        core.play(play(core))
        given += 1
    return given
