"""Supply (12), with zones of control and supply (6.5) and what the scenarios add.

Sheet C.  C2549 in the east is seven hexes from every road.  C3125 lies in open country: two enemy units in
C3124 and C3126 put it and all its neighbours into their zones of control.
"""

import pytest

from tests.games.operation_typhoon.positions import give, happened, position, supply, told, unit
from typhoon.engine.cases import case

CORPS_43, CORPS_24, CORPS_53 = "43/2PzA", "24/2PzA", "53/2PzA"
REGIMENT, OTHER = "17/31/43", "82/31/43"
"""Infantry of 43rd Corps."""
RIFLES = "12/4P/24"
DIVISION, GUARDS = "413/50", "7Gd/49"
ARMY_50, ARMY_49 = "50/Bldin", "49/Zhrkn"
AROUND_C3125 = ("C3124", "C3126")


def supplied(units, turn=4, **given):
    """A position in which supply has just been determined, in the German player turn."""
    return position(turn=turn, phase="german supply", units=units, **given)


def soviets_at(*hexes):
    return dict(zip((DIVISION, GUARDS, "258/49", "238/49"), hexes, strict=False))


def germans_at(*hexes):
    return dict(zip((REGIMENT, OTHER, "12/31/43", "431/131/43"), hexes, strict=False))


# German supply


@case("12.11", "12.12", "12.32")
@pytest.mark.parametrize(("hex_", "state"), [("C2607", "in"), ("C2613", "in"), ("C2614", "out")])
def test_six_hexes_to_the_corps_hq(hex_, state):
    # C2601, on the west edge, is six hexes from C2607.
    game = supplied({CORPS_43: "C2607", REGIMENT: hex_})
    assert supply(game, REGIMENT) == state


@case("12.11", "12.41")
@pytest.mark.parametrize(("hq", "state"), [("C2548", "in"), ("C2549", "out")])
def test_six_hexes_from_the_hq_to_a_source(hq, state):
    game = supplied({CORPS_43: hq, REGIMENT: "C2450"})
    assert supply(game, REGIMENT) == state  # 12.41a


@case("12.12", "12.41", "6.51", "6.52")
def test_a_road_is_a_source_only_when_it_leads_off_the_west_edge():
    # The road C3701-C3702-C3802-C3803 and on runs past C3909, which is eight hexes from the edge.
    # A division in C3703 controls its beginning, one in C3615 the other way round by Aleksin.
    west, south = {DIVISION: "C3703"}, {GUARDS: "C3615"}
    units = {CORPS_43: "C3909", REGIMENT: "C3910"}
    assert supply(supplied(units), REGIMENT) == "in"
    assert supply(supplied(units | west), REGIMENT) == "in"
    assert supply(supplied(units | south), REGIMENT) == "in"
    assert supply(supplied(units | west | south), REGIMENT) == "out"  # 12.41b
    # A friendly unit in each controlled hex of the road opens it again.
    friends = {"82/31/43": "C3702", "12/31/43": "C3802"}
    assert supply(supplied(units | west | south | friends), REGIMENT) == "out"
    friends["431/131/43"] = "C3803"
    assert supply(supplied(units | west | south | friends), REGIMENT) == "in"
    # A battalion controls nothing beside it and blocks only where it stands.
    small = {"Vnev/50": "C3703"}
    assert supply(supplied(units | small | south), REGIMENT) == "in"
    small = {"Vnev/50": "C3802"}
    assert supply(supplied(units | small | south), REGIMENT) == "out"


@case("12.12")
def test_the_west_edge_needs_no_road():
    # A division in C2702 controls all three neighbours of C2701.
    units = {CORPS_43: "C2701", REGIMENT: "C2701", DIVISION: "C2702"}
    assert supply(supplied(units), REGIMENT) == "in"
    units = {CORPS_43: "C2703", REGIMENT: "C2703", DIVISION: "C2702", GUARDS: "C2704"}
    assert supply(supplied(units), REGIMENT) == "out"


@case("12.14", "13.56")
@pytest.mark.parametrize(("hq", "hex_", "state"), [
    ("C2509", "C2513", "in"), ("C2509", "C2514", "out"), ("C2510", "C2513", "out"),
])  # fmt: skip
def test_four_hexes_in_snow(hq, hex_, state):
    # The nearest road hexes, C2107 and those of row 20, are four hexes from C2509 and five from C2510.
    game = supplied({CORPS_43: hq, REGIMENT: hex_}, snow=True)
    assert supply(game, REGIMENT) == state
    assert supply(supplied({CORPS_43: hq, REGIMENT: hex_}), REGIMENT) == "in"


@case("12.41", "12.51", "6.51")
def test_a_unit_cut_off_from_every_hq_is_isolated():
    # 12.51a; a corps HQ of its own far away does not help.
    pocket = {REGIMENT: "C3125", CORPS_43: "C2607", **soviets_at(*AROUND_C3125)}
    assert supply(supplied(pocket), REGIMENT) == "isolated"
    open_pocket = {REGIMENT: "C3125", CORPS_43: "C2607", **soviets_at("C3124")}
    assert supply(supplied(open_pocket), REGIMENT) == "out"  # a long line is a line: 12.41c


@case("12.41")
def test_the_hq_of_another_corps_within_six_hexes_keeps_a_unit_from_isolation():
    # 12.41d, in a pocket that holds the HQ of 24th Corps.
    pocket = {REGIMENT: "C3125", CORPS_24: "C3125", RIFLES: "C3125", **soviets_at(*AROUND_C3125)}
    game = supplied(pocket | {CORPS_43: "C2607"})
    assert supply(game, REGIMENT) == "out"
    assert supply(game, RIFLES) == "out"  # its own HQ, which reaches no source: 12.41a, R62
    assert supply(game, CORPS_24) == "in"


@case("12.41", "12.51")
@pytest.mark.parametrize(("hex_", "snow", "state"), [
    ("C2613", False, "out"), ("C2614", False, "isolated"),
    ("C2611", True, "out"), ("C2612", True, "isolated"),
])  # fmt: skip
def test_another_hq_must_be_within_reach(hex_, snow, state):
    # The HQ of 43rd Corps is not on the map (R76); that of 24th Corps stands in C2607.
    game = supplied({CORPS_24: "C2607", REGIMENT: hex_}, snow=snow)
    assert supply(game, REGIMENT) == state


@case("12.13", "12.41", "12.51", "11.3")
def test_without_support_supply_is_one_state_worse():
    units = {CORPS_43: "C2607", REGIMENT: "C2608", OTHER: "C2614", CORPS_24: "C2605", RIFLES: "C2606"}
    game = supplied(units, supported=[CORPS_24])
    assert supply(game, RIFLES) == "in"
    assert supply(game, REGIMENT) == "out"  # 12.41e
    assert supply(game, OTHER) == "isolated"  # 12.51b
    assert supply(game, CORPS_43) == "in"  # 12.61


@case("12.31", "6.52")
def test_friends_let_a_line_through_zones_of_control():
    # Between C3125 and the HQ in C3127 lies C3126, which divisions in C3226 and C3026 control.
    wall = {DIVISION: "C3226", GUARDS: "C3026", "258/49": "C3124"}
    units = {CORPS_43: "C3127", REGIMENT: "C3125", **wall}
    assert supply(supplied(units), REGIMENT) == "isolated"
    assert supply(supplied(units | {OTHER: "C3126"}), REGIMENT) == "in"
    # An HQ or a battalion in the hex is a friendly unit too.
    assert supply(supplied(units | {CORPS_24: "C3126"}), REGIMENT) == "in"
    assert supply(supplied(units | {"I35/4P/24": "C3126"}), REGIMENT) == "in"


@case("12.31")
def test_terrain_does_not_matter_to_supply():
    # From C3004 six hexes north, over the Oka and through woods and rough.
    game = supplied({CORPS_43: "C3007", REGIMENT: "C3610"}, ground="warm")
    assert supply(game, REGIMENT) == "in"


@case("12.61", "10.2")
def test_hqs_are_always_in_supply():
    game = supplied({CORPS_43: "C3125", ARMY_50: "C2125", **soviets_at(*AROUND_C3125)}, supported=[])
    assert supply(game, CORPS_43) == "in"
    assert supply(game, ARMY_50) == "in"


# Soviet supply


@case("12.21", "12.23", "12.32")
@pytest.mark.parametrize("snow", [False, True])
def test_a_line_of_any_length_to_the_army_hq(snow):
    assert supply(supplied({DIVISION: "C3125", ARMY_50: "C0154"}, snow=snow), DIVISION) == "in"


@case("12.21", "12.22", "12.42", "12.23")
@pytest.mark.parametrize("snow", [False, True])
@pytest.mark.parametrize(
    ("hex_", "state"),
    [("C3151", "in"), ("C3150", "out"), ("C3050", "in"), ("C3049", "out"), ("C0934", "in"), ("C0935", "out")],
)
def test_three_hexes_to_a_city_or_the_east_edge(hex_, state, snow):
    # Odd rows end in column 54, even ones in 53; Stalinogorsk is C0931.
    assert supply(supplied({DIVISION: hex_}, snow=snow), DIVISION) == state


@case("12.22")
def test_a_city_in_german_hands_supplies_nobody():
    units = {DIVISION: "C0934"}
    assert supply(supplied(units | {CORPS_43: "C0931"}), DIVISION) == "out"
    assert supply(supplied(units | {REGIMENT: "C0930"}), DIVISION) == "out"  # by a zone of control, R86
    assert supply(supplied(units | {REGIMENT: "C0930", GUARDS: "C0931"}), DIVISION) == "in"
    # Towns are no sources.
    assert supply(supplied({DIVISION: "C2132"}), DIVISION) == "out"


@case("12.42", "12.52")
def test_the_hq_of_another_army_keeps_a_unit_from_isolation():
    ring = germans_at(*AROUND_C3125)
    assert supply(supplied({DIVISION: "C3125", **ring}), DIVISION) == "isolated"
    game = supplied({DIVISION: "C3125", ARMY_49: "C3125", GUARDS: "C3125", **ring})
    assert supply(game, DIVISION) == "out"  # 12.42b
    assert supply(game, GUARDS) == "in"  # its own HQ needs no source
    # Outside the pocket the HQ of its own army is of no use.
    assert supply(supplied({DIVISION: "C3125", ARMY_50: "C3135", **ring}), DIVISION) == "isolated"


@case("12.52", "6.51")
def test_a_gap_in_the_ring_is_a_line():
    # C3124 alone leaves C3126 and two more neighbours of C3125 free.
    assert supply(supplied({DIVISION: "C3125", **germans_at("C3124")}), DIVISION) == "out"
    # Cadres, battalions and HQs make no ring.
    ring = {REGIMENT: {"hex": "C3124", "cadre": True}, "I35/4P/24": "C3126", CORPS_43: "C3224"}
    assert supply(supplied({DIVISION: "C3125", **ring}), DIVISION) == "out"


# When


@case("12.0", "12.43", "12.53")
def test_supply_is_determined_for_both_sides_in_each_player_turn():
    units = {REGIMENT: "C3125", DIVISION: "C3124", GUARDS: "C3126", ARMY_50: "C2140", ARMY_49: "C2141"}
    game = position(turn=4, phase="german supply", units=units, dice=[])
    assert supply(game, REGIMENT) == "isolated"
    assert supply(game, DIVISION) == "in"
    # Between the player turns an army loses its HQ: the next phase sees it.
    del units[ARMY_50]
    game = position(turn=4, phase="soviet supply", units=units, dice=[])
    assert supply(game, DIVISION) == "out"
    assert supply(game, REGIMENT) == "isolated"


@case("12.0")
def test_the_state_lasts_until_it_is_determined_again():
    # The regiment begins seven hexes from its HQ and walks up to it.
    game = supplied({CORPS_43: "C2607", REGIMENT: "C2614", DIVISION: "C3152"})
    assert supply(game, REGIMENT) == "out"
    give(game, f"move {REGIMENT} C2614-C2611")
    assert supply(game, REGIMENT) == "out"
    events = give(game, "end")
    assert told(game)["phase"] != "german movement"
    while not happened(events, "supply"):
        events = give(game, "end")
    assert supply(game, REGIMENT) == "in"


@case("12.62", "15.24")
@pytest.mark.parametrize(("turn", "state"), [(6, "in"), (7, "in"), (8, "isolated")])
def test_reinforcements_are_in_supply_for_two_turns(turn, state):
    # Units of 47th Corps that entered on turn 6, in a pocket and without their HQ (R38).
    pocket = {"20/10M/47": {"hex": "C3125", "entered": 6}, **soviets_at(*AROUND_C3125)}
    assert supply(supplied(pocket, turn=turn), "20/10M/47") == state
    # The same with an HQ that is not in support.
    pocket |= {"47/2PzA": {"hex": "C3125", "entered": 5}}
    found = supply(supplied(pocket, turn=turn, supported=[]), "20/10M/47")
    assert found == state


@case("12.62", "15.24")
@pytest.mark.parametrize(("turn", "state"), [(6, "in"), (7, "in"), (8, "isolated")])
def test_so_are_soviet_reinforcements(turn, state):
    pocket = {"6Gd/50": {"hex": "C3125", "entered": 6}, **germans_at(*AROUND_C3125)}
    assert supply(supplied(pocket, turn=turn), "6Gd/50") == state


# What the scenarios add


@case("12.0", "18.18")
@pytest.mark.parametrize("scenario", ["guderian", "campaign"])
@pytest.mark.parametrize(("turn", "best"), [(1, "out"), (2, "out"), (3, "out"), (4, "in")])
def test_2nd_panzer_army_is_out_of_supply_for_three_turns(scenario, turn, best):
    units = {CORPS_43: "C2607", REGIMENT: "C2608", OTHER: "C3125", **soviets_at(*AROUND_C3125)}
    game = supplied(units, turn=turn, scenario=scenario)
    assert supply(game, REGIMENT) == best
    assert supply(game, OTHER) == "isolated"  # who is isolated stays so
    assert supply(game, CORPS_43) == "in"


@case("18.18", "12.62")
def test_reinforcements_of_2nd_panzer_army_share_that_fate():
    game = supplied({"63/17P/24": {"hex": "C3125", "entered": 3}}, turn=3)
    assert supply(game, "63/17P/24") == "out"  # R61
    assert supply(supplied({"63/17P/24": {"hex": "C3125", "entered": 3}}, turn=4), "63/17P/24") == "in"


@case("18.18")
def test_13th_corps_belongs_to_43rd_corps_on_sheet_c():
    units = {CORPS_43: "C3111", "163/52/13": "C3512"}
    assert supply(supplied(units, turn=4), "163/52/13") == "in"
    assert supply(supplied(units, turn=4, supported=[]), "163/52/13") == "out"
    assert supply(supplied(units, turn=3), "163/52/13") == "out"  # R88
    # In the campaign it looks to its own HQ.
    assert supply(supplied(units, turn=4, scenario="campaign"), "163/52/13") == "out"
    assert supply(supplied(units | {"13/4A": "C3611"}, turn=4, scenario="campaign"), "163/52/13") == "in"


@case("18.28")
@pytest.mark.parametrize(("turn", "late"), [(1, "out"), (2, "in")])
def test_4th_panzer_army_starts_without_supply(turn, late):
    units = {
        "46/4PzA": "A1103", "110/11P/46": "A1104", "40/4PzA": "A0509", "69/10P/40": "A0510",
        "5/4PzA": "A1606", "34/35/5": "A1607", "9/4PzA": "A0207", "452/252/9": "A0208",
        "41/3PzA": "A3305", "167/86/41": "A3306", "56/3PzA": "A2505", "6/7P/56": "A2506",
    }  # fmt: skip
    game = supplied(units, turn=turn, scenario="hoepner")
    for name in ("110/11P/46", "69/10P/40", "34/35/5", "452/252/9"):
        assert supply(game, name) == late
    for name in ("167/86/41", "6/7P/56"):
        assert supply(game, name) == "in"


@case("18.28", "18.38")
def test_who_would_be_isolated_is_out_of_supply_on_that_turn_too():
    for scenario, name, hex_ in (("hoepner", "34/35/5", "A2530"), ("kluge", "19/7/7", "B2735")):
        for turn, state in ((1, "out"), (2, "isolated")):
            assert supply(supplied({name: hex_}, turn=turn, scenario=scenario), name) == state  # R89


@case("18.28")
def test_20th_army_is_always_in_supply_on_sheet_a():
    # A2530, with Germans on both sides of it.
    ring = {"34/35/5": "A2529", "109/35/5": "A2531"}
    game = supplied({"22/20": "A2530", **ring}, scenario="hoepner")
    assert supply(game, "22/20") == "in"
    game = supplied({"4/16": "A2530", **ring}, scenario="hoepner")
    assert supply(game, "4/16") == "isolated"
    game = supplied({"22/20": "A2530", **ring}, scenario="campaign")
    assert supply(game, "22/20") == "isolated"


@case("18.38")
def test_9th_corps_belongs_to_7th_corps_on_sheet_b():
    units = {"7/4PzA": "B3407", "195/78/9": "B3709", "19/7/7": "B3008"}
    game = supplied(units, turn=2, scenario="kluge")
    assert supply(game, "195/78/9") == "in"
    game = supplied(units, turn=1, scenario="kluge")
    assert supply(game, "195/78/9") == "out"
    assert supply(game, "19/7/7") == "out"


@case("18.48")
def test_who_is_short_of_supply_on_turn_1_of_the_campaign():
    # R21: everybody but 3rd Panzer Army.
    units = {
        "7/4PzA": "B3407", "19/7/7": "B3408", "12/4A": "B1204", "80/34/12": "B1205",
        "9/4PzA": "A0207", "195/78/9": "A0208", "41/3PzA": "A3305", "167/86/41": "A3306",
        "43/2PzA": "C2607", "17/31/43": "C2608",
    }  # fmt: skip
    game = supplied(units, turn=1, scenario="campaign")
    for name in ("19/7/7", "80/34/12", "195/78/9", "17/31/43"):
        assert supply(game, name) == "out"
    assert supply(game, "167/86/41") == "in"
    game = supplied(units, turn=2, scenario="campaign")
    for name in ("19/7/7", "80/34/12", "195/78/9", "167/86/41"):
        assert supply(game, name) == "in"
    assert supply(game, "17/31/43") == "out"


@case("12.43", "12.53")
def test_markers_lie_on_the_units():
    game = supplied({REGIMENT: "C3125", CORPS_43: "C2607", OTHER: "C2614", **soviets_at(*AROUND_C3125)})
    assert unit(game, REGIMENT)["supply"] == "isolated"
    assert unit(game, OTHER)["supply"] == "out"
    faces = {face.unit: face for face in game.rules.faces(game.position)}
    assert [faces[name].badges for name in (REGIMENT, OTHER, CORPS_43)] == [("ISO",), ("OUT",), ()]


@case("12.4", "12.5")
def test_the_overlay_shows_the_state_of_every_unit():
    """A stack counts as its worst unit: the rifles' own HQ is not on the map, and no other is near."""
    stack = {OTHER: "C2614", RIFLES: "C2614"}
    game = supplied({CORPS_43: "C2607", REGIMENT: "C2613", **stack, **soviets_at("C3124")})
    (overlay,) = [o for o in game.rules.overlays(game.position, "german") if o.id == "supply"]
    shown = {shade.label: (shade.tone, shade.hexes) for shade in overlay.shades}
    assert overlay.lines
    assert shown == {
        "German units in supply: 2": ("good", ("C2607", "C2613")),
        "German units out of supply: 1": ("poor", ()),
        "German units isolated: 1": ("bad", ("C2614",)),
        "Soviet units in supply: 0": ("good", ()),
        "Soviet units out of supply: 1": ("poor", ("C3124",)),
        "Soviet units isolated: 0": ("bad", ()),
    }


@case("12.3")
def test_a_line_says_how_long_it_is():
    game = supplied({CORPS_43: "C2607", REGIMENT: "C2608", OTHER: "C2613"})
    lines = {name: game.rules.line(game.position, name, "german") for name in (REGIMENT, OTHER)}
    assert lines[REGIMENT].text == f"{REGIMENT} is in supply, a line of 1 hex"
    assert lines[OTHER].text == f"{OTHER} is in supply, a line of 6 hexes"
    assert (lines[OTHER].hexes[0], lines[OTHER].hexes[-1]) == ("C2613", "C2607")


@case("12.41", "18.18")
@pytest.mark.parametrize(
    ("turn", "supported", "text"),
    [
        (3, [CORPS_43], "out of supply, a line of 1 hex; the offensive begins short of supply"),
        (4, [CORPS_43], "in supply, a line of 1 hex"),
        (4, [], "out of supply, a line of 1 hex; its corps is unsupported"),
    ],
)
def test_a_line_says_what_else_is_wanting(turn, supported, text):
    game = supplied({CORPS_43: "C2607", REGIMENT: "C2608"}, turn=turn, supported=supported)
    assert game.rules.line(game.position, REGIMENT, "german").text == f"{REGIMENT} is {text}"
