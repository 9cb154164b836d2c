"""Names of computer players, as people write them."""

from __future__ import annotations

import hashlib

import pytest

import typhoon
from typhoon.engine.manner import BOLD, USUAL
from typhoon.engine.registry import catalogue, find_rules
from typhoon.engine.seat import Seat
from typhoon.players import find_player
from typhoon.players.marshal import Marshal
from typhoon.players.shelf import CHARACTERS, PLAYERS, appointment


def test_a_name_alone_is_the_usual_player():
    assert appointment("staff") == ("staff", USUAL, None)


@pytest.mark.parametrize(
    ("game", "scenario", "seconds"),
    [
        ("red-typhoon", "fixed", 10),
        ("typhoon-solitaire", None, 10),
        ("operation-typhoon", "guderian", 10),
        ("operation-typhoon", "campaign", 30),
        ("operation-typhoon-revision", "kluge", 10),
    ],
)
def test_a_marshal_of_whom_nobody_says_how_long_takes_longer_where_there_is_more_to_think_of(
    game, scenario, seconds
):
    rules = find_rules(game, scenario)
    assert find_player("marshal", rules, "german", 1).budget == (seconds, None)


def test_what_a_player_is_like_and_how_long_it_thinks_stand_behind_colons():
    assert appointment("staff:bold").manner == BOLD
    assert appointment("marshal:2.5s").budget == (2.5, None)
    assert appointment("marshal:96").budget == (None, 96)
    both = appointment("marshal:30s:bold")
    assert both == appointment("marshal:bold:30s")
    assert (both.manner, both.budget.seconds) == (BOLD, 30)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("rommel", "no player 'rommel'; there are: staff, marshal, recruit, random"),
        ("staff:10s", "staff cannot be '10s'; there are staff:cautious, staff:bold"),
        ("recruit:bold", "recruit is of one kind only"),
        ("random:7", "random is of one kind only"),
        ("marshal:0", "marshal cannot be '0'; .* marshal:10s .* marshal:96"),
        ("marshal:0s", "marshal cannot be '0s'"),
        ("marshal:-3s", "marshal cannot be '-3s'"),
        ("marshal:1.5", "marshal cannot be '1.5'"),
        ("marshal:", "marshal cannot be ''"),
        ("marshal:nan", "marshal cannot be 'nan'"),
    ],
)
def test_a_wrong_name_is_refused_with_the_right_ones(name: str, told: str):
    with pytest.raises(ValueError, match=told):
        appointment(name)


def test_every_player_says_in_a_sentence_what_it_is():
    for about in [*PLAYERS.values(), *[about for _, about in CHARACTERS.values()]]:
        assert len(about.split()) >= 4


@pytest.mark.parametrize("game", [about.id for about in catalogue()])
def test_every_player_gives_a_legal_first_order(game: str):
    for name in ("recruit", "staff", "staff-1", *[f"staff:{each}" for each in CHARACTERS], "marshal:2"):
        table = typhoon.new(game, seed=3)
        decision = table.decision
        assert decision is not None
        player = find_player(name, table.rules, decision.side, seed=3)
        assert isinstance(player, Marshal) == name.startswith("marshal")
        order = player.choose(Seat(table, decision.side))
        assert table.why_not(order) is None


def test_the_yardstick_does_not_move():
    """What others are measured by plays as it did when it was first kept, whatever becomes of the staff."""
    text = typhoon.new("red-typhoon", seed=7).journal.text()
    table = typhoon.load(text.replace("rules: 2", "rules: 1"))  # as it was when that was written down
    players = {side: find_player("staff-1", table.rules, side, seed=7) for side in ("soviet", "german")}
    while table.decision is not None and len(table.entries) < 250:
        side = table.decision.side
        table.push(players[side].choose(Seat(table, side)))
    orders = "\n".join(str(entry.order) for entry in table.entries)
    assert hashlib.sha256(orders.encode()).hexdigest()[:16] == "aa9732c641a79606"
