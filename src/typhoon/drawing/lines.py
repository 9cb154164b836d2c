"""Rivers along hexsides; roads and railways from hex to hex; bridges where they meet."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from typhoon.drawing.curves import Bezier, between, distance, noise, normal, open_curve, sample, shifted
from typhoon.drawing.layout import HEX, Edge, Layout, Node, Point, side_between
from typhoon.drawing.network import joined, smooth_places, trails
from typhoon.engine.board import EdgeRow

RIVERS = ("stream", "river", "major_river")
WAYS = ("road", "rail")
ROAD_CLASSES = ("secondary", "main", "highway")

_RIVER_WIDTH = {"stream": 3.6, "river": 6.4, "major_river": 9.5}
_WIDTH_STEPS = (0.72, 0.9, 1.1, 1.35)
_GROWTH = 9
"""Hexsides from one width of a river to the next."""
_BESIDE = 9.5
"""How far a railway is drawn beside a road through the same hexes."""


class UnknownLine(ValueError):
    """An edge of a type or class that has no drawing."""


@dataclass(frozen=True)
class Course:
    """A river, road or railway; ``curve`` has a fixed number of pieces for each step of ``nodes``."""

    type: str
    rank: str
    name: str
    nodes: list[Node]
    curve: list[Bezier]
    widths: list[float]

    def step(self, number: int) -> list[Bezier]:
        """The pieces of one step."""
        pieces = len(self.curve) // (len(self.nodes) - 1)
        return self.curve[number * pieces : (number + 1) * pieces]


@dataclass(frozen=True)
class Bridge:
    """Where a way crosses water: the spot, the direction of the way, and its rank."""

    spot: Point
    along: Point
    rank: str


class Lines:
    """All lines of a board."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._edges: dict[str, list[EdgeRow]] = defaultdict(list)
        for edge in layout.board.edges:
            if edge.type not in (*RIVERS, *WAYS) or (edge.type == "road" and edge.class_ not in ROAD_CLASSES):
                known = ", ".join((*RIVERS, *WAYS)) + "; road classes " + ", ".join(ROAD_CLASSES)
                kind = f"{edge.type} {edge.class_}".strip()
                raise UnknownLine(f"{edge.hex_a}-{edge.hex_b}: no drawing for '{kind}'; known are {known}")
            self._edges[edge.type].append(edge)

    def _hexes(self, edge: EdgeRow) -> Edge:
        a, b = self.layout.cell(edge.hex_a), self.layout.cell(edge.hex_b)
        return min(a, b), max(a, b)

    # Rivers

    @cached_property
    def rivers(self) -> list[Course]:
        """Each named river as few lines as possible, the longest first."""
        sides: dict[tuple[str, str], list[Edge]] = defaultdict(list)
        for kind in RIVERS:
            for edge in self._edges[kind]:
                sides[kind, edge.name].append(side_between(*self._hexes(edge)))
        everywhere = [side for group in sides.values() for side in group]
        courses = []
        for (kind, name), group in sorted(sides.items()):
            courses += [(kind, name, trail) for trail in trails(self.layout, group)]
        courses.sort(key=lambda course: (-len(course[2]), course))
        beyond = self._run_off(everywhere)
        courses = [(kind, name, _extended(trail, beyond)) for kind, name, trail in courses]
        places = smooth_places(self.layout, [*everywhere, *beyond.items()], wander=0.05 * HEX)
        met: dict[Node, int] = defaultdict(int)
        for _, _, trail in courses:
            for node in trail:
                met[node] += 1
        return [
            Course(kind, "", name, trail, self._wandering(trail, places), self._widths(kind, trail, met))
            for kind, name, trail in courses
        ]

    def _run_off(self, sides: list[Edge]) -> dict[Node, Node]:
        """For rivers that end on the rim of the board, a node beyond it in the direction they come."""
        return {
            node: (2 * node[0] - others[0][0], 2 * node[1] - others[0][1])
            for node, others in joined(sides).items()
            if len(others) == 1 and self.layout.is_rim(node)
        }

    def _wandering(self, trail: list[Node], places: dict[Node, Point]) -> list[Bezier]:
        points = [places[trail[0]]]
        for a, b in itertools.pairwise(trail):
            start, end = places[a], places[b]
            bend = 0.055 * HEX * noise("bend", min(a, b), max(a, b))
            points += [shifted(between(start, end), normal(*sorted((start, end))), bend), end]
        return open_curve(points)

    def _widths(self, kind: str, trail: list[Node], met: dict[Node, int]) -> list[float]:
        """The width of each step: growing from a source, else the same all along."""
        steps = len(trail) - 1

        def is_source(node: Node) -> bool:
            return met[node] == 1 and node in self._inner_corners

        if is_source(trail[0]) == is_source(trail[-1]):
            ages = [_GROWTH if is_source(trail[0]) else 2 * _GROWTH] * steps
        elif is_source(trail[0]):
            ages = list(range(steps))
        else:
            ages = list(range(steps))[::-1]
        return [_RIVER_WIDTH[kind] * _WIDTH_STEPS[min(age // _GROWTH, len(_WIDTH_STEPS) - 1)] for age in ages]

    @cached_property
    def _inner_corners(self) -> set[Node]:
        nodes = {node for kind in RIVERS for e in self._edges[kind] for node in side_between(*self._hexes(e))}
        return {node for node in nodes if not self.layout.is_rim(node)}

    # Roads and railways

    @cached_property
    def roads(self) -> list[Course]:
        """Roads, the least class first."""
        edges = [self._hexes(edge) for edge in self._edges["road"]]
        beyond = self._leaving(edges)
        places = smooth_places(self.layout, [*edges, *beyond.items()], wander=0.02 * HEX, pinned=self._places)
        return self._ways("road", places, beyond)

    @cached_property
    def rails(self) -> list[Course]:
        """Railways, beside the road where both run through the same hexes."""
        edges = [self._hexes(edge) for edge in self._edges["rail"]]
        beyond = self._leaving(edges)
        every = [*edges, *beyond.items()]
        places = smooth_places(self.layout, every, wander=0.02 * HEX, pinned=self._places)
        roads = {self._hexes(edge) for edge in self._edges["road"]}
        for cell, vector in self._sidesteps(every, roads | set(self._leaving(list(roads)).items())).items():
            places[cell] = shifted(places[cell], vector, _BESIDE)
        return self._ways("rail", places, beyond)

    def _sidesteps(self, edges: list[Edge], roads: set[Edge]) -> dict[Node, Point]:
        """For each node of a railway with a road beside it, the direction in which it makes way."""
        found: dict[Node, Point] = {}
        for trail in trails(self.layout, edges):
            for i, node in enumerate(trail):
                steps = [step for step in (trail[i - 1 : i + 1], trail[i : i + 2]) if len(step) == 2]
                shared = any((a, b) in roads or (b, a) in roads for a, b in steps)
                if shared and node not in found and node not in self._built_up:
                    before, after = trail[max(i - 1, 0)], trail[min(i + 1, len(trail) - 1)]
                    found[node] = normal(self.layout.point(before), self.layout.point(after))
        return found

    @cached_property
    def _built_up(self) -> set[Node]:
        return self.layout.cells("city") | self.layout.cells("town")

    @cached_property
    def _places(self) -> set[Node]:
        """Hexes whose centre a way runs through exactly."""
        return self._built_up | {self.layout.node_of[index] for index in self.layout.board.names}

    def _leaving(self, edges: list[Edge]) -> dict[Node, Node]:
        """For ways that end in a hex at the edge of the board, the place beyond where they go on."""
        found = {}
        for cell, others in joined(edges).items():
            outside = self.layout.off_board(cell)
            if len(others) == 1 and outside:
                here, before = self.layout.point(cell), self.layout.point(others[0])
                ahead = (2 * here[0] - before[0], 2 * here[1] - before[1])
                found[cell] = min(
                    outside, key=lambda place: (distance(self.layout.point(place), ahead), place)
                )
        return found

    def _ways(self, kind: str, places: dict[Node, Point], beyond: dict[Node, Node]) -> list[Course]:
        groups: dict[tuple[str, str], list[Edge]] = defaultdict(list)
        for edge in self._edges[kind]:
            groups[edge.class_, edge.name].append(self._hexes(edge))
        found = []
        for (rank, name), edges in groups.items():
            for trail in trails(self.layout, edges):
                nodes = _extended(trail, beyond)
                curve = open_curve([places[node] for node in nodes])
                found.append(Course(kind, rank, name, nodes, curve, []))
        return sorted(found, key=lambda line: (_class_order(line.rank), line.name, line.nodes))

    # Bridges

    @cached_property
    def bridges(self) -> list[Bridge]:
        """Every crossing of a road and a river."""
        water: dict[Edge, list[Bezier]] = {}
        for river in self.rivers:
            for i, side in enumerate(zip(river.nodes, river.nodes[1:], strict=False)):
                water[min(side), max(side)] = river.step(i)
        found: dict[Edge, Bridge] = {}
        for road in self.roads:
            for i, (a, b) in enumerate(zip(road.nodes, road.nodes[1:], strict=False)):
                if not {a, b} <= self.layout.index_at.keys():
                    continue
                side = side_between(a, b)
                river_curve = water.get((min(side), max(side)))
                if river_curve:
                    found[min(a, b), max(a, b)] = _crossing(road.step(i), river_curve, road.rank)
        return list(found.values())


def _crossing(way: list[Bezier], river: list[Bezier], rank: str) -> Bridge:
    line, water = sample(way, 24), sample(river, 12)
    near = min(range(1, len(line) - 1), key=lambda i: min(distance(line[i], point) for point in water))
    before, after = line[near - 1], line[near + 1]
    length = distance(before, after)
    return Bridge(line[near], ((after[0] - before[0]) / length, (after[1] - before[1]) / length), rank)


def _extended(trail: list[Node], beyond: dict[Node, Node]) -> list[Node]:
    ends = [[beyond[node]] if node in beyond else [] for node in (trail[0], trail[-1])]
    return [*ends[0], *trail, *ends[1]]


def _class_order(rank: str) -> int:
    return ROAD_CLASSES.index(rank) if rank in ROAD_CLASSES else 0


def course_points(lines: Iterable[Course], steps: int = 6) -> list[Point]:
    """Points along lines, for what must keep clear of them."""
    return [point for line in lines for point in sample(line.curve, steps)]
