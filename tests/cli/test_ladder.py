"""`typhoon ladder`: players against each other."""

from __future__ import annotations

import json

import pytest

from tests.lab.conftest import QUICK


def test_a_ladder_goes_on_where_it_was_left_and_is_the_same_on_any_number_of_processes(
    run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hasty.py").write_text(QUICK)
    command = "ladder", "red-typhoon", "--players", "random,hasty.py:Hasty", "--seed", 5, "--results"
    first = run(*command, tmp_path / "one", "--pairs", 1, "--jobs", 1)
    assert first.status == 0
    assert "2 of 2 games, seed 5" in first.out
    log = tmp_path / "one" / "games.log"
    before = log.read_bytes()
    more = json.loads(run(*command, tmp_path / "one", "--pairs", 2, "--jobs", 1, "--json").out)
    assert log.read_bytes().startswith(before), "what was played is kept"
    assert [more["met"][0][key] for key in range(3)] == ["random", "hasty.py:Hasty", 2]
    together = run(*command, tmp_path / "two", "--pairs", 2, "--jobs", 2)
    alone = run(*command, tmp_path / "one", "--pairs", 2, "--jobs", 1)
    assert together.out == alone.out
    for words in ("strength  95 % interval", "random against hasty.py:Hasty: ", "of 2 pairs"):
        assert words in alone.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["red-typhoon", "--pairs", 0], ["--pairs 0"]),
        (["red-typhoon", "--jobs", 0], ["--jobs 0"]),
        (["red-typhoon", "--players", "staff,rommel"], ["rommel", "there are: staff"]),
        (["red-typhoon", "--players", "staff,"], ["''"]),
        (["blue-typhoon"], ["blue-typhoon"]),
        (["red-typhoon", "--scenario", "mud"], ["mud"]),
        (["red-typhoon", "--option", "partisans=many"], ["partisans"]),
    ],
)
def test_wrong_input_is_told_in_a_line(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert run("ladder", *arguments).complains(*words)
    assert not list(tmp_path.glob("*.ladder"))
