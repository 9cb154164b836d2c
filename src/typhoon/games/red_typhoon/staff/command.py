"""How activation points are spent, and the orders of the movement and combat phases."""

from __future__ import annotations

from itertools import combinations

from typhoon.engine.orders import Attack, End, Move, Order
from typhoon.games.red_typhoon.activation import MOST_SAVED, Activate
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.staff.battles import Battle, Contact
from typhoon.games.red_typhoon.staff.marches import Leg, March, captures
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.targets import Targets
from typhoon.hexgrid import bits

SAVED_POINT = 0.3
"""What an activation point kept for a later turn is worth."""
MARCH = {SOVIET: 1.0, GERMAN: 0.4}
"""What better places are worth to a side, measured in attacks."""
MOST_BATTLES = 4
"""Attacks that are thought about at a time."""
LEAST_GAIN = 0.05
"""What an attack must be expected to gain."""
FOLLOW_UP = 0.6
"""What attacks planned on the march are worth, since the combat phase seldom goes as planned."""


def saved_worth(pos: RedPosition, side: int, points: int) -> float:
    """What unused points are worth at the end of the player turn."""
    return 0.0 if pos.turn == pos.rules.last_turn else SAVED_POINT * min(points, MOST_SAVED)


# Movement


def movement_orders(outlook: Outlook) -> list[Order]:
    """A whole movement phase, ending with ``end``; the position is used up.

    Everybody is given a place as if all formations could move; then points are spent on those whose places
    are worth most, and the others stay.  To plan once more for the chosen ones alone was tried: it sends
    them where the others should have gone, and loses games.  Another idea is to move other formations.
    """
    pos, side, rules = outlook.pos, outlook.side, outlook.rules
    before, own = pos.copy(), rules.units_of[side] & pos.in_play
    targets = Targets(outlook)
    standing = shares(pos, side, Contact(targets, own & ~pos.disrupted).battles())
    taken = captures(outlook, own)
    if taken:
        outlook = outlook.anew()
        targets = Targets(outlook)
    march = March(outlook, own, own, targets=targets)
    home = March(outlook, 0, own, targets=targets)
    gains = options(outlook, standing, taken, march, home)
    to_move, _ = best_spending(before, side, gains)
    if idea := outlook.manner.idea:
        others = [moving for moving in spendings(before, side, gains) if moving != to_move]
        to_move = others[min(idea, len(others)) - 1] if others else to_move
    given = before.move_orders
    before.move_orders |= to_move
    movers = rules.activation.may_move(before)
    legs = _uncrowded(before, side, [leg for leg in [*taken, *march.legs()] if movers >> leg.unit & 1])
    moved = 0
    for leg in legs:
        moved |= 1 << leg.unit
    needed = [f for f in bits(to_move & ~given) if moved & rules.activation.units_in(1 << f)]
    wanted = [Activate(rules.formation_ids[f]) for f in needed]
    return [*wanted, *[move(before, leg) for leg in legs], End()]


def _uncrowded(pos: RedPosition, side: int, legs: list[Leg]) -> list[Leg]:
    """The moves that leave no hex overfull, now that some of those who should make room stay."""
    while True:
        stacks: dict[int, int] = {}
        last = {leg.unit: leg for leg in legs}
        for unit in bits(pos.rules.units_of[side] & pos.in_play):
            hex_ = last[unit].to if unit in last else pos.where[unit]
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
        full = {hex_ for hex_, units in stacks.items() if pos.rules.stacking.too_many(side, units)}
        late = next((leg for leg in reversed(legs) if leg.to in full and last[leg.unit] is leg), None)
        if late is None:
            return legs
        legs = [leg for leg in legs if leg is not late]


def move(pos: RedPosition, leg: Leg) -> Move:
    name = pos.rules.grid.name
    return Move(pos.rules.unit_ids[leg.unit], (name[leg.start], name[leg.to]))


def options(
    outlook: Outlook, standing: dict[int, float], taken: list[Leg], march: March, home: March
) -> dict[int, tuple[float, float, float]]:
    """What each formation gains by an attack where it stands, by a move, and by both."""
    rules = outlook.rules
    formation = [rules.formation_number[counter.formation] for counter in rules.counters]
    moving, attacking, tanks = (dict.fromkeys(standing, 0.0) for _ in range(3))
    for leg in taken:
        moving[formation[leg.unit]] += outlook.prizes[leg.to]
    for unit, choice in march.chosen.items():
        moving[formation[unit]] += MARCH[outlook.side] * (choice.place - home.chosen[unit].place)
        attacking[formation[unit]] += FOLLOW_UP * choice.attack
        if rules.panzers >> unit & 1:
            tanks[formation[unit]] += FOLLOW_UP * choice.attack
    return {f: (standing[f], moving[f] + tanks[f], moving[f] + attacking[f]) for f in standing}


def best_spending(
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


def spendings(pos: RedPosition, side: int, options: dict[int, tuple[float, float, float]]) -> list[int]:
    """The formations that might move, the most promising first; what points are left are for attacks."""
    worth: dict[int, float] = {}
    for count in range(min(len(options), pos.ap[side]) + 1):
        left = pos.ap[side] - count
        for moving in combinations(options, count):
            attacks = [both - move if f in moving else attack for f, (attack, move, both) in options.items()]
            attacks.sort(reverse=True)
            later = [
                sum(attacks[:spent]) + saved_worth(pos, side, left - spent)
                for spent in range(min(left, len(attacks)) + 1)
            ]
            worth[sum([1 << f for f in moving])] = sum([options[f][1] for f in moving]) + max(later)
    return sorted(worth, key=lambda moving: -worth[moving])


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


def combat_order(outlook: Outlook) -> Order:
    """The next attack, the attack orders it needs, or the end of the phase."""
    return combat_choices(outlook)[0][0]


def combat_choices(outlook: Outlook) -> list[list[Order]]:
    """What may be done next in the combat phase, the likeliest first."""
    pos, side = outlook.pos, outlook.side
    contact = Contact(Targets(outlook), pos.rules.battles.able_attackers(pos, side))
    battles = contact.battles()
    found: list[list[Order]] = []
    if order := _attack_orders(contact, battles):
        found.append([order])
    worthwhile = [battle for battle in battles if battle.value > LEAST_GAIN * outlook.manner.demand]
    ranked = sorted(worthwhile, key=lambda battle: -contact.urgency(battle, worthwhile))
    ids, name = pos.rules.unit_ids, pos.rules.grid.name
    found += [
        [Attack(name[battle.target], tuple([ids[unit] for unit in battle.units]))]
        for battle in ranked[:MOST_BATTLES]
    ]
    return [*found, [End()]]


def _attack_orders(contact: Contact, battles: list[Battle]) -> Order | None:
    """Orders for the formation whose attacks are worth an activation point more than any other's.

    The battles are those of the units that can attack already.
    """
    pos, side, targets = contact.pos, contact.outlook.side, contact.targets
    rules, points = pos.rules, pos.ap[side]
    idle = rules.formations_of[side] & ~pos.attack_orders
    if not points or not idle:
        return None
    price = saved_worth(pos, side, points) - saved_worth(pos, side, points - 1) + LEAST_GAIN
    now = sum([b.value for b in battles])
    fresh = rules.units_of[side] & pos.in_play & ~pos.disrupted & ~pos.attacked
    gain = shares(pos, side, Contact(targets, fresh).battles())
    for formation in sorted(bits(idle), key=lambda f: -gain[f]):
        if gain[formation] <= price:
            return None
        able = fresh & rules.activation.units_in(1 << formation) | contact.able
        more = sum([b.value for b in Contact(targets, able).battles()]) - now
        if more > price:
            return Activate(rules.formation_ids[formation])
    return None
