"""Everything that a Non-Op HQ forbids (22.2.4, 22.2.5), each with its opposites.

In range and one hex out, Non-Op and operational, with the option and without it, before it broke down and
after it has recovered or was disbanded.
"""

import pytest

from tests.games.typhoon_nonop.positions import (
    HQ16,
    HQ19,
    HQ20,
    HQ22,
    INFANTRY,
    NKVD,
    OTHER_SOVIET_GUN,
    OTHER_SOVIETS,
    PANZERS,
    RIFLES,
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


HELD = {"target": "P1137", "units": [INFANTRY]}
GUNS = {SOVIETS: "P1137", INFANTRY: "P1138", **dict.fromkeys((SOVIET_GUN, OTHER_SOVIET_GUN), "P1036")}


@case("22.2.5 one artillery unit", "22.2.3 retreat through enemy ZOC")
@pytest.mark.parametrize(("panzers", "down", "defense"), [("P0737", True, 7), ("P0637", False, 8)])
def test_of_two_guns_one_fires_when_the_hq_breaks_down_before_the_combat(panzers, down, defense):
    """R76: under 16th Army two guns of 3 support a division of 4, by 4 at most; then its HQ falls back.

    All hexes around it but P0836 are held; with the panzers in P0737 that one is in a zone of control.
    """
    ring = ["P0834", "P0735", "P0736", "P0935", "P0936"]
    scouts = [c.unit for c in LAW.counters if c.type == "recon bn"][: len(ring)]
    units = {HQ16: "P0835", RIFLES: "P0834", PANZERS: panzers, **dict(zip(scouts, ring, strict=True)), **GUNS}
    game = position(
        units=units,
        phase="soviet reaction",
        combats=[{"target": "P0835", "units": [RIFLES]}, HELD],
        air=GROUNDED,
        dice={"combat P0835": [3]},
    )
    give(game, f"gun P1137 {SOVIET_GUN}", f"gun P1137 {OTHER_SOVIET_GUN}")
    while game.decision.phase != "german combat":
        game.push("end")
    assert game.preview("resolve P1137").defense == 8
    give(game, "resolve P0835", "fight")
    while game.decision.prompt.startswith(("Retreat", "Choose who")):
        game.push("propose")
    assert unit(game, HQ16).get("nonop", False) is down
    game.push("end")
    assert game.preview("fight").defense == defense
    (battle,) = happened(game.push("fight"), "battle")
    guns = (SOVIET_GUN,) if down else (SOVIET_GUN, OTHER_SOVIET_GUN)
    assert (battle["defense"], battle["support"]) == (defense, guns)


@case("22.2.5 one artillery unit")
@pytest.mark.parametrize(
    ("hqs", "defense"),
    [
        ({HQ20: nonop("P1133")}, 7),
        ({HQ20: nonop("P1132")}, 8),  # one hex out of range
        ({HQ20: "P1133"}, 8),
        ({HQ20: nonop("P1133"), HQ19: "P1136"}, 7),  # the operational one does not help
        ({HQ20: nonop("P1133"), HQ16: nonop("P1135")}, 7),  # two of them leave one gun as well
    ],
)
def test_guns_that_were_assigned_before_count_as_the_ranges_are_when_it_is_fought(hqs, defense):
    """R76."""
    combat = {**HELD, "guns": [SOVIET_GUN, OTHER_SOVIET_GUN]}
    game = position(units={**GUNS, **hqs}, phase="german combat", combats=[combat], air=GROUNDED)
    assert game.preview("fight").defense == defense


@case("22.2.5 NKVD", "22.2.5 air support", "22.2.4 no retreat orders")
@pytest.mark.parametrize("down", [True, False])
def test_missions_flown_and_orders_laid_stand_when_an_hq_breaks_down_and_nkvd_troops_do_not(down):
    """R76: NKVD troops in a town, or a division that was told to stand, with two air points over either."""
    units = {HQ20: nonop("N3023") if down else "N3023", NKVD: "N3022", PANZERS: "N3021"}
    combat = {"target": "N3022", "units": [PANZERS]}
    words = {"phase": "german combat", "air": GROUNDED, "cover": {"N3022": [0, 2]}}
    modifiers = {
        m.key: m.value for m in position(units=units, combats=[combat], **words).preview("fight").modifiers
    }
    assert (modifiers["defender air"], "no retreat" in modifiers) == (2, not down)
    units[SOVIETS] = units.pop(NKVD)
    game = position(units=units, combats=[{**combat, "order": "no-retreat"}], **words)
    (battle,) = happened(game.push("fight"), "battle")
    assert battle["order"] == "no-retreat"


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
