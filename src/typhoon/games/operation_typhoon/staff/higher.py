"""Decisions above the map: plans, support, commitment, interdiction, arrivals."""

from __future__ import annotations

from typhoon.engine.core import Core
from typhoon.engine.orders import Order
from typhoon.games.operation_typhoon.air import Interdict
from typhoon.games.operation_typhoon.arrivals import Enter
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.commitment import Commit, Recall
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.staff.declare import doubled_by
from typhoon.games.operation_typhoon.staff.doctrine import LEARNT, Doctrine
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.games.operation_typhoon.support import Allocate, Support
from typhoon.hexgrid import bits

DICE = range(1, 7)
NEAR = 12
"""Corps with the enemy so near can use support."""


def corps_worth(outlook: Outlook, hq: int) -> float:
    """How much a corps can do with support: fighters near the enemy, mobile ones above all."""
    pos, rules = outlook.pos, outlook.rules
    near = outlook.grid.within(pos.occupied[SOVIET], NEAR)
    total = 0.0
    for unit in bits(doubled_by(pos, 1 << hq)):
        if not near >> pos.where[unit] & 1:
            continue
        value = outlook.defense(unit)
        if rules.tanks >> unit & 1:
            value += 3.0
        elif rules.mechanized >> unit & 1:
            value *= 1.4
        total += value * (1.0 + 0.05 * outlook.pull("mech", pos.where[unit]))
    return total


def allocation(outlook: Outlook, orders: list[Order]) -> Order:
    """The division of points that puts the most useful corps in support, in the mean."""
    pos, rules = outlook.pos, outlook.rules
    worth: dict[str, list[float]] = {}
    for army, hqs in rules.hqs_of_army.items():
        here = bits(hqs & pos.in_play)
        worth[army] = sorted([corps_worth(outlook, hq) for hq in here], reverse=True)
    known: dict[str, float] = {}

    def share(text: str) -> float:
        if text not in known:
            army, _, points = text.partition(":")
            modifier = rules.supports.modifier_on(pos.turn, army)
            counts = [rules.corps_in_support(int(points), die + modifier) for die in DICE]
            known[text] = sum([sum(worth[army][:count]) for count in counts]) / len(DICE)
        return known[text]

    def value(order: Order) -> float:
        assert isinstance(order, Allocate)
        return sum([share(text) for text in order.shares])

    return max(orders, key=value)


def support(outlook: Outlook, orders: list[Order]) -> Order:
    """As many corps as can be, the most useful ones."""
    number = outlook.rules.unit_number
    worth: dict[str, float] = {}

    def value(order: Order) -> float:
        assert isinstance(order, Support)
        for unit in order.units:
            if unit not in worth:
                worth[unit] = 0.1 + corps_worth(outlook, number[unit])
        return sum([worth[unit] for unit in order.units])

    return max(orders, key=value)


def _distance_to_enemy(outlook: Outlook, unit: int) -> int:
    pos = outlook.pos
    return min(
        [outlook.grid.distance(pos.where[unit], hex_) for hex_ in bits(pos.occupied[GERMAN])], default=0
    )


def commitment(outlook: Outlook, orders: list[Order]) -> Order:
    """Commit the strongest units near the Germans; HQs come last."""

    def value(order: Commit) -> tuple[float, str]:
        unit = outlook.rules.unit_number[order.unit]
        return outlook.defense(unit) - 0.3 * _distance_to_enemy(outlook, unit), order.unit

    choices = [order for order in orders if isinstance(order, Commit)]
    fighters = [o for o in choices if not outlook.rules.hqs >> outlook.rules.unit_number[o.unit] & 1]
    return max(fighters or choices, key=value)


def recall(outlook: Outlook, orders: list[Order]) -> Order:
    """Let the weakest unit go, but keep the HQ, which gives the others supply."""

    def value(order: Order) -> tuple[int, float, str]:
        assert isinstance(order, Recall)
        unit = outlook.rules.unit_number[order.unit]
        return outlook.rules.hqs >> unit & 1, outlook.defense(unit), order.unit

    return min(orders, key=value)


def interdiction(outlook: Outlook, orders: list[Order]) -> Order:
    """Cut railways where many units stand behind the front."""
    best, _ = best_cut(outlook, [order for order in orders if isinstance(order, Interdict)])
    return best or next(order for order in orders if not isinstance(order, Interdict))


def best_cut(outlook: Outlook, orders: list[Interdict]) -> tuple[Interdict | None, float]:
    """The railway that is best cut, with what that is worth."""
    pos, grid, best, most = outlook.pos, outlook.grid, None, 0.5
    away = grid.within(pos.occupied[GERMAN], 3)
    soviets = [pos.where[unit] for unit in bits(pos.in_play & pos.rules.units_of[SOVIET])]
    for order in orders:
        hex_ = grid.index(order.hex)
        if away >> hex_ & 1:
            continue
        links = sum([rail >> hex_ & 1 for rail in pos.ground.rails])
        value = sum([grid.distance(where, hex_) <= 2 for where in soviets]) + 0.2 * links
        if value > most:
            best, most = order, value
    return best, most


def arrivals(core: Core, side: int, doctrine: Doctrine = LEARNT) -> list[Order]:
    """Bring all reinforcements in, in thought; each of them can go on there, as it can when it enters."""
    pos = core.position
    assert isinstance(pos, TyphoonPosition)
    orders: list[Order] = []
    left: dict[int, int] = {}
    while order := arrival(Outlook(pos, side, doctrine=doctrine)):
        core.play(order)
        orders.append(order)
        left |= pos.left
    if orders:
        pos.left, pos.movers = left, None
    return orders


def arrival(outlook: Outlook) -> Order | None:
    """Bring in the next reinforcement where it is nearest to the fighting; blocked ones go round."""
    pos, rules = outlook.pos, outlook.rules
    if not pos.rules.arrivals.due(pos, outlook.side):
        return None
    entries, diversions = rules.arrivals.arriving(pos, outlook.side)
    able = [(unit, hexes) for unit, hexes in entries if hexes]
    if not able:
        return next(iter(diversions), None)
    unit, hexes = able[0]
    class_ = "mech" if rules.mechanized >> rules.unit_number[unit] & 1 else "foot"

    def value(hex_: int) -> tuple[float, str]:
        road = 0.3 * bool(outlook.ground.road_hexes >> hex_ & 1)
        crowd = 0.25 * pos.columns_at.get(hex_, 0)
        return outlook.pull(class_, hex_) + road - crowd, outlook.grid.name[hex_]

    return Enter(unit, outlook.grid.name[max(bits(hexes), key=value)])
