"""Air support (9.1).

On turns 1 and 2 there are two air units, on turns 3, 4, 6 and 7 one, on turns 5 and 8 none.
"""

import pytest

from tests.games.typhoon_solitaire.positions import (
    EMPTY,
    MISS,
    RIFLES,
    TWO_RIFLES_AND_BRIGADE,
    give,
    happened,
    offered,
    position,
    refused,
    where,
    with_air,
)
from typhoon.engine.cases import case

STACK = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"}
ELSEWHERE = {"PG3-6-Pz": "1313", "PG3-26-Inf": "1314"}


def bombed(events) -> list[tuple[str, ...]]:
    """The targets of German air attacks."""
    return [facts["units"] for facts in happened(events, "bombed") if facts["by"] == "german"]


# Assigning


@case("9.1")
@pytest.mark.parametrize("turn", range(1, 9))
def test_the_turn_track_says_how_many_there_are(turn):
    available = {1: 2, 2: 2, 3: 1, 4: 1, 5: 0, 6: 1, 7: 1, 8: 0}[turn]
    game = position(turn=turn, units={"PG3-1-Pz": "1312", **ELSEWHERE})
    for name in ["PG3-1-Pz", "PG3-6-Pz"][:available]:
        give(game, f"support {name}")
    assert refused(game, "support PG3-26-Inf").case == "9.1"
    assert offered(game, "support") == []
    assert len(with_air(game)) == available


@case("9.1")
def test_ts_034_one_air_unit_for_a_force():
    game = position(units={**STACK, **ELSEWHERE})
    give(game, "support PG3-1-Pz")
    assert refused(game, "support PG3-1-Pz").case == "9.1"
    assert refused(game, "support PG3-7-Pz").case == "9.1"
    give(game, "support PG3-6-Pz")
    assert with_air(game) == ["PG3-1-Pz", "PG3-6-Pz"]


@case("9.1", "7.4")
def test_ruling_39_tanks_and_infantry_in_one_hex_are_two_forces():
    game = position(units={**STACK, "PG3-6-Inf": "1312"})
    give(game, "support PG3-1-Pz", "support PG3-6-Inf")
    assert with_air(game) == ["PG3-1-Pz", "PG3-6-Inf"]


@case("9.1")
def test_nobody_has_to_use_them():
    game = position(units={**STACK, **ELSEWHERE})
    give(game, "force PG3-6-Pz", "march 1312", "halt", "end")
    assert game.decision.turn == 2


@case("9.1")
def test_they_are_assigned_before_any_force_moves():
    game = position(units={**STACK, **ELSEWHERE})
    give(game, "support PG3-6-Pz", "force PG3-26-Inf")
    assert refused(game, "support PG3-1-Pz").case == "5.2"
    give(game, "halt")
    assert refused(game, "support PG3-1-Pz").case == "9.1"
    assert offered(game, "support") == []


@case("9.1")
def test_only_units_on_the_map_have_support():
    game = position(units=STACK)
    assert refused(game, "support PG3-6-Pz").case == "2.3"
    assert refused(game, "support S-CAS-1").case == "2.6"


# With the force


@case("9.1")
def test_a_force_with_support_attacks_from_the_air_and_others_do_not():
    dice = [RIFLES, MISS, *[MISS] * 7, MISS, MISS]
    game = position(units=STACK, dice=dice)
    give(game, "support PG3-1-Pz")
    assert bombed(give(game, "force PG3-1-Pz", "march 1413")) == [("S-RD-01",)]
    # The other division goes without it: the air unit lies on the first.
    game = position(units=STACK, dice=[RIFLES, *[MISS] * 7, MISS, MISS])
    give(game, "support PG3-1-Pz")
    assert bombed(give(game, "force PG3-7-Pz", "march 1413")) == []


@case("9.1")
def test_one_that_lies_on_any_unit_of_the_force_flies_for_the_force():
    dice = [RIFLES, MISS, *[MISS] * 14, MISS, MISS]
    game = position(units=STACK, dice=dice)
    give(game, "support PG3-7-Pz")
    assert bombed(give(game, "force PG3-1-Pz PG3-7-Pz", "march 1413")) == [("S-RD-01",)]


@case("9.1")
def test_it_stays_with_the_force_from_battle_to_battle():
    # The rifle division falls from the air each time: 6 takes two steps.
    game = position(units=STACK, dice=[RIFLES, 6, RIFLES, 6])
    give(game, "support PG3-1-Pz")
    events = give(game, "force PG3-1-Pz", "march 1413", "march 1512")
    assert bombed(events) == [("S-RD-01",), ("S-RD-01",)]


# Where a force splits


@case("9.1", "9.5")
def test_ruling_39_whoever_marches_off_may_take_the_aircraft_along():
    """It was laid on the division that stays; it may go with the part that moves."""
    game = position(units=STACK, dice=[RIFLES, 6])
    give(game, "support PG3-1-Pz", "air PG3-7-Pz")
    assert with_air(game) == ["PG3-7-Pz"]
    assert bombed(give(game, "force PG3-7-Pz", "march 1413")) == [("S-RD-01",)]
    give(game, "halt", "force PG3-1-Pz")
    assert "air support" not in game.decision.prompt


@case("9.1", "9.5")
@pytest.mark.parametrize(
    ("formed", "order", "marching", "behind"),
    [
        # Formed without the division that the aircraft lies on, and then it comes along after all.
        ("force PG3-7-Pz", "air PG3-7-Pz", True, "PG3-1-Pz"),
        # Formed with it, and then it stays for the division that is to move later.
        ("force PG3-1-Pz", "air PG3-7-Pz", False, "PG3-7-Pz"),
    ],
)
def test_until_the_force_has_left_its_hex_the_aircraft_may_change_over(formed, order, marching, behind):
    game = position(units=STACK)
    give(game, "support PG3-1-Pz", formed)
    assert offered(game, "air") == [order]
    give(game, order)
    assert ("with air support" in game.decision.prompt) is marching
    give(game, "march 1212")
    assert offered(game, "air") == []
    assert refused(game, order).case == "9.1"
    give(game, "halt", f"force {behind}")
    assert ("with air support" in game.decision.prompt) is not marching


@case("9.1", "9.5")
def test_ruling_48_a_unit_left_out_before_the_march_may_be_given_the_aircraft():
    game = position(units=STACK)
    give(game, "support PG3-1-Pz", "force PG3-1-Pz PG3-7-Pz")
    # The division that it lies on keeps it anyhow.
    assert offered(game, "drop") == ["drop PG3-1-Pz", "drop PG3-7-Pz", "drop PG3-7-Pz air"]
    assert refused(game, "drop PG3-1-Pz air").case == "9.1"
    give(game, "drop PG3-7-Pz air", "march 1212", "halt", "force PG3-7-Pz")
    assert "with air support" in game.decision.prompt


@case("9.1", "9.5")
@pytest.mark.parametrize("dropped", ["PG3-1-Pz", "PG3-7-Pz"])
def test_ruling_23_on_the_way_the_aircraft_may_stay_with_the_part_dropped_off(dropped):
    game = position(units=STACK, dice=[EMPTY, RIFLES, *[MISS] * 7, MISS, MISS])
    give(game, "support PG3-1-Pz", "force PG3-1-Pz PG3-7-Pz", "march 1413")
    assert f"drop {dropped} air" in offered(game, "drop")
    give(game, f"drop {dropped} air")
    assert with_air(game) == [dropped]
    assert bombed(give(game, "march 1512")) == []


@case("9.1")
def test_an_aircraft_only_goes_over_to_the_force_it_was_given_to():
    units = {**STACK, "PG3-6-Inf": "1312", **ELSEWHERE}
    game = position(units=units)
    assert offered(game, "air") == []
    assert refused(game, "air PG3-7-Pz").case == "9.1"
    give(game, "support PG3-1-Pz")
    assert offered(game, "air") == ["air PG3-7-Pz"]
    for other in ("PG3-1-Pz", "PG3-6-Inf", "PG3-6-Pz"):  # has it; another force in the hex; another hex
        assert refused(game, f"air {other}").case == "9.1"
    assert refused(game, "air S-CAS-1").case == "2.6"


@case("9.1", "9.5")
def test_who_has_come_into_the_hex_since_is_no_part_of_the_force():
    game = position(units={**STACK, **ELSEWHERE})
    give(game, "support PG3-1-Pz", "force PG3-6-Pz", "march 1312", "halt")
    assert refused(game, "air PG3-6-Pz").case == "9.1"
    assert offered(game, "air") == ["air PG3-7-Pz"]


@case("9.1", "9.5")
def test_only_a_force_with_an_aircraft_can_leave_one_behind():
    game = position(units=STACK)
    give(game, "force PG3-1-Pz PG3-7-Pz")
    assert offered(game, "drop") == ["drop PG3-1-Pz", "drop PG3-7-Pz"]
    assert refused(game, "drop PG3-7-Pz air").case == "9.1"
    assert refused(game, "drop PG3-7-Pz tanks").case == "9.5"


@case("9.1", "9.5")
def test_ruling_23_it_goes_on_with_the_part_that_marches():
    game = position(units=STACK, dice=[EMPTY, RIFLES, 6])
    give(game, "support PG3-1-Pz", "force PG3-1-Pz PG3-7-Pz", "march 1413", "drop PG3-1-Pz")
    assert with_air(game) == ["PG3-7-Pz"]
    assert bombed(give(game, "march 1512")) == [("S-RD-01",)]


@case("9.1", "9.5")
def test_dropping_another_unit_leaves_it_where_it_is():
    game = position(units=STACK, dice=[EMPTY])
    give(game, "support PG3-1-Pz", "force PG3-1-Pz PG3-7-Pz", "march 1413", "drop PG3-7-Pz")
    assert with_air(game) == ["PG3-1-Pz"]


@case("9.1")
def test_a_part_left_behind_keeps_the_air_unit_that_lies_on_it():
    # The infantry of a mixed hex, and the division that stayed, each with an air unit.
    units = {**STACK, "PG3-6-Inf": "1312"}
    dice = [RIFLES, *[MISS] * 7, MISS, MISS, RIFLES, 6]
    game = position(units=units, dice=dice)
    give(game, "support PG3-1-Pz", "support PG3-6-Inf", "force PG3-7-Pz", "march 1413", "withdraw")
    assert with_air(game) == ["PG3-1-Pz", "PG3-6-Inf"]
    assert bombed(give(game, "force PG3-1-Pz", "march 1413")) == [("S-RD-01",)]


@case("9.1")
def test_tanks_and_infantry_of_a_hex_each_have_their_own():
    units = {"PG3-1-Pz": "1312", "PG3-6-Inf": "1312"}
    game = position(units=units, dice=[RIFLES, 6, RIFLES, 6])
    give(game, "support PG3-1-Pz", "support PG3-6-Inf")
    assert len(bombed(give(game, "force PG3-1-Pz", "march 1413", "halt"))) == 1
    assert len(bombed(give(game, "force PG3-6-Inf", "march 1412"))) == 1


@case("9.1")
def test_two_forces_that_meet_do_not_lend_their_air_units():
    # 1st Panzer ends its march where 6th Panzer, which has none, begins its own.
    units = {"PG3-1-Pz": "1312", "PG3-6-Pz": "1313"}
    game = position(units=units, dice=[RIFLES, *[MISS] * 7, MISS, MISS])
    give(game, "support PG3-1-Pz", "force PG3-1-Pz", "march 1313", "halt")
    assert bombed(give(game, "force PG3-6-Pz", "march 1413")) == []


@case("9.1")
def test_it_is_never_lost():
    # The force is wiped out and comes back with its air unit.
    units = {"PG3-1-Pz": {"hex": "1312", "reduced": True}}
    game = position(units=units, dice=[RIFLES, MISS, *[MISS] * 3, 6, MISS])
    give(game, "support PG3-1-Pz", "force PG3-1-Pz", "march 1413")
    assert (where(game, "PG3-1-Pz"), with_air(game)) == ("1312", ["PG3-1-Pz"])


@case("9.1")
def test_it_returns_at_the_end_of_the_phase_and_can_be_assigned_anew():
    game = position(units={**STACK, **ELSEWHERE})
    give(game, "support PG3-1-Pz", "support PG3-6-Pz", "end")
    assert with_air(game) == []
    give(game, "support PG3-7-Pz", "support PG3-26-Inf")
    assert with_air(game) == ["PG3-7-Pz", "PG3-26-Inf"]


@case("9.1", "1.3")
def test_it_attacks_every_defender_whatever_the_ground():
    # In woods tanks fire with -1, aircraft do not: 5 is a hit on each unit.
    game = position(units=STACK, dice=[TWO_RIFLES_AND_BRIGADE, 5, 5, 5, *[MISS] * 7, MISS, MISS])
    give(game, "support PG3-1-Pz")
    events = give(game, "force PG3-1-Pz", "march 1412")
    assert bombed(events) == [("S-RD-01", "S-RD-02", "S-B-01")]
    assert happened(events, "lost") == [
        {"unit": "S-RD-01", "left": 1},
        {"unit": "S-RD-02", "left": 1},
        {"unit": "S-B-01", "left": 0},
    ]
