"""Victory (4).

With the cities as at the start the German side has 11 points: Vyazma and Rzhev 3 each, Velikiye
Luki 2, Bely, Yukhnov and Gzhatsk 1 each.  The Soviet cities of the start are worth nothing to the
Soviet side, which therefore begins at 0.
"""

import pytest

from tests.games.red_typhoon.helpers import controls, happened, points, position, refused, where
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

GERMANS = [
    "G-7-ID", "G-197-ID", "G-267-ID", "G-35-ID", "G-106-ID", "G-78-ID", "G-87-ID", "G-252-ID",
    "G-23-ID", "G-5-ID", "G-10-Pz", "G-1-Pz", "G-6-Pz", "G-7-Pz", "G-5-Pz",
]  # fmt: skip
SOVIETS = [f"S-D-{n:02}" for n in range(1, 19)]

# Smolensk and Orsha are worth 3 to the Soviets, Vitebsk and Roslavl 2, Demidov 1; nothing to the Germans.
LEVEL = dict.fromkeys(("1122", "0221", "0316", "1229", "1017"), "soviet")


def lost(*units) -> dict:
    return dict.fromkeys(units, "eliminated")


def end_of_the_game(**given):
    """The last German combat phase, just ended."""
    game = position(turn=9, phase="german combat", **given)
    game.push("end")
    return game


class TestHowToWin:
    @case("4.1", "5.0")
    def test_rt_006_the_game_ends_after_turn_9(self):
        game = position(turn=8, phase="german combat")
        game.push("end")
        assert game.result is None
        assert game.decision.turn == 9
        assert end_of_the_game().decision is None

    @case("4.1", "4.4")
    def test_the_germans_win_when_they_keep_what_they_had(self):
        result = end_of_the_game().result
        assert result.winner == "german"
        assert result.points == {"soviet": 0, "german": 11}

    @case("4.1")
    def test_rt_005_a_tie_is_a_german_win(self):
        result = end_of_the_game(control=LEVEL).result
        assert result.points == {"soviet": 11, "german": 11}
        assert result.winner == "german"

    @case("4.1")
    def test_one_point_more_is_a_soviet_win(self):
        result = end_of_the_game(control={**LEVEL, "1508": "soviet"}).result  # Toropets
        assert result.points == {"soviet": 12, "german": 11}
        assert (result.winner, result.level) == ("soviet", "soviet victory")

    @case("4.1")
    def test_nothing_is_done_after_the_end(self):
        assert refused(end_of_the_game(), "end").case == "4.1"


class TestHexControl:
    @case("4.3")
    def test_a_city_is_worth_its_red_value_to_the_soviets(self):
        assert points(position(control={"0316": "soviet"})) == {"soviet": 2, "german": 11}  # Vitebsk

    @case("4.4")
    def test_a_city_is_worth_its_grey_value_to_the_germans(self):
        assert points(position(control={"3309": "german"})) == {"soviet": 0, "german": 11 + 2}  # Torzhok

    @case("4.3", "4.4")
    def test_vyazma_changes_hands_at_both_values(self):
        assert points(position(control={"2422": "soviet"})) == {"soviet": 2, "german": 11 - 3}

    @case("4.3", "4.4")
    def test_supply_sources_are_worth_nothing(self):
        assert points(position(control={"0115": "soviet", "3820": "german"})) == {"soviet": 0, "german": 11}


class TestOlderGames:
    """Games that were begun when eleven cities had other values count as they did then."""

    @case("4.3", "4.4")
    def test_cities_keep_the_values_of_the_version_a_game_was_begun_under(self):
        then, now = (find_rules("red-typhoon", version=version).cities for version in (1, 2))
        values = {city.name: (city.soviet_vp, city.german_vp) for city in then}
        assert [values[name] for name in ("Smolensk", "Vyazma", "Rzhev")] == [(4, 0), (3, 2), (2, 2)]
        values = {city.name: (city.soviet_vp, city.german_vp) for city in now}
        assert [values[name] for name in ("Smolensk", "Vyazma", "Rzhev")] == [(3, 0), (2, 3), (1, 3)]
        assert [sum(city.soviet_vp for city in cities) for cities in (then, now)] == [38, 29]
        assert [sum(city.german_vp for city in cities) for cities in (then, now)] == [12, 15]


class TestLosses:
    @case("4.3")
    @pytest.mark.parametrize(("units", "vp"), [(4, 0), (5, 1), (14, 2), (15, 3)])
    def test_rt_010_and_011_five_germans_make_a_point(self, units, vp):
        assert points(position(units=lost(*GERMANS[:units])))["soviet"] == vp

    @case("4.4")
    @pytest.mark.parametrize(("units", "vp"), [(4, 0), (5, 1), (9, 1), (10, 2), (18, 3)])
    def test_rt_015_five_soviets_make_a_point(self, units, vp):
        assert points(position(units=lost(*SOVIETS[:units])))["german"] == 11 + vp

    @case("4.3", "4.4")
    def test_rt_013_and_014_1s_costs_five_and_is_not_among_the_losses(self):
        game = position(units=lost("S-C-01", *SOVIETS[:9]))
        assert points(game) == {"soviet": -5, "german": 11 + 1}

    @case("4.4", "13.3")
    def test_partisans_and_airborne_are_losses_like_any_other(self):
        units = lost("S-Partisan-1", "S-Partisan-2", "S-Partisan-3", "S-4th-Airborne-Corps", "S-D-01")
        assert points(position(turn=7, units=units))["german"] == 11 + 1


class TestFirstShockArmy:
    @case("4.3", "13.1")
    @pytest.mark.parametrize(("turn", "vp"), [(4, 0), (5, -1), (6, -2), (7, -3), (8, -4), (9, -5)])
    def test_rt_012_each_turn_of_delay_costs_a_point(self, turn, vp):
        assert points(position(turn=9, withdrawn_on=turn))["soviet"] == vp

    @case("4.3", "3.2")
    def test_the_left_wing_option_is_paid_on_top(self):
        option = {"first-shock-army": "WL"}
        assert points(position(turn=9, withdrawn_on=6, options=option))["soviet"] == -2 - 1
        assert points(position(units=lost("S-1S-WL"), options=option))["soviet"] == -5 - 1

    @case("4.3")
    def test_on_the_map_it_costs_nothing(self):
        assert points(position(units={"S-C-01": "3519"}))["soviet"] == 0


def soviets_in_the_west(**given):
    """A fast army beside 0120, with the other two western sources in Soviet hands."""
    control = {"0115": "soviet", "0130": "soviet"}
    return position(units={"S-B-12": "0121"}, move_orders=["K"], control=control, **given)


def germans_before_moscow(*held, start="3726"):
    control = dict.fromkeys(held, "german")
    return position(phase="german movement", units={"G-7-ID": start}, move_orders=["4P"], control=control)


class TestSuddenDeath:
    @case("4.2")
    def test_rt_007_the_soviets_win_at_once_with_the_three_western_sources(self):
        game = soviets_in_the_west()
        events = game.push("move S-B-12 0121-0120")
        assert (game.result.level, game.result.winner) == ("soviet decisive", "soviet")
        assert game.decision is None
        assert len(happened(events, "over")) == 1

    @case("4.2", "2.1")
    def test_passing_through_the_last_source_is_enough(self):
        game = soviets_in_the_west()
        # 0121 and 0119 both touch 0120, and no way round it is as short.
        game.push("move S-B-12 0121-0119")
        assert game.result.level == "soviet decisive"

    @case("4.2")
    def test_two_western_sources_are_not_enough(self):
        game = position(units={"S-B-12": "0121"}, move_orders=["K"], control={"0115": "soviet"})
        game.push("move S-B-12 0121-0120")
        assert controls(game, "0120") == "soviet"
        assert game.result is None

    @case("4.2")
    def test_a_source_taken_back_does_not_count(self):
        control = {"0120": "soviet", "0130": "soviet"}
        units = {"G-403-Security": "0215", "S-B-12": "0914"}
        game = position(phase="german movement", units=units, move_orders=["R"], control=control)
        game.push("move G-403-Security 0215-0115")
        assert controls(game, "0115") == "german"
        assert game.result is None

    @case("4.2")
    def test_the_southern_german_sources_do_not_count(self):
        control = {"0115": "soviet", "1746": "soviet", "2546": "soviet"}
        game = position(units={"S-B-12": "0121"}, move_orders=["K"], control=control)
        game.push("move S-B-12 0121-0120")
        assert game.result is None

    @case("4.2", "9.6")
    def test_an_advance_wins_as_well(self):
        control = {"0115": "soviet", "0120": "soviet"}
        game = position(
            phase="soviet combat",
            units={"S-C-01": "0229", "G-286-Security": "0130"},
            attack_orders=["WR"],
            control=control,
            dice=[6],
        )
        game.push("attack 0130 S-C-01")  # 6:1, woods and river take 2 from the die: DE
        assert game.result is None
        game.push("advance S-C-01 0229-0130")
        assert game.result.level == "soviet decisive"

    @case("4.2")
    def test_rt_008_the_germans_win_at_once_with_the_four_eastern_sources(self):
        game = germans_before_moscow("3820", "3823", "3824")
        game.push("move G-7-ID 3726-3826")
        assert (game.result.level, game.result.winner) == ("german decisive", "german")

    @case("4.2", "2.1")
    def test_the_germans_pass_through_the_last_source(self):
        game = germans_before_moscow("3820", "3823", "3824")
        # By 3826, clear, 3827 takes 2 points; by the woods of 3727 it would take 3.
        game.push("move G-7-ID 3726-3827")
        assert game.result.level == "german decisive"

    @case("4.2")
    def test_rt_009_three_of_the_four_are_not_enough(self):
        game = germans_before_moscow("3820", "3823")
        game.push("move G-7-ID 3726-3826")
        assert controls(game, "3826") == "german"
        assert game.result is None

    @case("4.2")
    def test_the_other_soviet_sources_do_not_count(self):
        game = germans_before_moscow("3820", "3823", "3812", "3831", "3836", "2801", "3101")
        game.push("move G-7-ID 3726-3826")
        assert game.result is None

    @case("4.2")
    def test_the_points_do_not_matter(self):
        game = soviets_in_the_west(turn=9)
        game.push("move S-B-12 0121-0120")
        assert game.result.points["soviet"] < game.result.points["german"]
        assert game.result.winner == "soviet"


class TestControl:
    @case("2.1")
    def test_a_city_stays_with_the_side_that_was_there_last(self):
        game = position(units={"S-B-12": "2523"}, move_orders=["K"])
        game.push("move S-B-12 2523-2422")
        assert controls(game, "2422") == "soviet"
        game.push("move S-B-12 2422-2421")
        assert where(game, "S-B-12") == "2421"
        assert controls(game, "2422") == "soviet"

    @case("2.1")
    def test_ruling_12_passing_through_takes_a_city(self):
        # Tanks on the road 2423-2422-2421 pay half a point for each hex, and pass through Vyazma.
        game = position(units={"S-C-12": "2423"}, move_orders=["WR"])
        game.push("move S-C-12 2423-2421")
        assert controls(game, "2422") == "soviet"

    @case("2.1")
    def test_the_germans_take_cities_too(self):
        game = position(phase="german movement", units={"G-7-ID": "3418"}, move_orders=["4P"])
        game.push("move G-7-ID 3418-3519")
        assert controls(game, "3519") == "german"

    @case("2.1")
    def test_a_disrupted_unit_still_occupies(self):
        game = position(units={"S-A-08": {"hex": "0907", "disrupted": True}})
        assert controls(game, "0907") == "soviet"

    @case("2.1", "4.4")
    def test_a_zone_of_control_takes_nothing(self):
        game = position(units={"S-B-12": "2525"}, move_orders=["K"])
        game.push("move S-B-12 2525-2523")
        assert controls(game, "2422") == "german"
