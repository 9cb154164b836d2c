"""What is attacked, from the air and on the ground, and what is done afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import Advance, Attack, End, Order
from typhoon.games.typhoon_nonop.air import Fly, Placing
from typhoon.games.typhoon_nonop.battle import Advancing
from typhoon.games.typhoon_nonop.charts import GERMAN
from typhoon.games.typhoon_nonop.position import Combat, NonopPosition
from typhoon.games.typhoon_nonop.retreat import FallBack
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Propose

GOOD = {GERMAN: 3, 1 - GERMAN: 4}
"""Odds to one from which each side attacks."""
ENOUGH = 7
"""Odds to one beyond which more attackers are of no use."""


def declarations(pos: NonopPosition, side: int) -> list[Order]:
    """Attacks with good odds, the best first; what they oblige to is proposed by the program."""
    law, twin = pos.rules, pos.copy()
    if law.attacks.owed(pos, side):
        return [Propose(), End()]
    orders: list[Order] = []
    while True:
        best: tuple[float, tuple[int, ...], int] | None = None
        for targets, units in law.attacks.target_groups(twin, side).items():
            if len(targets) > 1:
                continue
            chosen = _enough(twin, targets, units)
            odds = law.attacks.attack(twin, chosen, targets) / law.attacks.defense(twin, targets)
            if odds >= GOOD[side] and (best is None or odds > best[0]):
                best = odds, targets, chosen
        if best is None:
            return [*orders, Propose(), End()]
        twin.combats += (Combat(best[1], best[2]),)
        orders.append(Attack(law.attacks.name_of(best[1]), twin.names(best[2])))


def _enough(pos: NonopPosition, targets: tuple[int, ...], units: Sequence[int]) -> int:
    """The strongest attackers, as many as are of use."""
    law, chosen = pos.rules, 0
    need = ENOUGH * law.attacks.defense(pos, targets)
    for unit in sorted(units, key=lambda unit: (-law.losses.attack(pos, unit), unit)):
        if law.attacks.attack(pos, chosen, targets) >= need:
            break
        chosen |= 1 << unit
    return chosen


def missions(pos: NonopPosition, phase: Placing) -> list[Order]:
    """Support for the combats: every bomber that is ready over the next hex that has room."""
    law, twin = pos.rules, pos.copy()
    if phase.mission != "cas":
        return []
    orders: list[Order] = []
    for unit in bits(law.air_of[phase.side]):
        if not law.air_rows[unit].cas:
            continue
        hexes = law.air_war.hexes(twin, phase.side, phase.mission, phase.phasing, unit)
        if hexes:
            hex_ = bits(hexes)[0]
            twin.missions[unit] = hex_
            orders.append(Fly(law.air_ids[unit], law.grid.name[hex_]))
    return orders


def retreat(pos: NonopPosition, orders: Sequence[Order]) -> Order:
    """All together, to where the fewest enemies are near."""
    law = pos.rules
    ways = [order for order in orders if isinstance(order, FallBack)]
    enemy = law.units_of[1 - law.side_of[law.unit_number[ways[0].units[0]]]]
    side = 0 if enemy & law.units_of[0] else 1

    def danger(order: FallBack) -> tuple[int, int]:
        end = law.grid.index(order.path[-1])
        return -len(order.units), (law.grid.disc(end, 2) & pos.stood[side]).bit_count()

    return min(ways, key=danger)


def advance(pos: NonopPosition, phase: Advancing, orders: Sequence[Order]) -> Order:
    """One unit takes an empty hex, the strongest; the others stay."""
    law = pos.rules
    ways = [order for order in orders if isinstance(order, Advance)]
    taken = any(pos.manned[phase.side] >> law.grid.index(number) & 1 for number in phase.target.split("+"))
    if taken or not ways:
        return End()
    return max(ways, key=lambda order: law.losses.defense(pos, law.unit_number[order.unit]))
