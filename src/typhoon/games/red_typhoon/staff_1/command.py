"""How activation points are spent, and the orders of the movement and combat phases."""

from __future__ import annotations

from typhoon.engine.orders import Attack, End, Move, Order
from typhoon.games.red_typhoon.activation import MOST_SAVED, Activate
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.staff_1.battles import Battle, Contact
from typhoon.games.red_typhoon.staff_1.marches import Leg, March, captures
from typhoon.games.red_typhoon.staff_1.outlook import Outlook
from typhoon.games.red_typhoon.staff_1.targets import Targets
from typhoon.hexgrid import bits

SAVED_POINT = 0.3
"""What an activation point kept for a later turn is worth."""
MARCH = {SOVIET: 1.0, GERMAN: 0.4}
"""What better places are worth to a side, measured in attacks."""
AT_A_GLANCE = 4
"""Quiet hexes that a unit weighs while it is not certain that it can move."""
LEAST_GAIN = 0.05
"""What an attack must be expected to gain."""
FOLLOW_UP = 0.6
"""What attacks planned on the march are worth, since the combat phase seldom goes as planned."""


def saved_worth(pos: RedPosition, side: int, points: int) -> float:
    """What unused points are worth at the end of the player turn."""
    return 0.0 if pos.turn == pos.rules.last_turn else SAVED_POINT * min(points, MOST_SAVED)


# Movement


def movement_orders(pos: RedPosition, side: int) -> list[Order]:
    """A whole movement phase, ending with ``end``; the position is used up."""
    to_move, to_attack = choose_formations(pos.copy(), side)
    rules, given = pos.rules, pos.move_orders
    activation = rules.activation
    pos.move_orders |= to_move
    movers = activation.may_move(pos) & rules.units_of[side]
    attackers = activation.units_in(to_attack) | activation.may_attack(pos)
    legs = captures(pos, side, movers)
    march = March(Outlook(pos, side), movers, attackers & rules.units_of[side])
    march.reconsider()
    legs += march.legs()
    moved = 0
    for leg in legs:
        moved |= 1 << leg.unit
    needed = [f for f in bits(to_move & ~given) if moved & activation.units_in(1 << f)]
    wanted = [Activate(rules.formation_ids[f]) for f in needed]
    return [*wanted, *[_move(pos, leg) for leg in legs], End()]


def _move(pos: RedPosition, leg: Leg) -> Move:
    name = pos.rules.grid.name
    return Move(pos.rules.unit_ids[leg.unit], (name[leg.start], name[leg.to]))


def choose_formations(pos: RedPosition, side: int) -> tuple[int, int]:
    """The formations that should get movement orders now and attack orders afterwards."""
    rules = pos.rules
    formations = list(bits(rules.formations_of[side]))
    own = rules.units_of[side] & pos.in_play
    formation = [rules.formation_number[c.formation] for c in rules.counters]
    moving, attacking, tanks = (dict.fromkeys(formations, 0.0) for _ in range(3))
    outlook = Outlook(pos, side)
    standing = shares(pos, side, Contact(Targets(outlook), own & ~pos.disrupted).battles())
    taken = captures(pos, side, own)
    for leg in taken:
        moving[formation[leg.unit]] += outlook.prizes[leg.to]
    if taken:
        outlook = Outlook(pos, side)
    home, march = March(outlook, 0, own), March(outlook, own, own, AT_A_GLANCE)
    for unit, choice in march.chosen.items():
        moving[formation[unit]] += MARCH[side] * (choice.place - home.chosen[unit].place)
        attacking[formation[unit]] += FOLLOW_UP * choice.attack
        if rules.panzers >> unit & 1:
            tanks[formation[unit]] += FOLLOW_UP * choice.attack
    options = {f: (standing[f], moving[f] + tanks[f], moving[f] + attacking[f]) for f in formations}
    return _best_spending(pos, side, options)


def _best_spending(
    pos: RedPosition, side: int, options: dict[int, tuple[float, float, float]]
) -> tuple[int, int]:
    """Share the points out: for each formation nothing, an attack, a move, or both."""
    plans: dict[int, tuple[float, int, int]] = {0: (0.0, 0, 0)}
    for formation, (attack, move, both) in options.items():
        bit = 1 << formation
        choices = ((0, 0.0, 0, 0), (1, attack, 0, bit), (1, move, bit, 0), (2, both, bit, bit))
        better: dict[int, tuple[float, int, int]] = {}
        for spent, (gain, moves, attacks) in plans.items():
            for cost, more, m, a in choices:
                total = spent + cost
                if total <= pos.ap[side] and (total not in better or gain + more > better[total][0]):
                    better[total] = gain + more, moves | m, attacks | a
        plans = better
    points = pos.ap[side]
    best = max(plans, key=lambda spent: plans[spent][0] + saved_worth(pos, side, points - spent))
    return plans[best][1], plans[best][2]


# Combat


def shares(pos: RedPosition, side: int, battles: list[Battle]) -> dict[int, float]:
    """What each formation contributes to a set of attacks."""
    rules = pos.rules
    gain = dict.fromkeys(bits(rules.formations_of[side]), 0.0)
    for battle in battles:
        total = sum([rules.strength[unit] for unit in battle.units])
        for unit in battle.units:
            formation = rules.formation_number[rules.counters[unit].formation]
            gain[formation] += battle.value * rules.strength[unit] / total
    return gain


def combat_order(pos: RedPosition, side: int) -> Order:
    """The next attack, the attack orders it needs, or the end of the phase."""
    outlook = Outlook(pos, side)
    targets = Targets(outlook)
    if order := _attack_orders(pos, side, targets):
        return order
    contact = Contact(targets, pos.rules.battles.able_attackers(pos, side))
    battles = [battle for battle in contact.battles() if battle.value > LEAST_GAIN]
    if not battles:
        return End()
    best = max(battles, key=lambda battle: contact.urgency(battle, battles))
    ids = pos.rules.unit_ids
    return Attack(pos.rules.grid.name[best.target], tuple([ids[unit] for unit in best.units]))


def _attack_orders(pos: RedPosition, side: int, targets: Targets) -> Order | None:
    """Orders for the formation whose attacks are worth an activation point more than any other's."""
    rules = pos.rules
    points = pos.ap[side]
    idle = rules.formations_of[side] & ~pos.attack_orders
    if not points or not idle:
        return None
    price = saved_worth(pos, side, points) - saved_worth(pos, side, points - 1) + LEAST_GAIN
    now = sum([b.value for b in Contact(targets, pos.rules.battles.able_attackers(pos, side)).battles()])
    fresh = rules.units_of[side] & pos.in_play & ~pos.disrupted & ~pos.attacked
    gain = shares(pos, side, Contact(targets, fresh).battles())
    for formation in sorted(bits(idle), key=lambda f: -gain[f]):
        if gain[formation] <= price:
            return None
        able = fresh & rules.activation.units_in(1 << formation) | pos.rules.battles.able_attackers(pos, side)
        more = sum([b.value for b in Contact(targets, able).battles()]) - now
        if more > price:
            return Activate(rules.formation_ids[formation])
    return None
