"""The shell of a general staff: it plans phases as a whole and answers everything else as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar, Generic

from typhoon.engine.course import Course, Plan
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Order
from typhoon.engine.phase import P
from typhoon.engine.seat import Seat

DISTRACTED = Manner(drive=0.5, care=0.5, whim=1.5, demand=0.0)
"""What becomes of anybody's manner when he slips."""

MOST_CHOICES = 6
"""So few orders are all thought about."""


class Staff(Generic[P]):
    """A computer player that thinks in what its side knows; games say what it answers."""

    has_ideas: ClassVar[bool] = False
    """Whether it can follow another idea than the one that it thinks best of."""

    def __init__(self, side: str, rng: Random, manner: Manner = USUAL) -> None:
        self.side = side
        self.rng = rng
        self.manner = manner
        self._plan: list[Order] = []
        self._planned_for = (0, "")

    def choose(self, seat: Seat) -> Order:
        """The order that the staff gives; always a legal one."""
        decision = seat.decision
        assert decision is not None
        moment = decision.turn, decision.phase
        if self._planned_for != moment:
            self._plan, self._planned_for = [], moment
        if order := self._next_of_plan(seat):
            return order
        imagined: P = seat.imagine(self.rng).position  # type: ignore[assignment]
        own = self.manner
        if own.slips and self.rng.random() < own.slips:
            self.manner = DISTRACTED
        answer = self.answer(seat, imagined)
        self.manner = own
        self._plan = [answer] if isinstance(answer, Order) else answer
        return self._next_of_plan(seat) or self.otherwise(seat)

    @property
    def plan(self) -> list[Order]:
        """What it still means to do in the phase."""
        return [*self._plan]

    def _next_of_plan(self, seat: Seat) -> Order | None:
        while self._plan:
            order = self._plan.pop(0)
            if seat.why_not(order) is None:
                return order
        return None

    def proposals(self, seat: Seat, manners: Iterable[Manner] = ()) -> Sequence[Plan]:
        """Plans worth thinking about, the staff's own first; where it plans nothing, single orders.

        Of those all are worth it where there are few, as when units are lost, retreat or advance.
        """
        first = self.answer(seat, seat.imagine(self.rng).position)  # type: ignore[arg-type]
        if isinstance(first, Order):
            few = seat.orders if len(seat.orders) <= MOST_CHOICES else ()
            return [[first], *[[order] for order in few if order != first]]
        found: list[Plan] = [first]
        for manner in manners:
            if manner.idea and not self.has_ideas:
                continue
            self.manner, own = manner, self.manner
            other = self.answer(seat, seat.imagine(self.rng).position)  # type: ignore[arg-type]
            self.manner = own
            if isinstance(other, list) and other not in found:
                found.append(other)
        return found

    def courses(self, manners: Iterable[Manner]) -> list[Course]:
        """What to propose where dice fall in mid-phase: to go on as usual, or in another manner."""
        return [Course(manner, self.rng.getrandbits(32)) for manner in (self.manner, *manners)]

    def group_of(self, order: Order, rules: Any) -> str:
        """Who moves as one with the unit of an order; empty for an order that is nobody's."""
        return order.actors[0] if order.actors else ""

    def answer(self, seat: Seat, pos: P) -> Order | list[Order]:
        """What to do in an imagined position, which is used up: an order, or a plan for the phase."""
        raise NotImplementedError

    def otherwise(self, seat: Seat) -> Order:
        """What to do when nothing of that is possible."""
        return next(iter(seat.orders))
