"""Hints with a reason: an order in words, what it is for and what it risks."""

from __future__ import annotations

import typhoon
from typhoon.engine.advice import proposal, reason


def battle() -> typhoon.Game:
    return typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
        attack_orders=["K"],
    )


def test_an_attack_tells_its_odds_and_who_may_suffer():
    """10 to 4 is 2:1; in woods 1 and 2 end in AL and AR, 3 in C, 4 in EX, 5 and 6 in DR1 and DR2 (9.11)."""
    game = battle()
    order = game.parse("attack 2810 S-B-02 S-B-03")
    told = reason(game, order)
    assert told.startswith("2:1, ")
    chances = {"33% the enemy suffers", "17% both sides lose", "33% we suffer", "17% nothing happens"}
    assert set(told.split(", ")[1:]) == chances
    assert "2810" in proposal(game.rules, order) and "attack 2810" not in proposal(game.rules, order)


def test_a_move_tells_what_it_comes_near():
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet movement",
        units={"S-B-02": "2808", "G-6-ID": "2810"},
        move_orders=["K"],
    )
    order = next(order for order in game.orders if str(order) == "move S-B-02 2808-2809")
    assert "next to the enemy in 2810" in reason(game, order)
    assert "movement points" in reason(game, order)


def test_ending_a_phase_tells_what_is_left():
    assert "1 enemy hex could still be attacked" in reason(battle(), battle().parse("end"))


def test_an_order_that_cannot_be_given_has_no_reason():
    assert reason(battle(), battle().parse("attack 2811 S-B-02")) == ""


def test_orders_for_a_formation_tell_where_it_stands():
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2909", "G-6-ID": "2810"},
        ap={"soviet": 2},
    )
    order = game.parse("activate K")
    assert proposal(game.rules, order) == "Activate Kalinin Front"
    assert reason(game, order) == "it has units in 2 hexes, 1 of them next to the enemy"
