"""Closing a ring: where the cut off could still get out, and who can stop them there."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.interphase import POCKETS
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.hexgrid import bits, first

WIDEST = 4
"""Hexes from a way out to the nearest Germans beyond which a gap is left to the spearheads."""
MOST_PLUGS = 12
"""Units that are sent into the gaps of one pocket in a phase."""


def close_rings(march: March, may_go: Callable[[int], bool]) -> None:
    """Send whoever may go into the gaps of each pocket that is forming."""
    law = march.law
    for name, (least, _) in POCKETS.items():
        core = law.ground.pockets[name]
        for _ in range(MOST_PLUGS):
            way = _way_out(march, core, least)
            if not way or not _plug(march, way, may_go):
                break


def _walls(march: March) -> int:
    """Hexes that Germans hold or have in an uncontested zone of control."""
    twin = march.twin
    return twin.stood[GERMAN] | twin.zone(GERMAN) & ~twin.manned[SOVIET]


def _way_out(march: March, core: int, least: int) -> list[int]:
    """The shortest way from a source to divisions in a pocket, outside first; empty when there is none."""
    law, twin, grid = march.law, march.twin, march.law.grid
    open_ = law.ground.open & ~_walls(march)
    inside = core & twin.manned[SOVIET]
    if march.outlook.divisions(inside) < least:
        return []
    goals = grid.grow(inside) & open_
    layers = [law.sources_of[SOVIET] & open_]
    seen = layers[0]
    while layers[-1] and not layers[-1] & goals:
        layers.append(grid.neighbours(layers[-1]) & open_ & ~seen)
        seen |= layers[-1]
    if not layers[-1]:
        return []
    way = [first(layers[-1] & goals)]
    for layer in reversed(layers[:-1]):
        way.append(first(grid.around(way[-1]) & layer))
    return way[::-1]


def _plug(march: March, way: list[int], may_go: Callable[[int], bool]) -> bool:
    """Put a unit into the narrowest part of a way that somebody can come to."""
    law, twin, grid = march.law, march.twin, march.law.grid
    narrow: list[tuple[int, int]] = []
    near = _walls(march)
    left = set(way)
    for width in range(1, WIDEST + 1):
        near = grid.grow(near)
        here = [hex_ for hex_ in way if hex_ in left and near >> hex_ & 1]
        left -= set(here)
        narrow += [(width, hex_) for hex_ in here]
    free = [
        unit
        for unit in bits(law.with_zone & law.units_of[GERMAN] & twin.in_play & ~twin.moved)
        if march.reach(unit)
    ]
    for _, hex_ in narrow:
        able = [
            unit
            for unit in free
            if march.reach(unit) >> hex_ & 1 and law.stacking.has_room(twin, 1 << unit, hex_) and may_go(unit)
        ]
        if able:
            march.move(min(able, key=lambda unit: (law.losses.attack(twin, unit), unit)), hex_)
            return True
    return False
