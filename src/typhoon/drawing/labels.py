"""Place names and river names, set where they cover neither each other nor what must stay readable."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from typhoon.drawing.curves import Bezier, distance, normal, open_curve, resample, sample, shifted
from typhoon.drawing.layout import Layout, Node, Point
from typhoon.drawing.lines import Course

NUMBER_SIZE = 10.0
RIVER_SIZE = 19.0
RANK_SIZES = (22.0, 25.0, 29.0, 34.0)
"""Sizes of names: village, town, city, great city."""

RANKS = range(len(RANK_SIZES))

COUNTER_ROOM = 40.0
"""How far a counter reaches from the centre of its hex."""

_NARROW, _WIDE = set("ijlItf.,'-()| "), set("mwMW")
_BUCKET = 60.0


@dataclass(frozen=True)
class Box:
    """A rectangle that something printed takes up."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True)
class NameLabel:
    """A name set straight, its baseline centred on ``spot``."""

    text: str
    spot: Point
    size: float
    rank: int
    box: Box


@dataclass(frozen=True)
class RiverLabel:
    """A name set along a curve."""

    text: str
    curve: list[Bezier]
    boxes: list[Box]


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a bold serif face; rather too wide than too narrow."""
    return size * sum(
        0.36 if c in _NARROW else 0.92 if c in _WIDE else 0.74 if c.isupper() else 0.56 for c in text
    )


def name_box(text: str, spot: Point, size: float) -> Box:
    half = text_width(text, size) / 2
    return Box(spot[0] - half, spot[1] - 0.74 * size, spot[0] + half, spot[1] + 0.24 * size)


def number_box(layout: Layout, cell: Node) -> Box:
    x, y = layout.number_spot(cell)
    half = 0.3 * NUMBER_SIZE * len(layout.board.grid.name[layout.index_at[cell]])
    return Box(x - half, y - 0.76 * NUMBER_SIZE, x + half, y + 1)


def disc_box(spot: Point, radius: float) -> Box:
    return Box(spot[0] - radius, spot[1] - radius, spot[0] + radius, spot[1] + radius)


class Points:
    """Points that had better not be covered."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._points: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for point in points:
            self._points[int(point[0] // _BUCKET), int(point[1] // _BUCKET)].append(point)

    def under(self, box: Box) -> int:
        """How many of them a box would cover."""
        return sum(box.holds(point) for bucket in _buckets(box) for point in self._points.get(bucket, ()))


class Occupied:
    """The boxes of what is printed already and must stay free."""

    def __init__(self, layout: Layout) -> None:
        self.sheet = Box(layout.left, layout.top, layout.right, layout.bottom)
        self._boxes: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def add(self, *boxes: Box) -> None:
        for box in boxes:
            for bucket in _buckets(box):
                self._boxes[bucket].append(box)

    def free(self, box: Box) -> bool:
        """Whether a box lies on the sheet and on nothing printed."""
        sheet = self.sheet
        inside = box.left > sheet.left and box.right < sheet.right and box.top > sheet.top
        if not inside or box.bottom >= sheet.bottom:
            return False
        return not any(
            box.overlaps(other) for bucket in _buckets(box) for other in self._boxes.get(bucket, ())
        )


def _buckets(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _BUCKET), int(box.right // _BUCKET) + 1):
        for row in range(int(box.top // _BUCKET), int(box.bottom // _BUCKET) + 1):
            yield column, row


def place_rank(terrain: str, worth: int) -> int:
    """0 for a village, 1 for a town, 2 for a city, 3 for a city worth much."""
    if terrain == "city":
        return 3 if worth >= 3 else 2
    return 1 if terrain == "town" else 0


def name_labels(
    layout: Layout,
    occupied: Occupied,
    lines: Points,
    worth: dict[Node, int],
    *,
    enlarged: float = 1.0,
    least: int = 0,
) -> list[NameLabel]:
    """The names of places, great ones first; each takes its spot in ``occupied``.

    For a look from afar they are ``enlarged``, and only those of rank ``least`` and above are set.
    """
    ranked = []
    names, grid = layout.board.names, layout.board.grid
    for index, name in names.items():
        cell = layout.node_of[index]
        rank = place_rank(layout.board.terrain_at[index], worth.get(cell, 0))
        same = sum(1 << other for other in names if _of_one_place(names[other], name))
        whole = grid.flood(1 << index, same)
        if whole & ((1 << index) - 1):
            continue  # a place of several hexes is named once
        if rank and whole != 1 << index:
            rank = max(RANKS)
        if rank >= least:
            ranked.append((-rank, cell, name if whole == 1 << index else name.split(" (")[0]))
    found = []
    for minus_rank, cell, name in sorted(ranked):
        label = _best_name(layout, occupied, lines, cell, name, -minus_rank, enlarged)
        occupied.add(label.box)
        found.append(label)
    return found


def _of_one_place(name: str, other: str) -> bool:
    """Whether two hexes are parts of one place, as ``Moscow`` and ``Moscow (Kremlin)`` are."""
    return name.split(" (")[0] == other.split(" (")[0]


def _best_name(
    layout: Layout, occupied: Occupied, lines: Points, cell: Node, name: str, rank: int, enlarged: float
) -> NameLabel:
    text = name.upper() if rank == 3 else name
    radius = (9.0, 18.0, 34.0, 34.0)[rank]
    x, y = layout.point(cell)
    counter = disc_box((x, y), COUNTER_ROOM)
    for shrink in (1.0, 0.9, 0.8):
        size = RANK_SIZES[rank] * enlarged * shrink
        best: tuple[float, float, float, Box] | None = None
        for dx, dy, penalty in _spots(text_width(text, size) / 2, size, radius):
            box = name_box(text, (x + dx, y + dy), size)
            cost = penalty + (30.0 if rank and box.overlaps(counter) else 0.0)
            if (best and cost > best[0]) or not occupied.free(box):
                continue
            option = (cost + lines.under(box) * 1.2, dx, dy, box)
            if best is None or option[:3] < best[:3]:
                best = option
        if best:
            _, dx, dy, box = best
            return NameLabel(text, (x + dx, y + dy), size, rank, box)
    size = RANK_SIZES[rank] * enlarged * 0.8
    return NameLabel(text, (x, y + radius + size), size, rank, name_box(text, (x, y + radius + size), size))


def _spots(half: float, size: float, radius: float) -> Iterator[tuple[float, float, float]]:
    """Baseline offsets around a place, with a penalty for straying from it."""
    for step in range(-60, 101, 4):
        dy = float(step)
        middle = dy - 0.25 * size
        reach = half + radius
        for share in (0.0, -0.25, 0.25, -0.5, 0.5, -0.8, 0.8, -1.0, 1.0):
            dx = share * reach
            gap = hypot(max(abs(dx) - half, 0.0), max(abs(middle) - 0.5 * size, 0.0))
            covers = max(0.0, radius * 0.7 - gap)
            strays = max(0.0, gap - radius)
            yield (
                dx,
                dy,
                covers * 1.6
                + (12 if covers else 0)
                + strays * 0.9
                + abs(share) * 5
                + (3 if middle < 0 else 0),
            )


def river_labels(occupied: Occupied, rivers: list[Course], ways: Points) -> list[RiverLabel]:
    """The names of rivers along their courses; long rivers carry theirs several times."""
    found = []
    for river in rivers:
        if not river.name or len(river.nodes) < 4:
            continue
        count = max(1, round(len(river.nodes) / 22))
        course = _calm(sample(river.curve, 3))
        share = len(course) // count
        for part in range(count):
            label = _best_along(occupied, ways, river.name, course[part * share : (part + 1) * share])
            if label:
                occupied.add(*label.boxes)
                found.append(label)
    return found


def _calm(points: list[Point], window: int = 11) -> list[Point]:
    """A course without its small bends, for letters to stand on."""
    calm = []
    for i in range(len(points)):
        reach = min(window, i, len(points) - 1 - i)
        near = points[i - reach : i + reach + 1]
        calm.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return resample(calm, 6.0)


def _best_along(occupied: Occupied, ways: Points, text: str, course: list[Point]) -> RiverLabel | None:
    need = int((text_width(text, RIVER_SIZE) * 1.12 + 8) / 6.0) + 1
    best: tuple[float, RiverLabel] | None = None
    for start in range(0, len(course) - need, 3):
        piece = course[start : start + need]
        if piece[0][0] > piece[-1][0]:
            piece = piece[::-1]
        bend = _bend(piece)
        if bend > 1.5:
            continue
        for offset in (-11.0, 11.0 + 0.62 * RIVER_SIZE):
            off_middle = abs(start + need / 2 - len(course) / 2) / len(course)
            steep = abs(atan2(piece[-1][1] - piece[0][1], piece[-1][0] - piece[0][0])) / pi
            cost = bend * 6 + off_middle * 4 + steep * 8
            if best and cost >= best[0]:
                continue
            baseline = _beside(piece, offset)
            boxes = _letter_boxes(baseline)
            if not all(occupied.free(box) for box in boxes):
                continue
            cost += sum(ways.under(box) for box in boxes)
            if best is None or cost < best[0]:
                best = cost, RiverLabel(text, open_curve(baseline[::4] + baseline[-1:]), boxes)
    return best[1] if best else None


def _beside(piece: list[Point], offset: float) -> list[Point]:
    return [
        shifted(point, normal(piece[max(i - 4, 0)], piece[min(i + 4, len(piece) - 1)]), offset)
        for i, point in enumerate(piece)
    ]


def _bend(piece: list[Point]) -> float:
    """The sum of all turns of a course, in radians."""
    coarse = piece[::4]
    headings = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in itertools.pairwise(coarse)]
    return sum(abs((b - a + pi) % (2 * pi) - pi) for a, b in itertools.pairwise(headings))


def _letter_boxes(baseline: list[Point]) -> list[Box]:
    boxes = []
    for a, b in zip(baseline[::2], baseline[2::2], strict=False):
        length = distance(a, b) or 1.0
        up = normal(b, a) if b[0] >= a[0] else normal(a, b)
        heading = atan2(b[1] - a[1], b[0] - a[0])
        rise = 0.66 * RIVER_SIZE
        tops = [shifted(a, up, rise), shifted(b, up, rise)]
        lows = [shifted(a, up, -0.2 * RIVER_SIZE), shifted(b, up, -0.2 * RIVER_SIZE)]
        pad = 0.5 * abs(cos(heading)) * min(length, 1.0) + 0.5 * abs(sin(heading))
        xs, ys = [p[0] for p in (*tops, *lows)], [p[1] for p in (*tops, *lows)]
        boxes.append(Box(min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad))
    return boxes
