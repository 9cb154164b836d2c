"""Names lie on neither each other nor anything that must stay readable."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.drawing.boards import red_typhoon, small
from typhoon.drawing import draw_board
from typhoon.drawing.labels import (
    Box,
    Occupied,
    Points,
    name_box,
    name_labels,
    number_box,
    river_labels,
)
from typhoon.drawing.layout import Layout
from typhoon.drawing.lines import Lines, course_points
from typhoon.drawing.overlays import LETTER_SIZE, ZONE_SIZE, disc_boxes, objective_worth, regions
from typhoon.engine.registry import find_rules


def printed(layout: Layout) -> dict[str, list[Box]]:
    """Every label of a board by what it says, placed as a drawing places them."""
    lines = Lines(layout)
    everything = Points(course_points([*lines.roads, *lines.rails, *lines.rivers]))
    occupied = Occupied(layout)
    occupied.add(*(number_box(layout, cell) for cell in layout.index_at), *disc_boxes(layout))
    found = {
        f"name {n.text} {n.spot}": [n.box]
        for n in name_labels(layout, occupied, everything, objective_worth(layout))
    }
    for kind, size in (("zone", ZONE_SIZE), ("area", LETTER_SIZE)):
        for region in regions(layout, kind, occupied, everything):
            found[f"{kind} {region.label}"] = [name_box(region.label, region.spot, size)]
    for river in river_labels(occupied, lines.rivers, everything):
        found[f"river {river.text} {river.curve[0][0]}"] = river.boxes
    return found


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout(red_typhoon())


@pytest.fixture(scope="module")
def labels(layout: Layout) -> dict[str, list[Box]]:
    return printed(layout)


def test_labels_do_not_overlap_each_other(labels: dict[str, list[Box]]) -> None:
    for (one, boxes), (other, others) in combinations(labels.items(), 2):
        assert not any(a.overlaps(b) for a in boxes for b in others), (one, other)


def test_labels_keep_clear_of_hex_numbers_and_discs(layout: Layout, labels: dict[str, list[Box]]) -> None:
    fixed = [number_box(layout, cell) for cell in layout.index_at] + disc_boxes(layout)
    for label, boxes in labels.items():
        assert not any(box.overlaps(other) for box in boxes for other in fixed), label


def test_every_place_and_every_river_has_its_name(layout: Layout, labels: dict[str, list[Box]]) -> None:
    said = " ".join(labels).lower()
    for name in layout.board.names.values():
        assert f"name {name.lower()}" in said
    for name in {edge.name for edge in layout.board.edges if edge.type == "river"}:
        assert f"river {name.lower()}" in said


def test_names_stand_near_their_places(layout: Layout) -> None:
    occupied = Occupied(layout)
    places = {name.lower(): layout.point(layout.node_of[i]) for i, name in layout.board.names.items()}
    for label in name_labels(layout, occupied, Points([]), {}):
        x, y = places[label.text.lower()]
        assert label.box.left - 60 < x < label.box.right + 60
        assert label.box.top - 60 < y < label.box.bottom + 60


def test_great_cities_are_named_in_larger_letters() -> None:
    board = small("ccccc", "cCccc", "ccctc", names={"0202": "Rzhev", "0403": "Zubtsov"})
    layout = Layout(board)
    cell = layout.cell("0202")
    rzhev, zubtsov = name_labels(layout, Occupied(layout), Points([]), {cell: 3})
    assert (rzhev.text, zubtsov.text) == ("RZHEV", "Zubtsov")
    assert rzhev.size > zubtsov.size


def test_two_neighbouring_names_make_room_for_each_other() -> None:
    layout = Layout(
        small("ccccc", "ccccc", "ccccc", names={"0302": "Maloyaroslavets", "0202": "Naro-Fominsk"})
    )
    one, other = name_labels(layout, Occupied(layout), Points([]), {})
    assert not one.box.overlaps(other.box)


def test_a_place_of_several_hexes_is_named_once() -> None:
    board = find_rules("typhoon-solitaire").board
    assert list(board.names.values()).count("Moscow") == 2
    layout = Layout(board)
    labels = name_labels(layout, Occupied(layout), Points(()), {})
    assert [label.text for label in labels if label.text.lower() == "moscow"] == ["MOSCOW"]


def test_a_city_of_several_hexes_is_named_once_whatever_its_parts_are_called() -> None:
    names = {"0202": "Moscow", "0203": "Moscow (Kremlin)", "0204": "Moscow", "0401": "Radov (Dedovsk)"}
    svg = draw_board(small("ccccc", "cCccc", "cCccc", "cCccc", names=names), layers=["names"])
    near = svg.split('data-part="middle-names"')[0]
    assert near.count("MOSCOW") == 1
    assert "Kremlin" not in svg
    assert "Radov (Dedovsk)" in near
