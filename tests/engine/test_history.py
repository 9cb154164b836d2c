"""A finished game as a whole: points by turn, what turned it, losses and battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from typhoon.engine.history import History, history_of
from typhoon.engine.replay import load, watch

GOLDEN = Path(__file__).parents[1] / "golden"


def history(name: str) -> History:
    return history_of(watch((GOLDEN / f"{name}.journal").read_text("utf-8")))


def test_the_last_mark_is_the_score_at_the_end():
    found, game = (
        history("fixed-random-random"),
        load((GOLDEN / "fixed-random-random.journal").read_text("utf-8")),
    )
    assert [mark.turn for mark in found.turns] == list(range(1, 10))
    assert found.turns[-1].points == game.result.points
    assert (found.level, found.winner) == (game.result.level, game.result.winner)


def test_losses_are_those_that_the_rules_count():
    found, game = (
        history("fixed-staff-staff"),
        load((GOLDEN / "fixed-staff-staff.journal").read_text("utf-8")),
    )
    law, pos = game.rules, game.position
    for number, side in enumerate(law.sides):
        assert found.turns[-1].lost[side] == (pos.eliminated & law.units_of[number]).bit_count()


def test_what_turned_the_game_is_told_in_its_order():
    found = history("fixed-staff-staff")
    assert 1 <= len(found.moments) <= 5
    assert [moment.n for moment in found.moments] == sorted(moment.n for moment in found.moments)
    assert all(moment.text and moment.swing for moment in found.moments)
    swings = [abs(battle.swing) for battle in found.battles]
    assert swings == sorted(swings, reverse=True)
    assert all(battle.hexes and battle.side in found.sides for battle in found.battles)


@pytest.mark.parametrize("name", ["solitaire-late-random", "revision-guderian-staff", "solitaire-deployed"])
def test_every_game_has_a_history(name):
    found = history(name)
    assert found.turns and set(found.attacks) == set(found.sides)


def test_ground_is_told_beside_history():
    """Eight weeks from 5 January on: Rzhev and Vyazma were German then, and are Soviet here."""
    ground = history("fixed-staff-staff").ground
    towns = {town.name: (town.holder, town.then) for town in ground.towns}
    assert ground.day == "1 March 1942"
    assert towns["Rzhev"] == towns["Vyazma"] == ("soviet", "german")
    assert towns["Bryansk"] == ("german", "german")
    assert "2715" in ground.won["soviet"] and "2715" not in ground.won["german"]


def test_ground_that_nobody_won_is_not_told():
    """Nobody has moved when the set-up is over: what was set up is no conquest."""
    ground = history("solitaire-deployed").ground
    assert not ground.won["soviet"]
