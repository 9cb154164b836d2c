"""Disruption: what it takes away, and when it ends (9.5, 6.3, 11.0)."""

from tests.games.red_typhoon.battle import fight, ready
from tests.games.red_typhoon.helpers import is_disrupted, position, reachable, refused, where
from typhoon.engine.cases import case

SHAKEN = {"hex": "1037", "disrupted": True}


@case("9.5", "6.3")
def test_a_disrupted_unit_stops_nobody():
    """RT-038, RT-021: past 1037 from 1038 to 0938 to 0837; with its zone the first step would be the last."""
    for state, passes in ((SHAKEN, True), ("1037", False)):
        game = position(units={"S-A-01": "0939", "G-253-ID": state}, move_orders=["NW"], ap={"soviet": 0})
        game.push("move S-A-01 0939-0938")
        assert bool(reachable(game, "S-A-01")) is passes


@case("9.5", "8.1")
def test_nobody_enters_the_hex_of_a_disrupted_enemy():
    game = position(units={"S-A-01": "1038", "G-253-ID": SHAKEN}, move_orders=["NW"])
    assert refused(game, "move S-A-01 1038-1037").case == "8.1"


@case("9.5", "6.3")
def test_a_stack_keeps_its_zone_while_one_unit_in_it_is_in_order():
    units = {"S-A-01": "0939", "G-253-ID": SHAKEN, "G-123-ID": "1037"}
    game = position(units=units, move_orders=["NW"], ap={"soviet": 0})
    game.push("move S-A-01 0939-0938")
    assert reachable(game, "S-A-01") == {}


@case("9.5")
def test_a_disrupted_unit_cannot_move():
    game = position(phase="german movement", units={"G-253-ID": SHAKEN}, move_orders=["9"])
    assert refused(game, "move G-253-ID 1037-1036").case == "9.5"
    assert reachable(game, "G-253-ID") == {}


@case("9.5")
def test_a_disrupted_unit_cannot_attack():
    game = ready("german", {"G-253-ID": SHAKEN, "S-A-04": "1038"})
    assert refused(game, "attack 1038 G-253-ID").case == "9.5"


@case("9.5", "11.0")
def test_a_beaten_defender_misses_its_own_turn_and_then_recovers():
    """RT-038: disrupted in the Soviet turn, it does nothing in the German one and recovers at its end."""
    game = fight("DR1", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"}, ap={"german": 4})
    game.push("retreat G-253-ID 1037-1036")
    game.push("advance S-A-01 1038-1037")
    game.push("end")
    game.push("activate 9")
    assert refused(game, "move G-253-ID 1036-1035").case == "9.5"
    game.push("end")
    game.push("activate 9")
    assert refused(game, "attack 1037 G-253-ID").case == "9.5"
    assert is_disrupted(game, "G-253-ID")
    game.push("end")
    assert game.decision.phase == "soviet movement"
    assert not is_disrupted(game, "G-253-ID")


@case("9.5", "11.0")
def test_a_beaten_attacker_recovers_at_the_end_of_its_own_turn():
    game = fight("AR", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"})
    game.push("retreat S-A-01 1038-1039")
    assert is_disrupted(game, "S-A-01")
    game.push("end")
    assert game.decision.phase == "german movement"
    assert not is_disrupted(game, "S-A-01")


@case("9.5", "11.0")
def test_the_enemys_recovery_phase_does_not_help():
    """A Soviet unit disrupted in the German turn stays so through the next Soviet turn."""
    units = {"G-253-ID": "1038", "S-A-04": "1037"}
    game = fight("DR1", "attack 1037 G-253-ID", units)
    game.push("retreat S-A-04 1037-1036")
    game.push("end")  # no advance
    game.push("end")
    assert (game.decision.turn, game.decision.phase) == (4, "soviet movement")
    game.push("activate NW")
    assert refused(game, "move S-A-04 1036-1035").case == "9.5"
    game.push("end")
    game.push("activate NW")
    assert is_disrupted(game, "S-A-04")


@case("9.5", "9.4")
def test_a_disrupted_unit_beaten_again_retreats_again():
    game = fight("DR1", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": SHAKEN})
    game.push("retreat G-253-ID 1037-1036")
    assert where(game, "G-253-ID") == "1036"
    assert is_disrupted(game, "G-253-ID")


@case("9.5")
def test_units_that_stand_fast_are_not_disrupted():
    for result in ("C", "EX"):
        units = {"S-A-01": "1038", "S-A-02": "1038", "G-253-ID": "1037", "G-123-ID": "1037"}
        game = fight(result, "attack 1037 S-A-01 S-A-02", units)
        assert not any(is_disrupted(game, unit) for unit in units)
