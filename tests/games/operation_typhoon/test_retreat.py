"""9.9 and 10.25: retreats, and HQs that step back."""

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
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told, unit, where
from typhoon.engine.cases import case

FAR_EAST = "C3427"
D1, D2 = (5, 5), (1, 2)
"""Dice 10 at 1-1 are D1, dice 3 at 3-1 are D2, both without losses."""


def pushed_back(*others, **given):
    """A German of 8 attacks a Soviet of 8 from the west: D1."""
    game = fight(("17/31/43", WEST, 8), ("194/43", MIDDLE, 8), *others, dice=D1, **given)
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "D1"
    return game


def pushed_far_back(*others, strength=3, **given):
    """A German of 9 attacks a Soviet of 3 from the west: D2."""
    game = fight(("17/31/43", WEST, 9), ("194/43", MIDDLE, strength), *others, dice=D2, **given)
    give(game, f"attack {MIDDLE} 17/31/43", "end")
    assert happened(game.log, "combat")[-1]["result"] == "D2"
    return game


def ways(game) -> set[str]:
    return {order.removeprefix("withdraw ") for order in offered(game, "withdraw")}


@case("9.91", "9.92")
def test_the_owner_retreats_as_far_from_the_enemy_as_he_can():
    """From the west attacked, the hexes east of the middle are two from the enemy, the others one."""
    game = pushed_back()
    assert game.decision.side == "soviet"
    assert ways(game) == {f"{MIDDLE}-{hex_}" for hex_ in (EAST, NORTH_EAST, SOUTH_EAST)}
    assert refused(game, f"withdraw {MIDDLE}-{NORTH_WEST}").case == "9.92"
    give(game, f"withdraw {MIDDLE}-{NORTH_EAST}")
    assert where(game, "194/43") == NORTH_EAST


@case("9.92")
def test_the_distance_is_judged_where_the_retreat_ends():
    """R67: two hexes to one of the five hexes three away from the enemy, by any way."""
    game = pushed_far_back()
    ends = {way.split("-")[-1] for way in ways(game)}
    assert ends == {"C3427", "C3527", "C3327", "C3626", "C3226"}
    assert f"{MIDDLE}-{NORTH_EAST}-C3527" in ways(game)


@case("9.92")
def test_every_enemy_keeps_the_retreat_away():
    """A second German stands behind the eastern hex: only the other two are two hexes from everybody."""
    game = pushed_back(("431/131/43", FAR_EAST, 3))
    assert ways(game) == {f"{MIDDLE}-{hex_}" for hex_ in (NORTH_EAST, SOUTH_EAST)}


@case("9.92")
def test_of_hexes_equally_far_one_outside_enemy_zones_is_chosen():
    """All hexes are beside an enemy, but the battalion behind the eastern one has no zone."""
    game = pushed_back(("I35/4P/24", FAR_EAST), ("431/131/43", "C3626", 3), ("432/131/43", "C3226", 3))
    assert ways(game) == {f"{MIDDLE}-{EAST}"}


@case("9.92")
def test_a_retreat_enters_no_hex_twice():
    assert all(len(set(way.split("-"))) == 3 for way in ways(pushed_far_back()))


@case("9.92")
def test_a_whole_stack_moves_as_one():
    game = fight(("1/GDM/24", WEST, 11), ("194/43", MIDDLE, 9), ("43/Glbev", MIDDLE), dice=D1)
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D1"
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert where(game, "194/43") == where(game, "43/Glbev") == EAST


RING = [("339/167/53", FAR_EAST, 4), ("110/112/53", "C3626", 4), ("431/131/43", "C3226", 4)]
"""Germans whose zones cover every hex east of the middle."""


@case("9.93", "6.43")
def test_each_enemy_zone_on_the_way_costs_the_stack_a_step():
    game = pushed_back(*RING)
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert where(game, "194/43") == EAST
    assert unit(game, "194/43").get("reduced") is True  # 8 loses one step


@case("9.93")
def test_the_owner_chooses_who_of_the_stack_pays():
    game = fight(("1/GDM/24", WEST, 11), ("194/43", MIDDLE, 9), ("43/Glbev", MIDDLE), *RING, dice=D1)
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", f"withdraw {MIDDLE}-{EAST}")
    assert set(offered(game, "lose")) == {"lose 194/43", "lose 43/Glbev"}
    give(game, "lose 43/Glbev")
    assert where(game, "43/Glbev") == "eliminated"


@case("9.93", "9.87")
def test_the_price_of_a_way_through_zones_may_fall_on_who_did_not_fight():
    """R115: 194 defends and 53 stands by; the result would strike 194 first, the way takes whom one likes."""
    game = fight(("1/GDM/24", WEST, 11), ("194/43", MIDDLE, 9), ("53/43", MIDDLE, 2), *RING, dice=D1)
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", "defend 194/43")
    assert happened(game.log, "combat")[-1]["result"] == "D1"
    assert offered(game, "lose") == ["lose 194/43"]
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert set(offered(game, "lose")) == {"lose 194/43", "lose 53/43"}
    give(game, "lose 53/43")
    assert unit(game, "53/43").get("cadre") is True


@case("9.93", "9.88")
def test_the_price_of_a_way_through_zones_need_not_fall_on_tanks():
    """R115: 12 and its tanks fail (6 to 5, dice 9: A1(1)): a tank first, on the way back whom one likes."""
    game = fight(
        ("12/4P/24", MIDDLE, 4), ("I35/4P/24", MIDDLE), ("II35/4P/24", MIDDLE), ("32/50", WEST, 1),
        ("299/50", WEST, 4), ("413/50", FAR_EAST, 8), ("260/50", "C3626", 1), ("154/50", "C3226", 2),
        dice=(4, 5), combats=[{"target": WEST, "units": ["12/4P/24", "I35/4P/24", "II35/4P/24"]}],
        frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    assert happened(game.log, "combat")[-1]["result"] == "A1(1)"
    give(game, "lose I35/4P/24")
    assert offered(game, "lose") == ["lose II35/4P/24"]
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert set(offered(game, "lose")) == {"lose 12/4P/24", "lose II35/4P/24"}


@case("9.93", "6.42")
def test_friends_lift_no_zone_for_a_retreat_and_do_not_pay_for_it():
    """A cadre goes back onto a division in an enemy zone: the cadre dies, the division loses nothing."""
    game = fight(
        ("17/31/43", WEST, 1), ("194/43", MIDDLE, {"cadre": True}), ("413/50", EAST, 8), *RING, dice=D1,
        combats=[{"target": MIDDLE, "units": ["17/31/43"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert where(game, "194/43") == "eliminated"
    assert unit(game, "413/50").keys() == {"hex", "chit", "seen"}


@case("9.94", "7.26")
def test_a_retreat_may_break_the_stacking_limit():
    """Two divisions stand in the only hex that is far enough: the third comes on top."""
    game = pushed_back(("413/50", EAST, 8), ("299/50", EAST, 4))
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert [where(game, name) for name in ("194/43", "413/50", "299/50")] == [EAST] * 3


def fled_onto_a_target(second_dice):
    """194 is pushed onto 299, which a tank battalion attacks later in the phase: 1 to 1."""
    game = fight(
        ("17/31/43", WEST, 8), ("194/43", MIDDLE, 8), ("299/50", EAST, 1), ("I35/4P/24", FAR_EAST),
        ("431/131/43", "C3626", 3), ("432/131/43", "C3226", 3), dice=(*D1, *second_dice),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 17/31/43", f"attack {EAST} I35/4P/24", "end", f"resolve {MIDDLE}")
    give(game, f"withdraw {MIDDLE}-{EAST}", "end")
    return game


@case("9.94")
def test_who_fled_into_a_hex_adds_nothing_to_its_defence_and_dies_with_its_defeat():
    game = fled_onto_a_target(D1)
    combat = happened(game.log, "combat")[-1]
    assert (combat["defenders"], combat["defense"], combat["result"]) == (("299/50",), 1, "D1")
    assert where(game, "194/43") == "eliminated"
    assert where(game, "299/50") == EAST


@case("9.94")
def test_who_fled_into_a_hex_that_holds_is_safe():
    game = fled_onto_a_target((3, 6))
    assert happened(game.log, "combat")[-1]["result"] == "A1(1)"
    assert where(game, "194/43") == EAST


@case("9.94", "9.95")
def test_who_fled_into_a_hex_that_wins_does_not_advance_with_it():
    """R102: the tank battalion is lost, and 299 may come forward."""
    game = fled_onto_a_target((3, 6))
    assert game.decision.side == "soviet"
    assert {order.split(" ")[1] for order in offered(game, "advance")} == {"299/50"}


@case("18.18")
@pytest.mark.parametrize(("turn", "ends"), [(3, {"C0525", "C0725"}), (4, {"C0524", "C0623", "C0724"})])
def test_on_the_first_three_turns_no_retreat_leads_over_the_front_line(turn, ends):
    """R106: a Soviet unit in C0624, on the line, is attacked from C0625 in the east.

    West of the line it would be two hexes from the enemy; on it, in C0525 or C0725, one.
    """
    game = fight(("17/31/43", "C0625", 8), ("194/43", "C0624", 8), dice=D1, turn=turn)
    assert attack(game, "attack C0624 17/31/43")["result"] == "D1"
    assert {way.split("-")[-1] for way in ways(game)} == ends
    if turn == 3:
        assert refused(game, "withdraw C0624-C0623").case == "18.18"


@case("9.97")
def test_mechanized_units_retreat_over_no_river_without_a_road():
    """Attacked from C3935, C3933 on the same bank and C3833 beyond the Oka are equally far."""
    for name, ground, ends in (
        ("194/43", "normal", {"C3933", "C3833"}),
        ("198/49", "normal", {"C3933"}),
        ("198/49", "river freeze", {"C3933", "C3833"}),  # R46
    ):
        game = fight(("17/31/43", "C3935", 4), (name, "C3934", 4), dice=D1, ground=ground)
        assert attack(game, "attack C3934 17/31/43")["result"] == "D1"
        assert {way.split("-")[-1] for way in ways(game)} == ends


@case("9.97")
def test_a_road_over_the_river_is_a_way_back():
    """From Kashira, attacked from the east, a mechanized stack crosses to C3934 by the road, not to C3935."""
    game = fight(
        ("17/31/43", "C3835", 4), ("198/49", "C3834", 4), ("339/167/53", "C3733", 4), dice=D1, ground="normal"
    )
    give(game, "attack C3834 17/31/43", "end")
    assert happened(game.log, "combat")[-1]["result"] == "A1(1)"  # a town: 1-1 with dice 10
    game = fight(
        ("17/31/43", "C3835", 8),
        ("198/49", "C3834", 4),
        ("339/167/53", "C3732", 4),
        dice=(4, 6),
        ground="normal",
    )
    give(game, "attack C3834 17/31/43", "end")
    combat = happened(game.log, "combat")[-1]
    assert (combat["final"], combat["result"]) == ("2-1", "D1")
    ends = {way.split("-")[-1] for way in ways(game)}
    assert "C3934" in ends
    assert "C3935" not in ends


@case("9.92", "9.97")
@pytest.mark.parametrize(
    ("way", "case_", "words"),
    [
        ("C3425-C9999", "3.0", "no hex C9999"),
        ("C3425-", "3.0", "missing"),
        ("C3425-C3427", "9.9", "C3427 is not next to C3425"),
        ("C3425-C3424", "5.21", "C3424 is held by enemy units"),
        ("C3425-C3525", "9.92", "as far from all enemies"),
        ("C3425-C3426-C3427", "9.92", "1 hex long"),
        ("C3426-C3427", "9.92", "the stack that retreats is in C3425"),
    ],
)
def test_a_retreat_that_is_refused_is_told_where_it_goes_wrong(way, case_, words):
    ruling = refused(pushed_back(), f"withdraw {way}")
    assert ruling.case == case_
    assert words in ruling.text


@case("9.97")
def test_the_river_is_given_as_the_reason_against_a_retreat():
    game = fight(("17/31/43", "C3935", 4), ("198/49", "C3934", 4), dice=D1, ground="normal")
    give(game, "attack C3934 17/31/43", "end")
    ruling = refused(game, "withdraw C3934-C3833")
    assert ruling.case == "9.97"
    assert "C3833" in ruling.text


def surrounded(*defender, dice, **given):
    """A Soviet stack with enemies in all six hexes around it."""
    ring = zip(
        ("339/167/53", "315/167/53", "110/112/53", "256/112/53", "431/131/43"),
        (EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST),
        strict=True,
    )
    return fight(
        ("17/31/43", WEST, 8), *[(name, hex_, 4) for name, hex_ in ring], *defender, dice=dice,
        combats=[{"target": MIDDLE, "units": ["17/31/43"]}],
        frames=[{"phase": "resolving", "side": 0}], **given,
    )  # fmt: skip


@case("9.86", "9.97", "9.92")
def test_a_stack_that_cannot_retreat_takes_steps_instead():
    """R81: D1 with nowhere to go."""
    game = surrounded(("194/43", MIDDLE, 8), dice=D1)
    assert happened(game.log, "combat")[-1]["result"] == "D1"
    assert unit(game, "194/43").get("reduced") is True
    assert where(game, "194/43") == MIDDLE


@case("9.98", "9.97")
def test_in_a_breakthrough_a_stack_that_cannot_retreat_is_lost():
    """R81: 8 to 2 is 4-1, dice 3 are D2(2)!. 53 dies with its two steps, and 194 has nowhere to go."""
    game = surrounded(("194/43", MIDDLE, 8), ("53/43", MIDDLE, 2), dice=(1, 2))
    give(game, "defend 53/43")
    assert happened(game.log, "combat")[-1]["result"] == "D2(2)!"
    assert where(game, "53/43") == where(game, "194/43") == "eliminated"


@case("9.86", "9.97")
def test_a_stack_in_a_dead_end_loses_a_step_and_goes_as_far_as_it_can():
    """D2 where only one hex can be entered: a step first, then one hex (R81)."""
    ring = zip(
        ("339/167/53", "315/167/53", "110/112/53", "256/112/53"),
        (NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST),
        strict=True,
    )
    beyond = zip(("431/131/43", "432/131/43", "433/131/43"), ("C3427", "C3527", "C3327"), strict=True)
    game = fight(
        ("17/31/43", WEST, 9), *[(n, h, 4) for n, h in ring], *[(n, h, 3) for n, h in beyond],
        ("194/43", MIDDLE, 3), dice=D2,
        combats=[{"target": MIDDLE, "units": ["17/31/43"]}], frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    assert happened(game.log, "combat")[-1]["result"] == "D2"
    assert unit(game, "194/43").get("reduced") is True
    assert ways(game) == {f"{MIDDLE}-{EAST}"}


@case("9.86")
def test_one_stack_that_cannot_follow_the_other_pays_in_steps():
    """R69 and R81: the western stack goes back one hex, the eastern one in its ring loses a step."""
    ring = zip(
        ("339/167/53", "110/112/53", "256/112/53", "315/167/53", "431/131/43"),
        ("C3427", "C3526", "C3527", "C3326", "C3327"),
        strict=True,
    )
    game = fight(
        ("1/GDM/24", MIDDLE, 8), *[(n, h, 4) for n, h in ring], ("194/43", EAST, 5), ("53/43", WEST, 3),
        dice=D1, combats=[{"target": f"{WEST}+{EAST}", "units": ["1/GDM/24"]}],
        frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    assert happened(game.log, "combat")[-1]["result"] == "D1"
    give(game, f"withdraw {WEST}-C3423")
    assert where(game, "194/43") == EAST
    assert unit(game, "194/43").get("reduced") is True


@case("9.99")
def test_two_defeats_of_one_stack_are_both_suffered():
    """A division and a brigade of one hex attack two Germans and lose both: each loses its step."""
    game = fight(
        ("299/50", MIDDLE, 4), ("109/330/49", MIDDLE, 4), ("339/167/53", WEST, 4), ("110/112/53", EAST, 4),
        side="soviet", dice=(3, 6, 3, 6),
    )  # fmt: skip
    give(game, f"attack {WEST} 299/50", f"attack {EAST} 109/330/49", "end", f"resolve {WEST}")
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["A1(1)", "A1(1)"]
    give(game, f"withdraw {MIDDLE}-{NORTH_EAST}")
    give(game, "lose 299/50")  # for the zone that it retreats into
    assert [fact["unit"] for fact in happened(game.log, "lost_step")] == ["299/50", "299/50", "109/330/49"]
    assert all(order.startswith((f"withdraw {NORTH_EAST}", "lose")) for order in map(str, game.orders))


# HQs


def hq_attacked(*others, **given):
    game = fight(("17/31/43", WEST, 8), ("50/Bldin", MIDDLE), *others, **given)
    give(game, f"attack {MIDDLE} 17/31/43", "end")
    return game


@case("10.25", "5.92")
def test_an_hq_alone_may_step_back_and_is_not_fought():
    game = hq_attacked()
    assert game.decision.side == "soviet"
    give(game, f"evade {EAST}")
    assert where(game, "50/Bldin") == EAST
    assert happened(game.log, "combat") == []
    assert game.decision.side == "german"


@case("10.25")
def test_after_an_hq_has_stepped_back_the_attackers_may_advance_two_hexes_but_attack_no_more():
    """R25."""
    game = hq_attacked(("82/31/43", WEST, 4))
    give(game, f"evade {EAST}")
    assert f"advance 17/31/43 {WEST}-{MIDDLE}-{SOUTH_EAST}" in game.orders
    assert not any(
        order.startswith("advance 82/31/43") for order in offered(game, "advance")
    )  # it did not attack
    assert max(len(order.split("-")) for order in offered(game, "advance")) == 3
    give(game, f"advance 17/31/43 {WEST}-{MIDDLE}-{SOUTH_EAST}")
    assert game.decision.phase == "soviet movement"


@case("10.25")
def test_an_hq_that_stands_is_fought():
    """8 to 2: 4-1, dice 7 D1(1): the HQ has one step."""
    game = hq_attacked(dice=(3, 4))
    assert happened(give(game, "stand"), "combat")[0]["result"] == "D1(1)"
    assert where(game, "50/Bldin") == "eliminated"


@case("10.25")
def test_an_hq_with_others_does_not_step_back():
    game = fight(("17/31/43", WEST, 8), ("50/Bldin", MIDDLE), ("299/50", MIDDLE, 4), dice=(5, 5))
    give(game, f"attack {MIDDLE} 17/31/43", "end")
    assert happened(game.log, "combat")
    assert offered(game, "evade") == []


def hq_and_division_attacked(dice=()):
    game = fight(
        ("17/31/43", WEST, 8), ("50/Bldin", MIDDLE), ("299/50", NORTH_WEST, 4),
        air={"german": 1, "soviet": 0}, dice=dice,
    )  # fmt: skip
    give(game, f"attack {NORTH_WEST}+{MIDDLE} 17/31/43", f"air {NORTH_WEST}+{MIDDLE} 1", "end")
    return game


@case("10.25", "9.25")
def test_an_hq_alone_in_its_hex_may_step_back_also_when_other_hexes_are_attacked_with_it():
    """R103: then the combat is not resolved; the attackers advance into its hex and attack no more."""
    game = hq_and_division_attacked()
    assert game.decision.side == "soviet"
    give(game, f"evade {EAST}")
    assert (where(game, "50/Bldin"), where(game, "299/50")) == (EAST, NORTH_WEST)
    assert happened(game.log, "combat") == []
    ways = {order.split(" ")[2] for order in offered(game, "advance")}
    assert f"{WEST}-{MIDDLE}" in ways
    assert all(way.startswith(f"{WEST}-{MIDDLE}") and len(way.split("-")) <= 3 for way in ways)
    give(game, f"advance 17/31/43 {WEST}-{MIDDLE}")
    assert game.decision.phase == "soviet movement"
    assert told(game)["air"]["german"] == 0


@case("10.25", "9.25")
def test_an_hq_that_stands_beside_another_hex_under_attack_is_fought_with_it():
    """8 to 4 + 2 is 1-1, and one more for the air point: dice 10 are D1."""
    game = hq_and_division_attacked(dice=(4, 6))
    (combat,) = happened(give(game, "stand"), "combat")
    assert combat["defenders"] == ("299/50", "50/Bldin")
    assert combat["defense"] == 6


@case("10.25")
def test_each_lone_hq_under_an_attack_is_asked():
    game = fight(("17/31/43", WEST, 8), ("50/Bldin", MIDDLE), ("49/Zhrkn", NORTH_WEST), dice=(5, 5))
    give(game, f"attack {NORTH_WEST}+{MIDDLE} 17/31/43", "end")
    asked = game.decision.prompt
    give(game, "stand")
    assert offered(game, "evade")
    assert game.decision.prompt != asked
    give(game, "stand")
    assert happened(game.log, "combat")[0]["defenders"] == ("50/Bldin", "49/Zhrkn")


@case("10.25", "17.26")
def test_air_points_given_to_a_combat_that_an_hq_avoids_are_used():
    """R103."""
    game = fight(("17/31/43", WEST, 8), ("50/Bldin", MIDDLE), air={"german": 1, "soviet": 0})
    give(game, f"attack {MIDDLE} 17/31/43", f"air {MIDDLE} 1", "end", f"evade {EAST}")
    assert told(game)["air"]["german"] == 0


@case("10.25", "9.93")
def test_an_hq_that_must_step_into_an_enemy_zone_dies():
    ring = zip(("339/167/53", "315/167/53", "110/112/53"), ("C3427", "C3626", "C3226"), strict=True)
    game = hq_attacked(*[(name, hex_, 4) for name, hex_ in ring])
    order = offered(game, "evade")[0]
    give(game, order)
    assert where(game, "50/Bldin") == "eliminated"


@case("10.25", "9.92")
def test_an_hq_steps_back_by_the_rules_of_retreat():
    game = hq_attacked()
    assert set(offered(game, "evade")) == {f"evade {hex_}" for hex_ in (EAST, NORTH_EAST, SOUTH_EAST)}
    assert refused(game, f"evade {NORTH_WEST}").case == "9.92"
    assert refused(game, "evade C9999").case
    assert refused(game, f"evade {WEST}").case == "9.92"


@case("10.25", "9.99")
def test_who_shares_the_hex_of_an_hqs_attackers_fights_on_where_he_stands():
    """12 attacks the HQ, a tank battalion of its stack a division: only 12 may follow the HQ."""
    game = fight(
        ("12/4P/24", WEST, 4),
        ("I35/4P/24", WEST),
        ("50/Bldin", MIDDLE),
        ("299/50", NORTH_WEST, 1),
        dice=(3, 6),
    )
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24", "end")
    if offered(game, "resolve"):
        give(game, f"resolve {MIDDLE}")
    while not offered(game, "evade"):
        give(game, str(next(iter(game.orders))))
    give(game, offered(game, "evade")[0])
    assert {order.split()[1] for order in offered(game, "advance")} == {"12/4P/24"}
