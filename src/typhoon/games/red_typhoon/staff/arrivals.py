"""When 1S leaves, and where the airborne corps and the partisans come down."""

from __future__ import annotations

from typhoon.engine.orders import End, Order, Place
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import Withdraw
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.reading import NEARNESS
from typhoon.games.red_typhoon.staff.targets import Targets
from typhoon.hexgrid import bits, first

WORTH_STAYING = 1.3
"""What 1S must have before it to stay on for a victory point."""
LAST_STAY = 5
CUT_OFF = 0.02
"""What it is worth to isolate a strength point."""
LEAST_LANDING = 0.6
LAST_LANDING = 6


def withdrawal_order(outlook: Outlook) -> Order:
    """1S goes home as soon as its next attack is not worth the point it costs."""
    pos = outlook.pos
    unit = first(pos.rules.first_shock_army & pos.in_play)
    leave = Withdraw(pos.rules.unit_ids[unit])
    if pos.turn >= LAST_STAY or pos.disrupted >> unit & 1:
        return leave
    targets = Targets(outlook)
    strength = pos.rules.strength[unit]
    promises = [
        targets.promise(hex_, strength / targets.stake(hex_).defense, 4)
        for hex_ in bits(outlook.ground.around[pos.where[unit]] & pos.occupied[GERMAN])
    ]
    return End() if max(promises, default=0.0) > WORTH_STAYING else leave


def airborne_order(outlook: Outlook, orders: list[Order]) -> Order:
    """Land near an open city or across a supply line, or wait for a better chance."""
    best, worth = _best_place(outlook, orders)
    if best is not None and (worth > LEAST_LANDING or outlook.pos.turn >= LAST_LANDING):
        return best
    return End()


def partisan_order(outlook: Outlook, orders: list[Order]) -> Order:
    best, _ = _best_place(outlook, orders)
    return best or orders[0]


def _best_place(outlook: Outlook, orders: list[Order]) -> tuple[Order | None, float]:
    pos, ground = outlook.pos, outlook.ground
    index = pos.rules.grid.index
    open_goals = [
        goal
        for goal in ground.goals
        if not (outlook.own_control | pos.occupied[GERMAN] | outlook.enemy_zone) >> goal.hex & 1
    ]
    places = [order for order in orders if isinstance(order, Place)]
    draw = {
        order.hex: sum([outlook.prizes[g.hex] * NEARNESS[g.distance[index(order.hex)]] for g in open_goals])
        for order in places
    }
    served = pos.rules.isolation.connected(pos, GERMAN)
    best: Order | None = None
    most = 0.0
    for order in sorted(places, key=lambda order: -draw[order.hex])[:40]:
        hex_ = index(order.hex)
        worth = draw[order.hex] - 0.02 * outlook.threat[hex_] + _cut_off(pos, hex_, served)
        if best is None or worth > most:
            best, most = order, worth
    return best, most


def _cut_off(pos: RedPosition, hex_: int, served: int) -> float:
    """What the enemy suffers in supply when a unit comes down in a hex."""
    twin = pos.copy()
    twin.occupied[SOVIET] |= 1 << hex_
    twin.firm[SOVIET] |= 1 << hex_
    lost = served & ~twin.rules.isolation.connected(twin, GERMAN) & pos.occupied[GERMAN]
    return CUT_OFF * sum([pos.rules.battles.strength(pos.stacks[h]) for h in bits(lost)])
