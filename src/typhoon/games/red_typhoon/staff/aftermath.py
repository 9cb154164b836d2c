"""What follows a battle: losses, retreats of both sides, advances, and overfull hexes."""

from __future__ import annotations

from typhoon.engine.orders import Advance, Eliminate, End, Order, Retreat
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.results import FallBack, Loss
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.posts import Posts
from typhoon.games.red_typhoon.staff.targets import HOLDING_ON, SETBACK, Targets
from typhoon.hexgrid import bits

LEAST_ADVANCE = -0.05
"""Reading gained is worth this much danger."""

NEIGHBOURHOOD = 4
"""How far around a battle friends make a difference to an advance."""


def cheapest_loss(outlook: Outlook, orders: list[Order]) -> Order:
    """The unit that is missed least."""
    number = outlook.rules.unit_number
    losses = [order for order in orders if isinstance(order, Eliminate)]
    return min(losses, key=lambda order: outlook.worth[number[order.unit]])


def loss_order(outlook: Outlook, phase: Loss, orders: list[Order]) -> Order:
    """Give up a unit, or fall back when that costs less."""
    cheapest = cheapest_loss(outlook, orders)
    if not phase.may_fall_back:
        return cheapest
    pos, number = outlook.pos, outlook.rules.unit_number
    way_back = outlook.rules.grid.all & ~pos.occupied[outlook.enemy] & ~outlook.enemy_zone
    cost = 0.0
    for name in phase.units:
        unit = number[name]
        trapped = not outlook.ground.around[pos.where[unit]] & way_back
        cost += outlook.worth[unit] if trapped else SETBACK
    assert isinstance(cheapest, Eliminate)
    return FallBack() if cost < outlook.worth[number[cheapest.unit]] else cheapest


def retreat_order(outlook: Outlook, orders: list[Order]) -> Order:
    """Lead own units to safety and the enemy's astray."""
    side, side_of = outlook.side, outlook.rules.side_of
    number, index = outlook.rules.unit_number, outlook.rules.grid.index
    to_attack = _worth_attacking(outlook) if outlook.pos.attack_orders else 0

    def score(order: Order) -> float:
        if isinstance(order, Eliminate):
            own = side_of[number[order.unit]] == side
            return -10.0 if own else 10.0
        assert isinstance(order, Retreat)
        path = [index(hex_) for hex_ in order.path]
        if side_of[number[order.unit]] == side:
            return _refuge(outlook, path[-1])
        return _astray(outlook, path, to_attack)

    return max(orders, key=score)


def _worth_attacking(outlook: Outlook) -> int:
    """Enemy hexes that may still be attacked: nobody should be sent there."""
    pos, rules, ground = outlook.pos, outlook.rules, 0
    for unit in bits(rules.battles.able_attackers(pos, outlook.side)):
        ground |= 1 << pos.where[unit]
    return rules.grid.neighbours(ground) & pos.occupied[outlook.enemy]


def _refuge(outlook: Outlook, hex_: int) -> float:
    return (
        outlook.guard[hex_]
        + outlook.prizes.get(hex_, 0.0)
        + 0.1 * (outlook.ground.cover >> hex_ & 1)
        - 0.5 * outlook.enclosure[hex_]
        + 0.2 * outlook.pull[hex_] * outlook.temper.pull
    )


def _astray(outlook: Outlook, path: list[int], to_attack: int) -> float:
    """How little an enemy can do where he is sent."""
    pos, around = outlook.pos, outlook.ground.around
    end = path[-1]
    entered = 0
    for hex_ in path[1:]:
        entered |= 1 << hex_
    score = -3.0 * (entered & outlook.own_control).bit_count()
    if to_attack >> end & 1:
        score -= 1.0
    score -= 0.5 * outlook.prizes.get(end, 0.0)
    # What draws us on is where he would stand in the way.
    score -= 0.3 * outlook.pull[end] + 0.3 * outlook.guard[end]
    score += 0.1 * (around[end] & pos.zone(outlook.side)).bit_count()
    return score - 0.15 * (around[end] & pos.occupied[outlook.enemy]).bit_count()


def advance_order(outlook: Outlook, phase: Advancing, orders: list[Order]) -> Order:
    """Advance where it gains most, or stand fast."""
    pos, rules, side = outlook.pos, outlook.rules, outlook.side
    index, number = rules.grid.index, rules.unit_number
    neighbours = 0
    for hex_ in outlook.ground.within(index(phase.hex), NEIGHBOURHOOD):
        neighbours |= pos.units_in(hex_)
    line, targets = Posts(outlook, neighbours & rules.units_of[side]), Targets(outlook)
    ready = rules.battles.able_attackers(pos, side)
    best: Order = End()
    most = LEAST_ADVANCE
    for order in orders:
        if not isinstance(order, Advance):
            continue
        unit = number[order.unit]
        path = [index(hex_) for hex_ in order.path]
        gain = line.gain(unit, path[-1]) - line.gain(unit, path[0])
        for hex_ in path[1:]:
            if not outlook.own_control >> hex_ & 1:
                gain += outlook.prizes.get(hex_, 0.0) * HOLDING_ON
        gain += _hemming(targets, path[-1], ready)
        if gain > most:
            best, most = order, gain
    return best


def _hemming(targets: Targets, to: int, ready: int) -> float:
    """What a unit there adds to attacks still to be made, by barring retreats."""
    outlook, ground, pos = targets.outlook, targets.ground, targets.pos
    grid = ground.grid
    own = pos.firm[outlook.side]
    before = grid.all & ~own & ~grid.neighbours(own)
    after = before & ~grid.grow(1 << to)
    gain = 0.0
    for target in bits(ground.disc(to, 2) & pos.occupied[outlook.enemy]):
        if pos.stacks[target] & pos.defended:
            continue
        strength = 0
        for hex_ in ground.near[target]:
            strength += pos.rules.battles.strength(pos.units_in(hex_) & ready)
        ratio = strength / targets.stake(target).defense
        if ratio >= 1:
            gain += targets.promise(target, ratio, ground.escape(target, after))
            gain -= targets.promise(target, ratio, ground.escape(target, before))
    return gain
