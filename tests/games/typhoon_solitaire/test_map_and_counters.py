"""The map and the counters (1.2, 2)."""

import pytest

from tests.games.typhoon_solitaire.positions import (
    BRIGADE,
    MISS,
    RIFLES,
    around,
    give,
    happened,
    is_reduced,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case

RULES = position().rules
GRID = RULES.board.grid
GERMANS = [counter for counter in RULES.counters if counter.side == "german"]
SOVIETS = [counter for counter in RULES.counters if counter.side == "soviet"]

ORDER_OF_BATTLE = {
    "PG2": {
        "armor": "3 4 9 17 18",
        "motorized": "10 16 25 29 GD",
        "cavalry": "1",
        "infantry": "45 95 134 262 293 296",
    },
    "PG3": {"armor": "1 6 7", "motorized": "14 36 L", "infantry": "6 26 110 129"},
    "PG4": {"armor": "2 5 10 11 19 20", "motorized": "3 SS-R", "infantry": "34 98 252 258"},
    "2A": {"infantry": "17 31 52 56 112 131 167 260"},
    "4A": {"infantry": "7 15 23 78S 137 183 197 263 267 268 292"},
    "9A": {"infantry": "5 8 28 35 86 87 102 106 161 162 206 251 255 256"},
}


def soviets(kind: str) -> list:
    return [counter for counter in SOVIETS if counter.type == kind]


# The map


@case("2.2")
def test_ts_001_a_hex_is_12_km_wide():
    assert RULES.board.file.km_per_hex == 12


@case("2.2")
def test_ts_004_smolensk_is_1019():
    assert RULES.board.rows["1019"].name == "Smolensk"
    assert RULES.terrain[GRID.index("1019")].terrain == "city"


@case("2.2")
def test_hexes_are_numbered_by_column_and_row():
    assert set(RULES.board.rows) == {f"{c:02}{r:02}" for c in range(1, 55) for r in range(1, 52)}


@case("2.2")
@pytest.mark.parametrize("number", ["0101", "0151", "0201", "0251", "5401", "5451", "5301", "2613", "1315"])
def test_the_program_and_the_map_agree_on_neighbours(number):
    assert set(GRID.numbers(GRID.around(GRID.index(number)))) == around(number)


@case("2.2")
def test_the_hexes_of_the_printed_example_are_neighbours():
    assert around("2613") == {"2512", "2513", "2614", "2612", "2712", "2713"}


# German counters


@case("2.6", "2.7")
def test_ts_003_the_counters_of_the_box():
    # The remaining 116 of the 280 are markers.
    assert (len(GERMANS), len(SOVIETS)) == (72, 92)


@case("2.6")
@pytest.mark.parametrize("formation", ORDER_OF_BATTLE)
def test_every_german_unit_is_in_its_formation(formation):
    found = {}
    for counter in GERMANS:
        if counter.formation == formation:
            found.setdefault(counter.type, set()).add(counter.short)
    assert found == {kind: set(ids.split()) for kind, ids in ORDER_OF_BATTLE[formation].items()}


@case("2.6")
def test_there_are_no_other_formations():
    assert {counter.formation for counter in GERMANS} == set(ORDER_OF_BATTLE)


COLOURS = {
    "PG2": "white on dark grey",
    "PG3": "black on light grey",
    "PG4": "white on blue",
    "2A": "black on light green",
    "4A": "black on tan",
    "9A": "white on leaf green",
}


@case("2.6")
@pytest.mark.parametrize("formation", COLOURS)
def test_every_formation_has_the_colours_it_is_printed_in(formation):
    units = [counter.unit for counter in GERMANS if counter.formation == formation]
    assert {RULES.shown.portrait(unit).colours for unit in units} == {COLOURS[formation]}


@case("2.6")
def test_guards_and_airborne_are_white_on_orange_and_all_other_soviets_black():
    elite = {c.unit for c in SOVIETS if c.type in ("guards", "airborne")}
    assert len(elite) == 10
    printed = {c.unit: RULES.shown.portrait(c.unit).colours for c in SOVIETS}
    assert {unit for unit, colours in printed.items() if colours == "white on orange"} == elite
    assert set(printed.values()) == {"white on orange", "black on orange"}


@case("2.4", "2.5")
def test_a_panzer_division_shows_7_on_one_side_and_3_on_the_other():
    game = position(units={"PG4-2-Pz": "1627", "PG4-5-Pz": {"hex": "1627", "reduced": True}})
    faces = {face.unit: face for face in game.rules.shown.faces(game.position)}
    fresh, reduced = faces["PG4-2-Pz"], faces["PG4-5-Pz"]
    assert (fresh.values[0].text, fresh.second_side) == ("7", False)
    assert (reduced.values[0].text, reduced.second_side) == ("3", True)
    assert (fresh.size, fresh.type, fresh.left, fresh.formation) == ("XX", "armor", "2", "PG4")
    assert fresh.colours == reduced.colours == "white on blue"


@case("2.5", "2.7")
def test_ts_005_every_panzer_division_rolls_7_dice_and_3_when_reduced():
    panzers = [counter for counter in GERMANS if counter.type == "armor"]
    assert len(panzers) == 14
    assert {(c.cdr, c.cdr_reduced, c.steps, c.size) for c in panzers} == {(7, 3, 2, "XX")}


@case("2.7")
def test_panzer_and_motorized_units_are_mechanized_and_no_others():
    for counter in GERMANS:
        assert counter.mechanized == (counter.type in ("armor", "motorized"))
    assert {c.type for c in GERMANS} == {"armor", "motorized", "infantry", "cavalry"}


@case("2.5", "7.2")
def test_ruling_47_only_lehr_and_grossdeutschland_have_one_step():
    small = {c.unit: (c.size, c.halves) for c in GERMANS if c.steps == 1}
    assert small == {"PG2-GD-Mot": ("III", 1), "PG3-L-Mot": ("X", 1)}
    assert all((c.size, c.halves) == ("XX", 2) for c in GERMANS if c.steps == 2)


# Soviet counters


@case("2.8", "8.3")
def test_guards_are_numbered_1_to_8_and_airborne_corps_4_and_5():
    assert [c.unit for c in soviets("guards")] == [f"S-GD-{number}" for number in range(1, 9)]
    assert [c.unit for c in soviets("airborne")] == ["S-AC-4", "S-AC-5"]


@case("2.8", "2.5")
def test_soviet_types_and_their_steps():
    steps = {counter.type: counter.steps for counter in SOVIETS}
    assert steps == {
        "guards": 2, "airborne": 2, "rifle": 2, "brigade": 1, "howitzer": 1, "mortar": 1, "air": 1,
    }  # fmt: skip
    counts = {kind: len(soviets(kind)) for kind in steps}
    assert counts == {
        "guards": 8, "airborne": 2, "rifle": 40, "brigade": 24, "howitzer": 8, "mortar": 8, "air": 2,
    }  # fmt: skip


@case("2.8")
def test_howitzers_and_mortars_are_both_artillery():
    artillery = {counter.unit for counter in soviets("howitzer") + soviets("mortar")}
    assert {RULES.unit_ids[n] for n in range(len(RULES.counters)) if RULES.artillery >> n & 1} == artillery


@case("2.6")
def test_the_player_does_not_command_soviet_units():
    game = position(units={"PG3-1-Pz": "1312"})
    assert refused(game, "force S-RD-01").case == "2.6"
    assert refused(game, "support S-CAS-1").case == "2.6"


# Steps


@case("2.5")
def test_ts_006_a_full_unit_that_loses_a_step_is_turned_over():
    # A rifle division fires two dice: one hit.
    game = position(units={"PG3-1-Pz": "1312"}, dice=[RIFLES, *[MISS] * 7, 6, MISS])
    give(game, "force PG3-1-Pz", "march 1413")
    assert is_reduced(game, "PG3-1-Pz")


@case("2.5")
def test_a_reduced_panzer_division_rolls_three_dice():
    game = position(
        units={"PG3-1-Pz": {"hex": "1312", "reduced": True}}, dice=[RIFLES, *[MISS] * 3, MISS, MISS]
    )
    events = give(game, "force PG3-1-Pz", "march 1413")
    assert [(f["unit"], len(f["dice"])) for f in happened(events, "fired")] == [
        ("PG3-1-Pz", 3),
        ("S-RD-01", 2),
    ]


@case("2.5")
def test_ts_007_a_reduced_unit_that_loses_a_step_leaves_the_battle():
    units = {"PG3-1-Pz": {"hex": "1312", "reduced": True}, "PG3-7-Pz": {"hex": "1312", "reduced": True}}
    game = position(units=units, dice=[RIFLES, *[MISS] * 6, 6, MISS, *[MISS] * 3, MISS, MISS])
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1413", "hit PG3-1-Pz")
    assert unit(game, "PG3-1-Pz")["fallen"]
    # It takes no part in the second round.
    events = give(game, "fight")
    assert [f["unit"] for f in happened(events, "fired")] == ["PG3-7-Pz", "S-RD-01"]


@case("2.5")
def test_a_one_step_unit_leaves_the_battle_with_its_first_loss():
    game = position(units={"PG3-L-Mot": "1312"}, dice=[BRIGADE, MISS, MISS, 6])
    events = give(game, "force PG3-L-Mot", "march 1413")
    assert happened(events, "lost") == [{"unit": "PG3-L-Mot", "left": 0}]
    assert where(game, "PG3-L-Mot") == "1312"
    assert "1413" not in told(game)["gained"]


@case("2.5")
def test_a_one_step_unit_cannot_stand_on_the_map_reduced():
    with pytest.raises(ValueError, match="one step"):
        position(units={"PG3-L-Mot": {"hex": "1312", "reduced": True}})
