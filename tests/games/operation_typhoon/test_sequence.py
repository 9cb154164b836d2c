"""The sequence of play (4)."""

import pytest

from tests.games.operation_typhoon.positions import give, offered, position, told
from typhoon.engine.cases import case

UNITS = {
    "24/2PzA": "C3120", "12/4P/24": "C3123", "413/50": "C3127", "9/20": {"hex": "B3729", "uncommitted": True},
}  # fmt: skip


@case("4.1", "4.2")
def test_the_german_player_turn_comes_before_the_soviet_one():
    game = position(scenario="campaign", turn=5, phase="weather", units=UNITS, dice=[1, 3, *[1] * 30])
    sides = []
    while told(game)["turn"] == 5:
        sides.append((game.decision.side, game.decision.phase))
        give(game, (offered(game, "end") or offered(game, "allocate") or offered(game, "support"))[0])
    assert list(dict.fromkeys(sides)) == [
        ("german", "support"), ("german", "german movement"), ("german", "german combat"),
        ("german", "german interdiction"), ("soviet", "soviet movement"), ("soviet", "soviet combat"),
    ]  # fmt: skip


@case("4.2")
def test_the_phases_of_a_turn():
    phases = [phase.name for phase in position(units={}).rules.sequence]
    assert phases == [
        "weather", "support",
        "german supply", "german movement", "german combat", "german interdiction",
        "soviet supply", "soviet commitment", "soviet movement", "soviet combat",
        "game-turn indication",
    ]  # fmt: skip


@case("4.1", "4.2")
@pytest.mark.parametrize(("turn", "support"), [(4, False), (5, True), (6, False)])
def test_support_is_a_stage_of_every_fourth_turn_only(turn, support):
    game = position(scenario="campaign", turn=turn, phase="weather", units=UNITS, dice=[1, 3, *[1] * 30])
    assert (game.decision.phase == "support") == support


@case("4.1")
def test_a_turn_is_a_day():
    rules = position(units={}).rules
    assert [rules.date(turn) for turn in (1, 16, 17, 31)] == [
        "15 Nov 1941", "30 Nov 1941", "1 Dec 1941", "15 Dec 1941",
    ]  # fmt: skip


@case("4.2", "16.15")
def test_the_marker_advances_when_both_have_played():
    game = position(scenario="campaign", turn=6, phase="soviet movement", units=UNITS, dice=[1, 3, *[1] * 30])
    give(game, "end", "end")
    assert (told(game)["turn"], game.decision.phase) == (7, "german movement")
