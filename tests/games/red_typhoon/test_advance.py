"""Advance after combat and breakthrough (9.6, 9.7).

Around 1037 lie, from the north and clockwise, 1036, 1137, 1138, 1038, 0938 and 0937.  S-C-12 (armor) and
S-B-15 (cavalry) have white combat strengths, the S-A units (infantry) black ones.
"""

import pytest

from tests.games.red_typhoon.battle import fight, ways
from tests.games.red_typhoon.helpers import controls, is_disrupted, offered, refused, where
from typhoon.engine.cases import case
from typhoon.engine.orders import Advance

AROUND = ["0937", "0938", "1036", "1038", "1137", "1138"]
RAID = {"S-C-12": "1038", "G-253-ID": "1037"}


@case("9.6")
def test_after_a_retreat_the_attackers_may_advance():
    game = fight("DR1", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"})
    game.push("retreat G-253-ID 1037-1036")
    assert sorted(map(str, game.orders)) == ["advance S-A-01 1038-1037", "end"]
    game.push("advance S-A-01 1038-1037")
    assert where(game, "S-A-01") == "1037"
    assert not is_disrupted(game, "S-A-01")
    assert game.decision.prompt.startswith("Give attack orders")


@case("9.6")
def test_the_attackers_may_stay():
    game = fight("DE", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"})
    game.push("end")
    assert where(game, "S-A-01") == "1038"
    assert game.decision.prompt.startswith("Give attack orders")


@case("9.6")
def test_only_units_of_the_attack_advance():
    """S-A-02 stands with the attacker but stayed out; S-A-03 has orders too."""
    units = {"S-A-01": "1038", "S-A-02": "1038", "S-A-03": "0938", "G-253-ID": "1037"}
    game = fight("DE", "attack 1037 S-A-01", units)
    assert offered(game, "advance") == ["advance S-A-01 1038-1037"]
    assert refused(game, "advance S-A-02 1038-1037").case == "9.6"
    assert refused(game, "advance G-253-ID 1037-1036").case == "9.6"


@case("9.6", "7.0")
def test_no_more_than_two_soviet_units_advance():
    units = {"S-A-01": "1038", "S-A-02": "0938", "S-A-03": "1138", "G-253-ID": "1037"}
    game = fight("DE", "attack 1037 S-A-01 S-A-02 S-A-03", units)
    game.push("advance S-A-03 1138-1037")
    game.push("advance S-A-01 1038-1037")
    assert where(game, "S-A-02") == "0938"
    assert refused(game, "advance S-A-02 0938-1037").case == "5.0", "the advance is over: nobody else fits in"


@case("9.6", "7.0")
def test_three_german_units_advance():
    units = dict.fromkeys(["G-253-ID", "G-123-ID", "G-81-ID"], "1038")
    units |= {"G-161-ID": "0938", "S-A-01": "1037"}
    game = fight("DE", "attack 1037 G-253-ID G-123-ID G-81-ID G-161-ID", units)
    for unit in ("G-253-ID", "G-123-ID", "G-81-ID"):
        game.push(f"advance {unit} 1038-1037")
    assert where(game, "G-81-ID") == "1037"
    assert game.decision.prompt.startswith("Give attack orders")


@case("9.6", "7.0")
def test_1s_advances_alone_or_not_at_all():
    units = {"S-C-01": "1038", "S-A-01": "0938", "G-253-ID": "1037"}
    game = fight("DE", "attack 1037 S-C-01 S-A-01", units)
    assert sorted(offered(game, "advance")) == ["advance S-A-01 0938-1037", "advance S-C-01 1038-1037"]
    game.push("advance S-A-01 0938-1037")
    assert refused(game, "advance S-C-01 1038-1037").case == "5.0"
    assert where(game, "S-C-01") == "1038"


@case("9.6")
def test_an_advance_goes_from_one_enemy_zone_to_another():
    """The division in 1138 controls the attacker's hex 1038 and the captured hex 1037 alike."""
    units = {"S-A-01": "1038", "G-253-ID": "1037", "G-123-ID": "1138"}
    game = fight("DE", "attack 1037 S-A-01", units)
    game.push("advance S-A-01 1038-1037")
    assert where(game, "S-A-01") == "1037"


@case("9.6")
def test_an_advance_needs_neither_movement_orders_nor_points():
    """Into the woods of 1035."""
    game = fight("DE", "attack 1035 S-B-01", {"S-B-01": "1036", "G-253-ID": "1035"}, move_orders=[], ap={})
    game.push("advance S-B-01 1036-1035")
    assert where(game, "S-B-01") == "1035"


@case("9.6", "9.4")
def test_an_advance_follows_a_defender_who_found_no_way_out():
    units = {"S-A-01": "1036", "S-A-02": "1138", "S-A-03": "0938", "G-253-ID": "1037"}
    game = fight("DR1", "attack 1037 S-A-01 S-A-02 S-A-03", units)
    game.push("advance S-A-03 0938-1037")
    assert where(game, "S-A-03") == "1037"


@case("9.6")
@pytest.mark.parametrize("path", ["1038-0938", "1038-1138-1037", "1039-1037", "1038-1038", "1038"])
def test_an_advance_first_enters_the_hex_attacked_from_where_the_unit_stands(path):
    game = fight("DE", "attack 1037 S-C-12", RAID)
    assert refused(game, f"advance S-C-12 {path}").case == "9.6"


@case("9.6")
def test_an_advance_without_a_path_is_none():
    game = fight("DE", "attack 1037 S-C-12", RAID)
    assert game.why_not(Advance("S-C-12", ())).case == "9.6"


@case("9.6", "2.1")
def test_an_advance_takes_a_city():
    """Yelnya, 1625, attacked from the south."""
    units = {"S-A-01": "1626", "G-221-Security": "1625"}
    game = fight("DE", "attack 1625 S-A-01", units)
    assert controls(game, "1625") == "german", "the last to hold it"
    game.push("advance S-A-01 1626-1625")
    assert controls(game, "1625") == "soviet"


@case("9.6", "4.2")
def test_an_advance_into_the_last_western_source_ends_the_game():
    units = {"S-A-01": "0131", "G-253-ID": "0130"}
    game = fight("DE", "attack 0130 S-A-01", units, control={"0115": "soviet", "0120": "soviet"})
    game.push("advance S-A-01 0131-0130")
    assert game.result.level == "soviet decisive"
    assert game.decision is None


@case("9.6", "4.2")
def test_an_advance_into_the_last_eastern_source_ends_the_game():
    units = {"G-253-ID": "3821", "S-A-04": "3820"}
    held = dict.fromkeys(["3823", "3824", "3826"], "german")
    game = fight("DE", "attack 3820 G-253-ID", units, control=held)
    game.push("advance G-253-ID 3821-3820")
    assert game.result.level == "german decisive"


@case("9.7")
@pytest.mark.parametrize("unit", ["S-C-12", "S-B-15"])
def test_a_unit_with_white_strength_may_break_through(unit):
    """RT-041: into 1037 or on to any of the six hexes around it, back to 1038 included (R9)."""
    game = fight("DE", f"attack 1037 {unit}", {unit: "1038", "G-339-ID": "1037"})
    expected = [f"advance {unit} 1038-1037"] + [f"advance {unit} 1038-1037-{hex_}" for hex_ in AROUND]
    assert sorted(offered(game, "advance")) == expected
    game.push(f"advance {unit} 1038-1037-1137")
    assert where(game, unit) == "1137"


@case("9.7")
def test_a_german_panzer_division_may_break_through():
    game = fight("DE", "attack 1037 G-10-Pz", {"G-10-Pz": "1038", "S-A-05": "1037"})
    game.push("advance G-10-Pz 1038-1037-1036")
    assert where(game, "G-10-Pz") == "1036"


@case("9.7")
def test_a_unit_with_black_strength_stops_in_the_hex_it_captured():
    game = fight("DE", "attack 1037 S-A-01", {"S-A-01": "1038", "G-253-ID": "1037"})
    assert refused(game, "advance S-A-01 1038-1037-1036").case == "9.7"


@case("9.7")
def test_no_breakthrough_when_the_captured_hex_is_in_an_enemy_zone():
    """RT-042."""
    game = fight("DE", "attack 1037 S-C-12", RAID | {"G-123-ID": "1036"})
    assert offered(game, "advance") == ["advance S-C-12 1038-1037"]
    assert refused(game, "advance S-C-12 1038-1037-1138").case == "9.7"


@case("9.7", "9.5", "6.3")
def test_the_beaten_defender_next_door_does_not_stop_a_breakthrough():
    """It is disrupted and controls nothing; only its own hex is closed."""
    game = fight("DR1", "attack 1037 S-C-12", RAID)
    game.push("retreat G-253-ID 1037-1036")
    second = sorted(order.split("-")[-1] for order in offered(game, "advance") if order.count("-") == 4)
    assert second == ["0937", "0938", "1038", "1137", "1138"]
    assert refused(game, "advance S-C-12 1038-1037-1036").case == "9.7"


@case("9.7")
def test_the_second_hex_may_lie_in_an_enemy_zone():
    """R9: the division in 1236 controls 1137 but not 1037."""
    game = fight("DE", "attack 1037 S-C-12", RAID | {"G-123-ID": "1236"})
    game.push("advance S-C-12 1038-1037-1137")
    assert where(game, "S-C-12") == "1137"


@case("9.7", "9.6")
def test_the_second_hex_needs_room():
    game = fight("DE", "attack 1037 S-C-12", RAID | {"S-A-01": "1036", "S-A-02": "1036", "S-A-03": "1137"})
    assert refused(game, "advance S-C-12 1038-1037-1036").case == "9.6"
    assert "advance S-C-12 1038-1037-1137" in game.orders


@case("9.7")
def test_a_captured_hex_already_full_may_be_passed():
    """R9: two divisions have filled 1037; the armor goes through, or stays."""
    units = RAID | {"S-A-01": "0938", "S-A-02": "0938"}
    game = fight("DE", "attack 1037 S-C-12 S-A-01 S-A-02", units)
    game.push("advance S-A-01 0938-1037")
    game.push("advance S-A-02 0938-1037")
    assert refused(game, "advance S-C-12 1038-1037").case == "9.6"
    game.push("advance S-C-12 1038-1037-1036")
    assert where(game, "S-C-12") == "1036"


@case("9.7", "2.1")
def test_a_raid_takes_a_city_and_returns():
    """R9: through Yelnya and back to where it came from, beside a friend who makes that hex full."""
    units = {"S-C-12": "1626", "S-A-01": "1626", "G-221-Security": "1625"}
    game = fight("DE", "attack 1625 S-C-12", units)
    game.push("advance S-C-12 1626-1625-1626")
    assert where(game, "S-C-12") == "1626"
    assert controls(game, "1625") == "soviet"


@case("9.7")
def test_a_breakthrough_ends_after_the_second_hex():
    game = fight("DE", "attack 1037 S-C-12", RAID)
    assert refused(game, "advance S-C-12 1038-1037-1036-1035").case == "9.7"
    assert refused(game, "advance S-C-12 1038-1037-1035").case == "9.7"


@case("9.6", "9.7")
def test_each_unit_advances_once_in_a_combat():
    """R45: having stopped in 1037 the armor cannot go on later."""
    game = fight("DE", "attack 1037 S-C-12 S-A-01", RAID | {"S-A-01": "0938"})
    game.push("advance S-C-12 1038-1037")
    assert offered(game, "advance") == ["advance S-A-01 0938-1037"]
    assert refused(game, "advance S-C-12 1037-1036").case == "9.6"


@case("9.6", "9.0")
def test_a_unit_that_advanced_does_not_attack_again():
    game = fight("DE", "attack 1037 S-C-12", RAID | {"G-339-ID": "1136"})
    game.push("advance S-C-12 1038-1037-1036")
    assert refused(game, "attack 1136 S-C-12").case == "9.0"


@case("9.6", "6.0", "9.4")
@pytest.mark.parametrize(("advance", "ways_left"), [("1038-1037", ["1137-1136"]), ("1038-1037-1036", [])])
def test_a_breakthrough_cuts_the_next_enemys_retreat(advance, ways_left):
    """Around 1137 lie 1136, 1236, 1237, 1138, 1037 and 1036.

    The attacker in 1138 closes 1237, the unit in 1336 closes 1236, the armor in 1037 or 1036 closes the
    other of the two; only from 1036 does it close 1136 too.
    """
    units = RAID | {"S-A-01": "1138", "S-A-02": "1336", "G-123-ID": {"hex": "1137", "disrupted": True}}
    game = fight("DE DR1", "attack 1037 S-C-12", units, dice=[1, 2])
    game.push(f"advance S-C-12 {advance}")
    game.push("attack 1137 S-A-01")
    assert ways(game).get("G-123-ID", []) == ways_left
    assert (where(game, "G-123-ID") == "eliminated") is not bool(ways_left)
