"""Where the units of a side march."""

from __future__ import annotations

from typhoon.engine.core import Core
from typhoon.engine.orders import Move, Order
from typhoon.games.typhoon_nonop.charts import GERMAN
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.stacking import LIMIT
from typhoon.hexgrid import bits

AIMS = {"PG3": "N3022", "PG4": "N3022", "PG2": "P3613", "2A": "P3011", "9A": "N3022", "4A": "N2733"}
"""Where the German armies are going; the spearheads of Panzer Groups 3 and 4 are to meet at Vyazma."""
NEAR = 2
"""How near to a spearhead its supply is brought."""


def plan(pos: NonopPosition, phase: Movement) -> list[Order]:
    """The moves of a phase, one after another."""
    law = pos.rules
    orders: list[Order] = []
    able = law.reaching.movers(pos, phase, "move")
    units = sorted(
        able, key=lambda unit: (bool(law.supply_units >> unit & 1), -law.losses.attack(pos, unit), unit)
    )
    twin = pos.copy()
    silent = Core(twin, _NoChance())
    for unit in units:
        way = law.reaching.movers(twin, phase, "move").get(unit)
        if way is None or (twin.moved >> unit & 1):
            continue
        goal = _goal(twin, phase, unit, way.hexes)
        if goal is not None and goal != twin.where[unit]:
            name = law.grid.name
            order = Move(law.unit_ids[unit], (name[twin.where[unit]], name[goal]))
            law.marching.move(twin, phase, order, silent)
            orders.append(order)
    return orders


class _NoChance:
    """Moving needs no chance."""

    def random(self) -> float:
        raise AssertionError("nobody rolls for a move")


def _goal(pos: NonopPosition, phase: Movement, unit: int, hexes: int) -> int | None:
    return _advance(pos, unit, hexes) if phase.side == GERMAN else _withdraw(pos, unit, hexes)


def _fits(pos: NonopPosition, unit: int, hex_: int) -> bool:
    law = pos.rules
    return law.stacking.size(pos.units_in(hex_) | 1 << unit) <= LIMIT


def _advance(pos: NonopPosition, unit: int, hexes: int) -> int | None:
    """Germans go toward the aim of their army, supply units after the spearheads, guns behind."""
    law, distance, bit = pos.rules, pos.rules.grid.distance, 1 << unit
    enemy = pos.stood[1 - GERMAN]
    if law.supply_units & bit:
        heads = [pos.where[u] for u in bits(law.panzers & pos.in_play)]
        aim = min(heads, key=lambda head: (distance(head, pos.where[unit]), head), default=-1)
        if aim < 0 or distance(aim, pos.where[unit]) <= NEAR:
            return None
    else:
        aim = law.grid.index(AIMS.get(law.counters[unit].army, "N3022"))
    if law.guns & bit:
        hexes &= ~law.grid.neighbours(enemy)
    best, least = None, (distance(pos.where[unit], aim), 0)
    for hex_ in bits(hexes):
        value = distance(hex_, aim), int(not law.grid.around(hex_) & enemy)
        if value < least and _fits(pos, unit, hex_):
            best, least = hex_, value
    return best


def _withdraw(pos: NonopPosition, unit: int, hexes: int) -> int | None:
    """Soviets who are outflanked go east; the others hold, and free units man places worth points."""
    law, where = pos.rules, pos.where[unit]
    column = law.board.places
    name = law.grid.name
    near = law.grid.within(1 << where, NEAR + 1) & pos.manned[GERMAN]
    behind = [h for h in bits(near) if column[name[h]][0] > column[name[where]][0]]
    if not behind and not law.hqs >> unit & 1:
        open_places = law.victory.places & hexes & ~pos.manned[1 - GERMAN] & pos.control[1 - GERMAN]
        good = [h for h in bits(open_places) if _fits(pos, unit, h)]
        return good[0] if good and not pos.zone(GERMAN) >> where & 1 else None
    if law.hqs >> unit & 1 and not near:
        return None
    safe = hexes & ~pos.zone(GERMAN) or hexes
    best, least = None, column[name[where]][0]
    for hex_ in bits(safe):
        if column[name[hex_]][0] > least and _fits(pos, unit, hex_):
            best, least = hex_, column[name[hex_]][0]
    return best
