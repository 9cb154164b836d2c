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
    needed = objectives.east_raid(march.pos)
    late = march.pos.turn > march.rules.scenario.last_turn - LATE
    offers = _offers(march) if needed and late else []
    if len(offers) < needed:
        return
    sent = 0
    for _, unit, hexes in offers:
        open_ = [hex_ for hex_ in bits(hexes) if march.crowd.room(unit, hex_)]
        if open_:
            march.settle(unit, min(open_, key=lambda hex_: (march.outlook.threat(hex_).strength, hex_)))
            sent += 1
        if sent == needed + SPARE:
            return


def _offers(march: March) -> list[tuple[tuple[int, int, int], int, int]]:
    """Who can come how near to the edge and where, the nearest first, of equals tanks."""
    pos, outlook, rules = march.pos, march.outlook, march.rules
    free = march.ground.open & ~outlook.enemy_zone & ~pos.occupied[1 - march.side]
    _, steps = rules.going.steps("mech", "tactical", rules.conditions.surface(pos))
    speed = SPEED["mech"] // (2 if pos.snow else 1)
    left = min(TURNS, rules.scenario.last_turn - pos.turn)
    way = Spread(march.grid, march.ground.edges["east"] & free, left * speed, steps, free)
    found = []
    for unit in bits(outlook.own & rules.mechanized & ~rules.hqs):
        if unit in march.place:
            continue
        hexes = way.nearest(march.everywhere(unit) & free)
        if hexes:
            cost = way.cost(bits(hexes)[0])
            assert cost is not None
            found.append(((-(-cost // speed), not rules.tanks >> unit & 1, cost), unit, hexes))
    return sorted(found)
