"""Stacking (7)."""

import pytest

import typhoon
from tests.games.red_typhoon.helpers import offered, points, position, refused, where
from typhoon.engine.cases import case

THREE_GERMANS = {"G-7-ID": "0442", "G-1-Pz": "0442", "G-36-Mot": "0442"}
TWO_SOVIETS = {"S-B-01": "0442", "S-B-02": "0442"}


def german_move(units, **given):
    return position(phase="german movement", units=units, move_orders=["4P"], **given)


class TestLimits:
    @case("7.0")
    def test_rt_022_three_germans_or_two_soviets(self):
        german_move(THREE_GERMANS).push("end")
        position(units=TWO_SOVIETS).push("end")
        for units in ({**THREE_GERMANS, "G-35-ID": "0442"}, {**TWO_SOVIETS, "S-B-03": "0442"}):
            with pytest.raises(typhoon.ImpossiblePosition, match=r"7\.0"):
                position(phase="soviet combat", units=units)

    @case("7.0")
    def test_rt_023_1s_stacks_with_nobody(self):
        with pytest.raises(typhoon.ImpossiblePosition, match=r"7\.0"):
            position(phase="soviet combat", units={"S-C-01": "3519", "S-C-08": "3519"})
        game = position(units={"S-C-01": "3519", "S-C-08": "3518"}, move_orders=["WR"])
        game.push("move S-C-08 3518-3519")
        game.push("end")
        assert sorted(offered(game, "eliminate")) == ["eliminate S-C-01", "eliminate S-C-08"]

    @case("7.0", "3.2")
    def test_1s_of_the_left_wing_stacks_with_nobody_either(self):
        units = {"S-1S-WL": "3519", "S-C-08": "3518"}
        game = position(units=units, move_orders=["WR"], options={"first-shock-army": "WL"})
        game.push("move S-C-08 3518-3519")
        game.push("end")
        assert game.decision.side == "soviet"
        assert offered(game, "eliminate")

    @case("7.2")
    def test_formations_mix_freely(self):
        soviets = {"S-A-01": "0442", "S-E-01": "0442"}  # NW and B
        germans = {"G-253-ID": "0642", "G-7-ID": "0642", "G-17-Pz": "0642"}  # 9, 4P and 2P
        game = position(units={**soviets, **germans})
        game.push("end")
        assert game.decision.phase == "soviet combat"

    @case("7.0")
    def test_disrupted_units_count(self):
        units = {**TWO_SOVIETS, "S-B-02": {"hex": "0442", "disrupted": True}, "S-B-03": "0441"}
        game = position(units=units, move_orders=["K"])
        game.push("move S-B-03 0441-0442")
        game.push("end")
        assert len(offered(game, "eliminate")) == 3


class TestEnforcement:
    @case("7.1")
    def test_units_pass_through_a_full_hex(self):
        game = german_move({**THREE_GERMANS, "G-35-ID": {"hex": "0441", "spent": 3}})
        # Two points left: 0441-0442-0443 is the only way.
        assert game.preview("move G-35-ID 0441-0443").path == ("0441", "0442", "0443")
        game.push("move G-35-ID 0441-0443")
        game.push("end")
        assert game.decision.phase == "german combat"

    @case("7.1")
    def test_a_unit_may_halt_in_a_full_hex_while_the_phase_lasts(self):
        game = german_move({**THREE_GERMANS, "G-35-ID": "0441"})
        game.push("move G-35-ID 0441-0442")
        game.push("move G-7-ID 0442-0443")  # makes room
        game.push("end")
        assert game.decision.phase == "german combat"
        assert not offered(game, "eliminate")

    @case("7.1")
    def test_the_owner_is_warned_and_eliminates_a_unit_of_their_choice(self):
        game = german_move({**THREE_GERMANS, "G-35-ID": "0441"})
        game.push("move G-35-ID 0441-0442")
        assert "0442" in game.preview("end").texts[0]
        game.push("end")
        assert (game.decision.side, game.decision.phase) == ("german", "german movement")
        assert len(offered(game, "eliminate")) == 4
        game.push("eliminate G-1-Pz")
        assert where(game, "G-1-Pz") == "eliminated"
        assert where(game, "G-35-ID") == "0442"
        assert game.decision.phase == "german combat"

    @case("7.1")
    def test_no_warning_when_all_is_well(self):
        assert not german_move(THREE_GERMANS).preview("end").texts

    @case("7.1")
    def test_two_too_many_means_two_eliminations(self):
        units = {**TWO_SOVIETS, "S-B-03": "0442", "S-B-05": "0442"}
        game = position(units=units)
        game.push("end")
        game.push("eliminate S-B-01")
        game.push("eliminate S-B-05")
        assert game.decision.phase == "soviet combat"
        assert {where(game, u) for u in ("S-B-02", "S-B-03")} == {"0442"}

    @case("7.1")
    def test_several_overfull_hexes_are_settled_one_by_one(self):
        units = {**TWO_SOVIETS, "S-B-03": "0442", "S-C-04": "0542", "S-C-05": "0542", "S-C-06": "0542"}
        game = position(units=units)
        game.push("end")
        game.push("eliminate S-C-04")
        assert refused(game, "eliminate S-C-05").case == "7.1"
        game.push("eliminate S-B-03")
        assert game.decision.phase == "soviet combat"

    @case("7.1")
    def test_only_units_in_the_overfull_hex_are_chosen(self):
        game = position(units={**TWO_SOVIETS, "S-B-03": "0442", "S-B-12": "0441", "G-7-ID": "0640"})
        game.push("end")
        assert refused(game, "eliminate S-B-12").case == "7.1"
        assert refused(game, "eliminate G-7-ID").case == "5.0"
        assert refused(game, "eliminate S-B-99").case == "2.2"
        assert refused(game, "end").case == "7.1"
        assert refused(game, "move S-B-01 0442-0441").case == "7.1"

    @case("7.1", "4.4")
    def test_what_is_removed_counts_as_lost(self):
        lost = dict.fromkeys(("S-D-01", "S-D-02", "S-D-03", "S-D-04"), "eliminated")
        game = position(units={**TWO_SOVIETS, "S-B-03": "0442", **lost})
        before = points(game)["german"]
        game.push("end")
        game.push("eliminate S-B-03")
        assert points(game)["german"] == before + 1

    @case("7.1", "4.3")
    def test_1s_may_be_the_one_to_go(self):
        game = position(units={"S-C-01": "3519", "S-C-08": "3519"})
        game.push("end")
        game.push("eliminate S-C-01")
        assert points(game)["soviet"] == -5
        assert game.decision.phase == "soviet combat"
