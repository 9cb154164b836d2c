"""Lines that meet, along hexsides or from hex to hex: one network, with one place for each node."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import atan2, pi

from typhoon.drawing.curves import noise
from typhoon.drawing.layout import Edge, Layout, Node, Point


def joined(edges: Iterable[Edge]) -> dict[Node, list[Node]]:
    """The neighbours of each node along the edges, sorted."""
    found: dict[Node, set[Node]] = {}
    for a, b in edges:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {node: sorted(others) for node, others in sorted(found.items())}


def smooth_places(
    layout: Layout, edges: Iterable[Edge], *, wander: float, pinned: Collection[Node] = ()
) -> dict[Node, Point]:
    """A place for each node: drawn toward its neighbours, which takes the zigzag out of a line.

    Ends of lines and pinned nodes stay where they are.
    """
    places = {}
    for node, others in joined(edges).items():
        x, y = layout.point(node)
        if len(others) > 1 and node not in pinned:
            points = [layout.point(other) for other in others]
            x += (sum(p[0] for p in points) / len(points) - x) / 3 + wander * noise("x", node)
            y += (sum(p[1] for p in points) / len(points) - y) / 3 + wander * noise("y", node)
        places[node] = x, y
    return places


def trails(layout: Layout, edges: Iterable[Edge]) -> list[list[Node]]:
    """The edges as few long lines: each edge lies on exactly one, and lines go straight on at a fork."""
    left = joined(edges)
    found = []
    while left:
        ends = [node for node, others in left.items() if len(others) % 2]
        node = min(ends or left)
        trail = [node]
        while others := left.get(node):
            step = min(others, key=lambda other: (_turn(layout, trail, other), other))
            _remove(left, node, step)
            trail.append(step)
            node = step
        found.append(trail)
    return found


def _turn(layout: Layout, trail: list[Node], step: Node) -> float:
    if len(trail) < 2:
        return 0.0
    before, here, after = layout.point(trail[-2]), layout.point(trail[-1]), layout.point(step)
    turn = atan2(after[1] - here[1], after[0] - here[0]) - atan2(here[1] - before[1], here[0] - before[0])
    return round(abs((turn + pi) % (2 * pi) - pi), 6)


def _remove(left: dict[Node, list[Node]], a: Node, b: Node) -> None:
    for node, other in ((a, b), (b, a)):
        left[node].remove(other)
        if not left[node]:
            del left[node]
