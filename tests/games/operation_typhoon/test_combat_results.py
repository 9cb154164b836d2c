"""9.8: steps and how they are lost."""

import pytest

from tests.games.operation_typhoon.fights import (
    EAST,
    MIDDLE,
    NORTH_WEST,
    SOUTH_WEST,
    WEST,
    attack,
    chit_of,
    fight,
)
from tests.games.operation_typhoon.positions import give, happened, offered, refused, unit, where
from typhoon.engine.cases import case


def steps_lost(game, name):
    """How far a unit is down: 0 as it was, then ``reduced``, ``cadre``, ``eliminated``."""
    state = unit(game, name)
    if state["hex"] == "eliminated":
        return "eliminated"
    return "cadre" if state.get("cadre") else "reduced" if state.get("reduced") else "whole"


@case("9.81", "9.82", "10.12")
@pytest.mark.parametrize(
    ("strength", "states"),
    [(8, ["reduced", "cadre", "eliminated"]), (3, ["reduced", "cadre", "eliminated"]),
     (2, ["cadre", "eliminated"]), (1, ["cadre", "eliminated"])],
)  # fmt: skip
def test_a_unit_of_three_or_more_has_three_steps_and_one_of_two_or_less_two(strength, states):
    """D2(2) at 1-1 with dice 12: two steps, and then up to two more in place of the retreat."""
    name = "194/43" if strength > 1 else "299/50"
    game = fight(("17/31/43", WEST, strength), (name, MIDDLE, strength), dice=(6, 6))
    combat = attack(game, f"attack {MIDDLE} 17/31/43")
    assert (combat["odds"], combat["result"]) == ("1-1", "D2(2)")
    assert steps_lost(game, name) == states[1]
    if len(states) > 2:
        give(game, f"lose {name}")
        assert steps_lost(game, name) == states[2]


@case("9.82", "10.12")
def test_the_first_step_of_an_8_turns_its_chit_to_5_and_the_second_makes_a_cadre_of_1():
    """The chit of 8.36: front A8, back A5. The cadre's chit goes back into its cup (8.52)."""
    game = fight(("413/50", MIDDLE, 8), ("62/7/7", WEST, 8), side="soviet", dice=(5, 5))
    assert attack(game, f"attack {WEST} 413/50")["result"] == "D1"
    give(game, "lose 62/7/7")
    assert unit(game, "62/7/7")["chit"] == chit_of("62/7/7", 8)
    assert unit(game, "62/7/7")["reduced"] is True
    reduced = fight(("413/50", MIDDLE, 8), ("62/7/7", WEST, 5, {"reduced": True}), side="soviet", dice=(5, 5))
    combat = attack(reduced, f"attack {WEST} 413/50")
    assert (combat["defense"], combat["result"]) == (5, "D1")
    give(reduced, "lose 62/7/7")
    assert unit(reduced, "62/7/7").get("cadre") is True
    assert "chit" not in unit(reduced, "62/7/7")


@case("9.81", "9.82")
@pytest.mark.parametrize(
    "victim", [("50/Bldin", MIDDLE), ("299/50", MIDDLE, {"cadre": True})], ids=["HQ", "cadre"]
)
def test_hqs_and_cadres_have_one_step(victim):
    """D1(1), 5-1 with dice 7; the HQ has a strength of 2, so ten make 5-1."""
    strength = 10 if victim[0] == "50/Bldin" else 5
    game = fight(("17/31/43", WEST, strength), victim, dice=(3, 4))
    give(game, f"attack {MIDDLE} 17/31/43", "end")
    if victim[0] == "50/Bldin":
        give(game, "stand")
    assert where(game, victim[0]) == "eliminated"


@case("9.81", "9.82", "9.88")
def test_a_tank_battalion_has_one_step():
    """A1(1) at 1-1 with dice 9."""
    game = fight(("I35/4P/24", WEST), ("299/50", MIDDLE, 1), dice=(3, 6))
    assert attack(game, f"attack {MIDDLE} I35/4P/24")["result"] == "A1(1)"
    assert where(game, "I35/4P/24") == "eliminated"


@case("9.85")
def test_the_number_in_parentheses_is_lost_at_once():
    """D1(1) at 5-1 with dice 7: one step is gone before anybody is asked."""
    game = fight(("17/31/43", WEST, 10), ("194/43", MIDDLE, 2), dice=(3, 4))
    assert attack(game, f"attack {MIDDLE} 17/31/43")["result"] == "D1(1)"
    assert steps_lost(game, "194/43") == "cadre"
    assert game.decision.side == "soviet"


@case("9.86", "9.91")
@pytest.mark.parametrize(
    ("orders", "state", "hex_", "advance"),
    [
        (["lose 194/43", "lose 31/43"], "cadre", MIDDLE, 0),
        (["lose 194/43", "withdraw C3425-C3426"], "cadre", EAST, 1),
        (["withdraw C3425-C3426-C3427"], "reduced", "C3427", 2),
    ],
    ids=["steps", "a step and a hex", "hexes"],
)
def test_after_d2_2_the_owner_takes_steps_or_hexes_in_any_mixture(orders, state, hex_, advance):
    """OT-020. A division of 8 and a tank brigade of 2: first one step each, by the owner's choice."""
    game = fight(("1/GDM/24", WEST, 10), ("194/43", MIDDLE, 8), ("31/43", MIDDLE, 2), dice=(6, 6))
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D2(2)"
    assert game.decision.side == "soviet"
    assert offered(game, "lose") == ["lose 194/43", "lose 31/43"]
    assert offered(game, "withdraw") == []  # the two steps come first
    give(game, "lose 194/43", "lose 31/43")
    assert (steps_lost(game, "194/43"), steps_lost(game, "31/43")) == ("reduced", "cadre")
    assert offered(game, "withdraw")
    give(game, *orders)
    assert (steps_lost(game, "194/43"), where(game, "194/43")) == (state, hex_)
    if advance:
        assert max(len(order.split("-")) for order in offered(game, "advance")) == advance + 1
    else:
        assert offered(game, "advance") == []
        assert where(game, "31/43") == "eliminated"


@case("9.86")
def test_a_retreat_of_one_hex_after_two_is_not_enough():
    game = fight(("1/GDM/24", WEST, 9), ("194/43", MIDDLE, 3), dice=(1, 2))
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D2"
    assert refused(game, "withdraw C3425-C3426").case == "9.92"
    assert refused(game, "end").case


@case("9.86", "9.83")
def test_every_unit_of_the_stack_is_affected():
    """All of it retreats, those that did not fight too."""
    game = fight(
        ("1/GDM/24", WEST, 8), ("194/43", MIDDLE, 8), ("53/43", MIDDLE, 7), ("43/Glbev", MIDDLE), dice=(5, 5)
    )
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", "defend 53/43 43/Glbev")
    assert happened(game.log, "combat")[-1]["odds"] == "1-2"
    game = fight(("1/GDM/24", WEST, 9), ("194/43", MIDDLE, 8), ("53/43", MIDDLE, 7), dice=(5, 5))
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", "defend 53/43")
    assert happened(game.log, "combat")[-1]["result"] == "D1"
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert where(game, "194/43") == where(game, "53/43") == EAST


@case("9.87")
def test_units_that_fought_lose_first_and_only_then_those_that_stood_by():
    """D2(2) on a defender of one step more: 53 dies with its two steps, then 194 pays."""
    game = fight(("1/GDM/24", WEST, 3), ("194/43", MIDDLE, 8), ("53/43", MIDDLE, 2), dice=(6, 6))
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", "defend 53/43")
    assert happened(game.log, "combat")[-1]["result"] == "D2(2)"
    assert where(game, "53/43") == "eliminated"
    assert offered(game, "lose") == ["lose 194/43"]
    give(game, "lose 194/43")
    assert steps_lost(game, "194/43") == "reduced"


@case("9.87")
def test_as_long_as_a_unit_that_fought_has_steps_nobody_else_may_lose_one():
    game = fight(("1/GDM/24", WEST, 8), ("194/43", MIDDLE, 8), ("53/43", MIDDLE, 7), dice=(5, 5))
    give(game, f"attack {MIDDLE} 1/GDM/24", "end", "defend 194/43")
    assert refused(game, "lose 53/43").case == "9.87"
    assert refused(game, "lose 1/GDM/24").case


@case("9.88")
def test_an_attackers_losses_fall_on_his_tanks_first():
    """A1(1): 4 + 1 + 1 to 5 is 1-1, and two columns for the tanks make 3-1, where dice 7 are A1(1)."""
    game = fight(
        ("12/4P/24", WEST, 4), ("I35/4P/24", WEST), ("II35/4P/24", WEST), ("299/50", MIDDLE, 5), dice=(3, 4)
    )
    combat = attack(game, f"attack {MIDDLE} 12/4P/24 I35/4P/24 II35/4P/24")
    assert (combat["final"], combat["result"]) == ("3-1", "A1(1)")
    assert offered(game, "lose") == ["lose I35/4P/24", "lose II35/4P/24"]
    assert refused(game, "lose 12/4P/24").case == "9.88"
    give(game, "lose II35/4P/24")
    assert where(game, "II35/4P/24") == "eliminated"
    # R74: a step in place of the retreat falls on the other tank too
    assert offered(game, "lose") == ["lose I35/4P/24"]


@case("9.88")
def test_tanks_that_did_not_attack_and_tanks_in_defence_are_not_bound():
    """D1 against a stack of infantry and tanks: the owner chooses."""
    game = fight(("1/GDM/24", WEST, 10), ("194/43", MIDDLE, 8), ("31/43", MIDDLE, 2), dice=(5, 5))
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D1"
    assert offered(game, "lose") == ["lose 194/43", "lose 31/43"]
    alone = fight(("12/4P/24", WEST, 4), ("17/31/43", SOUTH_WEST, 4), ("299/50", MIDDLE, 7), dice=(3, 6))
    assert attack(alone, f"attack {MIDDLE} 12/4P/24 17/31/43")["result"] == "A1(1)"
    assert offered(alone, "lose") == ["lose 12/4P/24", "lose 17/31/43"]


@case("9.88")
def test_soviet_tanks_lose_first_as_well():
    """299 and a brigade of 1 against 4 with a column for combined arms: 4 + 1 to 4, 2-1, dice 7 are A1(1)."""
    game = fight(
        ("299/50", WEST, 4), ("32/50", WEST, 1), ("339/167/53", MIDDLE, 4), side="soviet", dice=(3, 4)
    )
    combat = attack(game, f"attack {MIDDLE} 299/50 32/50")
    assert (combat["final"], combat["result"]) == ("2-1", "A1(1)")
    assert steps_lost(game, "32/50") == "cadre"  # there was nothing to choose


@case("9.86", "9.85")
def test_losses_against_several_hexes_are_one_total_and_all_stacks_retreat_alike():
    """R69: D2(1) at 2-1 with dice 10, against hexes of one division each."""
    game = fight(("1/GDM/24", WEST, 8), ("194/43", MIDDLE, 2), ("53/43", NORTH_WEST, 2), dice=(5, 5))
    assert attack(game, f"attack {NORTH_WEST}+{MIDDLE} 1/GDM/24")["result"] == "D2(1)"
    give(game, "lose 194/43")
    assert (steps_lost(game, "194/43"), steps_lost(game, "53/43")) == ("cadre", "whole")
    give(game, "lose 53/43")  # a step for a hex: both go back one
    first = offered(game, "withdraw")[0]
    assert len(first.split("-")) == 2
    give(game, first)
    assert offered(game, "lose") == []
    assert refused(game, "lose 194/43").case == "9.86"
    second = offered(game, "withdraw")[0]
    assert len(second.split("-")) == 2
    give(game, second)
    assert {where(game, "194/43"), where(game, "53/43")}.isdisjoint({MIDDLE, NORTH_WEST})


@case("9.85", "9.82")
def test_losses_beyond_the_last_step_are_lost_with_the_stack():
    """D4(3) at 9-1 with dice 2 against a cadre."""
    game = fight(("1/GDM/24", WEST, 9), ("299/50", MIDDLE, {"cadre": True}), dice=(1, 1))
    assert attack(game, f"attack {MIDDLE} 1/GDM/24")["result"] == "D4(3)!"
    assert where(game, "299/50") == "eliminated"
