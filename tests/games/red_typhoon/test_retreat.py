"""Retreat after combat (9.4, 6.2).

Most battles are about 1037.  Around it lie, from the north and clockwise,

* at one hex: 1036, 1137, 1138, 1038, 0938, 0937;
* at two: 1035, 1136, 1236, 1237, 1238, 1139, 1039, 0939, 0838, 0837, 0836, 0936.

Attackers in 1138 and 0938 close 1137, 1038 and 0937 with their zones of control: 1036 alone is left.
"""

from tests.games.red_typhoon.battle import fight, ways
from tests.games.red_typhoon.helpers import controls, happened, is_disrupted, offered, refused, where
from typhoon.engine.cases import case
from typhoon.engine.orders import Retreat

DUEL = {"S-A-01": "1038", "G-253-ID": "1037"}
PINCERS = {"S-A-01": "1138", "S-A-02": "0938", "G-253-ID": "1037"}
ASSAULT = "attack 1037 S-A-01 S-A-02"
FULL_1036 = dict.fromkeys(["G-81-ID", "G-161-ID", "G-129-ID"], "1036")
FULL_1035 = dict.fromkeys(["G-7-ID", "G-197-ID", "G-267-ID"], "1035")
FLANKS = {"S-A-03": "1235", "S-A-04": "0835"}
"""They close 1136 and 0936, and 1135 and 0935 behind them, but neither 1036 nor 1035."""


@case("9.4", "6.2")
def test_a_retreat_keeps_out_of_enemy_zones_of_control():
    """The unit in 1035 closes 1036."""
    game = fight("DR1", "attack 1037 S-A-01", DUEL | {"S-A-02": "1035"})
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-1137"]}
    assert "zone of control" in refused(game, "retreat G-253-ID 1037-1036").text


@case("9.4", "6.3")
def test_a_disrupted_enemy_closes_only_its_own_hex():
    units = DUEL | {"S-A-02": {"hex": "1036", "disrupted": True}}
    game = fight("DR1", "attack 1037 S-A-01", units)
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-1137"]}
    ruling = refused(game, "retreat G-253-ID 1037-1036")
    assert (ruling.case, "enemy" in ruling.text) == ("9.4", True)


@case("9.4")
def test_a_friend_does_not_cancel_the_zone_for_a_retreat():
    """R5."""
    game = fight("DR1", "attack 1037 S-A-01", DUEL | {"S-A-02": "1035", "G-123-ID": "1036"})
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-1137"]}


@case("9.4", "7.0")
def test_a_retreat_keeps_out_of_full_hexes():
    game = fight("DR1", "attack 1037 S-A-01", DUEL | FULL_1036)
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-1137"]}
    assert "full" in refused(game, "retreat G-253-ID 1037-1036").text


@case("9.4", "7.0")
def test_a_hex_with_room_is_open():
    game = fight("DR1", "attack 1037 S-A-01", DUEL | {"G-81-ID": "1036", "G-161-ID": "1036"})
    assert "retreat G-253-ID 1037-1036" in game.orders


@case("9.4")
def test_full_hexes_on_the_way_count_too():
    """Of the nine ways of two hexes the three by way of 1036 are closed."""
    game = fight("DR2", "attack 1037 S-A-01", DUEL | FULL_1036)
    found = ways(game)["G-253-ID"]
    assert len(found) == 6
    assert not [way for way in found if "1036" in way]


@case("9.4")
def test_the_first_to_retreat_may_fill_a_hex():
    """Two stand in 1036 already; one of the two defenders fits in."""
    units = DUEL | {"S-A-02": "1038", "G-123-ID": "1037", "G-81-ID": "1036", "G-161-ID": "1036"}
    game = fight("DR1", "attack 1037 S-A-01 S-A-02", units)
    game.push("retreat G-123-ID 1037-1036")
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-1137"]}


@case("9.4")
def test_every_step_leads_farther_away():
    """RT-035, R4: 1036 and 1137 both touch the start, so going from one to the other gains nothing."""
    game = fight("DR2", "attack 1037 S-A-01", DUEL)
    assert refused(game, "retreat G-253-ID 1037-1036-1137").case == "9.4"
    assert refused(game, "retreat G-253-ID 1037-1036-1037").case == "9.4"


@case("9.4")
def test_a_retreat_is_exactly_as_long_as_the_result_says():
    game = fight("DR2", "attack 1037 S-A-01", DUEL)
    assert "exactly 2" in refused(game, "retreat G-253-ID 1037-1036").text
    assert "exactly 2" in refused(game, "retreat G-253-ID 1037-1036-1035-1034").text
    assert game.why_not(Retreat("G-253-ID", ())).case == "9.4"


@case("9.4")
def test_a_retreat_goes_from_hex_to_neighbouring_hex_from_where_the_unit_stands():
    game = fight("DR2", "attack 1037 S-A-01", DUEL)
    assert "neighbours" in refused(game, "retreat G-253-ID 1037-1036-1236").text
    assert "1037" in refused(game, "retreat G-253-ID 1036-1035-1034").text


@case("9.4")
def test_only_the_beaten_units_retreat():
    game = fight("DR1", "attack 1037 S-A-01", DUEL | {"G-123-ID": "1135"})
    assert refused(game, "retreat G-123-ID 1135-1134").case == "9.4"
    assert refused(game, "retreat S-A-01 1038-1039").case == "9.4"
    assert refused(game, "eliminate G-253-ID").case == "9.4"
    assert refused(game, "end").case == "9.4"


@case("9.4", "6.2")
def test_attackers_on_three_sides_surround_a_defender():
    """RT-036: in 1036, 1138 and 0938 their zones of control meet."""
    units = {"S-A-01": "1036", "S-A-02": "1138", "S-A-03": "0938", "G-253-ID": "1037"}
    game = fight("DR1", "attack 1037 S-A-01 S-A-02 S-A-03", units)
    assert where(game, "G-253-ID") == "eliminated"
    assert "advance S-A-01 1036-1037" in game.orders, "the hex was vacated"


@case("9.4", "6.3")
def test_a_disrupted_enemy_leaves_a_gap_in_the_ring():
    """Of 1137, 1038 and 0937 the first two are closed by 1138 alone; the unit in 1036 closes nothing."""
    units = {"S-A-01": {"hex": "1036", "disrupted": True}, "S-A-02": "1138", "G-253-ID": "1037"}
    game = fight("DR1", "attack 1037 S-A-02", units)
    assert ways(game) == {"G-253-ID": ["1037-0937", "1037-0938"]}


@case("9.4")
def test_a_way_too_short_is_no_way():
    """RT-036: one hex back is free, but the next three are in zones of control."""
    units = PINCERS | FLANKS | {"S-A-05": "1034"}
    assert ways(fight("DR1", ASSAULT, units)) == {"G-253-ID": ["1037-1036"]}
    assert where(fight("DR2", ASSAULT, units), "G-253-ID") == "eliminated"


@case("9.4")
def test_there_is_no_retreat_off_the_map():
    """In the corner 0101 has two neighbours: 0102 with the attacker, and 0201 in its zone."""
    game = fight("DR1", "attack 0101 S-A-01", {"S-A-01": "0102", "G-253-ID": "0101"})
    assert where(game, "G-253-ID") == "eliminated"


@case("9.4")
def test_of_several_attackers_those_without_a_way_are_lost():
    """Enemies in 1034, 1235 and 0835 and the defender in 1037 close all hexes around 1036."""
    units = {"S-A-01": "1036", "S-A-02": "1038", "G-253-ID": "1037"}
    units |= {"G-123-ID": "1034", "G-81-ID": "1235", "G-161-ID": "0835"}
    game = fight("AR", "attack 1037 S-A-01 S-A-02", units)
    assert ways(game) == {"S-A-02": ["1038-0939", "1038-1039", "1038-1139"]}
    assert "nowhere" in refused(game, "retreat S-A-01 1036-1035").text
    game.push("retreat S-A-02 1038-1039")
    assert where(game, "S-A-01") == "eliminated"
    assert where(game, "S-A-02") == "1039"


@case("9.4", "7.0")
def test_1s_needs_a_hex_for_itself():
    """Five divisions of four are 20 against 20; a Soviet unit stands in 1036."""
    germans = dict.fromkeys(["G-253-ID", "G-123-ID", "G-81-ID"], "1038")
    germans |= dict.fromkeys(["G-6-ID", "G-26-ID"], "1138")
    units = germans | {"S-C-01": "1037", "S-A-01": "1036"}
    game = fight("DR1", f"attack 1037 {' '.join(germans)}", units)
    assert ways(game) == {"S-C-01": ["1037-0937"]}, "1137 and 0938 are in enemy zones, 1036 is full for 1S"


@case("9.4", "7.1")
def test_a_full_hex_is_entered_when_no_other_is_open_and_left_again():
    """R6: the unit passes through 1036 to the next ring."""
    game = fight("DR1", ASSAULT, PINCERS | FULL_1036)
    assert ways(game) == {"G-253-ID": ["1037-1036"]}
    game.push("retreat G-253-ID 1037-1036")
    assert game.decision.side == "soviet"
    assert ways(game) == {"G-253-ID": ["1036-0936", "1036-1035", "1036-1136"]}
    assert refused(game, "retreat G-81-ID 1036-1035").case == "9.4", "never one of those already there"
    game.push("retreat G-253-ID 1036-1136")
    assert where(game, "G-253-ID") == "1136"
    assert is_disrupted(game, "G-253-ID")
    assert not is_disrupted(game, "G-81-ID")
    assert "advance S-A-01 1138-1037" in game.orders


@case("9.4")
def test_a_surplus_unit_that_cannot_go_on_is_lost():
    """R6: 1035, 1136 and 0936 are all in zones of control."""
    game = fight("DR1", ASSAULT, PINCERS | FULL_1036 | FLANKS | {"S-A-05": "1034"})
    game.push("retreat G-253-ID 1037-1036")
    assert where(game, "G-253-ID") == "eliminated"
    assert [where(game, unit) for unit in FULL_1036] == ["1036"] * 3


@case("9.4")
def test_a_surplus_unit_goes_on_through_one_full_hex_after_another():
    """R42: 1036 and 1035 are full, the flanks closed; at three hexes 1034 is the first with room."""
    game = fight("DR1", ASSAULT, PINCERS | FULL_1036 | FULL_1035 | FLANKS)
    game.push("retreat G-253-ID 1037-1036")
    assert ways(game) == {"G-253-ID": ["1036-1035"]}
    game.push("retreat G-253-ID 1036-1035")
    assert ways(game) == {"G-253-ID": ["1035-1034"]}
    game.push("retreat G-253-ID 1035-1034")
    assert where(game, "G-253-ID") == "1034"
    assert offered(game, "eliminate") == []


@case("9.4")
def test_a_surplus_unit_takes_hexes_with_room_first():
    """R42: 1035 is full, 1136 and 0936 are not."""
    game = fight("DR1", ASSAULT, PINCERS | FULL_1036 | FULL_1035)
    game.push("retreat G-253-ID 1037-1036")
    assert ways(game) == {"G-253-ID": ["1036-0936", "1036-1136"]}


@case("9.4")
def test_of_the_ways_through_full_hexes_those_that_end_with_room_come_first():
    """R43: all ways lead through 1036; of their ends 1035 is full."""
    game = fight("DR2", ASSAULT, PINCERS | FULL_1036 | FULL_1035)
    assert ways(game) == {"G-253-ID": ["1037-1036-0936", "1037-1036-1136"]}
    game.push("retreat G-253-ID 1037-1036-1136")
    assert "advance S-A-01 1138-1037" in game.orders, "nobody is left over"


@case("9.4")
def test_the_attacker_picks_the_surplus_among_those_who_retreated():
    """R6: 1036 has room for one of the two defenders, and there is no other hex."""
    units = PINCERS | {"G-123-ID": "1037", "G-81-ID": "1036", "G-161-ID": "1036"}
    game = fight("DR1", ASSAULT, units)
    game.push("retreat G-253-ID 1037-1036")
    game.push("retreat G-123-ID 1037-1036")
    assert game.decision.side == "soviet"
    on = ["1036-0936", "1036-1035", "1036-1136"]
    assert ways(game) == {"G-253-ID": on, "G-123-ID": on}
    game.push("retreat G-253-ID 1036-1035")
    assert (where(game, "G-253-ID"), where(game, "G-123-ID")) == ("1035", "1036")


@case("9.4")
def test_surplus_goes_on_until_the_hex_is_within_the_limit():
    """Beaten back, S-A-01 from 1038 and 1S from 0938 can both reach only 0939, where S-A-03 stands.

    The defender in 1037 closes 1138 and 0937, the unit in 1140 closes 1139 and 1039, that in 0738 closes
    0837 and 0838.  1S counts two: when S-A-01 has gone on, 1S and S-A-03 are still too many, and 1S must
    follow.
    """
    units = {"S-A-01": "1038", "S-C-01": "0938", "S-A-03": "0939", "G-253-ID": "1037"}
    units |= {"G-81-ID": "1140", "G-161-ID": "0738"}
    game = fight("AR", "attack 1037 S-A-01 S-C-01", units)
    assert ways(game) == {"S-A-01": ["1038-0939"], "S-C-01": ["0938-0939"]}
    game.push("retreat S-A-01 1038-0939")
    game.push("retreat S-C-01 0938-0939")
    assert set(ways(game)) == {"S-A-01", "S-C-01"}
    game.push("retreat S-A-01 0939-0940")
    assert ways(game) == {"S-C-01": ["0939-0839"]}, "with S-A-01 in it, 0940 is full for 1S"
    game.push("retreat S-C-01 0939-0839")
    assert (where(game, "S-A-03"), where(game, "S-A-01"), where(game, "S-C-01")) == ("0939", "0940", "0839")


@case("9.4", "2.1")
def test_a_retreat_takes_the_cities_it_enters():
    """R12: beaten out of 1626, a Soviet unit falls back through Yelnya, 1625."""
    units = {"G-253-ID": "1627", "S-A-04": "1626"}
    game = fight("DR2", "attack 1626 G-253-ID", units)
    assert controls(game, "1625") == "german"
    game.push("retreat S-A-04 1626-1625-1624")
    assert where(game, "S-A-04") == "1624"
    assert controls(game, "1625") == "soviet"


@case("9.4", "4.2", "2.1")
def test_a_retreat_into_the_last_western_source_ends_the_game():
    units = {"G-253-ID": "0132", "S-A-04": "0131"}
    game = fight("DR1", "attack 0131 G-253-ID", units, control={"0115": "soviet", "0120": "soviet"})
    events = game.push("retreat S-A-04 0131-0130")
    assert game.result.level == "soviet decisive"
    assert len(happened(events, "over")) == 1
