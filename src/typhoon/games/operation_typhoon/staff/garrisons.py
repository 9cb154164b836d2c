"""Soviet garrisons: who holds the objectives that Germans come near to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typhoon.games.operation_typhoon.charts import GERMAN, INFANTRY, SOVIET
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon.staff.marches import March
    from typhoon.games.operation_typhoon.staff.soviet import FrontLine

WATCHED = 11
"""Objectives with Germans so near need somebody to hold them."""
FORTRESS = 8.0
"""Objectives worth so much take every unit that helps at all."""
RELIEF = 14
"""A division so much better, and so near, is sent to relieve the garrison of a fortress."""
SPARE = 4
"""Units with the enemy farther away than this can be sent to an empty objective."""


def man_fortresses(march: March) -> None:
    """The best infantry that can be there, and tanks or guns to deny combined arms, before anything else."""
    pos, outlook, counters = march.pos, march.outlook, march.rules.counters
    units = bits(outlook.own & ~march.rules.hqs & ~pos.cadres & ~pos.uncommitted)
    for hex_, worth in outlook.places.items():
        near = march.grid.disc(hex_, WATCHED) & pos.occupied[GERMAN]
        if worth < FORTRESS or not near or not pos.control[SOVIET] >> hex_ & 1:
            continue
        for types in (set(INFANTRY), {"armor", "antitank"}):
            able = [unit for unit in _able(march, hex_, units) if counters[unit].type in types]
            if able:
                march.settle(max(able, key=lambda unit: (outlook.defense(unit), -unit)), hex_)


def garrison(line: FrontLine, units: list[int]) -> None:
    """Units for the objectives that Germans come near to, as many as make a difference."""
    pos, march, away, weights = line.pos, line.march, line.away, line.weights
    wanted = [
        (worth, hex_)
        for hex_, worth in line.outlook.places.items()
        if away(hex_) <= WATCHED and pos.control[SOVIET] >> hex_ & 1
    ]
    for worth, hex_ in sorted(wanted, key=lambda want: (away(want[1]) - 2 * want[0], want[1])):
        _fill(line, hex_, units, weights.fortress if worth >= FORTRESS else weights.garrison)
        free = [unit for unit in units if unit not in march.place]
        if worth >= FORTRESS:
            _strengthen(line, hex_, free)
        if not march.crowd.units.get(hex_, 0):
            _send_toward(line, hex_, [unit for unit in free if away(pos.where[unit]) > SPARE])


def _fill(line: FrontLine, hex_: int, units: list[int], least: float) -> None:
    """Add the unit that helps most, as long as one helps enough."""
    march, outlook = line.march, line.outlook
    while True:
        best, most = -1, least
        for unit in _able(march, hex_, units):
            gain = -line.peril(unit, hex_) - 0.06 * outlook.defense(unit)
            if not line.firm >> hex_ & 1 and line.exerts(unit, hex_):
                gain += line.weights.first_garrison
            if gain > most:
                best, most = unit, gain
        if best < 0:
            return
        march.settle(best, hex_)
        line.hold(best, hex_)


def _able(march: March, hex_: int, units: list[int]) -> list[int]:
    """Units without a place yet that can come to a hex and find room there."""
    return [
        unit
        for unit in units
        if unit not in march.place and march.crowd.room(unit, hex_) and march.everywhere(unit) >> hex_ & 1
    ]


def _strengthen(line: FrontLine, fortress: int, units: list[int]) -> None:
    """Let the best division near a fortress march there if it is much better than the garrison."""
    defense, where, distance = line.outlook.defense, line.pos.where, line.grid.distance
    there = bits(line.march.crowd.units.get(fortress, 0))
    least = line.weights.better * max([defense(unit) for unit in there], default=0.0)
    near = [u for u in units if distance(where[u], fortress) <= RELIEF and defense(u) >= least]
    if near:
        strongest = max([defense(unit) for unit in near])
        _send_toward(line, fortress, [unit for unit in near if defense(unit) == strongest])


def _send_toward(line: FrontLine, goal: int, units: list[int]) -> None:
    """Let the nearest of some units march to an objective."""
    march, where, distance = line.march, line.pos.where, line.grid.distance
    able = [unit for unit in units if line.exerts(unit, goal)]
    if not able:
        return
    unit = min(able, key=lambda u: (distance(where[u], goal), u))
    hexes = march.everywhere(unit) & ~line.outlook.contact | 1 << where[unit]
    march.choose(unit, {hex_: -float(distance(hex_, goal)) for hex_ in bits(hexes)})
    line.hold(unit, march.place[unit])
