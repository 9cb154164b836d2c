"""The statistics, against figures worked by hand or taken from the textbooks."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from typhoon.lab.figures import Figure, Goal
from typhoon.lab.intervals import (
    difference,
    explained,
    mean,
    paired_shares,
    share,
    sources,
    student,
    unpaired_means,
    unpaired_shares,
)
from typhoon.lab.sequential import mean_interval, share_interval


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
        (10_000, 1.960),
    ],
)
def test_students_quantile_is_that_of_the_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=0.0005)


def test_a_share_has_wilsons_interval():
    # 81 of 263: 0.2553 to 0.3662 (Newcombe 1998, method 3)
    found = share(81, 263)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=0.0001)


def test_a_difference_of_shares_without_pairs_is_newcombes():
    # 56 of 70 less 48 of 80: 0.0524 to 0.3339 (Newcombe 1998, method 10)
    found = unpaired_shares([1] * 56 + [0] * 14, [1] * 48 + [0] * 32)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=0.0001)


def test_a_difference_of_paired_shares_is_that_of_agresti_and_min():
    # By hand: of 100 pairs 20 go one way and 8 the other: (12/102) +- 1.96 sqrt(29 - 144/102) / 102
    ours, theirs = [1] * 20 + [0] * 8 + [1] * 72, [0] * 20 + [1] * 8 + [1] * 72
    found, half = paired_shares(ours, theirs), 1.959964 * sqrt(29 - 144 / 102) / 102
    assert found.value == pytest.approx(0.12)
    assert (found.low, found.high) == pytest.approx((12 / 102 - half, 12 / 102 + half), abs=1e-6)


def test_a_mean_has_students_interval():
    # 2, 4, 6: mean 4, deviation 2, so 4 +- 4.303 * 2 / sqrt(3)
    found = mean([2.0, 4.0, 6.0])
    assert found.value == 4
    assert found.high - found.value == pytest.approx(4.303 * 2 / sqrt(3), rel=0.08), (
        "with two degrees it is rough"
    )


def test_welch_takes_the_smaller_sample_seriously():
    found = unpaired_means([1.0, 2.0, 3.0, 4.0, 5.0], [2.0] * 40 + [4.0] * 40)
    assert found.value == 0
    assert found.high > 1.5


def test_pairs_tell_more_than_the_same_games_without_pairs():
    rng = Random(1)
    luck = [rng.gauss(0, 10) for _ in range(200)]
    ours = {n: value + 1 + rng.gauss(0, 1) for n, value in enumerate(luck)}
    theirs = {n: value + rng.gauss(0, 1) for n, value in enumerate(luck)}
    assert difference(ours, theirs, paired=True, shares=False).tells
    assert not difference(ours, theirs, paired=False, shares=False).tells


def test_the_sources_of_variance_are_found_again():
    """Dice that count four times as much as minds, in variance, and half of it nothing of either."""
    rng = Random(7)
    dice = [rng.gauss(0, 2) for _ in range(300)]
    minds = [rng.gauss(0, 1) for _ in range(60)]
    table = {(d, m): dice[d] + minds[m] + rng.gauss(0, sqrt(5)) for d in range(300) for m in range(60)}
    found = sources(table)
    assert found is not None
    assert (found.dice, found.play, found.rest) == pytest.approx((0.4, 0.1, 0.5), abs=0.06)


def test_without_two_minds_there_is_nothing_to_take_apart():
    assert sources({(1, 1): 2.0, (2, 1): 3.0}) is None


def test_what_goes_with_something_wholly_is_explained_by_it():
    assert explained([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]) == pytest.approx(1)
    assert explained([1.0, 2.0, 1.0, 2.0], [1.0, 1.0, 2.0, 2.0]) == 0


@pytest.mark.parametrize("truth", [0.1, 0.5, 0.8])
def test_whoever_stops_when_it_pleases_is_wrong_no_more_often_than_said(truth):
    """Look after every ten games, stop at the first interval that misses the truth: at most one in twenty."""
    wrong = 0
    for seed in range(200):
        rng, count = Random(seed), 0
        for n in range(1, 401):
            count += rng.random() < truth
            low, high = share_interval(count, n) if n % 10 == 0 else (0, 1)
            if not low <= truth <= high:
                wrong += 1
                break
    assert wrong / 200 <= 0.05


def test_a_peek_at_ordinary_intervals_is_wrong_far_more_often():
    """Why the others are needed: the same with Wilson's."""
    wrong = 0
    for seed in range(200):
        rng, count = Random(seed), 0
        for n in range(1, 401):
            count += rng.random() < 0.5
            if n % 10 == 0:
                found = share(count, n)
                if not found.low <= 0.5 <= found.high:
                    wrong += 1
                    break
    assert wrong / 200 > 0.15


def test_the_mean_is_not_decided_on_a_handful_of_games():
    assert mean_interval([1.0] * 10).half == float("inf")
    rng = Random(3)
    numbers = [rng.gauss(5, 2) for _ in range(2_000)]
    low, high = mean_interval(numbers)
    assert low < 5 < high and high - low < 0.5


def test_a_goal_says_what_and_how_exactly():
    goal = Goal.parse("difference in german wins +-3%")
    assert goal == Goal(Figure("wins", "german"), 0.03, True)
    assert Goal.parse("soviet points ± 0.5").within == 0.5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("german wins", "does not say how exactly"),
        ("german wins +-3", "are told in percent"),
        ("soviet points +-3%", "are told as a number"),
        ("german wins +-0%", "nothing is known quite exactly"),
        ("weather +-3%", "no figure 'weather'"),
    ],
)
def test_a_goal_that_is_none_says_why(text, complaint):
    with pytest.raises(ValueError, match=complaint):
        Goal.parse(text)
