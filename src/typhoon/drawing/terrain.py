"""Land as shapes: neighbouring hexes of one terrain melt into one soft outline."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from math import cos, sin

from typhoon.drawing.curves import Bezier, between, closed_curve, noise
from typhoon.drawing.layout import HEX, Edge, Layout, Node, Point, corners, neighbours

AREAS = ("marsh", "rough", "woods", "lake")
"""Terrains drawn as land, lowest first."""
BUILT_UP = ("town", "city")
PLAIN = ("clear",)
KNOWN = (*PLAIN, *AREAS, *BUILT_UP)

WANDER = 0.045 * HEX
"""How far an outline strays from its smooth course."""


class UnknownTerrain(ValueError):
    """A terrain that has no drawing."""


def check_terrains(layout: Layout) -> None:
    """Refuse a board with a terrain that cannot be drawn."""
    for terrain, hexes in sorted(layout.board.terrain.items()):
        if terrain not in KNOWN:
            number = layout.board.grid.numbers(hexes)[0]
            raise UnknownTerrain(
                f"hex {number}: no drawing for terrain '{terrain}'; known are {', '.join(KNOWN)}"
            )


def rings(cells: Collection[Node]) -> list[list[Node]]:
    """The outlines of a set of hexes, holes included, as rings of corners."""
    following: dict[Node, Node] = {}
    for cell in cells:
        around = corners(cell)
        for side, other in enumerate(neighbours(cell)):
            if other not in cells:
                following[around[side]] = around[(side + 1) % 6]
    found = []
    for start in sorted(following):
        ring = []
        while start in following:
            ring.append(start)
            start = following.pop(start)
        if ring:
            found.append(ring)
    return found


def soft_ring(layout: Layout, ring: list[Node], wander: float = WANDER) -> list[Bezier]:
    """A ring of hex corners as a smooth closed line that strays a little from the hexsides."""
    exact = [layout.point(node) for node in ring]
    count = len(ring)
    smooth = []
    for i, node in enumerate(ring):
        pulled = between(exact[i], between(exact[i - 1], exact[(i + 1) % count]), 1 / 3)
        smooth.append(_strayed(pulled, wander, node))
    points = []
    for i, node in enumerate(ring):
        following = ring[(i + 1) % count]
        middle = between(smooth[i], smooth[(i + 1) % count])
        points += [smooth[i], _strayed(middle, wander, node, following)]
    return closed_curve(points)


def _strayed(point: Point, wander: float, *key: Node) -> Point:
    return point[0] + wander * noise("x", *key), point[1] + wander * noise("y", *key)


def land(layout: Layout, terrain: str) -> list[list[Bezier]]:
    """The soft outlines of a terrain, running off the sheet at the edge of the board."""
    cells = layout.cells(terrain)
    return [soft_ring(layout, ring) for ring in rings(layout.with_surroundings(cells))]


@dataclass
class Land:
    """The piece of a terrain that lies in one part of the sheet."""

    shape: list[list[Bezier]]
    """Closed outlines; along the neighbouring parts of the sheet they are cut straight."""
    edge: list[list[Bezier]]
    """The outlines without the cuts; empty when there are no cuts."""


def land_in_parts(layout: Layout, terrain: str) -> list[Land]:
    """The land of a terrain, part by part of the sheet."""
    cells = layout.with_surroundings(layout.cells(terrain))
    soft: dict[Edge, list[Bezier]] = {}
    place: dict[Node, Point] = {}
    for ring in rings(cells):
        curve = soft_ring(layout, ring)
        for i, node in enumerate(ring):
            soft[node, ring[(i + 1) % len(ring)]] = curve[2 * i : 2 * i + 2]
            place[node] = curve[2 * i][0]
    parts: dict[Node, set[Node]] = defaultdict(set)
    for cell in cells:
        parts[layout.chunk(cell)].add(cell)

    def cut(a: Node, b: Node) -> list[Bezier]:
        start, end = (place.get(node) or layout.point(node) for node in (a, b))
        return [(start, between(start, end, 1 / 3), between(start, end, 2 / 3), end)]

    found = []
    for _, inside in sorted(parts.items()):
        land = Land([], [])
        whole = True
        for ring in rings(inside):
            sides = [(node, ring[(i + 1) % len(ring)]) for i, node in enumerate(ring)]
            land.shape.append([piece for side in sides for piece in soft.get(side) or cut(*side)])
            runs = _runs(sides, soft)
            whole = whole and runs == [sides]
            land.edge += [[piece for side in run for piece in soft[side]] for run in runs]
        if whole:
            land.edge = []
        found.append(land)
    return found


def _runs(sides: list[Edge], kept: Collection[Edge]) -> list[list[Edge]]:
    """The stretches of a ring that are kept."""
    cuts = [i for i, side in enumerate(sides) if side not in kept]
    if not cuts:
        return [sides]
    runs: list[list[Edge]] = [[]]
    for side in sides[cuts[0] :] + sides[: cuts[0]]:
        if side in kept:
            runs[-1].append(side)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def board_outline(layout: Layout) -> list[list[Point]]:
    """The exact outer edge of the board."""
    return [[layout.point(node) for node in ring] for ring in rings(layout.index_at.keys())]


def grid_lines(layout: Layout, cells: Collection[Node] | None = None) -> list[list[Point]]:
    """All hexsides, each once, as short polylines; or those that are drawn with some of the hexes."""
    lines = []
    for cell in sorted(layout.index_at if cells is None else cells):
        around = [layout.point(corner) for corner in corners(cell)]
        nearby = neighbours(cell)
        drawn = [i < 3 or nearby[i] not in layout.index_at for i in range(6)]
        line: list[Point] = []
        for i in range(6):
            if drawn[i]:
                line = line or [around[i]]
                line.append(around[(i + 1) % 6])
            elif line:
                lines.append(line)
                line = []
        if line:
            lines.append(line)
    return lines


def built_up_ground(layout: Layout) -> list[list[Bezier]]:
    """The soft outlines of cities, drawn in a little from the hexsides."""
    shapes = []
    for ring in rings(layout.cells("city")):
        curve = soft_ring(layout, ring, WANDER * 0.6)
        if len(ring) == 6:
            centre = _middle([layout.point(node) for node in ring])
            curve = [_shrunk(piece, centre, 0.86) for piece in curve]
        shapes.append(curve)
    return shapes


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _shrunk(piece: Bezier, centre: Point, share: float) -> Bezier:
    a, b, c, d = (between(centre, point, share) for point in piece)
    return a, b, c, d


def blocks(layout: Layout, cell: Node, terrain: str) -> list[list[Point]]:
    """The houses of a town or city: small blocks between streets that cross at the centre."""
    reach, pitch = (37.0, 13.0) if terrain == "city" else (23.0, 11.0)
    centre = layout.point(cell)
    turn = noise("street", cell) * 0.5
    across, down = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    found = []
    span = int(reach / pitch) + 1
    for row in range(-span, span):
        for column in range(-span, span):
            u, v = (column + 0.5) * pitch, (row + 0.5) * pitch
            stray = noise("block", cell, row, column)
            if (u * u + v * v) ** 0.5 > reach * (0.84 + 0.16 * stray) or (
                stray > 0.8 and abs(u) + abs(v) > pitch * 2
            ):
                continue
            half_u = pitch * (0.36 + 0.06 * noise("u", cell, row, column))
            half_v = pitch * (0.35 + 0.07 * noise("v", cell, row, column))
            found.append([_placed(centre, across, down, u + x, v + y) for x, y in _square(half_u, half_v)])
    return found


def _square(half_u: float, half_v: float) -> list[Point]:
    return [(-half_u, -half_v), (half_u, -half_v), (half_u, half_v), (-half_u, half_v)]


def _placed(centre: Point, across: Point, down: Point, u: float, v: float) -> Point:
    return (
        centre[0] + across[0] * u + down[0] * v,
        centre[1] + across[1] * u + down[1] * v,
    )
