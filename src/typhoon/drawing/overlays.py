"""What a game prints over its land: objectives, supply sources, set-up areas, zones, the front."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from typhoon.drawing.curves import Bezier, at, distance, normal, open_curve, resample, sample, shifted
from typhoon.drawing.labels import Box, Occupied, Points, disc_box, name_box
from typhoon.drawing.layout import HEX, Edge, Layout, Node, Point, neighbours, side_between
from typhoon.drawing.network import smooth_places, trails
from typhoon.drawing.terrain import rings, soft_ring
from typhoon.engine.board import Mark

DISC_RADIUS = 11.5
SUPPLY_RADIUS = 15.0
LETTER_SIZE = 58.0
ZONE_SIZE = 30.0


@dataclass(frozen=True)
class Disc:
    """An objective and what it is worth."""

    spot: Point
    side: str
    text: str


@dataclass(frozen=True)
class Source:
    """A supply source: an emblem, and the direction in which supply comes in."""

    spot: Point
    inward: Point
    side: str
    label: str


@dataclass(frozen=True)
class Region:
    """A set-up area or zone: its outlines, and where its letter or number stands."""

    kind: str
    side: str
    label: str
    outlines: list[list[Bezier]]
    spot: Point


@dataclass(frozen=True)
class Front:
    """One stretch of the front: its course, a band in the colour of either side, and teeth."""

    curve: list[Bezier]
    bands: list[tuple[str, list[Bezier]]]
    teeth: list[tuple[Point, Point, Point]]


def objective_worth(layout: Layout) -> dict[Node, int]:
    """What objective hexes are worth."""
    marks = [mark for mark in layout.board.marks if mark.kind == "objective"]
    return {layout.cell(number): mark.value for mark in marks for number in mark.hexes}


def discs(layout: Layout) -> list[Disc]:
    found: list[Disc] = []
    taken: set[Point] = set()
    for mark in layout.board.marks:
        if mark.kind != "objective":
            continue
        for number in mark.hexes:
            cell = layout.cell(number)
            spot = next((s for s in layout.disc_spots(cell) if s not in taken), layout.disc_spots(cell)[-1])
            taken.add(spot)
            found.append(Disc(spot, mark.side, mark.label or str(mark.value)))
    return found


def sources(layout: Layout) -> list[Source]:
    found = []
    for mark in layout.board.marks:
        if mark.kind == "supply":
            found += [_source(layout, mark, number) for number in mark.hexes]
    return found


def _source(layout: Layout, mark: Mark, number: str) -> Source:
    cell = layout.cell(number)
    centre = layout.point(cell)
    outside = layout.off_board(cell)
    if not outside:
        return Source(shifted(centre, (0.0, 1.0), 24.0), (0.0, -1.0), mark.side, mark.label)
    points = [layout.point(place) for place in outside]
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    away = distance(centre, middle)
    outward = (middle[0] - centre[0]) / away, (middle[1] - centre[1]) / away
    spot = shifted(centre, outward, 26.0)
    keep = SUPPLY_RADIUS + 4
    x = min(max(spot[0], layout.left + keep), layout.right - keep)
    y = min(max(spot[1], layout.top + keep), layout.bottom - keep)
    return Source((x, y), (-outward[0], -outward[1]), mark.side, mark.label)


def disc_boxes(layout: Layout) -> list[Box]:
    """The room that discs and emblems take."""
    return [
        *(disc_box(disc.spot, DISC_RADIUS + 1) for disc in discs(layout)),
        *(disc_box(source.spot, SUPPLY_RADIUS + 2) for source in sources(layout)),
    ]


def regions(layout: Layout, kind: str, occupied: Occupied, lines: Points) -> list[Region]:
    """Set-up areas or zones, each with room made for its letter."""
    found = []
    for mark in layout.board.marks:
        if mark.kind != kind or not mark.hexes:
            continue
        cells = {layout.cell(number) for number in mark.hexes}
        size = LETTER_SIZE if kind == "area" else ZONE_SIZE
        spot = _letter_spot(layout, cells, mark.label, size, occupied, lines)
        outlines = [soft_ring(layout, ring, 0.0) for ring in rings(cells)]
        found.append(Region(kind, mark.side, mark.label, outlines, spot))
    return found


def _letter_spot(
    layout: Layout, cells: set[Node], text: str, size: float, occupied: Occupied, lines: Points
) -> Point:
    """The spot nearest the middle of an area, deep inside it, where its letter is free to stand."""
    points = [layout.point(cell) for cell in cells]
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    options = []
    for cell in sorted(cells):
        x, y = layout.point(cell)
        outer = sum(other not in cells for other in neighbours(cell))
        for dx in (0.0, -25.0, 25.0):
            spot = x + dx, y + 0.36 * size
            box = name_box(text, spot, size)
            blocked = not occupied.free(box)
            cost = distance((x, y), middle) / HEX + outer * 0.35 + lines.under(box) * 0.1
            options.append((blocked, cost, spot, box))
    _, _, spot, box = min(options, key=lambda option: option[:3])
    occupied.add(box)
    return spot


def front_lines(layout: Layout, now: Sequence[tuple[str, str]] | None = None) -> list[Front]:
    """The front as long lines; teeth point to the side whose name comes later, all along the same.

    ``now`` is the front as it runs by now, German hexes first; the printed one when it is not given.
    """
    sides: dict[Edge, tuple[Node, Node]] = {}
    holders: dict[Node, str] = {}
    for a, b in layout.board.front if now is None else now:
        hexes = layout.cell(a), layout.cell(b)
        side = side_between(*hexes)
        sides[min(side), max(side)] = hexes
        for cell, holder in zip(hexes, ("german", "soviet"), strict=True):
            holders[cell] = holder if now is not None else _holder(layout, cell)
    places = smooth_places(layout, sides, wander=0.0)
    found = []
    for trail in trails(layout, sides):
        curve = open_curve([places[node] for node in trail])
        right, left = _owners(layout, sides, trail, holders)
        bands = [(right, alongside(curve, 5.5)), (left, alongside(curve, -5.5))]
        found.append(Front(curve, bands, _teeth(curve, toward_right=right > left)))
    return found


def _owners(
    layout: Layout, sides: dict[Edge, tuple[Node, Node]], trail: list[Node], holders: dict[Node, str]
) -> tuple[str, str]:
    """Who holds most hexes to the right and to the left of a stretch of the front."""
    counts: dict[tuple[str, str], int] = {}
    for a, b in itertools.pairwise(trail):
        first, second = sides[min(a, b), max(a, b)]
        start, end = layout.point(a), layout.point(b)
        across = normal(start, end)
        way = layout.point(first)[0] - start[0], layout.point(first)[1] - start[1]
        if way[0] * across[0] + way[1] * across[1] < 0:
            first, second = second, first
        pair = holders[first], holders[second]
        counts[pair] = counts.get(pair, 0) + 1
    return max(sorted(counts), key=lambda pair: counts[pair])


def _holder(layout: Layout, cell: Node) -> str:
    return layout.board.rows[layout.board.grid.name[layout.index_at[cell]]].side


def alongside(curve: list[Bezier], by: float) -> list[Bezier]:
    """A curve beside another, to the right of its course."""
    points = resample(sample(curve, 6), 16.0)
    ahead = [*points[1:], points[-1]]
    behind = [points[0], *points[:-1]]
    beside = [shifted(p, normal(b, a), by) for p, b, a in zip(points, behind, ahead, strict=True)]
    return open_curve(beside)


def _teeth(curve: list[Bezier], toward_right: bool) -> list[tuple[Point, Point, Point]]:
    points = resample(sample(curve, 6), 8.0)
    found = []
    for i in range(1, len(points) - 1, 4):
        a, b = points[i], points[i + 1]
        across = normal(a, b)
        tip = shifted(at((a, a, b, b), 0.5), across, 7.0 if toward_right else -7.0)
        found.append((a, tip, b))
    return found
