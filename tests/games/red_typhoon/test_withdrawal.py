"""1S leaves the front (13.1)."""

import pytest

from tests.games.red_typhoon.helpers import controls, happened, offered, points, position, refused, where
from typhoon.engine.cases import case

# These three control every hex around Volokolamsk (3519): 3418 stands in one and controls 3419 and
# 3518, 3620 controls 3520 and 3619, 3617 controls 3618.
RING = {"G-78-ID": "3418", "G-7-ID": "3620", "G-35-ID": "3617"}


def withdrawal(turn=4, units=None, **given):
    units = {"S-C-01": "3519", **(units or {})}
    return position(turn=turn, phase="1S withdrawal", units=units, dice=[1], **given)


def after_combat(turn, units, **given):
    """The end of the Soviet combat phase."""
    game = position(turn=turn, phase="soviet combat", units=units, dice=[1], **given)
    game.push("end")
    return game


@case("13.1", "4.3")
@pytest.mark.parametrize(("turn", "vp"), [(4, 0), (5, -1), (6, -2), (7, -3), (8, -4), (9, -5)])
def test_rt_012_it_may_leave_on_turns_4_to_9_at_a_price(turn, vp):
    game = withdrawal(turn)
    assert game.decision.side == "soviet"
    game.push("withdraw S-C-01")
    assert where(game, "S-C-01") == ""
    assert points(game)["soviet"] == vp


@case("13.1")
def test_it_need_not_leave_before_turn_9():
    for turn in range(4, 9):
        game = withdrawal(turn)
        game.push("end")
        assert where(game, "S-C-01") == "3519"
        assert points(game)["soviet"] == 0


@case("13.1", "4.3", "4.4")
def test_rt_065_still_there_after_the_phase_of_turn_9_it_is_eliminated():
    game = withdrawal(9)
    german = points(game)["german"]
    game.push("end")
    assert where(game, "S-C-01") == "eliminated"
    assert points(game) == {"soviet": -5, "german": german}


@case("13.1")
def test_rt_063_an_enemy_zone_of_control_does_not_hold_it():
    game = withdrawal(5, {"G-78-ID": "3418"})
    game.push("withdraw S-C-01")
    assert where(game, "S-C-01") == ""


@case("13.1", "10.2")
def test_rt_064_isolated_it_may_not_leave():
    game = after_combat(5, {"S-C-01": "3519", **RING})
    assert happened(game.log, "cut_off")
    assert game.decision.phase == "airborne"
    assert where(game, "S-C-01") == "3519"
    # With any one of the three gone there is a way out.
    for gap in RING:
        ring = {unit: hex_ for unit, hex_ in RING.items() if unit != gap}
        assert "withdraw S-C-01" in after_combat(5, {"S-C-01": "3519", **ring}).orders


@case("13.1")
def test_a_friend_in_the_ring_opens_the_way():
    # 3619, on the road to Moscow, is in a zone of control, but held by a friend; so is 3720 beyond.
    units = {"S-C-01": "3519", **RING, "S-C-08": "3619", "S-C-09": "3720"}
    assert "withdraw S-C-01" in after_combat(5, units).orders


@case("13.1", "4.3")
def test_isolated_on_turn_9_it_is_lost():
    game = after_combat(9, {"S-C-01": "3519", **RING})
    assert where(game, "S-C-01") == "eliminated"
    assert points(game)["soviet"] == -5
    assert game.decision.side == "german"


@case("13.1")
def test_it_does_not_come_back():
    game = withdrawal(7)
    game.push("withdraw S-C-01")
    while game.decision.turn == 7:
        game.push("end")
    assert refused(game, "move S-C-01 3519-3619").case == "2.2"
    game.push("end")
    game.push("end")
    assert (game.decision.turn, game.decision.side) == (8, "german")
    assert points(game)["soviet"] == -3


@case("13.1")
def test_an_eliminated_army_is_not_withdrawn():
    game = after_combat(8, {"S-C-01": "eliminated", "S-C-08": "3518"})
    assert game.decision.side == "german"
    assert points(game)["soviet"] == -5


@case("13.1", "5.0")
def test_ruling_30_it_may_fight_on_the_turn_it_leaves():
    units = {"S-C-01": "3519", "G-78-ID": "3418"}
    game = position(turn=4, phase="soviet combat", units=units, attack_orders=["WR"], dice=[1])
    game.push("attack 3418 S-C-01")  # 6:1 across the river
    while game.decision.phase == "soviet combat":
        game.push("end" if "end" in game.orders else next(iter(game.orders)))
    game.push("withdraw S-C-01")
    assert where(game, "S-C-01") == ""


@case("13.1", "2.1")
def test_the_city_it_leaves_stays_soviet():
    game = withdrawal(4)
    game.push("withdraw S-C-01")
    assert controls(game, "3519") == "soviet"


@case("13.1")
def test_the_turn_track_shows_when_it_left():
    game = withdrawal(6)
    assert turn_box(game, 6).endswith("1S out: -2 VP")
    game.push("withdraw S-C-01")
    assert turn_box(game, 6).endswith("1S withdrawn: -2 VP")
    assert "1S" not in turn_box(game, 7)


def turn_box(game, turn: int) -> str:
    """What the turn track says of a turn."""
    (track,) = [panel for panel in game.rules.shown.panels(game.position) if panel.id == "turns"]
    return track.rows[turn - 1][-1]


@case("13.1")
def test_no_other_army_is_withdrawn():
    game = withdrawal(4, {"S-C-08": "3518"})
    assert refused(game, "withdraw S-C-08").case == "13.1"
    assert refused(game, "withdraw S-1S-WL").case == "13.1"
    assert offered(game, "withdraw") == ["withdraw S-C-01"]


@case("13.1", "3.2")
def test_the_army_of_the_left_wing_leaves_in_the_same_way():
    units = {"S-1S-WL": "3519"}
    option = {"first-shock-army": "WL"}
    game = position(turn=6, phase="1S withdrawal", units=units, options=option, dice=[1])
    game.push("withdraw S-1S-WL")
    assert points(game)["soviet"] == -2 - 1


@case("13.1")
def test_disruption_does_not_hold_it():
    game = position(turn=4, phase="1S withdrawal", units={"S-C-01": {"hex": "3519", "disrupted": True}})
    game.push("withdraw S-C-01")
    assert where(game, "S-C-01") == ""
