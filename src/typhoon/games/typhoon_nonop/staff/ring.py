"""Closing a ring: where the cut off could still get out, and who can stop them there."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.interphase import POCKETS
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.hexgrid import first

WIDEST = 6
"""Hexes from a way out to the nearest Germans beyond which a gap is left to the spearheads."""
CLOSED = 999
"""The length of a way out that does not exist."""
MOST_PLUGS = 20
"""Units that are sent into the gaps of one pocket in a phase."""


def close_rings(march: March, may_go: Callable[[int], bool]) -> None:
    """Send whoever may go into the gaps of each pocket that is forming."""
    for core, least in _cores(march):
        _fill(march, core, least, may_go)


def close_if_possible(march: March, may_go: Callable[[int], bool]) -> None:
    """Close each ring that can be closed altogether, before anybody goes elsewhere."""
    for core, least in _cores(march):
        before = march.twin.copy(), list(march.given)
        if _way_out(march, core, least) and not _fill(march, core, least, may_go):
            march.start_again(*before)


def _cores(march: March) -> list[tuple[int, int]]:
    """The hexes of each pocket, with the divisions that have to be in them."""
    return [(march.law.ground.pockets[name], marked) for name, (_, marked) in POCKETS.items()]


def _fill(march: March, core: int, least: int, may_go: Callable[[int], bool]) -> bool:
    """Fill the gaps one after another: whether the ring is closed in the end."""
    for _ in range(MOST_PLUGS):
        way = _way_out(march, core, least)
        if not way:
            return True
        if not _plug(march, way, may_go):
            return False
    return False


def ways_out(march: March, german: int, zone: int) -> list[int]:
    """How long the shortest way out of each pocket is, if the Germans stood so and had such a zone."""
    manned = march.twin.manned[SOVIET]
    walls = german | zone & ~manned
    found = march.lengths.get((walls, manned))
    if found is None:
        found = [len(_layers(march, core, least, walls)) or CLOSED for core, least in _cores(march)]
        march.lengths[walls, manned] = found
    return found


def _walls(march: March) -> int:
    """Hexes that Germans hold or have in an uncontested zone of control."""
    twin = march.twin
    return twin.stood[GERMAN] | twin.zone(GERMAN) & ~twin.manned[SOVIET]


def _layers(march: March, core: int, least: int, walls: int) -> list[int]:
    """Hexes by how far they are from Soviet sources, up to those beside divisions in a pocket."""
    law, grid = march.law, march.law.grid
    inside = core & march.twin.manned[SOVIET]
    if march.outlook.divisions(inside) < least:
        return []
    open_ = law.ground.open & ~walls
    goals = grid.grow(inside) & open_
    layers = [law.sources_of[SOVIET] & open_]
    seen = layers[0]
    while layers[-1] and not layers[-1] & goals:
        layers.append(grid.neighbours(layers[-1]) & open_ & ~seen)
        seen |= layers[-1]
    if not layers[-1]:
        return []
    layers[-1] &= goals
    return layers


def _way_out(march: March, core: int, least: int) -> list[int]:
    """The shortest way from divisions in a pocket to a source; empty when there is none."""
    layers = _layers(march, core, least, _walls(march))
    if not layers:
        return []
    way = [first(layers[-1])]
    for layer in reversed(layers[:-1]):
        way.append(first(march.law.grid.around(way[-1]) & layer))
    return way


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
    units = law.with_zone & law.units_of[GERMAN] & twin.in_play & ~twin.moved
    free = [(unit, way.hexes) for unit, way in march.ways.items() if units >> unit & 1]
    for _, hex_ in narrow:
        able = [
            unit
            for unit, hexes in free
            if hexes >> hex_ & 1 and law.stacking.has_room(twin, 1 << unit, hex_) and may_go(unit)
        ]
        if able:
            # Infantry holds it in mud too, where zones of control of motor units hardly reach.
            order = sorted(
                able, key=lambda unit: (law.motor >> unit & 1, law.losses.attack(twin, unit), unit)
            )
            march.move(order[0], hex_)
            return True
    return False
