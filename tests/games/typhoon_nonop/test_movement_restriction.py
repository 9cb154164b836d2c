"""The movement restriction (22.2.5) by chance: no order of moves gets round it, and nobody else is held back.

The rule is told once more here, in its own words: whoever begins to move within four hexes of a Non-Op HQ
counts against it, at the place where the HQ is at that moment; one less than the recovery value may; HQs and
those who start elsewhere are free.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.typhoon_nonop.positions import (
    CAVALRY,
    HQ16,
    HQ20,
    HQ49,
    OTHER_SOVIETS,
    OTHER_TANKS,
    SOVIET_GUN,
    SOVIETS,
    TANKS,
    THIRD_SOVIETS,
    give,
    nonop,
    position,
    reach,
    refused,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

LAW = find_rules("typhoon-nonop")
GRID = LAW.grid
PLAIN = sorted(GRID.numbers(GRID.disc(GRID.index("P3131"), 7) & LAW.ground.open))
HQS = {HQ16: 3, HQ49: 2, HQ20: 1}
UNITS = (SOVIETS, OTHER_SOVIETS, THIRD_SOVIETS, TANKS, OTHER_TANKS, CAVALRY, SOVIET_GUN)


def near(hex_, other):
    return GRID.distance(GRID.index(hex_), GRID.index(other)) <= 4


class Count:
    """The restriction as a player keeps it on paper."""

    def __init__(self, places, down):
        self.places, self.down, self.begun = dict(places), down, set()
        self.let_go = dict.fromkeys(down, 0)

    def over(self, unit):
        """The Non-Op HQs that a unit would count against."""
        if unit in HQS or unit in self.begun:
            return []
        return [hq for hq in self.down if near(self.places[hq], self.places[unit])]

    def may(self, unit):
        return all(self.let_go[hq] < HQS[hq] for hq in self.over(unit))

    def move(self, unit, to):
        for hq in self.over(unit):
            self.let_go[hq] += 1
        self.begun.add(unit)
        self.places[unit] = to


@case("22.2.5 movement restriction", "22.2.5 free entry from outside", "22.2.2")
@pytest.mark.parametrize("phase", ["soviet movement", "soviet motorized movement"])
@given(seed=st.integers(0, 2**32))
def test_no_order_of_moves_lets_an_hq_exceed_its_count_and_nobody_else_is_held(phase, seed):
    rng = random.Random(seed)
    places = {name: rng.choice(PLAIN) for name in (*HQS, *UNITS)}
    down = [hq for hq in HQS if rng.random() < 0.8]
    units = {name: nonop(hex_) if name in down else hex_ for name, hex_ in places.items()}
    game, count = position(units=units, phase=phase), Count(places, down)
    movers = [name for name in places if phase == "soviet movement" or name in (TANKS, OTHER_TANKS, CAVALRY)]
    for _ in range(8):
        name = rng.choice(movers)
        goals = sorted(reach(game, name))
        if name not in count.begun:
            assert bool(goals) is count.may(name), (name, places)
        if not goals:
            continue
        to = rng.choice(goals)
        game.push(f"move {name} {count.places[name]}-{to}")
        count.move(name, to)
        started = {hq: game.position.started.get(LAW.unit_number[hq], 0) for hq in down}
        assert started == count.let_go
        assert all(started[hq] <= HQS[hq] for hq in down)


@case("22.2.5 free entry from outside")
@given(seed=st.integers(0, 2**32))
def test_entering_from_outside_never_counts(seed):
    rng = random.Random(seed)
    outside = [hex_ for hex_ in PLAIN if not near(hex_, "P3131")]
    places = {name: rng.choice(outside) for name in UNITS[:5]}
    game = position(units={HQ20: nonop("P3131"), **places}, phase="soviet movement")
    for name, start in places.items():
        inside = [to for to in reach(game, name) if near(to, "P3131")]
        if inside:
            game.push(f"move {name} {start}-{rng.choice(sorted(inside))}")
    assert LAW.unit_number[HQ20] not in game.position.started


@case("22.2.5 movement restriction")
def test_a_range_that_moves_away_frees_those_it_leaves_and_binds_those_it_reaches():
    """R5, R36. HQ 20 walks from P3131 to P3134: P3128 is out of its range then, P3138 in it."""
    units = {HQ20: nonop("P3131"), SOVIETS: "P3130", OTHER_SOVIETS: "P3128", THIRD_SOVIETS: "P3138"}
    game = position(units=units, phase="soviet movement")
    give(game, f"move {SOVIETS} P3130-P3129")
    assert refused(game, f"move {OTHER_SOVIETS} P3128-P3127").case == "22.2.5"
    give(game, f"move {HQ20} P3131-P3134")
    assert refused(game, f"move {THIRD_SOVIETS} P3138-P3137").case == "22.2.5"
    give(game, f"move {OTHER_SOVIETS} P3128-P3127")
