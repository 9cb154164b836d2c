"""The small print of cases that one test alone holds elsewhere: failures, boxes, sources, obligations."""

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GUARDS,
    HQ16,
    HQ22,
    HQ30,
    INFANTRY,
    MILITIA,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    OTHER_TANKS,
    PANZERS,
    RIFLES,
    SOVIETS,
    TANKS,
    give,
    nonop,
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
FLAK = "G-PG3-Flak"
"""Anti-aircraft guns of Panzer Group 3: defense 2."""


def index(number):
    return LAW.grid.index(number)


def sources(game):
    return LAW.grid.numbers(LAW.supply.sources(game.position, 1, LAW.sources_of))


@case("B11.8", "B12.2")
def test_soviet_cavalry_loses_a_step_when_an_overrun_fails_and_the_stack_may_still_attack():
    """Cavalry 2 and tanks 4 and 4 against 2 are 5-1; on a ten nobody overruns anybody."""
    units = {CAVALRY: "P3131", TANKS: "P3131", OTHER_TANKS: "P3131", FLAK: "P3130"}
    game = position(units=units, phase="soviet motorized movement", dice=[10])
    assert LAW.losses.steps(game.position, LAW.unit_number[CAVALRY]) == 2
    give(game, f"overrun P3130 {CAVALRY} {TANKS} {OTHER_TANKS}")
    assert unit(game, CAVALRY)["lost"] == 1
    for name in (TANKS, OTHER_TANKS, FLAK):
        assert "lost" not in unit(game, name)
    for name in (CAVALRY, TANKS, OTHER_TANKS):
        assert where(game, name) == "P3131" and not reach(game, name)
    give(game, "end")
    assert game.why_not(f"attack P3130 {TANKS} {OTHER_TANKS}") is None


@case("B16.1", "B16.6", "B22.6")
@pytest.mark.parametrize(("die", "box"), [(1, "barred"), (2, "barred"), (3, "lost")])
def test_an_hq_alone_is_gone_for_good_by_an_e_and_otherwise_into_the_cadre_box(die, box):
    """14 to 1 is the 10-1 column; without attack supply a 1 is 3 and a 2 is 4: -/e; a 3 is 5: -/4R."""
    combat = {"target": "P0835", "units": [INFANTRY, OTHER_INFANTRY]}
    game = position(
        units={INFANTRY: "P0834", OTHER_INFANTRY: "P0834", HQ22: "P0835", SOVIETS: "P3131"},
        phase="german combat", combats=[combat], air=dict.fromkeys(LAW.air_ids, "flown"), dice=[die],
    )  # fmt: skip
    give(game, "fight")
    assert where(game, HQ22) == box
    assert told(game)["tally"]["hq"] == 1


@case("B6.2")
def test_a_source_in_an_enemy_zone_counts_only_with_a_friend_in_it():
    number = sources(position(units={SOVIETS: "P0835"}))[0]
    around = LAW.grid.around(index(number)) & LAW.ground.open & ~LAW.sources_of[1]
    beside = LAW.grid.numbers(around)[0]
    far = position(units={INFANTRY: "P0835"})
    near = position(units={INFANTRY: beside})
    held = position(units={INFANTRY: beside, SOVIETS: number})
    taken = position(units={INFANTRY: number})
    assert [number in sources(game) for game in (far, near, held, taken)] == [True, False, True, False]


@case("B24.4")
def test_a_place_that_was_taken_and_lost_again_calls_nobody_to_account():
    """The Mandated Attacks stay owed."""
    game = position(
        units={SOVIETS: "N3022"}, phase="game turn interphase", turn=10, mandated=2, taken=["N3022"]
    )
    assert "tally" not in told(game)
    assert game.position.mandated == 2


@case("B21.4", "B21.2")
def test_of_the_markers_in_a_hex_the_worse_counts_once():
    def dice(**units):
        names = {"rifles": SOVIETS, "others": OTHER_SOVIETS}
        states = {names[name]: {"hex": "P0835", "supply": mark} for name, mark in units.items() if mark}
        states |= {names[name]: "P0835" for name, mark in units.items() if not mark}
        pos = position(units=states).position
        return sum(value for value, *_ in LAW.surrender.modifiers(pos, index("P0835")))

    assert dice(rifles="", others="") == 0
    assert dice(rifles="emergency", others="emergency") == 1
    assert dice(rifles="emergency", others="out") == 2
    assert dice(rifles="out", others="out") == 2


@case("B22.8", "B22.7", "B21.2", "22.2.2")
def test_militia_gives_up_sooner_and_guards_and_command_later():
    def die(units):
        return sum(
            value for value, *_ in LAW.surrender.modifiers(position(units=units).position, index("P0835"))
        )

    assert die({MILITIA: "P0835"}) == 2
    assert die({MILITIA: "P0835", HQ30: nonop("P0835")}) == 2  # only such units and HQs
    assert die({MILITIA: "P0835", SOVIETS: "P0835"}) == 0
    assert die({GUARDS: "P0835"}) == -1
    assert die({SOVIETS: "P0835", HQ22: "P0831"}) == -1  # four hexes away
    assert die({SOVIETS: "P0835", HQ22: "P0830"}) == 0
    assert die({SOVIETS: "P0835", HQ22: "P0831", HQ16: nonop("P0833")}) == 0  # both in range


@case("B12.8", "B16.3")
def test_a_mandated_attack_may_fail_and_is_met_all_the_same():
    """Six to four, six steps: 3-2; the count falls as soon as the declarations end."""
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", PANZERS: "P3130", RIFLES: "P0835"}
    game = position(units=units, phase="soviet attack declaration", mandated=2)
    give(game, f"attack P3130 {SOVIETS} {OTHER_SOVIETS}", "mandate P3130")
    assert game.position.mandated == 2
    assert refused(game, "mandate P0835").case == "B12.1"
    give(game, "end")
    assert game.position.mandated == 1
