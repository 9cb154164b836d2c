"""Which overrun to try next, and how to get there."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.engine.orders import Order
from typhoon.games.typhoon_nonop.charts import FOOT_COSTS, MOTOR_COSTS
from typhoon.games.typhoon_nonop.odds import DIE
from typhoon.games.typhoon_nonop.overrun import ENTRY, Overrun
from typhoon.games.typhoon_nonop.stacking import LIMIT
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.hexgrid import bits

FARTHEST = 9
"""Hexes within which an overrun is looked for."""
HQ_WORTH, STEP_WORTH, WAY_WORTH = 8.0, 1.0, 1.5
"""What it is worth to catch an HQ, to cost the enemy a step, and to clear a hex."""
FAILURE = 2.5
"""What it costs when the stack stays where it is."""
BINDING = 1.5
"""What a Non-Op HQ is worth to its enemy for each division that it holds back: it had better live."""
LEAST = 1.0


class Try(NamedTuple):
    """An overrun that could be made."""

    value: float
    start: int
    by_way_of: int
    target: int
    units: int


def best_overrun(march: March) -> list[Order]:
    """The moves that lead to the best overrun, and the overrun; empty when none is worth it."""
    tries = sorted(_tries(march), reverse=True)
    for found in tries[:5]:
        if found.value < LEAST * march.manner.demand:
            break
        if orders := _carried_out(march, found):
            return orders
    return []


def _tries(march: March) -> list[Try]:
    pos, law, side = march.pos, march.law, march.phase.side
    able = law.overruns.able(pos, march.phase)
    stacks: dict[int, int] = {}
    for unit in bits(able):
        stacks.setdefault(pos.where[unit], 0)
        stacks[pos.where[unit]] |= 1 << unit
    strengths = {start: law.overruns.attack(pos, units) for start, units in stacks.items()}
    strongest = max(strengths.values(), default=0)
    found = []
    for target in bits(pos.stood[1 - side]):
        need = law.overruns.need(pos, side, target)
        if need > strongest:
            continue
        for start, units in stacks.items():
            if strengths[start] >= need and law.grid.distance(start, target) <= FARTHEST:
                found += _from(march, start, units, target, need)
    return found


def _from(march: March, start: int, stack: int, target: int, need: int) -> list[Try]:
    """Overruns of a hex by a stack, from each hex beside it."""
    pos, law, side = march.pos, march.law, march.phase.side
    zone, way_of = pos.zone(1 - side), law.mobility.way_of
    steps = [law.terrain.steps(pos, side, costs, zones=False) for costs in (FOOT_COSTS, MOTOR_COSTS)]
    members = [
        (unit, law.reaching.left(pos, unit, march.phase), way_of(pos, march.phase, "move", unit))
        for unit in bits(stack)
    ]
    found = []
    for beside in bits(law.grid.around(target)):
        if law.zones.reaching(pos, 1 - side, beside) & ~(1 << target):
            continue
        if beside != start and zone >> start & 1 and zone >> beside & 1:
            continue
        units = 0
        for unit, left, way in members:
            price = steps[law.cost_class[unit]].price(beside, target)
            if price is None:
                continue
            if beside != start:
                if way is None or not way.hexes >> beside & 1:
                    continue
                left -= way.cost(beside)
            if left >= price + ENTRY:
                units |= 1 << unit
        units = _with_room(march, units, beside if beside != start else None)
        if law.overruns.attack(pos, units) < need:
            continue
        if law.overruns.why_not_into(pos, side, beside, target) is None:
            found.append(Try(_value(march, beside, units, target), start, beside, target, units))
    return found


def _with_room(march: March, units: int, beside: int | None) -> int:
    """The strongest who may end together where they get to, and beside it should the overrun fail (B10.2)."""
    pos, law = march.pos, march.law
    there = pos.units_in(beside) if beside is not None else 0
    above = bool(units & law.attackers[pos.step])
    found = 0
    for unit in sorted(bits(units), key=lambda unit: (-law.losses.attack(pos, unit), unit)):
        if law.stacking.size(there | found | 1 << unit, with_engineer=above) <= LIMIT:
            found |= 1 << unit
    return found


def _value(march: March, beside: int, units: int, target: int) -> float:
    pos, law = march.pos, march.law
    row = law.overruns.line(law.overruns.attack(pos, units) // law.overruns.defense(pos, target))
    total = sum([modifier.value for modifier in law.overruns.modifiers(pos, beside, target, row)])
    chance = sum([die + total <= row.success for die in range(1, DIE + 1)]) / DIE
    enemies = pos.units_in(target) & law.ground_units
    steps = law.losses.total_steps(pos, enemies)
    caught = 0.0
    if enemies & law.hqs and row.steps >= steps:
        caught = HQ_WORTH - BINDING * march.outlook.bound(enemies & law.hqs)
    gain = caught + STEP_WORTH * min(steps, row.steps) + WAY_WORTH
    gain *= march.manner.drive * march.whim[target]
    return chance * gain - (1 - chance) * FAILURE * march.manner.care


def _carried_out(march: March, found: Try) -> list[Order]:
    """The orders of an overrun; empty when the rules do not let it come to that."""
    law, twin = march.law, march.twin
    before = twin.copy(), list(march.given)
    if found.by_way_of != found.start:
        for unit in bits(found.units):
            if not march.reach(unit) >> found.by_way_of & 1:
                march.start_again(*before)
                return []
            march.move(unit, found.by_way_of)
    order = Overrun(law.grid.name[found.target], twin.names(found.units))
    if law.overruns.why_not(march.twin, march.phase, order) is not None:
        march.start_again(*before)
        return []
    return [*march.given, order]
