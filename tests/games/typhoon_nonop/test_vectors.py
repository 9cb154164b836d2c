"""Figures that the article and the base rules fix, a line each; the chapters test the same in play."""

import pytest

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    GUN,
    HQ3,
    HQ13,
    HQ16,
    HQ20,
    HQ30,
    HQ49,
    INFANTRY,
    PANZERS,
    ROCKETS,
    SOVIETS,
    TANKS,
    nonop,
    position,
    step,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")
START = LAW.start()


def number(name):
    return LAW.unit_number[name]


def hex_(name):
    return LAW.grid.index(name)


def crt(attack, defense):
    return LAW.crt.columns[LAW.crt.column(attack, defense)]


def phase(name):
    return LAW.sequence[LAW.phase_names.index(name)]


def points(name, phase_name, **given):
    """The movement allowance of a unit in a phase."""
    pos = position(units={name: {"hex": "P0835", **given.pop("state", {})}}, **given).position
    return LAW.reaching.allowance(pos, number(name), phase(phase_name)) / 2


VECTORS = {
    # 22.2.1 to 22.2.6
    "TN-001": lambda: (LAW.losses.steps(START, number(HQ16)), LAW.stacking_points[number(HQ16)]) == (1, 0),
    "TN-002": lambda: LAW.command.range_of(hex_("P3131")) == LAW.grid.disc(hex_("P3131"), 4),
    "TN-018": lambda: LAW.command.allowance(number(HQ49)) == 2,
    "TN-019": lambda: LAW.command.allowance(number(HQ20)) == 1,
    "TN-020": lambda: LAW.command.allowance(number(HQ16)) == 3,
    "TN-022": lambda: bool(LAW.command.may_move(position(units={}).position) & LAW.units([HQ30])),
    "TN-024": lambda: [LAW.command.recovery(number(hq)) * 10 for hq in (HQ20, HQ49, HQ16)] == [20, 30, 40],
    # Scale and scenario
    "TN-028": lambda: (LAW.turns[2].first_day, LAW.board.file.km_per_hex) == ("1941-10-02", 8.047),
    "TN-030": lambda: START.garrison == 0,
    "TN-031": lambda: all(LAW.turns[t].german_points - LAW.arrivals.points(t, 0) == 2 for t in range(1, 7)),
    "TN-032": lambda: LAW.arrivals.points(7, 0) == LAW.turns[7].german_points,
    "TN-033": lambda: not LAW.command.may_move(START) & LAW.units([HQ30]),
    "TN-034": lambda: bool(LAW.command.may_move(START) & LAW.units([HQ13])),
    "TN-035": lambda: LAW.command.may_move(position(units={}, turn=2).position) == LAW.hqs,
    "TN-036": lambda: not LAW.command.may_roll(START) & LAW.units([HQ16]),
    "TN-037": lambda: LAW.command.may_roll(START) == LAW.units([HQ3, HQ13]),
    "TN-039": lambda: LAW.command.may_disband(START) == 0,
    "TN-042": lambda: points(PANZERS, "german motorized movement", turn=3) == 4,
    # Counters
    "TN-043": lambda: START.nonop.bit_count() == 13,
    "TN-044": lambda: START.nonop == LAW.command.two_sided,
    "TN-049": lambda: [LAW.counters[number(n)].ma for n in (ROCKETS, "G-LVI-Nebelwerfer-51")] == [8, 7],
    "TN-050": lambda: LAW.strengths[number(INFANTRY)][1:] == ((5, 7), (4, 5), (2, 2)),
    "TN-051": lambda: LAW.strengths[number(SOVIETS)][1:] == ((2, 3), (1, 1)),
    # Movement and supply
    "TN-058": lambda: points(TANKS, "soviet movement", state={"supply": "out"}) == 3,
    "TN-059": lambda: points(CAVALRY, "soviet movement", state={"supply": "out"}) == 7,
    "TN-061": lambda: step(INFANTRY, "N0428", "N0528") == 1,
    "TN-062": lambda: step(SOVIETS, "N0428", "N0528", "soviet", weather="mud") == 0.5,
    "TN-063": lambda: [step(PANZERS, "N0418", "N0417", weather=w) for w in ("dry", "mud")] == [0.5, 1],
    "TN-064": lambda: step(PANZERS, "P1211", "P1210", weather="mud") == 5,
    "TN-066": lambda: 5 + LAW.overruns.line(9).modifier == 4 <= LAW.overruns.line(9).success,
    # Combat
    "TN-072": lambda: crt(17, 6) == "2-1",
    "TN-073": lambda: (crt(9, 6), crt(8, 10)) == ("3-2", "3-4"),
    "TN-077": lambda: LAW.air_combat[3, 4] == "destroyed",
    "TN-078": lambda: LAW.air_combat[-3, 1] == "aborted",
    "TN-084": lambda: (
        LAW.command.value(position(units={HQ16: "P3131"}, interdicted=["P3131"]).position, number(HQ16)) == 2
    ),
    "TN-085": lambda: divmod(7, next(r.every for r in LAW.vp_rows if r.event == "surrendered")) == (2, 1),
    "TN-087": lambda: (LAW.arrivals.points(3, 0), LAW.turns[3].german_points) == (6, 8),
}


@case("22.2.1", "new 1", "new 2", "new 3", "change 2", "counters", "rockets", "B2.4", "B2.8", "B15.8")
@pytest.mark.parametrize("vector", VECTORS)
def test_a_figure_is_as_it_was_fixed(vector):
    assert VECTORS[vector]()


@case("22.2.2")
def test_a_hex_in_both_ranges_is_under_the_non_op_hq():
    """TN-003."""
    pos = position(units={HQ16: "P3127", HQ30: nonop("P3133"), GUN: "P0835"}).position
    assert LAW.command.commanding(pos, hex_("P3130")) == []
    assert LAW.command.commanding(pos, hex_("P3128")) == [number(HQ16)]
