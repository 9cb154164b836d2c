"""Battles on the march: rounds, going on, defeat and new attacks (9.7 to 9.9, 9.12)."""

import pytest

from tests.games.typhoon_solitaire.positions import (
    EMPTY,
    MISS,
    RIFLES,
    force,
    gained,
    give,
    happened,
    is_done,
    is_reduced,
    points_left,
    position,
    refused,
    where,
)
from typhoon.engine.cases import case

RIFLES_HOLD = [RIFLES, *[MISS] * 7, MISS, MISS]
"""A panzer division and a rifle division miss one another."""
RIFLES_FALL = [RIFLES, 6, *[MISS] * 6]
"""A panzer division destroys a rifle division with two steps from one die."""
NOBODY_HITS = [*[MISS] * 7, MISS, MISS]


def panzer_attack(mp: int, dice: list[int], **given):
    game = position(
        units={"PG3-1-Pz": "1312", **given.pop("others", {})},
        force={"units": ["PG3-1-Pz"], "mp": mp},
        dice=dice,
        **given,
    )
    give(game, "march 1413")
    return game


# Rounds


@case("9.7")
def test_the_first_round_is_free():
    game = panzer_attack(16, RIFLES_HOLD)
    assert points_left(game) == 15  # paid for the clear hex


@case("9.7")
def test_ts_038_each_further_round_costs_a_point():
    game = panzer_attack(16, RIFLES_HOLD + NOBODY_HITS * 3)
    left = []
    for _ in range(3):
        events = give(game, "fight")
        left.append(happened(events, "round")[0]["left"])
    assert left == [14, 13, 12]
    assert points_left(game) == 12


@case("9.7")
def test_the_price_is_the_same_for_infantry():
    dice = [RIFLES, *[MISS] * 4, MISS, MISS, *[MISS] * 4, MISS, MISS]
    game = position(units={"PG3-6-Inf": "1312"}, dice=dice)
    give(game, "force PG3-6-Inf", "march 1412", "fight")
    assert points_left(game) == 8 - 1 - 1


# Going on


@case("9.8")
def test_a_force_that_has_won_marches_on_into_further_soviet_hexes():
    game = panzer_attack(16, RIFLES_FALL + RIFLES_FALL)
    assert (gained(game), points_left(game)) == ({"1413"}, 15)
    give(game, "march 1512")
    assert (gained(game), points_left(game)) == ({"1413", "1512"}, 14)
    give(game, "march 1312")
    assert where(game, "PG3-1-Pz") == "1312"


@case("9.8")
def test_it_goes_on_after_several_rounds_too():
    game = panzer_attack(16, [*RIFLES_HOLD, 6, *[MISS] * 6])
    give(game, "fight")
    assert (gained(game), points_left(game)) == ({"1413"}, 14)
    assert force(game) == ["PG3-1-Pz"]


@case("9.8")
def test_without_points_a_victory_is_the_end_of_the_march():
    game = panzer_attack(1, RIFLES_FALL)
    assert (gained(game), where(game, "PG3-1-Pz")) == ({"1413"}, "1413")
    assert force(game) == []
    assert is_done(game, "PG3-1-Pz")


# Defeat


@case("9.9")
def test_ts_039_with_no_points_left_a_round_that_does_not_decide_is_a_defeat():
    game = panzer_attack(1, RIFLES_HOLD)
    # Nothing is asked: the force is back, finished, and the hex is Soviet.
    assert (where(game, "PG3-1-Pz"), gained(game), force(game)) == ("1312", set(), [])
    assert refused(game, "force PG3-1-Pz").case == "9.5"


@case("9.9", "9.7")
def test_the_last_point_buys_one_more_round():
    game = panzer_attack(2, RIFLES_HOLD + NOBODY_HITS)
    give(game, "fight")
    assert (where(game, "PG3-1-Pz"), force(game)) == ("1312", [])


@case("9.9")
def test_a_force_that_breaks_off_goes_back_and_has_finished():
    game = panzer_attack(16, RIFLES_HOLD)
    events = give(game, "withdraw")
    assert happened(events, "repulsed") == [{"hex": "1413", "to": "1312"}]
    assert (where(game, "PG3-1-Pz"), gained(game)) == ("1312", set())
    assert is_done(game, "PG3-1-Pz")
    assert refused(game, "force PG3-1-Pz").case == "9.5"
    give(game, "end", "force PG3-1-Pz")  # next turn it may move again


@case("9.9")
def test_a_defeat_after_victories_throws_it_back_one_hex_only():
    game = panzer_attack(16, RIFLES_FALL + RIFLES_HOLD)
    give(game, "march 1512", "withdraw")
    assert (where(game, "PG3-1-Pz"), gained(game)) == ("1413", {"1413"})


@case("9.9", "9.5")
def test_those_who_stayed_behind_may_still_attack():
    game = panzer_attack(16, RIFLES_HOLD + RIFLES_FALL, others={"PG3-7-Pz": "1312"})
    give(game, "withdraw")
    assert refused(game, "force PG3-1-Pz PG3-7-Pz").case == "9.5"
    give(game, "force PG3-7-Pz", "march 1413")
    assert gained(game) == {"1413"}
    assert where(game, "PG3-1-Pz") == "1312"


@case("9.9")
def test_units_dropped_off_on_the_way_are_not_thrown_back():
    units = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312"}
    game = position(units=units, dice=[EMPTY, *RIFLES_HOLD])
    give(game, "force PG3-1-Pz PG3-7-Pz", "march 1413", "drop PG3-7-Pz", "march 1512", "withdraw")
    assert {where(game, name) for name in units} == {"1413"}
    assert all(is_done(game, name) for name in units)


@case("9.9")
def test_a_force_that_is_wiped_out_is_back_with_one_step_and_finished():
    # Reduced to one step before, hit once: gone, and back in the hex it came from.
    units = {"PG3-1-Pz": {"hex": "1312", "reduced": True}}
    game = position(units=units, dice=[RIFLES, *[MISS] * 3, 6, MISS])
    give(game, "force PG3-1-Pz", "march 1413")
    assert (where(game, "PG3-1-Pz"), is_reduced(game, "PG3-1-Pz")) == ("1312", True)
    assert is_done(game, "PG3-1-Pz")


@case("9.9", "7.1")
def test_the_retreat_finds_room_where_the_force_came_from():
    # Three divisions attack from 1312, two of them dropped off before; nobody else can have come.
    units = {"PG3-1-Pz": "1312", "PG3-7-Pz": "1312", "PG3-36-Mot": "1312"}
    game = position(units=units, dice=RIFLES_HOLD)
    give(game, "force PG3-1-Pz PG3-36-Mot PG3-7-Pz", "drop PG3-36-Mot", "drop PG3-7-Pz")
    give(game, "march 1413", "withdraw")
    assert {where(game, name) for name in units} == {"1312"}


# Attacking again


@case("9.12")
def test_a_hex_can_be_attacked_by_one_force_after_another():
    others = {"PG3-7-Pz": "1312", "PG3-6-Pz": "1313"}
    game = panzer_attack(16, RIFLES_HOLD * 2 + NOBODY_HITS + RIFLES_FALL, others=others)
    give(game, "withdraw", "force PG3-7-Pz", "march 1413", "fight", "withdraw")
    assert gained(game) == set()
    give(game, "force PG3-6-Pz", "march 1413")
    assert gained(game) == {"1413"}


@case("9.12")
@pytest.mark.parametrize("rounds", [1, 5, 15])
def test_there_is_no_limit_to_the_rounds_but_the_points(rounds):
    game = panzer_attack(16, RIFLES_HOLD + NOBODY_HITS * rounds)
    give(game, *["fight"] * rounds)
    if rounds < 15:
        assert "fight" in [str(order) for order in game.orders]
        assert points_left(game) == 15 - rounds
    else:
        assert (force(game), where(game, "PG3-1-Pz")) == ([], "1312")
