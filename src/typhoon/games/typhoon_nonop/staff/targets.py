"""What is attacked: what it is worth to each side to drive the enemy out of a hex."""

from __future__ import annotations

from typhoon.engine.manner import Mood
from typhoon.engine.orders import End, Order
from typhoon.games.typhoon_nonop.battle import Battle
from typhoon.games.typhoon_nonop.charts import GERMAN, MOTOR_COSTS
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.staff import plan
from typhoon.games.typhoon_nonop.staff.assaults import Assaults, Clearing, combat_orders
from typhoon.games.typhoon_nonop.staff.outlook import Outlook
from typhoon.mechanics.planning import Propose

ON_THE_WAY, BESIDE_IT = 3.0, 1.5
"""What a hex is worth that bars the way of a spearhead, and one beside it."""
ANYWHERE = 0.8
BREAKOUT = 2.0
"""What it is worth to the Soviets to drive Germans away who cut others off."""


def declarations(pos: NonopPosition, side: int, mood: Mood) -> list[Order]:
    if pos.combats:
        return [Propose(), End()]
    return Assaults(pos, side, _german(pos) if side == GERMAN else _soviet(pos), mood).orders()


def combat(pos: NonopPosition, battle: Battle) -> list[Order]:
    """Supply, guns and engineers, as far as they are worth it."""
    places = pos.rules.places
    return combat_orders(
        pos, battle, lambda hex_: BESIDE_IT + 2 * (places[hex_].german_vp if hex_ in places else 0)
    )


def _german(pos: NonopPosition) -> Clearing:
    law, outlook = pos.rules, Outlook(pos, GERMAN)
    way = 0
    for corps, head in plan.heads(outlook):
        way |= outlook.trail(outlook.way_to(corps.aim, MOTOR_COSTS), head)
    near = law.grid.grow(way)

    def clearing(hex_: int) -> float:
        points = law.places[hex_].german_vp if hex_ in law.places else 0
        barring = ON_THE_WAY if way >> hex_ & 1 else BESIDE_IT if near >> hex_ & 1 else ANYWHERE
        return barring + 2 * points

    return clearing


def _soviet(pos: NonopPosition) -> Clearing:
    law = pos.rules
    cut_off = law.grid.grow(pos.manned[1 - GERMAN] & ~law.surrender.connected(pos))

    def clearing(hex_: int) -> float:
        points = law.places[hex_].german_vp if hex_ in law.places else 0
        return 2.0 * points + (BREAKOUT if cut_off >> hex_ & 1 else 0.0)

    return clearing
