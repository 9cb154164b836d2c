"""What each side may hope to take from the other: 0606 is worth 3, 0101 is worth 8."""

import pytest

from typhoon.hexgrid import Grid, hex_sheet
from typhoon.mechanics.pressure import goals, pressure

GRID = Grid(hex_sheet(range(1, 12), range(1, 12)))
TOWN, FAR = GRID.index("0606"), GRID.index("0101")
PLACES = goals(GRID, {TOWN: 3.0, FAR: 8.0, GRID.index("1111"): 0.0}, near=2)


def hopes(held_by, *stacks):
    """What both sides hope for when one of them holds both places; stacks are side and hex."""
    held, occupied = [0, 0], [0, 0]
    held[held_by] = 1 << TOWN | 1 << FAR
    for side, number in stacks:
        occupied[side] |= 1 << GRID.index(number)
    return pressure(PLACES, held, occupied)


def test_a_place_counts_by_the_share_of_the_hexes_occupied_around_it():
    """Three of the four stacks within two hexes are the attacker's; the one farther away does not count."""
    stacks = [(0, "0604"), (0, "0706"), (0, "0506"), (1, "0606"), (1, "0609")]
    assert hopes(1, *stacks) == (pytest.approx(3 * 3 / 4), 0.0)
    assert hopes(0, *stacks) == (0.0, pytest.approx(3 * 1 / 4))


def test_a_place_that_nobody_keeps_counts_whole():
    assert hopes(1, (0, "0102")) == (8.0, 0.0)


def test_nobody_hopes_for_what_is_out_of_reach():
    assert hopes(1, (0, "0609"), (1, "0606")) == (0.0, 0.0)


def test_places_that_are_worth_nothing_are_left_out():
    assert [place.worth for place in PLACES] == [3.0, 8.0]
