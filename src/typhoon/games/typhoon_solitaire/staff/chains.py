"""Chains of hexes: once all of one are German, it is a wall around a pocket, or the way to a goal."""

from __future__ import annotations

from itertools import pairwise

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import Link, StaffMap
from typhoon.hexgrid import reach


def chain(staff_map: StaffMap, pos: SolitairePosition, points: list[int], west: int) -> int:
    """The hexes of the cheapest chain through some points that keeps to a column and all east of it."""
    found = 0
    for ends in pairwise(points):
        known = staff_map.links.get((*ends, west))
        if known is None or _outdated(known, pos.german):
            known = staff_map.links[*ends, west] = _link(staff_map, pos, known, *ends, west)
        found |= known.hexes
    return found


def _outdated(link: Link, german: int) -> bool:
    """Whether another way may be cheaper now: not when hexes of the link itself have been taken."""
    return bool((link.german & ~german | german & ~link.german & ~link.hexes) & link.near)


def _link(
    staff_map: StaffMap, pos: SolitairePosition, known: Link | None, start: int, end: int, west: int
) -> Link:
    """The cheapest way from one hex to another; nothing where there is none."""
    steps, grid = staff_map.paved(pos.german, pos.soviet), staff_map.grid
    away = grid.distance(start, end)
    allowances = [away, 2 * away, 4 * away, 20 + 8 * away]  # most ends are near
    if known is not None and known.hexes and not known.german & ~pos.german:  # it has become no dearer
        allowances.insert(0, known.cost)
    for allowance in allowances:
        way = reach(grid, start, allowance, steps, staff_map.east_of(west))
        if way.hexes >> end & 1:
            hexes, cost = sum([1 << hex_ for hex_ in way.path(end)]), way.cost(end)
            return Link(hexes, grid.grow(way.within(cost) | 1 << start), pos.german, cost)
    return Link(0, grid.grow(way.hexes | 1 << start), pos.german)
