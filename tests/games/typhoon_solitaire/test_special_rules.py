"""Modifiers add up (1.3), and the special rules of turns 5 and 6 (12)."""

import pytest

from tests.games.typhoon_solitaire.positions import (
    MISS,
    force,
    gained,
    give,
    happened,
    position,
    reachable,
    refused,
    told,
    where,
)
from typhoon.engine.cases import case


def modifiers(events) -> dict[str, list[int]]:
    """For each unit that has fired, what was added to its dice, time after time."""
    found = {}
    for facts in happened(events, "fired"):
        found.setdefault(facts["unit"], []).append(facts["modifier"])
    return found


# Modifiers


@case("1.3", "12.3")
def test_ts_002_plus_one_and_minus_one_are_nothing():
    # Turn 6: +1 in the first round; tanks against woods (1412): -1. A 5 is a hit, as on a plain die.
    # Die 1 with the turn's +2 calls up a rifle division.
    game = position(turn=6, units={"PG3-1-Pz": "1312"}, dice=[1, 5, *[MISS] * 6, MISS])
    events = give(game, "force PG3-1-Pz", "march 1412")
    assert modifiers(events)["PG3-1-Pz"] == [0]
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 1}


@case("1.3", "8.1")
def test_turn_and_moscow_add_up():
    game = position(turn=7, units={"PG3-1-Pz": "4414"}, dice=[1, 1, *[MISS] * 100])
    facts = happened(give(game, "force PG3-1-Pz", "march 4514"), "mustered")[0]
    assert [value for value, _, _ in facts["modifiers"]] == [2, 3]
    assert facts["modified"] == 6


@case("1.3")
def test_two_plus_ones_are_two():
    # Into Moscow over the river from 4415: the defenders have +1 for the city and +1 for the river, which
    # lasts a round only. Die 1 with Moscow's +3: two rifle divisions, a brigade and artillery.
    dice = [1, 1, *[MISS] * (2 + 7 + 5), *[MISS] * (7 + 4)]
    game = position(units={"PG3-1-Pz": "4415"}, dice=dice)
    events = give(game, "force PG3-1-Pz", "march 4514", "fight")
    found = modifiers(events)
    assert (found["S-HH2-1"], found["S-B-01"]) == ([2], [2])
    assert found["S-RD-01"] == found["S-RD-02"] == [2, 1]


# Turn 5


def south_of_orel(row: int, turn: int = 5, **given):
    """A panzer division deep in Soviet country, in a row and with a German hex north and south of it."""
    start = f"30{row}"
    beside = [f"30{row - 1}", f"30{row + 1}"]
    game = position(turn=turn, units={"PG2-3-Pz": start}, gained=beside, **given)
    game.push("force PG2-3-Pz")
    return game


@case("12.1")
def test_ts_059_a_force_that_starts_in_row_40_enters_no_soviet_hex():
    game = south_of_orel(40)
    assert set(reachable(game)) == {"3039", "3041"}
    for number in ("2939", "2940", "3139", "3140"):
        assert refused(game, f"march {number}").case == "12.1"


@case("12.1")
def test_ts_060_a_force_that_starts_in_row_41_does():
    # From 3041 the Soviet neighbours are 2940, 2941, 3140 and 3141; 3040 is German, and beyond it lies
    # row 39, Soviet and in reach as well (ruling R20).
    game = south_of_orel(41)
    assert {"2940", "2941", "3140", "3141", "3039", "2939"} <= set(reachable(game))


@case("12.1")
@pytest.mark.parametrize("row", [2, 13, 39])
def test_the_farther_north_the_same(row):
    game = position(turn=5, units={"PG2-3-Pz": f"30{row:02}"}, gained=[f"30{row + 1:02}"])
    game.push("force PG2-3-Pz")
    assert set(reachable(game)) == {f"30{row + 1:02}"}


@case("12.1")
def test_it_is_the_start_that_counts_not_the_way():
    # From row 40 south into row 41: still no attack. Row 41 and north into row 40: an attack.
    game = south_of_orel(40)
    give(game, "march 3041")
    assert refused(game, "march 3042").case == "12.1"
    assert set(reachable(game)) == {"3039", "3040"}
    game = south_of_orel(41, dice=[1, *[MISS] * 100])
    give(game, "march 3040")
    events = give(game, "march 3039")
    assert happened(events, "mustered")[0]["hex"] == "3039"


@case("12.1")
def test_ruling_20_a_force_from_the_south_attacks_a_hex_in_row_40():
    game = position(turn=5, units={"PG2-3-Pz": "3041"}, dice=[1, 6, *[MISS] * 6])
    give(game, "force PG2-3-Pz", "march 3040")
    assert "3040" in gained(game)


@case("12.1")
@pytest.mark.parametrize("turn", [4, 6])
def test_the_stand_down_is_for_turn_5_only(turn):
    assert "3139" in reachable(south_of_orel(40, turn=turn))


@case("12.1")
def test_a_force_that_is_hemmed_in_by_soviet_hexes_stays_where_it_is():
    game = position(turn=5, units={"PG2-3-Pz": "3040"})
    give(game, "force PG2-3-Pz")
    assert (force(game), where(game, "PG2-3-Pz")) == ([], "3040")


@case("12.1", "5.3")
def test_the_two_weeks_of_turn_5_are_one_turn():
    game = position(turn=5, units={"PG2-3-Pz": "3040"})
    give(game, "end")
    assert game.decision.turn == 6


# Armies mix


@case("12.2", "7.3")
def test_from_turn_5_on_units_of_two_armies_march_and_fight_as_one_force():
    units = {"PG4-2-Pz": "1746", "PG2-3-Pz": "1746"}
    game = position(turn=5, units=units, dice=[1, 6, *[MISS] * 6])
    give(game, "force PG2-3-Pz PG4-2-Pz", "march 1846")
    assert {where(game, name) for name in units} == {"1846"}


@case("12.2", "7.4")
def test_but_tanks_still_do_not_march_with_infantry():
    game = position(turn=5, units={"PG4-2-Pz": "1746", "2A-17-Inf": "1746"})
    assert refused(game, "force 2A-17-Inf PG4-2-Pz").case == "7.4"


# Turn 6


@case("12.3")
@pytest.mark.parametrize("turn", range(1, 9))
def test_ts_061_the_bonus_of_turn_6(turn):
    # A die of 3, less the turn's modifier: a rifle division on clear ground.
    die = 3 - {1: 0, 2: 0, 3: 1, 4: 1}.get(turn, 2)
    game = position(turn=turn, units={"PG2-3-Pz": "1746"}, dice=[die, *[MISS] * 7, MISS, MISS])
    events = give(game, "force PG2-3-Pz", "march 1846")
    assert modifiers(events) == {"PG2-3-Pz": [1 if turn == 6 else 0], "S-RD-01": [0]}


@case("12.3")
def test_ts_061_a_4_hits_in_the_first_round():
    game = position(turn=6, units={"PG2-3-Pz": "1746"}, dice=[1, 4, *[MISS] * 6, MISS])
    give(game, "force PG2-3-Pz", "march 1846")
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 1}


@case("12.3")
def test_ts_062_no_bonus_in_the_second_round():
    dice = [1, *[MISS] * 7, MISS, MISS, 4, 4, 4, 4, 4, 4, 4, MISS, MISS]
    game = position(turn=6, units={"PG2-3-Pz": "1746"}, dice=dice)
    events = give(game, "force PG2-3-Pz", "march 1846", "fight")
    assert modifiers(events)["PG2-3-Pz"] == [1, 0]
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 2}


@case("12.3")
def test_every_battle_of_the_march_has_its_first_round():
    dice = [1, 5, *[MISS] * 6, 1, 5, *[MISS] * 6]
    game = position(turn=6, units={"PG3-1-Pz": "1312"}, dice=dice)
    events = give(game, "force PG3-1-Pz", "march 1413", "march 1512")
    assert modifiers(events)["PG3-1-Pz"] == [1, 1]
    assert gained(game) == {"1413", "1512"}


@case("12.3", "11.2")
def test_ts_062_no_bonus_against_a_breakout():
    # 1416 is the last way out of 1315. After the battle two rifle divisions break out; 4s do not hit.
    dice = [1, 5, *[MISS] * 6, 6, 1, 1, *[4] * 7, *[MISS] * 4]
    game = position(turn=6, units={"PG3-1-Pz": "1316"}, gained=["1415"], dice=dice)
    events = give(game, "force PG3-1-Pz", "march 1416")
    assert modifiers(events)["PG3-1-Pz"] == [1, 0]
    assert [facts["hits"] for facts in happened(events, "fired")] == [2, 0, 0, 0]


@case("12.3")
def test_ruling_19_no_bonus_for_aircraft():
    # A 4 from the air is a miss.
    game = position(turn=6, units={"PG2-3-Pz": "1746"}, dice=[1, 4, *[MISS] * 7, MISS, MISS])
    give(game, "support PG2-3-Pz", "force PG2-3-Pz", "march 1846")
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 2}
