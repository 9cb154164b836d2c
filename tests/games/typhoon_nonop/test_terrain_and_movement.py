"""Terrain and movement (B10): costs by class and weather, roads, rivers, zones of control, phases."""

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GERMAN_CAVALRY,
    GUN,
    INFANTRY,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    PANZERS,
    POINT,
    RECON,
    RIFLES,
    SOVIETS,
    TANKS,
    give,
    offered,
    position,
    reach,
    refused,
    step,
    told,
    unit,
    where,
)
from typhoon import load
from typhoon.engine.cases import case

DRY, MUD, FROST, SNOW = "dry", "mud", "frost", "snow"

COSTS = {
    # terrain: (from, to, on foot and with motors in dry, mud, frost and snow)
    "clear": ("P0834", "P0835", (1, 1), (2, 2), (1, 1), (1, 1)),
    "woods": ("N0816", "N0817", (2, 3), (3, 5), (2, 2), (2, 3)),
    "marsh": ("N0813", "N0814", (2, 3), (3, None), (2, 2), (2, 2)),
}


@case("B10.6", "B2.2")
@pytest.mark.parametrize("terrain", COSTS)
def test_a_hex_costs_what_the_chart_says(terrain):
    start, to, *costs = COSTS[terrain]
    for weather, (foot, motor) in zip((DRY, MUD, FROST, SNOW), costs, strict=True):
        assert step(INFANTRY, start, to, weather=weather) == foot, weather
        assert step(GERMAN_CAVALRY, start, to, weather=weather) == foot, weather  # horse pays as foot
        assert step(PANZERS, start, to, weather=weather) == motor, weather
        assert step(GUN, start, to, weather=weather) == motor, weather  # trucks pay as motors


@case("B10.1")
def test_a_move_need_not_say_where_the_unit_stands():
    short, long = (position(units={INFANTRY: "P0835"}, phase="german movement") for _ in range(2))
    events = give(short, f"move {INFANTRY} P0837")
    assert [event.facts for event in events] == [
        event.facts for event in give(long, f"move {INFANTRY} P0835-P0837")
    ]
    assert where(short, INFANTRY) == "P0837"
    text = short.journal.text()
    assert text.endswith(f": move {INFANTRY} P0837\n")
    assert load(text).journal.text() == text
    assert refused(short, f"move {INFANTRY} P0837").text == f"{INFANTRY} is in P0837 already"
    assert refused(short, f"move {INFANTRY} P0835-P0836").text == f"{INFANTRY} stands in P0837, not in P0835"
    assert refused(short, f"move {INFANTRY} P0838-P0837-P0836").case == "B10.1"


@case("B10.7")
def test_german_foot_may_not_use_the_rate_of_the_motorway():
    """N0428 to N0528 along the Minsk highway, clear."""
    assert step(INFANTRY, "N0428", "N0528") == 1
    assert step(PANZERS, "N0428", "N0528") == 0.5
    assert step(SOVIETS, "N0428", "N0528", "soviet") == 0.5
    assert step(SOVIETS, "N0428", "N0528", "soviet", weather=MUD) == 0.5
    assert step(PANZERS, "N0428", "N0528", weather=MUD) == 0.5


@case("B10.7")
def test_a_main_road_costs_half_a_point_and_in_mud_and_snow_one():
    """N0418 to N0417, clear; N0415 to N0414, woods."""
    for start, to in (("N0418", "N0417"), ("N0415", "N0414")):
        for weather, cost in ((DRY, 0.5), (MUD, 1), (FROST, 0.5), (SNOW, 1)):
            assert step(PANZERS, start, to, weather=weather) == cost
            assert step(INFANTRY, start, to, weather=weather) == cost


@case("B10.7", "B10.8")
def test_a_minor_road_helps_in_mud_only_where_the_hex_is_clear():
    """P1211 to P1210 leads into woods, P1016 to P1015 into a clear hex."""
    assert step(PANZERS, "P1211", "P1210") == 1
    assert step(PANZERS, "P1211", "P1210", weather=MUD) == 5
    assert step(PANZERS, "P1016", "P1015", weather=MUD) == 2


@case("B10.7", "B11.1")
def test_along_a_railway_woods_cost_one_less():
    """N0330 to N0329, no road."""
    assert step(INFANTRY, "N0330", "N0329") == 1
    assert step(PANZERS, "N0330", "N0329") == 2


@case("B10.6", "B10.9")
def test_rivers_cost_extra_where_no_road_or_railway_crosses_them():
    """N0203 to N0202 leads over the Kunya into a clear hex."""
    for weather, foot, motor in ((DRY, 2, 3), (MUD, 4, 5), (FROST, 2, 2)):
        assert step(INFANTRY, "N0203", "N0202", weather=weather) == foot
        assert step(PANZERS, "N0203", "N0202", weather=weather) == motor


@case("B10.6", "B11.1", "B10.9")
def test_an_unbridged_major_river_is_crossed_on_foot_only_and_takes_the_whole_move():
    """P1634 to P1633 leads over the Desna, far from every bridge; N0928 to N1027 is bridged by a road."""
    assert step(PANZERS, "P1634", "P1633") is None
    assert step(INFANTRY, "P1634", "P1633", weather=MUD) is None
    game = position(units={INFANTRY: "P1634"}, phase="german movement")
    assert reach(game, INFANTRY)["P1633"] == 5
    give(game, f"move {INFANTRY} P1634-P1633")
    assert refused(game, f"move {INFANTRY} P1633-P1632").case == "B10.1"
    assert step(PANZERS, "N0928", "N1027") == 0.5


@case("B10.6", "B5.5")
def test_frozen_major_rivers_cost_one_more():
    """P1634 to P1633 leads over the Desna into a clear hex."""
    assert step(PANZERS, "P1634", "P1633", weather=SNOW, frozen=True) == 2
    assert step(PANZERS, "P1634", "P1633", weather=SNOW) is None


@case("B10.6")
def test_a_city_costs_half_a_point_by_any_way():
    """Kursk, P4733, from P4632 without a road."""
    assert step(SOVIETS, "P4632", "P4733", "soviet") == 0.5
    assert step(TANKS, "P4632", "P4733", "soviet", weather=MUD) == 0.5


@case("B10.10")
def test_nobody_enters_a_lake_or_an_enemy():
    assert step(INFANTRY, "N0406", "N0407") is None
    game = position(units={INFANTRY: "P0835", SOVIETS: "P0833"}, phase="german movement")
    assert refused(game, f"move {INFANTRY} P0835-P0833").case == "B10.10"
    assert refused(position(units={INFANTRY: "N0406"}), f"move {INFANTRY} N0406-N0407").case == "B10.10"


# Zones of control


@case("B10.3", "B10.4")
def test_entering_a_zone_costs_one_more_and_ends_the_move():
    game = position(units={INFANTRY: "P0835", SOVIETS: "P0832"}, phase="german movement")
    assert reach(game, INFANTRY)["P0834"] == 1
    assert reach(game, INFANTRY)["P0833"] == 3
    give(game, f"move {INFANTRY} P0835-P0833")
    assert refused(game, f"move {INFANTRY} P0833-P0834").case == "B10.4"


@case("B10.4")
def test_a_unit_leaves_a_zone_but_not_straight_into_another():
    """The Soviets in P0833 have zones on P0834 and P0934; P0935 is free."""
    game = position(units={INFANTRY: "P0834", SOVIETS: "P0833"}, phase="german movement")
    assert reach(game, INFANTRY)["P0934"] == 3  # out to P0935 for one, and back in for two
    assert reach(game, INFANTRY)["P0835"] == 1
    assert reach(game, INFANTRY)["P0935"] == 1
    free = position(units={RECON: "P0834", SOVIETS: "P0833", OTHER_SOVIETS: "P0933"}, phase="german movement")
    assert min(reach(free, RECON)["P0934"], 3) == 3


@case("B10.3")
def test_small_units_have_no_zone():
    game = position(units={INFANTRY: "P0835", "S-16-AT": "P0833"}, phase="german movement")
    assert game.ask("zone", "P0834") == ("german",)
    assert reach(game, INFANTRY)["P0834"] == 1


@case("B10.5", "B5.7")
def test_in_mud_the_zone_of_motor_units_runs_along_roads_only_and_that_of_foot_everywhere():
    game = position(units={PANZERS: "P0835"}, weather=MUD)
    assert game.ask("zone", "P0834") == ()
    assert position(units={INFANTRY: "P0835"}, weather=MUD).ask("zone", "P0834") == ("german",)
    assert position(units={PANZERS: "P0835"}).ask("zone", "P0834") == ("german",)
    on_road = position(units={PANZERS: "N0418"}, weather=MUD)
    assert on_road.ask("zone", "N0417") == ("german",)


@case("B10.5")
def test_no_zone_reaches_across_an_unfrozen_major_river():
    assert position(units={INFANTRY: "N0628"}).ask("zone", "N0627") == ()
    assert position(units={INFANTRY: "N0628"}, weather=SNOW, frozen=True).ask("zone", "N0627") == ("german",)


@case("B5.3", "B10.8")
def test_in_lingering_mud_the_woods_are_muddy_and_the_rest_is_dry():
    assert step(PANZERS, "N0816", "N0817", lingering=True) == 5
    assert step(PANZERS, "P0834", "P0835", lingering=True) == 1


# Who moves when


@case("B10.1", "B10.11", "B2.8")
def test_allowances_by_phase():
    """MA 8, 7 and 5; half of 7 is 3½ and half of 5 is not given to foot at all."""
    german = {PANZERS: "P0835", GERMAN_CAVALRY: "P0833", INFANTRY: "P0837"}
    game = position(units=german, phase="german movement")
    law, pos = game.rules, game.position

    def points(phase, name):
        return law.reaching.allowance(pos, law.unit_number[name], phase) / 2

    regular, motorized = law.sequence[6], law.sequence[10]
    assert [points(regular, name) for name in (PANZERS, GERMAN_CAVALRY, INFANTRY)] == [8, 7, 5]
    assert [points(motorized, name) for name in (PANZERS, GERMAN_CAVALRY)] == [4, 3.5]
    motor, all_ = law.sequence[12], law.sequence[16]
    assert [points(motor, name) for name in (TANKS, CAVALRY)] == [8, 3.5]
    assert [points(all_, name) for name in (TANKS, CAVALRY, SOVIETS)] == [4, 7, 5]
    game = position(units=german, phase="german motorized movement")
    assert refused(game, f"move {INFANTRY} P0837-P0836").case == "B10.1"


@case("B6.8", "B2.8")
def test_out_of_supply_costs_two_points_before_halving_but_not_cavalry():
    units = {TANKS: {"hex": "P3131", "supply": "out"}, CAVALRY: {"hex": "P3133", "supply": "out"}}
    game = position(units=units, phase="soviet movement")
    assert max(reach(game, TANKS).values()) == 3
    law, phase = game.rules, game.position.frames[0]
    assert law.reaching.allowance(game.position, law.unit_number[CAVALRY], phase) == 14


@case("rockets")
def test_rocket_units_are_faster_by_the_option():
    law = position(units={}).rules
    old = position(units={}, options={"rocket-ma": "no"}).rules
    for name, ma in (("S-16-Gds-rocket", 8), ("G-LVI-Nebelwerfer-51", 7)):
        assert law.reaching.printed(law.start(), law.unit_number[name]) == ma
        assert old.reaching.printed(old.start(), old.unit_number[name]) == 6
    assert old.reaching.printed(old.start(), old.unit_number[GUN]) == 7


@case("B25.2", "B12.7")
def test_on_turn_one_only_germans_south_of_pogar_and_supply_units_move():
    """The 129th at N1115 waits; 3rd Panzer Division starts in P2731."""
    southern = next(
        u for u in position(units={}).rules.names_of(position(units={}).rules.southern) if "PzR" in u
    )
    units = {"G-V-5-ID": "N1115", southern: "P2731", POINT: "N0928"}
    game = position(units=units, turn=1, phase="german movement")
    assert refused(game, "move G-V-5-ID N1115-N1114").case == "B25.2"
    assert reach(game, southern)
    assert reach(game, POINT)


@case("B10.1")
def test_a_unit_moves_in_stretches_until_somebody_elsewhere_moves():
    units = {PANZERS: "P0835", RIFLES: "P0835", RECON: "P0832"}
    game = position(units=units, phase="german movement")
    give(game, f"move {PANZERS} P0835-P0834", f"move {RIFLES} P0835-P0834")
    assert unit(game, PANZERS)["left"] == 7
    give(game, f"move {PANZERS} P0834-P0833", f"move {RECON} P0832-P0831")
    assert refused(game, f"move {PANZERS} P0833-P0834").case == "B10.1"
    assert refused(game, f"move {RIFLES} P0834-P0835").case == "B10.1"


@case("B10.2")
def test_no_more_than_ten_points_stay_in_a_hex():
    """Two infantry divisions and two regiments are 12: two points must go."""
    units = {INFANTRY: "P0835", OTHER_INFANTRY: "P0835", PANZERS: "P0835", RIFLES: "P0834"}
    game = position(units=units, phase="german movement")
    give(game, f"move {RIFLES} P0834-P0835", "end")
    assert game.decision.case == "B10.2"
    give(game, f"eliminate {RIFLES}")
    assert where(game, RIFLES) == "lost"
    assert game.decision.phase != "german movement"


@case("B6.12")
def test_a_supply_unit_keeps_out_of_enemy_zones_unless_a_friend_is_there():
    units = {POINT: "P0835", SOVIETS: "P0832", INFANTRY: "P0833"}
    game = position(units=units, phase="german movement")
    assert "P0833" in reach(game, POINT)
    assert "P0933" not in reach(game, POINT)  # in the zone, and empty
    assert refused(game, f"move {POINT} P0835-P0933").case == "B6.12"


@case("B6.12", "B10.10")
def test_a_supply_unit_alone_is_lost_when_an_enemy_combat_unit_comes():
    game = position(units={PANZERS: "P3131", "S-MSU-1": "P3129"}, phase="german movement")
    give(game, f"move {PANZERS} P3131-P3128")  # right through it
    assert where(game, "S-MSU-1") == ""


@case("B19.3")
def test_a_hex_belongs_to_whose_combat_unit_was_there_last():
    game = position(units={PANZERS: "P3131"}, phase="german movement")
    assert game.ask("control", "P3129") == "soviet"
    give(game, f"move {PANZERS} P3131-P3128")
    assert game.ask("control", "P3129") == game.ask("control", "P3128") == "german"
    assert "P3129" in told(game)["control"]


# Full motorized move


@case("new 4", "B25.8")
def test_on_turn_two_motor_units_have_their_full_allowance_if_they_end_on_sheet_n():
    """From P0802, two hexes south of sheet N: four points anywhere, eight onto sheet N."""
    game = position(units={PANZERS: "P0802"}, turn=2, phase="german motorized movement")
    goals = reach(game, PANZERS)
    assert max(cost for to, cost in goals.items() if to[0] == "P") <= 4
    assert max(cost for to, cost in goals.items() if to[0] == "N") > 4
    later = reach(position(units={PANZERS: "P0802"}, turn=3, phase="german motorized movement"), PANZERS)
    assert max(later.values()) <= 4
    off = {"full-motorized-move": "no"}
    half = position(units={PANZERS: "P0802"}, turn=2, phase="german motorized movement", options=off)
    assert max(reach(half, PANZERS).values()) <= 4


@case("new 4", "B25.8")
def test_on_turn_one_the_southern_motor_units_have_it_wherever_they_go():
    """R55: 3rd Panzer Division starts in P27; the cavalry division has half as always."""
    law = position(units={}).rules
    name = next(u for u in law.names_of(law.southern & law.panzers))
    units = {name: "P0835", GERMAN_CAVALRY: "P0832"}
    game = position(units=units, turn=1, phase="german motorized movement")
    assert max(reach(game, name).values()) == 8
    assert max(reach(game, GERMAN_CAVALRY).values()) <= 3.5
    off = {"full-motorized-move": "no"}
    half = position(units=units, turn=1, phase="german motorized movement", options=off)
    assert max(reach(half, name).values()) == 4


@case("change 1", "B25.7")
def test_a_fortification_stops_nobody_unless_garrisons_are_played():
    """N2106 and N2107 are fortified; the division comes from N2105."""
    units = {SOVIETS: "N2105"}
    game = position(units=units, phase="soviet movement")
    assert "N2107" in reach(game, SOVIETS)
    off = {"no-fort-garrisons": "no"}
    stopped = position(units=units, phase="soviet movement", options=off)
    assert "N2106" in reach(stopped, SOVIETS)
    give(stopped, f"move {SOVIETS} N2105-N2106")
    assert offered(stopped, "move") == []
