"""The sequence of play (5)."""

import pytest

import typhoon
from tests.games.typhoon_solitaire.positions import (
    MISS,
    RIFLES,
    RIFLES_AND_BRIGADE,
    give,
    happened,
    is_done,
    is_reduced,
    offered,
    position,
    refused,
    told,
    with_air,
)
from typhoon.engine.cases import case

RULES = position().rules
WEST_OF_COLUMN_29 = [number for number in RULES.board.rows if int(number[:2]) < 29]
HELD_EARLY_IN_NOVEMBER = [
    "3703", "3525", "2135", "3239", "3150", "2417", "2608", "2928", "2914", "2922", "2536",
]  # fmt: skip


def passing(turn: int, units: dict, **given):
    """A position in which the check of the turn is passed."""
    if turn == 2:
        given["tally"] = 200
    if turn == 3:
        ready = typhoon.new("typhoon-solitaire", seed=1)
        ready.push("deploy")  # a front without gaps
        units = {**told(ready)["units"], **units}
    if turn == 4:
        given["gained"] = [*WEST_OF_COLUMN_29, *HELD_EARLY_IN_NOVEMBER]
    return position(turn=turn, units=units, **given)


def phases(events) -> list[str]:
    return [facts["phase"] for facts in happened(events, "phase")]


@case("5.1", "5.2")
@pytest.mark.parametrize("turn", range(1, 6))
def test_a_turn_has_three_phases_until_turn_5(turn):
    game = passing(turn, {"PG3-1-Pz": "1312"})
    assert game.decision.phase == "german movement and combat"
    events = give(game, "end")
    assert phases(events) == ["victory check", "german regroup", "german movement and combat"]
    assert game.decision.turn == turn + 1


@case("5.2", "5.3")
@pytest.mark.parametrize("turn", [6, 7])
def test_from_turn_6_on_the_check_ends_the_turn(turn):
    game = position(turn=turn, units={"PG3-1-Pz": "1312"})
    events = give(game, "end")
    assert phases(events) == ["victory check", "german movement and combat"]
    assert game.decision.turn == turn + 1


@case("5.2")
@pytest.mark.parametrize("turn", range(1, 8))
def test_ts_021_the_regroup_phase_is_on_turns_1_to_5_only(turn):
    weak = {"hex": "1312", "reduced": True}
    game = passing(turn, {"PG3-1-Pz": weak, "PG3-7-Pz": "1312"})
    events = give(game, "end")
    assert bool(happened(events, "regrouped")) == (turn <= 5)
    assert is_reduced(game, "PG3-1-Pz") == (turn > 5)


@case("5.2", "10.10")
def test_only_reduced_units_regroup():
    weak = {"hex": "1312", "reduced": True}
    game = position(units={"PG3-1-Pz": weak, "PG3-7-Pz": "1312", "PG3-L-Mot": "1313"})
    assert happened(give(game, "end"), "regrouped") == [{"units": ("PG3-1-Pz",)}]


@case("5.2", "5.3")
def test_the_check_comes_before_the_regroup_phase():
    game = position(turn=2, tally=199, units={"PG3-1-Pz": {"hex": "1312", "reduced": True}})
    events = give(game, "end")
    assert game.decision is None
    assert happened(events, "regrouped") == []


@case("5.3")
def test_a_new_turn_lets_everybody_move_again():
    units = {"PG3-1-Pz": {"hex": "1312", "done": True}, "PG3-7-Pz": {"hex": "1312", "air": True}}
    game = position(units=units)
    give(game, "end")
    assert not is_done(game, "PG3-1-Pz")
    assert with_air(game) == []
    assert "force PG3-1-Pz PG3-7-Pz" in offered(game, "force")


@case("5.3")
def test_the_turn_marker_goes_from_1_to_8_and_turn_5_is_played_once():
    game = position(turn=5, units={"PG3-1-Pz": "1312"})
    turns = []
    while game.decision:
        turns.append(game.decision.turn)
        game.push("end")
    assert turns == [5, 6, 7, 8]


@case("5.1", "5.2")
def test_an_order_of_another_part_of_the_turn_is_refused():
    game = position(units={"PG3-1-Pz": "1312"})
    for order in ("fight", "withdraw", "halt", "march 1413", "drop PG3-1-Pz", "hit PG3-1-Pz", "allot"):
        assert refused(game, order).case == "5.2"
    give(game, "force PG3-1-Pz")
    for order in ("fight", "withdraw", "support PG3-1-Pz", "deploy", "place PG3-1-Pz 1313"):
        assert refused(game, order).case == "5.2"


@case("5.4")
def test_without_moscow_the_game_is_lost_at_the_end_of_turn_8():
    game = position(turn=8, units={"PG3-1-Pz": "1312"})
    give(game, "end")
    assert game.decision is None
    assert (game.result.winner, game.result.level) == ("soviet", "german defeat: end of the last turn")


def in_the_set_up():
    return typhoon.new("typhoon-solitaire", seed=1)


def between_forces():
    return position(units={"PG3-1-Pz": "1312"})


def on_the_march():
    game = position(units={"PG3-1-Pz": "1312"})
    give(game, "force PG3-1-Pz")
    return game


def between_rounds():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[RIFLES, *[MISS] * 7, MISS, MISS])
    give(game, "force PG3-1-Pz", "march 1413")
    return game


def allotting_hits():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[RIFLES_AND_BRIGADE, 6, *[MISS] * 6])
    give(game, "force PG3-1-Pz", "march 1413")
    return game


@case("5.4")
@pytest.mark.parametrize(
    "moment", [in_the_set_up, between_forces, on_the_march, between_rounds, allotting_hits]
)
def test_ruling_45_the_player_can_concede_at_any_decision(moment):
    game = moment()
    assert offered(game, "concede") == []
    assert game.why_not("concede") is None
    give(game, "concede")
    assert game.decision is None
    assert (game.result.winner, game.result.level) == ("soviet", "german defeat: conceded")
