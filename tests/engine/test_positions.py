"""For people who set positions up: on top of a scenario, with dice by purpose, and questions to ask."""

import pytest

import typhoon
from tests.engine.play import GAME
from typhoon.engine.dice import DiceError, KeyedDice
from typhoon.engine.questions import QUESTIONS

# S-A-01 (strength 6) in 1038, next to G-253-ID (strength 4) in 1037: odds of 1:1.
READY = {
    "turn": 3,
    "phase": "soviet combat",
    "attack_orders": ["NW"],
    "units": {"S-A-01": "1038", "G-253-ID": "1037"},
}


def words(game):
    return game.rules.snapshot(game.position)


# On top of a scenario


def test_a_position_is_laid_over_a_scenario_unit_by_unit():
    plain, game = typhoon.new(GAME, "fixed"), typhoon.build(GAME, base="fixed", units={"S-A-01": "2405"})
    assert words(plain)["units"]["S-A-01"] == "2504"
    assert words(game) == words(plain) | {"units": words(plain)["units"] | {"S-A-01": "2405"}}
    assert game.decision == plain.decision


def test_a_unit_is_taken_out_or_changed():
    game = typhoon.build(
        GAME,
        base="fixed",
        units={"S-A-01": None, "S-A-02": "eliminated", "S-A-03": {"hex": "2404", "disrupted": True}},
    )
    assert "S-A-01" not in words(game)["units"]
    assert words(game)["units"]["S-A-02"] == "eliminated"
    assert words(game)["units"]["S-A-03"] == {"hex": "2404", "disrupted": True}


def test_other_words_are_replaced_and_the_rest_stays():
    game = typhoon.build(GAME, base="fixed", ap={"soviet": 1, "german": 2}, move_orders=["NW"])
    assert (words(game)["ap"], words(game)["move_orders"]) == ({"soviet": 1, "german": 2}, ["NW"])
    assert words(game)["units"] == words(typhoon.new(GAME, "fixed"))["units"]


def test_another_turn_or_phase_has_what_is_usual_then():
    """On turn 3 the Soviets have 7 points, in their combat phase of turn 1 the Germans 4."""
    later = typhoon.build(GAME, base="fixed", turn=3)
    assert (later.decision.turn, later.decision.phase) == (3, "soviet movement")
    assert words(later)["ap"] == {"soviet": 7, "german": 0}
    german = typhoon.build(GAME, base="fixed", phase="german combat")
    assert (german.decision.turn, german.decision.phase) == (1, "german combat")
    assert words(german)["ap"] == {"soviet": 0, "german": 4}


def test_a_scenario_with_a_free_set_up_is_deployed_ready_made():
    free, fixed = typhoon.build(GAME, base="flexible"), typhoon.new(GAME, "fixed")
    assert words(free) == words(fixed)
    assert free.rules.scenario.id == "flexible"


def test_a_position_over_a_scenario_replays():
    game = typhoon.build(GAME, base="fixed", units={"S-A-01": "2405"}, seed=1)
    game.push("activate NW")
    assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"base": "summer"}, "scenario: there is no scenario 'summer'; there are fixed, flexible"),
        (
            {"base": "fixed", "units": {"S-A-01": "2308"}},
            "units: both sides stand in 2308",
        ),
        ({"base": "fixed", "weather": "mud"}, "position: Object contains unknown field `weather`"),
    ],
)
def test_a_position_that_does_not_fit_the_scenario_is_refused(given, reason):
    with pytest.raises(typhoon.ImpossiblePosition) as caught:
        typhoon.build(GAME, **given)
    assert str(caught.value) == reason


# Dice by purpose


def test_dice_given_by_purpose_fall_for_it_and_the_others_by_the_seed():
    """On turn 4: the attack shows the 3 that was given (C), the partisans what the seed gives."""
    game = typhoon.build(GAME, **READY | {"turn": 4}, seed=7, dice={"combat": [3]})
    game.push("attack 1037 S-A-01")
    assert game.journal.entries[-1].dice == [("combat", 3, 6)]
    game.push("end")  # there is nobody to withdraw, and the airborne corps waits
    game.push("end")
    expected = KeyedDice.from_seed(7).throw("partisans|3|0", 6, 1)[0]
    assert game.journal.entries[-1].dice == [("partisans", expected, 6)]


def test_given_dice_that_are_used_up_give_way_to_chance():
    units = {"S-A-01": "1038", "G-253-ID": "1037", "S-A-02": "2504", "G-123-ID": "2404"}
    game = typhoon.build(GAME, **READY | {"units": units}, seed=7, dice={"combat": [3]})
    game.push("attack 1037 S-A-01")
    game.push("attack 2404 S-A-02")
    thrown = [entry.dice[0][1] for entry in game.journal.entries]
    assert thrown == [3, *KeyedDice.from_seed(7).throw("combat|2|0", 6, 1)]


def test_a_game_with_given_dice_tells_no_key_and_replays():
    game = typhoon.build(GAME, **READY, seed=7, dice={"combat": [3]})
    game.push("attack 1037 S-A-01")
    assert "dice key" not in game.journal.text()
    assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


def test_a_given_die_must_have_that_face():
    game = typhoon.build(GAME, **READY, dice={"combat": [7]})
    with pytest.raises(DiceError, match=r"^a die for combat shows 1 to 6, not 7$"):
        game.push("attack 1037 S-A-01")


# Questions


def test_where_units_are_can_be_asked_in_every_game():
    units = {"S-A-01": "1038", "S-A-02": "1038", "S-A-03": "eliminated"}
    game = typhoon.build(GAME, turn=3, units=units)
    assert game.ask("where", "S-A-01") == "1038"
    assert game.ask("where", "S-A-03") == "eliminated"
    assert game.ask("where", "S-4th-Airborne-Corps") == ""
    assert game.ask("units", "1038") == ("S-A-01", "S-A-02")
    assert game.ask("units", "1037") == ()


def test_control_zones_supply_and_retreats_can_be_asked_in_red_typhoon():
    """Vyazma (2422) is German, Kalinin (3309) Soviet; a disrupted unit has no zone (6.3)."""
    units = {"S-A-01": "1038", "G-253-ID": "1037", "S-A-02": {"hex": "2504", "disrupted": True}}
    game = typhoon.build(GAME, turn=3, units=units)
    assert [game.ask("control", hex_) for hex_ in ("2422", "3309", "1037")] == ["german", "soviet", ""]
    assert game.ask("zone", "1038") == ("german",)
    assert game.ask("zone", "1037") == ("soviet",)
    assert game.ask("zone", "2503") == ()
    assert game.ask("isolated", "G-253-ID") is False
    line = game.ask("line", "G-253-ID")
    assert line[0] == "1037"
    assert game.ask("control", line[-1]) == "german"
    ways = game.ask("retreats", "G-253-ID", "1")
    around = game.rules.grid.numbers(game.rules.grid.around(game.rules.grid.index("1037")))
    near_enemy = {"1038", *game.rules.grid.numbers(game.rules.grid.around(game.rules.grid.index("1038")))}
    assert {way[-1] for way in ways} == set(around) - near_enemy
    assert {way[0] for way in ways} == {"1037"}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            ("tea",),
            "'tea' is no question of red-typhoon; "
            "there are: where, units, control, zone, isolated, line, retreats",
        ),
        (("zone",), "the question is: zone HEX"),
        (("zone", "1037", "1038"), "the question is: zone HEX"),
        (("retreats", "S-A-01"), "the question is: retreats UNIT HEXES"),
        (("zone", "9999"), "there is no hex 9999 on the map"),
        (("isolated", "S-Z-99"), "there is no unit 'S-Z-99'"),
        (("isolated", "S-A-02"), "S-A-02 is not on the map"),
        (("where", "S-Z-99"), "there is no unit 'S-Z-99'"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_plainly(question, reason):
    game = typhoon.build(GAME, turn=3, units={"S-A-01": "1038"})
    with pytest.raises(ValueError) as caught:
        game.ask(*question)
    assert str(caught.value) == reason


def test_every_question_says_what_it_answers():
    questions = typhoon.new(GAME).rules.questions
    assert questions.items() > QUESTIONS.items()
    assert all(question.__doc__ for question in questions.values())
