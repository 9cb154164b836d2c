"""Specialized movement (B11): one hex, infiltration, railways, overruns."""

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GUARDS,
    HQ20,
    INFANTRY,
    MORE_RIFLES,
    OTHER_SOVIETS,
    PANZERS,
    RECON,
    RIFLES,
    SOVIETS,
    TANKS,
    give,
    happened,
    nonop,
    offered,
    position,
    reach,
    refused,
    unit,
    where,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")


# One hex


@case("B11.1")
def test_a_unit_with_its_full_allowance_enters_a_hex_it_cannot_pay_for_but_not_in_mud():
    """A Non-Op HQ Out of Supply has one point; woods cost two."""
    out = {"hex": "N0816", "supply": "out", "nonop": True}
    game = position(units={HQ20: out}, phase="soviet movement")
    assert game.rules.reaching.printed(game.position, game.rules.unit_number[HQ20]) == 1
    assert reach(game, HQ20)["N0817"] == 1  # woods cost two
    give(game, f"move {HQ20} N0816-N0817")
    assert offered(game, "move") == []
    mud = position(units={HQ20: out}, phase="soviet movement", weather="mud")
    assert offered(mud, "move") == []


@case("B11.1", "B10.1")
def test_a_neighbouring_hex_that_a_way_round_leads_to_costs_no_more_than_that():
    """A major river lies between N0116 and N0216; by the road through N0117 it is one and a half."""
    game = position(units={RECON: "N0116"}, phase="german movement")
    assert reach(game, RECON)["N0216"] == 1.5
    give(game, f"move {RECON} N0116-N0216")
    assert where(game, RECON) == "N0216"
    assert offered(game, "move"), "it goes on with what it has left"
    assert reach(game, RECON)["N0215"] <= 1


# Infiltration


@case("B11.2")
def test_german_motor_units_infiltrate_in_their_movement_phase():
    """P0834 and P0934 are both in the zone of the Soviets in P0833."""
    units = {RECON: "P0834", INFANTRY: "P0834", SOVIETS: "P0833"}
    game = position(units=units, phase="german movement")
    assert refused(game, f"infiltrate {INFANTRY} P0834-P0934").case == "B11.2"
    give(game, f"infiltrate {RECON} P0834-P0934")
    assert where(game, RECON) == "P0934"
    assert refused(game, f"move {RECON} P0934-P0935").case == "B10.1"


@case("B11.2", "B6.8", "B5.7")
def test_nobody_infiltrates_in_mud_out_of_supply_or_in_the_other_phase():
    units = {RECON: "P0834", SOVIETS: "P0833"}
    mud = position(units=units, phase="german movement", weather="mud")
    assert refused(mud, f"infiltrate {RECON} P0834-P0934").case == "B11.2"
    later = position(units=units, phase="german motorized movement")
    assert refused(later, f"infiltrate {RECON} P0834-P0934").case == "B11.2"
    out = position(
        units={RECON: {"hex": "P0834", "supply": "out"}, SOVIETS: "P0833"}, phase="german movement"
    )
    assert refused(out, f"infiltrate {RECON} P0834-P0934").case == "B6.8"


@case("B11.2", "22.2.5 movement restriction")
def test_soviet_cavalry_infiltrates_in_the_motorized_phase_and_counts_under_a_non_op_hq():
    """R35."""
    units = {CAVALRY: "P3130", INFANTRY: "P3129", HQ20: nonop("P3133"), TANKS: "P3134"}
    game = position(units=units, phase="soviet motorized movement")
    goal = min(reach(game, CAVALRY, "infiltrate"))
    give(game, f"infiltrate {CAVALRY} P3130-{goal}")
    assert refused(game, f"move {TANKS} P3134-P3135").case == "22.2.5"


@case("B11.2")
def test_nobody_infiltrates_into_a_fortification():
    units = {RECON: "P0834", SOVIETS: "P0833"}
    game = position(units=units, phase="german movement", strongpoints={"soviet": ["P0934"]})
    assert refused(game, f"infiltrate {RECON} P0834-P0934").case == "B11.2"


# Railways


@case("B11.3")
def test_soviet_units_go_by_rail_in_the_movement_phase_and_four_a_turn():
    """N4818 is a source on the Moscow-Minsk railway."""
    names = ["S-22-126", "S-22-133", "S-22-174", "S-22-179", "S-22-186"]
    game = position(
        units=dict.fromkeys(names[:3], "N4818") | dict.fromkeys(names[3:], "N4811"), phase="soviet movement"
    )
    goal = next(to for to in sorted(reach(game, names[0], "rail")) if to.startswith(("N40", "N44")))
    give(game, f"rail {names[0]} N4818-{goal}")
    assert refused(game, f"move {names[0]} {goal}-{goal[:3]}{int(goal[3:]) + 1:02}").case == "B10.1"
    for name, start in ((names[1], "N4818"), (names[2], "N4818"), (names[3], "N4811")):
        to = max(reach(game, name, "rail"))
        give(game, f"rail {name} {start}-{to}")
    assert refused(game, f"rail {names[4]} N4811-N4711").case == "B11.3"


@case("B11.3")
def test_nobody_entrains_near_the_enemy():
    for enemy, able in (("N4517", False), ("N4516", True)):
        distance = LAW.grid.distance(LAW.grid.index("N4818"), LAW.grid.index(enemy))
        game = position(units={SOVIETS: "N4818", INFANTRY: enemy}, phase="soviet movement")
        assert (distance >= 4) is able
        assert bool(reach(game, SOVIETS, "rail")) is able


@case("B11.3", "B13.3")
def test_a_hex_in_an_interdiction_zone_counts_twelve():
    game = position(units={SOVIETS: "N4818"}, phase="soviet movement")
    free = reach(game, SOVIETS, "rail")
    near = min(free, key=lambda to: (free[to], to))
    slow = position(units={SOVIETS: "N4818"}, phase="soviet movement", interdicted=[near])
    assert reach(slow, SOVIETS, "rail")[near] == 12
    assert free[near] == 1


# Overruns


def attacking(units, **given):
    return position(units=units, phase="german movement", **given)


@case("B11.4", "B11.6")
def test_an_overrun_needs_five_to_one():
    """12 against 4 is 3-1; 12 against a cavalry division of 2 is 6-1."""
    stack = dict.fromkeys((PANZERS, RIFLES, MORE_RIFLES), "P0835")
    game = attacking({**stack, SOVIETS: "P0834"})
    assert refused(game, f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}").case == "B11.6"
    preview = attacking({**stack, CAVALRY: "P0834"}).preview(
        f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}"
    )
    assert (preview.column, preview.chance("overrun")) == ("6-1", 0.5)


@case("B11.7")
def test_nine_to_one_succeeds_on_a_modified_six():
    """The line has -1 of its own: a die of 5 counts as 4, one of 7 as 6, one of 8 fails."""
    row = LAW.overruns.line(9)
    assert (row.modifier, row.success) == (-1, 6)
    assert LAW.overruns.line(11).odds == 10
    assert LAW.overruns.line(30).odds == 12


@case("B11.5", "B11.9", "B11.10")
def test_a_stack_that_succeeds_enters_and_goes_on_with_what_is_left():
    """8 points, 2 for the hex and the overrun: 6 left. The cavalry retreats two hexes, led by the German."""
    stack = dict.fromkeys((PANZERS, RIFLES, MORE_RIFLES), "P0835")
    game = attacking({**stack, CAVALRY: "P0834"}, dice=[5])
    events = give(game, f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}")
    assert happened(events, "overrun")[0]["success"]
    assert game.decision.side == "german"
    give(game, f"retreat P0834-P0833-P0832 {CAVALRY}")
    assert unit(game, CAVALRY) == {"hex": "P0832", "overrun": True}
    assert game.ask("zone", "P0833") == ("german",)  # no zone of the cavalry
    assert {where(game, name) for name in stack} == {"P0834"}
    assert unit(game, PANZERS)["left"] == 6
    give(game, f"move {PANZERS} P0834-P0833")


@case("B11.8")
def test_a_stack_that_fails_stays_without_points_and_soviet_cavalry_loses_a_step():
    game = attacking({PANZERS: "P0835", "S-16-AT": {"hex": "P0834"}, SOVIETS: "P3131"}, dice=[10])
    law = game.rules
    assert law.overruns.defense(game.position, law.grid.index("P0834")) == 2
    big = attacking({PANZERS: "P0835", RIFLES: "P0835", MORE_RIFLES: "P0835", "S-16-AT": "P0834"}, dice=[10])
    give(big, f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}")
    assert refused(big, f"move {PANZERS} P0835-P0836").case == "B10.1"
    riders = position(
        units={
            CAVALRY: "P3131",
            TANKS: "P3131",
            "S-16-127-tk": "P3131",
            "G-PG3-Flak": {"hex": "P3130"},
            GUARDS: "P4130",
        },
        phase="soviet motorized movement",
        dice=[10],
    )
    assert riders.why_not(f"overrun P3130 {CAVALRY} {TANKS}") is not None  # 6 to 2


@case("B11.4")
def test_only_units_that_started_together_overrun_together():
    units = {PANZERS: "P0836", RIFLES: "P0835", MORE_RIFLES: "P0835", "S-16-AT": "P0834"}
    game = attacking(units)
    give(game, f"move {PANZERS} P0836-P0835")
    assert refused(game, f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}").case == "B11.4"


@case("B11.4")
def test_another_enemy_zone_on_the_stack_bars_the_overrun():
    units = {
        PANZERS: "P0835",
        RIFLES: "P0835",
        MORE_RIFLES: "P0835",
        "S-16-AT": "P0834",
        OTHER_SOVIETS: "P0836",
    }
    game = attacking(units)
    assert refused(game, f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}").case == "B11.4"


@case("B11.6", "B5.7", "B6.8", "B18.2")
def test_weather_ground_and_works_forbid_overruns():
    stack = dict.fromkeys((PANZERS, RIFLES, MORE_RIFLES), "P0835")
    order = f"overrun P0834 {PANZERS} {RIFLES} {MORE_RIFLES}"
    for given in ({"weather": "mud"}, {"weather": "snow"}, {"strongpoints": {"soviet": ["P0834"]}}):
        assert refused(attacking({**stack, "S-16-AT": "P0834"}, **given), order).case == "B11.6"
    out = {name: {"hex": "P0835", "supply": "out"} for name in stack}
    assert refused(attacking({**out, "S-16-AT": "P0834"}), order).case == "B6.8"


@case("22.2.5 movement restriction")
def test_a_stack_that_overruns_counts_unit_by_unit():
    """R34, R35: two brigades under HQ 20, which lets one unit go."""
    units = {TANKS: "P3131", "S-WF-res-143-tk": "P3131", HQ20: nonop("P3134"), RECON: "P3130"}
    game = position(units=units, phase="soviet motorized movement")
    ruling = refused(game, f"overrun P3130 {TANKS} S-WF-res-143-tk")
    assert ruling.case == "22.2.5"
    free = position(units={**units, HQ20: "P3134"}, phase="soviet motorized movement")
    assert free.why_not(f"overrun P3130 {TANKS} S-WF-res-143-tk") is None  # 8 to 1


@case("B11.7")
def test_a_river_helps_who_is_overrun_whether_it_is_bridged_or_not_unless_it_is_frozen():
    """A road crosses the river between N0521 and N0520."""
    row, ends = LAW.overruns.line(6), [LAW.grid.index(number) for number in ("N0521", "N0520")]
    wet = position(units={CAVALRY: "N0520"}).position
    assert [(m.key, m.value) for m in LAW.overruns.modifiers(wet, *ends, row)] == [("river", 2)]
    ice = position(units={CAVALRY: "N0520"}, weather="frost", frozen=True).position
    assert LAW.overruns.modifiers(ice, *ends, row) == []


@case("B11.9", "B2.7", "B11.6")
def test_an_overrun_with_engineers_at_twelve_to_one_takes_a_strongpoint_away():
    """6, 3, 3 and 2 against an HQ of 1 is 12-1: 7 or less with -2 on the die."""
    names = (PANZERS, RIFLES, MORE_RIFLES, "G-XLVI-Pi-602-mot")
    works = {
        "strongpoints": {"soviet": ["P0834"]},
        "bridges": {"S-bridge-1": {"hex": "P0834", "other": "P0833"}},
    }
    game = attacking({**dict.fromkeys(names, "P0835"), "S-HQ-16": "P0834"}, dice=[9], **works)
    order = f"overrun P0834 {' '.join(sorted(names))}"
    assert game.preview(order).chance("overrun") == 0.9
    events = give(game, order)
    assert happened(events, "razed")[0]["hexes"] == ("P0834",)
    assert happened(events, "bridge_lost")[0]["bridge"] == "S-bridge-1"


@case("new 4", "B25.8", "B11.5")
def test_on_turn_two_the_second_half_of_the_allowance_is_not_for_an_overrun_on_sheet_p():
    """MA 8, half of it 4: three hexes and two points for the overrun are too much in the motorized phase."""
    stack = (PANZERS, RIFLES, MORE_RIFLES)
    order = f"overrun P0831 {PANZERS} {RIFLES} {MORE_RIFLES}"
    for phase, start, able in (
        ("german motorized movement", "P0835", False),
        ("german motorized movement", "P0834", True),
        ("german movement", "P0835", True),
    ):
        units = {**dict.fromkeys(stack, start), "S-16-AT": "P0831"}
        game = position(units=units, phase=phase, turn=2)
        give(game, *[f"move {name} {start}-P0832" for name in stack])
        assert (game.why_not(order) is None) is able, (phase, start)


@case("B11.4", "B11.6", "B10.10")
def test_who_moves_into_an_enemy_is_told_what_an_overrun_lacks():
    """6, 3 and 3 are 12: against 4 that is 3-1, against an HQ of 1 enough. Infantry does not overrun."""
    stack = {PANZERS: "P0835", RIFLES: "P0835", MORE_RIFLES: "P0835", INFANTRY: "P0835"}
    game = position(units={**stack, SOVIETS: "P0834"}, phase="german movement")
    told = refused(game, f"move {PANZERS} P0835-P0834")
    assert told.case == "B10.10"
    assert told.text == (
        "P0834 is held by the enemy, and its stack cannot overrun it: 12 to 4 is not 5-1 (B11.6)"
    )
    assert refused(game, f"move {INFANTRY} P0835-P0834").text == "P0834 is held by the enemy"
    weak = position(units={**stack, HQ20: "P0834"}, phase="german movement")
    assert "its stack can overrun it" in refused(weak, f"move {RIFLES} P0835-P0834").text
    zone = position(units={**stack, HQ20: "P0834", SOVIETS: "P0736"}, phase="german movement")
    assert "another enemy has a zone of control on" in refused(zone, f"move {RIFLES} P0835-P0834").text
