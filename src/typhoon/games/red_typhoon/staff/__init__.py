"""The staff: a computer opponent for Red Typhoon that plays either side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from typhoon.engine.course import Plan
from typhoon.engine.manner import Manner
from typhoon.engine.orders import Order
from typhoon.engine.seat import Seat
from typhoon.games.red_typhoon.activation import Activate
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
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.mechanics import staff
from typhoon.mechanics.setting_up import Deploy

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

__all__ = ["Staff"]


class Staff(staff.Staff[RedPosition]):
    """Plans a movement phase as a whole, and weighs every attack by its exact expectation."""

    outlook = Outlook
    has_ideas = True

    def proposals(self, seat: Seat, manners: Iterable[Manner] = ()) -> Sequence[Plan]:
        core = seat.imagine(self.rng)
        if isinstance(core.position.frames[-1], Combat):
            return command.combat_choices(self.outlook(core.position, SIDES.index(self.side)))  # type: ignore[arg-type]
        return super().proposals(seat, manners)

    def group_of(self, order: Order, rules: RedTyphoon) -> str:
        """The formation."""
        if isinstance(order, Activate):
            return order.formation
        unit = super().group_of(order, rules)
        return rules.counters[rules.unit_number[unit]].formation if unit else ""

    def answer(self, seat: Seat, pos: RedPosition) -> Order | list[Order]:
        phase, outlook = pos.frames[-1], self.outlook(pos, SIDES.index(self.side), self.manner, self.rng)
        if isinstance(phase, Movement):
            return command.movement_orders(outlook)
        if isinstance(phase, Combat):
            return command.combat_order(outlook)
        if isinstance(phase, SetUp):
            return Deploy()
        if isinstance(phase, Withdrawal):
            return arrivals.withdrawal_order(outlook)
        orders = list(seat.orders)
        if isinstance(phase, Loss):
            return aftermath.loss_order(outlook, phase, orders)
        if isinstance(phase, (Retreating, Surplus)):
            return aftermath.retreat_order(outlook, orders)
        if isinstance(phase, Advancing):
            return aftermath.advance_order(outlook, phase, orders)
        if isinstance(phase, RemoveExcess):
            return aftermath.cheapest_loss(outlook, orders)
        if isinstance(phase, Airborne):
            return arrivals.airborne_order(outlook, orders)
        if isinstance(phase, PlacePartisan):
            return arrivals.partisan_order(outlook, orders)
        return orders[0]
