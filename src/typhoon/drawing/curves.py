"""Smooth curves through points, and their SVG path data."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import hypot
from zlib import crc32

from typhoon.drawing.layout import Point

Bezier = tuple[Point, Point, Point, Point]


def noise(*key: object) -> float:
    """A number from -1 to 1 that looks random and is always the same for the same key."""
    return crc32(repr(key).encode()) / 2**31 - 1


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def distance(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def normal(a: Point, b: Point) -> Point:
    """The unit vector to the right of the way from a to b (y grows downward)."""
    length = distance(a, b) or 1.0
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length


def shifted(point: Point, vector: Point, by: float) -> Point:
    return point[0] + vector[0] * by, point[1] + vector[1] * by


def open_curve(points: Sequence[Point]) -> list[Bezier]:
    """A Catmull-Rom curve through the points."""
    padded = [points[0], *points, points[-1]]
    return [_piece(*padded[i : i + 4]) for i in range(len(points) - 1)]


def closed_curve(points: Sequence[Point]) -> list[Bezier]:
    """A Catmull-Rom ring through the points."""
    around = [points[-1], *points, points[0], points[1]]
    return [_piece(*around[i : i + 4]) for i in range(len(points))]


def _piece(before: Point, start: Point, end: Point, after: Point) -> Bezier:
    lead = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
    trail = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
    return start, lead, trail, end


def at(curve: Bezier, t: float) -> Point:
    """The point of a Bezier piece at parameter t."""
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    return (
        sum(w * p[0] for w, p in zip(weights, curve, strict=True)),
        sum(w * p[1] for w, p in zip(weights, curve, strict=True)),
    )


def sample(curve: Iterable[Bezier], steps: int) -> list[Point]:
    """Points along a curve, so many for each piece, with both ends."""
    points: list[Point] = []
    for piece in curve:
        if not points:
            points.append(piece[0])
        points.extend(at(piece, i / steps) for i in range(1, steps + 1))
    return points


def resample(points: Sequence[Point], spacing: float) -> list[Point]:
    """Points at equal distances along a polyline."""
    found = [points[0]]
    left = spacing
    for a, b in itertools.pairwise(points):
        length = distance(a, b)
        done = 0.0
        while length - done >= left:
            done += left
            found.append(between(a, b, done / length))
            left = spacing
        left -= length - done
    return found


def tenths(value: float) -> int:
    return round(value * 10)


def figure(value: float) -> str:
    """A coordinate with at most one decimal."""
    return _figure(tenths(value))


def _figure(value: int) -> str:
    whole, part = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole or ('' if part else 0)}.{part}" if part else f"{sign}{whole}"


def _joined(values: Iterable[int]) -> str:
    text = ""
    for value in values:
        word = _figure(value)
        text += word if not text or word[0] == "-" else " " + word
    return text


# Path data is relative, and rounded before the differences are taken, so that errors do not add up.


def path(curve: Sequence[Bezier], closed: bool = False) -> str:
    """SVG path data of a curve in whole units, one hundredth of a hex.

    Where a piece goes on smoothly from the one before, as it does along a Catmull-Rom curve, its
    first control point is left out.

    >>> path(open_curve([(0, 0), (30, 0), (60, 0)]))
    'M0 0c5 0 20 0 30 0s25 0 30 0'
    """
    x, y = here = _whole(curve[0][0])
    data = f"M{_joined((10 * x, 10 * y))}"
    command = ""
    trail: Point | None = None
    values: list[int] = []
    for start, lead, end_lead, end in curve:
        smooth = trail is not None and _mirrors(trail, start, lead)
        wanted = "s" if smooth else "c"
        if wanted != command:
            data += (_joined(values) if values else "") + wanted
            command, values = wanted, []
        for px, py in map(_whole, ((end_lead, end) if smooth else (lead, end_lead, end))):
            values += (10 * (px - here[0]), 10 * (py - here[1]))
        here = _whole(end)
        trail = end_lead
    return data + _joined(values) + ("z" if closed else "")


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _mirrors(trail: Point, joint: Point, lead: Point) -> bool:
    """Whether a control point lies opposite the one before the joint."""
    return abs(2 * joint[0] - trail[0] - lead[0]) < 0.1 and abs(2 * joint[1] - trail[1] - lead[1]) < 0.1


def polyline(points: Sequence[Point], closed: bool = False, whole: bool = False) -> str:
    """SVG path data of straight lines, to a tenth of a unit or in whole ones."""
    rounded = [(10 * round(x), 10 * round(y)) if whole else (tenths(x), tenths(y)) for x, y in points]
    values = [step for a, b in itertools.pairwise(rounded) for step in (b[0] - a[0], b[1] - a[1])]
    return f"M{_joined(rounded[0])}l{_joined(values)}" + ("z" if closed else "")
