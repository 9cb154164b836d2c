"""Soviet supply lines of limited length (12.21, 12.42, 12.52).

Row C31 runs through open country: a hex and one with a column number n higher are n hexes apart.
"""

import pytest

import typhoon
from tests.games.operation_typhoon_revision.positions import GAME, only, position, told, unit
from typhoon.engine.cases import case

DIVISION, ARMY_50, ARMY_49 = "413/50", "50/Bldin", "49/Zhrkn"
ON, OFF = ("soviet-supply",), ()


def state(units, switches=ON, **given):
    """The supply of the division after the German supply phase."""
    game = position(*switches, turn=4, phase="german supply", units=units, **given)
    return unit(game, DIVISION).get("supply", "in")


@case("12.21", "12.42")
@pytest.mark.parametrize(
    ("switches", "column", "supply"),
    [
        (ON, 24, "in"),  # OTR-011: twelve hexes
        (ON, 25, "out"),  # OTR-012: thirteen
        (OFF, 25, "in"),  # 1978: any length
    ],
)
def test_twelve_hexes_to_the_parent_hq(switches, column, supply):
    assert state({DIVISION: "C3112", ARMY_50: f"C31{column}"}, switches) == supply


@case("12.21", "12.42")
@pytest.mark.parametrize(
    ("switches", "column", "supply"),
    [
        (ON, 18, "in"),  # OTR-013, R38: six hexes to an HQ of another army
        (ON, 19, "out"),  # OTR-014: seven
        (OFF, 18, "out"),  # 1978
    ],
)
def test_six_hexes_to_another_hq(switches, column, supply):
    assert state({DIVISION: "C3112", ARMY_49: f"C31{column}"}, switches) == supply


@case("12.21")
def test_three_hexes_to_a_source_as_before():
    assert state({DIVISION: "C2151"}) == "in"  # C2154 is on the east edge
    assert state({DIVISION: "C2150"}) == "out"


@case("12.52")
@pytest.mark.parametrize(
    ("switches", "hq", "supply"),
    [
        (ON, (ARMY_49, 12), "out"),  # OTR-015: another HQ at twelve hexes
        (ON, (ARMY_49, 13), "isolated"),  # OTR-016
        (ON, (ARMY_50, 13), "out"),  # R39: the parent at any length
        (OFF, (ARMY_49, 13), "out"),
    ],
)
def test_isolation_without_a_line_to_the_parent_or_another_hq_near(switches, hq, supply):
    """The HQ stands in the same pocket, a corridor along row C31, and nothing leads to a source."""
    name, distance = hq
    units = {DIVISION: "C3112", name: f"C31{12 + distance}", **pocket(distance)}
    assert state(units, switches) == supply


REGIMENTS = [
    "17/31/43", "82/31/43", "12/31/43", "431/131/43", "432/131/43", "433/131/43", "61/7/7", "62/7/7",
    "19/7/7", "12/4P/24", "33/4P/24", "3/3P/24", "394/3P/24", "1/GDM/24", "2/GDM/24", "15/29M/47",
    "71/29M/47", "20/10M/47", "41/10M/47", "35/25M/47", "119/25M/47", "40/17P/24", "63/17P/24",
]  # fmt: skip


def pocket(distance):
    """Germans two rows above and below row C31, whose zones cover rows C30 and C32, and at its ends."""
    names = iter(REGIMENTS)
    columns = range(10, 12 + distance + 4, 2)
    ring = [f"C{row}{column}" for row in (29, 33) for column in columns]
    ends = [f"C31{column:02}" for column in (9, 12 + distance + 3)]
    return {next(names): number for number in (*ring, *ends)}


@case("12.21")
def test_the_line_on_request_is_the_one_that_gives_supply():
    units = {DIVISION: "C3112", ARMY_50: "C3125", ARMY_49: "C3116"}
    assert position(*ON, turn=4, units=units).ask("line", DIVISION)[-1] == "C3116"
    assert position(*OFF, turn=4, units=units).ask("line", DIVISION)[-1] == "C3125"
    units[ARMY_50] = "C3124"
    assert position(*ON, turn=4, units=units).ask("line", DIVISION)[-1] == "C3124"


@case("12.21", "12.42")
def test_37_of_104_soviet_units_are_short_of_supply_at_the_start_of_the_campaign():
    """OTR-130, worked out on the map: with 312/30 in B0920."""
    game = typhoon.new(GAME, "campaign", seed=1, options=only("soviet-supply", "unit-312"))
    for _ in range(9):
        if game.decision.phase != "set-up":
            break
        game.push("plan historical" if "plan historical" in game.orders else "deploy")
    counters = {counter.unit: counter for counter in game.rules.counters}
    soviet = [name for name in told(game)["units"] if counters[name].side == "soviet"]
    assert len(soviet) == 104
    assert sum(game.ask("supply", name) != "in supply" for name in soviet) == 37
