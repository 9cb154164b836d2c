"""Places that stand open near the end, when whoever was there last holds them."""

from __future__ import annotations

from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.hexgrid import bits

END = 1
"""How many turns before the last one they come before everything else."""
LEAST_WORTH = 2.0
"""Places worth less are left alone."""


def walk_in(march: March) -> None:
    """Take what the enemy holds and nobody defends, the most worth having first."""
    pos, outlook, enemy = march.pos, march.outlook, 1 - march.side
    if pos.turn < pos.rules.scenario.last_turn - END:
        return
    empty = pos.control[enemy] & ~pos.occupied[enemy]
    units = bits(outlook.own & ~march.rules.hqs & ~pos.uncommitted)
    for worth, hex_ in sorted([(worth, hex_) for hex_, worth in outlook.places.items()], reverse=True):
        if not empty >> hex_ & 1 or worth < LEAST_WORTH:
            continue
        free = [unit for unit in units if unit not in march.place and march.everywhere(unit) >> hex_ & 1]
        able = [unit for unit in free if march.crowd.room(unit, hex_)]
        if able:
            strong = 1 if outlook.threat(hex_).strength else -1
            march.settle(max(able, key=lambda unit: (strong * outlook.defense(unit), unit)), hex_)
