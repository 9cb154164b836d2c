"""Setting up (3)."""

from collections import Counter

import pytest

import typhoon
from tests.games.red_typhoon.helpers import controls, offered, points, refused, unit_states, unused, where
from tests.words import give
from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.engine.seat import Seat
from typhoon.players import find_player

# The back cover, line by line: area, strength-movement and arm, then one hex for each unit.
FIXED = {
    "german": """
        F  4-5 infantry    2308 2205 2403
        F  2-6 cavalry     2502
        G  4-5 infantry    3214 3115 2914 3013 3013 2811 2811 2712 2510
        G  5-5 infantry    2509 2609 3214
        H  4-5 infantry    3521 3521 3521 3416 3416
        H  3-5 infantry    3418 3418 3418 3317 3317
        H  4-6 armor       3422
        H  3-6 armor       3319 3319 3319 3421 3421 3317
        H  4-5 mechanized  3416
        H  3-5 mechanized  3523 3523 3523
        I  5-5 infantry    3527
        I  4-5 infantry    3130 3130 3130 3329 3329 3329 3525 3525 3525 3527
        I  3-5 infantry    3129 3426 3424
        I  3-6 armor       3228 3227
        J  4-5 infantry    3045 2939 2937
        J  3-5 infantry    3043
        J  4-6 armor       2836 2942
        J  3-6 armor       2841 2838
        J  3-5 mechanized  3041 3041 3041
    """,
    "soviet": """
        A  6-5 infantry    2504
        A  5-5 infantry    2306 2305
        A  3-5 infantry    2307
        A  4-6 infantry    2306
        A  3-7 infantry    2305 2307
        A  2-7 infantry    2602
        B  6-4 infantry    3113
        B  5-5 infantry    2809 2809 3213
        B  4-5 infantry    3113
        B  4-6 infantry    2912 2912 2911
        B  3-6 infantry    3415 3415
        B  3-6 armor       3213
        B  3-7 infantry    2911 3012
        B  2-7 infantry    3314
        B  2-8 cavalry     2910 2910
        B  2-6 armor       3012
        C  20-5 infantry   3519
        C  8-4 infantry    3723
        C  7-4 infantry    3723
        C  6-5 infantry    3517
        C  5-5 infantry    3520 3520 3517
        C  4-5 infantry    3518
        C  3-6 infantry    3621 3620 3722
        C  5-7 armor       3724
        C  4-8 cavalry     3518
        C  5-6 mechanized  3724
        C  3-6 armor       3621 3620 3722
        D  8-4 infantry    3429
        D  7-4 infantry    3429
        D  6-5 infantry    3532
        D  5-5 infantry    3428
        D  4-5 infantry    3534 3428 3533 3533
        D  3-5 infantry    3528 3528 3625
        D  3-6 infantry    3532
        D  2-6 infantry    3535 3535
        D  2-7 infantry    3431
        D  4-6 armor       3430
        D  2-6 armor       3430
        D  4-8 cavalry     3431
        E  5-6 infantry    3036
        E  4-5 infantry    3145 3040 3038
        E  3-6 infantry    3143
    """,
}


def printed_list(side: str) -> Counter:
    lines = (line.split() for line in FIXED[side].strip().splitlines())
    return Counter((area, values, arm, hex_) for area, values, arm, *hexes in lines for hex_ in hexes)


def fixed(**options) -> typhoon.Game:
    return typhoon.new("red-typhoon", scenario="fixed", seed=1, **options)


def flexible(**options) -> typhoon.Game:
    return typhoon.new("red-typhoon", scenario="flexible", seed=1, **options)


def germans_as_in_history() -> typhoon.Game:
    """A flexible set-up with all Germans placed, not yet declared finished."""
    game = flexible()
    for area in "FGHIJ":
        game.push(f"deploy {area}")
    return game


def soviets_as_in_history() -> typhoon.Game:
    game = flexible()
    game.push("deploy")
    for area in "ABCDE":
        game.push(f"deploy {area}")
    return game


class TestFixedDeployment:
    @case("3.1")
    @pytest.mark.parametrize("side", ["german", "soviet"])
    def test_every_listed_unit_stands_where_the_list_has_it(self, side):
        game = fixed()
        found = Counter(
            (c.setup, f"{c.strength}-{c.movement}", c.type, where(game, c.unit))
            for c in game.rules.counters
            if c.side == side and where(game, c.unit) and not c.setup.isdigit()
        )
        assert found == printed_list(side)

    @case("3.1")
    def test_rt_072_the_list_has_64_german_and_65_soviet_units(self):
        assert printed_list("german").total() == 64
        assert printed_list("soviet").total() == 65
        # Nine Germans with a hex on the counter come on top.
        sides = Counter(unit[0] for unit in unit_states(fixed()))
        assert sides == {"G": 64 + 9, "S": 65}

    @case("3.1")
    def test_units_with_a_printed_hex_stand_in_it(self):
        game = fixed()
        printed = [c for c in game.rules.counters if len(c.setup) == 4]
        assert len(printed) == 9
        for counter in printed:
            assert where(game, counter.unit) == counter.setup

    @case("3.1", "7.0")
    def test_rt_073_and_074_full_stacks(self):
        stacks = Counter(unit_states(fixed()).values())
        assert (stacks["3319"], stacks["3521"], stacks["3130"]) == (3, 3, 3)
        assert stacks["3519"] == 1
        assert where(fixed(), "S-C-01") == "3519"

    @case("3.1")
    def test_the_soviets_begin_with_their_movement_phase(self):
        decision = fixed().decision
        assert (decision.side, decision.phase, decision.turn) == ("soviet", "soviet movement", 1)


class TestFlexibleDeployment:
    @case("3.1")
    def test_the_germans_set_up_first(self):
        game = flexible()
        assert game.decision.side == "german"
        assert game.decision.phase == "set-up"
        assert refused(game, "place S-A-01 2504").case == "5.0"
        game.push("deploy")
        assert game.decision.side == "soviet"
        assert refused(game, "place G-81-ID 2403").case == "5.0"
        game.push("deploy")
        assert game.decision.phase == "soviet movement"

    @case("3.1")
    def test_deploying_both_sides_by_history_gives_the_fixed_deployment(self):
        game = flexible()
        game.push("deploy")
        game.push("deploy")
        assert game.state_hash() == fixed().state_hash()

    @case("3.1")
    def test_a_unit_goes_into_its_own_area(self):
        game = flexible()
        assert "place G-253-ID 2309" in game.orders  # area F
        assert refused(game, "place G-253-ID 2409").case == "3.1"  # area G, same formation
        assert refused(game, "place G-253-ID 1122").case == "3.1"  # no area at all
        assert refused(game, "place G-253-ID 2306").case == "3.1"  # a Soviet area
        assert refused(game, "place G-253-ID 9999").case == "2.1"
        assert refused(game, "place G-999-ID 2309").case == "2.2"

    @case("3.1")
    def test_rt_075_area_f_takes_four_units_of_two_formations(self):
        game = flexible()
        in_f = [c for c in game.rules.counters if c.setup == "F"]
        assert len(in_f) == 4
        assert len({c.formation for c in in_f}) == 2
        for counter in in_f:
            assert f"place {counter.unit} 2308" in game.orders

    @case("3.1")
    def test_a_unit_with_a_printed_hex_stands_there_and_stays(self):
        game = flexible()
        assert where(game, "G-216-ID") == "2533"
        assert refused(game, "place G-216-ID 2532").case == "3.1"
        assert refused(game, "place G-216-ID 2533").case == "3.1"

    @case("3.1", "7.0")
    def test_the_fourth_german_does_not_fit(self):
        game = flexible()
        for unit in ("G-253-ID", "G-123-ID", "G-81-ID"):
            game.push(f"place {unit} 2308")
        assert refused(game, "place G-SS-Cav-Bde 2308").case == "7.0"

    @case("3.1", "7.0")
    def test_the_third_soviet_does_not_fit(self):
        game = flexible()
        game.push("deploy")
        game.push("place S-A-01 2404")
        game.push("place S-A-02 2404")
        assert refused(game, "place S-A-03 2404").case == "7.0"

    @case("3.1", "7.0")
    def test_nobody_is_set_up_with_1s(self):
        game = flexible()
        game.push("deploy")
        game.push("place S-C-01 3519")
        assert refused(game, "place S-C-02 3519").case == "7.0"
        game.push("place S-C-02 3520")
        assert refused(game, "place S-C-01 3520").case == "7.0"

    @case("3.1")
    def test_ruling_47_units_are_placed_anew_until_the_side_is_done(self):
        game = flexible()
        game.push("place G-253-ID 2308")
        assert refused(game, "place G-253-ID 2308").case == "3.1"  # stands there already
        game.push("place G-253-ID 2309")
        assert where(game, "G-253-ID") == "2309"
        game.push("deploy F")
        assert where(game, "G-253-ID") == "2308"

    @case("3.1")
    def test_the_set_up_ends_only_with_all_units_placed(self):
        game = flexible()
        for area in "FGHI":
            game.push(f"deploy {area}")
        ruling = refused(game, "end")
        assert ruling.case == "3.1"
        assert "G-112-ID" in ruling.text
        game.push("deploy J")
        game.push("end")
        assert game.decision.side == "soviet"

    @case("3.1")
    def test_the_historical_set_up_covers_every_hex(self):
        for game in (germans_as_in_history(), soviets_as_in_history()):
            assert "end" in game.orders

    @case("3.1")
    def test_units_of_another_area_cover_nothing(self):
        game = germans_as_in_history()
        # 253 ID leaves 2308 for the far end of area F.  Of the hexes around 2308, area F has
        # 2207, 2208, 2309 and 2408; 2408 is in the zone of control of 2509, but that is area G.
        game.push("place G-253-ID 2403")
        ruling = refused(game, "end")
        assert ruling.case == "3.1"
        for hex_ in ("2207", "2208", "2308", "2309", "2408"):
            assert hex_ in ruling.text
        assert "2206" not in ruling.text  # in the zone of control of 123 ID in 2205
        game.push("place G-253-ID 2308")
        assert "end" in game.orders

    @case("3.1")
    def test_another_unit_of_the_area_covers_from_the_next_hex(self):
        game = germans_as_in_history()
        # 2208 reaches 2207, 2308 and 2309, but not 2408.
        game.push("place G-253-ID 2208")
        ruling = refused(game, "end")
        assert "2408" in ruling.text
        assert "2207" not in ruling.text and "2309" not in ruling.text
        # 2309 reaches 2208, 2308 and 2408, but not 2207.
        game.push("place G-253-ID 2309")
        ruling = refused(game, "end")
        assert "2207" in ruling.text
        assert "2408" not in ruling.text

    @case("3.1")
    def test_soviet_areas_must_be_covered_as_well(self):
        game = soviets_as_in_history()
        # 2-7 infantry alone holds the north of area A from 2602.
        game.push("place S-A-08 2504")
        ruling = refused(game, "end")
        assert ruling.case == "3.1"
        for hex_ in ("2601", "2602", "2702"):
            assert hex_ in ruling.text

    @case("3.1")
    def test_only_own_areas_are_deployed(self):
        game = flexible()
        assert refused(game, "deploy A").case == "3.1"
        assert refused(game, "deploy X").case == "3.1"
        assert offered(game, "deploy") == ["deploy", *(f"deploy {area}" for area in "FGHIJ")]
        game.push("deploy")
        assert refused(game, "deploy F").case == "3.1"

    @case("3.1", "5.0")
    def test_nothing_else_is_done_in_the_set_up(self):
        game = flexible()
        assert refused(game, "move G-216-ID 2533-2532").case == "5.0"
        assert refused(game, "activate 9").case == "5.0"


LEFT_WING = {"first-shock-army": "WL"}


class TestFirstShockArmy:
    @case("3.2")
    def test_the_right_wing_has_it_as_a_rule(self):
        game = fixed()
        assert where(game, "S-C-01") == "3519"
        assert where(game, "S-1S-WL") == ""
        assert points(game)["soviet"] == 0

    @case("3.2", "4.3")
    def test_rt_002_the_left_wing_has_it_for_a_victory_point(self):
        game = flexible(options=LEFT_WING)
        give(game, "agree", "agree", "deploy", "deploy")
        assert where(game, "S-1S-WL") == "3519"
        assert where(game, "S-C-01") == ""
        assert points(game)["soviet"] == -1
        # It goes by the orders of the left wing: 3619 is clear, next to Volokolamsk.
        game.push("activate WR")
        assert refused(game, "move S-1S-WL 3519-3619").case == "12.3"
        game.push("activate WL")
        assert "move S-1S-WL 3519-3619" in game.orders

    @case("3.2")
    def test_the_counter_not_chosen_is_never_set_up(self):
        game = flexible()
        game.push("deploy")
        assert refused(game, "place S-1S-WL 3519").case == "3.2"
        game = flexible(options=LEFT_WING)
        give(game, "agree", "agree", "deploy")
        assert refused(game, "place S-C-01 3519").case == "3.2"
        assert "place S-1S-WL 3519" in game.orders

    @case("3.2")
    def test_ruling_17_both_players_agree_to_the_left_wing_before_anybody_sets_up(self):
        game = flexible(options=LEFT_WING)
        for side in ("soviet", "german"):
            assert game.decision.side == side
            assert "1 VP" in game.decision.prompt
            assert [str(order) for order in game.orders] == ["agree"]
            for order in ("deploy", "end", "place G-216-ID 2533"):
                ruling = refused(game, order)
                assert ruling.case == "3.2"
                assert ruling.text == f"the {side.capitalize()} player must agree first to 1S in WL"
            (event,) = [event for event in game.push("agree") if event.kind == "agreed"]
            assert (
                game.told(event)
                == f"The {side.capitalize()} player agrees to 1st Shock Army in formation WL."
            )
        assert (game.decision.side, "deploy" in game.orders) == ("german", True)
        assert refused(game, "agree").case == "5.0"

    @case("3.2")
    @pytest.mark.parametrize("player", ["staff", "random"])
    def test_computers_agree_by_themselves(self, player):
        game = flexible(options=LEFT_WING)
        for side in ("soviet", "german"):
            assert str(find_player(player, game.rules, side, seed=1).choose(Seat(game, side))) == "agree"
            game.push("agree")

    @case("3.2")
    def test_nobody_is_asked_about_the_right_wing(self):
        assert refused(flexible(), "agree").case == "5.0"

    @case("3.1", "3.2")
    def test_the_fixed_deployment_knows_the_right_wing_alone(self):
        """Of the rules of set-up it has 3.3, 3.4 and 3.5."""
        with pytest.raises(ValueError, match="WL goes with the flexible deployment"):
            fixed(options=LEFT_WING)

    @case("3.2")
    def test_consent_that_is_still_due_is_told_and_read_back(self):
        game = flexible(options=LEFT_WING)
        game.push("agree")
        told = game.rules.snapshot(game.position)
        again = typhoon.build("red-typhoon", **told, options=LEFT_WING, seed=1)
        assert (again.decision.side, [str(order) for order in again.orders]) == ("german", ["agree"])
        with pytest.raises(ImpossiblePosition):
            typhoon.build("red-typhoon", **told, seed=1)


class TestReinforcementsAndMarkers:
    @case("3.3")
    def test_airborne_and_partisans_wait_and_no_german_does(self):
        game = fixed()
        waiting = {c.unit for c in game.rules.counters if not where(game, c.unit)} - {"S-1S-WL"}
        partisans = {f"S-Partisan-{n}" for n in (1, 2, 3)}
        assert waiting == {"S-4th-Airborne-Corps"} | partisans
        turns = {c.setup for c in game.rules.counters if c.unit in partisans}
        assert turns == {"4", "5", "6"}

    @case("3.3")
    def test_reinforcements_are_not_set_up(self):
        game = flexible()
        game.push("deploy")
        assert refused(game, "place S-Partisan-1 3532").case == "3.3"
        assert refused(game, "place S-4th-Airborne-Corps 3532").case == "3.3"

    @case("3.4", "12.1")
    def test_rt_003_the_soviets_have_ten_points_on_turn_1(self):
        game = fixed()
        assert game.decision.turn == 1
        assert unused(game) == {"soviet": 10, "german": 0}

    @case("3.5")
    def test_rt_004_three_cities_are_soviet_and_all_others_german(self):
        game = fixed()
        soviet = {c.hex for c in game.rules.cities if controls(game, c.hex) == "soviet"}
        assert soviet == {"2506", "3309", "3519"}
        # Nobody stands in Vyazma, Rzhev or Ostashkov.
        assert controls(game, "2422") == controls(game, "2715") == "german"
        assert controls(game, "2506") == "soviet"

    @case("3.5")
    def test_each_side_controls_its_own_supply_sources(self):
        game = fixed()
        for source in ("0115", "0120", "0130"):
            assert controls(game, source) == "german"
        for source in ("3820", "3823", "3824", "3826"):
            assert controls(game, source) == "soviet"
