"""Roads under attack from the air (17.37).

The road C3721, C3621, C3521 runs through clear country.  C3821 and C3722, without a road, lie beside C3721; a
stream parts each of them from it.
"""

import pytest

from tests.games.operation_typhoon_revision.positions import (
    give,
    happened,
    offered,
    position,
    reach,
    refused,
    told,
)
from typhoon.engine.cases import case

TANKS, FOOT, HQ = "32/50", "413/50", "50/Bldin"
ROAD = ("C3721", "C3621", "C3521")


def interdicting(*switches, points=3, **given):
    words = {"scenario": "campaign", "turn": 5, "units": {}, "weather": "clear", "dice": [1] * 9, **given}
    return position(*switches, phase="german interdiction", air={"german": points, "soviet": 0}, **words)


def marching(unit, start, *switches, cut=ROAD[1], ground="ground freeze", **given):
    marked = {"cut_road": [cut]} if cut else {}
    words = {"scenario": "campaign", "turn": 5, "supported": [], "units": {unit: start}, **marked, **given}
    return position(*switches, phase="soviet movement", ground=ground, **words)


@case("17.37")
def test_one_of_three_points_may_lie_on_a_road():
    game = interdicting("road-interdiction", points=6)
    assert game.decision.prompt == (
        "Interdict up to 3 railway hexes, one of them a road hex if you like, or end the phase."
    )
    events = give(game, f"interdict-road {ROAD[1]}")
    assert happened(events, "road_cut") == [{"hex": ROAD[1]}]
    assert told(game)["air"]["german"] == 5
    assert refused(game, f"interdict-road {ROAD[0]}").case == "17.37"
    assert not offered(game, "interdict-road")
    give(game, "interdict C2132", "interdict C2232")
    assert told(game)["phase"] != "german interdiction", "three points, and no more"


@case("17.37")
def test_points_lie_on_roads_that_there_are():
    game = interdicting("road-interdiction")
    ruling = refused(game, "interdict-road C3821")
    assert (ruling.case, ruling.text) == ("17.37", "no road runs through C3821")
    assert refused(game, "interdict-road C9999").case
    prompt = interdicting("road-interdiction", points=1).decision.prompt
    assert prompt == "Interdict up to 1 railway or road hex, or end the phase."
    assert interdicting("road-interdiction", points=0).decision.phase != "german interdiction"


@case("17.37")
@pytest.mark.parametrize(
    ("first", "second"), [("interdict", "interdict-road"), ("interdict-road", "interdict")]
)
def test_a_hex_with_railway_and_road_takes_one_point_of_either_kind(first, second):
    # 17.32 allows one air point in a railway hex, whatever it is meant for.
    game = interdicting("road-interdiction")
    assert f"{second} C0210" in offered(game, second)
    give(game, f"{first} C0210")
    ruling = refused(game, f"{second} C0210")
    assert (ruling.case, ruling.text) == ("17.32", "an air point lies in C0210 already")
    assert f"{second} C0210" not in offered(game, second)


@case("17.37")
def test_without_the_switch_there_is_no_such_order():
    ruling = refused(interdicting(), f"interdict-road {ROAD[1]}")
    assert ruling.case == "17.37"
    assert "not in use" in ruling.text or "not in force" in ruling.text


@case("17.37")
@pytest.mark.parametrize(("ground", "rate"), [("ground freeze", 1), ("normal", 2)])
def test_vehicles_pay_a_point_more_by_road_and_on_clear_ground(ground, rate):
    """OTR-047: in the marked hex and in those next to it."""
    start = "C3720"
    free = reach(marching(TANKS, start, "road-interdiction", cut="", ground=ground), TANKS)
    cut = reach(marching(TANKS, start, "road-interdiction", ground=ground), TANKS)
    assert free[ROAD[0]] == rate
    assert cut[ROAD[0]] == rate + 1
    assert cut[ROAD[1]] - cut[ROAD[0]] == rate + 1


@case("17.37")
def test_streams_come_on_top():
    """OTR-114: 1 for the clear hex, 2 for the stream, 1 for the marked road beside it."""
    game = marching(TANKS, "C3721", "road-interdiction", cut="C3721")
    plain = marching(TANKS, "C3721", "road-interdiction", cut="")
    assert (reach(plain, TANKS)["C3821"], reach(game, TANKS)["C3821"]) == (3, 4)


@case("17.37")
def test_strategic_movement_pays_it_too():
    start = "C3720"
    free = reach(marching(TANKS, start, "road-interdiction", cut=""), TANKS, "strategic")
    cut = reach(marching(TANKS, start, "road-interdiction"), TANKS, "strategic")
    assert cut[ROAD[0]] == pytest.approx(free[ROAD[0]] + 1)


@case("5.91", "17.37")
def test_an_hq_goes_by_road_at_a_third_of_a_point_whoever_went_before_it():
    """Marching far, vehicles pay a third of a point, units on foot a half, and HQs the less of both."""
    everybody = {TANKS: ROAD[0], FOOT: ROAD[0], HQ: ROAD[0]}
    game = marching(TANKS, ROAD[0], "road-interdiction", cut="", units=everybody)
    paid = [reach(game, name, "strategic")[ROAD[1]] for name in (TANKS, FOOT, HQ)]
    assert paid == pytest.approx([1 / 3, 1 / 2, 1 / 3])


@case("17.37")
@pytest.mark.parametrize("name", [FOOT, HQ])
def test_others_pay_nothing(name):
    start = "C3720"
    cut = reach(marching(name, start, "road-interdiction"), name)
    assert cut == reach(marching(name, start, "road-interdiction", cut=""), name)


@case("17.37")
def test_woods_cost_what_they_cost():
    """R19: only by road or as clear ground."""
    game = marching(TANKS, "C3720", "road-interdiction", cut="")
    ground, grid = game.position.ground, game.rules.grid
    free = reach(game, TANKS)
    cut = reach(marching(TANKS, "C3720", "road-interdiction", cut="C3720"), TANKS)
    beside = grid.around(grid.index("C3720"))
    for number in grid.numbers(beside & ground.terrain["woods"] & ~ground.road_hexes):
        assert cut[number] == free[number]
    assert cut["C3721"] == free["C3721"] + 1


@case("17.37")
def test_on_entry_the_point_is_paid_once():
    """R49: C2154 is clear; the second of two brigades pays for two hexes and for one marked road."""
    game = position(units={}, scenario="campaign")
    ground, grid = game.position.ground, game.rules.grid
    clear = ground.areas["5"] & ground.terrain["clear"] & ground.road_hexes
    number = grid.numbers(clear)[0]
    words = {"arrivals": {TANKS: [5, "5"], "42/49": [5, "5"]}, "units": {}}
    for cut, left in (("", (13, 12)), (number, (12, 11))):
        game = marching(TANKS, number, "road-interdiction", cut=cut, **words)
        give(game, f"enter {TANKS} {number}")
        assert told(game)["units"][TANKS]["left"] == left[0]
        give(game, f"enter 42/49 {number}")
        assert told(game)["units"]["42/49"]["left"] == left[1]


@case("17.37")
def test_roads_are_free_again_after_the_soviet_movement_phase():
    game = marching(FOOT, "C3720", "road-interdiction")
    give(game, "end")
    assert "cut_road" not in told(game)


@case("17.37")
def test_railways_are_not_touched_by_it():
    game = marching(FOOT, "C2132", "road-interdiction", cut="C2133")
    free = marching(FOOT, "C2132", "road-interdiction", cut="")
    assert reach(game, FOOT, "rail") == reach(free, FOOT, "rail")


@case("17.37")
def test_the_marked_hex_is_shown_with_its_ring():
    game = marching(FOOT, "C3720", "road-interdiction")
    (overlay,) = [o for o in game.rules.overlays(game.position) if o.id == "interdiction"]
    assert overlay.pinned
    shades = {shade.label: shade.hexes for shade in overlay.shades}
    assert shades["Interdicted road"] == (ROAD[1],)
    assert set(shades["Slow for Soviet vehicles"]) == set(around(game, ROAD[1]))
    looks = [(shade.side, shade.tone) for shade in overlay.shades]
    assert len(set(looks)) == 3, "the key tells railways, the road and its ring apart"


def around(game, number):
    grid = game.rules.grid
    return grid.numbers(grid.around(grid.index(number)))
