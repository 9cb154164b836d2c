"""How far units go, and what becomes of those who are caught on the way (5.27, 5.55, 5.67, 13.59, 19.24)."""

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST
from tests.games.operation_typhoon_revision.positions import (
    allowance,
    face,
    fight,
    give,
    happened,
    panel,
    position,
    reach,
    refused,
    told,
    unit,
)
from typhoon.engine.cases import case

TANKS, GERMAN_FOOT, GERMAN_HQ = "I35/4P/24", "17/31/43", "43/2PzA"
POOR_TANKS, GOOD_TANKS, POOR_FOOT, GOOD_FOOT = "198/49", "32/50", "299/50", "413/50"
SKIS = "1/1Sh"
OUT, ISOLATED = {"supply": "out"}, {"supply": "isolated"}
FIELD, ROUGH = "C3535", "C3536"
"""No road leads into the rough hex."""
NORTHERN_WOOD = "C3938"
PANZERS_ON_THE_OKA = {"hex": "C3931", **ISOLATED}


# One hex for everybody


@case("5.27")
def test_an_isolated_tank_battalion_may_enter_rough_on_normal_ground():
    """OTR-001, OTR-085: it has three points, and rough costs seven."""
    state = {TANKS: {"hex": FIELD, **ISOLATED}}
    game = position("minimum-move", turn=5, units=state, ground="normal", supported=[])
    assert reach(game, TANKS)[ROUGH] == 3
    give(game, f"move {TANKS} {FIELD}-{ROUGH}")
    assert told(game)["units"][TANKS]["hex"] == ROUGH
    assert not reach(game, TANKS), "everything is spent"


@case("5.27")
def test_without_the_switch_vehicles_pay_for_every_hex():
    state = {TANKS: {"hex": FIELD, **ISOLATED}}
    game = position(turn=5, units=state, ground="normal", supported=[])
    assert ROUGH not in reach(game, TANKS)
    assert refused(game, f"move {TANKS} {FIELD}-{ROUGH}").case == "5.24"


@case("5.27")
def test_a_closed_river_stays_closed_to_vehicles():
    """OTR-084, R22."""
    game = position("minimum-move", turn=5, units={TANKS: PANZERS_ON_THE_OKA}, ground="normal", supported=[])
    assert "C3831" not in reach(game, TANKS)
    assert refused(game, f"move {TANKS} C3931-C3831").case == "5.71"
    frozen = position(
        "minimum-move", turn=5, units={TANKS: PANZERS_ON_THE_OKA}, ground="river freeze", supported=[]
    )
    assert "C3831" in reach(frozen, TANKS)


@case("5.27")
def test_the_one_hex_does_not_lead_from_zone_to_zone():
    units = {TANKS: {"hex": "C3424", **ISOLATED}, GOOD_FOOT: "C3425"}
    game = position("minimum-move", turn=5, units=units, ground="normal", supported=[])
    assert refused(game, f"move {TANKS} C3424-C3525").case == "6.32"
    assert "C3423" in reach(game, TANKS)


@case("5.27")
def test_it_serves_to_leave_the_map():
    """R22: an isolated battalion at the north edge, where the wood costs five."""
    for switches, legal in ((("minimum-move",), True), ((), False)):
        state = {TANKS: {"hex": NORTHERN_WOOD, **ISOLATED}}
        game = position(*switches, turn=5, units=state, ground="normal", supported=[])
        assert (f"exit {TANKS}" in [str(order) for order in game.orders]) == legal


# Allowances

WINTER = ("deep-snow", "heavy-mud", "snow-movement")
MUD, SNOW, DEEP = {"ground": "normal", "heavy_mud": True}, {"snow": 1}, {"snow": 2}


@case("13.59", "13.59 reduction table", "13.58", "13.44")
@pytest.mark.parametrize(
    ("name", "ground", "state", "points"),
    [
        (TANKS, MUD, {}, 10),  # OTR-032
        (TANKS, SNOW, {}, 10),
        (TANKS, DEEP, {}, 7),  # OTR-033
        (GERMAN_FOOT, MUD, {}, 3),
        (GERMAN_FOOT, SNOW, {}, 3),  # OTR-034
        (GERMAN_FOOT, DEEP, {}, 2),  # OTR-035
        (GOOD_TANKS, SNOW, {}, 13),  # OTR-036
        (POOR_TANKS, SNOW, {}, 10),  # OTR-037
        (GOOD_TANKS, DEEP, {}, 12),  # OTR-038
        (POOR_TANKS, DEEP, {}, 7),
        (GOOD_TANKS, MUD, {}, 11),  # OTR-039
        (GOOD_FOOT, SNOW, {}, 5),  # OTR-040
        (POOR_FOOT, SNOW, {}, 4),
        (POOR_FOOT, DEEP, {}, 3),  # OTR-041
        (GOOD_FOOT, DEEP, {}, 4),  # OTR-042
        (POOR_FOOT, MUD, {}, 4),
        (TANKS, SNOW, OUT, 5),  # OTR-109
        (TANKS, DEEP, OUT, 3),
        (TANKS, SNOW, ISOLATED, 3),
        (TANKS, DEEP, ISOLATED, 3),
        (GERMAN_FOOT, DEEP, ISOLATED, 1),  # OTR-110
        (GERMAN_FOOT, SNOW, OUT, 3),  # only vehicles suffer from short supply
        (TANKS, {}, {}, 14),
    ],
)
def test_points_are_taken_off_before_supply_halves_the_rest(name, ground, state, points):
    """R45."""
    game = position(*WINTER, turn=5, units={name: {"hex": "C3424", **state}}, supported=[], **ground)
    assert allowance(game, name) == points


@case("13.59")
def test_headquarters_are_no_vehicles():
    """OTR-111, R46."""
    game = position(*WINTER, turn=5, units={GERMAN_HQ: "C3424"}, snow=2)
    assert allowance(game, GERMAN_HQ) == 6


@case("13.59")
def test_cadres_are_what_their_unit_is():
    """R46."""
    state = {"hex": "C3424", "cadre": True}
    game = position(*WINTER, turn=5, units={"12/4P/24": state}, supported=["24/2PzA"], snow=1)
    assert allowance(game, "12/4P/24") == 10


@case("13.59", "13.44")
def test_without_the_switch_snow_halves():
    game = position("deep-snow", turn=5, units={TANKS: "C3424", GOOD_TANKS: "C3430"}, supported=[], snow=2)
    assert (allowance(game, TANKS), allowance(game, GOOD_TANKS)) == (7, 14)
    game = position("snow-movement", turn=5, units={TANKS: {"hex": "C3424"}}, supported=[], snow=1)
    assert allowance(game, TANKS) == 10


@case("13.58", "13.59")
def test_heavy_mud_needs_no_other_switch():
    game = position("heavy-mud", turn=5, units={TANKS: "C3424"}, supported=[], **MUD)
    assert allowance(game, TANKS) == 10


@case("13.59")
def test_points_on_entry_are_those_of_the_day():
    game = position(
        *WINTER,
        scenario="campaign",
        turn=3,
        phase="soviet movement",
        units={},
        arrivals={POOR_FOOT: [3, "5"]},
        snow=2,
    )
    order = next(str(order) for order in game.orders if order.verb == "enter")
    give(game, order)
    assert unit(game, POOR_FOOT)["left"] == 2  # three points, one for the hex


# Skis


@case("19.24")
@pytest.mark.parametrize(
    ("ground", "points"),
    [
        (MUD, 6),  # OTR-081
        ({}, 7),  # OTR-082
        (SNOW, 9),  # OTR-083
        (DEEP, 9),
    ],
)
def test_skis_need_snow(ground, points):
    """R68."""
    switches = (*WINTER, "ski-without-snow")
    given = {"scenario": "campaign", "turn": 5, "units": {SKIS: "C3424"}, "supported": []}
    game = position(*switches, **given, options={"ski-troops": "yes"}, **ground)
    assert allowance(game, SKIS) == points


@case("19.24")
@pytest.mark.parametrize(
    ("switches", "skis", "ground", "points"),
    [
        ((), "yes", {}, 9),  # 1978
        (("ski-without-snow",), "no", {}, 9),  # they are plain brigades
        (("ski-without-snow",), "yes", {}, 7),
        (("snow-movement",), "yes", SNOW, 9),
        (("snow-movement", "deep-snow"), "no", DEEP, 8),  # other Soviet, good winterization
    ],
)
def test_skis_with_some_of_the_switches(switches, skis, ground, points):
    given = {"scenario": "campaign", "turn": 5, "units": {SKIS: "C3424"}, "supported": []}
    game = position(*switches, **given, options={"ski-troops": skis}, **ground)
    assert allowance(game, SKIS) == points


# What is shown


@case("13.59 reduction table")
@pytest.mark.parametrize(("ground", "marked"), [(MUD, 1), (SNOW, 2), (DEEP, 3), ({}, None)])
def test_the_table_has_its_present_column_marked(ground, marked):
    table = panel(position(*WINTER, units={}, **ground), "reduction")
    assert table.rows == (
        ("German mechanized", "4", "4", "7"),
        ("German other", "1", "1", "2"),
        ("Soviet mechanized", "3", "4 or 1", "7 or 2"),
        ("Soviet other", "1", "1 or 0", "2 or 1"),
    )
    titles = ["", "Heavy mud", "Snow", "Deep snow"]
    if marked:
        titles[marked] += " (now)"
    assert table.columns == tuple(titles)


@case("13.59")
def test_counters_show_the_points_of_the_day_beside_the_printed_ones():
    game = position(*WINTER, turn=5, units={TANKS: "C3424", GOOD_FOOT: "C3430"}, supported=[], snow=1)
    assert face(game, TANKS).values[-1].text == "10/14"
    assert face(game, GOOD_FOOT).values[-1].text == "5"


@case("13.59", "13.58")
def test_the_reason_is_told_on_request():
    game = position(*WINTER, turn=5, units={TANKS: {"hex": "C3424", **OUT}}, supported=[], snow=1)
    assert game.rules.line(game.position, TANKS, "german").text.endswith(
        "; movement 14, -4 snow (13.59), halved (12.44): 5 today"
    )
    cut_off = {"hex": "C3424", "supply": "isolated"}
    game = position(*WINTER, turn=5, units={TANKS: cut_off}, supported=[], snow=1)
    assert game.rules.line(game.position, TANKS, "german").text.endswith(
        "; movement 14, -4 snow (13.59), at most 3 (12.54): 3 today"
    )
    game = position(*WINTER, turn=5, units={TANKS: {"hex": "C3424"}}, supported=["24/2PzA"], **MUD)
    assert "; movement 14, -4 heavy mud (13.58): " in game.rules.line(game.position, TANKS, "german").text


# Markers


@case("5.55", "5.67")
def test_markers_come_with_the_move_and_go_with_the_next_movement_phase():
    """OTR-003, R23."""
    both = ("strategic-marker", "rail-marker")
    units = {"413/50": "C2132", "299/50": "C2031", GERMAN_FOOT: "C2608"}
    game = position(*both, turn=4, phase="soviet movement", units=units, dice=[1] * 40)
    give(game, "rail 413/50 C2132-C2332", first(game, "strategic 299/50"))
    assert unit(game, "413/50")["marker"] == "rail"
    assert unit(game, "299/50")["marker"] == "strategic"
    assert face(game, "413/50").badges[-1] == "R"
    assert face(game, "299/50").badges[-1] == "S"
    until(game, "german movement")
    assert unit(game, "413/50")["marker"] == "rail", "the enemy's phase takes nothing off"
    until(game, "soviet movement")
    assert "marker" not in unit(game, "413/50")
    assert "marker" not in unit(game, "299/50")


def first(game, words):
    """The first legal order that begins so."""
    return next(str(order) for order in game.orders if str(order).startswith(words))


def until(game, phase):
    """End phases until another one begins."""
    for _ in range(30):
        game.push("end")
        if game.decision.phase == phase:
            return
    raise AssertionError(phase)


@case("5.55", "5.67")
def test_tactical_moves_and_entry_mark_nobody():
    both = ("strategic-marker", "rail-marker")
    units = {"413/50": "C2132", GERMAN_FOOT: "C2608"}
    game = position(*both, turn=4, phase="soviet movement", units=units, arrivals={"299/50": [4, "5"]})
    give(game, first(game, "move 413/50"), first(game, "enter 299/50"))
    assert "marker" not in unit(game, "413/50")
    assert "marker" not in unit(game, "299/50")


@case("5.55", "5.67")
def test_without_the_switches_nobody_is_marked():
    units = {"413/50": "C2132", GERMAN_FOOT: "C2608"}
    game = position(turn=4, phase="soviet movement", units=units)
    give(game, "rail 413/50 C2132-C2332")
    assert "marker" not in unit(game, "413/50")


ATTACKERS = (("62/7/7", WEST, 10), ("61/7/7", EAST, 10))


def odds_against(*defenders, switches=("strategic-marker", "rail-marker")):
    """The odds of 20 points against one hex, before and after the shifts, and those by case."""
    game = fight(*ATTACKERS, *defenders, switches=switches, dice=(3, 4))
    preview = game.preview(f"attack {MIDDLE} 61/7/7 62/7/7")
    return preview.columns[0].result, {m.case: m.value for m in preview.modifiers}


@case("5.55", "5.67")
@pytest.mark.parametrize(
    ("marker", "odds", "shifts"),
    [
        ("", "4-1", {}),
        ("strategic", "5-1", {"5.55": 1}),  # OTR-002
        ("rail", "6-1", {"5.67": 2}),  # OTR-004
    ],
)
def test_who_is_caught_on_the_way_is_easier_to_attack(marker, odds, shifts):
    state = {"marker": marker} if marker else {}
    assert odds_against((POOR_FOOT, MIDDLE, 5, state)) == (odds, shifts)


@case("5.55", "5.67")
def test_two_markers_are_not_added_up():
    """OTR-086, R24."""
    marched, railed = (
        (POOR_FOOT, MIDDLE, 4, {"marker": "strategic"}),
        ("32/50", MIDDLE, 1, {"marker": "rail"}),
    )
    assert odds_against(marched, railed)[1] == {"5.67": 2}


@case("5.67", "7.22")
def test_a_marked_unit_that_stands_by_counts():
    """OTR-087, R24: of two divisions one defends."""
    railed = (POOR_FOOT, MIDDLE, 2, {"marker": "rail"})
    _, shifts = odds_against((GOOD_FOOT, MIDDLE, 10), railed)
    assert shifts == {"5.67": 2}


@case("5.55", "5.67")
def test_each_of_the_switches_can_be_off():
    marched = (POOR_FOOT, MIDDLE, 5, {"marker": "strategic"})
    railed = ("32/50", NORTH_EAST, 1, {"marker": "rail"})
    assert odds_against(marched, railed, switches=("rail-marker",))[1] == {}
    assert odds_against(marched, railed, switches=("strategic-marker",))[1] == {"5.55": 1}


@case("5.67")
def test_the_combat_names_the_marker():
    railed = (POOR_FOOT, MIDDLE, 5, {"marker": "rail"})
    game = fight(*ATTACKERS, railed, switches=("rail-marker",), dice=(3, 4))
    events = give(game, f"attack {MIDDLE} 61/7/7 62/7/7", "end")
    (combat,) = happened(events, "combat")
    assert combat["modifiers"] == ((2, "rail movement", "5.67"),)
    assert (combat["odds"], combat["final"]) == ("4-1", "6-1")


# Markers in closed stacks


def closed_stack(**markers):
    """Three Soviet units in a hex next to two Germans, with a closed table; the division lies on top."""
    both = ("strategic-marker", "rail-marker")
    units = {
        "62/7/7": WEST, "61/7/7": EAST, GOOD_FOOT: MIDDLE, "32/50": MIDDLE, "50/Bldin": MIDDLE,
    }  # fmt: skip
    for name, marker in markers.items():
        name = {"tanks": "32/50", "hq": "50/Bldin", "top": GOOD_FOOT}[name]
        units[name] = {"hex": units[name], "marker": marker}
    air = {"german": 0, "soviet": 0}
    return position(*both, turn=5, phase="german combat", units=units, supported=[], weather="clear", air=air)


@case("5.55", "5.67")
@pytest.mark.parametrize(
    ("markers", "badges", "shifts"),
    [
        ({}, set(), {}),
        ({"tanks": "rail"}, {"R"}, {"5.67": 2}),
        ({"hq": "strategic"}, {"S"}, {"5.55": 1}),
        ({"hq": "strategic", "tanks": "rail"}, {"R", "S"}, {"5.67": 2}),
        ({"top": "strategic", "tanks": "strategic"}, {"S"}, {"5.55": 1}),
    ],
)
def test_markers_of_unseen_units_are_seen_on_their_hex(markers, badges, shifts):
    """R30."""
    game = closed_stack(**markers)
    view = game.rules.snapshot(game.position, "german")
    assert "32/50" not in view["units"]
    assert set(face(game, GOOD_FOOT).badges) & {"S", "R"} == badges
    found = {m.case: m.value for m in game.preview(f"attack {MIDDLE} 61/7/7 62/7/7").modifiers}
    assert found == shifts


@case("5.55", "5.67")
def test_who_of_them_is_marked_is_not_told():
    views = [closed_stack(**marked).rules.snapshot(closed_stack(**marked).position, "german")
             for marked in ({"tanks": "strategic"}, {"hq": "strategic"})]  # fmt: skip
    assert views[0] == views[1]
    own = closed_stack(tanks="strategic")
    assert "strategic_below" not in own.rules.snapshot(own.position, "soviet")
    assert "strategic_below" not in told(own)
