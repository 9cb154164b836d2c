"""Several combats out of one hex (9.99)."""

from tests.games.operation_typhoon.fights import (
    EAST,
    MIDDLE,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    fight,
)
from tests.games.operation_typhoon.positions import give, happened, offered, position, refused, where
from typhoon.engine.cases import case

STACK = (("12/4P/24", MIDDLE, 4), ("I35/4P/24", MIDDLE))
FOES = (("258/49", WEST, 9), ("238/49", EAST, 9))
ATTACKS = (f"attack {WEST} 12/4P/24", f"attack {EAST} I35/4P/24", "end", f"resolve {WEST}")


def results(game) -> list[str]:
    return [fact["result"] for fact in happened(game.log, "combat")]


@case("9.99")
def test_each_combat_out_of_a_hex_has_its_own_throw():
    game = fight(*STACK, *FOES)
    game = position(**{**game.rules.snapshot(game.position), "seed": 1})
    give(game, *ATTACKS)
    assert len(results(game)) == 2


@case("9.0", "9.11", "9.99")
def test_combats_out_of_one_hex_are_resolved_in_any_order():
    for first, second in ((WEST, EAST), (EAST, WEST)):
        game = fight(*STACK, *FOES, dice=(3, 4, 3, 4))
        give(game, *ATTACKS[:3])
        assert set(offered(game, "resolve")) == {f"resolve {WEST}", f"resolve {EAST}"}
        give(game, f"resolve {first}")
        assert [fact["target"] for fact in happened(game.log, "combat")] == [first, second]


@case("9.0", "9.99")
def test_results_that_wait_are_not_kept_waiting_by_combats_elsewhere():
    """A chain of three from the west and the south-west, and one in the distance (R83).

    The chain is rolled in any order once it is begun, and applied before the distant combat is rolled.
    """
    game = fight(
        ("II35/4P/24", WEST), ("I35/4P/24", WEST), ("12/4P/24", SOUTH_WEST, 4), ("I6/3P/24", SOUTH_WEST),
        ("154/50", "C3524", 1), ("299/50", MIDDLE, 4), ("260/50", "C3225", 1),
        ("339/167/53", "C2028", 4), ("258/49", "C2029", 4), dice=(5, 5, 5, 5, 5, 5),
    )  # fmt: skip
    give(game, "attack C3524 II35/4P/24", f"attack {MIDDLE} I35/4P/24 12/4P/24", "attack C3225 I6/3P/24")
    give(game, "attack C2029 339/167/53", "end")
    assert len(offered(game, "resolve")) == 4
    give(game, "resolve C3225")
    assert set(offered(game, "resolve")) == {"resolve C3524", f"resolve {MIDDLE}"}
    assert refused(game, "resolve C2029").case == "9.99"
    give(game, "resolve C3524")
    assert [fact["target"] for fact in happened(game.log, "combat")] == ["C3225", "C3524", MIDDLE]
    assert game.decision.side == "soviet"


@case("9.99", "9.86")
def test_attackers_beaten_twice_suffer_both_results():
    # 4 to 9 and 1 to 9, both with a seven: A2(2), then A3(3), against the same stack.
    game = fight(*STACK, *FOES, dice=(3, 4, 3, 4))
    give(game, *ATTACKS)
    assert results(game) == ["A2(2)", "A3(3)"]
    # The first result costs the regiment two steps and drives the stack back.
    give(game, offered(game, "withdraw")[-1])
    give(game, "lose 12/4P/24")  # for the zone of control on the way (9.93)
    # The second one finds what is left of it there, and the Soviets follow when all is suffered.
    assert where(game, "12/4P/24") == where(game, "I35/4P/24") == "eliminated"
    assert game.decision.side == "soviet"
    assert f"advance 258/49 {WEST}-{MIDDLE}" in game.orders


@case("9.99", "9.86")
def test_friends_met_on_the_first_retreat_have_no_part_in_the_second():
    """1-1 with dice 9 is A1(1), twice: the stack goes back, and on without the regiment it came to (R92)."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("17/31/43", "C3423", 8),
        ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 1), dice=(4, 5, 4, 5),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24", "end", f"resolve {MIDDLE}")
    assert results(game) == ["A1(1)", "A1(1)"]
    give(game, f"withdraw {WEST}-C3423")
    assert where(game, "I35/4P/24") == "eliminated"  # by the second result, which drives the rest on
    assert set(offered(game, "lose")) == {"lose 12/4P/24"}
    give(game, "withdraw C3423-C3422")
    assert (where(game, "12/4P/24"), where(game, "17/31/43")) == ("C3422", "C3423")


@case("9.94", "9.99")
def test_who_is_driven_to_friends_whose_result_has_been_rolled_already_is_not_touched_by_it():
    """R100: 9 to 2 with dice 3 is D2(2), a breakthrough; 1 to 1 with dice 10 is D1."""
    game = fight(
        ("82/31/43", SOUTH_WEST, 8), ("II35/4P/24", WEST), ("I35/4P/24", WEST),
        ("299/50", MIDDLE, 1), ("260/50", MIDDLE, {"cadre": True}), ("154/50", "C3524", 1),
        dice=(1, 2, 5, 5),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 82/31/43 II35/4P/24", "attack C3524 I35/4P/24", "end", f"resolve {MIDDLE}")
    assert results(game) == ["D2(2)!", "D1"]
    give(game, "lose 299/50", "lose 299/50", f"withdraw {MIDDLE}-{NORTH_WEST}-C3524")
    assert game.decision.side == "soviet"
    assert offered(game, "lose") == ["lose 154/50"]
    give(game, offered(game, "withdraw")[0])
    assert where(game, "260/50") == "C3524"
    assert where(game, "154/50") not in ("C3524", "eliminated")


# Who advances


@case("9.99", "9.95")
def test_only_attacks_from_the_same_hex_keep_each_other_from_advancing():
    """R101: west fails in one attack, so nobody advances after the one it wins with south-west.

    South-west has won both of its own, and advances where west had no part.
    """
    game = fight(
        ("II35/4P/24", WEST), ("I35/4P/24", WEST), ("12/4P/24", SOUTH_WEST, 4), ("I6/3P/24", SOUTH_WEST),
        ("154/50", "C3524", 1), ("299/50", MIDDLE, 4), ("260/50", "C3225", 1),
        dice=(4, 5, 5, 5, 5, 5),
    )  # fmt: skip
    give(game, "attack C3524 II35/4P/24", f"attack {MIDDLE} I35/4P/24 12/4P/24", "attack C3225 I6/3P/24")
    give(game, "end", "resolve C3524", f"resolve {MIDDLE}")
    assert results(game) == ["A1(1)", "D1", "D1"]
    give(game, offered(game, "withdraw")[0])  # what is left in the west goes back
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert game.decision.side == "soviet"
    give(game, offered(game, "withdraw")[0])
    # Neither does 154/50 follow, nor the Germans into the middle.
    assert game.decision.side == "german"
    assert {order.split("-")[-1] for order in offered(game, "advance")} == {"C3225"}
    assert {order.split(" ")[1] for order in offered(game, "advance")} == {"I6/3P/24", "12/4P/24"}
    give(game, "end")
    assert game.decision.phase == "soviet movement"


def one_won_one_lost():
    """12 wins in the middle (4 to 4, dice 10: D1), the tanks beside it lose (1 to 1, dice 9: A1(1))."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 1),
        dice=(5, 5, 3, 6),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24", "end", f"resolve {MIDDLE}")
    assert results(game) == ["D1", "A1(1)"]
    assert where(game, "I35/4P/24") == "eliminated"
    return game


@case("9.99", "9.95")
def test_attackers_who_paid_in_steps_gave_nothing_up_and_advance_where_they_have_won():
    """No hex is vacated in the west, so the Soviets may not advance, and there is no dispute (R101)."""
    game = one_won_one_lost()
    give(game, "lose 12/4P/24", f"withdraw {MIDDLE}-{EAST}")
    assert game.decision.side == "german"
    assert offered(game, "advance") == [f"advance 12/4P/24 {WEST}-{MIDDLE}"]


@case("9.99", "9.95")
def test_defenders_who_paid_in_steps_gave_nothing_up_and_advance_where_they_have_won():
    game = one_won_one_lost()
    give(game, f"withdraw {WEST}-C3423", "lose 299/50")
    assert game.decision.side == "soviet"
    assert offered(game, "advance") == [f"advance 260/50 {NORTH_WEST}-{WEST}"]


@case("9.99", "9.95")
def test_if_nobody_gives_a_hex_up_nobody_advances():
    game = one_won_one_lost()
    give(game, "lose 12/4P/24", "lose 299/50")
    assert game.decision.phase == "soviet movement"


# One result against several stacks (9.92)


def two_stacks_beaten(dice):
    """A German between two Soviet stacks attacks both as one combat."""
    game = fight(("1/GDM/24", MIDDLE, 8), ("194/43", EAST, 2), ("53/43", WEST, 2), dice=dice)
    give(game, f"attack {WEST}+{EAST} 1/GDM/24", "end")
    return game


@case("9.92", "9.86")
def test_the_owner_chooses_which_of_several_stacks_retreats_first():
    """8 to 4 is 2-1, dice 9 are D1."""
    for first, second in ((WEST, EAST), (EAST, WEST)):
        game = two_stacks_beaten((4, 5))
        assert results(game) == ["D1"]
        assert {order.split(" ")[1][:5] for order in offered(game, "withdraw")} == {WEST, EAST}
        outward = {WEST: "C3423", EAST: "C3427"}
        give(game, f"withdraw {first}-{outward[first]}")
        assert {order.split(" ")[1][:5] for order in offered(game, "withdraw")} == {second}
        assert refused(game, f"withdraw {first}-{outward[first]}").case == "9.92"
        give(game, f"withdraw {second}-{outward[second]}")
        assert (where(game, "53/43"), where(game, "194/43")) == ("C3423", "C3427")


@case("9.92", "9.86")
def test_a_stack_that_can_go_may_go_though_another_cannot():
    """R91: the eastern stack is shut in; when the western one has gone back it pays with a step."""
    ring = zip(
        ("339/167/53", "110/112/53", "256/112/53", "315/167/53", "431/131/43"),
        ("C3427", NORTH_EAST, "C3527", SOUTH_EAST, "C3327"),
        strict=True,
    )
    game = fight(
        ("1/GDM/24", MIDDLE, 8), *[(name, hex_, 4) for name, hex_ in ring], ("194/43", EAST, 5),
        ("53/43", WEST, 3), dice=(5, 5), combats=[{"target": f"{WEST}+{EAST}", "units": ["1/GDM/24"]}],
        frames=[{"phase": "resolving", "side": 0}],
    )  # fmt: skip
    assert results(game) == ["D1"]
    assert {order.split(" ")[1][:5] for order in offered(game, "withdraw")} == {WEST}
    assert set(offered(game, "lose")) == {"lose 194/43", "lose 53/43"}
    give(game, f"withdraw {WEST}-C3423")
    assert [fact["unit"] for fact in happened(game.log, "lost_step")] == ["194/43"]
