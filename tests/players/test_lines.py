"""The marshal's lines: how a game would have gone on."""

from __future__ import annotations

from random import Random

import typhoon
from typhoon import Game
from typhoon.engine.dice import GivenDice
from typhoon.engine.orders import End, Move, Order
from typhoon.players import lines
from typhoon.players.lines import usual_line

WALK: list[Order] = [Move("S-A-01", ("2421", "2422")), End()]


def before_vyazma() -> Game:
    """Vyazma lies open before a Soviet army on turn 7."""
    units = {"S-A-01": "2421", "G-253-ID": "0442"}
    return typhoon.build("red-typhoon", units=units, turn=7, phase="soviet movement", move_orders=["NW"])


def test_a_line_begins_with_the_plan_and_goes_on_for_a_turn_of_both_sides():
    game = before_vyazma()
    line = usual_line(game, "soviet", WALK, Random(1))
    assert [(each.side, each.text) for each in line[:2]] == [
        ("soviet", "move S-A-01 2421-2422"),
        ("soviet", "end"),
    ]
    game.dice = dice = GivenDice()
    for each in line:
        assert game.decision.side == each.side
        dice.rolls = [die.value for die in each.dice]
        game.push(each.text)
        assert dice.rolls == []
    assert (game.decision.turn, game.decision.phase) == (8, "soviet movement")


def test_the_game_itself_stays_as_it_is():
    game = before_vyazma()
    before = game.state_hash()
    usual_line(game, "soviet", WALK, Random(1))
    assert game.state_hash() == before
    assert not game.entries


def test_no_line_is_endless(monkeypatch):
    monkeypatch.setattr(lines, "LONGEST", 1)
    assert [each.text for each in usual_line(before_vyazma(), "soviet", WALK, Random(1))] == [
        "move S-A-01 2421-2422"
    ]
