"""Garrisons (B25.7), the order of reaction, combat and Interphase, pieces, and the air step by step."""

import pytest

from tests.games.typhoon_nonop.positions import (
    GUN,
    HQ16,
    HQ49,
    INFANTRY,
    OTHER_GUN,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    PANZERS,
    POINT,
    SOVIET_GUN,
    SOVIET_POINT,
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

LAW = find_rules("typhoon-nonop")
GARRISONS = {"no-fort-garrisons": "no"}


# Garrisons


def held(hex_="N2106", **state):
    """A garrison in a fortification of the Rzhev-Vyazma line."""
    return {SOVIETS: {"hex": hex_, "garrison": True, **state}}


@case("B25.7", "change 1")
def test_soviet_units_that_start_in_a_fortification_are_garrisons_only_without_the_change():
    assert LAW.start().garrison == 0
    law = find_rules("typhoon-nonop", options=GARRISONS)
    pos = law.start()
    forts = law.works.forts(pos, 1)
    names = law.names_of(pos.garrison)
    assert names
    assert all(forts >> pos.where[law.unit_number[name]] & 1 for name in names)
    assert not pos.garrison & (law.motor | law.hqs | law.supply_units)


@case("B12.6", "B25.7")
def test_a_garrison_neither_moves_nor_attacks_nor_is_activated():
    units = {**held(), INFANTRY: "N2105", HQ16: "N2108"}
    game = position(units=units, phase="soviet attack declaration", options=GARRISONS)
    assert refused(game, f"attack N2105 {SOVIETS}").case == "B12.6"
    moving = position(units=units, phase="soviet movement", turn=1, options=GARRISONS)
    assert refused(moving, f"move {SOVIETS} N2106-N2206").case == "B25.7"
    early = position(units=units, phase="soviet motorized movement", turn=1, options=GARRISONS)
    assert refused(early, f"activate {SOVIETS} {HQ16}").case == "B25.7"


@case("B25.7")
def test_all_garrisons_are_released_at_the_soviet_motorized_phase_of_turn_two():
    game = position(units=held(), phase="soviet motorized movement", turn=2, options=GARRISONS)
    assert "garrison" not in unit(game, SOVIETS)


@case("B25.7")
def test_a_garrison_is_released_when_it_is_attacked_and_not_by_a_neighbour():
    units = {**held(), INFANTRY: "N2105", OTHER_INFANTRY: "N2105"}
    game = position(units=units, phase="german attack declaration", options=GARRISONS)
    assert unit(game, SOVIETS)["garrison"]
    give(game, f"attack N2106 {INFANTRY} {OTHER_INFANTRY}", "end")
    assert "garrison" not in unit(game, SOVIETS)


@case("B7.3")
def test_the_event_r_releases_garrisons_of_the_players_choice():
    """A 4 brings two points and the release of two hexes; there is one."""
    game = position(units=held(), phase="replacements", turn=2, options=GARRISONS, dice={"replacements": [4]})
    give(game, "release N2106")
    assert "garrison" not in unit(game, SOVIETS)
    none = position(units={SOVIETS: "N2106"}, phase="replacements", turn=2, dice={"replacements": [4]})
    assert none.decision.phase != "replacements"


# The order of things


@case("B14.1")
def test_reaction_goes_from_movement_to_guns_to_the_defenders_orders_to_the_attackers():
    units = {
        INFANTRY: "N0816", SOVIETS: "N0817", SOVIET_GUN: "N0819", TANKS: "N0820", HQ16: "N0821",
    }  # fmt: skip
    combats = [{"target": "N0817", "units": [INFANTRY]}]
    game = position(units=units, phase="soviet reaction", combats=combats)
    parts = [(game.decision.side, game.decision.part)]
    give(game, "end")
    parts.append((game.decision.side, game.decision.part))
    give(game, "end")
    parts.append((game.decision.side, game.decision.part))
    give(game, "seal N0817 no-retreat")  # the one order that can be laid
    parts.append((game.decision.side, game.decision.part))
    assert parts == [
        ("soviet", "reaction movement"),
        ("soviet", "defensive fire"),
        ("soviet", "sealed orders"),
        ("german", "sealed orders"),
    ]


@case("B15.1", "B15.2")
def test_air_comes_first_and_then_every_combat_in_the_order_the_attacker_likes():
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835", OTHER_SOVIETS: "P0934"}
    combats = [{"target": "P0835", "units": [INFANTRY]}, {"target": "P0934", "units": [OTHER_INFANTRY]}]
    game = position(units=units, phase="german combat", combats=combats)
    assert game.decision.part == "air missions"
    give(game, "end", "end")
    assert sorted(offered(game, "resolve")) == ["resolve P0835", "resolve P0934"]
    assert "end" not in game.orders  # none may be dropped
    give(game, "resolve P0934")
    assert "P0934" in game.decision.prompt


@case("B4.2", "B21.2", "22.2.6a recovery roll")
def test_in_the_interphase_surrender_comes_first_then_recovery_then_points():
    ring = LAW.grid.numbers(LAW.grid.around(LAW.grid.index("P0835")))
    germans = [c.unit for c in LAW.counters if c.type == "infantry div"]
    units = {**dict(zip(germans, ring, strict=False)), SOVIETS: "P0835", HQ49: nonop("P4130")}
    game = position(
        units=units, phase="game turn interphase", mandated=1, taken=["N3022"], control={"N3022": "german"}
    )
    assert happened(game.log, "surrender") and not happened(game.log, "hq_rolled")
    assert "unmet" not in {event.kind for event in game.log}
    give(game, f"recover {HQ49}")
    kinds = [event.kind for event in game.log]
    assert kinds.index("surrender") < kinds.index("hq_rolled") < kinds.index("unmet")


# Pieces


@case("B2.3")
def test_combat_units_are_all_but_hqs_and_supply_units():
    for name, is_one in ((INFANTRY, True), (GUN, True), (HQ16, False), (POINT, False)):
        assert bool(LAW.combat_units >> LAW.unit_number[name] & 1) is is_one


@case("B2.7", "B18.5")
def test_no_more_strongpoints_than_there_are_markers():
    """Twenty Soviet ones: eleven at the start, and nine more."""
    assert LAW.stock["strongpoint", "soviet"] == 20
    full = LAW.grid.numbers(LAW.grid.disc(LAW.grid.index("P4130"), 3))[:20]
    game = position(
        units={SOVIETS: "P3131"}, phase="soviet engineering", new_strongpoints=1,
        strongpoints={"soviet": full[:19]}, sites={"soviet": []},
    )  # fmt: skip
    assert "fortify P3131" in game.orders
    none = position(
        units={SOVIETS: "P3131"},
        phase="soviet engineering",
        new_strongpoints=1,
        strongpoints={"soviet": full},
    )
    assert none.why_not("fortify P3131") is not None


@case("B18.1")
def test_a_site_has_no_effect_and_a_completed_strongpoint_has():
    pos = position(units={SOVIETS: "P3131"}, sites={"soviet": ["P3131"]}).position
    assert not LAW.works.forts(pos, 1) >> LAW.grid.index("P3131") & 1
    done = position(units={SOVIETS: "P3131"}, strongpoints={"soviet": ["P3131"]}).position
    assert LAW.works.forts(done, 1) >> LAW.grid.index("P3131") & 1
    assert LAW.works.forts(done, 1) >> LAW.grid.index("N2106") & 1  # printed on the map


@case("B18.4")
def test_an_owner_removes_his_strongpoints_and_empty_ones_out_of_supply_go():
    game = position(
        units={SOVIETS: "P3131"},
        phase="soviet engineering",
        strongpoints={"soviet": ["P3131"]},
        new_strongpoints=1,
    )
    give(game, "raze P3131")
    assert told(game)["strongpoints"] == {"german": [], "soviet": []}
    cut = position(
        units={SOVIETS: "P4130"},
        phase="supply",
        strongpoints={"soviet": ["P0835", "P4130"]},
        dice={"replacements": [6]},
    )
    assert list(told(cut)["strongpoints"]["soviet"]) == ["P4130"]


@case("B22.3", "B22.6", "B24.3")
def test_an_hq_defends_with_one_and_costs_three_points_when_it_is_lost():
    hex_ = LAW.grid.index("P0835")
    pos = position(units={HQ16: "P0835", SOVIETS: "P0835"}).position
    assert LAW.attacks.defense(pos, (hex_,)) == 5
    grounded = dict.fromkeys(LAW.air_ids, "flown")
    combat = {"target": "P0835", "units": [INFANTRY]}
    game = position(
        units={HQ16: nonop("P0835"), INFANTRY: "P0834"},
        phase="german combat",
        combats=[combat],
        air=grounded,
        dice=[1],
    )
    give(game, "fight")  # 7-1, die 1 and 2: 4 steps
    assert where(game, HQ16) in ("lost", "barred")
    assert told(game)["tally"]["hq"] == 1


@case("B7.6", "B8.3")
def test_germans_get_no_replacements_and_nobody_leaves_the_map():
    game = position(
        units={INFANTRY: {"hex": "P0835", "lost": 1}, SOVIETS: {"hex": "P4130", "lost": 1}},
        phase="replacements", dice={"replacements": [6]},
    )  # fmt: skip
    assert refused(game, f"restore {INFANTRY}").case == "B4.1"
    edge = position(units={PANZERS: "N0101"}, phase="german movement")
    assert all(to in LAW.grid for to in edge.destinations([PANZERS]))
    assert refused(edge, f"move {PANZERS} N0101-N0001").case == "B10.10"


@case("B7.5")
def test_a_destroyed_air_unit_comes_back_to_flown_on_a_ten():
    game = position(
        units={SOVIETS: "P4130"}, phase="replacements", air={"S-IL-2-1": "destroyed"},
        dice={"replacements": [10], "air readiness S-IL-2-1": [10]},
    )  # fmt: skip
    assert happened(game.log, "air_replaced") == [{"unit": "S-IL-2-1"}]
    assert told(game)["air"]["S-IL-2-1"] == "flown"


# Losses


@case("B16.2")
def test_the_owner_chooses_among_those_that_fought_and_guns_elsewhere_are_spared():
    """14 and a gun of 4 to 4 is 4-1; die 8 is 1*/R, and the asterisk costs nothing with supply."""
    grounded = dict.fromkeys(LAW.air_ids, "flown")
    combat = {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]}
    units = {
        INFANTRY: "P0834",
        OTHER_INFANTRY: "P0834",
        GUN: "P0833",
        OTHER_GUN: "P0834",
        SOVIETS: "P0835",
        POINT: "P0830",
    }
    game = position(units=units, phase="german combat", combats=[combat], air=grounded, dice=[8])
    give(game, f"spend {POINT}", f"gun P0835 {GUN}")
    events = give(game, "fight")
    assert happened(events, "battle")[0]["odds"] == "4-1"
    assert happened(events, "battle")[0]["result"] == "1*/R"
    assert set(offered(game, "lose")) == {f"lose {INFANTRY}", f"lose {OTHER_INFANTRY}"}
    assert refused(game, f"lose {GUN}").case == "B16.2"
    give(game, f"lose {OTHER_INFANTRY}")
    assert unit(game, OTHER_INFANTRY)["lost"] == 1


# Air, step by step


def air_battle(*germans, soviets, dice, **units):
    """Interdiction over P4130 with Soviet fighters in the way."""
    game = position(units={INFANTRY: "P0835", **units}, phase="german air interdiction", dice=dice)
    give(game, *[f"fly {name} P4130" for name in germans], "end")
    give(game, *[f"fly {name} P4130" for name in soviets], "end")
    return game


@case("B17.1")
def test_only_ready_units_fly_and_only_once():
    game = position(units={INFANTRY: "P0835"}, phase="german air interdiction", air={"G-Ju88-2": "damaged"})
    assert refused(game, "fly G-Ju88-2 P4130").case == "B17.1"
    give(game, "fly G-Ju88-1 P4130")
    assert refused(game, "fly G-Ju88-1 P4129").case == "B17.1"


@case("B17.4", "B17.5", "B17.6", "B17.7")
def test_a_fighter_flies_to_fight_or_for_the_mission_and_the_initiative_decides_who_shoots():
    """Initiative 4 is German: the Bf 109 (4) meets the MiG (3) at +1 and destroys it with a 1."""
    dice = {
        "air initiative P4130": [4], "air combat G-Bf109-1": [1], "air combat S-MiG-3-1": [10],
    }  # fmt: skip
    game = air_battle("G-Bf109-1", "G-Ju88-1", soviets=["S-MiG-3-1"], dice=dice)
    assert game.decision.part == "roles"
    events = give(game, "engage G-Bf109-1")
    assert happened(events, "initiative")[0]["side"] == "german"
    air = told(game)["air"]
    assert air["S-MiG-3-1"] == "destroyed" and air["G-Bf109-1"] == "flown"
    assert told(game)["interdicted"]  # the bomber got through


@case("B17.5")
def test_without_initiative_the_fighters_go_home():
    game = air_battle("G-Ju88-1", soviets=["S-MiG-3-1"], dice={"air initiative P4130": [6]})
    assert told(game)["air"]["S-MiG-3-1"] == "flown"
    assert told(game)["interdicted"]


@case("B17.8")
@pytest.mark.parametrize(
    ("gunners", "die", "box", "through"),
    [
        (SOVIETS, 1, "flown", False),  # a division alone fires at +1: 2, aborted
        (SOVIETS, 3, "flown", True),  # 4, no effect
        ("S-BF-AA", 2, "damaged", False),  # an AA regiment at -1: 1
        ("S-BF-AA", 4, "flown", False),  # 3, aborted
        ("S-BF-AA", 5, "flown", True),
    ],
)
def test_aa_fire_of_units_next_to_the_hex_meets_each_mission_unit(gunners, die, box, through):
    grounded = {name: "flown" for name in LAW.air_ids if name[0] == "S"}
    game = position(
        units={INFANTRY: "P0835", gunners: "P4129"}, phase="german air interdiction", air=grounded,
        dice={"AA fire G-Ju88-1": [die]},
    )  # fmt: skip
    give(game, "fly G-Ju88-1 P4130", "end")
    assert told(game)["air"]["G-Ju88-1"] == box
    assert bool(told(game).get("interdicted")) is through


@case("B6.12")
def test_supply_units_are_lost_with_their_escort():
    grounded = dict.fromkeys(LAW.air_ids, "flown")
    combat = {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]}
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", "S-16-AT": "P0835", SOVIET_POINT: "P0835"}
    game = position(units=units, phase="german combat", combats=[combat], air=grounded, dice=[1])
    give(game, "fight")
    assert where(game, "S-16-AT") in ("lost", "barred")
    assert where(game, SOVIET_POINT) == ""
