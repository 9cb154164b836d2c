"""Before a phase ends: what is unused, and lost by it."""

from __future__ import annotations

import typhoon
from typhoon.engine.cases import case
from typhoon.engine.preview import Warnings


def unused(game: typhoon.Game) -> tuple[str, ...]:
    told = game.preview("end")
    return told.unused if isinstance(told, Warnings) else ()


@case("8.0", "12.3")
def test_units_that_have_not_moved_and_points_that_are_not_spent():
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet movement",
        units={"S-B-02": "2809", "S-B-03": "2909", "S-C-01": "3319", "G-6-ID": "2812"},
        move_orders=["K"],
        ap={"soviet": 2},
    )
    assert unused(game) == (
        "2 units with movement orders could still move (8.0)",
        "2 points unspent, and 1 formation without movement orders (12.3)",
    )
    game.push("move S-B-02 2809-2810")
    game.push("activate WR")
    game.push("move S-C-01 3319-3320")
    assert unused(game) == ("1 unit with movement orders could still move (8.0)",)


@case("9.0", "12.6")
def test_attacks_that_could_be_made_and_points_that_cannot_be_kept():
    """Five points are kept; the other two of seven are lost."""
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
        attack_orders=["K"],
        ap={"soviet": 7},
        dice=[6],
    )
    assert unused(game) == (
        "1 enemy hex could still be attacked by units with orders (9.0)",
        "2 points more than can be kept for the next turn (12.6)",
    )


@case("12.6")
def test_nothing_is_said_when_nothing_is_lost():
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "G-6-ID": "2811"},
        attack_orders=["K"],
        ap={"soviet": 5},
    )
    assert unused(game) == ()
