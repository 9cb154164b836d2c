"""Weighing the figures of positions by what games came to."""

from copy import copy
from math import sqrt
from random import Random

import pytest

from typhoon.engine.prospects import Weight
from typhoon.engine.registry import find_rules
from typhoon.lab.fit import Record, Sample, fit, play, solve, trials, write


def test_equations_are_solved_whatever_their_order():
    """x + y = 3 and x + 2y + 3z = 14 and 2x = 2: x is 1, y is 2, z is 3."""
    assert solve([[1, 1, 0, 3], [1, 2, 3, 14], [2, 0, 0, 2]]) == pytest.approx([1, 2, 3])


def made_up_games(noise: float = 0.0) -> list[Record]:
    """Games in which what stands counts for 0.5, 0.5 and 1 as they go on, losses for 2, 1 and 0.

    The first side has 3, 1 and 0 beside that.
    """
    rng = Random(1942)
    games = []
    for _ in range(1_000):
        share, points, lost = rng.random(), rng.uniform(-10, 10), -rng.randint(0, 8)
        late, lead = max(2 * share - 1, 0), 3 - 4 * share if share < 0.5 else 2 - 2 * share
        margin = lead + (0.5 + 0.5 * late) * points + 2 * (1 - share) * lost
        figures = {"balance": 1.0, "standing": points, "losses": float(lost)}
        games.append(Record([Sample(1, share, figures, points)], margin + rng.uniform(-noise, noise)))
    return games


NAMES = ("set-up", "balance", "standing", "losses")
TRUE = {"set-up": (0, 0, 0), "balance": (3, 1, 0), "standing": (0.5, 0.5, 1), "losses": (2, 1, 0)}


@pytest.mark.parametrize(("noise", "within"), [(0.0, 0.1), (3.0, 0.5)])
def test_the_weights_that_games_were_made_with_are_found_again(noise, within):
    weights = fit(made_up_games(noise), NAMES, "strip")
    assert list(weights) == list(NAMES)
    for name, expected in TRUE.items():
        weight = weights[name]
        assert weight.scenario == "strip"
        assert (weight.early, weight.middle, weight.late) == pytest.approx(expected, abs=within)


def test_a_weight_that_is_kept_leaves_the_rest_to_the_others():
    """The games were made with these, so that what is left is the balance they were made with."""
    kept = {
        "losses": Weight("strip", "losses", 2, 1, 0),
        "standing": Weight("strip", "standing", 0.5, 0.5, 1),
    }
    weights = fit(made_up_games(0.0), NAMES, "strip", kept)
    assert {name: weights[name] for name in kept} == kept
    found = weights["balance"]
    assert (found.early, found.middle, found.late) == pytest.approx(TRUE["balance"], abs=0.1)


def test_weights_take_the_place_of_those_of_their_figures_alone(tmp_path):
    path = tmp_path / "value.csv"
    write(path, [Weight("a", "balance", 1, 2, 0), Weight("a", "losses", 3, 0, 0)], "first")
    write(path, [Weight("a", "balance", 5, 0, 0), Weight("b", "losses", 0, 0, 0)], "second")
    assert path.read_text().splitlines()[1:] == ["a,balance,5,0,0,second", "a,losses,3,0,0,first"]


def test_a_figure_that_would_speak_against_its_side_counts_for_nothing():
    """Those who took risks lost by chance; the rest of the weights make the best of it."""
    games = [
        Record([Sample(1, 0.5, {"balance": 1.0, "standing": 0.0, "risks": float(risks)}, 0.0)], -2.0 * risks)
        for risks in range(5)
    ]
    weights = fit(games, ("set-up", "balance", "standing", "risks"), "strip")
    assert weights["risks"].middle == 0
    assert weights["balance"].middle == pytest.approx(-4)  # the mean


def test_what_no_game_tells_of_is_as_it_stands_in_the_end():
    """Two positions at the very beginning, one won and one lost: nothing is known of late ones."""
    games = [
        Record([Sample(1, 0.0, {"balance": 1.0, "standing": 0.0}, 0.0)], margin) for margin in (4.0, -2.0)
    ]
    weights = fit(games, ("set-up", "balance", "standing"), "strip")
    assert weights["standing"].late == pytest.approx(1)
    assert weights["balance"].early == pytest.approx(1)
    assert weights["balance"].late == pytest.approx(0)


def test_how_good_guesses_are_is_told_by_turns():
    """The value is twice the points; games with 1, 2 and 5 points end at 3, 3 and 10."""
    prospects = copy(find_rules("red-typhoon").prospects)
    prospects.weights = {"points": Weight("fixed", "points", 2.0, 2.0, 2.0)}
    games = [
        Record([Sample(turn, 0.3, {"points": points}, points)], margin)
        for turn, points, margin in ((1, 1.0, 3.0), (1, 2.0, 3.0), (2, 5.0, 10.0))
    ]
    found = trials(prospects, games, mean=4.0)
    assert list(found) == ["1", "2", "all"]
    assert found["1"] == (pytest.approx((1, sqrt((4 + 1) / 2), 1)), (0, 0)), "all margins are alike"
    assert found["2"] == ((0.0, 5.0, 6.0), (0.0, 0.0))
    # Points lie -5/3, -2/3 and 7/3 from their mean, margins -7/3, -7/3 and 14/3.
    together = pytest.approx((147 / 9) / sqrt((78 / 9) * (294 / 9)))
    assert found["all"] == (pytest.approx((sqrt(2 / 3), sqrt(30 / 3), sqrt(38 / 3))), (together, together))


def test_a_scenario_is_written_in_place_of_what_it_had(tmp_path):
    file = tmp_path / "value.csv"
    write(file, [Weight("north", "points", 0.25, 0.5, 1.0)], "fit a")
    write(
        file,
        [Weight("east", "points", 1 / 3, 12345.6, 1.0), Weight("east", "losses", 0.0, -2.0, 7.0)],
        "fit b",
    )
    write(file, [Weight("north", "points", 0.5, 1.0, 2.0)], "fit c")
    assert file.read_text(encoding="utf-8").splitlines() == [
        "scenario,feature,early,middle,late,provenance",
        "east,points,0.3333,1.235e+04,1,fit b",
        "east,losses,0,-2,7,fit b",
        "north,points,0.5,1,2,fit c",
    ]


def test_a_game_is_recorded_from_where_the_staffs_take_over_to_its_end_and_can_be_repeated():
    record = play("red-typhoon", "fixed", "7", 2, odd=True)
    assert record == play("red-typhoon", "fixed", "7", 2, odd=True)
    turns = [sample.turn for sample in record.samples]
    shares = [sample.share for sample in record.samples]
    assert 1 < turns[0] <= 5
    assert shares == sorted(set(shares))
    assert (turns[0] - 1) / 9 <= shares[0] < turns[0] / 9
    assert record.margin == int(record.margin)
    first = record.samples[0]
    assert first.standing == first.figures["standing"]
