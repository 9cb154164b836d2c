"""What can be asked of a position, and what may come of an order."""

from fractions import Fraction

import pytest

from tests.games.typhoon_solitaire.battles import LEHR, START, TARGET, calling_up, on_the_march
from tests.games.typhoon_solitaire.positions import around, position
from typhoon.engine.cases import case

PANZER = {"PG3-1-Pz": "1312"}


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
