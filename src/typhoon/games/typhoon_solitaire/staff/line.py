"""Front integrity: units are spread out until every hex of the front is held or watched (4.3)."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.control import front
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import full_for, held_by_others
from typhoon.games.typhoon_solitaire.staff.ground import Ground
from typhoon.hexgrid import bits, reach


class Posting(NamedTuple):
    unit: int
    hex: int
    closes: int


def best_posting(ground: Ground, pos: SolitairePosition, units: int) -> Posting | None:
    """The unit and the hex that close most gaps, less those that its leaving opens."""
    grid, rules = ground.grid, pos.rules
    line = front(pos)
    gaps = line & ~grid.grow(pos.occupied[0])
    if not gaps:
        return None
    near = grid.grow(gaps) & pos.german
    turn = rules.turns[pos.turn]
    best, best_key = None, (0, 0)
    seen: set[tuple[int, int, bool]] = set()
    for unit in bits(units):
        mechanized = bool(rules.mechanized >> unit & 1)
        hex_ = pos.where[unit]
        key = hex_, rules.formation_of[unit], mechanized
        if key in seen:
            continue
        seen.add(key)
        mp = turn.mp_mechanized if mechanized else turn.mp_other
        if not grid.disc(hex_, mp) & near:
            continue
        bit = 1 << unit
        free = pos.german & ~full_for(pos, rules.counters[unit].halves) & ~held_by_others(pos, bit)
        way = reach(grid, hex_, mp, rules.steps_mechanized if mechanized else rules.steps_other, free)
        opened = 0
        if pos.stacks[hex_] == bit:
            opened = line & grid.around(hex_) & ~grid.grow(pos.occupied[0] & ~(1 << hex_)) | line & 1 << hex_
        for to in bits(way.hexes & (near | grid.grow(opened))):
            ball = grid.around(to) | 1 << to
            closes = (ball & (gaps | opened)).bit_count() - opened.bit_count()
            rank = closes, -way.cost(to)
            if rank > best_key and closes > 0:
                best, best_key = Posting(unit, to, closes), rank
    return best
