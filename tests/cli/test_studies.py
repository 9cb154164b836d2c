"""`typhoon studies` and `typhoon play --study`."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_play import answer, script
from typhoon.engine.journal import parse_journal
from typhoon.engine.study import studies


def test_the_studies_are_listed_by_game(run):
    out = run("studies").out
    assert (
        out.index("Red Typhoon\n") < out.index("close-the-pocket") < out.index("Operation Typhoon (1978)\n")
    )
    assert "Goal: Tula is still Soviet when 21 November is over." in out
    assert [study["name"] for study in json.loads(run("studies", "--json").out)] == list(studies())


def test_a_study_tells_its_goal_and_its_end(run, tmp_path):
    """Who does nothing in Orel's study misses it; the verdict is told once, when the turn is over."""
    path = tmp_path / "game.journal"
    ran = run(
        "play", "--study", "orel", "--seed", 1, "--save", path, stdin=script("goal", "end", "end", "quit")
    )
    assert ran.status == 0
    assert "Study: Guderian at Orel" in ran.out and "You play the german side" in ran.out
    assert "Not decided yet:\n    [ ] Orel is German" in answer(ran.out, "goal")
    assert ran.out.count("Goal missed:") == 1
    assert parse_journal(path.read_text("utf-8")).header.study == "orel"


def test_a_saved_study_is_gone_on_with(run, tmp_path):
    path = tmp_path / "game.journal"
    run("play", "--study", "close-the-pocket", "--save", path, stdin=script("activate K", "quit"))
    ran = run("play", "red-typhoon", "--resume", path, stdin=script("goal", "quit"))
    assert "[ ] Eight of the eleven divisions around Rzhev" in answer(ran.out, "goal")


def test_the_enemy_of_a_study_is_the_staff(run, tmp_path):
    """The Soviets move first in the study of Rzhev: the Germans are asked when that is done."""
    ran = run("play", "--study", "rzhev-again", "--seed", 1, stdin=script("quit"))
    assert "You play the german side" in ran.out and "Turn 3 of 9" in ran.out
    assert "german>" in ran.out and "soviet>" not in ran.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["play"], ["GAME", "--study"]),
        (["play", "--study", "nowhere"], ["there is no study 'nowhere'", "hold-tula"]),
        (["play", "red-typhoon", "--study", "orel"], ["it is a study of typhoon-solitaire"]),
        (["play", "--study", "orel", "--scenario", "typhoon"], ["leave out --scenario"]),
    ],
)
def test_what_cannot_be_is_refused(run, argv, words):
    assert run(*argv).complains(*words)
