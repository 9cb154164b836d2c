"""The sequence of play (5)."""

import pytest

import typhoon
from tests.games.red_typhoon.helpers import happened, position, refused, unused
from typhoon.engine.cases import case, cases_of
from typhoon.engine.phase import Phase

SOVIET_START = ["soviet activation points", "soviet movement", "soviet combat"]
SOVIET_END = ["soviet recovery"]
GERMAN = ["german activation points", "german movement", "german combat", "german recovery"]


def phases_of_turn(turn: int, **units) -> list[str]:
    """The phases of a turn in which everybody passes."""
    start = {"S-C-01": "3519", "G-7-ID": "1122", **units}
    if turn == 1:
        game = typhoon.new("red-typhoon", seed=1)
    else:
        game = position(turn=turn - 1, phase="german combat", units=start, dice=[1])
        game.push("end")
    while game.decision and game.decision.turn == turn:
        pass_on = "end" if "end" in game.orders else next(iter(game.orders))
        game.push(pass_on)
    return [facts["phase"] for facts in happened(game.log, "phase") if facts["turn"] == turn]


@case("5.0")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_first_turns_have_no_special_phases(turn):
    assert phases_of_turn(turn) == SOVIET_START + SOVIET_END + GERMAN


@case("5.0")
@pytest.mark.parametrize("turn", [4, 5, 6])
def test_rt_016_to_018_turns_4_to_6_have_all_three_special_phases(turn):
    special = ["1S withdrawal", "airborne", "partisan"]
    assert phases_of_turn(turn) == [*SOVIET_START, *special, *SOVIET_END, *GERMAN]


@case("5.0")
def test_turn_7_is_the_last_with_an_airborne_phase():
    assert phases_of_turn(7) == [*SOVIET_START, "1S withdrawal", "airborne", *SOVIET_END, *GERMAN]


@case("5.0")
@pytest.mark.parametrize("turn", [8, 9])
def test_turns_8_and_9_have_the_withdrawal_alone(turn):
    assert phases_of_turn(turn) == [*SOVIET_START, "1S withdrawal", *SOVIET_END, *GERMAN]


@case("5.0")
def test_the_sides_decide_in_their_own_player_turns():
    game = position(turn=2, units={"S-A-01": "2504", "G-7-ID": "1122"})
    decided = []
    while game.decision.turn == 2:
        decided.append((game.decision.side, game.decision.phase))
        game.push("end")
    assert decided == [
        ("soviet", "soviet movement"),
        ("soviet", "soviet combat"),
        ("german", "german movement"),
        ("german", "german combat"),
    ]
    assert (game.decision.turn, game.decision.phase) == (3, "soviet movement")


@case("5.0")
def test_a_phase_that_cannot_be_is_not_set_up():
    for turn, phase in ((3, "1S withdrawal"), (8, "airborne"), (7, "partisan"), (3, "airborne")):
        with pytest.raises(typhoon.ImpossiblePosition):
            position(turn=turn, phase=phase, units={"S-C-01": "3519"}, dice=[1])


@case("5.0")
def test_orders_of_another_phase_are_refused():
    units = {"S-A-01": "2504", "S-C-01": "3519", "G-81-ID": "2403"}
    moving = position(turn=4, units=units, move_orders=["NW"], attack_orders=["NW"])
    assert refused(moving, "attack 2403 S-A-01").case == "5.0"
    assert refused(moving, "withdraw S-C-01").case == "5.0"
    assert refused(moving, "place S-4th-Airborne-Corps 3319").case == "5.0"
    fighting = position(phase="soviet combat", units=units, move_orders=["NW"])
    assert refused(fighting, "move S-A-01 2504-2505").case == "5.0"
    leaving = position(turn=4, phase="1S withdrawal", units=units)
    assert refused(leaving, "move S-C-01 3519-3619").case == "5.0"


@case("5.0")
def test_the_other_side_must_wait():
    game = position(units={"S-A-01": "2504", "G-81-ID": "2403"}, move_orders=["NW"])
    assert refused(game, "move G-81-ID 2403-2402").case == "5.0"
    game = position(phase="german movement", units={"S-A-01": "2504"})
    assert refused(game, "move S-A-01 2504-2505").case == "5.0"


@case("5.0")
def test_words_that_are_no_order():
    game = position(units={"S-A-01": "2504"})
    for text in ("", "dance", "move", "move S-A-01", "end now", "activate"):
        assert game.why_not(text).case == "5.0"


@case("5.0", "12.1")
def test_points_come_before_the_movement_of_each_side():
    game = position(turn=2, phase="soviet activation points")
    assert game.decision.phase == "soviet movement"
    assert unused(game) == {"soviet": 7, "german": 0}
    game.push("end")
    game.push("end")
    assert game.decision.phase == "german movement"
    assert unused(game)["german"] == 4


def test_every_prompt_and_every_event_has_its_case():
    """So that whoever reads it can look the rule up."""
    rules = position(units={}).rules
    known = cases_of(rules).keys()
    assert rules.story_cases.keys() == rules.story.keys()
    assert set(rules.story_cases.values()) <= known
    deciding = [phase for phase in rules.phases if phase.prompt is not Phase.prompt]
    assert len(deciding) == 12
    assert {phase.about for phase in deciding} <= known
