"""Allotting losses, and what becomes of the units after a battle (10.6, 10.8 to 10.10)."""

import pytest

from tests.games.typhoon_solitaire.battles import (
    LEHR,
    PANZER,
    SECOND_PANZER,
    START,
    TARGET,
    battle,
    closing,
    defending,
    losses,
    misses,
    pool,
)
from tests.games.typhoon_solitaire.positions import (
    dice_left,
    gained,
    is_done,
    is_reduced,
    offered,
    points_left,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case

ONE_HIT = [5, 1]
TWO_HITS = [5, 5]
THREE_HITS = [6, 5]
"""Dice of the Lehr Brigade."""


@case("10.6")
def test_a_two_step_unit_takes_the_first_hit_and_then_the_choice_is_free():
    """TS-044."""
    game = battle("1RD 1B", [LEHR], [*TWO_HITS, *misses(3)])
    assert losses(game) == ["S-RD-01"]
    assert sorted(offered(game, "hit")) == ["hit S-B-01", "hit S-RD-01"]
    game.push("hit S-B-01")
    assert defending(game) == {"S-RD-01": 1, "S-B-01": 0}


@case("10.6")
def test_the_second_hit_may_be_taken_by_the_same_division():
    """TS-044."""
    game = battle("1RD 1B", [LEHR], [*TWO_HITS, *misses(1)])
    game.push("hit S-RD-01")
    assert losses(game) == ["S-RD-01", "S-RD-01"]
    assert TARGET in gained(game)  # the brigade fired and is out of the battle (R14)


@case("10.1", "10.6")
def test_ruling_49_the_two_steps_of_one_hit_may_be_taken_by_two_units():
    """A single 6 of the Lehr Brigade costs two steps: of the two divisions each may lose one."""
    game = battle("2RD", [LEHR], [6, *misses(1), *misses(4)])
    assert losses(game) == ["S-RD-01"]  # the two divisions were alike
    assert sorted(offered(game, "hit")) == ["hit S-RD-01", "hit S-RD-02"]
    game.push("hit S-RD-02")
    assert defending(game) == {"S-RD-01": 1, "S-RD-02": 1}


@case("10.1", "10.6")
def test_ruling_49_or_by_one():
    game = battle("2RD", [LEHR], [6, *misses(1), *misses(2)])
    game.push("hit S-RD-01")
    assert defending(game) == {"S-RD-01": 0, "S-RD-02": 2}


@case("10.1", "10.6", "2.5")
def test_ruling_49_both_steps_are_eliminated_as_long_as_there_are_any():
    """The panzers take a step of the division, then one 6 costs its other step and the brigade's only one."""
    game = battle("1RD 1B", [PANZER, LEHR], [5, *misses(6), 6, *misses(1)])
    assert sorted(losses(game)) == ["S-B-01", "S-RD-01", "S-RD-01"]
    assert TARGET in gained(game)


@case("10.6")
def test_two_hits_on_one_fresh_division_are_allowed_while_another_is_fresh():
    """R16: spread as desired; only the brigade is held back."""
    game = battle("2RD 1B", [LEHR], [*THREE_HITS, *misses(4)])
    assert losses(game) == ["S-RD-01"]  # the two divisions were alike
    assert sorted(offered(game, "hit")) == ["hit S-RD-01", "hit S-RD-02"]
    assert refused(game, "hit S-B-01").case == "10.6"
    game.push("hit S-RD-01")
    assert losses(game) == ["S-RD-01", "S-RD-01", "S-RD-02"]  # the last hit left no choice
    assert defending(game) == {"S-RD-01": 0, "S-RD-02": 1, "S-B-01": 1}


@case("10.6")
def test_a_brigade_may_be_hit_once_every_division_has_been():
    game = battle("2RD 1B", [LEHR], [*THREE_HITS, *misses(4)])
    game.push("hit S-RD-02")
    assert sorted(offered(game, "hit")) == ["hit S-B-01", "hit S-RD-01"]
    game.push("hit S-B-01")
    assert defending(game) == {"S-RD-01": 1, "S-RD-02": 1, "S-B-01": 0}


@case("10.6")
def test_each_units_fire_is_allotted_before_the_next_fires():
    """Two panzer divisions hit once each: after the first hit the two rifle divisions differ."""
    game = battle("2RD 1B", [PANZER, SECOND_PANZER], [5, *misses(6), 5, *misses(6), *misses(4)])
    assert losses(game) == ["S-RD-01"]
    game.push("hit S-RD-02")
    assert losses(game) == ["S-RD-01", "S-RD-02"]


@case("10.6")
def test_a_hit_in_an_earlier_round_still_counts():
    """The panzer division was hit in round 1, so in round 2 the Lehr Brigade is free to take the hit."""
    game = battle("1RD", [PANZER, LEHR], [*misses(9), 6, 1, *misses(5), 6, 1])
    assert losses(game) == [PANZER]
    game.push("fight")
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {LEHR}"]


@case("10.6")
def test_a_german_one_step_unit_is_held_back_like_a_brigade():
    """R47."""
    game = battle("1RD", [PANZER, SECOND_PANZER, LEHR], [*misses(16), 6, 6])
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {SECOND_PANZER}"]
    assert refused(game, f"hit {LEHR}").case == "10.6"
    game.push(f"hit {PANZER}")
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {SECOND_PANZER}"]
    assert refused(game, f"hit {LEHR}").case == "10.6"
    game.push(f"hit {SECOND_PANZER}")
    assert is_reduced(game, PANZER)
    assert is_reduced(game, SECOND_PANZER)


@case("10.6")
def test_when_every_division_has_been_hit_the_one_step_unit_may_be():
    game = battle("2RD", [PANZER, SECOND_PANZER, LEHR], [*misses(16), 6, 6, 6, 1])
    game.push(f"hit {PANZER}")
    game.push(f"hit {SECOND_PANZER}")
    assert sorted(offered(game, "hit")) == sorted(f"hit {who}" for who in (PANZER, SECOND_PANZER, LEHR))
    game.push(f"hit {LEHR}")
    assert unit(game, LEHR)["fallen"]


@case("10.6")
def test_a_unit_that_came_reduced_counts_as_hit():
    """R16.  Beside a reduced division alone the Lehr Brigade is free to take the hit."""
    game = battle("1RD", {PANZER: {"reduced": True}, LEHR: {}}, [*misses(3 + 2), 6, 1])
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {LEHR}"]


@case("10.6")
def test_a_fresh_division_still_protects_the_one_step_unit_beside_a_reduced_one():
    units = {PANZER: {"reduced": True}, SECOND_PANZER: {}, LEHR: {}}
    game = battle("1RD", units, [*misses(3 + 7 + 2), 6, 1])
    assert sorted(offered(game, "hit")) == [f"hit {PANZER}", f"hit {SECOND_PANZER}"]


@case("10.6")
def test_a_fallen_division_protects_nobody():
    """Both hits on the only fresh division: it is gone, and the third falls on the Lehr Brigade."""
    game = battle("2RD", [PANZER, LEHR], [*misses(9), 6, 6, 6, 1])
    assert losses(game)[0] == PANZER
    game.push(f"hit {PANZER}")
    assert losses(game) == [PANZER, PANZER, LEHR]
    assert where(game, LEHR) == START


@case("10.6")
def test_hits_beyond_the_last_step_are_lost():
    game = battle("1RD", [PANZER], [6, 6, 6, *misses(4)])
    assert losses(game) == ["S-RD-01", "S-RD-01"]


@case("10.6")
def test_hits_from_the_air_fall_on_the_unit_attacked_and_the_excess_is_ignored():
    """A 6 takes two steps: the brigade has one, and the fresh division beside it protects it not."""
    game = battle("1RD 1B", {PANZER: {"air": True}}, [1, 6, *misses(7), *misses(2)])
    assert losses(game) == ["S-B-01"]
    assert defending(game) == {"S-RD-01": 2, "S-B-01": 0}


@case("10.6")
def test_a_hit_from_the_air_opens_the_way_to_one_step_units():
    """The division was hit from the air, so a brigade may take the ground hit."""
    game = battle("1RD 1B", {LEHR: {"air": True}}, [5, 1, *ONE_HIT, *misses(3)])
    assert losses(game) == ["S-RD-01"]
    assert sorted(offered(game, "hit")) == ["hit S-B-01", "hit S-RD-01"]


@case("10.6", "10.4")
def test_in_a_regular_battle_only_aircraft_hit_artillery():
    """R13.  Three ground hits on a division and an artillery unit: two count, the third is lost."""
    game = battle("1RD 1A", [LEHR], [1, *misses(2), *THREE_HITS])
    assert losses(game) == ["S-RD-01", "S-RD-01"]
    assert TARGET in gained(game)
    game = battle("1RD 1A", {LEHR: {"air": True}}, [1, 1, 5, *misses(2), *misses(2)])
    assert losses(game) == ["S-HH2-1"]


INSIDE = {"3444", "3445"}
SMALL_HOWITZER, BIG_HOWITZER, MORTAR = 30 + 24 + 1, 30 + 24 + 5, 30 + 24 + 13
"""Draws for a breakout: after 30 rifle divisions and 24 brigades comes the artillery."""


@case("10.6", "11.2")
def test_in_a_breakout_ground_fire_hits_artillery_too():
    """R13.  A pocket of 3 hexes with a die of 4 breaks out with 2 units."""
    game = closing({*INSIDE, "3446"}, "3544", [LEHR], [4, 1, SMALL_HOWITZER - 1, *TWO_HITS, *misses(3)])
    assert losses(game) == ["S-RD-01"]
    assert sorted(offered(game, "hit")) == ["hit S-HH2-1", "hit S-RD-01"]
    assert refused(game, "hit S-HH2-2").case == "10.6"
    game.push("hit S-HH2-1")
    assert losses(game) == ["S-RD-01", "S-HH2-1"]


@case("10.6", "11.2")
def test_howitzers_of_different_strength_are_not_alike():
    """One rolls 2 dice, the other 3: the player says which is hit."""
    game = closing(
        {*INSIDE, "3446"}, "3544", [LEHR], [4, SMALL_HOWITZER, BIG_HOWITZER - 1, *ONE_HIT, *misses(2)]
    )
    assert sorted(offered(game, "hit")) == ["hit S-HH2-1", "hit S-HH3-1"]
    game.push("hit S-HH3-1")
    assert losses(game) == ["S-HH3-1"]


@case("10.6")
def test_the_rest_of_a_battle_can_be_left_to_the_program():
    """R41.  Three hits on two divisions and a brigade leave 2 of their 5 dice, and nobody is asked again."""
    game = battle("2RD 1B", [PANZER, SECOND_PANZER], [5, *misses(6), 5, 5, *misses(5), *misses(2)])
    game.push("allot")
    assert len(losses(game)) == 3
    assert offered(game, "fight") == ["fight"]
    assert dice_left(game) == []


@case("10.6")
def test_what_was_left_to_the_program_in_one_battle_is_asked_for_in_the_next():
    dice = [*misses(14), 6, 1, 6, 1, 1, 5, 5]
    game = battle("2RD", [PANZER, SECOND_PANZER], dice, mp=1, others={LEHR: START})
    game.push("allot")
    assert where(game, PANZER) == START  # beaten
    game.push(f"force {LEHR}")
    game.push(f"march {TARGET}")
    assert sorted(offered(game, "hit")) == ["hit S-RD-01", "hit S-RD-02"]


@case("10.6")
def test_with_the_option_losses_of_the_system_nobody_is_asked():
    """R41: two hits spread over two panzer divisions would cost 8 dice, both on one cost 7."""
    dice = [*misses(14), 6, 6]
    game = battle("1RD", [PANZER, SECOND_PANZER], dice, options={"losses": "system"})
    assert offered(game, "fight") == ["fight"]
    assert losses(game) == [PANZER, PANZER]


@case("10.6")
def test_only_a_unit_under_fire_can_be_hit():
    others = {"PG3-6-Pz": "1312"}
    game = battle("1RD", [PANZER, SECOND_PANZER], [*misses(14), 6, 1], others=others)
    for name in ("PG3-6-Pz", "S-RD-01", "S-RD-40", "PG9-9-Pz"):
        assert refused(game, f"hit {name}").case == "10.6"
    assert refused(game, "fight").case == "5.2"


# After the battle


@case("10.8")
def test_soviet_units_go_back_to_the_pool_at_full_strength_whoever_won():
    """TS-045."""
    for force, order in (("2RD 1B", "withdraw"), ("1RD 1B", "fight")):
        game = battle(force, [LEHR], [*TWO_HITS, *misses(4), *TWO_HITS, *misses(2)])
        game.push("hit S-RD-01")
        if game.decision.prompt.startswith("Round"):
            game.push(order)
        assert defending(game) == {}
        assert (pool(game, "RD"), pool(game, "B")) == (30, 24)
        number = game.rules.unit_number
        assert game.position.steps(1 << number["S-RD-01"]) == 2
        assert game.position.steps(1 << number["S-B-01"]) == 1


@case("10.8")
def test_a_reduced_rifle_division_is_back_at_full_strength_in_the_next_battle():
    """TS-045.  The same division defends again, with both steps and two dice."""
    others = {"PG3-6-Pz": START}
    dice = [5, *misses(6), *misses(1), 1, *misses(7), *misses(2)]
    game = battle("1RD", [PANZER], dice, mp=1, others=others)
    game.push("force PG3-6-Pz")
    game.push(f"march {TARGET}")
    assert defending(game) == {"S-RD-01": 2}


@case("10.8", "8.3")
def test_eliminated_guards_and_airborne_never_return_and_rifle_divisions_replace_them():
    game = battle("1GD 1AC", [PANZER], [*misses(6), 6, 6, *misses(5)])
    assert TARGET in gained(game)
    assert list(told(game)["dead"]) == ["S-GD-1", "S-AC-4"]
    assert (pool(game, "GD"), pool(game, "AC"), pool(game, "RD")) == (7, 1, 32)


@case("10.8")
def test_surviving_guards_go_back_at_full_strength():
    game = battle("1GD", [PANZER], [*misses(3), 5, *misses(6)])
    assert defending(game) == {"S-GD-1": 1}
    game.push("withdraw")
    assert "dead" not in told(game)
    assert (pool(game, "GD"), pool(game, "RD")) == (8, 30)
    assert game.position.steps(1 << game.rules.unit_number["S-GD-1"]) == 2


@case("10.8", "8.3")
def test_guards_that_fall_in_a_battle_the_soviets_win_are_lost_all_the_same():
    game = battle("1GD 1RD", {PANZER: {"air": True}}, [6, 1, *misses(7), *misses(2)])
    game.push("withdraw")
    assert list(told(game)["dead"]) == ["S-GD-1"]
    assert pool(game, "RD") == 31


@case("10.9")
def test_a_unit_eliminated_in_a_won_battle_returns_in_the_hex_with_one_step_and_marches_on():
    """TS-046."""
    units = {PANZER: {"reduced": True}, SECOND_PANZER: {}}
    game = battle("1RD 1A", units, [1, 6, 1, 6, *misses(6)])
    game.push(f"hit {PANZER}")  # by the howitzer; the other division then takes the hex
    assert where(game, PANZER) == TARGET
    assert is_reduced(game, PANZER)
    assert not is_reduced(game, SECOND_PANZER)
    assert list(told(game)["force"]["units"]) == [PANZER, SECOND_PANZER]
    assert points_left(game) == 4


@case("10.9")
def test_a_fresh_division_eliminated_returns_with_one_step_too():
    """R18."""
    game = battle("1RD 1A", [PANZER, SECOND_PANZER], [1, 6, 6, 6, *misses(6)])
    game.push(f"hit {PANZER}")
    game.push(f"hit {PANZER}")
    assert TARGET in gained(game)
    assert is_reduced(game, PANZER)
    assert not is_reduced(game, SECOND_PANZER)


@case("10.9")
def test_reduced_units_stay_reduced_after_a_battle():
    game = battle("1RD 1A", [PANZER], [1, 6, 1, 6, *misses(2)])
    assert TARGET in gained(game)
    assert is_reduced(game, PANZER)


@case("10.9")
def test_after_a_defeat_the_eliminated_return_in_the_hex_of_the_retreat():
    game = battle("1RD", [PANZER, SECOND_PANZER], [*misses(14), 6, 6])
    game.push(f"hit {PANZER}")
    game.push(f"hit {PANZER}")
    game.push("withdraw")
    for name in (PANZER, SECOND_PANZER):
        assert where(game, name) == START
        assert is_done(game, name)
    assert is_reduced(game, PANZER)
    assert not is_reduced(game, SECOND_PANZER)


@case("10.9", "10.10")
def test_a_one_step_unit_returns_with_its_one_step():
    game = battle("1RD", [LEHR], [*misses(2), 6, 1])
    assert unit(game, LEHR) == {"hex": START, "done": True}


@case("10.10")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_reduced_units_regroup_on_turns_1_to_5(turn):
    """TS-047.  The phase is gone through and the next turn begins with everybody at full strength."""
    game = position(
        turn=turn, phase="german regroup", units={PANZER: {"hex": "1312", "reduced": True}, LEHR: "1312"}
    )
    assert game.decision.turn == turn + 1
    assert told(game)["units"] == {PANZER: "1312", LEHR: "1312"}


@case("10.10")
@pytest.mark.parametrize("turn", [6, 7])
def test_nobody_regroups_after_turn_5(turn):
    """TS-048."""
    game = position(turn=turn, units={PANZER: {"hex": "1312", "reduced": True}})
    game.push("end")
    assert game.decision.turn == turn + 1
    assert is_reduced(game, PANZER)


@case("10.10")
def test_units_are_not_regrouped_before_the_phase():
    game = position(turn=1, units={PANZER: {"hex": "1312", "reduced": True}})
    game.push(f"force {PANZER}")
    game.push("halt")
    assert is_reduced(game, PANZER)
    game.push("end")
    assert not is_reduced(game, PANZER)
