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


class Kind(NamedTuple):
    """What matters of a unit under fire."""

    dice: int
    dice_reduced: int
    two_steps: bool
    fires_first: bool = False
    fires_once: bool = False


class Unit(NamedTuple):
    kind: Kind
    steps: int

    @property
    def dice(self) -> int:
        fresh = self.steps == 1 + self.kind.two_steps
        return self.kind.dice if fresh else self.kind.dice_reduced if self.steps else 0

    @property
    def dice_lost(self) -> int:
        """The dice that the next hit takes away."""
        return self.dice - (self.kind.dice_reduced if self.steps == 2 else 0)


Force = tuple[Unit, ...]
"""Units in a fixed order, so that equal forces are equal tuples."""


def force_of(units: Iterable[Unit]) -> Force:
    return tuple(sorted(units))


def steps_of(force: Force) -> int:
    return sum([unit.steps for unit in force])


def dice_of(force: Force) -> int:
    return sum([unit.dice for unit in force])


def _worst_first(unit: Unit) -> tuple[int, int]:
    return unit.dice_lost, unit.steps


def _best_first(unit: Unit) -> tuple[int, bool, int]:
    return -unit.dice_lost, not unit.kind.two_steps, -unit.steps


@lru_cache(maxsize=50_000)
def after_hits(force: Force, hits: int, german: bool) -> Force:
    """A force after so many hits; fallen units stay in it with no steps."""
    if not hits:
        return force
    standing = [unit for unit in force if unit.steps]
    if not standing:
        return force
    if any(unit.steps == 2 for unit in standing):  # 10.6: those with two steps first
        standing = [unit for unit in standing if unit.kind.two_steps]
    taken = min(standing, key=_worst_first if german else _best_first)
    rest = list(force)
    rest.remove(taken)
    return after_hits(force_of([*rest, Unit(taken.kind, taken.steps - 1)]), hits - 1, german)


@lru_cache(maxsize=5_000)
def hits_of_dice(by_die: tuple[int, ...], dice: int, most: int) -> tuple[float, ...]:
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
