"""The airborne landing (13.2)."""

import pytest

from tests.games.red_typhoon.helpers import controls, offered, points, position, refused, unit_states, where
from typhoon.engine.cases import case

CORPS = "S-4th-Airborne-Corps"


def airborne(units=None, turn=7, **given):
    return position(turn=turn, phase="airborne", units=units or {}, **given)


def may_land(game, hex_: str) -> bool:
    order = f"place {CORPS} {hex_}"
    if order in game.orders:
        assert order in offered(game, "place")
        return True
    assert refused(game, order).case == "13.2"
    return False


@case("13.2")
@pytest.mark.parametrize("turn", [4, 5, 6, 7])
def test_rt_066_it_lands_on_one_of_turns_4_to_7(turn):
    game = airborne(turn=turn, dice=[1])
    game.push(f"place {CORPS} 2525")
    assert where(game, CORPS) == "2525"


@case("13.2", "3.3")
@pytest.mark.parametrize("turn", [1, 3, 8, 9])
def test_it_does_not_land_on_other_turns(turn):
    game = position(turn=turn, phase="soviet combat")
    game.push("end")
    assert game.decision.phase == "german movement"


@case("13.2")
def test_rt_066_clear_ground_only():
    game = airborne()
    assert may_land(game, "2524")
    assert may_land(game, "2522")  # clear with road and railway
    assert not may_land(game, "2323")  # woods
    assert not may_land(game, "2322")  # woods with a road
    assert not may_land(game, "2422")  # Vyazma


@case("13.2")
def test_rt_066_within_twenty_hexes_of_the_eastern_edge():
    game = airborne()
    # Straight west of the edge hexes: twenty columns.
    assert may_land(game, "1825")
    assert not may_land(game, "1725")
    # Twenty columns west of 3813, ten rows up.
    assert may_land(game, "1803")
    # South of 3831: ten columns west bring five rows for nothing, ten more rows make twenty.
    assert may_land(game, "2846")
    # Twelve columns bring six rows; the nine that remain make twenty-one.
    assert not may_land(game, "2646")
    # North of 3813: 16 columns and 8 rows, then 4 more rows.
    assert may_land(game, "2201")
    # 18 columns and 9 rows, then 3 more rows.
    assert not may_land(game, "2001")
    assert not may_land(game, "3820")  # the edge itself, but woods
    assert may_land(game, "3823")  # the edge itself, clear


@case("13.2")
def test_rt_066_not_where_anybody_stands():
    game = airborne({"S-D-01": "2524", "G-7-ID": {"hex": "2820", "disrupted": True}})
    assert not may_land(game, "2524")
    assert not may_land(game, "2820")


@case("13.2", "6.3")
def test_rt_066_not_in_an_enemy_zone_of_control():
    # Around 2524 the hexes 2523 and 2525 are clear; 2522 is out of reach.
    game = airborne({"G-7-ID": "2524"})
    assert not may_land(game, "2523")
    assert not may_land(game, "2525")
    assert may_land(game, "2522")
    game = airborne({"G-7-ID": {"hex": "2524", "disrupted": True}})
    assert may_land(game, "2523")


@case("13.2")
def test_soviet_zones_and_german_control_do_not_matter():
    game = airborne({"S-D-01": "2524"})
    assert may_land(game, "2523")


@case("13.2")
def test_it_may_wait_for_a_later_turn():
    game = airborne(turn=6, dice=[1])
    game.push("end")
    while game.decision.phase != "airborne":
        game.push("end" if "end" in game.orders else next(iter(game.orders)))
    assert game.decision.turn == 7
    assert may_land(game, "2525")


@case("13.2", "4.4")
def test_rt_067_never_landing_costs_nothing():
    game = airborne(turn=7)
    before = points(game)
    game.push("end")
    while game.decision:
        game.push("end")
    assert game.result.points == before
    assert CORPS not in unit_states(game)


@case("13.2")
def test_it_lands_once():
    game = position(turn=5, phase="soviet combat", units={CORPS: "2525"}, dice=[1])
    game.push("end")
    assert game.decision.phase == "partisan"
    game = position(turn=7, phase="soviet combat", units={CORPS: "eliminated"})
    game.push("end")
    assert game.decision.phase == "german movement"


@case("13.2", "2.1")
def test_it_takes_back_a_supply_source():
    game = airborne(control={"3823": "german"})
    game.push(f"place {CORPS} 3823")
    assert controls(game, "3823") == "soviet"


@case("13.2")
def test_landed_it_has_a_zone_of_control_at_once():
    game = airborne({"G-7-ID": "2522"})
    game.push(f"place {CORPS} 2525")
    game.push("activate 4P")
    assert game.preview("move G-7-ID 2522-2524").stops


@case("13.2", "5.0")
def test_nobody_else_arrives():
    game = airborne({"G-7-ID": "2820"}, turn=4)
    assert refused(game, "place S-Partisan-1 2525").case == "13.2"
    assert refused(game, "place S-D-01 2525").case == "13.2"
    assert refused(game, "place G-35-ID 2525").case == "5.0"
    assert refused(game, f"place {CORPS} 9999").case == "2.1"
    assert refused(game, f"move {CORPS} 2525-2526").case == "5.0"
