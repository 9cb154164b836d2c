"""Non-Operational HQs (22.2), their ranges, what they forbid and how they recover.

The HQ stands in P3131 unless a test says otherwise; its range of four hexes goes as far as P3127 to the north
and P3135 to the south, and P3126 is one hex out of it.
"""

from itertools import permutations

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
    HQ49,
    INFANTRY,
    NKVD,
    OTHER_SOVIETS,
    OTHER_TANKS,
    PANZERS,
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
from typhoon.engine.ruling import ImpossiblePosition

LAW = find_rules("typhoon-nonop")


def moving(units, *, motorized=False, **given):
    """A Soviet movement phase."""
    phase = "soviet motorized movement" if motorized else "soviet movement"
    return position(units=units, phase=phase, **given)


# The counters


@case("22.2.1", "counters", "B2.5")
@pytest.mark.parametrize(
    ("armies", "command", "ma", "recovery", "allowed"),
    [
        ((30, 19, 20, 3, 13), 1, 5, 2, 1),
        ((16,), 3, 6, 4, 3),
        ((24, 31, 32, 33, 43), 1, 4, 2, 1),
        ((49, 50), 2, 5, 3, 2),
    ],
)
def test_hqs_have_the_figures_of_their_counters(armies, command, ma, recovery, allowed):
    for army in armies:
        name = f"S-HQ-{army}"
        hq = LAW.unit_number[name]
        game = position(units={name: "P3131"}, phase="soviet movement")
        assert LAW.command.value(game.position, hq) == command
        assert LAW.command.recovery(hq) == recovery
        assert LAW.command.allowance(hq) == allowed
        assert LAW.command.ma(game.position, hq) == ma
        down = position(units={name: nonop("P3131")}, phase="soviet movement").position
        assert LAW.command.ma(down, hq) == 3
        assert LAW.losses.steps(down, hq) == 1
        assert LAW.stacking.size(1 << hq) == 0
        assert LAW.strengths[hq] == ((0, 1),)


@case("22.2.1", "B22.1")
def test_the_range_is_four_hexes_and_does_not_count_the_hex_of_the_hq():
    game = position(units={HQ30: nonop("P3131")}, phase="soviet movement")
    assert game.ask("nonop", "P3127") == game.ask("nonop", "P3135") == (HQ30,)
    assert game.ask("nonop", "P3126") == game.ask("nonop", "P3136") == ()
    assert game.ask("nonop", "P2731") == (HQ30,)
    assert game.ask("nonop", "P2631") == ()


@case("22.2.3 scenario", "counters", "B25.1")
def test_thirteen_hqs_start_non_op_and_two_do_not():
    law = find_rules("typhoon-nonop")
    pos = law.start()
    armies = sorted(int(law.counters[hq].corps) for hq in range(len(law.counters)) if pos.nonop >> hq & 1)
    assert armies == [3, 13, 16, 19, 20, 24, 30, 31, 32, 33, 43, 49, 50]
    assert not pos.nonop & law.units([HQ22, "S-HQ-29"])


@case("22.2.3 scenario")
def test_without_the_option_all_hqs_start_and_stay_operational():
    law = find_rules("typhoon-nonop", options={"nonop-hqs": "no"})
    assert law.start().nonop == 0
    with pytest.raises(ImpossiblePosition, match="no Non-Op side"):
        position(units={HQ30: nonop("P3131")}, options={"nonop-hqs": "no"})


@case("22.2.1")
def test_an_hq_without_a_non_op_side_cannot_lie_on_it_unless_one_is_coined():
    with pytest.raises(ImpossiblePosition, match="S-HQ-22 has no Non-Op side"):
        position(units={HQ22: nonop("P3131")})
    coined = {"coin-nonop-sides": "yes"}
    game = position(units={HQ22: nonop("P3131")}, phase="soviet movement", options=coined)
    hq = game.rules.unit_number[HQ22]
    assert game.rules.command.recovery(hq) == 2  # command 1 and one more
    assert reach(game, HQ22)["P3134"] == 3  # MA 3
    assert "P3135" not in reach(game, HQ22)


# Overlapping ranges


@case("22.2.2")
def test_in_a_hex_of_both_ranges_the_non_op_hq_counts():
    """HQ 16 in P3127 is operational, HQ 30 in P3133 is not; P3130 is within four hexes of both."""
    units = {HQ16: "P3127", HQ30: nonop("P3133"), SOVIETS: "P3130", OTHER_SOVIETS: "P3124"}
    game = moving(units, motorized=True)
    assert refused(game, f"activate {SOVIETS} {HQ16}").case == "22.2.2"
    give(game, f"activate {OTHER_SOVIETS} {HQ16}")


# The movement restriction


@case("22.2.5 movement restriction")
def test_one_unit_fewer_than_the_recovery_value_begins_to_move():
    """HQ 49 has recovery 3, so two units begin to move in its range."""
    units = {HQ49: nonop("P3131"), SOVIETS: "P3130", OTHER_SOVIETS: "P3132", THIRD_SOVIETS: "P3231"}
    game = moving(units)
    give(game, f"move {SOVIETS} P3130-P3129", f"move {OTHER_SOVIETS} P3132-P3133")
    ruling = refused(game, f"move {THIRD_SOVIETS} P3231-P3232")
    assert ruling.case == "22.2.5"
    assert ruling.text == f"S-HQ-49 has let its 2 units move; {THIRD_SOVIETS} starts in its range"


@case("22.2.5 movement restriction")
def test_the_hq_with_recovery_two_says_that_it_has_let_its_one_unit_move():
    game = moving({HQ20: nonop("P3131"), SOVIETS: "P3130", OTHER_TANKS: "P3132"})
    give(game, f"move {SOVIETS} P3130-P3129")
    ruling = refused(game, f"move {OTHER_TANKS} P3132-P3133")
    assert str(ruling) == "S-HQ-20 has let its one unit move; S-WF-res-143-tk starts in its range (22.2.5)"


@case("22.2.5 movement restriction")
def test_an_operational_hq_restricts_nobody():
    game = moving({HQ20: "P3131", SOVIETS: "P3130", OTHER_SOVIETS: "P3132"})
    give(game, f"move {SOVIETS} P3130-P3129", f"move {OTHER_SOVIETS} P3132-P3133")


@case("22.2.5 movement restriction")
def test_without_the_option_nobody_is_restricted():
    units = {HQ20: "P3131", SOVIETS: "P3130", OTHER_SOVIETS: "P3132"}
    game = moving(units, options={"nonop-hqs": "no"})
    give(game, f"move {SOVIETS} P3130-P3129", f"move {OTHER_SOVIETS} P3132-P3133")


@case("22.2.5 free entry from outside")
def test_a_unit_one_hex_out_of_range_does_not_count_and_moves_in_freely():
    game = moving({HQ20: nonop("P3131"), SOVIETS: "P3126", OTHER_SOVIETS: "P3130", THIRD_SOVIETS: "P3132"})
    give(game, f"move {SOVIETS} P3126-P3128")  # comes from outside and stops inside
    give(game, f"move {OTHER_SOVIETS} P3130-P3129")  # the one that may start inside
    assert refused(game, f"move {THIRD_SOVIETS} P3132-P3133").case == "22.2.5"


@case("22.2.5 free entry from outside")
def test_a_unit_that_has_stopped_inside_is_bound_from_the_next_phase_on():
    """In the motorized phase a brigade drives in; in the movement phase it starts inside and counts."""
    units = {HQ20: nonop("P3131"), TANKS: "P3126", SOVIETS: "P3130"}
    game = moving(units, motorized=True)
    give(game, f"move {TANKS} P3126-P3128", "end")
    while game.decision.phase != "soviet movement":
        game.push("end")
    give(game, f"move {TANKS} P3128-P3127")
    assert refused(game, f"move {SOVIETS} P3130-P3129").case == "22.2.5"


@case("22.2.5 movement restriction")
def test_the_count_begins_anew_in_each_of_the_two_phases():
    game = moving({HQ20: nonop("P3131"), TANKS: "P3130"}, motorized=True)
    give(game, f"move {TANKS} P3130-P3129", "end")
    while game.decision.phase != "soviet movement":
        game.push("end")
    give(game, f"move {TANKS} P3129-P3128")


@case("22.2.5 movement restriction")
def test_a_unit_in_two_ranges_counts_against_both_hqs():
    """R3: P3130 is in range of HQ 16 (three units) and of HQ 20 (one); P3127 is in that of HQ 20 alone."""
    units = {
        HQ16: nonop("P3133"),
        HQ20: nonop("P3129"),
        SOVIETS: "P3130",
        OTHER_SOVIETS: "P3126",
        TANKS: "P3136",
    }
    game = moving(units)
    give(game, f"move {SOVIETS} P3130-P3131")
    ruling = refused(game, f"move {OTHER_SOVIETS} P3126-P3125")
    assert "S-HQ-20" in ruling.text
    give(game, f"move {TANKS} P3136-P3135")  # in range of HQ 16 alone, which has two left
    assert unit(game, HQ16)["started"] == 2
    assert unit(game, HQ20)["started"] == 1


@case("22.2.5 movement restriction")
def test_the_hq_itself_and_supply_units_do_not_count():
    """R4, R34."""
    units = {HQ20: nonop("P3131"), SOVIET_POINT: "P3130", SOVIETS: "P3132"}
    game = moving(units)
    give(game, f"move {SOVIET_POINT} P3130-P3129", f"move {HQ20} P3131-P3231", f"move {SOVIETS} P3132-P3133")


@case("22.2.5 movement restriction")
def test_an_hq_that_moves_away_first_frees_those_it_leaves_and_binds_those_it_comes_to():
    """R5, R36: what it has let go stays with it, and who starts is tested where the HQ is then."""
    units = {HQ20: nonop("P3131"), SOVIETS: "P3127", OTHER_SOVIETS: "P3130", THIRD_SOVIETS: "P3136"}
    game = moving(units)
    give(game, f"move {OTHER_SOVIETS} P3130-P3129")
    assert refused(game, f"move {SOVIETS} P3127-P3126").case == "22.2.5"
    give(game, f"move {HQ20} P3131-P3133")
    give(game, f"move {SOVIETS} P3127-P3126")  # six hexes from the HQ now
    assert refused(game, f"move {THIRD_SOVIETS} P3136-P3137").case == "22.2.5"


@case("22.2.5 movement restriction")
def test_a_unit_goes_on_with_its_move_without_counting_twice():
    game = moving({HQ20: nonop("P3131"), SOVIETS: "P3130"})
    give(game, f"move {SOVIETS} P3130-P3129", f"move {SOVIETS} P3129-P3128")
    assert unit(game, HQ20)["started"] == 1


@case("22.2.5 movement restriction", "B10.11")
def test_cavalry_moves_half_in_the_motorized_phase_and_counts():
    """R7: MA 7 is 3½."""
    game = moving({HQ20: nonop("P3131"), CAVALRY: "P3130", TANKS: "P3132"}, motorized=True)
    assert reach(game, CAVALRY)["P3128"] == 2
    give(game, f"move {CAVALRY} P3130-P3129")
    assert refused(game, f"move {TANKS} P3132-P3133").case == "22.2.5"


@case("22.2.5 movement restriction")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_no_order_of_moves_lets_an_hq_exceed_its_count(order):
    """Four divisions in range of HQ 49 (two), two of them also in range of HQ 20 (one)."""
    names = [SOVIETS, OTHER_SOVIETS, THIRD_SOVIETS, "S-22-179"]
    places = ["P3132", "P3133", "P3129", "P3130"]
    units = {HQ49: nonop("P3131"), HQ20: nonop("P3127"), **dict(zip(names, places, strict=True))}
    game = moving(units)
    for number in order:
        start = places[number]
        goal = f"P{start[1:3]}{int(start[3:]) + (1 if number < 2 else -1):02}"
        if game.why_not(f"move {names[number]} {start}-{goal}") is None:
            game.push(f"move {names[number]} {start}-{goal}")
    assert unit(game, HQ49).get("started", 0) <= 2
    assert unit(game, HQ20).get("started", 0) <= 1


# What a Non-Op HQ cannot do


@case("22.2.4 no motorized-phase activation", "B22.4")
def test_a_non_op_hq_activates_nobody_not_even_guards():
    game = moving({HQ16: nonop("P3131"), GUARDS: "P3130", TANKS: "P4130"}, motorized=True)
    ruling = refused(game, f"activate {GUARDS} {HQ16}")
    assert ruling.case == "22.2.4"
    assert offered(game, "activate") == []


@case("B22.4", "B22.2")
def test_an_operational_hq_activates_as_many_as_its_command_and_one_guards_unit_besides():
    game = moving({HQ19: "P3131", GUARDS: "P3130", SOVIETS: "P3132", OTHER_SOVIETS: "P3129"}, motorized=True)
    give(game, f"activate {SOVIETS} {HQ19}", f"activate {GUARDS} {HQ19}")
    assert refused(game, f"activate {OTHER_SOVIETS} {HQ19}").case == "B22.2"
    assert reach(game, SOVIETS)["P3137"] == 5  # the full allowance
    assert OTHER_SOVIETS not in {order.unit for order in game.orders if order.verb == "move"}


@case("B22.4")
def test_who_was_activated_does_not_move_in_the_movement_phase():
    game = moving({HQ19: "P3131", SOVIETS: "P3132"}, motorized=True)
    give(game, f"activate {SOVIETS} {HQ19}", "end")
    while game.decision.phase != "soviet movement":
        game.push("end")
    assert refused(game, f"move {SOVIETS} P3132-P3133").case == "B22.4"


@case("B22.2", "B13.3")
def test_interdiction_takes_from_the_command_of_an_hq():
    """HQ 16 has 3; level 1 leaves 2, level 2 leaves 1; HQ 19 with 1 has nothing left."""
    law = LAW
    for level, words in (
        (2, {"interdicted": ["P3131"]}),
        (1, {"interdicted": ["P3131"], "heavily_interdicted": ["P3131"]}),
    ):
        game = moving({HQ16: "P3131", HQ19: "P3131"}, motorized=True, **words)
        assert law.command.value(game.position, law.unit_number[HQ16]) == level
        assert law.command.value(game.position, law.unit_number[HQ19]) == 0


# Movement of HQs


@case("new 1")
def test_on_turn_one_only_the_hq_of_13th_army_moves():
    game = moving({HQ13: nonop("P3131"), HQ30: nonop("P4130")}, turn=1)
    assert refused(game, f"move {HQ30} P4130-P4129").case == "new 1"
    assert reach(game, HQ13)["P3128"] == 3
    give(game, f"move {HQ13} P3131-P3130")


@case("new 1")
def test_on_turn_two_every_hq_moves_and_without_the_rule_on_turn_one():
    give(moving({HQ30: nonop("P4130")}, turn=2), f"move {HQ30} P4130-P4129")
    free = {"hqs-frozen": "no"}
    give(moving({HQ30: nonop("P4130")}, turn=1, options=free), f"move {HQ30} P4130-P4129")


@case("B22.5")
def test_no_hq_moves_in_the_motorized_phase():
    """R56: 13 included."""
    game = moving({HQ13: nonop("P3131"), TANKS: "P4130"}, motorized=True)
    assert refused(game, f"move {HQ13} P3131-P3130").case == "B22.5"


# Recovery and disbanding


def interphase(units, **given):
    """The Soviet player decides in the Interphase."""
    return position(units=units, phase="game turn interphase", **given)


@case("22.2.6a recovery roll")
@pytest.mark.parametrize(("die", "up"), [(3, True), (4, False), (10, False), (1, True)])
def test_an_hq_with_recovery_three_recovers_on_three_or_less(die, up):
    game = interphase({HQ49: nonop("P3131")}, dice={f"recovery {HQ49}": [die]})
    events = give(game, f"recover {HQ49}")
    assert unit(game, HQ49).get("nonop", False) is not up
    assert happened(events, "hq_rolled") == [{"unit": HQ49, "die": die, "value": 3, "recovered": up}]


@case("22.2.6a recovery roll")
def test_the_chance_of_recovery_is_the_value_in_ten():
    for name, value in ((HQ20, 2), (HQ49, 3), (HQ16, 4)):
        game = interphase({name: nonop("P3131")})
        up = sum(c.probability for c in game.chances(f"recover {name}") if not c.position.nonop)
        assert up * 10 == value


@case("22.2.6a recovery roll")
def test_nobody_has_to_roll_and_nobody_rolls_twice():
    game = interphase({HQ49: nonop("P3131"), HQ16: nonop("P4130")}, dice={f"recovery {HQ49}": [10]})
    give(game, f"recover {HQ49}")
    assert refused(game, f"recover {HQ49}").case == "22.2.6"
    assert "end" in game.orders


@case("22.2.6b disband", "B24.3")
def test_a_disbanded_hq_goes_to_the_cadre_box_and_scores_two():
    game = interphase({HQ49: nonop("P3131"), HQ16: nonop("P4130")})
    before = game.rules.victory.points(game.position)
    give(game, f"disband {HQ49}")
    assert where(game, HQ49) == "lost"
    assert game.rules.victory.points(game.position) == before + 2


@case("22.2.6b disband")
def test_one_hq_a_turn_is_disbanded_and_only_instead_of_a_roll():
    game = interphase(
        {HQ49: nonop("P3131"), HQ16: nonop("P4130"), HQ20: nonop("P4230")}, dice={f"recovery {HQ16}": [10]}
    )
    give(game, f"disband {HQ49}")
    assert refused(game, f"disband {HQ16}").case == "22.2.6"
    give(game, f"recover {HQ16}")
    other = interphase({HQ49: nonop("P3131"), HQ16: nonop("P4130")}, dice={f"recovery {HQ49}": [10]})
    give(other, f"recover {HQ49}")  # fails
    assert refused(other, f"disband {HQ49}").case == "22.2.6"
    assert refused(other, f"disband {HQ16}").case == "22.2.6"


@case("22.2.6b disband", "22.2.6a recovery roll")
def test_an_operational_hq_neither_rolls_nor_is_disbanded():
    game = interphase({HQ49: "P3131", HQ16: nonop("P4130")})
    assert refused(game, f"recover {HQ49}").case == "22.2.6"
    assert refused(game, f"disband {HQ49}").case == "22.2.6"


@case("new 2")
def test_on_turn_one_only_3rd_and_13th_army_roll():
    units = {HQ3: nonop("P3131"), HQ13: nonop("P4130"), HQ16: nonop("P4230")}
    game = interphase(units, turn=1)
    assert offered(game, "recover") == [f"recover {HQ3}", f"recover {HQ13}"]
    assert refused(game, f"recover {HQ16}").case == "new 2"
    assert f"recover {HQ16}" in interphase(units, turn=2).orders
    assert f"recover {HQ16}" in interphase(units, turn=1, options={"late-recovery": "no"}).orders


@case("new 3")
def test_nobody_is_disbanded_on_turn_one():
    units = {HQ3: nonop("P3131"), HQ16: nonop("P4130")}
    assert refused(interphase(units, turn=1), f"disband {HQ16}").case == "new 3"
    assert f"disband {HQ16}" in interphase(units, turn=2).orders
    assert f"disband {HQ16}" in interphase(units, turn=1, options={"no-early-disband": "no"}).orders


# Turning Non-Op


@case("22.2.3 reformed by I replacements", "B20.3")
def test_an_hq_that_is_rebuilt_comes_back_non_op():
    game = position(units={HQ16: "lost", SOVIETS: "P4130"}, phase="replacements", dice=[3])
    game.push("rebuild S-HQ-16 N4818")
    assert unit(game, HQ16) == {"hex": "N4818", "nonop": True}


@case("B20.3")
def test_an_hq_without_a_non_op_side_is_rebuilt_operational():
    game = position(units={HQ22: "lost", SOVIETS: "P4130"}, phase="replacements", dice=[3])
    game.push("rebuild S-HQ-22 N4818")
    assert unit(game, HQ22) == {"hex": "N4818"}


@case("22.2.3 overrun marker", "B11.9", "B11.10")
def test_an_hq_that_is_overrun_turns_non_op_and_one_that_resists_does_not():
    """6 to 1 is 6-1, which succeeds on 5 or less."""
    for die, result in ((5, True), (6, False)):
        units = {HQ16: "P0834", PANZERS: "P0835", INFANTRY: "P2030"}
        game = position(units=units, phase="german movement", dice=[die])
        give(game, f"overrun P0834 {PANZERS}")
        while game.decision.prompt.startswith("Retreat"):
            game.push(next(iter(game.orders)))
        assert unit(game, HQ16).get("nonop", False) is result
        assert unit(game, HQ16).get("overrun", False) is result


# NKVD


@case("22.2.5 NKVD", "B14.7")
def test_nkvd_troops_hold_a_city_unless_a_non_op_hq_is_in_range():
    """Vyazma is N3022; HQ 16 in N3025 is three hexes away, in N3027 five."""
    law = LAW
    for hq, holds in (("N3027", True), ("N3026", False), ("N3025", False)):
        units = {NKVD: "N3022", PANZERS: "N3021", HQ16: nonop(hq)}
        combats = [{"target": "N3022", "units": [PANZERS]}]
        game = position(units=units, phase="soviet reaction", combats=combats)
        assert law.retreat_orders.nkvd(game.position, game.position.combats[0]) is holds
    assert "combats" not in told(position(units={PANZERS: "N3021"}))
