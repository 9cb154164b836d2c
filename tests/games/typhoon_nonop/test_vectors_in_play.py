"""Test vectors that need a position: what is given, played, leads to what is expected.

The HQ of these positions stands in P3131 or P3134; its range is four hexes.
"""

import re
from pathlib import Path

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GUARDS,
    HQ3,
    HQ13,
    HQ16,
    HQ19,
    HQ20,
    HQ30,
    HQ49,
    INFANTRY,
    NKVD,
    OTHER_INFANTRY,
    OTHER_SOVIET_GUN,
    OTHER_SOVIETS,
    PANZERS,
    RECON,
    RIFLES,
    SOVIET_GUN,
    SOVIETS,
    TANKS,
    give,
    happened,
    nonop,
    offered,
    position,
    reach,
    refused,
    told,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.games.typhoon_nonop.columns import ADDITIONAL_RETREAT, NO_RETREAT

LAW = find_rules("typhoon-nonop")
GROUNDED = dict.fromkeys(LAW.air_ids, "flown")
COMBAT = [{"target": "P3131", "units": [INFANTRY]}]


def hex_(number):
    return LAW.grid.index(number)


def turn_to(game, phase):
    """End phases until one is reached."""
    while game.decision.phase != phase:
        game.push("end")


def test_every_vector_is_cited():
    """87 of them, in the files of this folder."""
    text = "".join([path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")])
    assert set(re.findall(r"TN-(\d{3})", text)) >= {f"{number:03}" for number in range(1, 88)}


# 22.2.3


@case("22.2.3 overrun marker")
def test_an_hq_with_an_overrun_marker_is_non_op():
    """TN-004. 6 to 1 is 6-1: a die of 5 succeeds."""
    game = position(units={HQ16: "P0834", PANZERS: "P0835"}, phase="german movement", dice=[5])
    give(game, f"overrun P0834 {PANZERS}", "propose")
    assert unit(game, HQ16)["overrun"] and unit(game, HQ16)["nonop"]


@case("22.2.3 retreat through enemy ZOC", "B16.8")
def test_an_hq_that_retreats_through_a_vacant_hex_in_a_zone_is_non_op_and_elsewhere_it_is_not():
    """TN-005. Germans without zones are around P0835 but for P0836; those in P0737 have one on P0836.

    3 to 1 is 3-1; a die of 3 counts as 5: */R. From P0836 the HQ goes on to P0937, out of the zone.
    """
    ring = ["P0834", "P0735", "P0736", "P0935", "P0936"]
    names = [c.unit for c in LAW.counters if c.type == "recon bn"][:5]
    for panzers, down in (("P0737", True), ("P0637", False)):
        units = {HQ16: "P0835", RIFLES: "P0834", PANZERS: panzers, **dict(zip(names, ring, strict=True))}
        combat = {"target": "P0835", "units": [RIFLES]}
        game = position(units=units, phase="german combat", combats=[combat], air=GROUNDED, dice=[3])
        give(game, "fight")
        while game.decision.prompt.startswith(("Retreat", "Choose who")):
            game.push("propose")
        assert LAW.grid.distance(hex_(where(game, HQ16)), hex_("P0835")) == 2
        assert unit(game, HQ16).get("nonop", False) is down


@case("22.2.3 reformed by I replacements", "B20.3")
def test_an_hq_rebuilt_with_a_point_is_non_op():
    """TN-006, TN-081."""
    game = position(units={HQ16: "lost", SOVIETS: "P4130"}, phase="replacements", dice=[3])
    give(game, f"rebuild {HQ16} N4818")
    assert unit(game, HQ16)["nonop"]


# 22.2.4


@case("22.2.4 no retreat orders")
def test_a_non_op_hq_gives_no_order_and_an_operational_one_does():
    """TN-007. Woods in N0817 and N1017; HQ 16 in N0518 is three hexes from the first, five from the other."""
    units = {INFANTRY: "N0816", SOVIETS: "N0817", OTHER_INFANTRY: "N1016", OTHER_SOVIETS: "N1017"}
    combats = [{"target": "N0817", "units": [INFANTRY]}, {"target": "N1017", "units": [OTHER_INFANTRY]}]
    hqs = {HQ16: nonop("N0518"), HQ19: "N1119"}
    game = position(units={**units, **hqs}, phase="soviet reaction", combats=combats)
    for order in ("no-retreat", "additional-retreat"):
        assert refused(game, f"seal N0817 {order}").case == "22.2.4"
        assert game.why_not(f"seal N1017 {order}") is None


@case("22.2.4 no motorized-phase activation")
def test_a_non_op_hq_does_not_activate_guards():
    """TN-008."""
    units = {HQ16: nonop("P3131"), GUARDS: "P3130", TANKS: "P4130"}
    game = position(units=units, phase="soviet motorized movement")
    assert refused(game, f"activate {GUARDS} {HQ16}").case == "22.2.4"
    up = position(units={**units, HQ16: "P3131"}, phase="soviet motorized movement")
    give(up, f"activate {GUARDS} {HQ16}")


@case("22.2.4 no reaction movement")
def test_a_motor_unit_in_range_of_a_non_op_hq_does_not_react():
    """TN-009. HQ 19 commands both brigades; HQ 16 is four hexes from one, five from the other."""
    far = LAW.grid.ring(hex_("P3134"), 4) & LAW.grid.ring(hex_("P3033"), 5)
    units = {INFANTRY: "P3130", SOVIETS: "P3131", HQ19: "P3035", TANKS: "P3134", "S-WF-res-143-tk": "P3033"}
    units[HQ16] = nonop(LAW.grid.numbers(far)[0])
    game = position(units=units, phase="soviet reaction", combats=COMBAT)
    assert refused(game, f"react {TANKS} P3134-P3132").case == "22.2.4"
    give(game, "react S-WF-res-143-tk P3033-P3132")


# 22.2.5


@case("22.2.5 strongpoints", "B18.5", "B18.6")
def test_strongpoints_in_range_of_a_non_op_hq():
    """TN-010, TN-011, TN-012, TN-079."""
    units = {HQ16: nonop("P3131"), SOVIETS: "P3127", OTHER_SOVIETS: "P3126", INFANTRY: "P0834"}
    new = {"new_strongpoints": 2, "new_e_strongpoints": 2}
    game = position(units=units, phase="soviet engineering", sites={"soviet": ["P3127"]}, **new)
    assert told(game)["strongpoints"]["soviet"].count("P3127") == 1  # finished by itself
    fresh = position(units=units, phase="soviet engineering", **new)
    assert refused(fresh, "fortify P3127 regular").case == "22.2.5"
    give(fresh, "fortify P3126 regular", "fortify P3127 e")
    assert "P3127" in told(fresh)["strongpoints"]["soviet"]  # completed at once
    assert tuple(told(fresh)["sites"]["soviet"]) == ("P3126",)


@case("22.2.5 bridge units", "B18.8")
def test_bridges_in_range_of_a_non_op_hq_are_neither_placed_nor_moved():
    """TN-013. The divisions stand at rivers; HQ 16 stands in the hex itself, or far away."""
    pos = position(units={SOVIETS: "N3301"}).position
    able = next(
        number
        for number in LAW.grid.numbers(LAW.bridging.by_water[1])
        if number[0] == "N" and int(number[1:3]) > 40 and LAW.supply.supplied(pos, 1) >> hex_(number) & 1
    )
    other = LAW.grid.numbers(LAW.bridging.banks(pos, 1, hex_(able)))[0]
    units = {SOVIETS: able, TANKS: "P4130"}
    phase = "soviet motorized movement"
    assert (
        refused(
            position(units={**units, HQ16: nonop(able)}, phase=phase), f"bridge S-bridge-1 {able}-{other}"
        ).case
        == "22.2.5"
    )
    give(position(units={**units, HQ16: nonop("P3131")}, phase=phase), f"bridge S-bridge-1 {able}-{other}")
    laid = {"S-bridge-1": {"hex": "P3127", "other": "P3126"}}
    bound = position(units={**units, HQ16: nonop("P3131")}, phase=phase, bridges=laid)
    assert refused(bound, f"bridge S-bridge-1 {able}-{other}").case == "22.2.5"
    give(
        position(units={**units, HQ16: nonop("P3132")}, phase=phase, bridges=laid),
        f"bridge S-bridge-1 {able}-{other}",
    )


@case("22.2.5 air support", "B17.3", "B17.4")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_no_soviet_support_over_a_defender_hex_in_range_whoever_attacks_but_fighters_go(side):
    """TN-014, TN-015, R40. The defender hex is four, or five, hexes from HQ 16 in P3135."""
    for target, able in (("P3131", False), ("P3130", True)):
        mine, theirs = ("P3131", "P3130") if target == "P3131" else ("P3130", "P3131")
        attacker, defender = (INFANTRY, SOVIETS) if side == "german" else (SOVIETS, INFANTRY)
        units = {defender: mine, attacker: theirs, HQ16: nonop("P3135")}
        combats = [{"target": target, "units": [attacker]}]
        game = position(units=units, phase=f"{side} combat", combats=combats)
        if game.decision.side == "german":
            game.push("end")
        assert (game.why_not(f"fly S-IL-2-1 {target}") is None) is able
        assert game.why_not(f"fly S-MiG-3-1 {target}") is None
        if not able:
            assert refused(game, f"fly S-IL-2-1 {target}").case == "22.2.5"


@case("22.2.5 one artillery unit")
def test_of_three_guns_in_range_one_supports():
    """TN-016. Without the Non-Op HQ, and with HQ 19 in command, two do."""
    third = "S-19-1-arty" if "S-19-1-arty" in LAW.unit_number else "S-20-1-arty"
    guns = [SOVIET_GUN, OTHER_SOVIET_GUN, third]
    units = {INFANTRY: "P3130", SOVIETS: "P3131", HQ19: "P3133", **dict.fromkeys(guns, "P3133")}
    for hq, most in ((nonop("P3135"), 1), (nonop("P3835"), 2)):
        game = position(units={**units, HQ16: hq}, phase="soviet reaction", combats=COMBAT)
        give(game, *[f"gun P3131 {gun}" for gun in guns[:most]])
        assert offered(game, "gun") == []
        assert refused(game, f"gun P3131 {guns[most]}").case == ("22.2.5" if most == 1 else "B14.5")


@case("22.2.5 NKVD", "B14.7")
def test_nkvd_troops_in_a_town_in_range_hold_nobody():
    """TN-017. N3022 is Vyazma; HQ 16 is four hexes away, or five."""
    for hq, keys in (("N3026", ["city", "river"]), ("N3027", ["no retreat", "city", "river"])):
        units = {NKVD: "N3022", PANZERS: "N3021", HQ16: nonop(hq), "G-MSU-1": "N3020"}
        combats = [{"target": "N3022", "units": [PANZERS]}]
        game = position(units=units, phase="german combat", combats=combats, air=GROUNDED)
        give(game, "spend G-MSU-1")
        assert [m.key for m in game.preview("fight").modifiers] == keys


@case("22.2.5 free entry from outside")
def test_a_unit_from_outside_moves_freely_and_is_bound_once_it_has_stopped_inside():
    """TN-021. In the motorized phase two brigades drive in; later only one of them starts."""
    units = {HQ20: nonop("P3131"), TANKS: "P3126", "S-WF-res-143-tk": "P3126"}
    game = position(units=units, phase="soviet motorized movement")
    give(game, f"move {TANKS} P3126-P3129", "move S-WF-res-143-tk P3126-P3128", "end")
    turn_to(game, "soviet movement")
    give(game, f"move {TANKS} P3129-P3128")
    assert refused(game, "move S-WF-res-143-tk P3128-P3127").case == "22.2.5"


# 22.2.6


@case("22.2.6a recovery roll", "new 2")
def test_recovery():
    """TN-023: value 3, die 3 and 4. TN-038: HQ 16 on turn 2."""
    for die, down in ((3, False), (4, True)):
        game = position(
            units={HQ49: nonop("P3131")}, phase="game turn interphase", dice={f"recovery {HQ49}": [die]}
        )
        give(game, f"recover {HQ49}")
        assert unit(game, HQ49).get("nonop", False) is down
    assert (
        f"recover {HQ16}"
        in position(units={HQ16: nonop("P3131")}, phase="game turn interphase", turn=2).orders
    )


@case("22.2.6b disband")
def test_disbanding():
    """TN-025: Cadre Box and 2 VP. TN-026: one a turn. TN-027: not after a roll that failed."""
    units = {HQ49: nonop("P3131"), HQ16: nonop("P4130"), HQ20: nonop("P4230")}
    game = position(units=units, phase="game turn interphase")
    before = LAW.victory.points(game.position)
    give(game, f"disband {HQ49}")
    assert where(game, HQ49) == "lost" and LAW.victory.points(game.position) == before + 2
    assert refused(game, f"disband {HQ16}").case == "22.2.6"
    rolled = position(units=units, phase="game turn interphase", dice={f"recovery {HQ49}": [10]})
    give(rolled, f"recover {HQ49}")
    assert refused(rolled, f"disband {HQ49}").case == "22.2.6"


# The scenario


@case("change 1")
def test_a_soviet_division_goes_through_a_fortification():
    """TN-029. A strongpoint in P3132; the division goes on to P3133, unless garrisons are played."""
    works = {"strongpoints": {"soviet": ["P3132"]}}
    game = position(units={SOVIETS: "P3131"}, phase="soviet movement", **works)
    give(game, f"move {SOVIETS} P3131-P3132", f"move {SOVIETS} P3132-P3133")
    old = position(
        units={SOVIETS: "P3131"}, phase="soviet movement", options={"no-fort-garrisons": "no"}, **works
    )
    give(old, f"move {SOVIETS} P3131-P3132")
    assert game.position.where[LAW.unit_number[SOVIETS]] == hex_("P3133")
    assert refused(old, f"move {SOVIETS} P3132-P3133").case == "B10.1"


@case("new 4", "B25.8")
def test_full_motorized_moves():
    """TN-040: south of P1921 on turn 1. TN-041: ending on sheet N on turn 2. Eight points each, else four."""
    southern = next(
        c.unit
        for c in LAW.counters
        if c.type == "panzer regt" and LAW.southern >> LAW.unit_number[c.unit] & 1
    )
    phase = "german motorized movement"
    assert max(reach(position(units={southern: "P0835"}, phase=phase, turn=1), southern).values()) == 8
    on_p = reach(position(units={PANZERS: "P0835"}, phase=phase, turn=2), PANZERS)
    assert max(on_p.values()) == 4
    from_p = reach(position(units={PANZERS: "P0804"}, phase=phase, turn=2), PANZERS)
    assert max(cost for to, cost in from_p.items() if to[0] == "N") > 4
    assert max(cost for to, cost in from_p.items() if to[0] == "P") <= 4


@case("counters")
@pytest.mark.parametrize(
    ("armies", "command", "ma", "recovery"),
    [((16,), 3, 6, 4), ((49, 50), 2, 5, 3), ((30, 19, 20, 3, 13), 1, 5, 2), ((24, 31, 32, 33, 43), 1, 4, 2)],
)
def test_the_counters_of_the_hqs(armies, command, ma, recovery):
    """TN-045, TN-046, TN-047, TN-048: 0-1 and the MA on the front, 0-1-3 on the back."""
    for army in armies:
        row = LAW.hq_rows[f"S-HQ-{army}"]
        assert (row.command, row.defense, row.ma, row.recovery, row.nonop_ma) == (command, 1, ma, recovery, 3)
        assert LAW.counters[LAW.unit_number[row.unit]].attack == 0


@case("B25.2")
def test_infantry_in_the_north_may_not_move_on_turn_one():
    """TN-086. G-V-5-ID stands in the north at the start."""
    game = position(units={INFANTRY: "N1115"}, phase="german movement", turn=1)
    assert refused(game, f"move {INFANTRY} N1115-N1116").case == "B25.2"


# Movement, weather, supply


@case("B2.8", "B5.2", "B5.3", "B10.4")
def test_movement_and_weather(monkeypatch):
    """TN-052: MA 5 halved. TN-053, TN-054: weather. TN-060: a zone in clear terrain on foot."""
    riders = position(units={CAVALRY: "P3131"}, phase="soviet motorized movement")
    phase, rider = riders.position.frames[-1], LAW.unit_number[CAVALRY]
    assert LAW.reaching.allowance(riders.position, rider, phase) / 2 == 3.5  # MA 7
    monkeypatch.setattr(riders.rules.reaching, "printed", lambda pos, unit: 5)
    assert riders.rules.reaching.allowance(riders.position, rider, phase) / 2 == 2.5
    monkeypatch.undo()
    muddy = position(units={}, phase="weather", turn=4, weather="mud", dice={"weather": [9]})
    assert told(muddy)["weather"] == "dry" and told(muddy)["lingering"]
    woods, clear = hex_("N0817"), hex_("P0835")
    assert LAW.conditions.mud(muddy.position) >> woods & 1
    assert not LAW.conditions.mud(muddy.position) >> clear & 1
    game = position(units={INFANTRY: "P0836", SOVIETS: "P0834"}, phase="german movement")
    assert reach(game, INFANTRY)["P0835"] == 2
    give(game, f"move {INFANTRY} P0836-P0835")
    assert refused(game, f"move {INFANTRY} P0835-P0736").case == "B10.4"


@case("B6.3", "B6.5", "B6.7")
def test_supply():
    """TN-055: 7 and 5 hexes overland. TN-056: 21 and 15 by road. TN-057: Emergency, then out."""
    for weather, most in (("dry", 7), ("mud", 5)):
        pos = position(units={}, weather=weather).position
        net = LAW.supply.net(pos, 0)
        far = LAW.supply.supplied(pos, 0)
        rings = [LAW.grid.within(net, distance) for distance in (most, most + 1)]
        assert not far & ~rings[0]
        assert rings[1] & ~far
        roads = net & ~LAW.supply.rail_net(pos, 0) & ~LAW.sources_of[0]
        ends = LAW.supply.rail_net(pos, 0) | LAW.sources_of[0]
        assert roads and not roads & ~LAW.grid.within(ends, 21 if weather == "dry" else 15)
    cut = {SOVIETS: {"hex": "P0835", "supply": "emergency"}, INFANTRY: "P0135"}
    game = position(units=cut, phase="supply")
    assert unit(game, SOVIETS)["supply"] == "out"


# Overruns


@case("B11.6", "B11.10")
def test_overruns():
    """TN-065: 4-1 is too little. TN-067: no zone, no support, no reaction with an Overrun marker."""
    units = {PANZERS: "P0835", RIFLES: "P0835", "S-16-AT": "P0834"}  # 9 to 2
    game = position(units=units, phase="german movement")
    assert refused(game, f"overrun P0834 {PANZERS} {RIFLES}").case == "B11.6"
    marked = {"overrun": True}
    zone = position(units={SOVIETS: {"hex": "P3131", **marked}, OTHER_SOVIETS: "P4130"})
    assert zone.ask("zone", "P3130") == () and zone.ask("zone", "P4129") == ("soviet",)
    units = {INFANTRY: "P3130", SOVIETS: "P3131", HQ19: "P3135"}
    for state, able in (("P3133", True), ({"hex": "P3133", **marked}, False)):
        guns = position(
            units={**units, SOVIET_GUN: state, TANKS: "P3134"}, phase="soviet reaction", combats=COMBAT
        )
        give(guns, "end")
        assert (guns.why_not(f"gun P3131 {SOVIET_GUN}") is None) is able
        cars = position(
            units={**units, TANKS: state, "S-WF-res-143-tk": "P3134"}, phase="soviet reaction", combats=COMBAT
        )
        assert (cars.why_not(f"react {TANKS} P3133-P3132") is None) is able


# Combat


@case("B12.5", "B14.5", "B15.9", "B16.3")
def test_combat():
    """TN-068: 2 to 9. TN-069: four German guns. TN-074: -1 four times. TN-075: two steps more."""
    weak = {INFANTRY: "P3130", TANKS: {"hex": "P3131", "lost": 1}}
    game = position(units=weak, phase="soviet attack declaration")
    assert LAW.losses.attack(game.position, LAW.unit_number[TANKS]) == 2
    assert refused(game, f"attack P3130 {TANKS}").case == "B12.5"
    pos = position(units={}).position
    guns = [LAW.unit_number[c.unit] for c in LAW.counters if c.side == "german" and c.type == "artillery"]
    fits = [LAW.artillery.fit(pos, 0, None, sum(1 << gun for gun in guns[:n]), attack=True) for n in (4, 5)]
    assert fits == [True, False]
    attackers = [PANZERS, RIFLES, "G-XLVI-5-Pz-SR-14"]
    units = {**dict.fromkeys(attackers, "P0834"), SOVIETS: {"hex": "P0835", "supply": "out", "overrun": True}}
    units["G-MSU-1"] = "P0833"
    four = position(
        units=units, phase="german combat", combats=[{"target": "P0835", "units": attackers}], air=GROUNDED
    )
    give(four, "spend G-MSU-1")
    values = {m.key: m.value for m in four.preview("fight").modifiers}
    assert values == {"combined arms": -1, "integrity": -1, "out of supply": -1, "overrun": -1, "most": 1}
    assert four.preview("fight").modifier == -3
    # 7 to 4 is 3-2; a die of 2 counts as 5, 1*/R: a step, one for lacking supply, one for the works.
    works = {"strongpoints": {"soviet": ["P0835"]}}
    units = {INFANTRY: "P0834", SOVIETS: "P0835"}
    fort = position(
        units=units,
        phase="german combat",
        combats=[{"target": "P0835", "units": [INFANTRY]}],
        air=GROUNDED,
        dice=[2],
        **works,
    )
    facts = happened(give(fort, "fight"), "battle")[0]
    assert facts["result"] == "1*/R" and unit(fort, INFANTRY)["lost"] == 3


@case("B14.8", "B14.9")
def test_orders():
    """TN-070: 1R under No Retreat in woods. TN-071: 2R under Additional Retreat."""
    pos = position(units={}).position
    woods = 1 << hex_("N0817")
    assert LAW.results._under_order(pos, 1, 0, 1, True, NO_RETREAT, woods) == (2, 0)
    assert LAW.results._under_order(pos, 1, 0, 2, True, ADDITIONAL_RETREAT, woods) == (1, 3)


@case("B16.8")
def test_a_second_empty_hex_in_a_zone_kills():
    """TN-076. A ring of six Germans two hexes away has zones on both rings that a retreat goes through."""
    names = [c.unit for c in LAW.counters if c.type == "infantry div"]
    ring = LAW.grid.numbers(LAW.grid.ring(hex_("P0835"), 2))
    around = dict(zip(names, ring[::2], strict=False))
    units = {SOVIETS: "P0835", PANZERS: "P0834", RIFLES: "P0834", RECON: "P0834", **around}
    combat = {"target": "P0835", "units": [PANZERS, RIFLES]}
    game = position(units=units, phase="german combat", combats=[combat], air=GROUNDED, dice=[3])
    open_ = LAW.grid.around(hex_("P0835")) & ~game.position.stood[0]
    assert not open_ & ~game.position.zone(0)
    give(game, "fight")  # 9 to 4 is 2-1, die 3 and two: 5
    while game.decision.phase == "german combat" and game.decision.prompt.startswith("Choose who"):
        game.push("propose")
    assert where(game, SOVIETS) in ("lost", "barred")


# Works, surrender


@case("B19.2", "B21.1", "B21.2")
def test_railways_and_surrender():
    """TN-080: two points a hex in Mud. TN-082: nobody with a zone next to it. TN-083: 8 and 2 is 10."""
    assert LAW.engineering.conversion_cost(position(units={}, weather="mud").position, hex_("N0428")) == 2
    corps = [c.unit for c in LAW.counters if c.type == "infantry div"][:6]
    near = LAW.grid.numbers(LAW.grid.around(hex_("P0834")))
    shut = {SOVIETS: {"hex": "P0834", "supply": "out"}, **dict(zip(corps, near, strict=True))}
    assert LAW.surrender.rolling(position(units=shut).position) == 1 << hex_("P0834")
    small = [c.unit for c in LAW.counters if c.type in ("recon bn", "motorcycle bn")][:6]
    weak = {SOVIETS: "P0834", **dict(zip(small, near, strict=True))}
    lone = position(units=weak).position
    assert not LAW.surrender.connected(lone) >> hex_("P0834") & 1
    assert LAW.surrender.rolling(lone) == 0
    game = position(
        units=shut, phase="surrender" if False else "soviet engineering", dice={"surrender P0834": [8]}
    )
    events = give(game, "end") if game.decision.phase == "soviet engineering" else game.log
    facts = happened(events, "surrender")
    assert [(f["die"], f["result"]) for f in facts] == [(8, "surrenders")]


@case("new 2")
def test_on_turn_one_hqs_3_and_13_roll_and_hq_30_does_not():
    """TN-036, TN-037 in play."""
    units = {HQ3: nonop("P3131"), HQ13: nonop("P4130"), HQ30: nonop("P4230")}
    game = position(units=units, phase="game turn interphase", turn=1)
    assert offered(game, "recover") == [f"recover {HQ3}", f"recover {HQ13}"]
