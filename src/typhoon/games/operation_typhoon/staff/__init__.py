"""The staff: a computer opponent for Operation Typhoon that plays either side."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from typhoon.engine.orders import Attack, End, Order
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.air import Interdiction
from typhoon.games.operation_typhoon.air_cover import AirCover
from typhoon.games.operation_typhoon.answers import Defending, Evading
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.commitment import Committing, Recalling
from typhoon.games.operation_typhoon.declaring import Declaring, Propose
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolving
from typhoon.games.operation_typhoon.setback import Setback, Toll
from typhoon.games.operation_typhoon.setup import ChoosePlan, Deploy, Planning, SetUp
from typhoon.games.operation_typhoon.stacking import RemoveExcess
from typhoon.games.operation_typhoon.staff import aftermath, declare, higher
from typhoon.games.operation_typhoon.staff.marches import movement_orders
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.games.operation_typhoon.support import Allocation, Supporting

__all__ = ["Staff"]


class Staff:
    """Plans movement and combat phases as a whole, and weighs the rest decision by decision."""

    def __init__(self, side: str, rng: Random) -> None:
        self.side = side
        self._number = SIDES.index(side)
        self._rng = rng
        self._plan: list[Order] = []
        self._planned_for = (0, "")
        self._proposed_for = (0, "")

    def choose(self, seat: Seat) -> Order:
        """The order that the staff gives; always a legal one."""
        decision = seat.decision
        assert decision is not None
        phase = decision.turn, decision.phase
        if self._planned_for == phase and (order := self._next_of_plan(seat)):
            return order
        pos = seat.imagine(self._rng).position
        assert isinstance(pos, TyphoonPosition)
        outlook = Outlook(pos, self._number)
        if isinstance(pos.frames[-1], (Movement, Declaring)):
            return self._planned(seat, outlook, phase)
        self._plan = []
        order = self._answer(seat, outlook)
        return order if seat.why_not(order) is None else next(iter(seat.orders))

    def _next_of_plan(self, seat: Seat) -> Order | None:
        while self._plan:
            order = self._plan.pop(0)
            if seat.why_not(order) is None:
                return order
        return None

    def _planned(self, seat: Seat, outlook: Outlook, phase: tuple[int, str]) -> Order:
        """Reinforcements first, then a plan for the phase; when that is used up, what ends it."""
        moving = isinstance(outlook.pos.frames[-1], Movement)
        if self._planned_for != phase:
            if moving and (order := higher.arrival(outlook)):
                return order
            self._planned_for = phase
            self._plan = movement_orders(outlook) if moving else [*declare.orders(outlook), End()]
            if order := self._next_of_plan(seat):
                return order
        if seat.why_not(End()) is None:
            return End()
        if self._proposed_for != phase:
            self._proposed_for = phase
            return Propose()
        return next((o for o in seat.orders if isinstance(o, Attack)), next(iter(seat.orders)))

    def _answer(self, seat: Seat, outlook: Outlook) -> Order:
        phase, orders = outlook.pos.frames[-1], list(seat.orders)
        if isinstance(phase, Planning):
            return ChoosePlan(
                self._rng.choice(outlook.rules.victory.plans)
            )  # the enemy must not be able to tell
        if isinstance(phase, SetUp):
            return Deploy()
        if isinstance(phase, Setback):
            return aftermath.setback_order(outlook, phase, orders)
        for kinds, answer in ANSWERS:
            if isinstance(phase, kinds):
                return answer(outlook, orders)
        return orders[0]


ANSWERS: tuple[tuple[tuple[type, ...], Callable[[Outlook, list[Order]], Order]], ...] = (
    ((Allocation,), higher.allocation),
    ((Supporting,), higher.support),
    ((Committing,), higher.commitment),
    ((Recalling,), higher.recall),
    ((Interdiction,), higher.interdiction),
    ((AirCover,), declare.cover_order),
    ((Resolving,), declare.next_combat),
    ((Defending,), aftermath.defend_order),
    ((Evading,), aftermath.evade_order),
    ((Toll, RemoveExcess), aftermath.cheapest),
    ((Advancing,), aftermath.advance_order),
)
