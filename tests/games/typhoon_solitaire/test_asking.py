"""What can be asked of a position, what it is worth, and what may come of an order."""

from fractions import Fraction

import pytest

import typhoon
from tests.games.typhoon_solitaire.battles import LEHR, START, TARGET, calling_up, on_the_march
from tests.games.typhoon_solitaire.positions import around, give, position, ring
from typhoon.engine.cases import case

PANZER = {"PG3-1-Pz": "1312"}
POINTS = 16
"""What the check of turn 4 asks for; as much is each check worth, and the way to Moscow."""


@case("3.4", "6.0")
def test_control_and_zones_can_be_asked_for():
    game = position(units=PANZER, gained=["1413"])
    assert [game.ask("control", number) for number in ("1312", "1413", "1412")] == [
        "german",
        "german",
        "soviet",
    ]
    # 1311 lies beside the division; 1412 does so too, but is Soviet; 1314 is German and two hexes away.
    assert [game.ask("zone", number) for number in ("1312", "1311", "1412", "1314")] == [
        ("german",), ("german",), (), (),
    ]  # fmt: skip
    assert game.ask("units", "1312") == ("PG3-1-Pz",)


@case("11.0", "11.1")
def test_supply_and_pockets_can_be_asked_for():
    *ring_, gap = sorted(around("3445"))
    game = position(units=PANZER, gained=ring_)
    assert game.ask("supply", "3445")
    assert not game.ask("supply", "1312"), "it is German"
    assert game.ask("pocket", gap) == ["3445"]
    assert game.ask("pocket", "3545" if gap != "3545" else "3645") == []


def test_a_question_about_nothing_is_refused_in_words():
    game = position(units=PANZER)
    with pytest.raises(ValueError, match="there is no hex 9999 on the map"):
        game.ask("control", "9999")
    with pytest.raises(ValueError, match="'weather' is no question of typhoon-solitaire"):
        game.ask("weather", "1312")


def worth(**given) -> float:
    game = position(**{"units": PANZER, **given})
    value = game.rules.evaluate(game.position, "german")
    assert game.rules.evaluate(game.position, "soviet") == -value
    return value


def test_at_the_start_only_the_front_is_in_order():
    """No pocket, no town, nothing west of column 29 taken, no step toward Moscow made."""
    game = typhoon.new("typhoon-solitaire", seed=1)
    game.push("deploy")
    assert game.rules.evaluate(game.position, "german") == POINTS


@case("4.2")
def test_pocket_hexes_count_by_their_share_of_200_and_no_more():
    assert worth(turn=2, tally=50) - worth(turn=2) == pytest.approx(POINTS / 4)
    assert worth(turn=2, tally=260) - worth(turn=2) == pytest.approx(POINTS)


@case("4.4")
def test_after_turn_4_all_checks_have_been_passed_and_towns_count_as_they_are():
    assert worth(turn=5) == 4 * POINTS
    # 3804, beside Kalinin in 3703, is nearer to Moscow: the city brings its two points, and nothing else.
    assert worth(turn=5, gained=["3804", "3703"]) == pytest.approx(worth(turn=5, gained=["3804"]) + 2)


@case("4.5")
def test_the_way_to_moscow_counts_by_the_part_of_it_that_was_made():
    german = set(position().rules.board.grid.numbers(position().rules.german_at_start))
    far = next(d for d in range(60) if (ring("4514", d) | ring("4614", d)) & german)
    assert worth(turn=5, gained=["4414"]) == pytest.approx(4 * POINTS + POINTS * (1 - 1 / far))


@case("13.4")
def test_in_the_clenched_fist_only_the_front_check_counts():
    assert worth(scenario="clenched-fist", turn=5) == POINTS


@case("5.4")
def test_a_game_lost_is_worth_less_than_any_that_goes_on():
    game = position(units=PANZER)
    give(game, "concede")
    assert game.rules.evaluate(game.position, "german") == -128
    assert game.rules.evaluate(game.position, "soviet") == 128


def taken(outcome) -> bool:
    return bool(outcome.position.german >> outcome.position.rules.grid.index(TARGET) & 1)


@case("10.1", "10.4")
def test_every_outcome_of_a_march_into_battle_is_told_with_its_chance():
    """The brigade outlives two dice in 16 cases of 36, and a 6 of its own then drives Lehr off (R14)."""
    game = on_the_march({LEHR: {}}, mp=1, charts=calling_up("1B"))
    outcomes = game.chances(f"march {TARGET}")
    assert sum(outcome.probability for outcome in outcomes) == 1
    assert sum(outcome.probability for outcome in outcomes if taken(outcome)) == 1 - Fraction(16, 36) / 6
    assert game.ask("where", LEHR) == START, "it was only looked at"


@case("10.4")
def test_from_the_air_it_matters_which_die_falls_on_whom():
    """Soviet aircraft throw a die at each unit: two panzer divisions are hit together in one case of 36."""
    units = {"PG3-1-Pz": {}, "PG3-7-Pz": {}}
    game = on_the_march(units, mp=1, charts=calling_up("CAS"))
    outcomes = game.chances(f"march {TARGET}")
    assert all(map(taken, outcomes)), "nobody but aircraft is there"
    hit = {}
    for outcome in outcomes:
        reduced = outcome.position.names(outcome.position.reduced)
        hit[reduced] = hit.get(reduced, 0) + outcome.probability
    one = Fraction(5, 36)
    assert hit == {
        (): Fraction(25, 36),
        ("PG3-1-Pz",): one,
        ("PG3-7-Pz",): one,
        tuple(units): Fraction(1, 36),
    }
