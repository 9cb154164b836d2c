"""What may be expected: the Soviet margin of victory points at the end."""

import pytest

from tests.engine.play import played, positions
from tests.games.red_typhoon.helpers import position
from tests.games.red_typhoon.test_victory import (
    GERMANS,
    LEVEL,
    SOVIETS,
    end_of_the_game,
    germans_before_moscow,
    lost,
    soviets_in_the_west,
)

VYAZMA = "2422"
"""Worth 2 to the Soviets and 3 to the Germans."""


def value(game, side="soviet"):
    return game.rules.evaluate(game.position, side)


def test_a_city_taken_on_the_last_turn_is_worth_its_points():
    """With nobody near who could take it back."""
    german = position(turn=9, phase="german combat")
    soviet = position(turn=9, phase="german combat", control={VYAZMA: "soviet"})
    assert value(soviet) - value(german) == pytest.approx(2 + 3, abs=0.75)


@pytest.mark.parametrize("turn", [1, 4, 9])
def test_taking_a_city_lowers_no_hopes(turn):
    """S-B-12 moves two hexes into Vyazma, with a German division in sight of it."""
    game = position(turn=turn, units={"S-B-12": "2523", "G-7-ID": "2121"}, move_orders=["K"])
    before = value(game)
    game.push(f"move S-B-12 2523-{VYAZMA}")
    assert value(game) > before


def test_units_lost_in_mid_game_are_worth_more_than_their_points():
    """Five of them are a point, and cannot fight on."""
    game = position(turn=4)
    assert value(position(turn=4, units=lost(*SOVIETS[:5]))) < value(game) - 1
    assert value(position(turn=4, units=lost(*GERMANS[:5]))) > value(game) + 1


@pytest.mark.parametrize("phase", ["soviet movement", "german movement"])
def test_strength_near_a_city_raises_hopes_and_a_garrison_lowers_them(phase):
    """S-C-12 two hexes from Vyazma, or far away at Volokolamsk; G-7-ID in the city, or far from any."""
    far = position(turn=6, phase=phase, units={"S-C-12": "3519", "G-7-ID": "0101"})
    near = position(turn=6, phase=phase, units={"S-C-12": "2424", "G-7-ID": "0101"})
    kept = position(turn=6, phase=phase, units={"S-C-12": "2424", "G-7-ID": VYAZMA})
    assert value(far) < value(kept) < value(near)


def test_what_one_side_hopes_for_the_other_fears():
    values = set()
    for game in positions(5):
        assert value(game, "german") == -value(game)
        values.add(value(game))
    assert len(values) > 50


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_finished_game_is_worth_its_points(seed):
    game = played(seed)
    if game.result.level.endswith("victory"):
        points = game.result.points
        assert value(game) == points["soviet"] - points["german"]
    assert value(end_of_the_game()) == -11
    assert value(end_of_the_game(control=LEVEL)) == 0


def test_sudden_death_is_worth_a_victory_whatever_the_points():
    """The Soviets have no points and the Germans 11; what a victory takes is a point more, or a tie."""
    soviet = soviets_in_the_west()
    soviet.push("move S-B-12 0121-0120")
    assert (value(soviet), value(soviet, "german")) == (1, -1)
    german = germans_before_moscow("3820", "3823", "3824")
    german.push("move G-7-ID 3726-3826")
    assert value(german, "german") == 11


def test_the_set_up_is_worth_the_same_whoever_stands_where():
    values = {value(game) for game in positions(1, 30, scenario="flexible") if game.position.step < 0}
    assert len(values) == 1
