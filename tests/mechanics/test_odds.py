"""Odds, and charts read by odds and die."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typhoon.mechanics.odds import OddsChart, odds

CHART = OddsChart({die: tuple(f"{die}/{column}" for column in (1, 2, 3)) for die in range(7)})


@pytest.mark.parametrize(
    ("attack", "defense", "ratio"),
    [(8, 3, 2), (9, 3, 3), (11, 4, 2), (4, 4, 1), (3, 4, 0), (1, 20, 0), (100, 1, 100)],
)
def test_fractions_are_dropped(attack, defense, ratio):
    assert odds(attack, defense) == ratio


@given(st.integers(1, 200), st.integers(1, 200))
def test_odds_are_the_most_the_attack_can_claim(attack, defense):
    ratio = odds(attack, defense)
    assert ratio * defense <= attack < (ratio + 1) * defense


@pytest.mark.parametrize(
    ("modified", "ratio", "result"),
    [
        (0, 1, "0/1"),
        (6, 3, "6/3"),
        (3, 2, "3/2"),
        (-1, 1, "0/1"),
        (-9, 2, "0/2"),
        (7, 2, "6/2"),
        (99, 1, "6/1"),
        (4, 4, "4/3"),
        (4, 50, "4/3"),
        (12, 12, "6/3"),
    ],
)
def test_dice_and_odds_beyond_the_chart_count_as_its_last(modified, ratio, result):
    assert CHART.result(modified, ratio) == result


def test_a_chart_knows_its_bounds():
    assert (CHART.lowest, CHART.highest, CHART.best) == (0, 6, 3)
    assert [CHART.column(ratio) for ratio in (1, 2, 3, 4, 9)] == [1, 2, 3, 3, 3]
    assert [CHART.die(die) for die in (-2, 0, 5, 6, 8)] == [0, 0, 5, 6, 6]
