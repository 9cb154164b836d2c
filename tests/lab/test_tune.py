"""Weights of a staff, moved by games in which they stray."""

from __future__ import annotations

import sys
from itertools import product

import pytest

from typhoon.engine.registry import find_rules
from typhoon.lab import tune
from typhoon.lab.tune import Job, Played, Slope, moved, play, slopes, written

WAYS = (-1, 1)
JOB = Job("operation-typhoon", "guderian", "k", 1, 0.3)


def games(margin):
    """One game for every way in which two weights of both sides can stray."""
    return [
        Played(JOB, margin(a, b, c, d), {"german": {"one": a, "two": b}, "soviet": {"one": c, "two": d}})
        for a, b, c, d in product(WAYS, repeat=4)
    ]


def test_a_weight_is_worth_what_more_of_it_adds_to_its_sides_margin():
    """More of the first by the Germans adds three points, by the Soviets takes four; five are a deviation."""
    found = slopes(games(lambda a, b, c, d: 10 + 3 * a - 4 * c), "german")
    assert found["german"]["one"].worth == pytest.approx(3 / 5)
    assert found["soviet"]["one"].worth == pytest.approx(4 / 5)
    assert found["german"]["two"].worth == found["soviet"]["two"].worth == pytest.approx(0)


def test_scenarios_are_measured_each_by_itself():
    """Margins of one are a hundred times those of the other, and as many points higher."""
    small = games(lambda a, b, c, d: a)
    large = [each._replace(job=JOB._replace(scenario="t"), margin=100 + 100 * each.margin) for each in small]
    assert slopes([*small, *large], "german")["german"]["one"].worth == pytest.approx(1)


def test_a_side_that_does_not_stray_says_nothing_of_its_weights():
    """Where the Germans are as at first, a margin of the Soviets alone is told, and by those games."""
    both = games(lambda a, b, c, d: a)
    soviets = [
        each._replace(margin=-each.ways["soviet"]["one"], ways={"soviet": each.ways["soviet"]})
        for each in both
    ]
    found = slopes([*both, *soviets], "german")
    assert found["german"]["one"].worth == pytest.approx(1)
    assert found["soviet"]["one"].worth == pytest.approx(1 / 2)


def test_what_may_be_chance_moves_nothing():
    assert moved(2.0, Slope(0.05, 0.06), stray=0.3, pace=12) == 2.0
    assert moved(2.0, Slope(0.0, 0.0), stray=0.3, pace=12) == 2.0


def test_what_is_sure_moves_by_no_more_than_twice_the_stray():
    """By e to the power of 0.6, up for a gain and down for a loss."""
    assert moved(2.0, Slope(0.5, 0.01), stray=0.3, pace=12) == pytest.approx(2.0 * 1.8221188)
    assert moved(2.0, Slope(-0.5, 0.01), stray=0.3, pace=12) == pytest.approx(2.0 / 1.8221188)


def test_only_what_has_moved_is_written():
    now = {"german": {"one": 1.23456, "two": 2.0}, "soviet": {"one": 1.0, "two": 2.0}}
    first = {"german": {"one": 1.0, "two": 2.0}, "soviet": {"one": 1.0, "two": 2.0}}
    found: dict[str, dict[str, dict[str, float]]] = {}
    exec("\n".join(written(now, first)), found)
    assert found["MOVED"] == {"german": {"one": 1.23}, "soviet": {}}


def test_the_weights_in_force_are_those_that_were_written():
    from typhoon.games.operation_typhoon.staff.learnt import MOVED

    rules = find_rules("operation-typhoon", "guderian")
    for side in rules.sides:
        assert rules.staff_weights(side) == rules.staff_weights(side, first=True) | MOVED[side]


def test_the_same_game_is_the_same_and_another_strays_otherwise():
    one, again, other = play(JOB), play(JOB), play(JOB._replace(number=2))
    assert one == again
    assert one.ways.keys() == {"german"}
    assert other.ways.keys() == {"german", "soviet"}
    assert one.ways["german"] != other.ways["german"]
    assert (
        one.ways["german"].keys()
        == find_rules("operation-typhoon", "guderian").staff_weights("german").keys()
    )


def test_a_table_is_printed_and_a_module_written(monkeypatch, capsys, tmp_path):
    file = tmp_path / "learnt.py"
    command = [
        "tune",
        "operation-typhoon",
        "--scenarios",
        "guderian",
        "-n",
        "2",
        "--jobs",
        "1",
        "--to",
        str(file),
    ]
    monkeypatch.setattr(sys, "argv", command)
    tune.main()
    assert "attack.losses" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8").startswith('"""Weights that play has moved')


def test_games_that_are_kept_are_not_played_again(tmp_path, monkeypatch):
    kept = tmp_path / "games"
    jobs = [JOB, JOB._replace(number=2)]
    first = tune.played(jobs[:1], 1, kept)
    both = tune.played(jobs, 1, kept)
    assert both[0] == first[0]
    assert len(kept.read_bytes().splitlines()) == 2
    monkeypatch.setattr(tune, "play", None)
    assert tune.played(jobs, 1, kept) == both
    with pytest.raises(SystemExit, match="of another run"):
        tune.played([JOB._replace(seed="other")], 1, kept)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["red-typhoon", "-n", "2"], "the staff of red-typhoon has no weights"),
        (["operation-typhoon", "-n", "1"], "it takes two games"),
        (["operation-typhoon", "--scenarios", "smolensk"], "smolensk"),
        (["operation-typhon"], "operation-typhon"),
    ],
)
def test_what_cannot_be_tuned_is_said_at_once(words, says, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["tune", *words, "--jobs", "1"])
    with pytest.raises(SystemExit) as stopped:
        tune.main()
    assert says in capsys.readouterr().err + str(stopped.value)
