"""Counters show what they are."""

from __future__ import annotations

from typing import get_args
from xml.etree import ElementTree

import pytest

from tests.drawing.boards import small
from typhoon.drawing import CounterFace, Value, draw_board, draw_counter
from typhoon.drawing.counters import paint
from typhoon.drawing.symbols import TYPES, UnknownBranch, branch
from typhoon.engine.face import Colours

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
    assert len({paint(face) for face in faces}) == 5
    panzer = CounterFace("u", "0101", "german", "armor", "A", tint=0)
    assert lightness(paint(panzer).ground) < lightness(paint(faces[0]).ground)


def lightness(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


PRINTED: list[Colours] = [colours for colours in get_args(Colours) if colours]


@pytest.mark.parametrize("second_side", [False, True])
@pytest.mark.parametrize("colours", PRINTED)
def test_what_is_printed_on_a_counter_can_be_read(colours: Colours, second_side: bool) -> None:
    white = colours.startswith("white")
    values = (Value("7", white),)
    face = CounterFace(
        "u", "0101", "german", "armor", "4", "XX", "20", "", values, second_side, colours=colours
    )
    root = ElementTree.fromstring(draw_counter(face))
    grounds = [str(part.get("fill")) for part in [*root.iter("path"), *root.findall("rect")[1:]]]
    inks = {str(e.get("fill")) for e in root.iter("text") if e.get("fill")}
    inks |= {str(e.get("fill")) for e in root.iter("g") if e.get("fill") not in (None, "none")}
    assert inks == {"#fffdf6" if white else "#23262a"}
    ink = inks.pop()
    for ground in {ground for ground in grounds if ground not in ("None", "none", ink)}:
        assert contrast(ground, ink) >= 4.4, ground


def test_white_and_black_on_one_colour_are_told_apart_and_so_are_all_others() -> None:
    faces = [CounterFace("u", "0101", "german", "infantry", colours=colours) for colours in PRINTED]
    assert len({paint(face).ground for face in faces}) == len(PRINTED)


def test_a_printed_counter_keeps_the_stripe_of_its_formation_where_it_has_one() -> None:
    one, other = [
        CounterFace("u", "0101", "german", "armor", code, tint=tint, colours="white on dark grey")
        for code, tint in (("9", 0), ("4P", 1))
    ]
    assert paint(one).ground == paint(other).ground
    assert paint(one).stripe != paint(other).stripe


def test_a_black_figure_on_a_dark_counter_stands_on_a_light_ground() -> None:
    face = CounterFace(
        "u", "0101", "german", "armor", values=(Value("4", True), Value("6")), colours="white on dark grey"
    )
    root = ElementTree.fromstring(draw_counter(face))
    fills = {e.text: e.get("fill") for e in root.iter("text") if e.text in ("4", "6")}
    light = [e.get("fill") for e in root.iter("rect")][-1]
    assert fills["4"] == light == "#fffdf6"
    assert fills["6"] == "#23262a"


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
