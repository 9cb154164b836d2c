"""Movement (5), entrenchments underfoot (14.1), and the ground under the wheels (13.51 to 13.53).

Sheet C has the ground we need.  C3023 to C3627 is a block of clear hexes without roads or streams.
Odd rows touch the same and the lower column of the rows beside them, even rows the same and the higher.
"""

import pytest

from tests.games.operation_typhoon.positions import (
    counter,
    give,
    happened,
    offered,
    position,
    reach,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition

RIFLES, INFANTRY, TANKS, HQ = "12/4P/24", "17/31/43", "I35/4P/24", "24/2PzA"
"""German units: mechanized infantry (14), infantry (4), tanks (14) and an HQ (8)."""
DIVISION, CAVALRY, BRIGADE, ARMY = "413/50", "41/50", "32/50", "50/Bldin"
"""Soviet units: a winterized division (5), cavalry (8), a tank brigade (14) and an HQ (8)."""

WARM, NORMAL, FREEZE, STREAMS, RIVERS = "warm", "normal", "ground freeze", "stream freeze", "river freeze"
GROUNDS = (WARM, NORMAL, FREEZE, STREAMS, RIVERS)


def moving(units, side="german", **given):
    """A movement phase of turn 4 with everybody in supply, unless a unit says something else."""
    return position(**{"turn": 4, "phase": f"{side} movement", "units": units, "supported": [], **given})


def movers(game) -> set[str]:
    """Who can still move somehow."""
    return {order.unit for order in game.orders if order.verb in ("move", "strategic", "rail")}


def step(mover, start, to, ground, side="german", **state):
    """What it costs a unit to go from hex to hex; None where it cannot."""
    game = moving({mover: {"hex": start, **state}}, side=side, ground=ground)
    return reach(game, mover).get(to)


# Costs by class and ground


COSTS = {
    # terrain: (from, to, on foot, mechanized, mechanized in a freeze)
    "clear": ("C3124", "C3125", 1, 2, 1),
    "woods": ("C2809", "C2810", 1, 5, 3),
    "rough": ("C3738", "C3638", 2, 7, 5),
    "city": ("C0831", "C0931", 1, 1, 1),
    "town": ("C2833", "C2933", 1, 1, 1),
    "railway through woods": ("C3504", "C3505", 1, 5, 3),
    "road through clear": ("C2824", "C2825", 1, 2, 1),
    "road through woods": ("C2930", "C2931", 1, 2, 1),
    "road through rough": ("C3106", "C3107", 1, 2, 1),
    "road over a stream": ("C2826", "C2827", 1, 2, 1),
    "road over a river": ("C3313", "C3413", 1, 2, 1),
    "road into a town": ("C2932", "C2933", 1, 1, 1),  # R71
    "road over a stream into a town": ("C0225", "C0126", 1, 1, 1),
}


@case("5.31", "5.32", "5.43", "5.44", "5.72", "5.73", "13.51", "13.22")
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("terrain", COSTS)
def test_the_terrain_effects_chart(terrain, ground):
    start, to, foot, mech, frozen = COSTS[terrain]
    assert step(INFANTRY, start, to, ground) == foot
    assert step(RIFLES, start, to, ground) == (mech if ground in (WARM, NORMAL) else frozen)
    assert step(TANKS, start, to, ground) == (mech if ground in (WARM, NORMAL) else frozen)


@case("5.32")
def test_ot_014_a_tank_pays_five_for_woods_and_three_in_a_freeze():
    assert step(TANKS, "C2809", "C2810", NORMAL) == 5
    assert step(TANKS, "C2809", "C2810", FREEZE) == 3  # the chart, R8


@case("5.44")
def test_ot_015_a_road_through_woods_and_over_a_stream_costs_one_in_a_freeze():
    # C3415 is clear, C3516 woods, with a stream between them and the road over it.
    assert step(RIFLES, "C3415", "C3516", FREEZE) == 1
    assert step(RIFLES, "C3415", "C3516", NORMAL) == 2
    assert step(INFANTRY, "C3415", "C3516", NORMAL) == 1


@case("5.73", "13.52")
@pytest.mark.parametrize(
    ("ground", "foot", "mech"),
    [(WARM, 2, 4), (NORMAL, 2, 4), (FREEZE, 2, 3), (STREAMS, 1, 1), (RIVERS, 1, 1)],
)
def test_streams(ground, foot, mech):
    # The stream parts C2437 from its three southern neighbours, so there is no way round it.
    assert step(INFANTRY, "C2337", "C2437", ground) == foot
    assert step(RIFLES, "C2337", "C2437", ground) == mech


@case("5.71", "5.73", "13.52")
@pytest.mark.parametrize("ground", GROUNDS)
def test_rivers_stop_vehicles_until_they_freeze(ground):
    # C2118 lies in a bend of the Upa.
    assert step(INFANTRY, "C2118", "C2217", ground) == (1 if ground == RIVERS else 3)
    spent = {"moved": "tactical", "left": 3}  # too little to go round
    assert step(RIFLES, "C2118", "C2217", ground, **spent) == (1 if ground == RIVERS else None)


@case("5.71")
def test_the_river_is_given_as_the_reason():
    spent = {"hex": "C2118", "moved": "tactical", "left": 3}
    assert refused(moving({RIFLES: spent}), f"move {RIFLES} C2118-C2217").case == "5.71"


@case("5.71")
def test_vehicles_cross_a_river_by_road_in_both_kinds_of_movement():
    for ground in GROUNDS:
        game = moving({RIFLES: "C3313"}, ground=ground)
        assert reach(game, RIFLES)["C3413"] <= 2
        assert reach(game, RIFLES, "strategic")["C3413"] == pytest.approx(1 / 3)


@case("5.73")
def test_nobody_enters_a_lake():
    for mover in (INFANTRY, RIFLES, HQ):
        assert refused(moving({mover: "C1431"}), f"move {mover} C1431-C1332").case == "5.73"


@case("5.31")
def test_cavalry_and_ski_troops_are_not_mechanized():
    assert step(CAVALRY, "C2809", "C2810", NORMAL, side="soviet") == 1
    assert step("1/1Sh", "C2809", "C2810", NORMAL, side="soviet") == 1
    assert step("871AT/20", "C2809", "C2810", NORMAL, side="soviet") == 1
    assert step("198/49", "C2809", "C2810", NORMAL, side="soviet") == 5
    assert step(BRIGADE, "C2809", "C2810", NORMAL, side="soviet") == 5


@case("5.31", "5.32")
def test_a_cadre_keeps_its_class_and_allowance():
    game = moving({RIFLES: {"hex": "C2809", "cadre": True}}, ground=NORMAL)
    assert reach(game, RIFLES)["C2810"] == 5


@case("14.11")
def test_entrenchments_cost_nothing_extra():
    # C2119 and C2018 are entrenched clear hexes, C1920 is not.
    assert step(DIVISION, "C2017", "C2018", NORMAL, side="soviet") == 1
    assert step(BRIGADE, "C2017", "C2018", NORMAL, side="soviet") == 2
    assert step(BRIGADE, "C2017", "C2018", FREEZE, side="soviet") == 1


@case("5.11", "5.24")
def test_movement_points_are_spent_hex_by_hex():
    game = moving({INFANTRY: "C3123"})
    assert refused(game, f"move {INFANTRY} C3123-C3128").case == "5.24"
    give(game, f"move {INFANTRY} C3123-C3125")
    assert unit(game, INFANTRY)["left"] == 2
    assert refused(game, f"move {INFANTRY} C3125-C3128").case == "5.24"
    give(game, f"move {INFANTRY} C3125-C3127")
    assert reach(game, INFANTRY) == {}


@case("5.0", "5.11")
def test_a_unit_completes_its_move_before_another_one_moves():
    """In stretches it may choose its way; when another unit has moved, it is done (R77)."""
    game = moving({INFANTRY: "C3123", RIFLES: "C2123", TANKS: "C2123"})
    give(game, f"move {INFANTRY} C3123-C3124", f"move {INFANTRY} C3124-C3125")
    assert reach(game, INFANTRY)
    give(game, f"move {RIFLES} C2123-C2124")
    assert reach(game, INFANTRY) == {}
    ruling = refused(game, f"move {INFANTRY} C3125-C3126")
    assert ruling.case == "5.0"
    assert "left" not in unit(game, INFANTRY)
    give(game, f"move {RIFLES} C2124-C2125")  # still on the move
    give(game, f"strategic {TANKS} C2123-C2122")  # whatever the kind of movement
    assert refused(game, f"move {RIFLES} C2125-C2126").case == "5.0"
    assert movers(game) == {TANKS}
    game.pop()
    assert movers(game) == {RIFLES, TANKS}
    give(game, f"move {RIFLES} C2125-C2126")


@case("5.0")
def test_who_stands_still_or_digs_in_ends_nobodys_move():
    game = moving({INFANTRY: "C3123", "315/167/53": "C2123"}, options={"hedgehogs": "yes"})
    give(game, f"move {INFANTRY} C3123-C3124", "hedgehog 315/167/53", f"move {INFANTRY} C3124-C3125")
    assert unit(game, INFANTRY)["hex"] == "C3125"


@case("5.0")
def test_of_two_units_one_alone_can_be_on_the_move():
    states = {name: {"hex": "C3123", "moved": "tactical", "left": 1} for name in (INFANTRY, RIFLES)}
    with pytest.raises(ImpossiblePosition, match=r"another unit is on the move \(5.0\)"):
        moving(states)


@case("5.24")
def test_points_are_not_saved_for_another_turn():
    game = moving({INFANTRY: "C3123", DIVISION: "C1554"}, dice=[6] * 40)
    give(game, f"move {INFANTRY} C3123-C3124", "end", "end", "end", "end", "end")
    assert told(game)["turn"] == 5
    give(game, *offered(game, "allocate")[:1])
    while game.decision.phase != "german movement":
        give(game, offered(game, game.orders[0].verb)[0])
    assert refused(game, f"move {INFANTRY} C3124-C3129").case == "5.24"


@case("5.0", "5.11", "5.42")
def test_units_move_in_any_order_and_by_any_means():
    game = moving({INFANTRY: "C3123", RIFLES: "C2823", TANKS: "C3323"})
    give(
        game,
        f"strategic {RIFLES} C2823-C2825",
        f"move {INFANTRY} C3123-C3125",
        f"strategic {TANKS} C3323-C3324",
    )
    assert [where(game, name) for name in (INFANTRY, RIFLES, TANKS)] == ["C3125", "C2825", "C3324"]


@case("5.25")
def test_only_the_phasing_player_moves():
    game = moving({INFANTRY: "C3123", DIVISION: "C2840"})
    assert refused(game, f"move {DIVISION} C2840-C2841").case
    assert reach(game, DIVISION) == {}
    game = moving({INFANTRY: "C3123", DIVISION: "C2840"}, side="soviet")
    assert refused(game, f"move {INFANTRY} C3123-C3124").case
    assert reach(game, DIVISION)["C2841"] == 1


@case("5.12")
def test_there_is_no_combat_while_moving():
    game = moving({INFANTRY: "C3123", DIVISION: "C3124"})
    assert refused(game, f"attack C3124 {INFANTRY}").case
    assert "attack" not in {order.verb for order in game.orders}


@case("5.13")
def test_a_unit_moves_in_one_way_only():
    game = moving({INFANTRY: "C3123", RIFLES: "C2823", DIVISION: "C3124"})
    give(game, f"move {RIFLES} C2823-C2824")
    assert refused(game, f"strategic {RIFLES} C2824-C2825").case == "5.13"
    game = moving({RIFLES: "C2823"})
    give(game, f"strategic {RIFLES} C2823-C2824")
    assert refused(game, f"move {RIFLES} C2824-C2825").case == "5.13"


@case("5.21")
def test_enemy_hexes_are_closed():
    game = moving({RIFLES: "C3123", HQ: "C3323", ARMY: "C3125"})
    assert refused(game, f"move {RIFLES} C3123-C3125").case == "5.21"
    # An HQ has no zone: one drives past it, C3123-C3124-C3224-C3225 (even rows reach up a column).
    assert reach(game, RIFLES)["C3126"] == 4


@case("5.41")
def test_tactical_movement_is_always_allowed_and_leads_into_combat():
    # Two hexes from the enemy strategic movement is out of the question, tactical movement is not.
    game = moving({RIFLES: "C3122", DIVISION: "C3125", ARMY: "C3124"}, dice=[1] * 9)
    assert reach(game, RIFLES, "strategic") == {}
    assert reach(game, RIFLES)["C3123"] == 1
    game = moving({RIFLES: "C3122", DIVISION: "C3124"}, dice=[1] * 9)
    give(game, f"move {RIFLES} C3122-C3123", "end")
    assert game.why_not(f"attack C3124 {RIFLES}") is None


# Friends


@case("5.81", "5.82", "5.83", "7.12")
def test_friends_neither_stop_nor_cost_anything():
    full = {"82/31/43": "C3124", "12/31/43": "C3124", "431/131/43": "C3124", "433/131/43": "C3125"}
    game = moving({INFANTRY: "C3123", **full})
    assert reach(game, INFANTRY)["C3124"] == 1  # onto a full stack
    assert reach(game, INFANTRY)["C3126"] == 3  # and through it
    for name in ("82/31/43", "12/31/43", "431/131/43"):
        give(game, f"move {name} C3124-C3127")
    assert reach(game, INFANTRY)["C3127"] == 4  # leaving a stack costs nothing either


# One hex at least


@case("5.27")
def test_infantry_can_always_move_one_hex():
    # Two points are left of four; C3515 is woods behind a river, three points away.
    trapped = {INFANTRY: {"hex": "C3514", "supply": "isolated"}}
    game = moving(trapped, ground=NORMAL)
    assert game.preview(f"move {INFANTRY} C3514-C3515").path == ("C3514", "C3515")
    give(game, f"move {INFANTRY} C3514-C3515")
    assert where(game, INFANTRY) == "C3515"
    assert reach(game, INFANTRY) == {}


@case("5.27")
def test_vehicles_cannot():
    game = moving({RIFLES: {"hex": "C2809", "supply": "isolated"}}, ground=NORMAL)
    assert "C2810" not in reach(game, RIFLES)  # woods cost five of three points
    assert reach(game, RIFLES)["C2808"] == 2


@case("5.27")
def test_the_one_hex_is_the_whole_move():
    # Militia with three of four points spent does not get another hex for nothing.
    spent = {"hex": "C2118", "moved": "tactical", "left": 1}
    game = moving({INFANTRY: spent}, ground=NORMAL)
    assert "C2217" not in reach(game, INFANTRY)


@case("5.27", "6.32")
def test_even_one_hex_never_leads_from_zone_to_zone():
    # Snow and isolation leave two points: one to leave the zone, and one for a hex.
    units = {INFANTRY: {"hex": "C2118", "supply": "isolated"}, DIVISION: "C2017"}
    game = moving(units, ground=NORMAL)
    found = reach(game, INFANTRY)
    assert "C2217" in found  # over the river for three points it has not
    assert "C2117" not in found  # next to the division
    assert "C2018" not in found
    assert refused(game, f"move {INFANTRY} C2118-C2117").case == "6.32"


# Strategic movement


@case("5.53")
def test_ot_016_a_tank_uses_a_third_of_a_point_for_a_road_hex():
    game = moving({TANKS: "C2823"})
    assert reach(game, TANKS, "strategic")["C2824"] == pytest.approx(1 / 3)
    assert reach(game, TANKS, "strategic")["C2826"] == pytest.approx(1)
    give(game, f"strategic {TANKS} C2823-C2826")
    assert unit(game, TANKS)["left"] == pytest.approx(13)


@case("13.53", "5.53")
def test_ot_017_in_snow_it_is_half_a_point_even_for_the_winterized():
    game = moving({RIFLES: "C2823"}, snow=True)
    assert reach(game, RIFLES, "strategic")["C2824"] == pytest.approx(1 / 2)
    game = moving({BRIGADE: "C2823"}, side="soviet", snow=True)
    assert reach(game, BRIGADE, "strategic")["C2824"] == pytest.approx(1 / 2)


@case("5.53")
@pytest.mark.parametrize("snow", [False, True])
def test_on_foot_it_is_half_a_point_in_snow_or_not(snow):
    game = moving({DIVISION: "C2823"}, side="soviet", snow=snow)
    assert reach(game, DIVISION, "strategic")["C2824"] == pytest.approx(1 / 2)


@case("5.53", "5.43")
def test_off_the_road_it_costs_as_much_as_ever_and_the_allowance_is_the_printed_one():
    for ground in GROUNDS:
        game = moving({RIFLES: "C2808", INFANTRY: "C2809", TANKS: "C2118"}, ground=ground)
        for mover in (RIFLES, INFANTRY):
            tactical, strategic = reach(game, mover), reach(game, mover, "strategic")
            assert {to: tactical[to] for to in ("C2810", "C2811")} == {
                to: strategic[to] for to in ("C2810", "C2811")
            }
    # Four points on foot along the road: eight hexes, C2823 to C2929 and on to C2932.
    game = moving({INFANTRY: "C2823"}, ground=NORMAL)
    found = reach(game, INFANTRY, "strategic")
    assert found["C2929"] == pytest.approx(3)
    assert found["C2931"] == pytest.approx(4)
    assert "C2932" not in found


@case("5.54")
def test_a_road_helps_only_through_its_hexside():
    # The road runs C2823-C2824-C2825; C2925 lies beside it and no road leads there.
    game = moving({RIFLES: "C2924"}, ground=NORMAL)
    assert reach(game, RIFLES, "strategic")["C2824"] == pytest.approx(2)
    assert reach(game, RIFLES, "strategic")["C2825"] == pytest.approx(2 + 1 / 3)


@case("5.23", "5.51", "5.52")
@pytest.mark.parametrize(("enemy", "distance"), [("C3425", 1), ("C3426", 2), ("C3427", 3), ("C3428", 4)])
def test_strategic_movement_begins_three_hexes_from_the_enemy(enemy, distance):
    game = moving({RIFLES: "C3424", ARMY: enemy})  # any enemy unit counts, with a zone or not
    order = f"strategic {RIFLES} C3424-C3423"
    if distance < 3:
        assert refused(game, order).case == "5.51"
        assert reach(game, RIFLES, "strategic") == {}
    else:
        assert game.why_not(order) is None


@case("5.23", "5.51", "5.52")
def test_strategic_movement_ends_three_hexes_from_the_enemy():
    game = moving({RIFLES: "C3422", ARMY: "C3427"})
    found = reach(game, RIFLES, "strategic")
    assert "C3424" in found  # three hexes away
    assert refused(game, f"strategic {RIFLES} C3422-C3425").case == "5.51"
    assert "C3425" in reach(game, RIFLES)  # tactically one may come as near as one likes


@case("5.51")
def test_strategic_movement_keeps_its_distance_on_the_way():
    # The straight way C3423 to C3427 passes C3425, two hexes from C3625; its ends are three away.
    game = moving({INFANTRY: "C3423", ARMY: "C3625"})
    assert reach(game, INFANTRY)["C3427"] == 4
    assert "C3427" not in reach(game, INFANTRY, "strategic")
    assert refused(game, f"strategic {INFANTRY} C3423-C3427").case in ("5.51", "5.53")


# Headquarters


@case("5.33", "5.91")
def test_an_hq_is_what_suits_it_hex_by_hex():
    # By road from C2929 to C2930 like a vehicle, then into the woods of C2830 like infantry.
    for mover, cost in ((HQ, 1 / 3 + 1), (RIFLES, 1 / 3 + 5)):
        game = moving({mover: "C2929"}, ground=NORMAL)
        assert reach(game, mover, "strategic")["C2830"] == pytest.approx(cost)
    # The other way round: out of the woods on foot, and on by road.
    game = moving({ARMY: "C2830"}, side="soviet", ground=NORMAL)
    assert reach(game, ARMY, "strategic")["C2929"] == pytest.approx(1 + 1 / 3)


@case("5.91")
def test_an_hq_crosses_rivers_on_foot():
    game = moving({HQ: "C2118"}, ground=NORMAL)
    assert reach(game, HQ)["C2217"] == 3
    assert step(HQ, "C0831", "C0931", NORMAL) == 1
    assert step(HQ, "C3738", "C3638", FREEZE) == 2


@case("5.91", "13.53")
def test_an_hq_drives_at_half_a_point_in_snow():
    game = moving({HQ: "C2823"}, snow=True)
    assert reach(game, HQ, "strategic")["C2825"] == pytest.approx(1)
    # Poor winterization leaves four of its eight points: eight road hexes.
    assert reach(game, HQ, "strategic")["C2931"] == pytest.approx(4)
    assert "C2932" not in reach(game, HQ, "strategic")


# Rail movement


@case("5.61")
@pytest.mark.parametrize(
    ("scenario", "moves", "line"),
    [
        ("guderian", 2, ("C2132", "C2232")),
        ("hoepner", 2, ("A2020", "A1921")),
        ("kluge", 1, ("B2527", "B2627")),
        ("campaign", 5, ("C2132", "C2232")),
    ],
)
def test_so_many_units_move_by_rail(scenario, moves, line):
    start, to = line
    units = ["413/50", "41/50", "32/50", "50/Bldin", "Vnev/50", "299/50"]
    game = moving(dict.fromkeys(units, start), side="soviet", scenario=scenario)
    for name in units[:moves]:
        give(game, f"rail {name} {start}-{to}")
    assert refused(game, f"rail {units[moves]} {start}-{to}").case == "5.61"
    assert offered(game, "rail") == []


@case("5.61")
def test_germans_never_use_the_railway():
    game = moving({INFANTRY: "C2132"})
    assert refused(game, f"rail {INFANTRY} C2132-C2232").case == "5.61"


@case("5.62", "5.13")
def test_rail_movement_keeps_to_the_line():
    game = moving({DIVISION: "C2132", BRIGADE: "C2133", CAVALRY: "C2031"}, side="soviet")
    found = reach(game, DIVISION, "rail")
    assert found["C2232"] == 1
    assert "C2133" not in found  # a road, and no railway
    assert game.preview(f"rail {DIVISION} C2132-C2232").counted_in == "hexes by rail"
    assert game.preview(f"move {DIVISION} C2132-C2232").counted_in == "movement points"
    assert refused(game, f"rail {BRIGADE} C2133-C2132").case == "5.62"
    give(game, f"move {CAVALRY} C2031-C2132")
    assert refused(game, f"rail {CAVALRY} C2132-C2232").case == "5.13"
    give(game, f"rail {DIVISION} C2132-C2232")
    assert refused(game, f"move {DIVISION} C2232-C2233").case == "5.13"
    assert refused(game, f"rail {DIVISION} C2232-C2332").case == "5.61"


@case("5.63")
def test_rail_movement_stays_three_hexes_from_the_enemy():
    # The line runs C2132, C2232, C2332 and so on, one row at a time, to C2933.
    def line(enemy, start="C2132"):
        return reach(moving({DIVISION: start, HQ: enemy}, side="soviet"), DIVISION, "rail")

    assert "C2933" in line("C2538")
    # An HQ in C2531 is two hexes from C2332, C2432 and C2533: nothing passes.
    assert "C2232" in line("C2531")
    assert "C2332" not in line("C2531")
    assert "C2933" not in line("C2531")
    game = moving({DIVISION: "C2132", HQ: "C2130"}, side="soviet")
    assert refused(game, f"rail {DIVISION} C2132-C2933").case == "5.63"
    game = moving({DIVISION: "C2132", HQ: "C2931"}, side="soviet")
    assert refused(game, f"rail {DIVISION} C2132-C2933").case == "5.63"


@case("5.64", "5.65")
def test_trains_do_not_mind_terrain_supply_or_snow():
    lost = {"hex": "C2132", "supply": "isolated"}
    game = moving({DIVISION: lost, CAVALRY: "C2132"}, side="soviet", snow=True, ground=NORMAL)
    assert reach(game, DIVISION, "rail") == reach(game, CAVALRY, "rail")
    assert reach(game, DIVISION, "rail")["C2933"] == 8


@case("5.66", "17.33", "5.64")
def test_ot_028_an_interdicted_hex_counts_ten_of_sixty():
    game = moving({DIVISION: "C2132"}, side="soviet", interdicted=["C2432"])
    found = reach(game, DIVISION, "rail")
    assert (found["C2332"], found["C2432"], found["C2933"]) == (2, 12, 17)
    # The hex it starts from is not entered.
    game = moving({DIVISION: "C2132"}, side="soviet", interdicted=["C2132"])
    assert reach(game, DIVISION, "rail")["C2933"] == 8


@case("5.26", "12.44", "12.54", "13.44", "13.55")
@pytest.mark.parametrize(
    ("name", "supply", "snow", "points"),
    [
        (RIFLES, "", False, 14),
        (RIFLES, "out", False, 7),
        (RIFLES, "isolated", False, 3),
        (RIFLES, "", True, 7),
        (RIFLES, "out", True, 7),  # halved once
        (RIFLES, "isolated", True, 3),
        (INFANTRY, "out", False, 4),
        (INFANTRY, "isolated", False, 2),
        (INFANTRY, "", True, 2),
        (INFANTRY, "isolated", True, 2),
        (DIVISION, "", True, 5),  # good winterization
        (DIVISION, "isolated", True, 2),
        ("299/50", "", True, 2),  # poor: five halved and rounded down
        ("198/49", "out", True, 7),
        (HQ, "", True, 4),
        (ARMY, "", True, 8),
    ],
)
def test_allowances_in_want_and_snow(name, supply, snow, points):
    side = "german" if name in (RIFLES, INFANTRY, HQ) else "soviet"
    state = {"hex": "C3123", "supply": supply}
    game = moving({name: state}, side=side, snow=snow)
    if counter(game, name).type == "hq":
        game = moving({name: "C3123"}, side=side, snow=snow)
    straight = {f"C31{23 + step:02}" for step in range(1, 5)} & set(reach(game, name))
    assert len(straight) == min(points, 4)
    give(game, f"move {name} C3123-C3124")
    assert unit(game, name).get("left", 0) == points - 1


@case("5.11", "16.25")
def test_a_move_is_told():
    game = moving({INFANTRY: "C3123"})
    (moved,) = happened(give(game, f"move {INFANTRY} C3123-C3125"), "moved")
    assert moved["unit"] == INFANTRY


@case("5.11")
@pytest.mark.parametrize("order", [(RIFLES, INFANTRY), (INFANTRY, RIFLES)])
def test_a_stack_is_told_the_price_of_its_dearest_unit(order):
    """On normal ground woods cost vehicles five and infantry one, and infantry goes four hexes."""
    game = moving({RIFLES: "C2809", INFANTRY: "C2809"}, ground=NORMAL)
    together = game.destinations(order, "move")
    assert together["C2810"] == 5
    assert set(together) == set(reach(game, RIFLES)) & set(reach(game, INFANTRY))
    assert game.destinations([*order, DIVISION], "move") == {}
    assert game.destinations([], "move") == {}
