"""9.95, 9.96, 9.98 and 9.99: advances after combat, breakthroughs, and attacks from one hex."""

import pytest

from tests.games.operation_typhoon.fights import (
    EAST,
    MIDDLE,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    attack,
    fight,
)
from tests.games.operation_typhoon.positions import (
    give,
    happened,
    offered,
    refused,
    shaded,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case

FAR_EAST = "C3427"
D1, D2 = (5, 5), (1, 2)
"""Dice 10 at 1-1 are D1, dice 3 at 3-1 are D2, both without losses."""


def advances(game, name: str) -> set[str]:
    found = offered(game, "advance")
    return {order.split(" ")[2] for order in found if order.split(" ")[1] == name}


def beaten(
    *units,
    dice=D2,
    order=f"attack {MIDDLE} 17/31/43",
    engaged="",
    path=f"{MIDDLE}-{EAST}-{FAR_EAST}",
    **given,
):
    """A defender of 3 is beaten at 3-1: D2, and retreats two hexes to the east."""
    game = fight(("17/31/43", WEST, 9), ("194/43", MIDDLE, 3), *units, dice=dice, **given)
    give(game, order, "end", *([f"engage {engaged}"] if engaged else []))
    assert happened(game.log, "combat")[-1]["result"] == "D2"
    give(game, f"withdraw {path}")
    return game


@case("9.95", "9.96")
def test_units_on_foot_follow_the_path_of_retreat_and_no_other():
    game = beaten()
    assert game.decision.side == "german"
    assert advances(game, "17/31/43") == {f"{WEST}-{MIDDLE}", f"{WEST}-{MIDDLE}-{EAST}"}
    assert refused(game, f"advance 17/31/43 {WEST}-{MIDDLE}-{NORTH_EAST}").case == "9.96"
    give(game, f"advance 17/31/43 {WEST}-{MIDDLE}-{EAST}")
    assert where(game, "17/31/43") == EAST


@case("9.95")
def test_nobody_must_advance_and_an_advance_may_stop_anywhere():
    game = beaten()
    give(game, "end")
    assert where(game, "17/31/43") == WEST


@case("9.95")
def test_units_stacked_with_those_that_fought_may_come_along():
    game = beaten(("82/31/43", WEST, 4), engaged="17/31/43")
    give(game, f"advance 17/31/43 {WEST}-{MIDDLE}")
    assert advances(game, "82/31/43") == {f"{WEST}-{MIDDLE}", f"{WEST}-{MIDDLE}-{EAST}"}
    assert advances(game, "17/31/43") == set()
    assert refused(game, f"advance 17/31/43 {MIDDLE}-{EAST}").case == "9.95"


@case("9.95")
def test_bystanders_do_not_advance_even_when_a_victor_comes_to_them():
    """A mechanized victor ends his advance in the hex of 339, which did not fight."""
    game = fight(
        ("1/GDM/24", WEST, 9), ("194/43", MIDDLE, 3), ("339/167/53", NORTH_WEST, 4), dice=D2,
        combats=[{"target": MIDDLE, "units": ["1/GDM/24"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    give(game, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    assert advances(game, "339/167/53") == set()
    give(game, f"advance 1/GDM/24 {WEST}-{MIDDLE}-{NORTH_WEST}")
    assert offered(game, "advance") == []


@case("9.96")
def test_mechanized_units_may_leave_the_path_after_the_first_hex():
    game = fight(("1/GDM/24", WEST, 9), ("194/43", MIDDLE, 3), dice=D2)
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    ends = {way.split("-")[-1] for way in advances(game, "1/GDM/24")}
    assert ends == {MIDDLE, EAST, NORTH_EAST, SOUTH_EAST, NORTH_WEST, SOUTH_WEST}
    assert all(way.split("-")[1] == MIDDLE for way in advances(game, "1/GDM/24"))
    assert refused(game, f"advance 1/GDM/24 {WEST}-{NORTH_WEST}").case == "9.96"
    assert refused(game, f"advance 1/GDM/24 {WEST}-{MIDDLE}-{EAST}-{NORTH_EAST}").case == "9.95"


@case("9.96")
def test_an_advance_stops_in_an_enemy_zone_but_not_in_the_first_hex():
    """413 covers the middle and the hexes around: into the middle, but no farther than one hex from it."""
    game = fight(
        ("1/GDM/24", WEST, 8), ("194/43", MIDDLE, 2), ("413/50", NORTH_WEST, 8), dice=(2, 3),
        combats=[{"target": MIDDLE, "units": ["1/GDM/24"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    assert happened(game.log, "combat")[-1]["result"] == "D1(1)"  # 4-1 with dice 5
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert advances(game, "1/GDM/24") == {f"{WEST}-{MIDDLE}"}
    far = fight(
        ("1/GDM/24", WEST, 9), ("194/43", MIDDLE, 3), ("413/50", NORTH_WEST, 8), dice=D2,
        combats=[{"target": MIDDLE, "units": ["1/GDM/24"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    give(far, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    assert f"{WEST}-{MIDDLE}-{SOUTH_EAST}" in advances(far, "1/GDM/24")  # on, though the middle is in a zone


@case("9.96")
def test_in_the_second_hex_an_enemy_zone_ends_the_advance():
    """D4(3)! kills the cadre at 9-1; four hexes and one, but C3527 covers the eastern hexes."""
    game = fight(
        ("1/GDM/24", WEST, 9), ("194/43", MIDDLE, {"cadre": True}), ("413/50", "C3528", 8), dice=(1, 1)
    )
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D4(3)!"
    into_zone = [
        way for way in advances(game, "1/GDM/24") if way.split("-")[2:] and way.split("-")[-1] == "C3527"
    ]
    assert into_zone
    assert not any("C3527-" in way for way in advances(game, "1/GDM/24"))


@case("9.95")
def test_a_cadre_that_dies_in_place_of_a_retreat_leaves_what_remains_of_it():
    """OT-021: D2 against a cadre; one step in place of one hex, one hex is left."""
    game = fight(("17/31/43", WEST, 3), ("194/43", MIDDLE, {"cadre": True}), dice=D2)
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "D2"
    give(game, "lose 194/43")
    assert where(game, "194/43") == "eliminated"
    assert advances(game, "17/31/43") == {f"{WEST}-{MIDDLE}"}


@case("9.95")
def test_a_defender_lost_by_mandatory_steps_leaves_the_whole_retreat_to_the_victors():
    """D2(1) at 2-1 with dice 10 against a cadre of 1: two hexes, in any direction after the first."""
    game = fight(("17/31/43", WEST, 2), ("194/43", MIDDLE, {"cadre": True}), dice=(5, 5))
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "D2(1)"
    ends = {way.split("-")[-1] for way in advances(game, "17/31/43")}
    assert ends == {MIDDLE, EAST, NORTH_EAST, SOUTH_EAST, NORTH_WEST, SOUTH_WEST}


@case("9.95")
def test_a_defender_who_pays_a_whole_d1_in_steps_leaves_nothing():
    """R73."""
    game = fight(("17/31/43", WEST, 1), ("194/43", MIDDLE, {"cadre": True}), dice=D1)
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "D1"
    give(game, "lose 194/43")
    assert offered(game, "advance") == []


@case("9.95")
def test_a_victorious_defender_advances_too():
    """A1 at 5-1 with dice 3: the attacker goes back a hex, the defender may follow into his."""
    game = fight(("17/31/43", WEST, 10), ("194/43", MIDDLE, 2), dice=(1, 2))
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "A1"
    assert game.decision.side == "german"
    give(game, f"withdraw {WEST}-C3423")
    assert game.decision.side == "soviet"
    assert advances(game, "194/43") == {f"{MIDDLE}-{WEST}"}


@case("9.15", "7.24")
@pytest.mark.parametrize("who", ["12/4P/24", "3/3P/24"], ids=["who fought", "who stood by"])
def test_nobody_who_has_been_attacked_defends_again_where_he_advances_to(who):
    """R97: 3 to 4 with dice 6 is A2(2); the victors drive on to friends under attack, who fight alone."""
    game = fight(
        ("258/49", WEST, 3), ("12/4P/24", MIDDLE, 4), ("3/3P/24", MIDDLE, 4),
        ("238/49", "C3625", 9), ("17/31/43", NORTH_WEST, 8), dice=(2, 4, 5, 5), side="soviet",
        ground="normal",
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 258/49", f"attack {NORTH_WEST} 238/49", "end", f"resolve {MIDDLE}")
    give(game, "defend 12/4P/24", f"withdraw {WEST}-C3423-C3422")
    assert happened(game.log, "combat")[-1]["result"] == "A2(2)"
    give(game, f"advance {who} {MIDDLE}-{WEST}-{NORTH_WEST}", "end")
    second = happened(game.log, "combat")[-1]
    assert second["target"] == NORTH_WEST
    assert second["defenders"] == ("17/31/43",)
    assert second["defense"] == 8


@case("9.97")
def test_a_mechanized_unit_advances_over_no_river_without_a_road():
    """Kashira is taken from C3935 on the far bank on foot only; by the road from C3934 by everybody."""
    for name, hex_, comes in (
        ("17/31/43", "C3935", True),
        ("1/GDM/24", "C3935", False),
        ("1/GDM/24", "C3934", True),
    ):
        game = fight((name, hex_, 9), ("194/43", "C3834", {"cadre": True}), dice=(5, 6), ground="normal")
        combat = attack(game, f"attack C3834 {name}")
        assert (combat["defense"], combat["final"]) == (2, "4-1")  # doubled behind the Oka; a town
        assert combat["result"] == "D2(2)"
        assert (f"{hex_}-C3834" in advances(game, name)) == comes
    frozen = fight(
        ("1/GDM/24", "C3935", 4), ("194/43", "C3834", {"cadre": True}), dice=(5, 6), ground="river freeze"
    )
    assert attack(frozen, "attack C3834 1/GDM/24")["result"] == "D2(2)"
    assert "C3935-C3834" in advances(frozen, "1/GDM/24")


# Breakthrough: 4-1 in the open with dice 3 is D2(2) in bold print.


def broken_through(*units, attacker="17/31/43", strength=8, engaged="", **given):
    game = fight(
        (attacker, WEST, strength), ("194/43", MIDDLE, 2), ("53/43", MIDDLE, 7), *units, dice=(1, 2), **given
    )
    chosen = [f"engage {engaged}"] if engaged else []
    give(game, f"attack {MIDDLE} {attacker}", "end", *chosen, "defend 194/43")
    assert happened(game.log, "combat")[-1]["result"] == "D2(2)!"
    return game


@case("9.98")
def test_after_a_breakthrough_the_attacker_chooses_the_path_of_retreat():
    """Any way of two hexes that enters none twice (R67), also beside the attacker and round about."""
    game = broken_through()
    assert game.decision.side == "german"
    ways = {order.removeprefix("withdraw ") for order in offered(game, "withdraw")}
    assert f"{MIDDLE}-{NORTH_WEST}-C3624" in ways
    assert all(way.split("-")[0] == MIDDLE and len(way.split("-")) == 3 for way in ways)
    assert f"{MIDDLE}-{EAST}-{NORTH_EAST}" in ways  # no farther from the middle than before
    assert not any(MIDDLE in way.split("-")[1:] or WEST in way for way in ways)
    # Five hexes beside the middle are free; from each lead five ways on, from those beside the attacker four.
    assert len(ways) == 23


@case("9.98")
def test_after_a_breakthrough_no_steps_are_lost_in_place_of_the_retreat():
    game = broken_through()
    assert offered(game, "lose") == []
    assert refused(game, "lose 53/43").case == "9.98"


@case("9.98", "6.21")
def test_the_beaten_units_have_no_zone_for_the_rest_of_the_phase_and_have_it_again_afterwards():
    game = broken_through()
    give(game, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    assert "C3428" not in shaded(game, "zones", "soviet")
    give(game, "end")
    assert game.decision.phase == "soviet movement"
    assert "C3428" in shaded(game, "zones", "soviet")
    assert "no_zone" not in unit(game, "53/43")


@case("9.98")
def test_without_zones_of_the_beaten_the_advance_goes_on_one_hex_more():
    """Two hexes of retreat and one: three, the last of them off the path for those on foot (R68)."""
    game = broken_through()
    give(game, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    ways = advances(game, "17/31/43")
    on_path = {f"{WEST}-{MIDDLE}", f"{WEST}-{MIDDLE}-{EAST}"}
    assert on_path <= ways
    third = {way for way in ways if len(way.split("-")) == 4}
    assert third == ways - on_path
    assert all(way.startswith(f"{WEST}-{MIDDLE}-{EAST}-") for way in third)
    assert {way.split("-")[-1] for way in third} == {NORTH_EAST, SOUTH_EAST, "C3527", "C3327"}


@case("9.98")
def test_the_hex_more_is_for_units_that_fought():
    game = broken_through(("82/31/43", WEST, 4), engaged="17/31/43")
    give(game, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    assert max(len(way.split("-")) for way in advances(game, "17/31/43")) == 4
    assert advances(game, "82/31/43") == {f"{WEST}-{MIDDLE}", f"{WEST}-{MIDDLE}-{EAST}"}


@case("9.98")
def test_mechanized_units_roam_after_a_breakthrough():
    game = broken_through(attacker="1/GDM/24")
    give(game, f"withdraw {MIDDLE}-{EAST}-{FAR_EAST}")
    ways = advances(game, "1/GDM/24")
    assert f"{WEST}-{MIDDLE}-{NORTH_WEST}-C3625" in ways
    assert max(len(way.split("-")) for way in ways) == 4


@case("9.98", "9.93")
def test_a_retreat_chosen_by_the_enemy_pays_for_zones_too():
    """Through the north-western hex, beside the attacker."""
    game = broken_through()
    give(game, f"withdraw {MIDDLE}-{NORTH_WEST}-C3624")
    assert unit(game, "53/43").get("reduced") is True


# Attacks from one hex


def two_attacks(first, second, **given):
    """12 and a tank battalion of one hex attack two Soviets; dice for both."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 1),
        dice=(*first, *second), **given,
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24", "end", f"resolve {MIDDLE}")
    return game


@case("9.99")
def test_both_attacks_of_a_hex_are_rolled_before_a_result_is_applied():
    game = two_attacks((5, 5), (5, 5))
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["D1", "D1"]
    assert happened(game.log, "retreated") == []


@case("9.99")
def test_the_attacker_applies_his_results_first():
    """D1 in the first combat, A1(1) in the second: the tank is lost before the Soviet side is asked."""
    game = two_attacks((5, 5), (3, 6))
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["D1", "A1(1)"]
    assert where(game, "I35/4P/24") == "eliminated"
    assert game.decision.side == "german"
    assert happened(game.log, "retreated") == []


@case("9.99")
def test_when_both_sides_could_advance_nobody_does():
    game = two_attacks((5, 5), (3, 6))
    give(game, f"withdraw {WEST}-C3423")
    assert game.decision.side == "soviet"
    give(game, next(order for order in offered(game, "withdraw")))
    assert happened(game.log, "advanced") == []
    assert game.decision.phase == "soviet movement"


@case("9.99")
def test_when_both_attacks_succeed_the_attackers_advance():
    """When both Soviet stacks have gone back."""
    game = two_attacks((5, 5), (5, 5))
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert game.decision.side == "soviet"
    give(game, offered(game, "withdraw")[0])
    assert game.decision.side == "german"
    assert advances(game, "12/4P/24") == {f"{WEST}-{MIDDLE}"}
    give(game, "end")
    assert advances(game, "I35/4P/24") == {f"{WEST}-{NORTH_WEST}"}


@case("9.99", "9.11")
def test_attacks_from_different_hexes_are_resolved_and_applied_one_by_one():
    game = fight(
        ("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("110/112/53", "C3028", 4), ("260/50", "C3029", 4),
        dice=(5, 5, 5, 5),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53", "attack C3029 110/112/53", "end", f"resolve {MIDDLE}")
    assert len(happened(game.log, "combat")) == 1
    assert game.decision.side == "soviet"


@case("9.96", "16.25", "18.19")
def test_an_advance_takes_towns():
    """Venev, C2132, is taken by advance."""
    game = fight(("17/31/43", "C2131", 9), ("194/43", "C2132", {"cadre": True}), dice=(6, 5))
    combat = attack(game, "attack C2132 17/31/43")
    assert combat["result"].startswith("D")
    assert "C2132" not in told(game)["control"]
    give(game, "advance 17/31/43 C2131-C2132")
    assert told(game)["control"]["C2132"] == "german"


@case("9.95", "9.96")
@pytest.mark.parametrize(
    ("way", "case_", "words"),
    [
        ("C3424", "9.96", "vacated: C3425"),
        ("C3425-C3426", "9.96", "17/31/43 stands in C3424, not in C3425"),
        ("C3424-C9999", "3.0", "no hex C9999"),
        ("C3424-C3426", "9.9", "C3426 is not next to C3424"),
        ("C3424-C3423", "9.96", "vacated: C3425"),
        ("C3424-C3425-C3426-C3427", "5.21", "C3427 is held by enemy units"),
        ("C3424-C3425-C3526-C3626", "9.95", "at most 2 hexes"),
        ("C3424-C3425-C3526", "9.96", "follows the path of retreat"),
    ],
)
def test_an_advance_that_is_refused_is_told_where_it_goes_wrong(way, case_, words):
    ruling = refused(beaten(), f"advance 17/31/43 {way}")
    assert ruling.case == case_
    assert words in ruling.text


@case("9.98", "9.92")
def test_after_a_breakthrough_too_no_hex_is_entered_twice():
    """Back to where it began is no retreat."""
    ruling = refused(broken_through(), f"withdraw {MIDDLE}-{EAST}-{MIDDLE}")
    assert ruling.case == "9.92"
    assert "twice" in ruling.text


@case("9.98", "9.92")
def test_a_stack_in_a_corner_of_the_map_is_led_round_it():
    """C0253 in the south-east: only C0153 and C0154 are free, each beside it and beside the other.

    8 to 2 is 4-1, dice 3 are D2(2)!: 53 goes with the two steps, and 194 is driven along the edge.
    """
    game = fight(
        ("17/31/43", "C0252", 8), ("339/167/53", "C0353", 4), ("315/167/53", "C0354", 4),
        ("110/112/53", "C0152", 4), ("194/43", "C0253", 7), ("53/43", "C0253", 2), dice=(1, 2),
        combats=[{"target": "C0253", "units": ["17/31/43"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    give(game, "defend 53/43")
    assert happened(game.log, "combat")[-1]["result"] == "D2(2)!"
    assert set(offered(game, "withdraw")) == {
        "withdraw C0253-C0153-C0154",
        "withdraw C0253-C0154-C0153",
    }
    give(game, "withdraw C0253-C0153-C0154")
    assert unit(game, "194/43")["hex"] == "C0154"
    assert unit(game, "194/43")["reduced"] is True  # C0153 is in the zone of 110 (9.93)


@pytest.mark.parametrize("order", ["advance 17/31/43", "advance nobody C3424-C3425", "withdraw C3425-C3426"])
@case("9.95")
def test_other_orders_are_refused_during_an_advance(order):
    refused(beaten(), order)


@case("18.18")
@pytest.mark.parametrize(("turn", "follows"), [(3, False), (4, True)])
def test_on_the_first_three_turns_no_soviet_unit_advances_over_the_front_line(turn, follows):
    """R106: from C0624, on the line, Soviets drive Germans out of C0623; the hex lies west of the line."""
    game = fight(("17/31/43", "C0623", 8), ("194/43", "C0624", 8), dice=D1, turn=turn, side="soviet")
    assert attack(game, "attack C0623 194/43")["result"] == "D1"
    give(game, next(str(order) for order in game.orders if order.verb == "withdraw"))
    assert (offered(game, "advance") == ["advance 194/43 C0624-C0623"]) == follows
    assert (game.decision.phase == "soviet combat") == follows  # nobody is asked where nobody may go
