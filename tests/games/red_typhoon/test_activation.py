"""Activation points and orders (12)."""

import pytest

import typhoon
from tests.games.red_typhoon.helpers import happened, offered, position, reachable, refused, unused
from typhoon.engine.cases import case

# One unit of each Soviet formation, far from any enemy.
SOVIETS = {"S-A-01": "0442", "S-B-02": "0542", "S-C-04": "0642", "S-D-03": "0440", "S-E-02": "0540"}


class TestReceiving:
    @case("12.1")
    def test_rt_057_seven_soviet_and_four_german_on_turn_2(self):
        game = position(turn=1, phase="german combat", ap={"soviet": 0, "german": 0})
        game.push("end")
        assert unused(game) == {"soviet": 7, "german": 0}
        game.push("end")
        events = game.push("end")
        assert unused(game) == {"soviet": 5, "german": 4}  # two Soviet points lapse (12.6)
        assert happened(events, "received") == [{"side": "german", "points": 4, "unused": 4}]

    @case("12.1", "3.4")
    def test_turn_1_adds_the_income_to_the_three_saved(self):
        game = typhoon.new("red-typhoon", seed=1)
        assert happened(game.opening, "received") == [{"side": "soviet", "points": 7, "unused": 10}]
        assert unused(position(turn=1))["soviet"] == 10

    @case("12.1")
    @pytest.mark.parametrize(
        ("turn", "soviet", "german"),
        [(3, 7, 5), (4, 7, 5), (5, 6, 5), (6, 6, 5), (7, 6, 6), (8, 6, 6), (9, 6, 6)],
    )
    def test_the_turn_track_gives_the_points_of_each_turn(self, turn, soviet, german):
        points = {"soviet": 0, "german": 0}
        assert unused(position(turn=turn, phase="soviet activation points", ap=points))["soviet"] == soviet
        assert unused(position(turn=turn, phase="german activation points", ap=points))["german"] == german

    @case("12.1")
    def test_points_are_added_to_those_saved(self):
        game = position(turn=3, phase="german activation points", ap={"german": 4})
        assert unused(game)["german"] == 4 + 5


class TestOrders:
    @case("12.2", "12.3")
    def test_a_point_lets_the_whole_formation_move_and_no_other(self):
        game = position(units={**SOVIETS, "S-B-12": "0640"})
        game.push("activate K")
        assert reachable(game, "S-B-02") and reachable(game, "S-B-12")
        for unit in ("S-A-01", "S-C-04", "S-D-03", "S-E-02"):
            assert reachable(game, unit) == {}
            assert refused(game, f"move {unit} {SOVIETS[unit]}-0441").case == "12.3"

    @case("12.0", "12.3")
    def test_nobody_moves_without_points_spent(self):
        game = position(units=SOVIETS)
        assert all(reachable(game, unit) == {} for unit in SOVIETS)

    @case("12.0", "12.5")
    def test_without_points_there_are_no_orders(self):
        game = position(units=SOVIETS, ap={"soviet": 1})
        game.push("activate NW")
        assert unused(game)["soviet"] == 0
        assert refused(game, "activate K").case == "12.5"
        assert offered(game, "activate") == []

    @case("12.2", "12.5")
    def test_rt_058_one_marker_in_each_box(self):
        game = position(units=SOVIETS)
        game.push("activate NW")
        assert refused(game, "activate NW").case == "12.5"
        assert unused(game)["soviet"] == 6

    @case("12.5", "12.2")
    def test_rt_059_at_most_two_markers_for_a_formation_in_a_turn(self):
        game = position(units={"S-A-01": "0442", "G-7-ID": "0441"})
        game.push("activate NW")
        game.push("end")
        game.push("activate NW")
        assert unused(game)["soviet"] == 7 - 2
        assert refused(game, "activate NW").case == "12.5"

    @case("12.5")
    def test_any_number_of_formations_may_act(self):
        game = position(units=SOVIETS, ap={"soviet": 10})
        for formation in ("NW", "K", "WR", "WL", "B"):
            game.push(f"activate {formation}")
        game.push("end")
        for formation in ("NW", "K", "WR", "WL", "B"):
            game.push(f"activate {formation}")
        assert unused(game)["soviet"] == 0

    @case("12.2")
    def test_a_side_orders_its_own_formations(self):
        game = position(units=SOVIETS)
        assert refused(game, "activate 4P").case == "12.2"
        assert refused(game, "activate XX").case == "12.2"
        game = position(phase="german movement")
        assert offered(game, "activate") == [f"activate {f}" for f in ("9", "4P", "4", "2P", "R")]
        assert refused(game, "activate K").case == "12.2"

    @case("12.2")
    def test_ruling_46_a_formation_without_units_may_be_ordered(self):
        game = position(units={"S-A-01": "0442"})
        game.push("activate B")
        assert unused(game)["soviet"] == 6

    @case("12.3")
    def test_formations_take_turns_in_any_order(self):
        game = position(units=SOVIETS)
        game.push("activate NW")
        game.push("move S-A-01 0442-0441")
        game.push("activate K")
        game.push("move S-B-02 0542-0541")
        game.push("move S-A-01 0441-0341")
        assert max(reachable(game, "S-A-01").values()) == 3

    @case("12.3", "12.4")
    def test_the_phase_decides_which_orders_are_bought(self):
        game = position(units={"S-A-01": "0442", "S-B-02": "0443", "G-7-ID": "0441"})
        events = game.push("activate NW")
        assert happened(events, "activated")[0]["order"] == "move"
        game.push("end")
        # Movement orders alone do not let it attack.
        assert refused(game, "attack 0441 S-A-01").case == "12.4"
        events = game.push("activate NW")
        assert happened(events, "activated")[0]["order"] == "attack"
        assert "attack 0441 S-A-01" in game.orders

    @case("12.2")
    def test_ruling_19_airborne_and_partisans_go_with_the_left_wing(self):
        units = {"S-4th-Airborne-Corps": "0442", "S-Partisan-1": "0542"}
        game = position(turn=5, units=units, move_orders=["NW", "K", "WR", "B"])
        assert reachable(game, "S-Partisan-1") == reachable(game, "S-4th-Airborne-Corps") == {}
        game.push("activate WL")
        assert reachable(game, "S-Partisan-1") and reachable(game, "S-4th-Airborne-Corps")

    @case("12.0")
    def test_partisans_may_be_left_free_by_agreement(self):
        units = {"S-Partisan-1": "0542", "S-4th-Airborne-Corps": "0442"}
        game = position(turn=5, units=units, options={"partisans": "free"})
        assert reachable(game, "S-Partisan-1")
        assert reachable(game, "S-4th-Airborne-Corps") == {}


# A security division of strength 1 in 0442, Soviets of two formations on either side.
ON_BOTH_SIDES = {"S-A-01": "0441", "S-B-02": "0443", "S-B-03": "0443", "G-286-Security": "0442"}


class TestAttackOrders:
    @case("12.4", "12.2")
    def test_every_attacking_formation_needs_orders(self):
        game = position(phase="soviet combat", units=ON_BOTH_SIDES)
        assert refused(game, "attack 0442 S-A-01").case == "12.4"
        game.push("activate NW")
        assert "attack 0442 S-A-01" in game.orders
        assert refused(game, "attack 0442 S-A-01 S-B-02").case == "12.4"
        game.push("activate K")
        assert "attack 0442 S-A-01 S-B-02" in game.orders

    @case("12.4")
    def test_not_every_unit_with_orders_must_attack(self):
        game = position(phase="soviet combat", units=ON_BOTH_SIDES, attack_orders=["K"])
        assert "attack 0442 S-B-02" in game.orders
        assert "end" in game.orders

    @case("12.4")
    def test_formations_attack_by_turns(self):
        units = {"S-A-01": "0441", "S-A-02": "2504", "S-B-02": "0640"}
        enemies = {"G-286-Security": "0442", "G-403-Security": "0641", "G-221-Security": "2503"}
        game = position(phase="soviet combat", units={**units, **enemies}, dice=[3, 3, 3])

        def attack(order):
            """Attack, and carry out whatever comes of it."""
            game.push(order)
            while game.decision and "activate WR" not in game.orders:
                game.push("end" if "end" in game.orders else next(iter(game.orders)))

        game.push("activate NW")
        attack("attack 0442 S-A-01")
        game.push("activate K")
        attack("attack 0641 S-B-02")
        attack("attack 2503 S-A-02")
        assert len(happened(game.log, "battle")) == 3


class TestSaving:
    @case("12.6")
    @pytest.mark.parametrize(("unspent", "saved"), [(0, 0), (4, 4), (5, 5), (6, 5), (12, 5)])
    def test_rt_060_at_most_five_are_saved(self, unspent, saved):
        game = position(phase="soviet combat", ap={"soviet": unspent})
        game.push("end")
        assert unused(game)["soviet"] == saved
        game = position(turn=2, phase="german combat", ap={"german": unspent})
        game.push("end")
        assert unused(game)["german"] == saved

    @case("12.6")
    def test_ruling_24_a_turn_may_begin_with_five_and_the_income(self):
        game = position(turn=2, phase="soviet combat", ap={"soviet": 9})
        for _ in range(3):
            game.push("end")
        assert (game.decision.turn, game.decision.phase) == (3, "soviet movement")
        assert unused(game)["soviet"] == 5 + 7

    @case("12.6")
    def test_the_enemy_turn_takes_nothing(self):
        game = position(turn=2, phase="german combat", ap={"soviet": 5, "german": 6})
        game.push("end")
        assert unused(game) == {"soviet": 5 + 7, "german": 5}

    @case("12.6")
    def test_orders_do_not_outlast_the_player_turn(self):
        units = {"S-A-01": "0442", "G-7-ID": "1122"}
        game = position(turn=2, units=units, move_orders=["NW"], attack_orders=["NW"])
        game.push("end")
        game.push("end")
        assert refused(game, "move G-7-ID 1122-1121").case == "12.3"
        game.push("end")
        game.push("end")
        assert game.decision.turn == 3
        assert refused(game, "move S-A-01 0442-0441").case == "12.3"
        assert "activate NW" in game.orders


# A weak Soviet unit, 2-7, in 0442, and around it Germans of two formations.
SURROUNDED = {
    "S-A-08": "0442",
    "G-1-Pz": "0441",  # 4P, armor
    "G-7-ID": "0441",  # 4P, infantry
    "G-36-Mot": "0443",  # 4P, mechanized
    "G-19-Pz": "0342",  # 4, armor
    "G-17-ID": "0342",  # 4, infantry
}


class TestPanzerDivisions:
    def combat(self, **orders):
        return position(phase="german combat", units=SURROUNDED, **orders)

    @case("12.7")
    def test_rt_061_a_movement_order_lets_panzers_attack(self):
        game = position(phase="german movement", units=SURROUNDED)
        game.push("activate 4P")
        game.push("end")
        left = unused(game)["german"]
        assert "attack 0442 G-1-Pz" in game.orders
        assert unused(game)["german"] == left == 5 - 1

    @case("12.7", "12.4")
    def test_rt_062_infantry_of_the_formation_may_not(self):
        game = self.combat(move_orders=["4P"])
        assert refused(game, "attack 0442 G-7-ID").case == "12.4"
        assert refused(game, "attack 0442 G-1-Pz G-7-ID").case == "12.4"

    @case("12.7")
    def test_ruling_23_mechanized_divisions_may_not(self):
        assert refused(self.combat(move_orders=["4P"]), "attack 0442 G-36-Mot").case == "12.4"

    @case("12.7")
    def test_panzer_divisions_and_nobody_else_are_dark_grey(self):
        faces = self.combat().rules.shown.faces(self.combat().position)
        grey = {face.unit for face in faces if face.colours == "white on dark grey"}
        assert grey == {"G-1-Pz", "G-19-Pz"}
        # Their stripes still tell the formations apart.
        assert len({face.tint for face in faces if face.unit in grey}) == 2

    @case("12.7")
    def test_panzers_without_any_order_may_not(self):
        assert refused(self.combat(move_orders=["4P"]), "attack 0442 G-19-Pz").case == "12.4"

    @case("12.7")
    def test_panzers_join_formations_with_attack_orders(self):
        game = self.combat(move_orders=["4P"], attack_orders=["4"])
        assert "attack 0442 G-1-Pz G-17-ID G-19-Pz" in game.orders
        assert refused(game, "attack 0442 G-17-ID G-7-ID").case == "12.4"

    @case("12.7")
    def test_panzers_of_two_moved_formations_attack_together(self):
        assert "attack 0442 G-1-Pz G-19-Pz" in self.combat(move_orders=["4P", "4"]).orders

    @case("12.7")
    def test_attack_orders_serve_panzers_too(self):
        assert "attack 0442 G-1-Pz G-36-Mot G-7-ID" in self.combat(attack_orders=["4P"]).orders

    @case("12.7")
    def test_soviet_tanks_have_no_such_privilege(self):
        units = {"S-C-12": "0441", "G-286-Security": "0442"}
        game = position(phase="soviet combat", units=units, move_orders=["WR"])
        assert refused(game, "attack 0442 S-C-12").case == "12.4"


@case("12.0", "12.3", "12.4")
@pytest.mark.parametrize(("choice", "ruling"), [("WL", "12.3"), ("free", None)])
def test_partisans_may_be_freed_from_orders(choice, ruling):
    """Ruling R19: they belong to WL, unless the players let them act without points."""
    game = position(phase="soviet movement", units={"S-Partisan-1": "1214"}, options={"partisans": choice})
    found = game.why_not("move S-Partisan-1 1214-1215")
    assert (found and found.case) == ruling


@case("12.4")
@pytest.mark.parametrize(("choice", "ruling"), [("WL", "12.4"), ("free", None)])
def test_free_partisans_attack_without_orders_too(choice, ruling):
    units = {"S-Partisan-1": "1214", "G-403-Security": "1215"}
    game = position(phase="soviet combat", units=units, options={"partisans": choice})
    found = game.why_not("attack 1215 S-Partisan-1")
    assert (found and found.case) == ruling
