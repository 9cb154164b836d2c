"""Counters show what they are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.drawing.boards import small
from typhoon.drawing import CounterFace, Value, draw_board, draw_counter
from typhoon.drawing.counters import tints
from typhoon.drawing.symbols import TYPES, UnknownBranch, branch

REQUIRED = (
    "infantry",
    "armor",
    "mechanized",
    "cavalry",
    "airborne",
    "partisan",
    "ski",
    "artillery",
    "hq",
    "antitank",
)


def texts(fragment: str) -> list[str]:
    return [
        element.text or ""
        for element in ElementTree.fromstring(fragment).iter()
        if element.tag.endswith("text")
    ]


def test_the_branches_of_the_five_games_have_symbols() -> None:
    assert set(REQUIRED) <= set(TYPES)


@pytest.mark.parametrize("type_", TYPES)
def test_a_counter_of_each_type_shows_identity_size_and_values(type_: str) -> None:
    face = CounterFace(
        "u1", "0101", "german", type_, "4P", "XX", "252", "IX", (Value("7"), Value("12", True))
    )
    shown = texts(draw_counter(face))
    for words in ("4P", "XX", "252", "IX", "7", "12"):
        assert words in shown


def test_no_two_branches_look_alike() -> None:
    drawn = {branch(t, 0, 0, fill="#fff", ink="#000", letter_font="serif") for t in TYPES}
    assert len(drawn) == len(TYPES)


def test_an_unknown_branch_is_refused() -> None:
    with pytest.raises(UnknownBranch, match="no symbol for unit type 'elephants'; known are infantry"):
        draw_counter(CounterFace("u1", "0101", "german", "elephants"))


def test_a_white_figure_is_white_on_a_dark_ground() -> None:
    face = CounterFace("u1", "0101", "soviet", "cavalry", values=(Value("2", True), Value("8")))
    root = ElementTree.fromstring(draw_counter(face))
    fills = {e.text: e.get("fill") for e in root.iter("text") if e.text in ("2", "8")}
    dark = [e.get("fill") for e in root.iter("rect")][-1]
    assert fills["2"] == "#fffdf6"
    assert fills["8"] == dark == "#23262a"


def test_the_second_side_looks_different() -> None:
    face = CounterFace("u1", "0101", "soviet", "infantry", "K", values=(Value("4"),))
    turned = CounterFace("u1", "0101", "soviet", "infantry", "K", values=(Value("4"),), second_side=True)
    body, turned_body = (ElementTree.fromstring(draw_counter(f)).findall("rect")[1] for f in (face, turned))
    lightness = [sum(bytes.fromhex((b.get("fill") or "")[1:])) for b in (body, turned_body)]
    assert lightness[1] > lightness[0] + 60


def test_formations_of_one_side_have_tints_of_their_own_and_panzers_are_darker() -> None:
    faces = [CounterFace("u", "0101", "german", "infantry", code, tint=i) for i, code in enumerate("ABCDE")]
    assert len({tints(face) for face in faces}) == 5
    panzer = CounterFace("u", "0101", "german", "armor", "A", tint=0)
    assert sum(bytes.fromhex(tints(panzer)[0][1:])) < sum(bytes.fromhex(tints(faces[0])[0][1:]))


def test_a_stack_tells_how_many_lie_there_and_the_last_is_on_top() -> None:
    faces = [CounterFace(f"u{i}", "0202", "german", "infantry", left=f"{i}. ID") for i in range(1, 6)]
    root = ElementTree.fromstring(draw_board(small("ccc", "ccc", "ccc"), faces, layers=["counters"]))
    shown = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert shown == ["5. ID", "5"]


def test_badges_are_shown() -> None:
    shown = texts(draw_counter(CounterFace("u1", "0101", "german", "hq", badges=("!", "S"))))
    assert shown[-2:] == ["!", "S"]


def test_names_with_markup_are_harmless() -> None:
    face = CounterFace('<"&', "0101", "german", "infantry", "<b>", left="A&B", values=(Value("<"),))
    assert "A&B" in texts(draw_counter(face))
