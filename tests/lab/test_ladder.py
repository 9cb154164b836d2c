"""Ladders: who is how strong, from pairs of games with the same dice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.lab.conftest import QUICK
from typhoon.lab.ladder import climbed, ladder_of, strengths, usual_players
from typhoon.lab.pools import in_this_process
from typhoon.lab.record import Record, TurnNote
from typhoon.lab.running import Run

AB, BC, AC = ("a", "b"), ("b", "c"), ("a", "c")


def test_strengths_are_those_that_make_the_results_likely():
    """With a drawn pair each before the first, a:b and b:c stand at 1.5 to 0.5 and a:c at 4.5 to 0.5.

    That is 3:1, 3:1 and 9:1, which strengths of 9, 3 and 1 give exactly: 400 log10(3) is 190.8 points.
    """
    found = strengths([{AB: 1.0, BC: 1.0, AC: 1.0}, *[{AC: 1.0}] * 3])
    assert list(found) == ["a", "b", "c"]
    assert [each.value for each in found.values()] == pytest.approx([190.8, 0.0, -190.8], abs=0.2)
    assert [each.n for each in found.values()] == [5, 2, 5]


def test_intervals_are_wide_after_few_rounds_and_narrow_after_many():
    def wide(rounds: int) -> float:
        results = [{AB: float(number % 3 > 0)} for number in range(rounds)]
        found = strengths(results)["a"]
        assert found.low < found.value < found.high
        return found.high - found.low

    assert wide(12) > 1.5 * wide(48)


def test_who_wins_everything_is_not_infinitely_strong_nor_is_that_certain():
    found = strengths([{AB: 1.0}] * 10)
    assert 100 < found["a"].low < found["a"].value < found["a"].high < 2000
    assert strengths([]) == {}


def test_a_pair_is_won_by_whoever_did_better_with_the_same_dice(tmp_path):
    experiment = ladder_of("red-typhoon", players=["random", "recruit"], pairs=1, seed=5)
    assert [arm.players for arm in experiment.arms] == [
        {"soviet": "random", "german": "recruit"},
        {"soviet": "recruit", "german": "random"},
    ]
    run = Run(experiment, tmp_path)
    run.go(in_this_process)
    first, second = (game.points["soviet"] - game.points["german"] for game in run.log.records(run.keys()))
    (met,) = climbed(run).met
    assert (met.one, met.other, met.pairs) == ("random", "recruit", 1)
    assert met.won == (1.0 if first > second else 0.5 if first == second else 0.0)


def test_where_levels_decide_points_win_no_pair():
    """By 18.39 towns and units beyond the Moskva count in kluge, and victory points for commitment alone."""
    experiment = ladder_of("operation-typhoon", "kluge", players=["recruit", "staff"], pairs=1)

    def ended(arm: int, points: float, margin: float) -> Record:
        last = TurnNote(16, "", margin, [points, 0.0], [], [], [], [], [], "")
        total = {"german": points, "soviet": 0.0}
        return Record(experiment.arms[arm].digest, 1, "some level", points=total, by_turn=[last])

    def won(*games: Record) -> float:
        log = SimpleNamespace(records=lambda keys: games)
        (met,) = climbed(SimpleNamespace(experiment=experiment, log=log, keys=list)).met
        return met.won

    assert won(ended(0, 30, -2.5), ended(1, 5, -2.5)) == 0.5
    assert won(ended(0, 5, -1.5), ended(1, 30, -2.5)) == 1.0


def test_in_a_game_for_one_the_players_are_held_against_each_other_on_the_same_dice(tmp_path):
    (tmp_path / "hasty.py").write_text(QUICK)
    players = ["hasty.py:Hasty", "random"]
    experiment = ladder_of("typhoon-solitaire", players=players, pairs=1, folder=tmp_path)
    assert [arm.players for arm in experiment.arms] == [{"german": name} for name in players]
    run = Run(experiment, tmp_path / "results")
    run.go(in_this_process)
    assert [(met.one, met.other, met.pairs) for met in climbed(run).met] == [(*players, 1)]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("red-typhoon", ["random", "recruit", "staff-1", "staff", "marshal:24"]),
        ("typhoon-solitaire", ["random", "recruit", "staff", "marshal:24"]),
    ],
)
def test_everybody_plays_when_nobody_is_named(game, expected):
    arms = ladder_of(game, pairs=1).arms
    assert usual_players(arms[0].rules) == expected
    assert len(arms) == len(expected) * (len(expected) - 1 if game == "red-typhoon" else 1)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (["staff"], "a ladder takes two players at least, not 1"),
        (["staff", "rommel"], "no player 'rommel'; there are: staff"),
        (["staff", "marshal:0"], "marshal cannot be '0'"),
        (["staff", "random", "staff"], "player 'staff' is named twice"),
        (["staff", "none.py:None"], "none.py: cannot be read"),
    ],
)
def test_a_wrong_player_is_refused_before_anything_is_played(players, told):
    with pytest.raises(ValueError, match=told):
        ladder_of("red-typhoon", players=players)
