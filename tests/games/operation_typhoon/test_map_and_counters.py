"""Counters, map and charts against the printed rules (2, 3, 5.73, 16.14, 20)."""

from collections import Counter
from fractions import Fraction

import pytest

import typhoon
from tests.games.operation_typhoon.fights import fight
from tests.games.operation_typhoon.positions import give, happened, position, reach, told, where
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
COUNTERS = {counter.unit: counter for counter in RULES.counters}


def face(name, **state):
    """How a unit looks on the map."""
    game = position(scenario="campaign", units={name: {"hex": "C3125", **state}})
    (found,) = game.rules.faces(game.position, COUNTERS[name].side)
    return found


# The sample counters of 2.33


@case("2.31", "2.33")
@pytest.mark.parametrize(
    ("name", "size", "printed", "movement"),
    [
        ("19/7/7", "III", "A2", 4),  # OT-001
        ("8/3M/57", "III", "A3", 14),  # OT-002
        ("3/DasR/40", "III", "A3", 14),  # OT-005
        ("FR/41", "III", "B2", 4),  # OT-006
        ("110/33", "XX", "A2", 5),  # OT-008
        ("107/30", "XX", "A1", 14),  # OT-009
        ("146/26", "X", "C2", 14),  # OT-010
    ],
)
def test_sample_counters_with_a_class(name, size, printed, movement):
    found = COUNTERS[name]
    assert (found.size, f"{found.class_}{found.morale}", found.movement) == (size, printed, movement)
    front, back = face(name), face(name, cadre=True)
    assert (front.right, front.values[1].text, front.second_side) == (printed, str(movement), False)
    assert ([value.text for value in back.values], back.right) == (["1", str(movement)], "")
    assert back.second_side


@case("2.31", "2.33")
def test_sample_counters_with_a_strength():
    # OT-003, OT-004
    assert (COUNTERS["II3/2P/46"].strength, COUNTERS["II3/2P/46"].movement) == (1, 14)
    assert (COUNTERS["41/3PzA"].strength, COUNTERS["41/3PzA"].movement) == (1, 8)
    assert [value.text for value in face("41/3PzA").values] == ["1", "8"]
    game = position(scenario="campaign", units={"41/3PzA": "C3125"}, supported=[])
    (back,) = game.rules.faces(game.position, "german")
    assert back.second_side
    assert "U" in back.badges
    assert [value.text for value in back.values] == ["1", "8"]


@case("2.33", "8.35")
def test_ot_007_the_sample_chit():
    (chit,) = [c for c in RULES.chits if (c.side, c.morale, c.a, c.b) == ("german", 3, 6, 4)]
    assert (chit.a_reduced, chit.b_reduced) == (3, 2)


@case("2.31")
def test_soviet_counters_show_their_winterization():
    good, poor, german = (
        [value.white for value in face(name).values] for name in ("413/50", "299/50", "17/31/43")
    )
    assert good != poor
    assert german == [False, False]  # they are all poor


@case("2.34")
def test_designations():
    assert (COUNTERS["55/17/13"].division, COUNTERS["55/17/13"].corps) == ("17", "13")
    assert (COUNTERS["41/3PzA"].corps, COUNTERS["41/3PzA"].army) == ("41", "3PzA")
    assert (COUNTERS["146/26"].army, COUNTERS["146/26"].size) == ("26", "X")
    for counter in RULES.counters:
        if counter.side == "german" and counter.type != "hq":
            assert counter.unit.split("/")[-1] == counter.corps
        if counter.side == "german" and counter.type == "armor":
            assert counter.unit.startswith(("I", "II"))
            assert counter.size == "II"


# The order of battle


SOVIET_ARMIES = {
    "50": {"infantry XX": 6, "cavalry XX": 1, "armor X": 3, "infantry II": 1},
    # 330th Division is in three regiments, 198th is mechanized.
    "49": {
        "infantry XX": 5, "infantry III": 3, "mechanized XX": 1, "cavalry XX": 2, "armor X": 1,
        "infantry X": 1,
    },
    "43": {"infantry XX": 8, "cavalry XX": 2, "armor X": 4},
    "33": {"infantry XX": 3, "mechanized XX": 1, "airborne X": 1},
    "5": {"infantry XX": 4, "mechanized X": 1, "armor X": 3},
    # 78th Division is in three regiments.
    "16": {"infantry XX": 4, "infantry III": 3, "cavalry XX": 2, "cavalry X": 1, "armor X": 4},
    "30": {"infantry XX": 10, "mechanized XX": 1, "cavalry XX": 1, "armor X": 2},
    "10": {"infantry XX": 11, "cavalry XX": 1},
    "26": {"infantry XX": 9, "cavalry XX": 2, "airborne X": 1, "ski X": 1, "infantry X": 7, "armor X": 2},
    "20": {
        "infantry XX": 7, "cavalry XX": 2, "antitank X": 3, "antiaircraft X": 3, "infantry X": 3,
        "armor X": 7, "armor XX": 1, "armor II": 4, "armor coy": 1,
    },
    "1Sh": {"infantry XX": 2, "ski X": 4, "infantry X": 9, "armor X": 1},
}  # fmt: skip


@case("20.0", "2.3")
@pytest.mark.parametrize("army", SOVIET_ARMIES)
def test_soviet_armies(army):
    found = Counter(f"{c.type} {c.size}" for c in RULES.counters if c.side == "soviet" and c.army == army)
    assert found.pop("hq XXXX") == 1
    assert found == SOVIET_ARMIES[army]


@case("20.0")
def test_there_are_no_other_soviet_armies():
    assert {c.army for c in RULES.counters if c.side == "soviet"} == set(SOVIET_ARMIES)


GERMAN_CORPS = {
    "24": ("2PzA", "3P 4P 17P GDM"), "43": ("2PzA", "31 56 131"), "47": ("2PzA", "10M 25M 29M"),
    "53": ("2PzA", "112 167 296"), "12": ("4A", "15 34 98 263"), "13": ("4A", "17 52 137 260 268"),
    "20": ("4A", "258 292"), "57": ("4A", "183 3M 19P 20P"), "5": ("4PzA", "35 106"),
    "7": ("4PzA", "7 197 256 267"), "9": ("4PzA", "78 87 252"), "40": ("4PzA", "DasR 10P"),
    "46": ("4PzA", "2P 5P 11P"), "41": ("3PzA", "86 162 23 FR 900 1P 6P"), "56": ("3PzA", "14M 36M 7P"),
}  # fmt: skip


@case("20.0", "11.22")
@pytest.mark.parametrize("corps", GERMAN_CORPS)
def test_german_corps(corps):
    army, divisions = GERMAN_CORPS[corps]
    mine = [c for c in RULES.counters if c.side == "german" and c.corps == corps]
    assert {c.army for c in mine} == {army}
    assert len([c for c in mine if c.type == "hq"]) == 1
    assert {c.division for c in mine if c.type != "hq"} == set(divisions.split())


@case("20.0", "9.45")
def test_german_divisions():
    regiments = Counter(c.division for c in RULES.counters if c.side == "german" and c.size == "III")
    battalions = Counter(c.division for c in RULES.counters if c.side == "german" and c.size == "II")
    for division, count in regiments.items():
        if division in ("56", "162", "FR", "900"):
            assert count == 1  # R34
        else:
            assert count == (3 if division.isdecimal() else 2)
    panzers = {name for name in regiments if name.endswith("P")}
    assert battalions == dict.fromkeys(panzers, 2)


@case("2.3", "20.0")
def test_all_counters_together():
    assert len([c for c in RULES.counters if c.side == "german"]) == 167
    assert len([c for c in RULES.counters if c.side == "soviet"]) == 171
    assert sum(chit.count for chit in RULES.chits) == 289


# The map


@case("2.1", "3.0")
def test_three_sheets_share_their_seam_rows():
    grid = RULES.board.grid
    for column in range(1, 55):
        assert grid.index(f"C39{column:02}") == grid.index(f"B01{column:02}")
        assert grid.index(f"B39{column:02}") == grid.index(f"A01{column:02}")
    # Odd rows have 54 hexes, even ones 53; 115 rows in all (R53).
    assert len(RULES.board.rows) == 58 * 54 + 57 * 53
    assert "C0154" in grid
    assert "C0254" not in grid


@case("3.0")
def test_a_unit_walks_over_the_seam():
    # C3825 touches C3926, which is B0126 as well and touches B0225.
    game = position(scenario="campaign", turn=4, units={"17/31/43": "C3825"}, supported=[], ground="normal")
    found = reach(game, "17/31/43")
    assert (found["C3926"], found["B0225"]) == (1, 2)
    assert game.why_not("move 17/31/43 C3825-B0126") is None
    twice = position(scenario="campaign", turn=4, units={"17/31/43": "B0126"}, supported=[])
    assert told(twice)["units"]["17/31/43"] == "C3926"


@case("3.0")
def test_every_order_may_name_a_hex_on_the_seam_by_either_number():
    """R56.  B0110 is woods: 9 to 3 is 3-1, with an air point 4-1, covered 3-1; dice 3 are D2(1)."""
    game = fight(
        ("17/31/43", "B0109", 9), ("194/43", "B0110", 3), dice=(1, 2), scenario="campaign", ground="normal",
        air={"german": 1, "soviet": 2},
    )  # fmt: skip
    give(game, "attack B0110 17/31/43", "cancel B0110", "attack B0110 17/31/43", "air B0110 1", "end")
    (combat,) = happened(give(game, "air B0110 2"), "combat")
    assert (combat["final"], combat["result"]) == ("3-1", "D2(1)")
    give(game, "withdraw B0110-B0111-B0112", "advance 17/31/43 B0109-B0110")
    assert (where(game, "194/43"), where(game, "17/31/43")) == ("C3912", "C3910")
    orders = [str(entry.order) for entry in game.journal.entries]
    assert orders[-2:] == ["withdraw C3910-C3911-C3912", "advance 17/31/43 C3909-C3910"]


@case("3.0")
@pytest.mark.parametrize(("scenario", "sheet"), [("guderian", "C"), ("hoepner", "A"), ("kluge", "B")])
def test_a_scenario_of_one_sheet_is_played_on_that_sheet(scenario, sheet):
    game = position(scenario=scenario, units={})
    assert len(game.position.ground.column) == 20 * 54 + 19 * 53
    for other in {"A", "B", "C"} - {sheet}:
        with pytest.raises(typhoon.ImpossiblePosition):
            position(scenario=scenario, units={"17/31/43": f"{other}2020"})


@case("16.14", "18.19", "18.29", "18.39")
def test_places_that_the_rules_name():
    named = {
        "C1820": "Tula", "C2132": "Venev", "A2020": "Klin", "A1423": "Solnechnogorsk", "A0521": "Istra",
        "A1734": "Dmitrov", "A3534": "Dubna", "A0234": "Mytishchi", "A0537": "Ivanteyevka",
        "A1443": "Zagorsk", "A1453": "Aleksandrov", "B3717": "Zvenigorod", "B2512": "Naro-Fominsk",
        "B0621": "Serpukhov", "B1232": "Mikhnevo", "B2527": "Podolsk", "B3427": "Kuntsevo",
        "B2931": "Lenino", "B2139": "Bronnitsy", "B0646": "Kolomna", "B1652": "Yegoryevsk",
        "B2352": "Kurovskoye", "B2126": "Klimovsk",
    }  # fmt: skip
    for number, name in named.items():
        assert RULES.places[number].name == name
    assert "Kremlin" in RULES.places["B3531"].name
    towns = {RULES.places[number].name for number in ("C3834", "C2132", "C1346", "C3820", "C2933")}
    assert towns == {"Kashira", "Venev", "Mikhaylov", "Zaokskoye", "Mordveso"}


@case("16.14")
def test_what_cities_are_worth():
    for place in RULES.places.values():
        worth = 10 if place.name == "Tula" else 5 if place.kind == "city" else 0
        assert place.vp == worth
    assert len([p for p in RULES.places.values() if p.name.startswith("Moscow")]) == 13


@case("15.11")
def test_entry_areas_are_map_edges_in_a_ring():
    areas = {area: set(numbers) for area, numbers in RULES.areas.items()}
    assert set(areas) == {str(number) for number in range(1, 16)}
    ground = position(scenario="campaign", units={}).position.ground
    edge = ground.west_edge | ground.east_edge | ground.north_edge | ground.south_edge
    everything = 0
    for numbers in areas.values():
        hexes = ground.hexes(numbers)
        assert hexes & ~edge == 0
        assert hexes & everything == 0
        everything |= hexes
    assert everything == edge  # no hex of the edge is left out
    grid = ground.grid
    for number in range(1, 16):
        mine, next_ = (ground.hexes(areas[str(n)]) for n in (number, number % 15 + 1))
        assert grid.neighbours(mine) & next_  # R50: neighbours have neighbouring numbers


# Charts


@case("5.73")
def test_the_terrain_effects_chart():
    chart = {
        # terrain: (foot, mech, mech in a freeze)
        "clear": (1, 2, 1), "woods": (1, 5, 3), "rough": (2, 7, 5), "city": (1, 1, 1), "town": (1, 1, 1),
        "stream": (1, 2, 2), "river": (2, None, None), "road_tactical": (1, 2, 1),
        "road_strategic": (Fraction(1, 2), Fraction(1, 3), Fraction(1, 3)),
    }  # fmt: skip
    for terrain, (foot, mech, frozen) in chart.items():
        cost = RULES.costs.cost
        assert cost(terrain, mech=False, freeze=False) == foot
        assert cost(terrain, mech=True, freeze=False) == mech
        assert cost(terrain, mech=True, freeze=True) == frozen


@case("9.89")
def test_cells_of_the_combat_results_table():
    cells = {
        # (column, dice): result, a breakthrough with !
        (1, 2): "A2(3)", (1, 7): "A3(3)", (1, 12): "D1", (2, 2): "D1(1)", (3, 3): "D2(1)", (5, 12): "D2(2)",
        (6, 5): "D1", (7, 12): "D2(2)!", (8, 3): "D2(2)!", (9, 4): "D2(2)!", (9, 12): "D3(2)!",
        (10, 2): "D3(2)", (10, 11): "D2(2)!", (11, 12): "D3(3)!", (12, 2): "D4(3)", (12, 5): "D2(2)!",
        (13, 2): "D4(3)!", (13, 4): "D3(2)", (13, 6): "D2(2)!", (13, 7): "D1(1)", (13, 12): "D4(3)!",
    }  # fmt: skip
    for key, code in cells.items():
        assert RULES.crt.results[key].code == code
    assert [RULES.crt.odds(line, 1) for line in ("city", "woods", "clear")] == ["1-3", "1-4", "1-5"]
    assert len(RULES.crt.results) == 13 * 11
