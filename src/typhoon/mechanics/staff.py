"""The shell of a general staff: it plans phases as a whole and answers everything else as it comes."""

from __future__ import annotations

from random import Random
from typing import Generic

from typhoon.engine.orders import Order
from typhoon.engine.phase import P
from typhoon.engine.seat import Seat


class Staff(Generic[P]):
    """A computer player that thinks in what its side knows; games say what it answers."""

    def __init__(self, side: str, rng: Random) -> None:
        self.side = side
        self.rng = rng
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
        answer = self.answer(seat, imagined)
        self._plan = [answer] if isinstance(answer, Order) else answer
        return self._next_of_plan(seat) or self.otherwise(seat)

    def _next_of_plan(self, seat: Seat) -> Order | None:
        while self._plan:
            order = self._plan.pop(0)
            if seat.why_not(order) is None:
                return order
        return None

    def answer(self, seat: Seat, pos: P) -> Order | list[Order]:
        """What to do in an imagined position, which is used up: an order, or a plan for the phase."""
        raise NotImplementedError

    def otherwise(self, seat: Seat) -> Order:
        """What to do when nothing of that is possible."""
        return next(iter(seat.orders))
