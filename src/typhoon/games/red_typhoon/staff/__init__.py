"""The staff: a computer opponent for Red Typhoon that plays either side."""

from __future__ import annotations

from random import Random

from typhoon.engine.orders import Order
from typhoon.engine.seat import Seat
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.combat import Combat
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import Airborne, PlacePartisan, Withdrawal
from typhoon.games.red_typhoon.results import Loss
from typhoon.games.red_typhoon.retreat import Retreating, Surplus
from typhoon.games.red_typhoon.setup import SetUp
from typhoon.games.red_typhoon.stacking import RemoveExcess
from typhoon.games.red_typhoon.staff import aftermath, arrivals, command
from typhoon.mechanics.setting_up import Deploy

__all__ = ["Staff"]


class Staff:
    """Plans a movement phase as a whole, and weighs every attack by its exact expectation."""

    def __init__(self, side: str, rng: Random) -> None:
        self.side = side
        self._number = SIDES.index(side)
        self._rng = rng
        self._plan: list[Order] = []
        self._planned_for = (0, "")

    def choose(self, seat: Seat) -> Order:
        """The order that the staff gives; always a legal one."""
        pos = seat.imagine(self._rng).position
        assert isinstance(pos, RedPosition)
        if isinstance(pos.frames[-1], Movement):
            return self._next_of_plan(seat, pos)
        order = self._answer(seat, pos)
        return order if seat.why_not(order) is None else next(iter(seat.orders))

    def _next_of_plan(self, seat: Seat, pos: RedPosition) -> Order:
        phase = pos.turn, pos.frames[-1].name
        if self._planned_for != phase or not self._plan:
            self._planned_for = phase
            self._plan = command.movement_orders(pos, self._number)
        while True:
            # The last order of a plan is the end of the phase, which is always legal.
            order = self._plan.pop(0)
            if seat.why_not(order) is None:
                return order

    def _answer(self, seat: Seat, pos: RedPosition) -> Order:
        phase, side = pos.frames[-1], self._number
        if isinstance(phase, Combat):
            return command.combat_order(pos, side)
        if isinstance(phase, SetUp):
            return Deploy()
        if isinstance(phase, Withdrawal):
            return arrivals.withdrawal_order(pos)
        orders = list(seat.orders)
        if isinstance(phase, Loss):
            return aftermath.loss_order(pos, side, phase, orders)
        if isinstance(phase, (Retreating, Surplus)):
            return aftermath.retreat_order(pos, side, orders)
        if isinstance(phase, Advancing):
            return aftermath.advance_order(pos, side, phase, orders)
        if isinstance(phase, RemoveExcess):
            return aftermath.cheapest_loss(pos, side, orders)
        if isinstance(phase, Airborne):
            return arrivals.airborne_order(pos, orders)
        if isinstance(phase, PlacePartisan):
            return arrivals.partisan_order(pos, orders)
        return orders[0]
