"""`typhoon analyse`: what of a game was luck, and what was play."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import typhoon
from typhoon.cli.analyse import told
from typhoon.engine.journal import Written
from typhoon.engine.replay import load
from typhoon.players.analysis import Turn, analyse, beside, keep, kept, mark
from typhoon.players.judging import Better


def test_the_parts_of_every_turn_add_up(run, journal, finished_game):
    turns = json.loads(run("analyse", journal, "--json").out)["turns"]
    assert [turn["turn"] for turn in turns] == sorted(turn["turn"] for turn in turns)
    assert turns[0]["start"] == 0
    for turn, after in pairwise(turns):
        assert turn["after"] == after["before"]
    assert turns[-1]["after"] == finished_game.rules.evaluate(finished_game.position, "soviet")
    assert any(turn["dice"] for turn in turns)


def test_luck_is_what_a_die_brought_against_the_mean_of_all_six():
    """An attack is played six times, once with each face: the six lucks of the attack add up to nothing."""
    game = typhoon.new("red-typhoon", "fixed", seed=7)
    while game.decision is not None and not (
        game.decision.phase == "soviet combat"
        and (attacks := [order for order in game.orders if order.verb == "attack"])
    ):
        orders = [order for order in game.orders if order.verb == "activate"]
        game.push(orders[0] if orders else "end")
    game.push(attacks[0])
    text, lucks = str(game.journal), []
    (die,) = re.findall(r"die combat: (\d)", text)
    for face in range(1, 7):
        again = re.sub(r"(die combat: )\d", rf"\g<1>{face}", text)
        assert (again == text) == (str(face) == die)
        lucks.append(list(analyse(again))[-1].luck)
    assert max(lucks) > 0 > min(lucks)
    assert sum(lucks) == pytest.approx(0, abs=1e-6)


def test_it_tells_a_person_how_the_game_went(run, journal):
    out = run("analyse", journal).out
    assert "Prospects after each turn of a side" in out
    assert "luck" in out
    assert "play" in out
    assert "Dice favoured the" in out


def test_a_plan_worse_than_the_marshals_by_more_than_its_error_is_a_mistake():
    def turn(number: int, gain: float, error: float) -> Turn:
        better = Better("soviet movement", [], gain, error, plain=gain, plain_error=error)
        return Turn(number, "soviet", number, 0.0, plans=[better])

    turns = [turn(1, 5.0, 1.0), turn(2, 5.0, 3.0), turn(3, -4.0, 1.0), turn(4, 0.5, 1.0)]
    turns += [turn(n, 3.0 + n, 0.5) for n in range(5, 8)]
    mark(turns)
    assert [each.mark for each in turns] == ["", "", "strong", "", "mistake", "mistake", "mistake"]


def test_it_is_kept_beside_the_journal_and_goes_on_from_there(run, tmp_path, journal, monkeypatch):
    text = Path(journal).read_text(encoding="utf-8")
    monkeypatch.setattr("typhoon.players.judging.LEAST_ROUNDS", 2)
    monkeypatch.setattr("typhoon.players.analysis.OUTLOOKS", 2)
    short = tmp_path / "short.journal"
    short.write_text("\n".join(text.splitlines()[:30]) + "\n", encoding="utf-8")
    first = run("analyse", short, "--playouts", 4, "--json")
    assert first.status == 0
    assert (tmp_path / "short.journal.analysis").exists()
    thought = []
    monkeypatch.setattr("typhoon.players.trials.Trials.best", lambda *args: thought.append(args))
    assert run("analyse", short, "--playouts", 4, "--json").out == first.out
    assert not thought, "what was thought about once is not thought about again"


def test_a_line_of_the_marshal_is_told_as_a_story(run, tmp_path, journal):
    """What is known of it lies beside the journal: here that 9th Army would have been activated at once."""
    path = tmp_path / "game.journal"
    path.write_text(text := Path(journal).read_text(encoding="utf-8"), encoding="utf-8")
    found = kept(beside(path), text)
    found.turns = list(analyse(text))
    game = load(text, to=0)
    order = next(order for order in game.orders if order.verb == "activate")
    found.lines[0] = [Written(game.decision.side, str(order))]
    keep(beside(path), found)
    found.turns[0].plans = [Better("soviet movement", [], 5.0, 0.5, plain=5.0, steps=1)]
    mark(found.turns)
    assert f"`typhoon analyse {path} --line 0`" in "".join(told(game, found.turns, str(path)))
    game.push(order)
    line = run("analyse", path, "--line", 0)
    assert line.status == 0
    assert "receives orders to move" in line.out
    assert "To be expected then:" in line.out
    assert "--line tells a story" in run("analyse", path, "--line", 0, "--json").err
    assert "no line goes on from order 7; there are lines from 0" in run("analyse", path, "--line", 7).err
    assert "no lines of the marshal are known" in run("analyse", journal, "--line", 0).err
    found.lines[0] = [Written(game.decision.side, "activate nobody")]
    keep(beside(path), found)
    assert "game.journal.analysis" in run("analyse", path, "--line", 0).err


def test_wrong_input_is_said_in_a_line(run, journal, tmp_path):
    assert "--playouts must be 0 or more" in run("analyse", journal, "--playouts", "-1").err
    assert "No such file" in run("analyse", tmp_path / "none.journal").err
