"""Zones of control (6).

C3023 to C3627 on sheet C is a block of clear hexes.  The neighbours of C3125 are C3124, C3126, C3024, C3025,
C3224 and C3225.
"""

import pytest

from tests.games.operation_typhoon.fights import MIDDLE, WEST, fight
from tests.games.operation_typhoon.positions import give, position, reach, refused, shaded, unit, where
from typhoon.engine.cases import case

RIFLES, INFANTRY, TANKS, HQ = "12/4P/24", "17/31/43", "I35/4P/24", "24/2PzA"
DIVISION, CAVALRY, BRIGADE, ARMY = "413/50", "41/50", "32/50", "50/Bldin"
AROUND_C3125 = {"C3124", "C3126", "C3024", "C3025", "C3224", "C3225"}
FREEZING = {"turn": 4, "supported": [], "ground": "ground freeze"}


def moving(units, side="german", **given):
    return position(**{**FREEZING, "phase": f"{side} movement", "units": units, **given})


# Who has a zone


@case("6.0", "6.11", "6.24", "10.14", "10.23")
@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("17/31/43", True), ("12/4P/24", True), ("I35/4P/24", False), ("24/2PzA", False),
        ("413/50", True), ("32/50", True), ("41/50", True), ("109/330/49", True), ("1/1Sh", True),
        ("871AT/20", True), ("871AA/20", True), ("Tula/49", True),
        ("Vnev/50", False), ("1I/20", False), ("Ind/20", False), ("50/Bldin", False),
    ],
)  # fmt: skip
def test_units_of_regiment_size_and_more_have_a_zone(name, zone):
    side = "german" if name in (RIFLES, INFANTRY, TANKS, HQ) else "soviet"
    game = moving({name: "C3125"})
    assert shaded(game, "zones", side) == (AROUND_C3125 if zone else set())


@case("6.11", "10.14")
@pytest.mark.parametrize("name", [INFANTRY, RIFLES, DIVISION, BRIGADE])
def test_cadres_have_none(name):
    game = moving({name: {"hex": "C3125", "cadre": True}})
    assert shaded(game, "zones", "german") | shaded(game, "zones", "soviet") == set()


@case("6.12")
@pytest.mark.parametrize(
    "state",
    [{"Vnev/50": {}}, {"50/Bldin": {}}, {"413/50": {"cadre": True}}, {"Ind/20": {}}],
)
def test_every_soviet_unit_in_an_entrenchment_has_one(state):
    ((name, more),) = state.items()
    # C2018 is entrenched.
    game = moving({name: {"hex": "C2018", **more}})
    assert shaded(game, "zones", "soviet") == {"C2017", "C2019", "C2118", "C2119", "C1918", "C1919"}


@case("6.12", "14.21")
def test_entrenchments_do_nothing_for_germans():
    game = moving({HQ: "C2018", TANKS: "C2018"})
    assert shaded(game, "zones", "german") == set()  # R63


@case("6.24")
def test_no_terrain_limits_a_zone():
    # C2118 has rivers on three of its sides.
    game = moving({DIVISION: "C2118"})
    assert shaded(game, "zones", "soviet") == {"C2117", "C2119", "C2217", "C2218", "C2017", "C2018"}


@case("6.25", "6.23")
def test_zones_overlap_without_adding_up():
    game = moving({DIVISION: "C3125", CAVALRY: "C3125", INFANTRY: "C3126", RIFLES: "C3225"})
    assert shaded(game, "zones", "soviet") == AROUND_C3125
    # Both sides are in each other's zones.
    assert {"C3126", "C3225"} <= shaded(game, "zones", "soviet")
    assert "C3125" in shaded(game, "zones", "german")
    # Leaving a hex in two zones costs no more than leaving one: 14 less 7, less 1 for the hex.
    for enemies in ({DIVISION: "C3125"}, {DIVISION: "C3125", CAVALRY: "C3025"}):
        game = moving({RIFLES: "C3126", **enemies})
        give(game, f"move {RIFLES} C3126-C3127")
        assert unit(game, RIFLES)["left"] == 6


@case("6.21")
def test_zones_hold_in_every_phase():
    units = {DIVISION: "C3125", INFANTRY: "C3425"}
    for phase in ("german movement", "german combat", "soviet movement", "soviet combat"):
        game = position(**{**FREEZING, "phase": phase, "units": units})
        assert shaded(game, "zones", "soviet") == AROUND_C3125


@case("6.21")
def test_uncommitted_units_keep_their_zone():
    game = moving({DIVISION: {"hex": "C3125", "uncommitted": True}})
    assert shaded(game, "zones", "soviet") == AROUND_C3125


# Movement


@case("6.22", "6.31", "5.22")
def test_entering_a_zone_costs_nothing_and_ends_the_move():
    game = moving({RIFLES: "C3122", DIVISION: "C3125"})
    assert reach(game, RIFLES)["C3124"] == 2
    assert game.preview(f"move {RIFLES} C3122-C3124").stops
    give(game, f"move {RIFLES} C3122-C3124")
    for to in ("C3123", "C3224"):
        assert refused(game, f"move {RIFLES} C3124-{to}").case == "6.31"
    assert reach(game, RIFLES) == {}


@case("6.31")
def test_the_way_goes_round_zones():
    # Straight through C3124 to C3127 it would be five hexes; row 29 is free of the zone.
    game = moving({INFANTRY: "C3122", RIFLES: "C3122", DIVISION: "C3125"})
    assert "C3126" in reach(game, RIFLES)  # behind the division, from the far side
    path = game.preview(f"move {RIFLES} C3122-C3127").path
    assert not set(path[1:-1]) & AROUND_C3125
    assert "C3126" not in reach(game, INFANTRY)


@case("6.34")
@pytest.mark.parametrize("name", ["50/Bldin", "Vnev/50"])
def test_units_without_a_zone_stop_nobody(name):
    game = moving({INFANTRY: "C3123", name: "C3225"})
    assert reach(game, INFANTRY)["C3127"] == 4  # through C3125 and C3126, both beside it
    give(game, f"move {INFANTRY} C3123-C3125")
    assert reach(game, INFANTRY)["C3127"] == 2


@case("6.34", "6.11")
def test_nor_does_a_cadre():
    game = moving({INFANTRY: "C3123", DIVISION: {"hex": "C3225", "cadre": True}})
    assert reach(game, INFANTRY)["C3127"] == 4


@case("6.35")
def test_friends_do_not_lift_zones_for_movers():
    game = moving({RIFLES: "C3122", INFANTRY: "C3124", DIVISION: "C3125"})
    give(game, f"move {RIFLES} C3122-C3124")
    assert reach(game, RIFLES) == {}


@case("6.32", "5.22")
def test_ot_018_an_isolated_regiment_leaves_a_zone_with_its_last_points():
    # Four points halved are two: one to leave, one for the clear hex.
    game = moving({INFANTRY: {"hex": "C3124", "supply": "isolated"}, DIVISION: "C3125"}, ground="normal")
    assert set(reach(game, INFANTRY)) == {"C3123", "C3023", "C3223"}
    assert reach(game, INFANTRY)["C3123"] == 1 + 1
    assert game.preview(f"move {INFANTRY} C3124-C3123").costs == (0, 2)
    give(game, f"move {INFANTRY} C3124-C3123")
    assert unit(game, INFANTRY).get("left", 0) == 0
    assert reach(game, INFANTRY) == {}


@case("6.32", "5.22")
@pytest.mark.parametrize(
    ("name", "supply", "snow", "left"),
    [
        (RIFLES, "", False, 14 - 7 - 1),
        (RIFLES, "out", False, 7 - 3 - 1),
        (RIFLES, "", True, 7 - 3 - 1),
        (RIFLES, "isolated", False, 3 - 1 - 1),
        (INFANTRY, "", False, 4 - 2 - 1),
        (INFANTRY, "out", False, 4 - 2 - 1),
        (DIVISION, "", False, 5 - 2 - 1),
        (CAVALRY, "", True, 8 - 4 - 1),
        ("299/50", "", True, 2 - 1 - 1),
    ],
)
def test_leaving_costs_half_of_what_is_left_of_the_allowance(name, supply, snow, left):
    german = name in (RIFLES, INFANTRY)
    enemy, side = (DIVISION, "german") if german else (INFANTRY, "soviet")
    game = moving({name: {"hex": "C3124", "supply": supply}, enemy: "C3125"}, side=side, snow=snow)
    give(game, f"move {name} C3124-C3123")
    assert unit(game, name).get("left", 0) == left


@case("6.32")
def test_leaving_adds_to_the_cost_of_the_ground():
    # C2809 to the woods of C2810: 7 and 5 of 14 points; a regiment with 7 points cannot.
    units = {RIFLES: "C2809", DIVISION: "C2808"}
    game = moving(units, ground="normal")
    give(game, f"move {RIFLES} C2809-C2810")
    assert unit(game, RIFLES)["left"] == 2
    units[RIFLES] = {"hex": "C2809", "supply": "out"}
    game = moving(units, ground="normal")
    assert "C2810" not in reach(game, RIFLES)  # 7 less 3 leaves 4


@case("5.24", "6.31", "6.32")
@pytest.mark.parametrize(
    ("enemy", "to", "case_", "words"),
    [
        ("C3426", "C3422", "6.32", "leaving a zone of control takes 2 movement points"),
        ("C3426", "C3419", "5.24", "17/31/43: it has 4 movement points left"),
        ("C3427", "C3428", "6.31", "zones of control stop 17/31/43"),
    ],
)
def test_the_reason_is_given_for_a_hex_that_is_out_of_reach(enemy, to, case_, words):
    game = position(
        turn=4, units={"17/31/43": "C3425", "413/50": enemy}, supported=[], ground="normal",
    )  # fmt: skip
    ruling = refused(game, f"move 17/31/43 C3425-{to}")
    assert ruling.case == case_
    assert words in ruling.text


@case("6.32", "5.22")
def test_nobody_moves_from_zone_to_zone():
    game = moving({RIFLES: "C3124", DIVISION: "C3125"})
    for to in ("C3024", "C3224"):  # both beside the division
        assert refused(game, f"move {RIFLES} C3124-{to}").case == "6.32"
    assert {"C3123", "C3023", "C3223"} <= set(reach(game, RIFLES))


@case("6.33", "5.22")
def test_who_left_a_zone_enters_no_other_in_that_phase():
    game = moving({RIFLES: "C3124", DIVISION: "C3125", CAVALRY: "C3121"})
    assert not {"C3122", "C3021", "C3221"} & set(reach(game, RIFLES))
    give(game, f"move {RIFLES} C3124-C3123")
    assert refused(game, f"move {RIFLES} C3123-C3122").case == "6.32"
    assert refused(game, f"move {RIFLES} C3123-C3124").case == "6.32"  # nor back into the old one
    assert where(game, RIFLES) == "C3123"


@case("6.33")
def test_a_unit_held_on_every_side_cannot_leave():
    # Divisions on two sides put all neighbours of C3125 into zones.
    game = moving({INFANTRY: "C3125", RIFLES: "C3125", DIVISION: "C3124", "7Gd/49": "C3126"})
    assert reach(game, INFANTRY) == {}
    assert reach(game, RIFLES) == {}


@case("6.32", "9.98")
def test_a_unit_that_lost_its_zone_holds_nobody():
    game = moving({RIFLES: "C3124", DIVISION: {"hex": "C3125", "no_zone": True}})
    assert reach(game, RIFLES)["C3224"] == 1


# Combat and supply are held where they belong; here only that zones matter to them.


@case("6.41")
def test_units_in_a_zone_at_the_beginning_of_the_combat_phase_must_attack():
    game = fight((INFANTRY, WEST, 4), (DIVISION, MIDDLE, 12))
    assert refused(game, "end").case == "6.41"
    game = fight((INFANTRY, WEST, 4), (ARMY, MIDDLE))
    assert refused(game, "end").case == "9.11"  # no zone, but a neighbour (R11)
