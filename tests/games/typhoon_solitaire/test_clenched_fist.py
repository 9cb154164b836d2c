"""The Clenched Fist (13)."""

import pytest

import typhoon
from tests.games.typhoon_solitaire.positions import (
    MISS,
    force,
    give,
    happened,
    position,
    reachable,
    refused,
    ring,
    told,
    where,
)
from typhoon import ImpossiblePosition
from typhoon.engine.cases import case


def fist(**given):
    return position(scenario="clenched-fist", **{"turn": 2, **given})


def fresh():
    return typhoon.new("typhoon-solitaire", scenario="clenched-fist", seed=1)


@case("13.0")
def test_it_is_a_scenario_of_its_own():
    assert "clenched-fist" in {scenario.id for scenario in fresh().rules.about.scenarios}


@case("13.2")
def test_ts_063_it_starts_on_turn_2():
    game = fresh()
    assert game.decision.turn == 2
    give(game, "deploy")
    assert (game.decision.turn, game.decision.phase) == (2, "german movement and combat")
    with pytest.raises(ImpossiblePosition, match="turn"):
        fist(turn=1)


# Set-up


@case("13.3")
def test_ts_064_units_are_set_up_in_any_sector():
    game = fresh()
    give(game, "place PG2-3-Pz 1312", "place 9A-5-Inf 1851", "place PG4-2-Pz 1301")
    assert [where(game, name) for name in ("PG2-3-Pz", "9A-5-Inf", "PG4-2-Pz")] == ["1312", "1851", "1301"]


@case("13.3", "7.3")
def test_ts_064_formations_mix_from_the_start():
    game = fresh()
    give(game, "place PG2-3-Pz 1728", "place PG3-1-Pz 1728", "place PG4-2-Pz 1728")
    assert {where(game, name) for name in ("PG2-3-Pz", "PG3-1-Pz", "PG4-2-Pz")} == {"1728"}
    # Three divisions are still the limit.
    assert refused(game, "place PG4-5-Pz 1728").case == "7.1"


@case("13.3", "13.1")
def test_ruling_27_the_three_rows_behind_the_line_still_apply():
    game = fresh()
    assert refused(game, "place PG2-3-Pz 1413").case == "3.2"  # Soviet
    assert refused(game, "place PG2-3-Pz 1013").case == "3.2"  # the fourth row
    assert refused(game, "place PG2-3-Pz 1019").case == "3.2"  # Smolensk, far behind


@case("13.3")
def test_all_mechanized_units_can_be_massed_in_the_centre():
    game = fresh()
    game.push("deploy PG2")
    give(game, "deploy PG3", "deploy PG4", "deploy 9A", "deploy 4A", "deploy 2A")
    # Guderian's panzer divisions go north, behind the highway to Moscow.
    for name in ("3-Pz", "4-Pz", "9-Pz"):
        give(game, f"place PG2-{name} 1219")
    give(game, "end")
    assert {where(game, f"PG2-{name}") for name in ("3-Pz", "4-Pz", "9-Pz")} == {"1219"}


@case("13.3")
def test_a_formation_deployed_over_others_keeps_to_the_limit():
    game = fresh()
    give(game, "place PG2-3-Pz 1526", "place PG2-4-Pz 1526", "place PG2-9-Pz 1526", "deploy PG3")
    # Three divisions of Panzer Group 3 stand in 1526, so that those in the way are lifted.
    assert [name for name, hex_ in told(game)["units"].items() if hex_ == "1526"] == [
        "PG3-1-Pz",
        "PG3-6-Pz",
        "PG3-7-Pz",
    ]
    assert refused(game, "end").case == "3.2"


@case("13.3", "7.3")
@pytest.mark.parametrize("turn", range(2, 9))
def test_ts_064_armies_never_have_to_keep_apart(turn):
    game = fist(turn=turn, units={"PG4-2-Pz": "1312", "4A-7-Inf": "1313"})
    give(game, "force PG4-2-Pz")
    assert (reachable(game)["1313"], reachable(game)["1314"]) == (1, 2)


@case("13.3", "7.2")
def test_lehr_and_grossdeutschland_can_meet_on_turn_2():
    units = {"PG3-L-Mot": "1312", "PG2-GD-Mot": "1312", "PG3-1-Pz": "1312", "PG4-2-Pz": "1312"}
    game = fist(units=units)
    give(game, "force PG2-GD-Mot PG3-1-Pz PG3-L-Mot PG4-2-Pz", "march 1313")
    assert len(force(game)) == 4
    assert {where(game, name) for name in units} == {"1313"}


# Checks


@case("13.4", "4.2")
def test_ts_065_no_pocket_check_on_turn_2():
    game = fist(turn=2, tally=0, units={"PG3-1-Pz": "1312"})
    give(game, "end")
    assert game.decision.turn == 3


@case("13.4", "4.4")
def test_ts_065_no_victory_point_check_on_turn_4():
    game = fist(turn=4, units={"PG3-1-Pz": "1312"})
    give(game, "end")
    assert game.decision.turn == 5


@case("13.1", "4.3")
def test_ruling_27_the_front_check_of_turn_3_stays():
    game = fist(turn=3, units={"PG3-1-Pz": "1312"})
    give(game, "end")
    assert game.result.level == "german defeat: front check"


@case("13.1", "4.5")
def test_ruling_27_moscow_still_wins():
    # Die 1 is a 5 in Moscow: a guards division and two rifle divisions, six steps, and artillery. Tanks
    # fire with -1 there, so that a 6 is a hit.
    dice = [1, 1, *[MISS] * 5, *[6] * 7]
    game = fist(units={"PG3-1-Pz": "4414"}, dice=dice, options={"losses": "system"})
    give(game, "force PG3-1-Pz", "march 4514", "halt", "end")
    assert game.result.winner == "german"


@case("13.1", "12.1")
def test_the_stand_down_of_turn_5_stays():
    game = fist(turn=5, units={"PG3-1-Pz": "1312"})
    give(game, "force PG3-1-Pz")
    assert refused(game, "march 1413").case == "12.1"


@case("13.1", "7.1", "7.4")
def test_the_other_stacking_rules_stay():
    units = {
        "PG3-1-Pz": "1312",
        "PG3-6-Inf": "1312",
        "PG2-3-Pz": "1313",
        "PG4-2-Pz": "1313",
        "9A-5-Inf": "1313",
    }
    game = fist(units=units)
    assert refused(game, "force PG3-1-Pz PG3-6-Inf").case == "7.4"
    give(game, "force PG3-1-Pz")
    assert refused(game, "march 1313").case == "7.1"


# Stronger Soviet forces


@case("13.5", "1.3")
@pytest.mark.parametrize(
    ("turn", "die", "modified"), [(2, 1, 2), (2, 6, 7), (3, 4, 6), (4, 1, 3), (6, 5, 8), (8, 6, 9)]
)
def test_ts_066_one_more_on_top_of_the_turn(turn, die, modified):
    game = fist(turn=turn, units={"PG3-1-Pz": "1312"}, dice=[die, 1, *[MISS] * 100])
    facts = happened(give(game, "force PG3-1-Pz", "march 1413"), "mustered")[0]
    assert (facts["die"], facts["modified"]) == (die, modified)


@case("13.5", "8.1")
def test_ts_066_turn_3_die_4_calls_up_what_a_6_does():
    game = fist(turn=3, units={"PG3-1-Pz": "1312"}, dice=[4, 1, *[MISS] * 100])
    facts = happened(give(game, "force PG3-1-Pz", "march 1413"), "mustered")[0]
    assert facts["units"] == ("S-RD-01", "S-RD-02", "S-B-01", "S-HH2-1")


@case("13.5", "8.1")
def test_moscow_on_turn_8_with_a_6_is_the_end_of_the_table():
    game = fist(turn=8, units={"PG3-1-Pz": "4414"}, dice=[6, 1, 1, *[MISS] * 100])
    facts = happened(give(game, "force PG3-1-Pz", "march 4514"), "mustered")[0]
    assert (facts["modified"], len(facts["units"])) == (12, 2 + 1 + 3 + 2 + 2 + 1)


def closing_a_pocket_of_seven(scenario: str, *dice: int):
    """A ring of German hexes around 2613, of radius 2, is closed at 2714; a brigade defends it in vain."""
    assert len(ring("2613", 2)) == 12
    game = position(
        scenario=scenario,
        turn=2,
        units={"PG3-1-Pz": "2615"},
        gained=sorted(ring("2613", 2) - {"2714"}),
        dice=[*dice, *[MISS] * 100],
        options={"losses": "system"},
    )
    events = give(game, "force PG3-1-Pz", "march 2714")
    return happened(events, "breakout")[0]


@case("13.5", "11.2")
def test_ts_067_a_breakout_die_of_6_is_a_7():
    # Die 1 is a 2 here, die 2 in the normal game: a brigade, killed by a 6.
    brigade_falls = [6, *[MISS] * 6]
    breakout = closing_a_pocket_of_seven("clenched-fist", 1, *brigade_falls, 6, *[1] * 5)
    assert (breakout["size"], breakout["die"], breakout["modified"]) == (7, 6, 7)
    assert len(breakout["units"]) == 5
    breakout = closing_a_pocket_of_seven("typhoon", 2, *brigade_falls, 6, *[1] * 4)
    assert (breakout["modified"], len(breakout["units"])) == (6, 4)
