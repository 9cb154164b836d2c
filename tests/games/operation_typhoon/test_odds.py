"""9.0, 9.3 to 9.7 and 9.89: ratios, terrain, rivers, integrity, combined arms, accelerated assaults."""

import pytest

from tests.games.operation_typhoon.fights import (
    AROUND,
    EAST,
    MIDDLE,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    attack,
    fight,
    odds,
    shifts,
)
from tests.games.operation_typhoon.positions import give, happened, refused, told, where
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.hexgrid import bits

RULES = find_rules("operation-typhoon")

# The table as it is printed; a breakthrough, bold in print, has an exclamation mark.
CITY = "1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1"
WOODS = "1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1"
CLEAR = "1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1"
TABLE = {
    2: "A2(3) D1(1) A2(3) A2(2) D2(1) A2(2) A1(2) A1(2) A1(1) D3(2) A1 D4(3) D4(3)!",
    3: "A1(2) A1(1) D2(1) D1 D1 D2(1) D2 D2(2)! A1 A1 D3(2)! D3(2)! D3(3)!",
    4: "A1(2) A1(2) A1(1) D1(1) D1(1) D1(1) D1(1) D2(1) D2(2)! D2(2)! D2(2)! D3(2)! D3(2)",
    5: "A1(2) A1(2) A1(2) A1(1) A1(2) D1 D1 D1(1) D2(1) D2(2) D2(2) D2(2)! D2(2)!",
    6: "A2(2) A2(2) A1(2) A2(2) A1(2) A1(2) D1(1) D1(1) D1 D1(1) D1(1) D1(2) D2(2)!",
    7: "A3(3) A2(3) A2(2) A1(2) A2(1) A1(1) A1(1) D1(1) D1(1) D1(1) D1(1) D1(1) D1(1)",
    8: "A2(2) A1(1) A1(1) A2(1) A1(1) A1(1) D2(1) A1(1) D1(1) D1(1) D1(1) D2(1) D2(2)",
    9: "A1(1) A1(1) A1(1) A1(1) A1(1) D1 A1 D1 D1(1) D2(1) D2(2) D2(2) D2(2)",
    10: "A1(1) A1(1) A1(1) A1(1) D1 D2(1) D1 D2(1) D2(1) D2(2) D2(2) D2(2) D3(1)",
    11: "A1(1) A1(1) D1 D1 D1(1) D1(2) D2(2) D1(2) D2(2) D2(2)! D3(2)! D3(2)! D3(3)!",
    12: "D1 D1 A2(3) A2(2) D2(2) A1(1) D2(2)! D2(2)! D3(2)! D3(2)! D3(3)! D3(3)! D4(3)!",
}


@case("9.89", "9.83", "9.84")
def test_the_combat_results_table_is_the_printed_one():
    for dice, line in TABLE.items():
        found = [RULES.crt.results[column, dice].code for column in range(1, 14)]
        assert " ".join(found) == line, dice


@case("9.89", "9.31")
def test_every_terrain_line_has_its_own_ratios():
    for line, printed in (("city", CITY), ("woods", WOODS), ("clear", CLEAR)):
        found = [RULES.crt.odds(line, column).rstrip("+") for column in range(1, 14)]
        assert " ".join(found) == printed


@case("9.0", "9.31", "9.72")
@pytest.mark.parametrize(
    ("line", "attack", "defense", "ratio"),
    [
        # Rounded in favour of the defender
        ("clear", 7, 4, "1-1"),
        ("clear", 8, 4, "2-1"),
        ("clear", 23, 6, "3-1"),
        ("clear", 4, 5, "1-2"),
        ("clear", 3, 4, "1-2"),
        ("clear", 5, 11, "1-3"),
        ("clear", 5, 10, "1-2"),
        ("clear", 1, 1, "1-1"),
        ("woods", 17, 6, "2-1"),
        ("city", 10, 3, "3-1"),
        ("city", 2, 3, "1-2"),
        # Below and above the table
        ("clear", 1, 5, "1-5"),
        ("clear", 1, 6, "1-5"),
        ("clear", 2, 40, "1-5"),
        ("woods", 1, 5, "1-4"),
        ("woods", 1, 7, "1-4"),
        ("city", 1, 4, "1-3"),
        ("city", 1, 9, "1-3"),
        ("clear", 9, 1, "9-1"),
        ("clear", 40, 1, "9-1"),
        ("woods", 99, 9, "10-1"),
        ("city", 11, 1, "11-1"),
        ("city", 50, 2, "11-1"),
    ],
)
def test_a_ratio_is_brought_onto_the_line(line, attack, defense, ratio):
    column = RULES.crt.column(line, attack, defense)
    assert RULES.crt.odds(line, column).rstrip("+") == ratio


@case("9.72")
def test_a_soviet_attack_into_woods_at_1_7_is_fought_at_1_4():
    """The example of the case: 1 to 7 in the woods."""
    woods = next(
        number for number, row in sorted(RULES.board.rows.items())
        if row.terrain == "woods" and number.startswith("C") and int(number[3:]) > 25
    )  # fmt: skip
    grid = RULES.ground_of("C").grid
    beside = next(
        number for number in grid.numbers(grid.around(grid.index(woods)))
        if not RULES.ground_of("C").river_between(grid.index(woods), grid.index(number))
    )  # fmt: skip
    game = fight(("299/50", beside, 1), ("17/31/43", woods, 7), side="soviet", dice=(6, 6))
    combat = attack(game, f"attack {woods} 299/50")
    assert (combat["attack"], combat["defense"], combat["final"]) == (1, 7, "1-4")
    assert combat["result"] == "D1"  # dice 12 in the first column


@case("9.0", "9.83")
def test_a_combat_from_the_strengths_to_the_result():
    """4 + 5 against 4 on clear ground is 2-1; dice 10 there are D2(1)."""
    game = fight(("339/167/53", WEST, 4), ("110/112/53", EAST, 5), ("299/50", MIDDLE, 4), dice=(4, 6))
    combat = attack(game, f"attack {MIDDLE} 339/167/53 110/112/53")
    assert (combat["attack"], combat["defense"]) == (9, 4)
    assert (combat["odds"], combat["final"], combat["dice"]) == ("2-1", "2-1", (4, 6))
    assert combat["result"] == "D2(1)"


@case("9.31")
def test_terrain_chooses_the_line_and_changes_no_strength():
    """Tula is a city; no river runs between it and C1819."""
    game = fight(("339/167/53", "C1819", 4), ("299/50", "C1820", 4), dice=(6, 4))
    combat = attack(game, "attack C1820 339/167/53")
    assert (combat["attack"], combat["defense"], combat["line"]) == (4, 4, "city")
    assert combat["result"] == "A1(1)"  # dice 10 at 1-1 on the city line; D1 in the open
    town = fight(("339/167/53", "C1318", 4), ("299/50", "C1317", 4))
    assert town.preview("attack C1317 339/167/53").column == "1-1 on Woods, Town"


# Rivers: C3834 (Kashira) lies south of the Oka, C3934 and C3935 north of it; a road crosses from C3934.

NORTH_BANK, OTHER_NORTH_BANK, SOUTH_BANK = "C3934", "C3935", "C3834"


@case("9.32")
def test_units_attacked_over_rivers_alone_are_doubled_road_or_not():
    """R75: the road over the Oka does not help."""
    for bank in (NORTH_BANK, OTHER_NORTH_BANK):
        game = fight(("17/31/43", bank, 8), ("299/50", SOUTH_BANK, 4), dice=(6, 6))
        assert attack(game, f"attack {SOUTH_BANK} 17/31/43")["defense"] == 8


@case("9.32")
def test_one_attacker_on_the_same_bank_ends_the_doubling():
    grid, ground = RULES.ground_of("C").grid, RULES.ground_of("C")
    dry = next(
        number for number in grid.numbers(grid.around(grid.index(SOUTH_BANK)))
        if not ground.river_between(grid.index(number), grid.index(SOUTH_BANK))
    )  # fmt: skip
    game = fight(("17/31/43", NORTH_BANK, 8), ("339/167/53", dry, 4), ("299/50", SOUTH_BANK, 4), dice=(6, 6))
    combat = attack(game, f"attack {SOUTH_BANK} 17/31/43 339/167/53")
    assert (combat["attack"], combat["defense"]) == (12, 4)


@case("9.32", "13.52")
def test_a_frozen_river_doubles_nobody():
    game = fight(("17/31/43", NORTH_BANK, 8), ("299/50", SOUTH_BANK, 4), dice=(6, 6), ground="river freeze")
    assert attack(game, f"attack {SOUTH_BANK} 17/31/43")["defense"] == 4
    game = fight(("17/31/43", NORTH_BANK, 8), ("299/50", SOUTH_BANK, 4), dice=(6, 6), ground="stream freeze")
    assert attack(game, f"attack {SOUTH_BANK} 17/31/43")["defense"] == 8


@case("9.32", "9.25")
def test_of_two_attacked_hexes_only_the_one_behind_the_river_is_doubled():
    """C3933 lies on the attacker's bank, Kashira on the other: 4 and 2 x 4."""
    game = fight(
        ("17/31/43", NORTH_BANK, 8), ("299/50", SOUTH_BANK, 4), ("260/50", "C3933", 4), dice=(6, 6)
    )  # fmt: skip
    assert attack(game, f"attack C3933+{SOUTH_BANK} 17/31/43")["defense"] == 12


@case("9.32", "12.54")
def test_a_defender_is_halved_before_he_is_doubled():
    """Isolated 5: 2, not 2.5, and then 4."""
    game = fight(("17/31/43", NORTH_BANK, 8), ("299/50", SOUTH_BANK, 5, {"supply": "isolated"}), dice=(6, 6))
    assert attack(game, f"attack {SOUTH_BANK} 17/31/43")["defense"] == 4


# Entrenchments: C2018 is one, with a river between it and C2019.


@case("14.21", "14.0", "9.31")
def test_soviet_units_in_an_entrenchment_are_doubled_german_units_are_not():
    game = fight(("17/31/43", "C2017", 8), ("299/50", "C2018", 4), dice=(6, 6))
    assert attack(game, "attack C2018 17/31/43")["defense"] == 8
    game = fight(("339/167/53", "C2018", 4), ("299/50", "C2017", 4), dice=(6, 6), side="soviet")
    assert attack(game, "attack C2018 299/50")["defense"] == 4


@case("9.32", "14.21")
@pytest.mark.parametrize(("option", "strength"), [("both", 16), ("one", 8)])
def test_an_entrenchment_behind_a_river_counts_four_times_or_twice_by_agreement(option, strength):
    """R31."""
    game = fight(
        ("17/31/43", "C2019", 8), ("299/50", "C2018", 4), dice=(6, 6), options={"entrenched-rivers": option}
    )
    assert attack(game, "attack C2018 17/31/43")["defense"] == strength


@case("9.32", "14.21")
def test_the_case_that_multiplies_is_named():
    """That of works, and that of rivers where there are none."""
    entrenched = fight(("17/31/43", "C2019", 8), ("299/50", "C2018", 4))
    assert entrenched.preview("attack C2018 17/31/43").terms[-1].case == "14.21"
    open_ = entrenched.rules.ground.open & ~entrenched.rules.ground.entrenched
    grid, river = entrenched.rules.grid, entrenched.rules.ground.river_between
    here, there = next((a, b) for a in bits(open_) for b in bits(grid.around(a) & open_) if river(a, b))
    behind = fight(("17/31/43", grid.name[here], 8), ("299/50", grid.name[there], 4))
    assert behind.preview(f"attack {grid.name[there]} 17/31/43").terms[-1].case == "9.32"


# Divisional integrity in the attack


@case("9.41", "9.43")
def test_a_division_with_all_its_regiments_beside_the_enemy_gains_a_column():
    """One regiment fights, the others stand by: 4 to 4 becomes 2-1."""
    game = fight(
        ("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("331/167/53", SOUTH_WEST, 4), ("299/50", MIDDLE, 4)
    )
    order = f"attack {MIDDLE} 339/167/53"
    assert shifts(game, order) == {"9.41": 1}
    assert odds(game, order) == "2-1"


@case("9.41")
@pytest.mark.parametrize(
    ("third", "gains"),
    [
        (("331/167/53", SOUTH_WEST, 4), True),
        (("331/167/53", SOUTH_WEST, {"cadre": True}), True),  # R34
        (("331/167/53", "C3423", 4), False),
    ],
    ids=["beside", "cadre", "behind"],
)
def test_all_regiments_must_be_beside_the_enemy_as_cadres_if_need_be(third, gains):
    game = fight(("339/167/53", WEST, 4), ("315/167/53", WEST, 4), third, ("299/50", MIDDLE, 4))
    assert shifts(game, f"attack {MIDDLE} 339/167/53") == ({"9.41": 1} if gains else {})


@case("9.41")
def test_a_dead_regiment_ends_the_bonus():
    """R34."""
    game = fight(("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("299/50", MIDDLE, 4))
    assert shifts(game, f"attack {MIDDLE} 339/167/53") == {}


@case("9.41")
def test_a_division_that_only_stands_by_gains_nothing():
    game = fight(
        ("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("331/167/53", SOUTH_WEST, 4),
        ("110/112/53", EAST, 4), ("299/50", MIDDLE, 4),
    )  # fmt: skip
    assert shifts(game, f"attack {MIDDLE} 110/112/53") == {}


@case("9.41", "9.25")
def test_against_two_hexes_every_regiment_must_be_beside_both():
    """339 and 315 touch both hexes, 331 only the middle."""
    stand = [
        ("339/167/53", WEST, 4),
        ("315/167/53", WEST, 4),
        ("299/50", MIDDLE, 4),
        ("260/50", NORTH_WEST, 4),
    ]
    order = f"attack {NORTH_WEST}+{MIDDLE} 339/167/53"
    assert shifts(fight(*stand, ("331/167/53", SOUTH_WEST, 4)), order) == {}
    assert shifts(fight(*stand, ("331/167/53", WEST, 4)), order) == {"9.41": 1}


@case("9.41")
def test_a_division_of_one_regiment_has_no_integrity():
    """R34: the 56th and the 162nd have one counter each."""
    game = fight(("171/56/43", WEST, 4), ("303/162/41", EAST, 4), ("299/50", MIDDLE, 4))
    assert shifts(game, f"attack {MIDDLE} 171/56/43 303/162/41") == {}


@case("9.44", "9.43")
def test_at_most_three_divisions_gain_a_column_in_an_attack():
    """Four panzer divisions with both regiments beside the enemy: three columns, not four."""
    pairs = [
        ("3/3P/24", "394/3P/24"),
        ("12/4P/24", "33/4P/24"),
        ("110/11P/46", "111/11P/46"),
        ("13/5P/46", "14/5P/46"),
    ]
    stand = [(unit, hex_) for pair, hex_ in zip(pairs, AROUND, strict=False) for unit in pair]
    game = fight(*stand, ("7Gd/49", MIDDLE, 14))
    firsts = " ".join(pair[0] for pair in pairs)
    assert shifts(game, f"attack {MIDDLE} {firsts}") == {"9.41": 3}
    assert shifts(game, f"attack {MIDDLE} {' '.join(pair[0] for pair in pairs[:2])}") == {"9.41": 2}


@case("9.45")
def test_a_panzer_division_needs_its_two_rifle_regiments_and_no_tanks():
    game = fight(
        ("12/4P/24", WEST, 4), ("33/4P/24", SOUTH_WEST, 4), ("I35/4P/24", "C3020"), ("299/50", MIDDLE, 4)
    )
    assert shifts(game, f"attack {MIDDLE} 12/4P/24") == {"9.41": 1}


@case("9.45", "9.51", "9.43")
def test_a_whole_panzer_division_attacks_three_columns_better():
    """One column for integrity, one for each tank battalion (22.0)."""
    game = fight(
        ("12/4P/24", WEST, 4), ("33/4P/24", SOUTH_WEST, 4), ("I35/4P/24", WEST), ("II35/4P/24", WEST),
        ("299/50", MIDDLE, 4),
    )  # fmt: skip
    order = f"attack {MIDDLE} 12/4P/24 33/4P/24 I35/4P/24 II35/4P/24"
    assert shifts(game, order) == {"9.41": 1, "9.51": 2}
    assert odds(game, order) == "5-1"  # 4 + 4 + 1 + 1 to 4 is 2-1


# Divisional integrity in the defence


@case("9.42", "9.43", "9.44")
@pytest.mark.parametrize(
    ("others", "gains"),
    [
        ([], False),
        ([("315/167/53", MIDDLE, 4)], True),
        ([("315/167/53", EAST, 4)], True),
        ([("315/167/53", EAST, {"cadre": True})], True),
        ([("315/167/53", "C3427", 4)], False),
        ([("110/112/53", MIDDLE, 4)], False),
        ([("315/167/53", EAST, 4), ("331/167/53", NORTH_EAST, 4)], True),
    ],
    ids=["alone", "stacked", "beside", "cadre", "too far", "other division", "never twice"],
)
def test_a_regiment_with_another_of_its_division_at_hand_defends_a_column_better(others, gains):
    game = fight(("299/50", WEST, 4), ("339/167/53", MIDDLE, 4), *others, side="soviet", dice=(6, 6))
    give(game, f"attack {MIDDLE} 299/50")
    events = give(game, "end")
    if game.decision and "defend" in {order.verb for order in game.orders}:
        events = give(game, next(str(order) for order in game.orders if "339/167/53" in str(order)))
    (combat,) = happened(events, "combat")
    assert [value for value, _, case_ in combat["modifiers"] if case_ == "9.42"] == ([-1] if gains else [])
    assert combat["final"] == ("1-2" if gains else "1-1")


@case("9.42", "9.45")
def test_soviet_regiments_have_no_integrity():
    game = fight(("109/330/49", MIDDLE, 3), ("111/330/49", EAST, 3), ("339/167/53", WEST, 4))
    assert shifts(game, f"attack {MIDDLE} 339/167/53") == {}


# Combined arms


@case("9.51")
@pytest.mark.parametrize(
    ("stack", "columns"),
    [
        (["12/4P/24", "I35/4P/24"], 1),
        (["12/4P/24", "I35/4P/24", "II35/4P/24"], 2),
        (["339/167/53", "I35/4P/24"], 1),
        (["I35/4P/24", "II35/4P/24"], 0),
        (["12/4P/24"], 0),
    ],
)
def test_german_tanks_attack_a_column_better_for_each_with_infantry_in_their_stack(stack, columns):
    game = fight(*[(unit, WEST, 4) for unit in stack], ("299/50", MIDDLE, 4))
    assert shifts(game, f"attack {MIDDLE} {' '.join(stack)}") == ({"9.51": columns} if columns else {})


@case("9.51")
@pytest.mark.parametrize(
    ("partner", "columns"),
    [("299/50", 1), ("198/49", 1), ("31/49", 1), ("1/1Sh", 1), ("201/33", 1), ("1V/43", 1),
     ("871AT/20", 0), ("871AA/20", 0), ("50/Bldin", 0)],
    ids=["infantry", "mechanized", "cavalry", "ski", "parachute", "militia", "AT", "AA", "HQ"],
)  # fmt: skip
def test_soviet_tanks_need_infantry_of_some_kind(partner, columns):
    game = fight(("32/50", WEST, 1), (partner, WEST), ("339/167/53", MIDDLE, 4), side="soviet")
    order = next(str(o) for o in game.orders if o.verb == "attack" and set(o.units) == {"32/50", partner})
    assert shifts(game, order).get("9.51", 0) == columns


@case("9.51")
def test_several_stacks_earn_the_bonus_each_for_itself():
    """A stack of infantry and tank, its like, and tanks without infantry of their own."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("3/3P/24", EAST, 4), ("I6/3P/24", EAST),
        ("I39/17P/24", SOUTH_EAST), ("299/50", MIDDLE, 4),
    )  # fmt: skip
    order = f"attack {MIDDLE} 12/4P/24 I35/4P/24 3/3P/24 I6/3P/24 I39/17P/24"
    found = next(o for o in game.orders if o.verb == "attack" and set(o.units) == set(order.split()[2:]))
    assert shifts(game, str(found)) == {"9.51": 2}


@case("9.51", "9.24")
def test_a_tank_that_attacks_elsewhere_does_not_count():
    """R35."""
    game = fight(("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 4))
    assert shifts(game, f"attack {MIDDLE} 12/4P/24") == {}


@case("9.52")
@pytest.mark.parametrize(
    ("stack", "denies"),
    [
        (["299/50", "32/50"], True),
        (["31/49", "32/50"], True),
        (["299/50", "871AT/20"], True),
        (["299/50", "871AA/20"], False),  # R47
        (["32/50"], False),
        (["299/50"], False),
        (["32/50", "871AT/20"], False),
    ],
)
def test_infantry_with_tanks_or_anti_tank_guns_denies_combined_arms_and_gains_no_shift(stack, denies):
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("II35/4P/24", WEST),
        *[(unit, MIDDLE, 1 if unit == "32/50" else 2) for unit in stack],
    )  # fmt: skip
    order = f"attack {MIDDLE} 12/4P/24 I35/4P/24 II35/4P/24"
    assert shifts(game, order) == ({} if denies else {"9.51": 2})


@case("9.52")
def test_one_such_stack_of_several_denies_the_bonus_in_the_whole_combat():
    """R70."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST),
        ("299/50", MIDDLE, 4), ("32/50", MIDDLE, 1), ("260/50", NORTH_WEST, 4),
    )  # fmt: skip
    assert shifts(game, f"attack {NORTH_WEST}+{MIDDLE} 12/4P/24 I35/4P/24") == {}
    assert shifts(game, f"attack {NORTH_WEST} 12/4P/24 I35/4P/24") == {"9.51": 1}


@case("9.52", "9.51")
def test_german_tanks_with_infantry_deny_it_too():
    game = fight(
        ("299/50", WEST, 4), ("32/50", WEST, 1), ("12/4P/24", MIDDLE, 4), ("I35/4P/24", MIDDLE), side="soviet"
    )
    assert shifts(game, f"attack {MIDDLE} 299/50 32/50") == {}


@case("9.52", "7.22", "9.94")
@pytest.mark.parametrize(
    ("tanks", "denies"),
    [(("58/20", MIDDLE, 4), True), (("32/50", MIDDLE, 1, {"fled": True}), False)],
    ids=["a second division, which does not take part", "a brigade that fled there"],
)
def test_the_whole_stack_under_attack_denies_it_but_not_those_that_fled_there(tanks, denies):
    """R99."""
    game = fight(("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("299/50", MIDDLE, 4), tanks)
    assert shifts(game, f"attack {MIDDLE} 12/4P/24 I35/4P/24") == ({} if denies else {"9.51": 1})


# Shifts at the ends of the table


@case("9.72", "9.43", "9.51")
def test_shifts_are_netted_before_the_column_is_held_at_the_end_of_the_table():
    """R66: 9-1 in the open is the last column; three to the right and one back leave it there."""
    game = fight(
        ("12/4P/24", WEST, 7), ("33/4P/24", SOUTH_WEST, 7), ("I35/4P/24", WEST), ("II35/4P/24", WEST),
        ("299/50", MIDDLE, 1), dice=(6, 6), air={"german": 0, "soviet": 2},
    )  # fmt: skip
    order = f"attack {MIDDLE} 12/4P/24 33/4P/24 I35/4P/24 II35/4P/24"
    give(game, order, "end")
    (combat,) = happened(give(game, f"air {MIDDLE} 2"), "combat")
    assert combat["odds"].rstrip("+") == combat["final"].rstrip("+") == "9-1"


@case("9.72", "17.23")
def test_at_the_low_end_a_shift_to_the_left_changes_nothing():
    """And one to the right still counts: 1-7 is brought onto 1-5 first (R66)."""
    game = fight(("339/167/53", WEST, 1), ("7Gd/49", MIDDLE, 12), dice=(6, 6), air={"german": 1, "soviet": 0})
    combat = attack(game, f"attack {MIDDLE} 339/167/53", f"air {MIDDLE} 1")
    assert (combat["odds"], combat["final"]) == ("1-5", "1-4")
    game = fight(("339/167/53", WEST, 1), ("7Gd/49", MIDDLE, 12), dice=(6, 6), air={"german": 0, "soviet": 2})
    give(game, f"attack {MIDDLE} 339/167/53", "end")
    (combat,) = happened(give(game, f"air {MIDDLE} 2"), "combat")
    assert (combat["odds"], combat["final"]) == ("1-5", "1-5")


# Accelerated assaults


@case("9.61", "9.62", "9.64")
def test_a_german_corps_doubles_its_units_in_an_accelerated_assault():
    """339 of 53rd Corps is doubled, 431 of 43rd Corps is not: 8 + 3."""
    game = fight(
        ("53/2PzA", "C2020"),
        ("339/167/53", WEST, 4),
        ("431/131/43", EAST, 3),
        ("299/50", MIDDLE, 4),
        dice=(6, 6),
    )
    combat = attack(game, f"attack {MIDDLE} 339/167/53 431/131/43", "assault 53/2PzA")
    assert combat["attack"] == 11


@case("9.64")
def test_an_hq_is_not_subordinate_to_itself():
    """R98: the German HQ attacks with its 1 beside a regiment of 4, which is doubled."""
    game = fight(("24/2PzA", WEST), ("12/4P/24", WEST, 4), ("194/43", MIDDLE, 9), ground="normal")
    give(game, "assault 24/2PzA")
    assert game.preview(f"attack {MIDDLE} 12/4P/24 24/2PzA").attack == 9


@case("9.64", "9.65")
def test_an_assault_ends_with_its_hq():
    """R98: 1 to 9 with dice 7 is A3(3), so the HQ is lost before its regiment of 4 attacks elsewhere."""
    game = fight(
        ("24/2PzA", WEST), ("258/49", MIDDLE, 9), ("12/4P/24", "C3028", 4), ("238/49", "C3029", 4),
        dice=(3, 4, 5, 5),
    )  # fmt: skip
    give(
        game,
        "assault 24/2PzA",
        f"attack {MIDDLE} 24/2PzA",
        "attack C3029 12/4P/24",
        "end",
        f"resolve {MIDDLE}",
    )
    assert where(game, "24/2PzA") == "eliminated"
    give(game, "end")
    assert happened(game.log, "combat")[-1]["attack"] == 4


@case("9.62")
def test_each_corps_makes_one_accelerated_assault_in_a_game():
    game = fight(("53/2PzA", "C2020"), ("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), dice=(6, 6))
    give(game, f"attack {MIDDLE} 339/167/53", "assault 53/2PzA")
    assert refused(game, "assault 53/2PzA").case == "9.62"
    give(game, "end")
    assert told(game)["assaulted"] == ("53/2PzA",)
    later = fight(("53/2PzA", "C2020"), ("24/2PzA", "C2021"), assaulted=["53/2PzA"])
    assert refused(later, "assault 53/2PzA").case == "9.62"
    give(later, "assault 24/2PzA")  # as many corps as one likes


@case("9.62")
def test_an_assault_is_declared_before_any_combat_is_resolved():
    game = fight(
        ("53/2PzA", "C2020"), ("339/167/53", WEST, 4), ("299/50", MIDDLE, 4),
        ("110/112/53", "C3028", 4), ("260/50", "C3029", 4), dice=(6, 6, 6, 6),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53", "attack C3029 110/112/53", "end")
    refused(game, "assault 53/2PzA")
    assert refused(fight(("339/167/53", WEST, 4)), "assault 339/167/53").case == "9.62"


@case("9.64")
def test_the_doubling_ends_with_the_combat_phase():
    """In the Soviet player-turn 339 defends with 4."""
    game = fight(("53/2PzA", "C2020"), ("339/167/53", WEST, 4), ("299/50", "C3427", 4))
    give(game, "assault 53/2PzA", "end")
    assert told(game).get("assaulting", ()) == ()
    give(game, "move 299/50 C3427-C3425", "end")
    assert odds(game, f"attack {WEST} 299/50") == "1-1"


@case("9.64", "12.44", "12.54", "13.55")
@pytest.mark.parametrize(
    ("state", "snow", "strength"),
    [
        ({}, False, 10),
        ({"supply": "out"}, False, 4),
        ({"supply": "isolated"}, False, 2),
        ({}, True, 4),
        ({"supply": "out"}, True, 4),
    ],
    ids=["in supply", "out of supply", "isolated", "snow", "out of supply in snow"],
)
def test_a_unit_is_halved_once_then_raised_to_one_then_doubled(state, snow, strength):
    """R32, with a strength of 5."""
    game = fight(
        ("53/2PzA", "C2020"), ("339/167/53", WEST, 5, state), ("299/50", MIDDLE, 4), dice=(6, 6), snow=snow
    )
    assert attack(game, f"attack {MIDDLE} 339/167/53", "assault 53/2PzA")["attack"] == strength


@case("9.61", "9.63")
def test_soviet_assaults_begin_on_turn_17():
    """R7."""
    for turn, allowed in ((16, False), (17, True)):
        game = fight(
            ("299/50", WEST, 4), ("50/Bldin", "C3430"), ("339/167/53", MIDDLE, 4), side="soviet",
            scenario="extended", turn=turn,
        )  # fmt: skip
        assert (game.why_not("assault 50/Bldin") is None) == allowed
        if not allowed:
            assert refused(game, "assault 50/Bldin").case == "9.63"


@case("9.63", "16.22")
def test_an_uncommitted_army_makes_no_assault():
    game = fight(
        ("20/Vlasv", "B3829", {"uncommitted": True}), scenario="extended", turn=18, side="soviet",
    )  # fmt: skip
    assert refused(game, "assault 20/Vlasv").case == "16.22"


@case("9.63", "9.65")
@pytest.mark.parametrize(("hq", "strength"), [("C3430", 8), ("C3431", 4)], ids=["six hexes", "seven hexes"])
def test_soviet_units_are_doubled_within_six_hexes_of_their_army(hq, strength):
    game = fight(
        ("299/50", WEST, 4), ("50/Bldin", hq), ("339/167/53", MIDDLE, 4), side="soviet",
        scenario="extended", turn=18, dice=(6, 6),
    )  # fmt: skip
    give(game, "assault 50/Bldin")
    assert refused(game, "assault 50/Bldin").case == "9.62"
    assert attack(game, f"attack {MIDDLE} 299/50")["attack"] == strength


# Diversions


@case("9.71", "9.72")
def test_hopeless_attacks_may_be_made_so_that_others_are_good():
    game = fight(
        ("339/167/53", WEST, 1), ("110/112/53", SOUTH_EAST, 7),
        ("7Gd/49", NORTH_WEST, 14), ("299/50", MIDDLE, 1),
        dice=(6, 6, 6, 6),
    )  # fmt: skip
    assert odds(game, f"attack {NORTH_WEST} 339/167/53") == "1-5"
    give(game, f"attack {NORTH_WEST} 339/167/53", f"attack {MIDDLE} 110/112/53")
    assert game.why_not("end") is None


@case("9.73")
def test_a_ratio_is_never_lowered_by_the_attacker():
    """His units count with all their strength, and the odds follow from it; no order changes them."""
    game = fight(("17/31/43", WEST, 8), ("299/50", MIDDLE, 2), dice=(6, 6))
    give(game, f"attack {MIDDLE} 17/31/43")
    assert {order.verb for order in game.orders} == {"propose", "end", "cancel"}
    (combat,) = happened(give(game, "end"), "combat")
    assert (combat["attack"], combat["odds"]) == (8, "4-1")


# Halving


@case("12.44", "12.54", "13.55")
@pytest.mark.parametrize(
    ("state", "snow", "attacking"),
    [({}, False, 9), ({"supply": "out"}, False, 4), ({"supply": "isolated"}, False, 1), ({}, True, 4),
     ({"supply": "out"}, True, 4), ({"supply": "isolated"}, True, 1)],
)  # fmt: skip
def test_an_attacker_of_strength_9_is_halved_at_most_once(state, snow, attacking):
    """13.55: out of supply in snow he attacks with 4, not 2; isolated with 1 (12.54)."""
    game = fight(("17/31/43", WEST, 9, state), ("413/50", MIDDLE, 8), dice=(6, 6), snow=snow)
    assert attack(game, f"attack {MIDDLE} 17/31/43")["attack"] == attacking


@case("12.44", "12.54", "13.44")
def test_defenders_are_halved_in_isolation_or_snow_and_never_below_one():
    for state, snow, strength in (
        ({"supply": "out"}, False, 7),
        ({"supply": "isolated"}, False, 3),
        ({}, True, 3),
        ({"supply": "isolated"}, True, 3),
    ):
        game = fight(("17/31/43", WEST, 9), ("299/50", MIDDLE, 7, state), dice=(6, 6), snow=snow)
        assert attack(game, f"attack {MIDDLE} 17/31/43")["defense"] == strength
    weak = fight(
        ("I35/4P/24", WEST, {"supply": "out"}), ("299/50", MIDDLE, 1, {"supply": "isolated"}), dice=(6, 6)
    )
    combat = attack(weak, f"attack {MIDDLE} I35/4P/24")
    assert (combat["attack"], combat["defense"]) == (1, 1)


@case("9.62")
def test_an_hq_that_has_made_its_accelerated_assault_bears_a_marker():
    game = fight(("53/2PzA", "C2020"), ("24/2PzA", "C2022"), ("339/167/53", WEST, 4), ("299/50", "C3427", 4))
    give(game, "assault 53/2PzA", "end", "end")
    for side in ("german", "soviet"):
        badges = {face.unit: face.badges for face in game.rules.faces(game.position, side)}
        assert "AA" in badges["53/2PzA"]
        assert "AA" not in badges["24/2PzA"]
