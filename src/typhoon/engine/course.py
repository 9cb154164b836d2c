"""Courses: plans for a phase in which dice fall, so that its orders cannot be listed beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, cast

from typhoon.engine.manner import Manner
from typhoon.engine.orders import Order

if TYPE_CHECKING:
    from typhoon.engine.rules import Rules
    from typhoon.engine.seat import Player


@dataclass(frozen=True)
class Course(Sequence[Order]):
    """How a staff of some manner would go about the rest of a phase; it names no orders of its own."""

    manner: Manner
    seed: int
    """What its judgement strays by: a course is the same whenever it is taken."""

    def player(self, rules: Rules[Any], side: str) -> Player:
        """Somebody who takes the course."""
        return cast("Player", rules.staff(side, Random(self.seed), self.manner))

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: Any) -> Any:
        raise IndexError(index)
