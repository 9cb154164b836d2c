"""Several combats out of one hex (9.99)."""

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_WEST, SOUTH_WEST, WEST, fight
from tests.games.operation_typhoon.positions import give, happened, offered, position, where
from typhoon.engine.cases import case

STACK = (("12/4P/24", MIDDLE, 4), ("I35/4P/24", MIDDLE))
FOES = (("258/49", WEST, 9), ("238/49", EAST, 9))
ATTACKS = (f"attack {WEST} 12/4P/24", f"attack {EAST} I35/4P/24")


@case("9.99")
def test_each_combat_out_of_a_hex_has_its_own_throw():
    game = fight(*STACK, *FOES)
    game = position(**{**game.rules.snapshot(game.position), "seed": 1})
    for order in ATTACKS:
        game.push(order)
    assert len(happened(game.push("end"), "combat")) == 2


@case("9.99", "9.86")
def test_attackers_beaten_twice_suffer_both_results():
    # 4 to 9 and 1 to 9, both with a seven: A2(2), then A3(3), against the same stack.
    game = fight(*STACK, *FOES, dice=(3, 4, 3, 4))
    for order in ATTACKS:
        game.push(order)
    first, second = happened(game.push("end"), "combat")
    assert (first["result"], second["result"]) == ("A2(2)", "A3(3)")
    # The first result costs the regiment two steps and drives the stack back; the Soviets follow.
    retreat = [order for order in map(str, game.orders) if order.startswith("withdraw")]
    game.push(retreat[-1])
    game.push("lose 12/4P/24")  # for the zone of control on the way (9.93)
    assert game.decision.side == "soviet"
    assert f"advance 258/49 {WEST}-{MIDDLE}" in game.orders
    events = game.push(f"advance 258/49 {WEST}-{MIDDLE}")
    while game.decision and not happened(events, "eliminated"):
        events = game.push(next(iter(game.orders)))
    # The second one strikes the same Germans, not the victors who stand in their place.
    assert happened(events, "eliminated")[0]["unit"] == "I35/4P/24"


@case("9.99", "9.86")
def test_friends_met_on_the_first_retreat_have_no_part_in_the_second():
    """1-1 with dice 9 is A1(1), twice: the stack goes back, and on without the regiment it came to (R92)."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("17/31/43", "C3423", 8),
        ("299/50", MIDDLE, 4), ("260/50", NORTH_WEST, 1), dice=(4, 5, 4, 5),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 12/4P/24", f"attack {NORTH_WEST} I35/4P/24", "end")
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["A1(1)", "A1(1)"]
    give(game, f"withdraw {WEST}-C3423", "end")  # the Soviets do not advance
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
    give(game, f"attack {MIDDLE} 82/31/43 II35/4P/24", "attack C3524 I35/4P/24", "end")
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["D2(2)!", "D1"]
    give(game, "lose 299/50", "lose 299/50", f"withdraw {MIDDLE}-{NORTH_WEST}-C3524", "end")
    assert game.decision.side == "soviet"
    assert offered(game, "lose") == ["lose 154/50"]
    give(game, offered(game, "withdraw")[0])
    assert where(game, "260/50") == "C3524"
    assert where(game, "154/50") not in ("C3524", "eliminated")


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
    give(
        game, "attack C3524 II35/4P/24", f"attack {MIDDLE} I35/4P/24 12/4P/24", "attack C3225 I6/3P/24", "end"
    )
    assert [fact["result"] for fact in happened(game.log, "combat")] == ["A1(1)", "D1", "D1"]
    give(game, offered(game, "withdraw")[0])  # what is left in the west goes back
    assert game.decision.side == "soviet"  # and 154/50 does not follow
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert game.decision.side == "soviet"  # nor do the Germans into the middle
    give(game, offered(game, "withdraw")[0])
    assert {order.split(" ")[1] for order in offered(game, "advance")} == {"I6/3P/24", "12/4P/24"}
