"""German raids: fast units that run for the east edge, where a few of them shift the level of victory."""

from __future__ import annotations

from typhoon.games.operation_typhoon.staff import objectives
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.outlook import SPEED
from typhoon.hexgrid import Spread, bits

TURNS = 2
"""A raid is begun by those who can be at the edge in so many turns after this one, if nobody stops them."""
LATE = 16
"""Raids are begun so many turns before the end at the earliest."""
SPARE = 1
"""How many more than are needed set out, for some may be stopped."""


def raid(march: March) -> None:
    """Send as many as are needed through a gap, if there is one: ground free of the enemy and his zones."""
    pos, rules = march.pos, march.rules
    needed, left = objectives.east_raid(pos), rules.scenario.last_turn - pos.turn
    if not needed or left >= LATE:
        return
    speed = SPEED["mech"] // (2 if pos.snow else 1)
    free = march.ground.open & ~march.outlook.enemy_zone & ~pos.occupied[1 - march.side]
    _, steps = rules.going.steps("mech", "tactical", rules.conditions.surface(pos))
    way = Spread(march.grid, march.ground.edges["east"] & free, min(TURNS, left) * speed, steps, free)
    able = []
    for unit in bits(march.outlook.own & rules.mechanized & ~rules.hqs):
        nearest = way.nearest(march.everywhere(unit) & free) if unit not in march.place else 0
        cost = way.cost(bits(nearest)[0]) if nearest else None
        if cost is not None:
            able.append((-(-cost // speed), not rules.tanks >> unit & 1, cost, unit))
    if len(able) >= needed:
        for *_, unit in sorted(able)[: needed + SPARE]:
            _run(march, unit, way, free)


def _run(march: March, unit: int, way: Spread, free: int) -> None:
    """As near to the edge as there is room, rather where few can strike."""
    hexes = march.everywhere(unit) & free
    while nearest := way.nearest(hexes):
        if open_ := [hex_ for hex_ in bits(nearest) if march.crowd.room(unit, hex_)]:
            march.settle(unit, min(open_, key=lambda hex_: (march.outlook.threat(hex_).strength, hex_)))
            return
        hexes &= ~nearest
