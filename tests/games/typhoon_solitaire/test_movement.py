"""German movement (9.0, 9.2 to 9.6)."""

import pytest

from tests.games.typhoon_solitaire.positions import (
    EMPTY,
    MISS,
    RIFLES,
    force,
    give,
    happened,
    is_done,
    offered,
    points_left,
    position,
    reachable,
    refused,
    where,
)
from typhoon.engine.cases import case

MECHANIZED_AND_OTHERS = {
    1: (16, 8), 2: (13, 8), 3: (13, 7), 4: (12, 6), 5: (6, 4), 6: (9, 5), 7: (8, 4), 8: (6, 3),
}  # fmt: skip
"""The movement points of each turn, as our turn track has them."""


def with_points(unit: str, hex_: str, mp: int, **given):
    """A position with one unit on the march and so many points left."""
    return position(units={unit: hex_}, force={"units": [unit], "mp": mp}, **given)


# Forces


@case("9.0")
def test_any_part_of_the_units_in_a_hex_is_a_force():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-6-Inf": "1312", "PG3-6-Pz": "1313"})
    assert set(offered(game, "force")) == {
        "force PG3-1-Pz",
        "force PG3-7-Pz",
        "force PG3-1-Pz PG3-7-Pz",
        "force PG3-6-Inf",
        "force PG3-6-Pz",
    }


@case("9.0")
def test_it_does_not_matter_in_which_order_units_are_named():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"})
    assert game.parse("force PG3-7-Pz PG3-1-Pz") == game.parse("force PG3-1-Pz PG3-7-Pz")
    give(game, "force PG3-7-Pz PG3-1-Pz")
    assert force(game) == ["PG3-1-Pz", "PG3-7-Pz"]


@case("9.0", "9.5")
def test_units_of_different_hexes_are_no_force():
    """Units in other hexes would have to be picked up on the way."""
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"})
    assert refused(game, "force PG3-1-Pz PG3-6-Pz").case == "9.5"


@case("9.0")
def test_units_that_are_not_there_are_no_force():
    game = position(units={"PG3-1-Pz": "1312"})
    assert refused(game, "force PG3-6-Pz").case == "2.3"
    assert refused(game, "force PG9-9-Pz").case == "2.3"
    assert refused(game, "force PG3-1-Pz PG3-1-Pz").case == "9.0"


@case("9.0")
def test_one_force_finishes_before_the_next_begins():
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"})
    give(game, "force PG3-1-Pz")
    assert refused(game, "force PG3-6-Pz").case == "9.0"
    assert refused(game, "end").case == "9.0"
    events = give(game, "march 1311", "halt", "force PG3-6-Pz")
    assert happened(events, "halted") == [{"units": ("PG3-1-Pz",), "hex": "1311", "left": 14}]
    assert force(game) == ["PG3-6-Pz"]


@case("9.0")
def test_a_force_moves_once_in_a_phase():
    game = position(units={"PG3-1-Pz": "1312"})
    give(game, "force PG3-1-Pz", "march 1313", "halt")
    assert refused(game, "force PG3-1-Pz").case == "9.5"


@case("9.0")
def test_nobody_has_to_move():
    game = position(units={"PG3-1-Pz": "1312"})
    give(game, "end")
    assert (game.decision.turn, where(game, "PG3-1-Pz")) == (2, "1312")


# Movement points


@case("9.3")
@pytest.mark.parametrize("turn", MECHANIZED_AND_OTHERS)
def test_the_points_of_both_classes_turn_by_turn(turn):
    units = {"PG2-3-Pz": "1746", "PG2-10-Mot": "1746", "PG2-GD-Mot": "1746"}
    others = {"PG2-45-Inf": "1747", "PG2-1-Cav": "1747"}
    for name in units | others:
        game = position(turn=turn, units=units | others)
        give(game, f"force {name}")
        assert points_left(game) == MECHANIZED_AND_OTHERS[turn][name in others]


@case("9.3")
def test_mechanized_units_are_never_slower_and_both_classes_end_slower_than_they_began():
    fast, slow = zip(*MECHANIZED_AND_OTHERS.values(), strict=True)
    assert all(f > s for f, s in zip(fast, slow, strict=True))
    assert (max(fast), max(slow)) == (fast[0], slow[0])
    assert (min(fast), min(slow)) == (fast[-1], slow[-1])


@case("9.2")
def test_points_are_paid_hex_by_hex():
    game = position(units={"PG3-1-Pz": "1312"})
    give(game, "force PG3-1-Pz")
    events = give(game, "march 1313")
    assert happened(events, "marched")[0]["left"] == points_left(game) == 15
    give(game, "march 1213")  # woods
    assert points_left(game) == 13


@case("9.2")
def test_points_cannot_be_saved_for_the_next_turn():
    game = position(units={"PG3-1-Pz": "1312"})
    give(game, "force PG3-1-Pz", "march 1313", "halt", "end", "force PG3-1-Pz")
    assert points_left(game) == 13


@case("9.2")
def test_one_force_does_not_use_the_points_of_another():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"})
    give(game, "force PG3-1-Pz", "march 1313", "halt", "force PG3-7-Pz")
    assert points_left(game) == 16


@case("9.2")
def test_a_force_goes_no_farther_than_its_points():
    # With one point left: clear ground, but no woods.
    game = with_points("PG3-1-Pz", "1312", 1)
    assert set(reachable(game)) == {"1313", "1413"}
    assert refused(game, "march 1412").case == "9.2"
    assert refused(game, "march 1314").case == "9.2"


@case("9.2")
def test_no_force_is_sure_of_a_step():
    # All around 1411 are woods and marsh: with one point left a mechanized force has finished, while
    # infantry still gets into the woods.
    game = with_points("PG3-1-Pz", "1411", 1)
    assert force(game) == []
    assert is_done(game, "PG3-1-Pz")
    assert set(reachable(with_points("PG3-6-Inf", "1411", 1))) == {"1310", "1311", "1412", "1511"}


@case("9.2")
def test_a_force_does_not_march_to_where_it_is_or_off_the_map():
    game = with_points("PG3-1-Pz", "1312", 16)
    assert refused(game, "march 1312").case == "9.2"
    assert refused(game, "march 5501").case == "2.2"
    assert refused(game, "march 0000").case == "2.2"


@case("9.2")
def test_hexes_are_not_skipped():
    # 1314 is two steps from 1312, both of one point.
    game = with_points("PG3-1-Pz", "1312", 16)
    assert game.preview("march 1314").path == ("1312", "1313", "1314")
    assert reachable(game)["1314"] == 2


# Terrain


@case("9.4")
@pytest.mark.parametrize(("unit", "cost"), [("PG3-1-Pz", 5), ("PG3-6-Inf", 3)])
def test_ts_035_ts_036_a_river_into_marsh(unit, cost):
    # From 1209 over a river into the marsh of 1308.
    game = position(units={unit: "1209"}, dice=[EMPTY])
    give(game, f"force {unit}")
    before = points_left(game)
    assert reachable(game)["1308"] == cost
    give(game, "march 1308")
    assert points_left(game) == before - cost


@case("9.4")
@pytest.mark.parametrize(
    ("start", "to", "mechanized", "other"),
    [
        ("1312", "1313", 1, 1),  # clear
        ("1312", "1213", 2, 1),  # woods
        ("1311", "1411", 3, 2),  # marsh
        ("2418", "2417", 1, 1),  # a town
        ("2136", "2135", 1, 1),  # a city
        ("4414", "4514", 1, 1),  # Moscow
        ("1727", "1827", 3, 2),  # clear, over a river
        ("2416", "2417", 3, 2),  # a town, over a river
        ("2036", "2135", 3, 2),  # a city, over a river
        ("1512", "1612", 4, 2),  # woods, over a river
    ],
)
def test_the_cost_of_a_step(start, to, mechanized, other):
    assert reachable(with_points("PG3-1-Pz", start, 8))[to] == mechanized
    assert reachable(with_points("PG3-6-Inf", start, 8))[to] == other


@case("9.4")
def test_a_river_is_paid_in_both_directions_and_along_its_bank_it_is_not():
    # The river runs between 1512 and 1612.
    assert reachable(with_points("PG3-1-Pz", "1612", 3))["1512"] == 3
    assert reachable(with_points("PG3-1-Pz", "1512", 3))["1413"] == 1


@case("9.4", "9.2")
def test_a_step_that_costs_more_than_is_left_is_refused():
    game = with_points("PG3-1-Pz", "1209", 4)
    assert "1308" not in reachable(game)
    assert refused(game, "march 1308").case == "9.2"


@case("9.5", "9.4")
def test_a_soviet_hex_costs_no_more_than_a_german_one():
    soviet = reachable(with_points("PG3-1-Pz", "1312", 16))
    german = reachable(with_points("PG3-1-Pz", "1312", 16, gained=["1412", "1413"]))
    assert (soviet["1412"], soviet["1413"]) == (german["1412"], german["1413"]) == (2, 1)


# Dropping units off


@case("9.5")
def test_ts_037_a_unit_dropped_off_has_finished():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"})
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1313")
    assert offered(game, "drop") == ["drop PG3-1-Pz", "drop PG3-7-Pz"]
    give(game, "drop PG3-7-Pz")
    assert (force(game), points_left(game)) == (["PG3-1-Pz"], 15)
    give(game, "march 1314", "halt")
    assert (where(game, "PG3-1-Pz"), where(game, "PG3-7-Pz")) == ("1314", "1313")
    assert refused(game, "force PG3-7-Pz").case == "9.5"


@case("9.5")
def test_those_who_began_the_phase_there_still_have_their_move():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-6-Pz": "1313"})
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1313", "drop PG3-7-Pz", "march 1314", "halt")
    # The two in 1313 do not become one force before the next turn.
    assert refused(game, "force PG3-6-Pz PG3-7-Pz").case == "9.5"
    give(game, "force PG3-6-Pz", "march 1312", "halt", "end", "force PG3-7-Pz")


@case("9.5")
def test_after_the_phase_they_are_one_force():
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"})
    give(game, "force PG3-1-Pz", "march 1313", "halt", "end", "force PG3-1-Pz PG3-6-Pz")
    assert force(game) == ["PG3-1-Pz", "PG3-6-Pz"]


@case("9.5")
def test_a_force_picks_nobody_up():
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"})
    give(game, "force PG3-1-Pz", "march 1313")
    assert refused(game, "force PG3-1-Pz PG3-6-Pz").case == "9.5"
    assert refused(game, "force PG3-6-Pz").case == "9.0"  # another force, which has to wait
    give(game, "march 1314")
    assert (where(game, "PG3-1-Pz"), where(game, "PG3-6-Pz")) == ("1314", "1313")


@case("9.5", "9.1")
def test_a_unit_left_out_before_the_force_has_moved_may_still_move_with_its_air_support():
    """R48: only what moves out of the hex makes up the force."""
    game = position(units={"PG3-1-Pz": {"hex": "1312", "air": True}, "PG3-7-Pz": "1312"})
    give(game, "force PG3-1-Pz PG3-7-Pz", "drop PG3-1-Pz", "march 1212", "halt")
    assert offered(game, "force") == ["force PG3-1-Pz"]
    give(game, "force PG3-1-Pz")
    assert "with air support" in game.decision.prompt


@case("9.5")
def test_only_a_unit_of_the_force_is_dropped_and_never_the_last():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-6-Pz": "1313"})
    give(game, "force PG3-1-Pz")
    assert offered(game, "drop") == []
    assert refused(game, "drop PG3-1-Pz").case == "9.5"
    assert refused(game, "drop PG3-7-Pz").case == "9.5"
    assert refused(game, "drop PG3-6-Pz").case == "9.5"
    assert refused(game, "drop S-RD-01").case == "2.6"


@case("9.5")
def test_those_left_behind_at_the_start_may_move_later():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"})
    give(game, "force PG3-1-Pz", "march 1313", "halt")
    give(game, "force PG3-7-Pz", "march 1313", "halt")
    assert where(game, "PG3-7-Pz") == "1313"


@case("9.5")
def test_units_can_be_dropped_off_in_a_hex_just_taken():
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-36-Mot": "1312"}, dice=[EMPTY, EMPTY])
    give(game, "force PG3-1-Pz PG3-36-Mot PG3-7-Pz", "march 1413", "drop PG3-36-Mot", "march 1512")
    give(game, "drop PG3-7-Pz", "halt")
    assert [where(game, f"PG3-{id_}") for id_ in ("36-Mot", "7-Pz", "1-Pz")] == ["1413", "1512", "1512"]
    assert offered(game, "force") == []


@case("9.5")
def test_nobody_is_dropped_off_in_the_middle_of_a_battle():
    dice = [RIFLES, *[MISS] * 14, MISS, MISS]
    game = position(units={"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"}, dice=dice)
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1413")
    assert refused(game, "drop PG3-7-Pz").case == "10.5"
    assert refused(game, "halt").case == "10.5"
    assert refused(game, "march 1312").case == "10.5"


# Into battle


@case("9.6")
def test_a_march_ends_in_the_first_soviet_hex():
    # 1512 lies behind 1413 and 1412, both Soviet.
    game = position(units={"PG3-1-Pz": "1312"}, dice=[EMPTY])
    give(game, "force PG3-1-Pz")
    assert "1413" in reachable(game)
    ruling = refused(game, "march 1512")
    assert ruling.case == "9.6"
    give(game, "march 1413")
    assert reachable(game)["1512"] == 1


@case("9.6")
def test_a_battle_comes_only_with_movement():
    # A force next to Soviet hexes that stays where it is fights nobody.
    game = position(units={"PG3-1-Pz": "1312"}, dice=[])
    give(game, "force PG3-1-Pz", "halt", "end")
    assert game.decision.turn == 2


@case("9.6")
def test_ruling_40_a_march_goes_the_cheapest_way_and_stretches_choose_another():
    dice = [RIFLES, *[MISS] * 7, MISS, MISS]
    straight = position(units={"PG3-1-Pz": "1312"}, dice=dice)
    give(straight, "force PG3-1-Pz", "march 1413", "withdraw")
    assert where(straight, "PG3-1-Pz") == "1312"
    round_about = position(units={"PG3-1-Pz": "1312"}, dice=dice)
    give(round_about, "force PG3-1-Pz", "march 1313", "march 1413", "withdraw")
    assert where(round_about, "PG3-1-Pz") == "1313"
