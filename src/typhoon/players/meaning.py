"""What a computer player means to do, in words, as its side sees things."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.core import Core
from typhoon.engine.course import Course, Plan
from typhoon.engine.intent import intent_of
from typhoon.engine.orders import Order
from typhoon.engine.seat import Player, Seat
from typhoon.players.chance import stream
from typhoon.players.inside import Inside


def meaning(seat: Seat, player: Player, order: Order) -> list[str]:
    """The plan behind an order that a player has just chosen; who makes no plans says nothing."""
    plan = getattr(player, "plan", None)
    if plan is None:
        return []
    if isinstance(plan, Course):
        return plan_in_words(seat, plan, begun=[order])
    return plan_in_words(seat, [order, *plan])


def plan_in_words(seat: Seat, plan: Plan, *, begun: Sequence[Order] = (), alone: bool = False) -> list[str]:
    """A plan, told of a world that the side imagines, with the attacks that a staff would make after it.

    A course may have ``begun`` with some orders; a plan is told ``alone`` where somebody else went on.
    """
    decision = seat.decision
    assert decision is not None
    rng = stream("words", decision.turn, decision.phase)
    core = seat.imagine(rng)
    rules = core.rules
    staffs = [rules.staff(side, rng) for side in rules.sides]
    orders = begun
    if isinstance(plan, Course):
        staffs[rules.sides.index(seat.side)] = plan.player(rules, seat.side)
    else:
        orders = plan

    def then(core: Core) -> Order:
        staff = staffs[core.decider]
        assert staff is not None
        order: Order = staff.choose(Inside(core, rules.sides[core.decider]))
        return order

    return intent_of(core, seat.side, orders, then if all(staffs) and not alone else None)
