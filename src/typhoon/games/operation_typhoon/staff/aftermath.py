"""Losses, retreats and advances."""

from __future__ import annotations

from functools import cache, partial

from typhoon.engine.orders import Advance, Eliminate, Order
from typhoon.games.operation_typhoon.answers import Defend, Evade
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.setback import Lose, Setback, Withdraw
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import bits

POINT_LOST = 1.0
"""What a destroyed Soviet unit gives the Germans where they count points."""


def step_cost(outlook: Outlook, unit: int) -> float:
    """What is lost with the next step of a unit."""
    pos, rules = outlook.pos, outlook.rules
    side, strength = rules.side_of[unit], outlook.defense(unit)
    if rules.hqs >> unit & 1:
        return 8.0
    left = pos.rules.strengths.steps(pos, unit)
    if left == 1:
        points = POINT_LOST if pos.rules.scenario.counts_points else 0.0
        points = points if side == SOVIET else outlook.points_lost[GERMAN]
        return outlook.weights.after.last_step + points + (1.0 if rules.tanks >> unit & 1 else 0.0)
    return 0.5 + (strength - 1 if left == 2 else strength / 2) / 2.5


def cheapest(outlook: Outlook, orders: list[Order]) -> Order:
    """The loss that hurts least."""
    number = outlook.rules.unit_number

    def cost(order: Order) -> tuple[float, str]:
        assert isinstance(order, (Lose, Eliminate))
        return step_cost(outlook, number[order.unit]), order.unit

    return min([order for order in orders if isinstance(order, (Lose, Eliminate))], key=cost)


def setback_order(outlook: Outlook, phase: Setback, orders: list[Order]) -> Order:
    """Steps or hexes, whichever costs less; a broken enemy is sent where it hurts."""
    ways = [order for order in orders if isinstance(order, Withdraw)]
    if outlook.side != phase.side:
        return max(ways, key=lambda order: (_hardship(outlook, order), order.path))
    losses = [order for order in orders if isinstance(order, Lose)]
    best = min(ways, key=lambda order: (_way_cost(outlook, order), order.path))
    if not losses:
        return best
    loss = cheapest(outlook, list(losses))
    assert isinstance(loss, Lose)
    step = step_cost(outlook, outlook.rules.unit_number[loss.unit])
    price = outlook.weights.after.steps * step * phase.back
    units = outlook.pos.units_in(outlook.grid.index(best.path[0]))
    if sum([outlook.pos.rules.strengths.steps(outlook.pos, unit) for unit in bits(units)]) <= phase.back:
        price += 5.0
    return loss if price < _way_cost(outlook, best) else best


def _way_cost(outlook: Outlook, order: Withdraw) -> float:
    """What a retreat costs: the ground, steps on the way, and danger at its end."""
    pos, grid = outlook.pos, outlook.grid
    way = [grid.index(number) for number in order.path]
    side, weights = outlook.side, outlook.weights.after
    cost = weights.retreat * (len(way) - 1)
    cost += weights.left_place * outlook.places.get(way[0], 0.0)
    if side == SOVIET and pos.entrenched >> way[0] & 1:
        cost += weights.dug_in
    units = pos.units_in(way[0])
    step = min([step_cost(outlook, unit) for unit in bits(units)])
    cost += step * sum([outlook.enemy_zone >> hex_ & 1 for hex_ in way[1:]])
    end = way[-1]
    if pos.occupied[side] >> end & 1:
        together = pos.units_in(end) | units
        cost += 0.5 * max(0, together.bit_count() - 3)
        if any(end in combat.targets for combat in pos.combats):
            cost += 6.0
    if side == SOVIET:
        cost -= 0.5 * bool(outlook.shelters >> end & 1)
    cost += 0.1 * outlook.pull("mech", end) * (1 if side == SOVIET else -1)
    return cost


def _hardship(outlook: Outlook, order: Withdraw) -> float:
    """How bad a retreat is for the enemy."""
    pos, grid = outlook.pos, outlook.grid
    way = [grid.index(number) for number in order.path]
    tolls = sum([pos.zone(outlook.side) >> hex_ & 1 for hex_ in way[1:]])
    friends = (grid.around(way[-1]) & pos.occupied[1 - outlook.side]).bit_count()
    pull = outlook.pull("mech", way[-1]) * (1 if outlook.side == SOVIET else -1)
    return 2.0 * tolls - 0.3 * friends + 0.1 * pull


def advance_order(outlook: Outlook, orders: list[Order]) -> Order:
    """Go on where that gains ground and is not too dangerous."""
    pos, grid, rules = outlook.pos, outlook.grid, outlook.rules
    end = next(order for order in orders if not isinstance(order, Advance))
    best, most = end, outlook.weights.after.least
    worth = cache(partial(place_worth, outlook))
    for order in orders:
        if not isinstance(order, Advance):
            continue
        unit, to = rules.unit_number[order.unit], grid.index(order.path[-1])
        gain = worth(unit, to) - worth(unit, pos.where[unit])
        for number in order.path[1:]:
            hex_ = grid.index(number)
            if pos.control[1 - outlook.side] >> hex_ & 1:
                gain += outlook.places.get(hex_, 0.2)
        if rules.hqs >> unit & 1:
            gain -= 5.0
        if gain > most:
            best, most = order, gain
    return best


def place_worth(outlook: Outlook, unit: int, hex_: int) -> float:
    """What it is worth to have a unit in a hex beside those who are there."""
    pos, rules, weights = outlook.pos, outlook.rules, outlook.weights.after
    class_ = "mech" if rules.mechanized >> unit & 1 else "foot"
    there = pos.units_in(hex_) & rules.units_of[outlook.side] | 1 << unit
    value = weights.drawn * outlook.pull(class_, hex_)
    if outlook.side == SOVIET:
        value += weights.held * outlook.places.get(hex_, 0.0)
        value += 0.6 * bool(pos.entrenched >> hex_ & 1)
        value -= weights.contact * bool(outlook.contact & ~outlook.shelters & 1 << hex_)
    elif outlook.doctrine.holds and not there & ~rules.hqs & ~(1 << unit):
        value += weights.garrison * outlook.places.get(hex_, 0.0)
    if there.bit_count() > 3:
        value -= 0.5 * (there.bit_count() - 3)
    value += weights.company * (grid_friends(outlook, unit, hex_) > 0)
    if danger := outlook.danger(hex_, there):
        harm = danger.enemy_steps * weights.risk_steps + danger.enemy_back * weights.risk_back
        value -= weights.risk * harm / there.bit_count()
        value += weights.sting * danger.own_steps / there.bit_count()
    return value


def grid_friends(outlook: Outlook, unit: int, hex_: int) -> int:
    """Own units in or beside a hex, the unit itself left out."""
    pos = outlook.pos
    near = outlook.grid.around(hex_) | 1 << hex_
    found = 0
    for other in bits(near & pos.occupied[outlook.side]):
        found += (pos.units_in(other) & ~(1 << unit)).bit_count()
    return found


def defend_order(outlook: Outlook, orders: list[Order]) -> Order:
    """The strongest defense."""
    number = outlook.rules.unit_number

    def strength(order: Order) -> tuple[float, str]:
        assert isinstance(order, Defend)
        return sum([outlook.defense(number[unit]) for unit in order.units]), str(order)

    return max(orders, key=strength)


def evade_order(outlook: Outlook, orders: list[Order]) -> Order:
    """Back to a hex that the enemy does not control, rather to friends, or stand."""
    pos, grid = outlook.pos, outlook.grid
    zone = pos.zone(1 - outlook.side)
    ways = [o for o in orders if isinstance(o, Evade) and not zone >> grid.index(o.hex) & 1]
    if not ways:
        return next(order for order in orders if not isinstance(order, Evade))

    def safety(order: Evade) -> tuple[int, float, str]:
        hex_ = grid.index(order.hex)
        friends = (grid.around(hex_) & pos.occupied[outlook.side]).bit_count()
        return friends, -outlook.threat(hex_)[0], order.hex

    return max(ways, key=safety)
