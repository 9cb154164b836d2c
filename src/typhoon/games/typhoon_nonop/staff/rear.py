"""Behind the front: supply, replacements, works, railways, and what becomes of HQs."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import End, Order, Place
from typhoon.games.typhoon_nonop.arrivals import Rebuild, ReinforcementPhase, Release, Restore
from typhoon.games.typhoon_nonop.charts import GERMAN, MOTOR_COSTS, SOVIET
from typhoon.games.typhoon_nonop.engineering import Convert, Fortify
from typhoon.games.typhoon_nonop.interphase import Disband, Recover
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.staff import plan
from typhoon.games.typhoon_nonop.staff.outlook import Outlook
from typhoon.games.typhoon_nonop.supply import Spend
from typhoon.hexgrid import bits

STARVING = 3
"""Units about to go Out of Supply for which a supply unit is spent."""
BOUND = 7
"""Divisions in danger for which an HQ that binds them is given up."""
IN_DANGER = (-2.0, 1.2)
"""Turns of lead between which a unit can still be saved, if it may move."""


def spend(pos: NonopPosition, side: int, orders: Sequence[Order]) -> Order:
    """A point for many motor units that would be Out of Supply."""
    law = pos.rules
    hungry = pos.stood[side] & ~law.supply.supplied(pos, side)
    best: tuple[int, Order] = (STARVING - 1, End())
    for order in orders:
        if isinstance(order, Spend):
            fed = 0
            for hex_ in bits(law.supply.around_point(pos, law.unit_number[order.unit]) & hungry):
                fed |= pos.stacks[hex_]
            count = (fed & law.motor & (pos.emergency | pos.out)).bit_count()
            if count > best[0]:
                best = count, order
    return best[1]


def points(pos: NonopPosition, phase: ReinforcementPhase) -> list[Order]:
    """German points come to where the spearheads have the fewest; where others come, is proposed."""
    law, orders = pos.rules, []
    outlook = Outlook(pos, GERMAN)
    heads = plan.crowds(outlook, pos) if phase.side == GERMAN else []
    if not heads:
        return []
    hexes = law.arrivals.point_hexes(pos, GERMAN)
    own = law.supply_units & law.units_of[GERMAN]
    near = dict.fromkeys(heads, 0)
    for unit in bits(own & pos.in_play):
        near[min(heads, key=lambda head: (law.grid.distance(pos.where[unit], head), head))] += 1
    for unit in bits(law.arrivals.spare(pos, GERMAN))[: pos.points[GERMAN]]:
        head = min(heads, key=lambda head: (near[head], head))
        near[head] += 1
        goals = outlook.way_to(head, MOTOR_COSTS).nearest(hexes)
        if goals:
            orders.append(Place(law.unit_ids[unit], law.grid.name[bits(goals)[0]]))
    return orders  # type: ignore[return-value]


def replace(pos: NonopPosition, orders: Sequence[Order]) -> Order:
    """Garrisons out, steps to the strongest, cadres into places worth points; HQs stay in their box."""
    law = pos.rules
    if releases := [order for order in orders if isinstance(order, Release)]:
        outlook = Outlook(pos, SOVIET)
        return min(releases, key=lambda order: (outlook.lead(law.grid.index(order.hex)), order.hex))
    if steps := [order for order in orders if isinstance(order, Restore)]:
        return max(steps, key=lambda order: (_strength(pos, order.unit), order.unit))
    rebuilt = [order for order in orders if isinstance(order, Rebuild)]
    rebuilt = [order for order in rebuilt if not law.hqs >> law.unit_number[order.unit] & 1]
    if not rebuilt:
        return End()

    def worth(order: Rebuild) -> tuple[int, int, str]:
        hex_ = law.grid.index(order.hex)
        return (
            law.places[hex_].german_vp if hex_ in law.places else 0,
            -law.grid.distance(hex_, _vyazma(pos)),
            order.unit,
        )

    return max(rebuilt, key=worth)


def _strength(pos: NonopPosition, name: str) -> int:
    unit = pos.rules.unit_number[name]
    return pos.rules.losses.attack(pos, unit) + pos.rules.losses.defense(pos, unit)


def _vyazma(pos: NonopPosition) -> int:
    return pos.rules.grid.index(plan.VYAZMA)


def build(pos: NonopPosition, side: int, orders: Sequence[Order]) -> Order:
    """Germans lay rails toward their aims; Soviets fortify where the enemy is near, places before all."""
    law = pos.rules
    if side == GERMAN:
        rails = [order for order in orders if isinstance(order, Convert)]
        ends = [law.grid.index(number) for number in (plan.VYAZMA, plan.BRYANSK, plan.OREL)]

        def far(order: Convert) -> tuple[int, str]:
            hex_ = law.grid.index(order.hex)
            return min([law.grid.distance(hex_, end) for end in ends]), order.hex

        return min(rails, key=far, default=End())
    works = [order for order in orders if isinstance(order, Fortify)]

    def worth(order: Fortify) -> tuple[float, int]:
        hex_ = law.grid.index(order.hex)
        points = law.places[hex_].german_vp if hex_ in law.places else 0
        near = law.grid.disc(hex_, 3) & pos.manned[GERMAN]
        defense = sum([law.losses.defense(pos, unit) for unit in bits(pos.units_in(hex_))])
        return points + bool(near), defense

    return max(works, key=worth, default=End())


def recover(pos: NonopPosition, orders: Sequence[Order]) -> Order:
    """Disband an HQ that is cut off or binds many who could run; roll for all others."""
    law = pos.rules
    disband = [order for order in orders if isinstance(order, Disband)]
    if disband:
        outlook = Outlook(pos, SOVIET)
        worst = max(
            disband, key=lambda order: (_better_gone(outlook, law.unit_number[order.unit]), order.unit)
        )
        if _better_gone(outlook, law.unit_number[worst.unit]) > 0:
            return worst
    return next((order for order in orders if isinstance(order, Recover)), End())


def _better_gone(outlook: Outlook, hq: int) -> int:
    """What speaks for disbanding an HQ: it will be lost, which costs more, or it holds back many."""
    pos, law = outlook.pos, outlook.law
    here = pos.where[hq]
    if not law.surrender.connected(pos) >> here & 1:
        return 100
    least, most = IN_DANGER
    near = [
        h for h in bits(law.command.range_of(here) & pos.manned[SOVIET]) if least < outlook.lead(h) < most
    ]
    bound = outlook.divisions(sum([1 << hex_ for hex_ in near]))
    return bound if bound >= BOUND and pos.turn < pos.rules.last_turn - 2 else 0
