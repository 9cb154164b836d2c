"""Rivers, roads and railways: all of them drawn, and each where it belongs."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from tests.drawing.boards import red_typhoon, small
from typhoon.drawing.curves import sample
from typhoon.drawing.layout import Layout, side_between
from typhoon.drawing.lines import RIVERS, Lines, UnknownLine
from typhoon.drawing.network import trails
from typhoon.drawing.overlays import front_lines
from typhoon.engine.board import EdgeRow


def test_every_river_hexside_of_the_real_board_has_its_river_beside_it() -> None:
    layout = Layout(red_typhoon())
    courses: dict[str, list[tuple[float, float]]] = {}
    for river in Lines(layout).rivers:
        courses.setdefault(river.name, []).extend(sample(river.curve, 4))
    for edge in layout.board.edges:
        if edge.type in RIVERS:
            a, b = side_between(layout.cell(edge.hex_a), layout.cell(edge.hex_b))
            (ax, ay), (bx, by) = layout.point(a), layout.point(b)
            middle = (ax + bx) / 2, (ay + by) / 2
            assert min(dist(middle, point) for point in courses[edge.name]) < 20, edge


def test_rivers_run_over_river_hexsides_only() -> None:
    layout = Layout(red_typhoon())
    sides = {
        frozenset(side_between(layout.cell(e.hex_a), layout.cell(e.hex_b)))
        for e in layout.board.edges
        if e.type in RIVERS
    }
    for river in Lines(layout).rivers:
        inner = [pair for pair in pairwise(river.nodes) if frozenset(pair) not in sides]
        # Only the runs off the sheet at either end are no hexsides.
        assert len(inner) <= 2
        assert all(layout.is_rim(a) or layout.is_rim(b) for a, b in inner)


def test_every_road_and_railway_is_drawn_and_stays_near_its_hex_centres() -> None:
    layout = Layout(red_typhoon())
    lines = Lines(layout)
    for kind, drawn in (("road", lines.roads), ("rail", lines.rails)):
        steps = {frozenset(pair) for line in drawn for pair in pairwise(line.nodes)}
        wanted = {
            frozenset((layout.cell(e.hex_a), layout.cell(e.hex_b)))
            for e in layout.board.edges
            if e.type == kind
        }
        assert wanted <= steps
        for line in drawn:
            joints = [line.curve[0][0], *(piece[3] for piece in line.curve)]
            for node, joint in zip(line.nodes, joints, strict=True):
                assert dist(layout.point(node), joint) < 45


def test_a_road_bends_through_its_hexes_and_no_others() -> None:
    edges = [
        EdgeRow(a, b, "road", "main", "R") for a, b in pairwise(["0103", "0202", "0203", "0303", "0402"])
    ]
    layout = Layout(small("ccccc", "ccccc", "ccccc", "ccccc", edges=edges))
    allowed = {layout.cell(number) for edge in edges for number in (edge.hex_a, edge.hex_b)}
    for road in Lines(layout).roads:
        for point in sample(road.curve, 20):
            nearest = min(layout.index_at, key=lambda cell: dist(layout.point(cell), point))
            assert nearest in allowed or point[0] < layout.left + 60


def test_a_railway_makes_way_for_a_road_in_the_same_hexes() -> None:
    hexes = ["0202", "0302", "0402", "0502"]
    edges = [EdgeRow(a, b, kind, "main", "L") for kind in ("road", "rail") for a, b in pairwise(hexes)]
    lines = Lines(Layout(small("cccccc", "cccccc", "cccccc", edges=edges)))
    (road,), (rail,) = lines.roads, lines.rails
    for a, b in zip(sample(road.curve, 1)[1:-1], sample(rail.curve, 1)[1:-1], strict=True):
        assert 7 < dist(a, b) < 12


def test_a_bridge_stands_where_a_road_crosses_a_river() -> None:
    edges = [
        EdgeRow("0202", "0302", "road", "main", "R"),
        EdgeRow("0202", "0302", "river", "", "Oka"),
        EdgeRow("0302", "0402", "road", "main", "R"),
    ]
    layout = Layout(small("cccc", "cccc", "cccc", edges=edges))
    (bridge,) = Lines(layout).bridges
    (ax, ay), (bx, by) = layout.point(layout.cell("0202")), layout.point(layout.cell("0302"))
    assert dist(bridge.spot, ((ax + bx) / 2, (ay + by) / 2)) < 12


def river_between_rows(first_column: int) -> list[float]:
    """Widths of a river between rows 3 and 4 from a column to the next to last of sixteen."""
    bare = small(*["c" * 16] * 6)
    grid = bare.grid
    edges = [
        EdgeRow(north, south, "river", "", "Ugra")
        for column in range(first_column, 16)
        for north in (f"{column:02}03",)
        for south in grid.numbers(grid.around(grid.index(north)))
        if south.endswith("04")
    ]
    (river,) = Lines(Layout(small(*["c" * 16] * 6, edges=edges))).rivers
    return river.widths


def test_a_river_grows_from_its_source_to_the_edge_of_the_map() -> None:
    widths = river_between_rows(1)
    assert len(set(widths)) > 2
    # Its nodes run from west to east, and it leaves the map in the west.
    assert widths == sorted(widths, reverse=True)


def test_a_river_that_begins_and_ends_inland_has_one_width() -> None:
    assert len(set(river_between_rows(3))) == 1


def test_trails_use_each_edge_once() -> None:
    layout = Layout(red_typhoon())
    edges = {
        tuple(sorted((layout.cell(e.hex_a), layout.cell(e.hex_b))))
        for e in layout.board.edges
        if e.type == "rail"
    }
    walked = [tuple(sorted(pair)) for trail in trails(layout, edges) for pair in pairwise(trail)]
    assert sorted(walked) == sorted(edges)


@pytest.mark.parametrize("turned", [False, True])
def test_the_front_has_each_side_on_its_own_hand(turned: bool) -> None:
    pairs = (("0201", "0301"), ("0201", "0302"), ("0202", "0302"))
    front = tuple((b, a) for a, b in pairs) if turned else pairs
    layout = Layout(small("cccc", "cccc", front=front))
    (stretch,) = front_lines(layout)
    east = {side: sum(p[0] for p in sample(band, 2)) / len(sample(band, 2)) for side, band in stretch.bands}
    assert east["german"] < east["soviet"]
    assert all(tip[0] > min(a[0], b[0]) for a, tip, b in stretch.teeth)


@pytest.mark.parametrize(("kind", "rank"), [("canal", ""), ("road", "muddy")])
def test_an_unknown_line_is_refused(kind: str, rank: str) -> None:
    board = small("cc", "cc", edges=[EdgeRow("0101", "0102", kind, rank)])
    with pytest.raises(UnknownLine, match=f"0101-0102: no drawing for '{kind}"):
        Lines(Layout(board))


def test_the_front_is_drawn_as_it_runs_by_now() -> None:
    layout = Layout(small("cccc", "cccc", front=(("0101", "0201"),)))
    (stretch,) = front_lines(layout, [("0301", "0201"), ("0302", "0201"), ("0302", "0202")])
    east = {side: sum(p[0] for p in sample(band, 2)) / len(sample(band, 2)) for side, band in stretch.bands}
    assert east["german"] > east["soviet"] > layout.point(layout.cell("0201"))[0]
