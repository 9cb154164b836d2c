"""`typhoon sim`: series of games."""

from __future__ import annotations

import json

import pytest

import typhoon


def summary(ran):
    assert ran.status == 0
    found = json.loads(ran.out)
    found.pop("seconds")
    return found


def test_a_series_adds_up(run):
    found = summary(run("sim", "red-typhoon", "-n", 3, "--jobs", 1, "--seed", 5, "--json"))
    assert found["game"] == "red-typhoon"
    assert found["scenario"] == "fixed"
    assert found["players"] == {"soviet": "random", "german": "random"}
    assert found["seed"] == 5
    assert found["n"] == found["finished"] == 3
    assert sum(found["results"].values()) == 3
    assert set(found["results"]) <= {
        "soviet victory",
        "german victory",
        "soviet decisive",
        "german decisive",
    }
    assert sum(found["wins"].values()) == 3
    assert found["orders"] > 3 * 18, "a turn takes four orders at least, to end the phases"
    assert set(found["points"]) == {"soviet", "german"}


def test_results_do_not_depend_on_the_number_of_processes(run, tmp_path):
    command = "sim", "red-typhoon", "-n", 4, "--seed", "winter", "--json", "--journals"
    alone = summary(run(*command, tmp_path / "alone", "--jobs", 1))
    together = summary(run(*command, tmp_path / "together", "--jobs", 2))
    assert alone == together
    names = sorted(path.name for path in (tmp_path / "alone").iterdir())
    assert names == [f"red-typhoon-fixed-{number:04}.journal" for number in range(1, 5)]
    for name in names:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()
    assert len({(tmp_path / "alone" / name).read_bytes() for name in names}) == 4


def test_journals_replay_to_the_results_that_were_counted(run, tmp_path):
    found = summary(run("sim", "red-typhoon", "-n", 2, "--jobs", 1, "--journals", tmp_path, "--json"))
    replayed = []
    for path in sorted(tmp_path.glob("*.journal")):
        ran = run("replay", path, "--verify", "--json")
        assert ran.status == 0
        replayed.append(json.loads(ran.out))
    assert [game["verified"] for game in replayed] == [True, True]
    assert sum(game["orders"] for game in replayed) == found["orders"]
    assert sorted(game["result"] for game in replayed) == sorted(
        level for level, count in found["results"].items() for _ in range(count)
    )


def test_another_seed_makes_other_games(run):
    one = summary(run("sim", "red-typhoon", "-n", 1, "--seed", 1, "--json"))
    two = summary(run("sim", "red-typhoon", "-n", 1, "--seed", 2, "--json"))
    assert one["orders"] != two["orders"]


def test_options_are_played(run, tmp_path):
    run("sim", "red-typhoon", "-n", 1, "--option", "partisans=free", "--journals", tmp_path)
    (path,) = tmp_path.glob("*.journal")
    header = typhoon.load(path.read_text()).journal.header
    assert header.options == {"first-shock-army": "WR", "partisans": "free"}


def test_charts_of_ones_own_are_played(run, tmp_path):
    """A turn track of one turn makes short games."""
    charts = tmp_path / "charts"
    charts.mkdir()
    (charts / "turn_track.csv").write_text("turn,date,soviet_ap,german_ap\n1,5 Jan 1942,7,4\n")
    journals = tmp_path / "journals"
    ran = run("sim", "red-typhoon", "-n", 1, "--charts", charts, "--journals", journals, "--json")
    assert summary(ran)["turns"] == 1
    (path,) = journals.glob("*.journal")
    assert run("replay", path, "--verify", "--charts", charts).status == 0
    assert run("replay", path).complains(str(path), "charts")


def test_a_series_for_people(run):
    ran = run("sim", "red-typhoon", "-n", 2)
    assert ran.status == 0
    assert "2 games of soviet random against german random, seed 1942" in ran.out
    assert "victory" in ran.out
    assert ran.err == "", "no progress bar where nobody looks"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["blue-typhoon"], ["blue-typhoon", "red-typhoon"]),
        (["red-typhoon", "--scenario", "loose"], ["loose", "fixed", "flexible"]),
        (["red-typhoon", "--option", "partisans=many"], ["partisans", "many", "free"]),
        (["red-typhoon", "--option", "weather=mud"], ["weather", "partisans"]),
        (["red-typhoon", "--option", "partisans"], ["NAME=VALUE"]),
        (["red-typhoon", "--german", "rommel"], ["rommel", "random", "staff"]),
        (["red-typhoon", "--german", "me"], ["'me'", "random", "staff"]),
        (["red-typhoon", "-n", "0"], ["-n 0"]),
        (["red-typhoon", "--jobs", "0"], ["--jobs 0"]),
        (["red-typhoon", "--seconds", "0"], ["--seconds 0", "time to think"]),
        (["red-typhoon", "--seconds", "nan"], ["--seconds nan"]),
        (["red-typhoon", "--charts", "no-such-folder"], ["no-such-folder"]),
    ],
)
def test_wrong_input(run, argv, words):
    assert run("sim", *argv).complains(*words)


def test_a_journals_folder_that_is_a_file(run, tmp_path):
    (tmp_path / "file").write_text("")
    assert run("sim", "red-typhoon", "--journals", tmp_path / "file").complains(str(tmp_path / "file"))
