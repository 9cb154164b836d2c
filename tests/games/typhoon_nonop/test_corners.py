"""Corners that play seldom comes to: what several rules do together, worked out from the text by hand."""

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GUARDS,
    HQ3,
    HQ13,
    HQ16,
    HQ19,
    HQ20,
    HQ22,
    HQ30,
    INFANTRY,
    MORE_RIFLES,
    NKVD,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    OTHER_TANKS,
    PANZERS,
    POINT,
    RECON,
    RIFLES,
    ROCKETS,
    SOVIET_GUN,
    SOVIET_POINT,
    SOVIETS,
    TANKS,
    THIRD_SOVIETS,
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

LAW = find_rules("typhoon-nonop")
GROUNDED = dict.fromkeys(LAW.air_ids, "flown")
ANTI_TANK = "S-16-AT"
STACK = (PANZERS, RIFLES, MORE_RIFLES)
"""6, 3 and 3: twelve."""
OVERRUN = " ".join(STACK)


def fighting(units, target, attackers, side="german", **given):
    """One combat, at the moment before the die; no air units are ready."""
    combat = {"target": target, "units": attackers, **given.pop("combat", {})}
    return position(units=units, phase=f"{side} combat", combats=[combat], air=GROUNDED, **given)


def take_losses(game):
    while game.decision and game.decision.prompt.startswith("Choose who"):
        game.push("propose")


# The movement restriction (22.2.5)


@case("22.2.5 movement restriction")
@pytest.mark.parametrize("how", ["rail", "infiltrate", "move"])
def test_every_way_of_moving_takes_the_one_start_of_an_hq(how):
    """R35: recovery 2 lets one unit go; after it the brigade beside it stays."""
    start, hq = ("N4818", "N4820") if how == "rail" else ("P3131", "P3134")
    mover = {"rail": SOVIETS, "infiltrate": CAVALRY, "move": TANKS}[how]
    enemy = {INFANTRY: "P3130"} if how == "infiltrate" else {}
    phase = "soviet movement" if how == "rail" else "soviet motorized movement"
    game = position(units={mover: start, OTHER_TANKS: start, HQ20: nonop(hq), **enemy}, phase=phase)
    give(game, f"{how} {mover} {start}-{min(reach(game, mover, how))}")
    assert game.position.started == {LAW.unit_number[HQ20]: 1}
    away = max(LAW.grid.numbers(LAW.grid.around(LAW.grid.index(start))))
    assert refused(game, f"move {OTHER_TANKS} {start}-{away}").case == "22.2.5"


@case("22.2.5 movement restriction", "B11.8")
def test_an_overrun_that_fails_has_used_up_the_starts_all_the_same():
    """R34, R35: HQ 16 lets three go; two brigades overrun, 8 to 1, and fail on a ten."""
    units = {TANKS: "P3131", OTHER_TANKS: "P3131", SOVIETS: "P3132", HQ16: nonop("P3134"), RECON: "P3130"}
    game = position(units={**units, CAVALRY: "P3132"}, phase="soviet motorized movement", dice=[10])
    give(game, f"overrun P3130 {TANKS} {OTHER_TANKS}")
    assert game.position.started == {LAW.unit_number[HQ16]: 2}
    give(game, f"move {CAVALRY} P3132-P3133")
    assert game.position.started == {LAW.unit_number[HQ16]: 3}


@case("22.2.5 movement restriction", "22.2.5 free entry from outside")
def test_a_start_in_two_ranges_is_refused_when_either_hq_is_full_and_outside_neither_counts():
    """R3: HQ 20 (one start) lies in P3128, HQ 16 (three) in P3134; P3131 is in both, P3137 in one."""
    units = {
        HQ20: nonop("P3128"), HQ16: nonop("P3134"), TANKS: "P3131", OTHER_TANKS: "P3131",
        SOVIETS: "P3137", OTHER_SOVIETS: "P3630", THIRD_SOVIETS: "P3126",
    }  # fmt: skip
    game = position(units=units, phase="soviet movement")
    give(game, f"move {OTHER_SOVIETS} P3630-P3530", f"move {TANKS} P3131-P3132")  # one of them from outside
    assert game.position.started == {LAW.unit_number[HQ20]: 1, LAW.unit_number[HQ16]: 1}
    assert refused(game, f"move {OTHER_TANKS} P3131-P3132").text.startswith(HQ20)
    assert refused(game, f"move {THIRD_SOVIETS} P3126-P3125").case == "22.2.5"
    give(game, f"move {SOVIETS} P3137-P3138")  # in the range of HQ 16 alone
    assert game.position.started[LAW.unit_number[HQ16]] == 2
    give(game, f"move {HQ20} P3128-P3125")  # three hexes on: P3131 is six away now
    give(game, f"move {OTHER_TANKS} P3131-P3132")
    assert game.position.started == {LAW.unit_number[HQ20]: 1, LAW.unit_number[HQ16]: 3}
    assert refused(game, f"move {THIRD_SOVIETS} P3126-P3127").case == "22.2.5"  # the count went with the HQ


@case("22.2.5 movement restriction", "22.2.3 overrun marker")
def test_an_hq_that_breaks_down_binds_those_whom_it_commanded_before():
    """HQ 20 and a worn division in P0834 are overrun, 12 to 2; then one unit of its range moves, not two."""
    units = {
        **dict.fromkeys(STACK, "P0835"), HQ20: "P0834", SOVIETS: {"hex": "P0834", "lost": 2},
        TANKS: "P0829", OTHER_TANKS: "P0829",
    }  # fmt: skip
    game = position(units=units, phase="german movement", dice=[5])
    assert LAW.command.nonop_area(game.position) == 0
    give(game, f"overrun P0834 {OVERRUN}", f"retreat P0834-P0833-P0832 {HQ20} {SOVIETS}")
    assert unit(game, HQ20) == {"hex": "P0832", "nonop": True, "overrun": True}
    assert LAW.command.closed(game.position) == 0
    twin = game.position.copy()
    twin.started = {LAW.unit_number[HQ20]: 1}
    assert LAW.command.why_not_start(twin, LAW.unit_number[TANKS]).text.startswith(
        f"{HQ20} has let its one unit"
    )


# Overruns (B11)


@case("B11.5", "B11.9", "B11.4")
def test_a_stack_overruns_goes_on_and_overruns_again_with_what_is_left():
    """8 points: 2 for the first hex, 1 to go on, 2 for the second, 3 left."""
    units = {**dict.fromkeys(STACK, "P0835"), ANTI_TANK: "P0834", "S-19-AT": "P0832"}
    game = position(units=units, phase="german movement", dice=[1, 1])
    give(game, f"overrun P0834 {OVERRUN}")
    give(game, f"retreat P0834-P0734-P0633 {ANTI_TANK}")
    assert {unit(game, name)["left"] for name in STACK} == {6}
    give(game, *[f"move {name} P0834-P0833" for name in STACK])
    give(game, f"overrun P0832 {OVERRUN}", "propose")
    assert {where(game, name) for name in STACK} == {"P0832"}
    assert {unit(game, name)["left"] for name in STACK} == {3}
    give(game, f"move {RIFLES} P0832-P0829")
    assert not reach(game, RIFLES)


@case("B11.9", "B10.4")
def test_a_stack_that_comes_into_a_zone_by_its_overrun_stops_there():
    """Soviets two hexes away, in P0832, have no zone on P0834; those in P0734 do."""
    for other, goes_on in (("P0832", True), ("P0734", False)):
        units = {**dict.fromkeys(STACK, "P0835"), ANTI_TANK: "P0834", SOVIETS: other}
        game = position(units=units, phase="german movement", dice=[1])
        give(game, f"overrun P0834 {OVERRUN}", "propose")
        assert where(game, PANZERS) == "P0834"
        assert bool(reach(game, PANZERS)) is goes_on, other


@case("B11.4", "B11.6")
def test_artillery_beside_others_defends_against_an_overrun_with_its_own_strength():
    """Defense of all units: anti-tank 2 and a gun 1 are 3, and 12 to 3 is 4-1."""
    units = {**dict.fromkeys(STACK, "P0835"), ANTI_TANK: "P0834", SOVIET_GUN: "P0834"}
    game = position(units=units, phase="german movement")
    assert refused(game, f"overrun P0834 {OVERRUN}").case == "B11.6"
    without = position(units={**units, SOVIET_GUN: "P0833"}, phase="german movement")
    assert without.preview(f"overrun P0834 {OVERRUN}").column == "6-1"


@case("B11.10", "B10.3", "B14.4", "B15.9")
def test_an_overrun_marker_takes_zone_and_support_and_helps_the_next_attack():
    marked = {"hex": "P3131", "overrun": True}
    game = position(units={SOVIETS: marked, INFANTRY: "P3130"}, phase="german movement")
    assert game.ask("zone", "P3130") == ()
    fight = fighting({SOVIETS: marked, INFANTRY: "P3130"}, "P3131", [INFANTRY])
    assert {m.key: m.value for m in fight.preview("fight").modifiers}["overrun"] == -1
    gun = {"hex": "P3132", "overrun": True}
    combat = [{"target": "P3131", "units": [INFANTRY]}]
    units = {SOVIETS: "P3131", SOVIET_GUN: gun, INFANTRY: "P3130", TANKS: "P3133", HQ22: "P3134"}
    reacting = position(units=units, phase="soviet reaction", combats=combat)
    give(reacting, "end")
    assert offered(reacting, "gun") == []


# Retreats (B16)


@case("B16.8", "22.2.3 retreat through enemy ZOC")
@pytest.mark.parametrize(("die", "lost"), [(5, 1), (6, 2), (8, 2)])
def test_a_division_and_its_hq_go_through_a_zone_with_the_die(die, lost):
    """R62: 1-5 one step, 6-8 two, for the whole stack; the HQ turns Non-Op whoever takes the steps."""
    pos = position(units={SOVIETS: "P0835", HQ16: "P0835", INFANTRY: "P0837"})
    law, taken = LAW, []

    class Umpire:
        def tell(self, kind, /, **facts):
            taken.append((kind, facts))

        def roll(self, *_):
            return die

    way = tuple(law.grid.index(number) for number in ("P0835", "P0836", "P0736"))
    law.retreats.carry_out(pos.position, law.units([SOVIETS, HQ16]), way, Umpire())
    assert pos.position.nonop == law.units([HQ16])
    assert pos.position.frames[-1].steps == lost
    assert set(pos.position.frames[-1].units) == {SOVIETS, HQ16}


@case("B16.8")
@pytest.mark.parametrize(("guns", "die", "gone"), [((), 8, False), ((SOVIET_GUN,), 7, True), ((), 9, True)])
def test_guns_make_the_way_through_a_zone_harder(guns, die, gone):
    """Two more with artillery: a 7 is 9, and nobody is left; without it a 9 is."""
    names = [SOVIETS, OTHER_SOVIETS, *guns]
    game = position(units={**dict.fromkeys(names, "P0835"), INFANTRY: "P0837"})

    class Umpire:
        def tell(self, kind, /, **facts):
            pass

        def roll(self, *_):
            return die

    way = tuple(LAW.grid.index(number) for number in ("P0835", "P0836", "P0736"))
    LAW.retreats.carry_out(game.position, LAW.units(names), way, Umpire())
    assert (where(game, SOVIETS) == "lost") is gone


@case("B6.12", "B16.7")
@pytest.mark.parametrize("guard", [False, True])
def test_a_supply_unit_retreats_with_attackers_unless_others_stay_with_it(guard):
    """3 to 9 is 1-3; without supply a 3 is 5: 1*R/-, and the asterisk takes another step of the three."""
    units = {SOVIETS: "P3131", SOVIET_POINT: "P3131", INFANTRY: "P3130"}
    units |= {OTHER_SOVIETS: "P3131"} if guard else {}
    game = fighting(units, "P3130", [SOVIETS], "soviet", dice=[3])
    (facts,) = happened(give(game, "fight"), "battle")
    assert (facts["odds"], facts["modified"], facts["result"]) == ("1-3", 5, "1*R/-")
    names = SOVIETS if guard else f"{SOVIETS} {SOVIET_POINT}"
    give(game, f"retreat P3131-P3132-P3133 {names}")
    assert where(game, SOVIETS) == "P3133"
    assert where(game, SOVIET_POINT) == ("P3131" if guard else "P3133")


@case("B6.12")
def test_a_supply_unit_goes_where_the_last_of_the_attackers_goes():
    """Two divisions and a point in one hex: one division retreats, then the other with the point."""
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", SOVIET_POINT: "P3131", INFANTRY: "P3130"}
    game = fighting(units, "P3130", [SOVIETS, OTHER_SOVIETS], "soviet", dice=[5])
    # 6 to 9 is 1-2; without supply a 5 is 7: 2*/-; a 6 is 8: 2*R/-
    give(game, "fight")
    take_losses(game)
    assert where(game, SOVIET_POINT) == "P3131"
    again = fighting(units, "P3130", [SOVIETS, OTHER_SOVIETS], "soviet", dice=[6])
    give(again, "fight")
    take_losses(again)
    assert again.decision.prompt.startswith("Retreat")
    give(again, f"retreat P3131-P3132-P3133 {SOVIETS}")
    give(again, f"retreat P3131-P3132-P3133 {OTHER_SOVIETS} {SOVIET_POINT}")
    assert where(again, SOVIET_POINT) == "P3133"


@case("B16.9", "B10.2")
def test_a_unit_that_ends_in_a_full_hex_goes_one_farther():
    """Three divisions of three points in P0837 leave room for one point, and a division has three."""
    full = ("S-22-174", "S-22-179", "S-22-186")
    units = {INFANTRY: "P0834", OTHER_INFANTRY: "P0834", SOVIETS: "P0835", **dict.fromkeys(full, "P0837")}
    game = fighting(units, "P0835", [INFANTRY, OTHER_INFANTRY], dice=[3])
    give(game, "fight")
    take_losses(game)
    orders = offered(game, "retreat")
    assert f"retreat P0835-P0836-P0837-P0838 {SOVIETS}" in orders
    assert f"retreat P0835-P0836-P0837 {SOVIETS}" not in orders


# First loss and asterisk (B16.3, B16.4)


@case("B16.4", "B16.3")
def test_armor_that_attacked_anti_tank_guns_loses_the_first_step_and_they_theirs():
    """13 to 6 is 2-1 without supply; a 4 is 6: 1*/R, one step more for the asterisk, and armor the first."""
    units = {PANZERS: "P0834", INFANTRY: "P0834", SOVIETS: "P0835", ANTI_TANK: "P0835"}
    game = fighting(units, "P0835", [PANZERS, INFANTRY], dice=[4])
    (facts,) = happened(give(game, "fight"), "battle")
    assert (facts["odds"], facts["result"], facts["extra"]) == ("2-1", "1*/R", 1)
    assert unit(game, PANZERS)["lost"] == 1  # prescribed, nobody is asked
    assert game.decision.side == "german"
    give(game, f"lose {INFANTRY}")
    assert unit(game, INFANTRY)["lost"] == 1


@case("B16.4")
def test_of_the_defenders_anti_tank_guns_take_the_first_step_when_armor_loses_one():
    """13 to 6 is 2-1; supplied, a 7 is */-: nobody. Unsupplied a 1 is 3: */1R, the asterisk takes a step."""
    units = {PANZERS: "P0834", INFANTRY: "P0834", SOVIETS: "P0835", ANTI_TANK: "P0835"}
    game = fighting(units, "P0835", [PANZERS, INFANTRY], dice=[1])
    (facts,) = happened(give(game, "fight"), "battle")
    assert (facts["odds"], facts["result"]) == ("2-1", "*/1R")
    assert where(game, ANTI_TANK) == "lost" and "lost" not in unit(game, SOVIETS)
    assert unit(game, PANZERS)["lost"] == 1
    supplied = fighting({**units, POINT: "P0833"}, "P0835", [PANZERS, INFANTRY], dice=[3])
    give(supplied, f"spend {POINT}", "fight")  # */1R as well, but the asterisk costs nothing: anybody's step
    assert supplied.decision.side == "soviet" and len(offered(supplied, "lose")) == 2
    assert "lost" not in unit(supplied, PANZERS)


@case("B16.3", "B12.8")
def test_an_asterisk_counts_every_reason_there_is():
    """No supply, mandated, and works: three steps more."""
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", PANZERS: "P3130"}
    for given, extra in (
        ({}, 1),
        ({"combat": {"mandated": True}}, 2),
        ({"combat": {"mandated": True}, "strongpoints": {"german": ["P3130"]}}, 3),
    ):
        game = fighting(units, "P3130", [SOVIETS, OTHER_SOVIETS], "soviet", dice=[4], **given)
        (facts,) = happened(give(game, "fight"), "battle")
        assert facts["extra"] == extra


# Orders (B14)


@case("B14.7", "22.2.5 NKVD")
def test_nkvd_troops_lose_their_step_last_and_only_where_they_hold_the_hex():
    """Vyazma; 14 to 6 is 2-1, city +1, No Retreat +1, no supply +2, at most 3: a 1 is 4, */R: two steps."""
    attackers = [INFANTRY, OTHER_INFANTRY]
    units = {NKVD: "N3022", SOVIETS: "N3022", **dict.fromkeys(attackers, "N3023")}
    game = fighting(units, "N3022", attackers, dice=[1])
    (facts,) = happened(give(game, "fight"), "battle")
    assert (facts["odds"], facts["result"], facts["order"]) == ("2-1", "*/R", "no-retreat")
    take_losses(game)
    assert where(game, NKVD) == "N3022" and unit(game, SOVIETS)["lost"] == 1  # a city shelters: one step
    broken = fighting({**units, HQ19: nonop("N3022")}, "N3022", attackers, dice=[1])
    (facts,) = happened(give(broken, "fight"), "battle")
    assert facts["order"] == ""


@case("B14.9", "B16.10")
@pytest.mark.parametrize(("answer", "follows"), [("", True), ("additional-retreat", False)])
def test_attackers_under_additional_retreat_do_not_advance(answer, follows):
    """14 to 4 is 3-1; a 1 is 3 without supply: -/1R, and under Additional Retreat no step but three hexes."""
    units = {INFANTRY: "N0816", OTHER_INFANTRY: "N0816", SOVIETS: "N0817"}
    orders = {"order": "additional-retreat", "answer": answer}
    game = fighting(units, "N0817", [INFANTRY, OTHER_INFANTRY], dice=[1], combat=orders)
    (facts,) = happened(give(game, "fight"), "battle")
    assert (facts["odds"], facts["modified"], facts["result"]) == ("3-1", 3, "-/1R")
    assert game.decision.side == "german"
    give(game, "propose")
    assert "lost" not in unit(game, SOVIETS)
    assert LAW.grid.distance(*map(LAW.grid.index, ("N0817", where(game, SOVIETS)))) == 3
    assert bool(game.decision and game.decision.part == "the advance") is follows


# Supply, railways, bridges


@case("B18.8", "B18.9", "B16.7", "B10.9")
def test_a_bridge_over_a_major_river_serves_its_side_from_the_next_engineering_phase():
    """The Desna lies between P2028 and P1929, both clear, and no road crosses it there."""
    game = position(units={PANZERS: "P1929", INFANTRY: "P1929"}, phase="german movement")
    give(game, "bridge G-bridge-1 P1929-P2028")
    assert not unit(game, PANZERS).get("left")
    assert told(game)["bridges"]["G-bridge-1"].get("ready") is False
    assert reach(game, PANZERS).get("P2028") != 1
    ready = {"G-bridge-1": {"hex": "P1929", "other": "P2028"}}
    later = position(units={PANZERS: "P1929"}, phase="german movement", bridges=ready)
    assert reach(later, PANZERS)["P2028"] == 1
    enemy = position(units={TANKS: "P2028"}, phase="soviet motorized movement", bridges=ready)
    assert reach(enemy, TANKS).get("P1929") != 1


@case("B18.8", "22.2.5 bridge units")
def test_soviet_bridges_span_no_major_river_and_are_laid_in_the_motorized_phase():
    """N2320 and N2420 lie at a river, P1929 and P2028 at a major one."""
    game = position(units={SOVIETS: "P2028", OTHER_SOVIETS: "N2420"}, phase="soviet motorized movement")
    assert refused(game, "bridge S-bridge-1 P2028-P1929").case == "B18.8"
    give(game, "bridge S-bridge-1 N2420-N2320")
    late = position(units={OTHER_SOVIETS: "N2420"}, phase="soviet movement")
    assert refused(late, "bridge S-bridge-1 N2420-N2320").case == "B18.8"


@case("B18.9")
def test_a_bridge_is_lost_to_a_combat_unit_and_not_to_an_hq():
    bridges = {"G-bridge-1": {"hex": "N2420", "other": "N2320"}}
    for name, lost in ((SOVIETS, True), (HQ16, False)):
        game = position(units={name: "N2421"}, phase="soviet movement", bridges=bridges)
        give(game, f"move {name} N2421-N2420")
        assert ("bridges" not in told(game)) is lost, name


# Command and interdiction (B22.2, B13)


@case("B13.2", "B13.3", "B22.2")
def test_zones_of_interdiction_do_not_add_up():
    """Two missions of one point each side by side: HQ 16, which has three, keeps two."""
    game = position(units={HQ16: "P4130", INFANTRY: "P0835"}, phase="german air interdiction",
                    air={name: "flown" for name in LAW.air_ids if name[0] == "S"})  # fmt: skip
    give(game, "fly G-Do17-1 P4130", "fly G-Do17-2 P4131", "end")
    assert LAW.command.value(game.position, LAW.unit_number[HQ16]) == 2


@case("B22.4", "B22.2", "B13.3")
def test_an_hq_without_command_still_calls_one_guards_unit():
    """HQ 22 has a value of 1, and a zone of level 1 takes it; the Guards come free, once."""
    units = {HQ22: "P3134", GUARDS: "P3133", SOVIETS: "P3133"}
    zone = {"interdicted": ["P3134"]}
    game = position(units=units, phase="soviet motorized movement", **zone)
    assert refused(game, f"activate {SOVIETS} {HQ22}").case == "B22.2"
    give(game, f"activate {GUARDS} {HQ22}")
    assert offered(game, "activate") == []
    give(game, f"move {GUARDS} P3133-P3132", "end")


@case("B14.3", "B13.3", "B14.2")
def test_nobody_reacts_out_of_into_or_through_a_zone_of_interdiction():
    combat = [{"target": "P3131", "units": [INFANTRY]}]
    units = {INFANTRY: "P3130", SOVIETS: "P3131", TANKS: "P3133", HQ16: "P3134", SOVIET_GUN: "P3132"}
    free = position(units=units, phase="soviet reaction", combats=combat)
    assert free.why_not(f"react {TANKS} P3133-P3131") is None
    barred = position(units=units, phase="soviet reaction", combats=combat, interdicted=["P3133"])
    assert barred.why_not(f"react {TANKS} P3133-P3131") is not None
    ahead = position(units=units, phase="soviet reaction", combats=combat, interdicted=["P3131"])
    assert ahead.why_not(f"react {TANKS} P3133-P3131") is not None
    assert ahead.why_not(f"react {TANKS} P3133-P3132") is None


# Recovery, disbanding and rebuilding


@case("new 2", "22.2.6b disband", "22.2.6a recovery roll")
def test_on_turn_one_an_hq_may_roll_where_none_may_be_disbanded():
    game = position(
        units={HQ3: nonop("P3131"), HQ13: nonop("P3134"), HQ30: nonop("P4130")},
        phase="game turn interphase", turn=1, dice={f"recovery {HQ13}": [2]},
    )  # fmt: skip
    assert refused(game, f"recover {HQ30}").case == "new 2"
    assert refused(game, f"disband {HQ3}").case == "new 3"
    give(game, f"recover {HQ13}")
    assert "nonop" not in unit(game, HQ13)


@case("22.2.3 reformed by I replacements", "22.2.6b disband", "B20.3")
def test_an_hq_that_was_disbanded_comes_back_non_op_and_its_points_stay():
    game = position(
        units={HQ30: "lost", SOVIETS: "P4130"}, phase="replacements", tally={"disbanded": 1},
        dice={"replacements": [6]},
    )  # fmt: skip
    give(game, f"rebuild {HQ30} N4818")
    assert unit(game, HQ30) == {"hex": "N4818", "nonop": True}
    assert told(game)["tally"]["disbanded"] == 1


# Garrisons (B25.7)


@case("B25.7", "change 1", "B10.4")
def test_who_leaves_a_zone_may_end_in_the_fortification_beside_it():
    """Mud, Out of Supply: three points, two for P3132; the way round would take four."""
    units = {SOVIETS: {"hex": "P3131", "supply": "out"}, INFANTRY: "P3130"}
    works = {"strongpoints": {"soviet": ["P3132", "P3230"]}, "weather": "mud"}
    for options in ({}, {"no-fort-garrisons": "no"}):
        game = position(units=units, phase="soviet movement", options=options, **works)
        assert refused(game, f"move {SOVIETS} P3131-P3230").case == "B10.4"  # from zone to zone
        give(game, f"move {SOVIETS} P3131-P3132")
        assert not reach(game, SOVIETS)


@case("B25.7", "change 1")
def test_cavalry_that_enters_a_fortification_stops_and_tanks_do_not():
    works = {"strongpoints": {"soviet": ["P3132"]}, "options": {"no-fort-garrisons": "no"}}
    units = {CAVALRY: "P3131", TANKS: "P3131"}
    game = position(units=units, phase="soviet motorized movement", **works)
    give(game, f"move {CAVALRY} P3131-P3132")
    assert not reach(game, CAVALRY)
    give(game, f"move {TANKS} P3131-P3132")
    assert reach(game, TANKS)


# Guns under a Non-Op HQ


@case("22.2.5 one artillery unit")
def test_a_soviet_attack_on_a_hex_in_range_has_one_rocket_or_gun_wherever_the_attackers_stand():
    """HQ 20 in P3126 reaches the defenders in P3130 and not the attackers in P3131."""
    units = {
        INFANTRY: "P3130", SOVIETS: "P3131", SOVIET_GUN: "P3131", ROCKETS: "P3131", SOVIET_POINT: "P3133",
        HQ20: nonop("P3126"),
    }  # fmt: skip
    game = fighting(units, "P3130", [SOVIETS], "soviet")
    give(game, f"spend {SOVIET_POINT}", f"gun P3130 {ROCKETS}")
    assert refused(game, f"gun P3130 {SOVIET_GUN}").case == "22.2.5"
    far = fighting({**units, HQ20: nonop("P3125")}, "P3130", [SOVIETS], "soviet")
    give(far, f"spend {SOVIET_POINT}", f"gun P3130 {ROCKETS}", f"gun P3130 {SOVIET_GUN}")


@case("new 4", "B25.8")
def test_on_turn_two_what_is_beyond_half_the_allowance_is_for_sheet_n():
    """R15: MA 9. It may stop on sheet P for four and a half and go on to N with the rest."""
    game = position(units={RECON: "P0803"}, phase="german motorized movement", turn=2)
    costs = reach(game, RECON)
    far = {hex_ for hex_, cost in costs.items() if cost > 4.5}
    assert far and {hex_[0] for hex_ in far} == {"N"}
    give(game, f"move {RECON} P0803-P0802")
    spent = costs["P0802"]
    assert unit(game, RECON)["left"] == 9 - spent
    assert all(cost <= 4.5 - spent for hex_, cost in reach(game, RECON).items() if hex_[0] == "P")
    third = position(units={RECON: "P0803"}, phase="german motorized movement", turn=3)
    assert max(reach(third, RECON).values()) <= 4.5
