"""Movement (8).

G-7-ID is 4-5 infantry with a black allowance, G-1-Pz 3-6 armor with a white one, both of 4P.
"""

import pytest

from tests.games.red_typhoon.helpers import position, reachable, refused, where
from typhoon.engine.cases import case
from typhoon.hexgrid import bits, reach

INFANTRY, PANZER = "G-7-ID", "G-1-Pz"


def german(units, **given):
    return position(phase="german movement", units=units, move_orders=["4P"], **given)


def cost(unit: str, start: str, to: str, others: dict | None = None) -> float:
    """Movement points from hex to hex on the empty map."""
    return reachable(german({unit: start, **(others or {})}), unit)[to]


class TestTerrain:
    @case("8.2", "8.0")
    def test_rt_024_clear_costs_one(self):
        assert cost(INFANTRY, "0442", "0441") == 1
        assert cost(PANZER, "0442", "0441") == 1
        assert cost(INFANTRY, "0442", "0440") == 2

    @case("8.2")
    def test_rt_025_woods_cost_three_white_and_two_black(self):
        assert cost(PANZER, "0442", "0343") == 3
        assert cost(INFANTRY, "0442", "0343") == 2

    @case("8.2")
    @pytest.mark.parametrize(
        ("unit", "formation", "woods"),
        [
            ("S-C-12", "WR", 3),  # tanks 5-7
            ("S-C-14", "WR", 3),  # mechanized 5-6
            ("S-C-13", "WR", 2),  # cavalry 4-8
            ("S-B-12", "K", 2),  # infantry 3-7
        ],
    )
    def test_soviet_arms_in_the_woods(self, unit, formation, woods):
        game = position(units={unit: "0442"}, move_orders=[formation])
        assert reachable(game, unit)["0343"] == woods

    @case("8.2")
    def test_rt_026_a_city_costs_one(self):
        # Vyazma from 2523, joined by rail alone.
        assert cost(INFANTRY, "2523", "2422") == 1
        assert cost(PANZER, "2523", "2422") == 1

    @case("8.2")
    def test_rt_027_a_road_costs_half_or_one_even_into_woods(self):
        # The highway runs from Vyazma into the woods of 2322.
        assert cost(PANZER, "2422", "2322") == 0.5
        assert cost(INFANTRY, "2422", "2322") == 1

    @case("8.2")
    def test_the_road_rate_needs_a_link_between_the_two_hexes(self):
        # 2421 and 2322 are on roads that meet in Vyazma.  With an enemy there, of no zone of
        # control, the short way leads through the woods.
        enemy = {"S-A-08": {"hex": "2422", "disrupted": True}}
        assert cost(PANZER, "2421", "2322", enemy) == 3
        assert cost(INFANTRY, "2421", "2322", enemy) == 2
        assert cost(PANZER, "2421", "2322") == 1  # round by Vyazma

    @case("8.2")
    def test_rt_028_rivers_cost_nothing(self):
        # Across the Western Dvina from 0116 to 0115, clear to clear.
        assert cost(INFANTRY, "0116", "0115") == 1
        assert cost(PANZER, "0116", "0115") == 1

    @case("8.2")
    def test_rt_028_railways_help_nobody(self):
        # The railway runs from 2613 into the woods of 2612.
        assert cost(PANZER, "2613", "2612") == 3
        assert cost(INFANTRY, "2613", "2612") == 2

    @case("8.2")
    def test_supply_sources_and_set_up_areas_change_nothing(self):
        assert cost(INFANTRY, "0121", "0120") == 1
        # 3534 to 3535, clear, in area D, without a road.
        assert cost(INFANTRY, "3535", "3534") == 1

    @case("8.2")
    def test_a_supply_source_in_the_woods_costs_woods(self):
        # 3821 and 3820 are woods with no road between them.
        assert cost(INFANTRY, "3821", "3820") == 2


class TestAllowance:
    @case("8.0")
    def test_infantry_goes_five_clear_hexes(self):
        reach = reachable(german({INFANTRY: "0442"}), INFANTRY)
        assert reach["0437"] == 5
        assert "0436" not in reach
        assert max(reach.values()) == 5

    @case("8.0", "8.2")
    def test_a_panzer_division_goes_twelve_hexes_by_road(self):
        # The highway from Smolensk: 1221 1321 1421 1521 1621 1721 1821 1922 2021 2122 2222 2322 2422.
        game = german({PANZER: "1122"})
        reach = reachable(game, PANZER)
        assert reach["1221"] == 0.5
        assert reach["1421"] == 1.5
        assert reach["2322"] == 6
        assert refused(game, "move G-1-Pz 1122-2422").case == "8.0"
        preview = game.preview("move G-1-Pz 1122-1421")
        assert preview.path == ("1122", "1221", "1321", "1421")
        assert (preview.cost, preview.left, preview.stops) == (1.5, 4.5, False)

    @case("8.0", "8.2")
    def test_infantry_goes_five_hexes_by_road(self):
        reach = reachable(german({INFANTRY: "1122"}), INFANTRY)
        assert reach["1621"] == 5
        assert "1721" not in reach

    @case("8.2")
    def test_half_a_point_is_good_for_one_hex_of_road(self):
        game = german({PANZER: {"hex": "1421", "spent": 5.5}})
        assert reachable(game, PANZER) == {"1321": 0.5, "1521": 0.5}
        game.push("move G-1-Pz 1421-1521")
        assert reachable(game, PANZER) == {}
        assert refused(game, "move G-1-Pz 1521-1621").case == "8.0"

    @case("8.0", "8.2")
    def test_woods_need_their_full_price(self):
        ruling = refused(german({PANZER: {"hex": "0442", "spent": 3.5}}), "move G-1-Pz 0442-0343")
        assert ruling.case == "8.0"
        assert "2½" in ruling.text
        assert "move G-1-Pz 0442-0343" in german({PANZER: {"hex": "0442", "spent": 3}}).orders
        game = german({INFANTRY: {"hex": "0442", "spent": 4}})
        assert refused(game, "move G-7-ID 0442-0343").case == "8.0"

    @case("8.0", "8.2")
    def test_the_last_point_takes_infantry_by_road_into_woods(self):
        game = german({INFANTRY: {"hex": "2422", "spent": 4}})
        assert "move G-7-ID 2422-2322" in game.orders
        assert refused(game, "move G-7-ID 2422-2323").case == "8.0"  # woods without a road

    @case("8.0", "8.2")
    def test_a_fresh_unit_may_be_unable_to_enter_woods_twice(self):
        # 0343 and 0243 are woods.  The panzers go round by the clear hexes 0342 and 0242.
        assert cost(PANZER, "0442", "0243") == 5
        # Infantry pays 2 + 2 through the woods, or 1 + 1 + 2 around them.
        assert cost(INFANTRY, "0442", "0243") == 4


class TestStretches:
    @case("8.0", "12.3")
    def test_ruling_41_a_move_may_be_made_in_stretches(self):
        game = german({PANZER: "1122", INFANTRY: "0442"})
        game.push("move G-1-Pz 1122-1421")  # 1½
        game.push("move G-7-ID 0442-0441")
        game.push("move G-1-Pz 1421-1721")  # 1½ more
        assert max(reachable(game, PANZER).values()) == 3
        game.push("move G-1-Pz 1721-2322")  # six hexes, the last 3
        assert reachable(game, PANZER) == {}
        assert refused(game, "move G-1-Pz 2322-2422").case == "8.0"
        assert max(reachable(game, INFANTRY).values()) == 4

    @case("8.0")
    def test_the_allowance_is_new_every_turn(self):
        game = german({INFANTRY: {"hex": "0442", "spent": 5}}, turn=2)
        assert reachable(game, INFANTRY) == {}
        for _ in range(4):
            game.push("end")
        game.push("activate 4P")
        assert (game.decision.turn, game.decision.phase) == (3, "german movement")
        assert reachable(game, INFANTRY)["0437"] == 5

    @case("8.0")
    def test_a_player_may_go_the_long_way_round_on_purpose(self):
        game = german({INFANTRY: "0442"})
        game.push("move G-7-ID 0442-0441")
        game.push("move G-7-ID 0441-0442")
        assert where(game, INFANTRY) == "0442"
        assert max(reachable(game, INFANTRY).values()) == 3


class TestEnemies:
    @case("8.1")
    def test_no_unit_enters_an_enemy_hex(self):
        game = german({INFANTRY: "0440", "S-B-12": "0442"})
        assert refused(game, "move G-7-ID 0440-0442").case == "8.1"

    @case("8.1", "6.3")
    def test_not_even_that_of_a_disrupted_enemy(self):
        game = german({INFANTRY: "0441", "S-B-12": {"hex": "0442", "disrupted": True}})
        assert refused(game, "move G-7-ID 0441-0442").case == "8.1"
        # 0443 behind it: 0542 and 0543, or 0342 and 0343, then 0443.
        assert reachable(game, INFANTRY)["0443"] == 3

    @case("8.1")
    def test_an_enemy_in_the_way_is_named_as_the_reason(self):
        enemy = {"S-B-12": {"hex": "0442", "disrupted": True}}
        game = german({INFANTRY: {"hex": "0441", "spent": 3}, **enemy})
        assert refused(game, "move G-7-ID 0441-0443").case == "8.1"

    @case("8.1", "6.1")
    def test_entering_a_zone_of_control_ends_the_move(self):
        game = german({INFANTRY: "0440", "S-B-12": "0442"})
        game.push("move G-7-ID 0440-0441")
        assert refused(game, "move G-7-ID 0441-0440").case == "6.1"


class TestEdgeOfTheMap:
    @case("8.0")
    @pytest.mark.parametrize(
        ("corner", "neighbours"),
        [
            ("0101", ["0102", "0201"]),
            ("0146", ["0145", "0245", "0246"]),
            ("3801", ["3701", "3702", "3802"]),
            ("3846", ["3746", "3845"]),
            ("1101", ["1001", "1102", "1201"]),  # an odd column begins higher
            ("1201", ["1101", "1102", "1202", "1301", "1302"]),
        ],
    )
    def test_units_stay_on_the_map(self, corner, neighbours):
        # Two points for infantry: every neighbour, whatever its terrain; those one hex on are left out.
        game = german({INFANTRY: {"hex": corner, "spent": 3}})
        grid = game.rules.board.grid
        reach = reachable(game, INFANTRY)
        near = [h for h in reach if grid.distance(grid.index(corner), grid.index(h)) == 1]
        assert sorted(near) == neighbours

    @case("8.0", "2.1")
    def test_there_is_nothing_beyond_the_edge(self):
        game = german({INFANTRY: "0101"})
        for hex_ in ("0100", "0001", "3901", "0147", "01", "x"):
            assert refused(game, f"move G-7-ID 0101-{hex_}").case == "2.1"


class TestRefusals:
    @case("8.0")
    def test_a_move_begins_where_the_unit_stands(self):
        game = german({INFANTRY: "0442"})
        assert refused(game, "move G-7-ID 0441-0440").case == "8.0"
        assert refused(game, "move G-7-ID 0442-0442").case == "8.0"
        assert refused(game, "move G-7-ID 0442").case == "8.0"
        assert refused(game, "move G-7-ID 0442-0441-0440").case == "8.0"

    @case("8.0", "12.3")
    def test_without_orders_a_unit_stays(self):
        game = position(phase="german movement", units={"G-17-ID": "0442"}, move_orders=["4P"])
        assert refused(game, "move G-17-ID 0442-0441").case == "12.3"
        assert reachable(game, "G-17-ID") == {}

    @case("9.5")
    def test_a_disrupted_unit_cannot_move(self):
        game = german({INFANTRY: {"hex": "0442", "disrupted": True}})
        assert refused(game, "move G-7-ID 0442-0441").case == "9.5"
        assert reachable(game, INFANTRY) == {}

    @case("8.0")
    def test_only_units_on_the_map_move(self):
        game = german({INFANTRY: "0442", "G-35-ID": "eliminated"})
        assert refused(game, "move G-35-ID 0442-0441").case == "2.2"
        assert refused(game, "move G-106-ID 0442-0441").case == "2.2"
        assert refused(game, "move G-99-ID 0442-0441").case == "2.2"

    @case("8.0")
    def test_a_refused_move_changes_nothing(self):
        game = german({INFANTRY: "0442"})
        before = game.state_hash()
        refused(game, "move G-7-ID 0442-3801")
        assert game.state_hash() == before


@case("8.2")
@pytest.mark.parametrize("unit", ["S-C-02", "S-C-12"], ids=["black", "white"])
def test_leaving_out_roads_that_save_nothing_changes_no_march(unit):
    """The search passes over road links into ground that is as cheap without a road."""
    rules = position(units={}).rules
    number = rules.unit_number[unit]
    every_road = tuple(rules.steps[number])
    grid = rules.board.grid
    for start in list(grid.name)[::23]:
        quick = reach(grid, start, rules.allowance[number], rules.steps[number], grid.all)
        plain = reach(grid, start, rules.allowance[number], every_road, grid.all)
        assert quick.layers == plain.layers
        assert all(quick.path(to) == plain.path(to) for to in bits(quick.hexes))
