"""What lies along hexes or around them: entrenchments, a front held by hexes, entry areas, sheet seams."""

from __future__ import annotations

import itertools
from collections import defaultdict

from typhoon.drawing.curves import Bezier, between, normal, open_curve, path, polyline
from typhoon.drawing.labels import Box, disc_box
from typhoon.drawing.layout import Edge, Layout, Node, Point, corners, neighbours
from typhoon.drawing.network import smooth_places, trails
from typhoon.drawing.overlays import alongside
from typhoon.drawing.style import side_colour
from typhoon.drawing.svg import element, group, text

FORT_INSET = 0.86
"""How much of its hex an entrenchment goes around: enough to be seen beside a counter."""
ENTRY_RADIUS = 15.0


def _marked(layout: Layout, kind: str) -> list[tuple[str, list[Node]]]:
    """The labels and hexes of all marks of a kind."""
    return [
        (mark.label, [layout.cell(number) for number in mark.hexes])
        for mark in layout.board.marks
        if mark.kind == kind
    ]


# Entrenchments


def forts(layout: Layout) -> str:
    """A trench around each entrenched hex, its teeth outward; part by part of the sheet."""
    parts: dict[Node, str] = defaultdict(str)
    for _, cells in _marked(layout, "fort"):
        for cell in cells:
            around = [layout.point(corner) for corner in corners(cell)]
            parts[layout.chunk(cell)] += trench(layout.point(cell), around)
    return group((element("path", d=data) for _, data in sorted(parts.items())), class_="fort")


def trench(centre: Point, around: list[Point]) -> str:
    """The path of a ring drawn in from the corners of a hex, with teeth outward on each side."""
    ring = [between(centre, corner, FORT_INSET) for corner in around]
    data = polyline(ring, closed=True)
    for a, b in itertools.pairwise([*ring, ring[0]]):
        for share in (0.32, 0.68):
            foot = between(a, b, share)
            data += polyline([foot, between(foot, centre, -0.13)])
    return data


# A front that is held by hexes


def front_hexes(layout: Layout) -> list[Edge]:
    """Neighbouring hexes of the front, in pairs."""
    cells = {cell for _, found in _marked(layout, "front") for cell in found}
    return [(cell, other) for cell in sorted(cells) for other in neighbours(cell) if other in cells]


def front_band(layout: Layout) -> str:
    """A broad band through the hexes of the front, each half in the colour of the side it faces."""
    edges = front_hexes(layout)
    places = smooth_places(layout, edges, wander=0.0)
    bands, lines = [], []
    for trail in trails(layout, {(min(edge), max(edge)) for edge in edges}):
        curve = open_curve([places[node] for node in _led_off(layout, trail, places)])
        right, left = _facing(layout, trail)
        bands += [
            (side_colour(side), path(alongside(curve, by))) for side, by in ((right, 10.0), (left, -10.0))
        ]
        lines.append(path(curve))
    return "".join(
        (
            *(element("path", d=data, class_="front-band", stroke=colour) for colour, data in bands),
            *(element("path", d=data, class_="front-hexes") for data in lines),
        )
    )


def _led_off(layout: Layout, trail: list[Node], places: dict[Node, Point]) -> list[Node]:
    """A trail led on over the edge of the board where it ends there."""
    ends = []
    for end, before in ((trail[0], trail[1]), (trail[-1], trail[-2])):
        beyond = 2 * end[0] - before[0], 2 * end[1] - before[1]
        outside = [beyond] if beyond not in layout.index_at and layout.off_board(end) else []
        places.update({node: layout.point(node) for node in outside})
        ends.append(outside)
    return [*ends[0], *trail, *ends[1]]


def _facing(layout: Layout, trail: list[Node]) -> tuple[str, str]:
    """The sides to the right and to the left of a trail."""
    counts: dict[bool, dict[str, int]] = {True: defaultdict(int), False: defaultdict(int)}
    board = layout.board
    for a, b in itertools.pairwise(trail):
        (ax, ay), across = layout.point(a), normal(layout.point(a), layout.point(b))
        for cell in neighbours(a):
            if cell in layout.index_at and cell not in trail:
                x, y = layout.point(cell)
                side = board.rows[board.grid.name[layout.index_at[cell]]].side
                counts[(x - ax) * across[0] + (y - ay) * across[1] > 0][side] += 1
    right, left = (max(sorted(found), key=lambda side: found[side], default="") for found in counts.values())
    return right, left


# Entry areas


def _rims(layout: Layout) -> list[tuple[str, list[list[Point]], Point]]:
    """Each entry area with its stretches of the board's edge and the spot of its number."""
    found = []
    for label, cells in _marked(layout, "entry"):
        sides = []
        for cell in cells:
            around = corners(cell)
            sides += [
                (around[i], around[(i + 1) % 6])
                for i, other in enumerate(neighbours(cell))
                if other not in layout.index_at
            ]
        stretches = [[layout.point(node) for node in trail] for trail in trails(layout, sides)]
        middle = sorted(cells)[len(cells) // 2]
        found.append((label, stretches, _spot(layout, middle)))
    return found


def _spot(layout: Layout, cell: Node) -> Point:
    """The outermost spot in a hex at the edge where a number is still on the sheet."""
    x, y = layout.point(cell)
    outside = [layout.point(other) for other in layout.off_board(cell)] or [(x, y)]
    middle = sum(px for px, _ in outside) / len(outside), sum(py for _, py in outside) / len(outside)
    out = between((x, y), middle)
    keep = ENTRY_RADIUS + 5
    return (
        min(max(out[0], layout.left + keep), layout.right - keep),
        min(max(out[1], layout.top + keep), layout.bottom - keep),
    )


def entry_boxes(layout: Layout) -> list[Box]:
    """The room that the numbers of entry areas take."""
    return [disc_box(spot, ENTRY_RADIUS + 2) for _, _, spot in _rims(layout)]


def entries(layout: Layout) -> str:
    """A line along the edge of the board from end to end of each area, and its number."""
    rims = _rims(layout)
    data = "".join(polyline(_shortened(stretch)) for _, found, _ in rims for stretch in found)
    numbers = "".join(
        element("circle", cx=x, cy=y, r=ENTRY_RADIUS, class_="entry-disc")
        + text(label, x, y + 7.2, class_="entry-text")
        for label, _, (x, y) in rims
    )
    return (element("path", d=data, class_="entry") if data else "") + numbers


def _shortened(points: list[Point]) -> list[Point]:
    """A stretch without a little at both ends, so that one can tell it from the next."""
    return [between(points[0], points[1], 0.4), *points[1:-1], between(points[-1], points[-2], 0.4)]


# Sheets


def seams(layout: Layout) -> str:
    """A thin line where two sheets of the map overlap."""
    board = layout.board
    where: dict[tuple[int, int], set[str]] = defaultdict(set)
    for number, place in board.places.items():
        where[place].add(number[: -4 or None])
    shared = {layout.cell(number) for number, place in board.places.items() if len(where[place]) > 1}
    edges: set[Edge] = {
        (cell, other) for cell in shared for other in neighbours(cell) if other in shared and cell < other
    }
    lines: list[list[Bezier]] = []
    for trail in trails(layout, edges):
        points = [layout.point(node) for node in trail]
        lines.append(open_curve([(layout.left, points[0][1]), *points, (layout.right, points[-1][1])]))
    return group((element("path", d=path(line)) for line in lines), class_="seam") if lines else ""
