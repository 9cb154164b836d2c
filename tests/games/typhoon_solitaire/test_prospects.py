"""What may be expected: how much of what victory takes will have been done."""

import pytest

import typhoon
from tests.games.typhoon_solitaire.battles import battle
from tests.games.typhoon_solitaire.positions import give, position, ring
from typhoon.engine.cases import case

PANZER = {"PG3-1-Pz": "1312"}
POINTS = 16
"""What the check of turn 4 asks for; as much is each check worth, and the way to Moscow."""


def value(game, side="german"):
    return game.rules.evaluate(game.position, side)


def stands(game):
    return game.rules.prospects.standing(game.position)


def measure(game):
    return game.rules.prospects.measure(game.position)


def standing(**given) -> float:
    return stands(position(**{"units": PANZER, **given}))


def deployed():
    game = typhoon.new("typhoon-solitaire", seed=1)
    game.push("deploy")
    return game


def test_at_the_start_only_the_front_is_in_order():
    """No pocket, no town, nothing west of column 29 taken, no step toward Moscow made."""
    assert stands(deployed()) == -4 * POINTS


@case("4.2")
def test_pocket_hexes_count_by_their_share_of_200_and_no_more():
    assert standing(turn=2, tally=50) - standing(turn=2) == pytest.approx(POINTS / 4)
    assert standing(turn=2, tally=260) - standing(turn=2) == pytest.approx(POINTS)


@case("4.4")
def test_towns_count_by_their_share_of_16_points_until_they_have_been_checked():
    """3804, beside Kalinin in 3703, is nearer to Moscow: the city brings its two points, and nothing else."""
    with_kalinin, without = ({"gained": hexes} for hexes in (["3804", "3703"], ["3804"]))
    assert standing(turn=4, **with_kalinin) - standing(turn=4, **without) == pytest.approx(2)
    assert standing(turn=5, **with_kalinin) == standing(turn=5, **without)
    assert standing(turn=5) == -POINTS, "all checks have been passed; the way to Moscow is left"


@case("4.5")
def test_the_way_to_moscow_counts_by_the_part_of_it_that_was_made():
    german = set(position().rules.board.grid.numbers(position().rules.german_at_start))
    far = next(d for d in range(60) if (ring("4514", d) | ring("4614", d)) & german)
    assert standing(turn=5, gained=["4414"]) == pytest.approx(-POINTS / far)


@case("13.4")
def test_in_the_clenched_fist_only_the_front_check_and_moscow_count():
    assert standing(scenario="clenched-fist", turn=3) < standing(scenario="clenched-fist", turn=5) == -POINTS


@case("5.4")
def test_who_gives_up_at_the_start_has_done_nothing():
    game = deployed()
    give(game, "concede")
    assert (value(game), value(game, "soviet")) == (-5 * POINTS, 5 * POINTS)
    assert game.view("german").forecast == ""


@case("4.1", "4.4")
def test_a_defeat_is_worth_what_was_lacking_and_all_that_was_still_to_come():
    """Pockets and front are done with; of what is checked on turn 4 a city is held, of 16 points 2."""
    game = position(turn=4, units=PANZER, gained=["3525"])
    before = stands(game)
    way = game.rules.prospects._way(game.position)
    give(game, "end")
    assert game.result.winner == "soviet"
    assert value(game) == pytest.approx(before - POINTS * way)


@case("4.1")
@pytest.mark.parametrize(("turn", "turns"), [(1, 2), (2, 1), (3, 2), (4, 5), (8, 1)])
def test_plans_are_played_on_to_a_check_and_from_turn_4_to_the_end(turn, turns):
    game = position(turn=turn, units=PANZER)
    assert game.rules.prospects.horizon(game.position) == turns


@case("4.4")
def test_a_corps_near_a_town_has_its_points_within_reach():
    """At 3525 a corps is 8 hexes from Tula (2 points); a division alone takes no city."""
    corps = {"PG4-2-Pz": "3525", "PG4-5-Pz": "3525"}
    near = position(turn=4, units=corps, gained=["3525"])
    alone = position(turn=4, units={"PG4-2-Pz": "3525"}, gained=["3525"])
    assert measure(near)[0] > 0 == measure(alone)[0]
    assert measure(near)[1] > measure(alone)[1] > 0


@case("4.5")
def test_a_victory_is_worth_the_towns_that_are_held():
    """A hex of Moscow has two points, and no other town was taken."""
    game = battle("--", list(PANZER), [], start="4415", to="4514", turn=5)
    give(game, "halt", "end")
    assert game.result.winner == "german"
    assert (value(game), value(game, "soviet")) == (2, -2)


def test_more_may_be_expected_at_the_start_than_has_been_done():
    game = deployed()
    assert stands(game) < value(game) < 0
    assert value(game, "soviet") == -value(game)


def test_at_the_end_of_the_last_turn_nothing_more_is_expected():
    game = position(turn=8, units={"PG3-1-Pz": {"hex": "1312", "done": True}}, gained=["4314"])
    assert value(game) == pytest.approx(stands(game), abs=1)


@pytest.mark.parametrize(("margin", "expected"), [(-20, "75%"), (-90, "0%"), (3, "100%")])
def test_the_forecast_is_told_as_a_share_of_what_victory_takes(margin, expected):
    """Four checks and Moscow are 80 points."""
    prospects = position().rules.prospects
    assert prospects.words(margin) == f"{expected} of what victory takes"
