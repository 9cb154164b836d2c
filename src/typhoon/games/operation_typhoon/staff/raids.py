"""German raids: fast units that run for the east edge, where a few of them shift the level of victory."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.operation_typhoon.staff import objectives
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.outlook import SPEED
from typhoon.hexgrid import Spread, bits


class Raid(NamedTuple):
    """How a scenario is raided."""

    farthest: int = 4
    effort: int = 12
    """How many turns away the edge may be, at most and times how many are needed, for a raid to be begun."""
    spare: int = 1
    """How many more than are needed set out, for some may be stopped."""
    last: int = 16
    """With how many turns left nobody leaves the fighting for a raid yet."""
    first: bool = False
    """Whether it comes before everything else: until it is over, fast units take part in no attack."""


RAIDS = {
    "guderian": Raid(),
    "hoepner": Raid(last=12),
    "kluge": Raid(farthest=7, effort=24, spare=6, first=True),
}


def raid(march: March) -> None:
    """Send as many as are needed through a gap, if there is one: ground free of the enemy and his zones."""
    pos, rules = march.pos, march.rules
    needed, left = objectives.east_raid(pos), rules.scenario.last_turn - pos.turn
    if not needed or left >= (how := RAIDS[rules.scenario.id]).last:
        return
    speed = SPEED["mech"] // (2 if pos.snow else 1)
    free = march.ground.open & ~march.outlook.enemy_zone & ~pos.occupied[1 - march.side]
    _, steps = rules.going.steps("mech", "tactical", rules.conditions.surface(pos))
    far = min(how.farthest, how.effort // needed, left) * speed
    way = Spread(march.grid, march.ground.edges["east"] & free, far, steps, free)
    others, able = 0, []
    for edge in march.outlook.wanted_edges():
        others |= march.ground.edges[edge] if edge != "east" else 0
    fast = march.outlook.own & rules.mechanized & ~rules.hqs
    for unit in bits(fast):
        if unit in march.place or march.tactical(unit) & others:
            continue
        nearest = way.nearest(march.everywhere(unit) & free)
        cost = way.cost(bits(nearest)[0]) if nearest else None
        if cost is not None:
            able.append((-(-cost // speed), not rules.tanks >> unit & 1, cost, unit))
    if len(able) >= needed:
        for *_, unit in sorted(able)[: needed + how.spare]:
            _run(march, unit, way, free)
    if how.first:
        march.waiting |= fast


def _run(march: March, unit: int, way: Spread, free: int) -> None:
    """Off the map at once, or as near to the edge as there is room, rather where few can strike."""
    hexes, here = march.everywhere(unit) & free, march.pos.where[unit]
    at_edge = march.ground.edges["east"] >> here & 1
    if at_edge and march.rules.arrivals.may_exit(march.pos, march.side) >> unit & 1:
        return march.settle(unit, here)
    while nearest := way.nearest(hexes):
        if open_ := [hex_ for hex_ in bits(nearest) if march.crowd.room(unit, hex_)]:
            march.settle(unit, min(open_, key=lambda hex_: (march.outlook.threat(hex_).strength, hex_)))
            return
        hexes &= ~nearest
