"""The whole drawing: valid, compact, the same every time, for any board."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.drawing.boards import red_typhoon, red_typhoon_counters, small
from typhoon.drawing import LAYERS, draw_board
from typhoon.drawing.layout import Layout
from typhoon.engine.board import EdgeRow, Mark

MARKS = (
    Mark("objective", ("0202",), "soviet", value=3),
    Mark("supply", ("0101",), "german"),
    Mark("area", ("0301", "0302"), "soviet", "A"),
    Mark("zone", ("0402",), "", "2"),
    Mark("fort", ("0302",), "soviet"),
    Mark("entry", ("0501", "0502"), "", "7"),
)
EDGES = [
    EdgeRow("0102", "0202", "road", "highway", "R"),
    EdgeRow("0202", "0302", "rail", "main", "R"),
    EdgeRow("0303", "0302", "major_river", "", "Volga"),
    EdgeRow("0201", "0202", "stream", "", "Brook"),
]


@pytest.fixture(scope="module")
def drawing() -> str:
    return draw_board(red_typhoon(), red_typhoon_counters())


def ids(root: ElementTree.Element) -> list[str]:
    return [element.get("id", "") for element in root.iter() if element.get("id")]


def test_the_real_board_is_valid_and_compact(drawing: str) -> None:
    ElementTree.fromstring(drawing)
    assert len(drawing.encode()) < 1_000_000


def test_every_reference_leads_somewhere_and_every_id_is_unique(drawing: str) -> None:
    found = ids(ElementTree.fromstring(drawing))
    assert len(found) == len(set(found))
    wanted = set(re.findall(r'href="#([^"]+)"', drawing)) | set(re.findall(r"url\(#([^)]+)\)", drawing))
    assert wanted <= set(found)


def test_no_style_sheet_is_needed(drawing: str) -> None:
    """A page with a strict content security policy may show the drawing inline."""
    land = draw_board(small("cwrml", "tCcww", "ccccc", edges=EDGES, marks=MARKS, names={"0102": "Bely"}))
    for svg in (drawing, land):
        assert "<style" not in svg
        assert not re.search(r"\sstyle=", svg)
        assert set(re.findall(r'class="([^"]+)"', svg)) <= {"counter", "stack", "rank0"}
        assert "$" not in svg


def test_every_hex_number_is_printed(drawing: str) -> None:
    printed = set(re.findall(r">(\d{4})</text>", drawing))
    assert printed == {f"{c:02}{r:02}" for c in range(1, 39) for r in range(1, 47)}


def test_the_note_says_whose_map_it_is(drawing: str) -> None:
    assert "Map and reconstructed values are our own" in drawing


def test_north_is_turned_clockwise_when_the_top_points_west_of_it(drawing: str) -> None:
    assert "rotate(19.7)" in drawing


def test_the_drawing_is_the_same_in_another_process_with_other_hashes() -> None:
    script = (
        "from tests.drawing.boards import *; from typhoon.drawing import draw_board; import hashlib;"
        "print(hashlib.sha256(draw_board(red_typhoon(), red_typhoon_counters()).encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    search = os.pathsep.join([str(root), str(root / "src")])
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": search},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


@pytest.mark.parametrize("top", ["flat", "pointy"])
@pytest.mark.parametrize("season", ["summer", "winter"])
def test_boards_of_either_kind_and_season_are_drawn_with_all_terrains(top, season) -> None:
    board = small("cwrml", "tCcww", "ccccc", top=top, edges=EDGES if top == "flat" else [], marks=MARKS)
    root = ElementTree.fromstring(draw_board(board, season=season))
    assert {"woods0", "rough0", "marsh0", "lake0"} <= set(ids(root))


def test_pointy_hexes_lie_in_rows() -> None:
    layout = Layout(small("ccc", "ccc", top="pointy"))
    (ax, ay), (bx, by) = (layout.point(layout.cell(number)) for number in ("0101", "0201"))
    assert (bx - ax, by - ay) == pytest.approx((100, 0))
    (_, cy) = layout.point(layout.cell("0102"))
    assert cy - ay == pytest.approx(86.6, abs=0.1)


def test_layers_can_be_left_out() -> None:
    board = small("ccccc", "cCccc", "ccccc", edges=EDGES, marks=MARKS, names={"0202": "Rzhev"})
    everything = draw_board(board)
    for layer in set(LAYERS) - {"front", "counters"}:
        without = draw_board(board, layers=[other for other in LAYERS if other != layer])
        assert f'<g id="layer-{layer}">' in everything
        assert f'<g id="layer-{layer}">' not in without


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(ValueError, match="no layer 'weather'; layers are terrain"):
        draw_board(small("c"), layers=["weather"])


def test_the_scale_is_pixels_between_hex_centres() -> None:
    board = small("ccc", "ccc")
    half, whole = (ElementTree.fromstring(draw_board(board, scale=s)).get("width") for s in (50, 100))
    assert 2 * float(half or 0) == pytest.approx(float(whole or 0), abs=0.2)


def test_a_single_hex_can_be_drawn() -> None:
    ElementTree.fromstring(draw_board(small("w")))


def test_entrenchments_entry_areas_a_front_of_hexes_and_seams_are_printed() -> None:
    marks = (
        Mark("fort", ("0202",), "soviet"),
        Mark("front", ("0301", "0302", "0303")),
        Mark("entry", ("0101", "0102", "0103"), "", "7"),
    )
    bare, svg = draw_board(small(*["ccccc"] * 3)), draw_board(small(*["ccccc"] * 3, marks=marks))
    ElementTree.fromstring(svg)
    for layer in ("works", "entries", "front"):
        assert f'id="layer-{layer}"' in svg
        assert f'id="layer-{layer}"' not in bare
    for word in ("Entrenchment", "Entry area", "Front line", "7"):
        assert f">{word}</text>" in svg
        assert f">{word}</text>" not in bare
