"""Who defends a hex (8).

Vyazma (2417) is a town, Bryansk (2135) a city; 2418 and 2136 lie next to them without a river between.
A force stands there as if it had come so far.
"""

import pytest

from tests.games.typhoon_solitaire.positions import (
    EMPTY,
    MISS,
    RIFLES,
    TWO_RIFLES_AND_BRIGADE,
    defenders,
    dice_left,
    force,
    gained,
    give,
    happened,
    points_left,
    pool,
    position,
    reachable,
    told,
    where,
)
from typhoon.engine.cases import case

GUARDS = [f"S-GD-{number}" for number in range(1, 9)]
AIRBORNE = ["S-AC-4", "S-AC-5"]


def meets(die: int, hex_: str, start: str, *draws: int, unit: str = "PG3-1-Pz", **given) -> dict:
    """What is called up against a unit that goes from a hex into a Soviet one; all fire misses."""
    game = position(units={unit: start}, dice=[die, *draws, *[MISS] * 100], **given)
    events = give(game, f"force {unit}", f"march {hex_}")
    return happened(events, "mustered")[0]


def kinds(found: dict) -> list[str]:
    """The kinds of units called up, as the force table writes them."""
    codes = {"HH2": "A", "HH3": "A", "HM3": "A", "HM4": "A"}
    return [codes.get(name.split("-")[1], name.split("-")[1]) for name in found["units"]]


# The die


@case("8.0", "8.1")
@pytest.mark.parametrize("ground", ["1413", "1412"])
def test_ts_027_the_printed_example(ground):
    # Clear ground (1413) and woods (1412) are on the same line, and so is marsh.
    found = meets(5, ground, "1312")
    assert found["modifiers"] == ()
    assert sorted(kinds(found)) == ["B", "RD", "RD"]


@case("8.1")
def test_marsh_is_open_ground_too():
    assert sorted(kinds(meets(5, "1411", "1311"))) == ["B", "RD", "RD"]


@case("8.1")
def test_towns_and_cities_have_lines_of_their_own():
    assert meets(5, "2417", "2418", 1)["line"] == "town"
    assert meets(5, "2135", "2136", 1)["line"] == "city"
    assert meets(5, "4514", "4414", 1)["line"] == "city"


@case("8.1")
@pytest.mark.parametrize(
    ("turn", "modifier"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 2)]
)
def test_ts_028_ts_029_the_modifier_of_the_turn(turn, modifier):
    # South of row 40, so that turn 5 is like the others.
    found = meets(4, "1846", "1746", 1, unit="PG2-3-Pz", turn=turn)
    assert (found["die"], found["modified"]) == (4, 4 + modifier)
    expected = {4: ["RD", "B"], 5: ["RD", "RD", "B"], 6: ["RD", "RD", "B", "A"]}
    assert sorted(kinds(found)) == sorted(expected[4 + modifier])


@case("8.1", "1.3")
@pytest.mark.parametrize(("turn", "modifier"), [(1, 3), (2, 3), (3, 4), (4, 4), (6, 5), (7, 5), (8, 5)])
@pytest.mark.parametrize("hex_", ["4514", "4614"])
def test_ts_030_three_more_for_each_of_the_moscow_hexes(turn, modifier, hex_):
    start = "4414" if hex_ == "4514" else "4613"
    found = meets(2, hex_, start, 1, 1, turn=turn)
    assert found["modified"] == 2 + modifier
    assert sum(value for value, _, _ in found["modifiers"]) == modifier


@case("8.1")
def test_the_suburbs_of_moscow_have_no_such_modifier():
    assert meets(2, "4414", "4413")["modified"] == 2


@case("8.1")
def test_ruling_43_beyond_the_table_its_last_row_counts():
    table = position().rules.force_table
    assert table.force("open", 12) == table.force("open", 9)
    assert table.force("town", 12) == table.force("town", 9)
    assert table.force("city", 15) == table.force("city", 12)
    assert table.force("city", 0) == table.force("city", 1)


@case("8.0")
def test_a_die_for_every_soviet_hex_and_for_no_german_one():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[EMPTY, EMPTY])
    events = give(game, "force PG3-1-Pz", "march 1313", "march 1413", "march 1512", "march 1413")
    assert [f["hex"] for f in happened(events, "mustered")] == ["1413", "1512"]
    assert dice_left(game) == []


# The units


@case("8.2")
def test_ts_031_an_undefended_hex_is_taken_at_once():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[EMPTY])
    events = give(game, "force PG3-1-Pz", "march 1413")
    assert defenders(events) == []
    assert happened(events, "fired") == []
    assert gained(game) == {"1413"}
    assert (force(game), points_left(game)) == (["PG3-1-Pz"], 15)
    assert "1512" in reachable(game)


@case("8.2", "8.5")
@pytest.mark.parametrize(("die", "units"), [(1, 0), (3, 1)])
def test_ts_031_a_pocket_that_it_closes_still_breaks_out(die, units):
    # 1416 is the last way out of 1315.
    dice = [EMPTY, die, *[1] * units, *[MISS] * 20]
    game = position(units={"PG3-1-Pz": "1316"}, gained=["1415"], dice=dice)
    events = give(game, "force PG3-1-Pz", "march 1416")
    assert happened(events, "pocket")[0]["hexes"] == ("1315",)
    assert len(happened(events, "breakout")[0]["units"]) == units
    assert told(game)["tally"] == 1
    assert gained(game) == {"1415", "1416", "1315"}


@case("8.2")
def test_units_of_every_kind_are_selected():
    # Moscow on turn 6, die 6: 11 on the city line.
    found = meets(6, "4514", "4414", 1, 1, turn=6)
    assert sorted(kinds(found)) == sorted(["GD"] * 2 + ["AC"] + ["RD"] * 3 + ["B"] + ["A"] * 2 + ["CAS"])


@case("8.2")
@pytest.mark.parametrize(("drawn", "unit"), [(1, "S-HH2-1"), (5, "S-HH3-1"), (16, "S-HM4-4")])
def test_artillery_is_drawn_at_random_from_all_sixteen(drawn, unit):
    assert unit in meets(6, "1413", "1312", drawn)["units"]


@case("8.2")
def test_the_same_artillery_is_not_drawn_twice():
    # The first is out of the cup: of the fifteen left, the first is now the second howitzer.
    found = meets(6, "4514", "4414", 1, 1, turn=6)
    assert {"S-HH2-1", "S-HH2-2"} <= set(found["units"])
    found = meets(6, "4514", "4414", 16, 15, turn=6)
    assert {"S-HM4-4", "S-HM4-3"} <= set(found["units"])


@case("8.2", "8.3")
def test_a_rifle_division_stands_in_when_all_guards_are_gone():
    # Die 6 in a town: a guards division, a rifle division, a brigade and artillery.
    assert kinds(meets(6, "2417", "2418", 1)).count("GD") == 1
    found = meets(6, "2417", "2418", 1, dead=GUARDS)
    assert sorted(kinds(found)) == ["A", "B", "RD", "RD"]


@case("8.2", "8.3")
def test_the_last_guards_division_appears_and_a_rifle_division_for_the_one_that_is_missing():
    # Moscow on turn 6, die 5: 10 on the city line calls for two guards divisions and two rifle divisions.
    found = meets(5, "4514", "4414", 1, turn=6, dead=GUARDS[:7])
    assert "S-GD-8" in found["units"]
    assert (kinds(found).count("GD"), kinds(found).count("RD"), kinds(found).count("AC")) == (1, 3, 1)


@case("8.2")
def test_one_airborne_corps_is_enough():
    found = meets(5, "4514", "4414", 1, turn=6, dead=["S-AC-4"])
    assert "S-AC-5" in found["units"]


@case("8.2", "8.3")
def test_ts_032_a_rifle_division_for_the_airborne_corps_when_both_are_dead():
    found = meets(5, "4514", "4414", 1, turn=6, dead=AIRBORNE)
    assert (kinds(found).count("GD"), kinds(found).count("RD"), kinds(found).count("AC")) == (2, 3, 0)


@case("8.2", "8.3")
def test_with_all_of_them_dead_there_are_only_rifle_divisions():
    found = meets(5, "4514", "4414", 1, turn=6, dead=GUARDS + AIRBORNE)
    assert (kinds(found).count("GD"), kinds(found).count("RD"), kinds(found).count("AC")) == (0, 5, 0)


# Guards and airborne losses


def storm_of_vyazma(**given):
    """A panzer division kills a guards division, a rifle division and a brigade in Vyazma.

    In a town tanks fire with -1: each 6 counts as 5, a hit. Guards (3 dice) and howitzers (2) miss.
    """
    dice = [6, 1, *[MISS] * 5, *[6] * 7]
    game = position(units={"PG3-1-Pz": "2418"}, dice=dice, options={"losses": "system"}, **given)
    return game, give(game, "force PG3-1-Pz", "march 2417")


@case("8.3")
def test_ts_033_a_guards_division_is_out_of_the_game_and_a_rifle_division_joins():
    game, events = storm_of_vyazma()
    assert defenders(events)[0] == "S-GD-1"
    assert happened(events, "destroyed") == [{"units": ("S-GD-1",)}]
    assert (pool(game)["guards division"], pool(game)["rifle division"]) == (7, 31)
    # The others that fell are back.
    assert (pool(game)["brigade"], pool(game)["artillery unit"]) == (24, 16)
    assert told(game)["dead"] == ("S-GD-1",)


@case("8.3")
def test_the_dead_guards_division_never_comes_back():
    game, _ = storm_of_vyazma(dead=GUARDS[:7])
    assert told(game)["dead"] == tuple(GUARDS)
    assert (pool(game)["guards division"], pool(game)["rifle division"]) == (0, 38)
    game, events = storm_of_vyazma(dead=GUARDS)
    assert happened(events, "destroyed") == []
    assert pool(game)["rifle division"] == 38


@case("8.3", "8.4")
def test_a_guards_division_that_was_only_reduced_goes_back_at_full_strength():
    # One hit on the guards division in the first round, then the Germans break off.
    dice = [6, 1, *[MISS] * 5, 6, *[MISS] * 6, *[MISS] * 3]
    again = [6, 1, *[MISS] * 100]
    units = {"PG3-1-Pz": "2418", "PG3-7-Pz": "2418"}
    game = position(units=units, dice=dice + again)
    give(game, "force PG3-1-Pz", "march 2417", "hit S-GD-1")
    assert told(game)["battle"]["defenders"]["S-GD-1"] == 1
    give(game, "withdraw")
    assert pool(game)["guards division"] == 8
    give(game, "force PG3-7-Pz", "march 2417")
    assert told(game)["battle"]["defenders"]["S-GD-1"] == 2


# After a defence that held


@case("8.4", "9.12")
def test_a_new_attack_on_the_hex_meets_a_new_force():
    dice = [TWO_RIFLES_AND_BRIGADE, *[MISS] * 7, *[MISS] * 5, RIFLES, 6, *[MISS] * 6]
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"}, dice=dice)
    events = give(game, "force PG3-1-Pz", "march 1413", "withdraw")
    assert defenders(events) == ["S-RD-01", "S-RD-02", "S-B-01"]
    assert pool(game)["rifle division"] == 30
    events = give(game, "force PG3-6-Pz", "march 1413")
    assert defenders(events) == ["S-RD-01"]
    assert (where(game, "PG3-6-Pz"), gained(game)) == ("1413", {"1413"})


@case("8.4", "9.12")
def test_the_next_attack_may_find_the_hex_empty():
    dice = [RIFLES, *[MISS] * 7, MISS, MISS, EMPTY]
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"}, dice=dice)
    give(game, "force PG3-1-Pz", "march 1413", "withdraw", "force PG3-6-Pz", "march 1413")
    assert gained(game) == {"1413"}


@case("8.4")
def test_losses_of_the_first_attack_do_not_help_the_second():
    # The rifle division loses a step, and the next attack meets it at full strength.
    dice = [RIFLES, 5, *[MISS] * 6, MISS, RIFLES, *[MISS] * 7, MISS, MISS]
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"}, dice=dice)
    give(game, "force PG3-1-Pz", "march 1413")
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 1}
    give(game, "withdraw", "force PG3-6-Pz", "march 1413")
    assert told(game)["battle"]["defenders"] == {"S-RD-01": 2}


# Breakouts


@case("8.5")
def test_the_modifiers_of_this_chapter_are_not_for_breakouts():
    # Turn 6: die 1 counts as 3 for the defenders of 1416, a rifle division; 5 with the bonus of the
    # turn kills it. The breakout die of 2 stays a 2.
    dice = [1, 5, *[MISS] * 6, 2, *[MISS] * 20]
    game = position(turn=6, units={"PG3-1-Pz": "1316"}, gained=["1415"], dice=dice)
    events = give(game, "force PG3-1-Pz", "march 1416")
    (defence,), (breakout,) = happened(events, "mustered"), happened(events, "breakout")
    assert (defence["modified"], breakout["modified"], breakout["modifiers"]) == (3, 2, ())
