"""Courses: plans for a phase in which dice fall, so that its orders cannot be listed beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from typhoon.engine.manner import Manner
from typhoon.engine.orders import Order

if TYPE_CHECKING:
    from typhoon.engine.rules import Rules
    from typhoon.engine.seat import Player


@dataclass(frozen=True)
class Course:
    """How a staff of some manner would go about the rest of a phase; it names no orders."""

    manner: Manner
    seed: int
    """What its judgement strays by: a course is the same whenever it is taken."""

    def player(self, rules: Rules[Any], side: str) -> Player:
        """Somebody who takes the course."""
        return cast("Player", rules.staff(side, Random(self.seed), self.manner))


Plan: TypeAlias = Sequence[Order] | Course
"""What to do in a phase: its orders, or a course, which finds them as the dice fall."""
