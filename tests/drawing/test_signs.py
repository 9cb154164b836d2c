"""Signs in hexes: a picture for each kind that a game has, and no two alike."""

from __future__ import annotations

import pytest

from typhoon.drawing import draw_board
from typhoon.drawing.signs import KINDS, draw_sign, place_of
from typhoon.engine.registry import find_rules, law_of, playable


@pytest.mark.parametrize("game", playable())
def test_every_sign_of_a_game_has_a_picture(game: str) -> None:
    assert set(law_of(game).signs) <= set(KINDS)


def test_no_two_signs_look_alike() -> None:
    pictures = [draw_sign(kind) for kind in KINDS]
    assert len(set(pictures)) == len(KINDS)


def test_works_are_told_apart_without_colour() -> None:
    """In print and from afar: spikes, an open square, one half filled, one filled with bastions."""
    ink = {kind: draw_sign(kind).count('fill="#23262a"') for kind in ("hedgehog", "minor", "major", "fort")}
    assert (ink["hedgehog"], ink["minor"], ink["major"], ink["fort"]) == (0, 0, 1, 5)
    assert "rect" not in draw_sign("hedgehog")


def test_signs_of_one_hex_do_not_lie_on_each_other() -> None:
    assert len({place_of(kind) for kind in ("fort", "S", "R", "ruin")}) == 4


def test_signs_are_drawn_on_the_printed_map() -> None:
    board = find_rules("operation-typhoon-revision").board
    svg = draw_board(
        board, signs={"fort": ["C1423"], "minor-building": ["C1422", "C1424"]}, layers=["counters"]
    )
    assert (svg.count('data-sign="fort"'), svg.count('data-sign="minor-building"')) == (1, 2)


def test_an_unknown_sign() -> None:
    with pytest.raises(ValueError, match="there is no sign 'moat'; there are hedgehog, minor"):
        draw_sign("moat")
