"""The staff's own set-up: everybody in stacks of three where the rings begin."""

from __future__ import annotations

from typhoon.engine.orders import End, Order, Place
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.setting_up import Deploy

STACKS = {
    "1849": "PG2-3-Pz PG2-4-Pz PG2-9-Pz",
    "1850": "PG2-17-Pz PG2-18-Pz PG2-10-Mot",
    "1747": "PG2-16-Mot PG2-25-Mot PG2-29-Mot",
    "1746": "PG2-GD-Mot",
    "1748": "PG2-45-Inf PG2-95-Inf PG2-134-Inf",
    "1733": "PG2-262-Inf PG2-293-Inf PG2-296-Inf",
    "1750": "PG2-1-Cav",
    "1312": "PG3-1-Pz PG3-6-Pz PG3-7-Pz",
    "1313": "PG3-14-Mot PG3-36-Mot PG3-L-Mot",
    "1314": "PG3-6-Inf PG3-26-Inf PG3-110-Inf",
    "1311": "PG3-129-Inf",
    "1728": "PG4-2-Pz PG4-5-Pz PG4-10-Pz",
    "1727": "PG4-11-Pz PG4-19-Pz PG4-20-Pz",
    "1627": "PG4-3-Mot PG4-SS-R-Mot",
    "1626": "PG4-34-Inf PG4-98-Inf PG4-252-Inf",
    "1628": "PG4-258-Inf",
    "1730": "2A-17-Inf 2A-31-Inf 2A-52-Inf",
    "1731": "2A-56-Inf 2A-112-Inf 2A-131-Inf",
    "1732": "2A-167-Inf",
    "1630": "2A-260-Inf",
    "1316": "4A-7-Inf 4A-15-Inf 4A-23-Inf",
    "1417": "4A-137-Inf 4A-183-Inf 4A-197-Inf",
    "1521": "4A-263-Inf 4A-267-Inf 4A-268-Inf",
    "1522": "4A-292-Inf 4A-78S-Inf",
    "1602": "9A-5-Inf 9A-8-Inf 9A-28-Inf",
    "1601": "9A-35-Inf 9A-86-Inf 9A-87-Inf",
    "1503": "9A-102-Inf 9A-106-Inf 9A-161-Inf",
    "1310": "9A-251-Inf 9A-255-Inf 9A-256-Inf",
    "1210": "9A-162-Inf 9A-206-Inf",
}
HOMES = {unit: hex_ for hex_, units in STACKS.items() for unit in units.split()}


def next_order(pos: SolitairePosition) -> Order:
    """Place the next unit; where sectors are free, or the counters are others, deploy ready-made."""
    rules = pos.rules
    if rules.scenario.free_sectors or set(HOMES) != set(pos.names(rules.germans)):
        return Deploy()
    phase = pos.frames[-1]
    for unit, hex_ in HOMES.items():
        if not pos.on_map(rules.unit_number[unit]):
            order = Place(unit, hex_)
            return order if phase.why_not(pos, order) is None else Deploy()
    return End()
