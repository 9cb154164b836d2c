"""The arithmetic of fire: how likely so many hits are, and who is left after them.

Forces are small tuples here: what a unit is called does not matter, only its dice and steps.  Losses
are allotted as the program would allot them (R41).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

State = TypeVar("State", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
Spread = dict[State, float]
"""States with the chance of each."""
ByDie = tuple[int, ...]
"""For each face of a die, from an unused 0, the steps it takes."""


class Kind(NamedTuple):
    """What matters of a unit under fire."""

    dice: int
    dice_reduced: int
    two_steps: bool
    fires_first: bool = False
    fires_once: bool = False

    @property
    def fresh(self) -> Unit:
        return Unit(self, 1 + self.two_steps)


class Unit(NamedTuple):
    kind: Kind
    steps: int

    @property
    def dice(self) -> int:
        fresh = self.steps == 1 + self.kind.two_steps
        return self.kind.dice if fresh else self.kind.dice_reduced if self.steps else 0


Force = tuple[Unit, ...]
"""Units in a fixed order, so that equal forces are equal tuples."""


def force_of(units: Iterable[Unit]) -> Force:
    return tuple(sorted(units))


def steps_of(force: Force) -> int:
    return sum([unit.steps for unit in force])


def dice_of(force: Force) -> int:
    return sum([unit.dice for unit in force])


def rank(unit: Unit, german: bool) -> tuple[int, ...]:
    """Who takes the next hit, as the program allots it (R41): the unit with the least rank.

    German losses cost as few dice as possible, and rather a step of a unit that is reduced already,
    since units that fall come back with one.  Soviet losses take as many dice as possible, rather from
    those that would fight on in the next round, and from fresh ones, so that none is held back for long.
    """
    lost = unit.dice - (unit.kind.dice_reduced if unit.steps == 2 else 0)
    return (lost, unit.steps) if german else (-lost, not unit.kind.two_steps, -unit.steps)


@lru_cache(maxsize=50_000)
def after_hits(force: Force, hits: int, german: bool) -> Force:
    """A force after so many hits; fallen units stay in it with no steps."""
    standing = [unit for unit in force if unit.steps]
    if not hits or not standing:
        return force
    if any(unit.steps == 2 for unit in standing):  # 10.6: those with two steps first
        standing = [unit for unit in standing if unit.kind.two_steps]
    taken = min(standing, key=lambda unit: rank(unit, german))
    rest = list(force)
    rest.remove(taken)
    return after_hits(force_of([*rest, Unit(taken.kind, taken.steps - 1)]), hits - 1, german)


@lru_cache(maxsize=5_000)
def hits_of_dice(by_die: ByDie, dice: int, most: int) -> tuple[float, ...]:
    """The chance of each number of hits from 0 to ``most``, which stands for as many or more.

    >>> hits_of_dice((0, 0, 0, 0, 0, 1, 2), 1, 2)
    (0.6666666666666666, 0.16666666666666666, 0.16666666666666666)
    """
    if not dice:
        return (1.0,) + (0.0,) * most
    before = hits_of_dice(by_die, dice - 1, most)
    chances = [0.0] * (most + 1)
    for hits, chance in enumerate(before):
        for face in by_die[1:]:
            chances[min(hits + face, most)] += chance / 6
    return tuple(chances)


def spread_over(
    states: Mapping[State, float], outcomes: Callable[[State], Iterable[tuple[Other, float]]]
) -> Spread[Other]:
    """What becomes of states when each of them leads to outcomes of its own."""
    found: Spread[Other] = {}
    for state, chance in states.items():
        for other, share in outcomes(state):
            if share:
                found[other] = found.get(other, 0.0) + chance * share
    return found


def fired_at(force: Force, by_die: ByDie, dice: int, *, german: bool) -> list[tuple[Force, float]]:
    """Who may be left of a force after the fire of so many dice."""
    chances = hits_of_dice(by_die, dice, steps_of(force))
    return [(after_hits(force, hits, german), chance) for hits, chance in enumerate(chances) if chance]


@lru_cache(maxsize=5_000)
def bombed(force: Force, by_die: ByDie) -> Spread[Force]:
    """Who may be left of a force after one die at each unit."""
    if not force:
        return {(): 1.0}
    unit, *others = force
    hits = hits_of_dice(by_die, 1, unit.steps)
    after = [(Unit(unit.kind, unit.steps - taken), chance) for taken, chance in enumerate(hits)]
    return spread_over(
        bombed(tuple(others), by_die),
        lambda rest: [(force_of([*rest, left]), chance) for left, chance in after],
    )


@lru_cache(maxsize=2_000)
def drawn(pool: tuple[tuple[Kind, int], ...], count: int) -> Spread[Force]:
    """What so many fresh units drawn from a pool may be."""
    if not count:
        return {(): 1.0}
    size = sum([number for _, number in pool]) - count + 1

    def one_more(force: Force) -> list[tuple[Force, float]]:
        there = [unit.kind for unit in force]
        chances = [(kind, (number - there.count(kind)) / size) for kind, number in pool]
        return [(force_of([*force, kind.fresh]), chance) for kind, chance in chances]

    return spread_over(drawn(pool, count - 1), one_more)
