"""The staff: a computer opponent for Operation Typhoon that plays either side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typhoon.engine.core import Core
from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.air import Interdiction
from typhoon.games.operation_typhoon.air_cover import AirCover
from typhoon.games.operation_typhoon.answers import Defending, Engaging, Evading
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
from typhoon.games.operation_typhoon.staff.doctrine import LEARNT, Doctrine
from typhoon.games.operation_typhoon.staff.marches import March, movement_orders
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.games.operation_typhoon.support import Allocation, Supporting
from typhoon.mechanics import staff

__all__ = ["Staff"]

STRAY = 0.6
"""How far weights stray for the sake of another idea."""


class Staff(staff.Staff[TyphoonPosition]):
    """Plans movement and combat phases as a whole, and weighs the rest decision by decision."""

    has_ideas = True
    doctrine = LEARNT

    def answer(self, seat: Seat, pos: TyphoonPosition) -> Order | list[Order]:
        side, phase = SIDES.index(self.side), pos.frames[-1]
        if isinstance(phase, Movement):
            arrivals = higher.arrivals(Core(pos, self.rng), side, self.doctrine)
            return [*movement_orders(self.look(seat, pos), arrivals, self.prepare), End()]
        outlook = self.look(seat, pos)
        if isinstance(phase, Declaring):
            return [*declare.orders(outlook), End()]
        if isinstance(phase, Planning):
            return ChoosePlan(self.rng.choice(pos.rules.victory.plans))  # the enemy must not be able to tell
        if isinstance(phase, SetUp):
            return Deploy()
        orders = list(seat.orders)
        if isinstance(phase, Setback):
            return aftermath.setback_order(outlook, phase, orders)
        for kinds, answer in ANSWERS:
            if isinstance(phase, kinds):
                return answer(outlook, orders)
        return orders[0]

    def group_of(self, order: Order, rules: Any) -> str:
        """The corps or army of a unit: what it does alone is seldom worth more than chance."""
        unit = super().group_of(order, rules)
        hq = rules.forces.hq_of(rules.unit_number[unit]) if unit else None
        return unit if hq is None else rules.unit_ids[hq]

    def look(self, seat: Seat, pos: TyphoonPosition) -> Outlook:
        """What the side makes of an imagined position."""
        return Outlook(pos, SIDES.index(self.side), self.manner, self.rng, self.mind())

    def mind(self) -> Doctrine:
        """What it thinks with; for another idea it makes more of some things, and less of others."""
        if not self.manner.idea:
            return self.doctrine
        rng, side = self.rng, SIDES.index(self.side)
        return self.doctrine.weighed(side, lambda _, weight: weight * rng.lognormvariate(0.0, STRAY))

    def prepare(self, march: March) -> None:
        """Give some units their place before all others in a movement phase."""

    def otherwise(self, seat: Seat) -> Order:
        return Propose() if seat.why_not(Propose()) is None else super().otherwise(seat)


ANSWERS: tuple[tuple[tuple[type, ...], Callable[[Outlook, list[Order]], Order]], ...] = (
    ((Allocation,), higher.allocation),
    ((Supporting,), higher.support),
    ((Committing,), higher.commitment),
    ((Recalling,), higher.recall),
    ((Interdiction,), higher.interdiction),
    ((AirCover,), declare.cover_order),
    ((Resolving,), declare.next_combat),
    ((Engaging,), declare.engage_order),
    ((Defending,), aftermath.defend_order),
    ((Evading,), aftermath.evade_order),
    ((Toll, RemoveExcess), aftermath.cheapest),
    ((Advancing,), aftermath.advance_order),
)
