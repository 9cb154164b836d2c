"""What is done when the die is cast: retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import Advance, End, Order
from typhoon.games.typhoon_nonop.battle import Advancing
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.retreat import FallBack, Retreating
from typhoon.games.typhoon_nonop.staff.outlook import Outlook


def retreat(pos: NonopPosition, phase: Retreating, orders: Sequence[Order]) -> Order:
    """All together and home; whoever drives an enemy drives him away from there."""
    law, side = pos.rules, phase.side
    ways = [order for order in orders if isinstance(order, FallBack)]
    zone = law.supply.uncontested(pos, side)
    home = Outlook(pos, SOVIET).way_home if side == SOVIET else None

    def danger(order: FallBack) -> tuple[float, ...]:
        hexes = [law.grid.index(number) for number in order.path]
        through = sum([zone >> hex_ & 1 for hex_ in hexes[1:]])
        near = (law.grid.disc(hexes[-1], 2) & pos.stood[1 - side]).bit_count()
        far = home.at(hexes[-1]) if home is not None else 0
        return through, far, near

    together = max(len(order.units) for order in ways)
    ways = [order for order in ways if len(order.units) == together]
    return min(ways, key=danger) if phase.conductor == side else max(ways, key=danger)


def advance(pos: NonopPosition, phase: Advancing, orders: Sequence[Order]) -> Order:
    """German motor units all go on; of others one unit takes the hex."""
    law = pos.rules
    ways = [order for order in orders if isinstance(order, Advance)]
    taken = any(pos.manned[phase.side] >> law.grid.index(number) & 1 for number in phase.target.split("+"))

    def unit_of(order: Advance) -> int:
        return law.unit_number[order.unit]

    if phase.side == GERMAN:
        motor = [order for order in ways if law.motor >> unit_of(order) & 1]
        ways = motor or ([] if taken else ways)
    elif taken or not _worth_taking(pos, phase):
        ways = []
    if not ways:
        return End()
    return max(
        ways, key=lambda order: (law.with_zone >> unit_of(order) & 1, law.losses.defense(pos, unit_of(order)))
    )


def _worth_taking(pos: NonopPosition, phase: Advancing) -> bool:
    """Whether a hex is a place, or breaks a ring."""
    law = pos.rules
    hexes = law.grid.hexes(phase.target.split("+"))
    return bool(hexes & law.victory.places or hexes & ~law.surrender.connected(pos))
