"""Terrain must be certain at a glance: soft outlines hold the centres of their own hexes and no others."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.boards import red_typhoon, small
from typhoon.drawing import draw_board
from typhoon.drawing.curves import sample
from typhoon.drawing.layout import Layout, Point
from typhoon.drawing.terrain import UnknownTerrain, blocks, grid_lines, land, rings


def inside(point: Point, polygons: list[list[Point]]) -> bool:
    """Whether a point lies in a shape of rings, by the even-odd rule."""
    x, y = point
    odd = False
    for polygon in polygons:
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


def wrongly_covered(layout: Layout, terrain: str) -> list[str]:
    outlines = [sample(curve, 6) for curve in land(layout, terrain)]
    return [
        layout.board.grid.name[index]
        for index, cell in layout.node_of.items()
        if inside(layout.point(cell), outlines) != (layout.board.terrain_at[index] == terrain)
    ]


def test_woods_of_the_real_board_hold_their_own_hex_centres_only() -> None:
    assert wrongly_covered(Layout(red_typhoon()), "woods") == []


@given(
    rows=st.lists(st.text("cw", min_size=6, max_size=6), min_size=5, max_size=5),
    top=st.sampled_from(["flat", "pointy"]),
    shifted=st.sampled_from(["even", "odd"]),
)
def test_woods_of_any_board_hold_their_own_hex_centres_only(rows, top, shifted) -> None:
    assert wrongly_covered(Layout(small(*rows, top=top, shifted=shifted)), "woods") == []


def test_neighbouring_hexes_melt_into_one_outline_and_a_clearing_is_a_hole() -> None:
    one_wood = Layout(small("ccccc", "cwwcc", "ccccc"))
    assert len(rings(one_wood.cells("woods"))) == 1
    clearing = Layout(small("wwwww", "wwwww", "wwcww", "wwwww", "wwwww"))
    assert min(len(ring) for ring in rings(clearing.cells("woods"))) == 6
    assert len(rings(clearing.cells("woods"))) == 2


def test_every_hexside_is_drawn_once() -> None:
    layout = Layout(small("ccc", "ccc"))
    drawn = [
        frozenset((round(x), round(y)) for x, y in pair)
        for line in grid_lines(layout)
        for pair in itertools.pairwise(line)
    ]
    # Six hexes have 36 sides, and 9 of them are shared by two.
    assert len(drawn) == len(set(drawn)) == 36 - 9


def test_a_city_has_more_houses_than_a_town_and_all_lie_in_its_hex() -> None:
    layout = Layout(small("ccc", "cCt", "ccc"))
    (city,), (town,) = layout.cells("city"), layout.cells("town")
    assert len(blocks(layout, city, "city")) > len(blocks(layout, town, "town")) >= 4
    x, y = layout.point(city)
    assert all(abs(px - x) < 50 and abs(py - y) < 50 for b in blocks(layout, city, "city") for px, py in b)


def test_an_unknown_terrain_is_refused_by_name_and_hex() -> None:
    board = small("cc", "c?")
    with pytest.raises(UnknownTerrain, match=r"hex 0202: no drawing for terrain '\?'; known are clear"):
        draw_board(board)
