"""17.2: air points in combat."""

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, WEST, fight, odds
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told
from typhoon.engine.cases import case

AIR = {"german": 2, "soviet": 3}


def assault(strength=16, defense=4, side="german", **given):
    """A declared attack at 4-1 in the open, with air points on both sides."""
    if side == "german":
        units = (
            ("1/GDM/24", WEST, strength // 2),
            ("17/31/43", EAST, strength // 2),
            ("194/43", MIDDLE, defense),
        )
        order = f"attack {MIDDLE} 1/GDM/24 17/31/43"
    else:
        units = (("413/50", WEST, strength), ("339/167/53", MIDDLE, defense))
        order = f"attack {MIDDLE} 413/50"
    game = fight(*units, side=side, **{"air": AIR, **given})
    assert odds(game, order) == "4-1"
    give(game, order)
    return game


@case("17.21", "17.22")
@pytest.mark.parametrize(("points", "final"), [(1, "5-1"), (2, "6-1")])
def test_each_air_point_of_the_attacker_shifts_one_column(points, final):
    game = assault(dice=(6, 6), air={"german": 2, "soviet": 0})
    give(game, f"air {MIDDLE} {points}")
    assert happened(give(game, "end"), "combat")[0]["final"] == final


@case("17.22")
def test_at_most_two_points_go_into_one_attack():
    game = assault(air={"german": 2, "soviet": 3})
    assert offered(game, "air") == [f"air {MIDDLE} 1", f"air {MIDDLE} 2"]
    assert refused(game, f"air {MIDDLE} 3").case == "17.22"
    give(game, f"air {MIDDLE} 2")
    assert told(game)["air"]["german"] == 0
    assert refused(game, f"air {MIDDLE} 2").case == "17.22"
    give(game, f"air {MIDDLE} 1")  # one is taken back
    assert told(game)["air"]["german"] == 1


@case("17.22", "17.15")
def test_there_must_be_points_left():
    game = assault(air={"german": 1, "soviet": 0})
    assert refused(game, f"air {MIDDLE} 2").case == "17.15"


@case("17.22", "9.11")
def test_an_attack_that_is_called_off_gives_its_points_back():
    game = assault()
    give(game, f"air {MIDDLE} 2", f"cancel {MIDDLE}")
    assert told(game)["air"]["german"] == 2


@case("17.23", "17.21")
def test_two_points_of_the_defender_shift_one_column_to_the_left():
    game = assault(dice=(6, 6), air={"german": 0, "soviet": 3})
    give(game, "end")
    assert game.decision.side == "soviet"
    (combat,) = happened(give(game, f"air {MIDDLE} 2"), "combat")
    assert combat["final"] == "3-1"


@case("17.23")
def test_a_defence_takes_two_points_neither_more_nor_less_and_only_once():
    game = assault(air={"german": 0, "soviet": 3})
    give(game, "end")
    assert offered(game, "air") == [f"air {MIDDLE} 2"]
    for points in ("1", "3", "4"):
        assert refused(game, f"air {MIDDLE} {points}").case == "17.23"


@case("17.23")
def test_with_a_single_point_left_the_defender_is_not_asked():
    game = assault(dice=(6, 6), air={"german": 0, "soviet": 1})
    assert happened(give(game, "end"), "combat")


@case("17.24")
def test_shifts_of_both_sides_add_up():
    """The example: 4-1 with two points each way is fought at 5-1 (OT-026)."""
    game = assault(dice=(6, 6))
    give(game, f"air {MIDDLE} 2", "end")
    (combat,) = happened(give(game, f"air {MIDDLE} 2"), "combat")
    assert (combat["odds"], combat["final"]) == ("4-1", "5-1")


@case("17.25", "17.21")
def test_the_attacker_declares_his_points_for_all_attacks_before_the_defender():
    game = assault()
    assert game.decision.side == "german"
    give(game, f"air {MIDDLE} 1", "end")
    assert game.decision.side == "soviet"
    assert refused(game, f"attack {MIDDLE} 1/GDM/24").case
    assert happened(game.log, "combat") == []


@case("17.21", "17.23")
def test_both_sides_use_their_points_in_the_soviet_combat_phase_too():
    game = assault(side="soviet", dice=(6, 6), air={"german": 2, "soviet": 3})
    give(game, f"air {MIDDLE} 2", "end")
    assert game.decision.side == "german"
    (combat,) = happened(give(game, f"air {MIDDLE} 2"), "combat")
    assert combat["final"] == "5-1"


@case("17.0", "17.26", "17.23")
def test_used_points_are_gone_for_the_turn():
    """Two points in the German combat phase, none left for the German defence of the same turn."""
    game = assault(dice=(5, 6))
    give(game, f"air {MIDDLE} 2", "end", "end")
    assert told(game)["air"] == {"german": 0, "soviet": 3}


@case("17.27")
def test_air_points_need_a_combat_of_ground_units():
    game = assault()
    assert refused(game, f"air {WEST} 1").case == "9.1"
    give(game, "end")
    assert refused(game, f"air {WEST} 2").case == "17.27"
    assert offered(game, "air") == [f"air {MIDDLE} 2"]


@case("17.0")
def test_air_points_are_markers_and_no_units():
    """Two of them on the enemy in the middle neither control a hex nor stand on the map."""
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), air=AIR)
    give(game, f"attack {MIDDLE} 339/167/53")
    units, zones = told(game)["units"], [game.ask("zone", hex_) for hex_ in (WEST, MIDDLE, EAST)]
    give(game, f"air {MIDDLE} 2")
    assert zones == [("soviet",), ("german",), ("soviet",)]
    assert [game.ask("zone", hex_) for hex_ in (WEST, MIDDLE, EAST)] == zones
    assert told(game)["units"] == units
    assert told(game)["air"] == {"german": 0, "soviet": 3}
