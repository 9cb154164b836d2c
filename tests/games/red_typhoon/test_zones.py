"""Zones of control (6).

Most of it happens in the far south-west, where the ground is clear and without roads: the hexes
around 0442 are 0441, 0542, 0543, 0443, 0343 (woods) and 0342.
"""

import pytest

from tests.games.red_typhoon.helpers import is_disrupted, position, reachable, refused
from typhoon.engine.cases import case

AROUND_0442 = ["0441", "0542", "0543", "0443", "0343", "0342"]


def one_point_left(unit_hex: str, enemies: dict, **more):
    """3-7 infantry with a single movement point left, and its enemies."""
    units = {"S-B-12": {"hex": unit_hex, "spent": 6}, **enemies}
    return position(units=units, move_orders=["K"], **more)


@case("6.0", "6.1")
@pytest.mark.parametrize("entered", AROUND_0442)
def test_all_six_hexes_around_a_unit_stop_the_enemy(entered):
    beyond = {
        "0441": "0440", "0542": "0641", "0543": "0643", "0443": "0444", "0343": "0243", "0342": "0242",
    }[entered]  # fmt: skip
    game = position(units={"S-B-12": beyond, "G-7-ID": "0442"}, move_orders=["K"])
    assert game.preview(f"move S-B-12 {beyond}-{entered}").stops
    game.push(f"move S-B-12 {beyond}-{entered}")
    assert reachable(game, "S-B-12") == {}
    assert refused(game, f"move S-B-12 {entered}-{beyond}").case == "6.1"


@case("6.0", "6.1")
def test_two_hexes_off_there_is_no_zone():
    game = position(units={"S-B-12": "0440", "G-7-ID": "0442"}, move_orders=["K"])
    game.push("move S-B-12 0440-0540")
    assert "0640" in reachable(game, "S-B-12")


@case("6.1")
def test_rt_019_a_unit_stops_on_entering():
    # From 0440 the way south leads into 0441, and no farther.
    game = position(units={"S-B-12": {"hex": "0440", "spent": 4}, "G-7-ID": "0442"}, move_orders=["K"])
    reach = reachable(game, "S-B-12")
    assert reach["0441"] == 1
    # 0543, behind the zone, is three steps away by 0441 and 0542, and farther by free hexes.
    assert "0543" not in reach
    ruling = refused(game, "move S-B-12 0440-0543")
    assert ruling.case == "6.1"


@case("6.1")
def test_rt_020_no_step_from_zone_to_zone():
    # 0441 and 0542 are neighbours, both in the zone of 0442.
    game = one_point_left("0441", {"G-7-ID": "0442"})
    assert refused(game, "move S-B-12 0441-0542").case == "6.1"
    assert refused(game, "move S-B-12 0441-0342").case == "6.1"
    assert sorted(reachable(game, "S-B-12")) == ["0341", "0440", "0541"]


@case("6.1")
def test_a_stopped_unit_stays_stopped_for_the_phase_and_no_longer():
    game = position(turn=2, units={"S-B-12": "0440", "S-A-01": "2504", "G-7-ID": "0442"})
    game.push("activate K")
    game.push("move S-B-12 0440-0441")
    game.push("activate NW")
    game.push("move S-A-01 2504-2505")
    assert reachable(game, "S-B-12") == {}
    again = position(**game.rules.snapshot(game.position))
    assert refused(again, "move S-B-12 0441-0440").case == "6.1"
    for _ in range(4):
        game.push("end")
    game.push("activate K")
    assert (game.decision.turn, reachable(game, "S-B-12")["0440"]) == (3, 1)


@case("6.1")
def test_zones_of_two_different_units_bar_the_step_as_well():
    game = one_point_left("0441", {"G-7-ID": "0442", "G-35-ID": "0339"})
    # 0339 controls 0338, 0340, 0438, 0439, 0238 and 0239: nothing next to 0441.
    assert "0440" in reachable(game, "S-B-12")
    game = one_point_left("0441", {"G-7-ID": "0442", "G-35-ID": "0340"})
    # 0340 controls 0339, 0341, 0439, 0440, 0239 and 0240.
    assert refused(game, "move S-B-12 0441-0440").case == "6.1"
    assert refused(game, "move S-B-12 0441-0341").case == "6.1"
    assert list(reachable(game, "S-B-12")) == ["0541"]


@case("6.1")
def test_ruling_10_with_a_free_hex_between_it_may_enter_again():
    game = position(units={"S-B-12": "0441", "G-7-ID": "0442"}, move_orders=["K"])
    # 0441-0541-0542: one free hex between the zones, no extra cost for leaving.
    assert reachable(game, "S-B-12")["0542"] == 2
    assert game.preview("move S-B-12 0441-0542").path == ("0441", "0541", "0542")
    game.push("move S-B-12 0441-0542")
    assert refused(game, "move S-B-12 0542-0541").case == "6.1"


@case("6.1")
def test_it_may_leave_in_one_stretch_and_enter_in_the_next():
    game = position(units={"S-B-12": "0441", "G-7-ID": "0442"}, move_orders=["K"])
    game.push("move S-B-12 0441-0541")
    game.push("move S-B-12 0541-0542")
    assert reachable(game, "S-B-12") == {}


@case("6.1")
def test_a_unit_hemmed_in_by_zones_cannot_move_at_all():
    # Around 0442: 0441 is controlled from 0440, 0542 from 0641, 0543 and 0443 from 0544, and 0342
    # from 0343, which controls 0442 itself as well.
    enemies = {"G-7-ID": "0440", "G-78-ID": "0641", "G-35-ID": "0544", "G-106-ID": "0343"}
    game = position(units={"S-B-12": "0442", **enemies}, move_orders=["K"])
    assert reachable(game, "S-B-12") == {}
    assert refused(game, "move S-B-12 0442-0441").case == "6.1"
    assert refused(game, "move S-B-12 0442-0343").case == "8.1"
    del enemies["G-78-ID"]
    game = position(units={"S-B-12": "0442", **enemies}, move_orders=["K"])
    assert reachable(game, "S-B-12")["0542"] == 1


@case("6.1")
def test_a_friend_does_not_cancel_the_zone_for_movement():
    units = {"S-B-12": "0440", "S-B-13": "0441", "G-7-ID": "0442"}
    game = position(units=units, move_orders=["K"])
    game.push("move S-B-12 0440-0441")
    assert refused(game, "move S-B-12 0441-0541").case == "6.1"


@case("6.0")
def test_zones_reach_across_rivers_and_into_cities():
    # 3418 lies across the Lama from Volokolamsk (3519).
    game = position(phase="german movement", units={"G-7-ID": "3417", "S-C-04": "3519"}, move_orders=["4P"])
    assert game.preview("move G-7-ID 3417-3418").stops
    game = position(units={"S-B-12": "2525", "G-7-ID": "2421"}, move_orders=["K"])
    game.push("move S-B-12 2525-2422")  # Vyazma, next to 2421
    assert reachable(game, "S-B-12") == {}


@case("6.1")
def test_german_units_stop_as_well():
    units = {"G-7-ID": "0440", "S-B-12": "0442"}
    game = position(phase="german movement", units=units, move_orders=["4P"])
    game.push("move G-7-ID 0440-0441")
    assert refused(game, "move G-7-ID 0441-0440").case == "6.1"


@case("6.0")
def test_a_corner_unit_controls_what_there_is():
    # 0101 has two neighbours, 0102 and 0201.
    game = position(units={"S-B-12": "0302", "G-7-ID": "0101"}, move_orders=["K"])
    assert game.preview("move S-B-12 0302-0201").stops
    assert game.preview("move S-B-12 0302-0102").stops
    assert not game.preview("move S-B-12 0302-0202").stops


@case("6.0")
def test_zones_do_not_run_over_the_edge_of_the_map():
    # 0146 ends a column; 0201, which begins the next one, is far away from it.
    game = position(units={"S-B-12": "0302", "G-7-ID": "0146", "G-35-ID": "3846"}, move_orders=["K"])
    assert not game.preview("move S-B-12 0302-0201").stops
    assert not game.preview("move S-B-12 0302-0101").stops


@case("6.3", "6.0")
def test_rt_021_a_disrupted_unit_has_no_zone():
    game = position(units={"S-B-12": "0440", "G-7-ID": {"hex": "0442", "disrupted": True}}, move_orders=["K"])
    assert not game.preview("move S-B-12 0440-0441").stops
    # Straight past it by 0441 and 0542.
    assert reachable(game, "S-B-12")["0543"] == 3
    assert refused(game, "move S-B-12 0440-0442").case == "8.1"


@case("6.3", "9.5")
def test_a_unit_beaten_back_loses_its_zone():
    units = {"S-C-01": "0441", "G-7-ID": "0442"}
    game = position(phase="soviet combat", units=units, attack_orders=["WR"], dice=[3])
    game.push("attack 0442 S-C-01")  # 5:1, a die of 3 or 4: the defender retreats three or four hexes
    game.push(next(order for order in game.orders if order.verb == "retreat"))
    assert is_disrupted(game, "G-7-ID")
    assert game.position.zone(game.rules.sides.index("german")) == 0


@case("6.3")
def test_a_stack_keeps_its_zone_while_one_unit_is_in_order():
    stack = {"G-7-ID": {"hex": "0442", "disrupted": True}, "G-35-ID": "0442"}
    game = position(units={"S-B-12": "0440", **stack}, move_orders=["K"])
    assert game.preview("move S-B-12 0440-0441").stops


@case("6.3", "11.0")
def test_the_zone_returns_with_recovery():
    units = {"S-B-12": "0440", "G-7-ID": {"hex": "0442", "disrupted": True}}
    game = position(turn=2, phase="german combat", units=units)
    game.push("end")  # the German recovery phase follows, then turn 3
    game.push("activate K")
    assert game.preview("move S-B-12 0440-0441").stops


@case("6.2")
def test_units_attack_into_their_zone_only():
    units = {"S-B-01": "0440", "S-B-02": "0441", "G-7-ID": "0442"}
    game = position(phase="soviet combat", units=units, attack_orders=["K"])
    assert "attack 0442 S-B-02" in game.orders
    assert refused(game, "attack 0442 S-B-01").case == "6.2"
    assert refused(game, "attack 0442 S-B-01 S-B-02").case == "6.2"
