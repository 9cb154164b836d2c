"""Replacements (B7, B20), surrender (B21), works (B18, B19), air power (B9, B13, B17), points (B24)."""

import pytest

from tests.games.typhoon_nonop.positions import (
    ENGINEERS,
    GUARDS,
    HQ16,
    INFANTRY,
    MILITIA,
    NKVD,
    OTHER_SOVIETS,
    PANZERS,
    SOVIETS,
    TANKS,
    give,
    happened,
    nonop,
    offered,
    position,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.games.typhoon_nonop.charts import DAMAGED, DESTROYED, FLOWN

LAW = find_rules("typhoon-nonop")


# Replacements


@case("B7.1", "B7.2", "B7.4")
@pytest.mark.parametrize(
    ("die", "given", "points", "strongpoints", "mandated"),
    [
        (1, {}, 3, 0, 0),
        (3, {}, 2, 1, 0),
        (8, {}, 1, 0, 1),
        (8, {"mandated": 1}, 1, 0, 2),
        (2, {"weather": "mud"}, 2, 1, 0),
    ],
)
def test_the_soviet_replacement_roll(die, given, points, strongpoints, mandated):
    units = {SOVIETS: {"hex": "P4130", "lost": 2}, OTHER_SOVIETS: {"hex": "P4130", "lost": 2}}
    game = position(units=units, phase="replacements", dice={"replacements": [die]}, **given)
    (facts,) = happened(game.log, "replacements")
    assert (facts["points"], facts["strongpoints"]) == (points, strongpoints)
    assert game.position.mandated == mandated


@case("B20.1", "B20.4")
def test_a_point_restores_a_step_once_a_turn_away_from_the_enemy():
    units = {
        SOVIETS: {"hex": "P4130", "lost": 2},
        OTHER_SOVIETS: {"hex": "P3131", "lost": 1},
        INFANTRY: "P3130",
    }
    game = position(units=units, phase="replacements", dice={"replacements": [1]})
    assert refused(game, f"restore {OTHER_SOVIETS}").case == "B20.1"
    events = give(game, f"restore {SOVIETS}")
    assert unit(game, SOVIETS)["lost"] == 1
    assert happened(events, "restored")[0]["left"] == 2


@case("B20.1", "B6.8")
def test_tanks_and_units_out_of_supply_get_nothing():
    units = {TANKS: {"hex": "P4130", "lost": 1}, SOVIETS: {"hex": "P4130", "lost": 1, "supply": "out"}}
    pos = position(units=units).position
    assert LAW.replacements.restorable(pos, 0) == 0


@case("B20.2")
def test_a_unit_is_rebuilt_with_one_step_in_a_town_or_a_source():
    game = position(
        units={SOVIETS: "lost", OTHER_SOVIETS: "barred"}, phase="replacements", dice={"replacements": [6]}
    )
    assert refused(game, f"rebuild {OTHER_SOVIETS} N4818").case == "B20.2"
    assert refused(game, f"rebuild {SOVIETS} P4130").case == "B20.2"
    give(game, f"rebuild {SOVIETS} N4818")
    assert unit(game, SOVIETS) == {"hex": "N4818", "lost": 2}


# Surrender


GERMANS = [c.unit for c in LAW.counters if c.type == "infantry div"]
RING = dict(zip(GERMANS, LAW.grid.numbers(LAW.grid.around(LAW.grid.index("P0835"))), strict=False))
"""German divisions in the six hexes around P0835."""
WIDE_RING = dict(zip(GERMANS, LAW.grid.numbers(LAW.grid.ring(LAW.grid.index("P0835"), 3)), strict=False))
"""And three hexes away from it: no way leads out, but nobody is next to it."""


def cut_off(units, **given):
    """A pocket in P0835."""
    return position(units={**RING, **units}, phase="game turn interphase", **given)


@case("B21.2", "B21.3", "B21.4", "B24.3")
def test_a_division_out_of_supply_surrenders_on_eight():
    """8 and 2 is 10."""
    game = cut_off({SOVIETS: {"hex": "P0835", "supply": "out"}}, dice={"surrender P0835": [8]})
    (facts,) = happened(game.log, "surrender")
    assert facts["result"] == "surrenders"
    assert where(game, SOVIETS) == "barred"
    assert told(game)["tally"]["surrendered"] == 1


@case("B21.2", "B22.8", "B22.7")
@pytest.mark.parametrize(
    ("units", "given", "modifier"),
    [
        ({SOVIETS: "P0835"}, {}, 0),
        ({SOVIETS: {"hex": "P0835", "supply": "emergency"}}, {}, 1),
        ({MILITIA: "P0835"}, {}, 2),
        ({MILITIA: "P0835", SOVIETS: "P0835"}, {}, 0),
        ({GUARDS: "P0835"}, {}, -1),
        ({NKVD: "P0835"}, {}, -1),
        ({SOVIETS: "P0835", HQ16: "P0836"}, {}, -1),
        ({SOVIETS: "P0835", HQ16: nonop("P0836")}, {}, 0),
        ({SOVIETS: "P0835"}, {"strongpoints": {"soviet": ["P0835"]}}, -1),
    ],
)
def test_what_changes_the_surrender_die(units, given, modifier):
    pos = position(units={INFANTRY: "P0834", **units}, **given).position
    assert sum(value for value, _, _ in LAW.surrender.modifiers(pos, LAW.grid.index("P0835"))) == modifier


@case("B21.1")
def test_a_hex_without_a_german_zone_next_to_it_does_not_roll():
    wide = position(units={SOVIETS: "P0835", **WIDE_RING}).position
    near = position(units={SOVIETS: "P0835", **RING}).position
    free = position(units={SOVIETS: "P4130", INFANTRY: "P4129"}).position
    assert not LAW.surrender.connected(wide) >> LAW.grid.index("P0835") & 1
    assert not LAW.surrender.rolling(wide)
    assert LAW.grid.numbers(LAW.surrender.rolling(near)) == ["P0835"]
    assert not LAW.surrender.rolling(free)


# Works


@case("B18.5", "22.2.5 strongpoints")
def test_a_regular_strongpoint_is_not_begun_in_range_of_a_non_op_hq_but_an_e_strongpoint_is_placed():
    units = {SOVIETS: "P3131", HQ16: nonop("P3134")}
    game = position(units=units, phase="soviet engineering", new_strongpoints=1, new_e_strongpoints=1)
    assert refused(game, "fortify P3131").case == "22.2.5"
    give(game, "fortify P3131 e")
    assert "P3131" in told(game)["strongpoints"]["soviet"]
    far = position(
        units={SOVIETS: "P3131", HQ16: nonop("P3136")}, phase="soviet engineering", new_strongpoints=1
    )
    give(far, "fortify P3131")
    assert told(far)["sites"]["soviet"] == ["P3131"]


@case("B18.6", "22.2.5 strongpoints")
def test_a_site_in_range_of_a_non_op_hq_is_completed_and_an_empty_one_removed():
    units = {SOVIETS: "P3131", HQ16: nonop("P3134")}
    game = position(
        units=units, phase="soviet engineering", sites={"soviet": ["P3131", "P4130"]}, new_e_strongpoints=1
    )
    assert "P3131" in told(game)["strongpoints"]["soviet"]
    assert "P4130" not in told(game)["strongpoints"]["soviet"]
    assert "sites" not in told(game)


@case("B18.3")
def test_a_division_destroys_the_works_it_stands_in_and_a_regiment_does_not():
    for name, stands in ((INFANTRY, False), (ENGINEERS, False), (PANZERS, True)):
        game = position(units={name: "N2106"}, phase="german engineering")
        forts = LAW.works.forts(game.position, 1)
        assert bool(forts >> LAW.grid.index("N2106") & 1) is stands


@case("B18.7")
def test_engineers_that_stood_still_begin_a_strongpoint():
    game = position(units={ENGINEERS: "P0835"}, phase="german engineering")
    give(game, "fortify P0835")
    moved = position(units={ENGINEERS: {"hex": "P0835", "stirred": True}}, phase="german engineering")
    assert moved.why_not("fortify P0835") is not None


@case("B18.8", "B18.9", "22.2.5 bridge units")
def test_bridges_span_rivers_for_their_side_and_not_under_a_non_op_hq():
    """N0203 and N0202 lie on both banks of the Kunya; motor units pay three without a bridge."""
    game = position(units={PANZERS: "N0203"}, phase="german movement")
    give(game, "bridge G-bridge-1 N0203-N0202")
    assert game.destinations([PANZERS])["N0202"] == 1
    assert refused(game, "bridge G-bridge-1 N0203-N0202").case == "B18.8"
    area = {"hex": "N2224"}
    soviet = position(units={TANKS: area["hex"], HQ16: nonop("N2225")}, phase="soviet motorized movement")
    assert offered(soviet, "bridge") == []
    around = LAW.grid.numbers(LAW.bridging.banks(soviet.position, 1, LAW.grid.index(area["hex"])))
    for other in around:
        assert refused(soviet, f"bridge S-bridge-1 {area['hex']}-{other}").case == "22.2.5"


@case("B19.2", "B19.1", "B19.3", "B5.7")
def test_railways_are_converted_hex_by_hex_and_dearer_in_mud():
    """A hex of the railway past a railhead becomes German: it can be converted, one behind it cannot."""
    law, pos = LAW, LAW.start()
    heads = law.ground.over(law.supply.rail_net(pos, 0), law.ground.rails) & ~pos.converted & ~pos.occupied[1]
    front = law.grid.numbers(heads & ~law.works.forts(pos, 1))[0]
    game = position(units={INFANTRY: "P0835"}, control={front: "german"}, phase="german engineering")
    assert law.engineering.conversion_cost(game.position, law.grid.index("N0428")) == 1
    give(game, f"convert {front}")
    assert front in told(game)["converted"]
    mud = position(units={INFANTRY: "P0835"}, phase="german engineering", weather="mud")
    assert law.engineering.conversion_cost(mud.position, law.grid.index("N0428")) == 2


# Air


@case("B17.6", "B17.7")
def test_air_combat_is_read_by_the_difference_of_ratings():
    """Bf109 (4) against I-153 (1) is +3: destroyed on 4; the other way round aborted on 1."""
    assert LAW.air_combat[3, 4] == "destroyed"
    assert LAW.air_combat[-3, 1] == "aborted"
    assert LAW.air_combat[-3, 2] == ""
    assert LAW.air_combat[1, 5] == "aborted"


@case("B17.2", "B17.3", "22.2.5 air support")
def test_no_soviet_air_support_in_range_of_a_non_op_hq_but_fighters_go():
    units = {INFANTRY: "P3130", SOVIETS: "P3131", HQ16: nonop("P3134")}
    combats = [{"target": "P3131", "units": [INFANTRY]}]
    game = position(units=units, phase="german combat", combats=combats)
    assert game.decision.side == "german"
    give(game, "end")
    assert game.decision.side == "soviet"
    assert refused(game, "fly S-IL-2-1 P3131").case == "22.2.5"
    give(game, "fly S-MiG-3-1 P3131")
    led = position(units={**units, HQ16: "P3134"}, phase="german combat", combats=combats)
    give(led, "end", "fly S-IL-2-1 P3131")


@case("B17.2", "B13.1")
def test_three_air_units_of_a_side_fly_over_one_hex():
    game = position(units={INFANTRY: "P0835"}, phase="german air interdiction")
    give(game, "fly G-Ju88-1 P4130", "fly G-Ju88-2 P4130", "fly G-Bf109-1 P4130")
    assert refused(game, "fly G-He111-1 P4130").case == "B17.2"


@case("B13.1", "B13.2", "B17.9")
def test_interdiction_makes_a_zone_of_its_level():
    """One Ju 88 (2) makes level 1, two level 2, on the hex and its neighbours, with nobody to stop them."""
    grounded = {name: "flown" for name in LAW.air_ids if name[0] == "S"}
    for bombers, level in ((1, 1), (2, 2)):
        game = position(units={INFANTRY: "P0835"}, phase="german air interdiction", air=grounded)
        give(game, *[f"fly G-Ju88-{number} P4130" for number in range(1, bombers + 1)])
        give(game, "end")
        assert len(told(game)["interdicted"]) == 7
        assert len(told(game).get("heavily_interdicted", ())) == (7 if level == 2 else 0)
        assert told(game)["air"]["G-Ju88-1"] == "flown"


@case("B17.3", "B2.9")
def test_missions_are_hidden_until_both_sides_have_placed():
    views = []
    for unit_ in ("G-Ju87-1", "G-Do17-1"):
        combats = [{"target": "P3131", "units": [INFANTRY]}]
        game = position(units={INFANTRY: "P3130", SOVIETS: "P3131"}, phase="german combat", combats=combats)
        give(game, f"fly {unit_} P3131", "end")
        assert game.decision.side == "soviet"
        views.append(game.view("soviet").encode())
        assert unit_ not in game.view("soviet").encode().decode()
        assert game.view("german").position["missions"] == {unit_: "P3131"}
    assert views[0] == views[1]


@case("B9.2", "B9.1")
def test_air_units_come_back_box_by_box():
    """Germans leave Flown on 8 or less, Damaged on 5 or less; one box a turn."""
    air = {"G-Ju87-1": "flown", "G-Ju87-2": "flown", "G-Ju88-1": "damaged", "G-Ju88-2": "damaged"}
    dice = {
        "air readiness G-Ju87-1": [8], "air readiness G-Ju87-2": [9],
        "air readiness G-Ju88-1": [5], "air readiness G-Ju88-2": [6],
    }  # fmt: skip
    game = position(units={INFANTRY: "P0835"}, phase="air readiness", air=air, dice=dice)
    assert told(game)["air"] == {"G-Ju87-2": "flown", "G-Ju88-1": "flown", "G-Ju88-2": "damaged"}
    assert (FLOWN, DAMAGED, DESTROYED) == (1, 2, 3)


# Points


@case("B24.1", "B24.2", "B24.3")
def test_points_come_from_places_and_losses():
    game = position(
        units={INFANTRY: "N3022"},
        tally={"surrendered": 7, "guards": 2, "hq": 1, "panzer": 1, "german steps": 19},
    )
    scores = {score.key: score.points for score in game.rules.scores(game.position)}
    assert scores["N3022"] == 5
    assert scores["surrendered"] == 2  # one of seven is kept
    assert scores["guards"] == 2 and scores["hq"] == 3 and scores["panzer"] == -2
    assert scores["german steps"] == -1


@case("B24.5")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (70, "german decisive"),
        (69, "german substantial"),
        (42, "german marginal"),
        (41, "draw"),
        (31, "soviet marginal"),
        (21, "soviet decisive"),
        (-5, "soviet decisive"),
    ],
)
def test_levels(points, level):
    assert LAW.victory.level(points)[0] == level


@case("B24.4")
def test_mandated_attacks_that_were_not_made_cost_when_a_place_falls():
    game = position(
        units={INFANTRY: "N3022"}, phase="game turn interphase", turn=9, mandated=2, taken=["N3022"]
    )
    assert told(game)["tally"]["mandated"] == 2
    assert game.position.mandated == 0
    quiet = position(units={INFANTRY: "N3022"}, phase="game turn interphase", turn=9, mandated=2)
    assert "tally" not in told(quiet)


@case("B24.6")
def test_a_pocket_stands_when_ten_divisions_are_shut_in():
    """Ten divisions in the Vyazma area with Germans three hexes away all around, and with a gap."""
    pocket = LAW.grid.numbers(LAW.ground.pockets["vyazma"])
    rifles = [c.unit for c in LAW.counters if c.type == "rifle"][:10]
    germans = [c.unit for c in LAW.counters if c.type == "infantry div"]
    inside = LAW.grid.index(pocket[len(pocket) // 2])
    ring = LAW.grid.numbers(LAW.grid.ring(inside, 3) & LAW.ground.open)
    places = LAW.grid.numbers(LAW.grid.disc(inside, 1) & LAW.ground.open)
    units = {name: places[number % len(places)] for number, name in enumerate(rifles)}
    units |= dict(zip(germans, ring, strict=False))
    pos = position(units=units).position
    assert LAW.surrender.pockets(pos) == {"vyazma": 10}
    gap = position(units={name: hex_ for name, hex_ in units.items() if name not in germans[:9]}).position
    assert LAW.surrender.pockets(gap) == {}


@case("B19.2", "B5.3")
def test_woods_in_lingering_mud_are_dear_to_convert():
    pos = position(units={}, lingering=True).position
    assert LAW.engineering.conversion_cost(pos, LAW.grid.index("N0817")) == 2  # woods
    assert LAW.engineering.conversion_cost(pos, LAW.grid.index("P0835")) == 1
