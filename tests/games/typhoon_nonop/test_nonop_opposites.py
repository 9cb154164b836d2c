"""Everything that a Non-Op HQ forbids (22.2.4, 22.2.5), each with its opposites.

In range and one hex out, Non-Op and operational, with the option and without it, before it broke down and
after it has recovered or was disbanded.
"""

import pytest

from tests.games.typhoon_nonop.positions import (
    HQ19,
    HQ20,
    HQ22,
    INFANTRY,
    NKVD,
    OTHER_SOVIET_GUN,
    OTHER_SOVIETS,
    PANZERS,
    SOVIET_GUN,
    SOVIETS,
    TANKS,
    give,
    happened,
    nonop,
    position,
    refused,
    unit,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")
GRID = LAW.grid
GROUNDED = dict.fromkeys(LAW.air_ids, "flown")


def allowed(game, order):
    """Whether an order may be given; a phase that has passed by itself offered nothing."""
    return game.why_not(order) is None


def strongpoint(hqs, options):
    game = position(
        units={SOVIETS: "P3131", **hqs}, phase="soviet engineering", new_strongpoints=1, options=options
    )
    return allowed(game, "fortify P3131 regular")


def riverside():
    """A hex in Soviet supply at a river, and the hex on the other bank."""
    pos = position(units={}).position
    able = LAW.bridging.by_water[1] & LAW.supply.supplied(pos, 1) & LAW.ground.east
    hex_ = next(n for n in GRID.numbers(able) if int(n[1:3]) > 38 and n[0] == "N")
    return hex_, GRID.numbers(LAW.bridging.banks(pos, 1, GRID.index(hex_)))[0]


RIVER, BANK = riverside()


def bridge(hqs, options):
    units = {SOVIETS: RIVER, TANKS: "P3131", **hqs}
    return allowed(
        position(units=units, phase="soviet motorized movement", options=options),
        f"bridge S-bridge-1 {RIVER}-{BANK}",
    )


def bridge_moved(hqs, options):
    """The bridge lies in P3131 and is to go to the river, which is far away."""
    laid = {"S-bridge-1": {"hex": "P3131", "other": "P3130"}}
    units = {SOVIETS: RIVER, TANKS: "P4131", **hqs}
    game = position(units=units, phase="soviet motorized movement", bridges=laid, options=options)
    return allowed(game, f"bridge S-bridge-1 {RIVER}-{BANK}")


COMBAT = [{"target": "P3131", "units": [INFANTRY]}]


def air_support(hqs, options):
    units = {INFANTRY: "P3130", SOVIETS: "P3131", **hqs}
    game = position(units=units, phase="german combat", combats=COMBAT, options=options)
    game.push("end")
    assert game.why_not("fly S-MiG-3-1 P3131") is None  # fighters go in any case
    return allowed(game, "fly S-IL-2-1 P3131")


def second_gun(hqs, options):
    guns = dict.fromkeys((SOVIET_GUN, OTHER_SOVIET_GUN), "P3132")
    units = {INFANTRY: "P3130", SOVIETS: "P3131", HQ19: "P3032", **guns, **hqs}
    game = position(units=units, phase="soviet reaction", combats=COMBAT, options=options)
    give(game, f"gun P3131 {SOVIET_GUN}")
    return allowed(game, f"gun P3131 {OTHER_SOVIET_GUN}")


def attacking_rocket(hqs, options):
    units = {PANZERS: "P3130", SOVIETS: "P3131", OTHER_SOVIETS: "P3131", "S-MSU-1": "P3132", **hqs}
    units |= {SOVIET_GUN: "P3131", "S-16-Gds-rocket": "P3131"}
    combats = [{"target": "P3130", "units": [SOVIETS, OTHER_SOVIETS]}]
    game = position(units=units, phase="soviet combat", combats=combats, air=GROUNDED, options=options)
    give(game, "spend S-MSU-1", f"gun P3130 {SOVIET_GUN}")
    return allowed(game, "gun P3130 S-16-Gds-rocket")


def nkvd_holds(hqs, options):
    units = {NKVD: "N3022", PANZERS: "N3021", **hqs}
    combats = [{"target": "N3022", "units": [PANZERS]}]
    game = position(units=units, phase="german combat", combats=combats, air=GROUNDED, options=options)
    return "no retreat" in {m.key for m in game.preview("fight").modifiers}


def second_march(hqs, options):
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", **hqs}
    game = position(units=units, phase="soviet movement", options=options)
    give(game, f"move {SOVIETS} P3131-P3132")
    return allowed(game, f"move {OTHER_SOVIETS} P3131-P3130")


def second_drive(hqs, options):
    units = {TANKS: "P3131", "S-WF-res-143-tk": "P3131", **hqs}
    game = position(units=units, phase="soviet motorized movement", options=options)
    give(game, f"move {TANKS} P3131-P3132")
    return allowed(game, "move S-WF-res-143-tk P3131-P3130")


def retreat_order(hqs, options):
    units = {INFANTRY: "N0816", SOVIETS: "N0817", HQ19: "N0918", **hqs}
    combats = [{"target": "N0817", "units": [INFANTRY]}]
    game = position(units=units, phase="soviet reaction", combats=combats, options=options)
    return allowed(game, "seal N0817 no-retreat")


def activation(hqs, options):
    units = {SOVIETS: "P3131", HQ19: "P3031", TANKS: "P4131", **hqs}
    return allowed(
        position(units=units, phase="soviet motorized movement", options=options),
        f"activate {SOVIETS} {HQ19}",
    )


def reaction(hqs, options):
    """The brigade in P3131 reacts to an attack on P3129."""
    units = {INFANTRY: "P3128", SOVIETS: "P3129", TANKS: "P3131", HQ19: "P3032", **hqs}
    combats = [{"target": "P3129", "units": [INFANTRY]}]
    game = position(units=units, phase="soviet reaction", combats=combats, options=options)
    return allowed(game, f"react {TANKS} P3131-P3129")


EFFECTS = {
    strongpoint: "P3131",
    bridge: RIVER,
    bridge_moved: "P3131",
    air_support: "P3131",
    second_gun: "P3131",
    attacking_rocket: "P3131",
    nkvd_holds: "N3022",
    second_march: "P3131",
    second_drive: "P3131",
    retreat_order: "N0817",
    activation: "P3131",
    reaction: "P3131",
}
"""Each with the hex at which it is measured."""


def away(hex_, distance):
    """A hex so far to the south."""
    return GRID.numbers(GRID.ring(GRID.index(hex_), distance) & LAW.ground.open)[-1]


@case(
    "22.2.4 no retreat orders", "22.2.4 no motorized-phase activation", "22.2.4 no reaction movement",
    "22.2.5 strongpoints", "22.2.5 bridge units", "22.2.5 air support", "22.2.5 one artillery unit",
    "22.2.5 NKVD", "22.2.5 movement restriction", "22.2.2", "22.2.1",
)  # fmt: skip
@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.__name__)
@pytest.mark.parametrize(
    ("down", "distance", "option", "expected"),
    [
        (True, 4, "yes", False),  # in range
        (True, 0, "yes", False),
        (True, 5, "yes", True),  # one hex out
        (False, 4, "yes", True),  # operational
        (False, 4, "no", True),  # without Non-Op HQs
    ],
)
def test_what_a_non_op_hq_forbids_and_what_it_does_not(effect, down, distance, option, expected):
    """HQ 20 lets one unit go; HQ 19, operational, commands those who need it."""
    hex_ = away(EFFECTS[effect], distance)
    hqs = {HQ20: nonop(hex_) if down else hex_}
    assert effect(hqs, {"nonop-hqs": option}) is expected


# Before and after


UNITS = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", INFANTRY: "P0835"}


def to_soviet_movement(game):
    while game.decision.phase != "soviet movement":
        game.push("end")


def two_march(game):
    """Whether two divisions in P3131 may begin to move."""
    to_soviet_movement(game)
    give(game, f"move {SOVIETS} P3131-P3132")
    return allowed(game, f"move {OTHER_SOVIETS} P3131-P3130")


@case("22.2.6a recovery roll", "22.2.5 movement restriction")
@pytest.mark.parametrize(("die", "free"), [(2, True), (3, False)])
def test_an_hq_that_recovers_restricts_nobody_from_the_next_turn_on(die, free):
    dice = {f"recovery {HQ20}": [die]}
    game = position(units={**UNITS, HQ20: nonop("P3133")}, phase="game turn interphase", dice=dice)
    give(game, f"recover {HQ20}")
    while game.decision.turn == 3:
        game.push("end")
    assert two_march(game) is free


@case("22.2.6b disband", "22.2.5 movement restriction")
def test_an_hq_that_is_disbanded_restricts_nobody_any_more():
    game = position(units={**UNITS, HQ20: nonop("P3133")}, phase="game turn interphase")
    give(game, f"disband {HQ20}")
    assert two_march(game)


@case("22.2.3 overrun marker", "22.2.5 movement restriction")
@pytest.mark.parametrize(("option", "free"), [("yes", False), ("no", True)])
def test_an_hq_that_is_overrun_restricts_its_range_in_the_same_turn(option, free):
    """6 to 1 is 6-1: a die of 5 succeeds; the HQ is driven back from P3134 to P3132 or so."""
    units = {**UNITS, HQ20: "P3134", PANZERS: "P3135"}
    game = position(
        units=units,
        phase="german motorized movement",
        dice={"overrun P3134": [5]},
        options={"nonop-hqs": option},
    )
    events = give(game, f"overrun P3134 {PANZERS}")
    while game.decision.prompt.startswith("Retreat"):
        events += game.push("propose")
    assert len(happened(events, "hq_nonop")) == (option == "yes")
    assert GRID.distance(game.position.where[LAW.unit_number[HQ20]], GRID.index("P3131")) <= 4
    assert two_march(game) is free


@case("22.2.3 overrun marker", "22.2.1")
@pytest.mark.parametrize(("coined", "down"), [("no", False), ("yes", True)])
def test_an_hq_without_a_non_op_side_stays_operational_when_it_is_overrun(coined, down):
    """R33."""
    units = {HQ22: "P0834", PANZERS: "P0835"}
    options = {"coin-nonop-sides": coined}
    game = position(units=units, phase="german movement", dice=[5], options=options)
    give(game, f"overrun P0834 {PANZERS}", "propose")
    assert unit(game, HQ22)["overrun"] and unit(game, HQ22).get("nonop", False) is down


@case("new 1", "B22.5")
def test_the_hqs_are_frozen_in_the_movement_phase_of_turn_one_and_not_in_that_of_turn_two():
    """Phase before and after: the Soviet Motorized Phase of turn 2 still moves no HQ."""
    for turn, phase, case_ in (
        (1, "soviet movement", "new 1"),
        (2, "soviet motorized movement", "B22.5"),
    ):
        game = position(units={HQ20: nonop("P3131"), TANKS: "P4131"}, phase=phase, turn=turn)
        assert refused(game, f"move {HQ20} P3131-P3132").case == case_
    give(position(units={HQ20: nonop("P3131")}, phase="soviet movement", turn=2), f"move {HQ20} P3131-P3132")
