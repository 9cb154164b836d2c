"""Stacking (7).

1313 is clear ground between 1312 and 1314, which are clear as well; the way round it leads through the
woods of 1213 and 1214.
"""

import pytest

from tests.games.typhoon_solitaire.positions import (
    MISS,
    defenders,
    force,
    give,
    points_left,
    position,
    reachable,
    refused,
    where,
)
from typhoon import ImpossiblePosition
from typhoon.engine.cases import case

THREE_DIVISIONS = {"PG3-6-Pz": "1313", "PG3-14-Mot": "1313", "PG3-36-Mot": "1313"}


def at_the_ready(*units: str, **given):
    """A position with a force formed of some units and about to march."""
    game = position(**given)
    game.push(f"force {' '.join(units)}")
    return game


# Three divisions


@case("7.0", "7.1")
def test_ts_023_a_fourth_division_cannot_enter_and_cannot_pass():
    game = at_the_ready("PG3-1-Pz", units={"PG3-1-Pz": "1312", **THREE_DIVISIONS})
    assert refused(game, "march 1313").case == "7.1"
    # Round it by 1213 (2), 1214 (2) and 1314 (1), instead of 2 points straight through.
    assert reachable(game)["1314"] == 5
    assert game.preview("march 1314").path == ("1312", "1213", "1214", "1314")


@case("7.1")
def test_infantry_has_to_go_round_as_well():
    game = at_the_ready("PG3-6-Inf", units={"PG3-6-Inf": "1312", **THREE_DIVISIONS})
    assert reachable(game)["1314"] == 3


@case("7.1")
def test_reduced_divisions_count_in_full():
    weak = {name: {"hex": hex_, "reduced": True} for name, hex_ in THREE_DIVISIONS.items()}
    game = at_the_ready("PG3-1-Pz", units={"PG3-1-Pz": {"hex": "1312", "reduced": True}, **weak})
    assert refused(game, "march 1313").case == "7.1"


@case("7.1")
def test_two_divisions_make_room_for_one_and_not_for_two():
    units = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-14-Mot": "1313", "PG3-36-Mot": "1313"}
    game = at_the_ready("PG3-1-Pz", "PG3-7-Pz", units=units)
    assert refused(game, "march 1313").case == "7.1"
    assert reachable(game)["1314"] == 5
    # One is left behind; the other may pass.
    give(game, "drop PG3-7-Pz")
    assert (reachable(game)["1313"], reachable(game)["1314"]) == (1, 2)


@case("7.1", "9.5")
def test_a_dropped_unit_takes_up_room_for_those_who_come_later():
    units = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-6-Pz": "1312", "PG3-36-Mot": "1313"}
    game = at_the_ready("PG3-1-Pz", "PG3-7-Pz", units=units)
    give(game, "march 1313", "drop PG3-7-Pz", "halt", "force PG3-6-Pz")
    assert refused(game, "march 1313").case == "7.1"


@case("7.1")
def test_where_three_divisions_moved_off_there_is_room_again():
    game = at_the_ready(*THREE_DIVISIONS, units={"PG3-1-Pz": "1312", **THREE_DIVISIONS})
    give(game, "march 1314", "halt", "force PG3-1-Pz")
    assert reachable(game)["1313"] == 1
    assert refused(game, "march 1314").case == "7.1"


@case("7.1")
def test_full_hexes_all_around_hold_a_force_where_it_is():
    # 0101 has three neighbours. Behind them everything is free.
    full = {
        "0102": ("PG3-1-Pz", "PG3-6-Pz", "PG3-7-Pz"),
        "0201": ("PG3-14-Mot", "PG3-36-Mot", "PG3-6-Inf"),
        "0202": ("PG3-26-Inf", "PG3-110-Inf", "PG3-129-Inf"),
    }
    units = {name: hex_ for hex_, names in full.items() for name in names}
    game = position(units={"PG3-L-Mot": "0101", **units})
    # It can go nowhere, so that its march is over as soon as it is formed.
    give(game, "force PG3-L-Mot")
    assert force(game) == []
    # With one division less in 0102, half a division can pass where a whole one could too.
    del units["PG3-7-Pz"]
    game = position(units={"PG3-L-Mot": "0101", **units})
    give(game, "force PG3-L-Mot")
    assert "0103" in reachable(game)


@case("7.1")
def test_full_hexes_that_bar_the_way_are_given_as_the_reason():
    # From 0101 to 0103 it is two steps through 0102, and through 0202 it is three.
    units = {"PG3-6-Inf": "0101", "PG3-1-Pz": "0102", "PG3-6-Pz": "0102", "PG3-7-Pz": "0102"}
    game = position(units=units, force={"units": ["PG3-6-Inf"], "mp": 2})
    assert refused(game, "march 0103").case == "7.1"
    assert refused(game, "march 0104").case == "9.2"
    game = position(units=units, force={"units": ["PG3-6-Inf"], "mp": 3})
    assert reachable(game)["0103"] == 3


@case("7.1")
def test_four_divisions_in_a_hex_are_an_impossible_position():
    with pytest.raises(ImpossiblePosition, match=r"7\.1"):
        position(units={"PG3-1-Pz": "1313", **THREE_DIVISIONS})


# Half divisions


@case("7.2")
def test_ts_024_lehr_and_grossdeutschland_fit_with_two_divisions():
    # They belong to different panzer groups and can meet from turn 5 on.
    units = {"PG3-L-Mot": "1313", "PG2-GD-Mot": "1313", "PG3-1-Pz": "1313", "PG3-7-Pz": "1312"}
    game = at_the_ready("PG3-7-Pz", turn=5, units=units)
    give(game, "march 1313", "halt")
    assert {where(game, name) for name in units} == {"1313"}


@case("7.2", "7.1")
def test_two_divisions_and_two_halves_leave_no_room():
    units = {"PG3-L-Mot": "1313", "PG2-GD-Mot": "1313", "PG3-1-Pz": "1313", "PG3-7-Pz": "1313"}
    game = at_the_ready("PG3-6-Pz", turn=5, units={"PG3-6-Pz": "1312", **units})
    assert refused(game, "march 1313").case == "7.1"


@case("7.2", "7.1")
def test_half_a_division_more_than_three_is_too_much():
    game = at_the_ready("PG3-L-Mot", units={"PG3-L-Mot": "1312", **THREE_DIVISIONS})
    assert refused(game, "march 1313").case == "7.1"
    # With two divisions and a half in the hex, there is room for the other half but for no division.
    units = {"PG3-1-Pz": "1313", "PG3-7-Pz": "1313", "PG3-L-Mot": "1313"}
    game = at_the_ready("PG3-6-Pz", units={"PG3-6-Pz": "1312", **units})
    assert refused(game, "march 1313").case == "7.1"
    game = at_the_ready("PG2-GD-Mot", turn=5, units={"PG2-GD-Mot": "1312", **units})
    assert reachable(game)["1313"] == 1


# Armies and panzer groups


@case("7.3", "12.2")
@pytest.mark.parametrize("turn", range(1, 9))
def test_ts_025_armies_keep_apart_until_turn_4(turn):
    game = at_the_ready("PG4-2-Pz", turn=turn, units={"PG4-2-Pz": "1312", "4A-7-Inf": "1313"})
    if turn <= 4:
        assert refused(game, "march 1313").case == "7.3"
        assert reachable(game)["1314"] == 5  # not even in passing
    else:
        assert (reachable(game)["1313"], reachable(game)["1314"]) == (1, 2)
        give(game, "march 1313", "halt")
        assert where(game, "PG4-2-Pz") == "1313"


@case("7.3")
@pytest.mark.parametrize("other", ["9A-5-Inf", "PG2-3-Pz", "PG4-2-Pz", "2A-17-Inf", "4A-7-Inf"])
def test_it_holds_between_any_two_formations(other):
    game = at_the_ready("PG3-1-Pz", turn=4, units={"PG3-1-Pz": "1312", other: "1313"})
    assert refused(game, "march 1313").case == "7.3"


@case("7.3")
def test_units_of_the_same_formation_share_hexes():
    game = at_the_ready("PG3-1-Pz", turn=4, units={"PG3-1-Pz": "1312", "PG3-6-Inf": "1313"})
    give(game, "march 1313", "halt")
    assert where(game, "PG3-1-Pz") == "1313"


@case("7.3")
def test_a_hex_that_another_army_has_left_may_be_entered():
    game = at_the_ready("4A-7-Inf", units={"PG4-2-Pz": "1312", "4A-7-Inf": "1313"})
    give(game, "march 1314", "halt", "force PG4-2-Pz", "march 1313")
    assert (where(game, "PG4-2-Pz"), points_left(game)) == ("1313", 15)


@case("7.3")
def test_another_army_that_bars_the_way_is_given_as_the_reason():
    # From 0101 to 0103 it is two steps through 0102.
    game = position(units={"PG3-6-Inf": "0101", "9A-5-Inf": "0102"}, force={"units": ["PG3-6-Inf"], "mp": 2})
    assert refused(game, "march 0102").case == "7.3"
    assert refused(game, "march 0103").case == "7.3"
    # In the corner, with 9th Army in all three hexes around, a force can go nowhere and has finished.
    around_0101 = {"9A-5-Inf": "0102", "9A-8-Inf": "0201", "9A-28-Inf": "0202"}
    game = position(units={"PG3-1-Pz": "0101", **around_0101})
    give(game, "force PG3-1-Pz")
    assert force(game) == []


@case("7.3")
def test_two_armies_in_a_hex_are_an_impossible_position_before_turn_5():
    mixed = {"PG4-2-Pz": "1312", "4A-7-Inf": "1312"}
    with pytest.raises(ImpossiblePosition, match=r"7\.3"):
        position(turn=4, units=mixed)
    position(turn=5, units=mixed)


# Mechanized and other units


@case("7.4")
def test_ts_026_mechanized_and_other_units_stack_but_do_not_move_as_one():
    game = position(units={"PG3-1-Pz": "1312", "PG3-14-Mot": "1312", "PG3-6-Inf": "1312"})
    assert refused(game, "force PG3-1-Pz PG3-6-Inf").case == "7.4"
    assert refused(game, "force PG3-1-Pz PG3-14-Mot PG3-6-Inf").case == "7.4"
    # Two forces out of one hex, each with the points of its class.
    give(game, "force PG3-1-Pz PG3-14-Mot")
    assert points_left(game) == 16
    give(game, "march 1313", "halt", "force PG3-6-Inf")
    assert points_left(game) == 8
    give(game, "march 1313", "halt")
    assert {where(game, name) for name in ("PG3-1-Pz", "PG3-14-Mot", "PG3-6-Inf")} == {"1313"}


@case("7.4", "2.7")
def test_cavalry_marches_with_infantry_and_not_with_tanks():
    game = position(units={"PG2-1-Cav": "1746", "PG2-45-Inf": "1746", "PG2-3-Pz": "1746"})
    assert refused(game, "force PG2-1-Cav PG2-3-Pz").case == "7.4"
    give(game, "force PG2-1-Cav PG2-45-Inf")
    assert points_left(game) == 8


# The Soviet side


@case("7.5", "7.6", "8.1")
def test_any_number_of_soviets_meets_three_divisions():
    # Moscow on turn 6, die 6: 11 on the city line. Ten Soviet units, in a hex that three German
    # divisions have entered.
    units = {"PG3-1-Pz": "4413", "PG3-6-Pz": "4413", "PG3-7-Pz": "4413"}
    game = position(
        turn=6, units=units, gained=["4414"], options={"losses": "system"}, dice=[6, 1, 1, *[MISS] * 200]
    )
    give(game, "force PG3-1-Pz PG3-6-Pz PG3-7-Pz", "march 4414")
    found = defenders(give(game, "march 4514"))
    assert sorted(found) == sorted([
        "S-GD-1", "S-GD-2", "S-AC-4", "S-RD-01", "S-RD-02", "S-RD-03", "S-B-01",
        "S-HH2-1", "S-HH2-2", "S-CAS-1",
    ])  # fmt: skip
    assert where(game, "PG3-1-Pz") == "4514"
