"""Supply (B6): lines overland, by road and by rail, Emergency and Out of Supply, points spent.

P4130 is on the Soviet side near Kursk; the only lines of P0835, far behind the German front, are German ones.
"""

from itertools import pairwise

from tests.games.typhoon_nonop.positions import (
    INFANTRY,
    OTHER_INFANTRY,
    POINT,
    RECON,
    SOVIETS,
    TANKS,
    give,
    happened,
    offered,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.hexgrid import bits

LAW = find_rules("typhoon-nonop")


def distance_to_net(game, side, hex_):
    """How far a hex is from the nearest hex of the net, as the crow flies."""
    net = LAW.supply.net(game.position, side)
    return min(LAW.grid.distance(LAW.grid.index(hex_), other) for other in bits(net))


@case("B6.3", "B6.1")
def test_a_line_overland_is_seven_hexes_and_five_in_mud_or_snow():
    """Over clear ground without rivers, so that the crow's way is a way."""
    for weather, most in (("dry", 7), ("frost", 7), ("mud", 5), ("snow", 5)):
        game = position(units={INFANTRY: "P0835"}, weather=weather)
        supplied = LAW.supply.supplied(game.position, 0)
        farthest = max(distance_to_net(game, 0, LAW.grid.name[hex_]) for hex_ in bits(supplied))
        assert farthest == most, weather


@case("B6.4", "B19.4")
def test_the_rail_net_of_the_germans_is_converted_and_that_of_the_soviets_is_not():
    pos = position(units={INFANTRY: "P0835"}).position
    german, soviet = LAW.supply.rail_net(pos, 0), LAW.supply.rail_net(pos, 1)
    assert not german & ~pos.converted
    assert not soviet & pos.converted
    assert german and soviet


@case("B6.5")
def test_the_road_net_reaches_21_hexes_from_a_railhead_or_source_and_15_in_mud():
    """Vyazma is 19 road hexes from the German railhead: in the net when dry, not in mud."""
    open_road = {
        "units": {INFANTRY: "N3022"},
        "razed": LAW.grid.numbers(LAW.ground.forts),
        "strongpoints": {},
    }
    for weather, inside in (("dry", True), ("mud", False), ("snow", False)):
        game = position(weather=weather, **open_road)
        assert bool(LAW.supply.net(game.position, 0) >> LAW.grid.index("N3022") & 1) is inside


@case("B6.6", "B18.2")
def test_an_intact_enemy_fortification_bars_the_line():
    """The same road with the works standing."""
    game = position(units={INFANTRY: "N3022"})
    assert "german" not in game.ask("supplied", "N3022")


@case("B6.6", "B6.2")
def test_enemy_zones_cut_a_line_unless_a_friend_stands_there():
    """A ring of Germans around P4130, two hexes away, cuts it off."""
    ring = LAW.grid.numbers(LAW.grid.ring(LAW.grid.index("P4130"), 2))
    infantry = [c.unit for c in LAW.counters if c.type == "infantry div"]
    units = dict(zip(infantry, ring, strict=False)) | {SOVIETS: "P4130"}
    game = position(units=units)
    assert "soviet" not in game.ask("supplied", "P4130")
    free = position(units={SOVIETS: "P4130"})
    assert "soviet" in free.ask("supplied", "P4130")


@case("B6.7", "B6.8")
def test_who_fails_once_is_on_emergency_supply_and_who_fails_again_is_out():
    """A Soviet division far behind the German front."""
    for before, after in ((None, "emergency"), ("emergency", "out"), ("out", "out")):
        state = {"hex": "P0835", "supply": before} if before else "P0835"
        game = position(units={SOVIETS: state}, phase="supply", dice={"replacements": [6]})
        assert unit(game, SOVIETS)["supply"] == after


@case("B6.7")
def test_who_succeeds_loses_the_marker():
    units = {SOVIETS: {"hex": "P4130", "supply": "out"}, TANKS: {"hex": "P4130", "supply": "emergency"}}
    game = position(units=units, phase="supply", dice={"replacements": [6]})
    assert unit(game, SOVIETS) == unit(game, TANKS) == {"hex": "P4130"}


@case("B6.9")
def test_a_point_supplies_those_within_five_hexes():
    """A German division behind the Soviet front, a supply unit five hexes away, another division six."""
    units = {INFANTRY: "P4130", POINT: "P4135", OTHER_INFANTRY: "P4129", SOVIETS: "N3022"}
    game = position(units=units, phase="supply", dice={"replacements": [6]})
    assert game.decision.side == "german"
    give(game, f"spend {POINT}")
    assert where(game, POINT) == ""
    assert "supply" not in unit(game, INFANTRY)
    assert unit(game, OTHER_INFANTRY)["supply"] == "emergency"


@case("B6.9")
def test_a_point_that_helps_nobody_is_not_spent():
    units = {INFANTRY: "P4130", POINT: "P4136", "G-MSU-2": "P4134", SOVIETS: "N3022"}
    game = position(units=units, phase="supply")
    assert refused(game, f"spend {POINT}").case == "B6.9"
    assert refused(game, f"spend {INFANTRY}").case == "B6.9"
    give(game, "end")
    assert unit(game, INFANTRY)["supply"] == "emergency"


@case("B6.13")
def test_points_are_placed_in_the_net_away_from_the_enemy_and_the_rest_is_lost():
    game = position(units={INFANTRY: "P0835", SOVIETS: "N3022"}, phase="reinforcement")
    assert game.decision.side == "german"
    assert game.rules.snapshot(game.position)["points"]["german"] == 6
    assert refused(game, f"place {POINT} P0835").case == "B6.13"
    give(game, f"place {POINT} N0125")
    assert refused(game, "place G-MSU-5 N0125").case == "B6.13"  # G-MSU-2 comes next
    events = give(game, "end")
    assert happened(events, "points_lost")[0] == {"side": "german", "points": 5}
    assert "points" not in told(game) or told(game)["points"]["german"] == 0


@case("B8.1", "B8.2")
def test_reinforcements_come_in_their_hex_or_in_the_nearest_free_source():
    """On turn 3 four units of 1st Guards Rifle Corps come to P4813 and P4814."""
    game = position(units={INFANTRY: "P0835"}, turn=3, phase="reinforcement")
    give(game, "end")  # the Germans
    assert where(game, "S-1GRC-6G") == "P4813"
    assert where(game, "S-1GRC-10-abn") == "P4814"
    taken = position(units={INFANTRY: "P4813"}, turn=3, phase="reinforcement")
    give(taken, "end")
    assert where(taken, "S-1GRC-6G") not in ("P4813", "P4814")  # P4814 is in the German zone


@case("B6.3", "B6.4", "B6.5", "B6.6")
def test_every_line_that_is_shown_is_one():
    """Of all units of the set-up: overland within seven hexes, then by road and by rail to a source."""
    pos = LAW.start()
    for number, counter in enumerate(LAW.counters):
        if not pos.on_map(number) or not LAW.ground_units >> number & 1:
            continue
        side, hex_ = LAW.side_of[number], pos.where[number]
        parts = LAW.supply.line(pos, side, hex_)
        assert parts is not None, counter.unit
        assert parts[0][0] == hex_ and len(parts[0]) <= 8
        whole = [h for part in parts for h in part]
        open_ = LAW.supply.way(pos, side).open
        assert all(open_ >> h & 1 for h in whole[1:] if h != hex_)
        assert all(a == b or LAW.grid.around(a) >> b & 1 for a, b in pairwise(whole))
        assert LAW.sources_of[side] >> whole[-1] & 1
        assert LAW.shown.line(pos, counter.unit).hexes[0] == LAW.grid.name[hex_]


@case("B6.7")
def test_a_unit_that_is_cut_off_is_shown_no_line():
    pos = position(units={SOVIETS: "P0835"}).position
    assert LAW.shown.line(pos, SOVIETS).hexes == ()


@case("B8.1")
def test_a_reinforcement_that_can_be_placed_must_be():
    """N4832 is taken; N4831 and N4833 are as near, and the owner chooses."""
    game = position(units={RECON: "N4832"}, turn=6, phase="reinforcement")
    give(game, "end")
    late = "S-MZ-238"
    assert refused(game, "end").case == "B8.1"
    assert {f"place {late} N4831", f"place {late} N4833"} <= set(offered(game, "place"))
    give(game, f"place {late} N4833", "end")
    assert where(game, late) == "N4833"


@case("B6.12")
def test_a_supply_unit_left_alone_in_an_enemy_zone_is_lost_when_its_side_has_moved():
    """R70: P0834 is in the zone of the Soviets in P0835."""
    for friend, kept in (("P0833", False), ("P0834", True)):
        units = {POINT: "P0834", INFANTRY: friend, SOVIETS: "P0835"}
        game = position(units=units, phase="german movement")
        warned = game.preview("end")
        assert (warned is None or not warned.texts) is kept
        events = give(game, "end")
        assert [facts["unit"] for facts in happened(events, "supply_lost")] == ([] if kept else [POINT])
    later = position(units={POINT: "P0834", SOVIETS: "P0835"}, phase="german motorized movement")
    assert happened(give(later, "end"), "supply_lost") == []
