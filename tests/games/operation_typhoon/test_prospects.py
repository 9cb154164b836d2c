"""What may be expected: German levels of victory above the middle, from what both sides may know."""

import random

import pytest

from tests.fuzz.operation import begin, choose
from tests.games.operation_typhoon.positions import position, told
from tests.games.operation_typhoon.test_victory_levels import (
    GERMANS,
    KREMLIN,
    LAST,
    SOVIETS,
    TOWNS,
    TULA,
    points,
)
from typhoon.engine.seat import Seat


def value(game, side="german"):
    return game.rules.evaluate(game.position, side)


def held(*hexes, **given):
    return position(control=dict.fromkeys(hexes, "german"), **{"turn": 16, "phase": "soviet combat", **given})


def test_a_town_that_brings_the_next_level_is_worth_it_late_in_the_game():
    """18.19: with one town the Soviets have a substantive victory, with two a marginal one."""
    assert value(held(*TOWNS[:2])) - value(held(*TOWNS[:1])) == pytest.approx(1, abs=0.4)


@pytest.mark.parametrize("scenario", ["campaign", "extended"])
def test_points_that_bring_the_next_level_are_worth_it_late_in_the_game(scenario):
    """18.49: with 50 points the Germans have a marginal victory, with 80 a substantive one."""
    last = {"scenario": scenario, "turn": LAST[scenario], "phase": "soviet combat"}
    games = [position(**last, vp=vp, units=points(vp)) for vp in (50, 80)]
    assert 0.5 < value(games[1]) - value(games[0]) < 1.6


@pytest.mark.parametrize("scenario", ["guderian", "hoepner", "kluge"])
def test_losses_lower_what_a_side_may_expect(scenario):
    """Eight units each, of those that begin the game on the map."""
    given = {"scenario": scenario, "base": scenario, "turn": 7, "phase": "german movement"}
    there = told(position(**given))["units"]
    before, german, soviet = (
        position(**given, units=dict.fromkeys([unit for unit in units if unit in there][:8], "eliminated"))
        for units in ((), GERMANS, SOVIETS)
    )
    assert value(german) < value(before) < value(soviet)


def figures(game):
    return game.rules.prospects.figures(game.position)


def test_tula_counts_twice_among_the_towns_and_once_more_as_a_fortress():
    """18.19: Tula with three towns is a German substantive victory, four towns alone are a marginal one."""
    found = figures(held(TULA, *TOWNS[:2], turn=8))
    assert (found["towns"], found["fortress"]) == (4, 1)
    assert figures(held(*TOWNS))["fortress"] == 0
    assert value(held(TULA, turn=8)) > value(held(*TOWNS[:2], turn=8))


def test_fast_units_and_headquarters_are_counted_beside_other_losses():
    """A panzer regiment, an infantry regiment, a Soviet division and the HQ of an army."""
    units = dict.fromkeys(["3/3P/24", "17/31/43", "413/50", "50/Bldin"], "eliminated")
    found = figures(position(turn=8, phase="german movement", units=units))
    assert (found["losses"], found["fast"], found["hqs"]) == (1 - 2, -1, 1)


def test_whoever_has_enemies_on_two_sides_is_pressed():
    """A division between two German regiments; each of them has but one neighbour."""
    units = {"413/50": "C3020", "17/31/43": "C3120", "82/31/43": "C2920"}
    apart = units | {"82/31/43": "C2520"}
    given = {"turn": 8, "phase": "german movement"}
    assert figures(position(**given, units=units))["pressed"] == 1
    assert figures(position(**given, units=apart))["pressed"] == 0


def test_the_soviets_have_still_to_answer_in_their_own_turn():
    phases = ["german movement", "german combat", "soviet movement", "soviet combat"]
    assert [figures(position(turn=8, phase=phase))["answer"] for phase in phases] == [0, 0, -1, -1]


@pytest.mark.parametrize("scenario", LAST)
def test_what_one_side_hopes_for_the_other_fears(scenario):
    rng = random.Random(scenario)
    game = begin(scenario, seed=4)
    for _ in range(150):
        assert value(game, "soviet") == -value(game)
        assert -2.5 <= value(game) <= 2.5
        game.push(choose(game, rng))


@pytest.mark.parametrize("scenario", LAST)
def test_the_value_is_the_same_in_every_position_that_looks_alike(scenario):
    """Whatever either side imagines of the other's chits, closed stacks and plan."""
    rng = random.Random(scenario)
    game = begin(scenario, seed=2)
    for number in range(240):
        if number % 20 == 0:
            for side in ("german", "soviet"):
                twin = Seat(game, side).imagine(rng).position
                assert game.rules.evaluate(twin, side) == value(game, side)
        game.push(choose(game, rng))
    assert game.position.chit != Seat(game, "german").imagine(rng).position.chit


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, -2.5),
        ({"control": dict.fromkeys(TOWNS[:4], "german")}, 0.5),
        ({"control": dict.fromkeys((TULA, *TOWNS), "german")}, 1.5),
        ({"scenario": "campaign", "plan": "historical", "units": points(50) | {"17/31/43": KREMLIN}}, 0.5),
        ({"scenario": "campaign", "plan": "encirclement", "units": points(50) | {"17/31/43": KREMLIN}}, 2.5),
    ],
)
def test_a_finished_game_is_worth_its_level_and_the_plan_counts(given, expected):
    """Soviet decisive is -2.5, German marginal 0.5, substantive 1.5, decisive 2.5."""
    game = position(turn=16, phase="game-turn indication", arrivals={}, **{"units": {}, **given})
    assert game.result is not None
    assert (value(game), value(game, "soviet")) == (expected, -expected)


def test_the_set_up_is_worth_the_same_whoever_stands_where():
    game, rng = begin("guderian", seed=1), random.Random(1)
    values = set()
    for _ in range(20):
        values.add(value(game))
        game.push(game.orders.sample(rng))
    assert game.position.in_play
    assert len(values) == 1
