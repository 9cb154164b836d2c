"""Games beside history: who held which place on a day, and the front that follows from it."""

from __future__ import annotations

import pytest

from typhoon.engine.registry import find_rules
from typhoon.hexgrid import bits
from typhoon.lab import past

RED = find_rules("red-typhoon", "fixed")
"""A turn is a week, and the first begins on 5 January 1942."""


def hex_of(place: str) -> int:
    return bits(RED.annals.places[place])[0]


def west_of(place: str) -> list[str]:
    grid = RED.grid
    edge, _ = grid.centre(hex_of(place))
    return grid.numbers(sum(1 << hex_ for hex_ in bits(grid.all) if grid.centre(hex_)[0] <= edge))


def is_german(place: str, turn: int) -> bool:
    """By the front of history, when the game began with all that lies west of Mozhaisk in German hands."""
    return RED.grid.name[hex_of(place)] in past.ground(RED, turn, west_of("Mozhaisk"))


def test_a_turn_is_told_by_its_last_day():
    assert past.last_day(RED, 1) == "11 Jan"
    assert past.last_day(RED, 0) == "4 Jan"


def test_a_place_is_held_until_the_day_on_which_it_was_lost():
    # Mozhaisk was given up on 20 January, in the week that the third turn is.
    assert dict(past.curve(RED, "Mozhaisk")) == {turn: float(turn < 3) for turn in range(10)}


@pytest.mark.parametrize(("place", "lost_on_turn"), [("Toropets", 3), ("Rzhev", None), ("Smolensk", None)])
def test_the_front_goes_back_with_the_places(place, lost_on_turn):
    for turn in range(1, 10):
        assert is_german(place, turn) == (lost_on_turn is None or turn < lost_on_turn)


def test_land_goes_with_the_place_that_it_is_nearest_to():
    around = set(RED.grid.numbers(RED.grid.around(hex_of("Toropets"))))
    assert around <= past.ground(RED, 2, west_of("Mozhaisk"))
    assert not around & past.ground(RED, 3, west_of("Mozhaisk"))


def test_nobody_keeps_land_that_is_cut_off():
    """Germans beside Torzhok, which was never theirs, would have had no way home."""
    lost = RED.grid.numbers(RED.grid.around(hex_of("Torzhok")))
    assert not set(lost) & past.ground(RED, 1, [*west_of("Vyazma"), *lost])
