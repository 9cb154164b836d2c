"""Sets of orders that are counted and picked from without being listed."""

from itertools import combinations
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typhoon.engine.offers import Offers, Target
from typhoon.engine.orders import Attack, End, Order, Orders, Perhaps, Place
from typhoon.hexgrid import Grid, hex_sheet
from typhoon.mechanics.choices import Groups, OfUnits, UnitHexes, nth

strengths = st.lists(st.integers(1, 20), max_size=9)


def named(strengths: list[int]) -> list[tuple[str, int]]:
    return [(f"U-{number:02}", strength) for number, strength in enumerate(strengths)]


def strong_enough(units: list[tuple[str, int]], need: int) -> set[Attack]:
    """Every group that reaches the strength, by trying them all."""
    return {
        Attack("1037", tuple(unit for unit, _ in group))
        for size in range(1, len(units) + 1)
        for group in combinations(units, size)
        if sum(strength for _, strength in group) >= need
    }


@given(strengths, st.integers(1, 60))
def test_groups_are_all_those_that_are_strong_enough_each_once(strengths, need):
    units = named(strengths)
    groups = Groups("1037", units, need)
    listed = list(groups)
    assert set(listed) == strong_enough(units, need)
    assert len(groups) == len(listed) == len(set(listed))


@given(strengths, st.integers(1, 60), st.randoms(use_true_random=False))
def test_units_may_be_given_in_any_order(strengths, need, rng):
    units = named(strengths)
    shuffled = units.copy()
    rng.shuffle(shuffled)
    assert list(Groups("1037", shuffled, need)) == list(Groups("1037", units, need))


def test_eighteen_units_around_a_hex_are_counted_without_listing():
    """All groups but the empty one when one unit is enough; only the whole when all are needed."""
    units = named([3] * 18)
    assert len(Groups("1037", units, 1)) == 2**18 - 1
    assert len(Groups("1037", units, 54)) == 1
    assert Groups("1037", units, 54)[0] == Attack("1037", tuple(unit for unit, _ in units))
    assert len(Groups("1037", units, 55)) == 0
    # Two or more of eighteen.
    assert len(Groups("1037", units, 4)) == 2**18 - 1 - 18


@pytest.mark.parametrize("number", [-1, 3, 100])
def test_there_is_no_group_beyond_the_last(number):
    """4 and 2 against 2: either alone, or both."""
    groups = Groups("1037", [("U-1", 4), ("U-2", 2)], 2)
    assert len(groups) == 3
    with pytest.raises(IndexError):
        groups[number]


def test_a_target_is_offered_with_all_who_may_join_only_when_they_suffice():
    offers = Offers()
    Groups("1037", [("U-2", 2), ("U-1", 4)], 6).offer(offers)
    Groups("1038", [("U-1", 4)], 5).offer(offers)
    assert offers.attacks.targets == {"1037": Target(("1037",), ("U-1", "U-2"))}


@given(strengths.filter(bool), st.integers(1, 20), st.integers(0, 2**32))
def test_a_sample_of_groups_is_one_of_them(strengths, need, seed):
    units = named(strengths)
    orders = Orders([Groups("1037", units, need)], lambda order: True)
    if not len(orders):
        with pytest.raises(IndexError, match="no orders"):
            orders.sample(Random(seed))
    else:
        assert orders.sample(Random(seed)) in strong_enough(units, need)


def test_all_groups_are_sampled_alike():
    units = named([4, 3, 2, 1])
    orders = Orders([Groups("1037", units, 5)], lambda order: True)
    rng = Random(7)
    counts: dict[object, int] = {}
    for _ in range(200 * len(orders)):
        order = orders.sample(rng)
        counts[order] = counts.get(order, 0) + 1
    assert set(counts) == strong_enough(units, 5)
    # Each 200 times, give or take five times the spread of 14.
    assert all(130 <= count <= 270 for count in counts.values())


@given(st.sets(st.integers(0, 2_000), min_size=1))
def test_the_nth_member_is_the_one_with_n_smaller_ones(members):
    number = sum(1 << member for member in members)
    assert [nth(number, n) for n in range(len(members))] == sorted(members)


GRID = Grid(hex_sheet(range(1, 9), range(1, 9)))


def place(unit: str, hex_: int) -> Place:
    return Place(unit, GRID.name[hex_])


@given(st.lists(st.sets(st.sampled_from(sorted(GRID.name))), max_size=4))
def test_there_is_an_order_for_each_unit_and_each_of_its_hexes(sets):
    choices = [(f"U-{n}", sum(1 << hex_ for hex_ in hexes)) for n, hexes in enumerate(sets)]
    orders = UnitHexes(GRID, choices, place)
    expected = [place(f"U-{n}", hex_) for n, hexes in enumerate(sets) for hex_ in sorted(hexes)]
    assert list(orders) == expected
    assert len(orders) == len(expected)
    assert [orders[number] for number in range(len(orders))] == expected
    for number in (-1, len(expected)):
        with pytest.raises(IndexError):
            orders[number]
    offers = Offers()
    orders.offer(offers)
    spelt = [
        group.form.spell(unit=unit, hex=hex_)
        for group in offers.places
        for unit in group.units
        for hex_ in group.hexes
    ]
    assert sorted(spelt) == sorted(map(str, expected))
    assert len(offers.places) == len({hexes for _, hexes in choices if hexes}), (
        "who goes alike is told together"
    )


class Rest(Order, frozen=True):
    """An order that names a unit and nothing else."""

    verb: ClassVar[str] = "rest"
    unit: str


def test_of_some_units_only_those_that_an_order_fits_are_drawn_and_listed():
    """Of A to D the set is quick to name A, C and D; D turns out not to do."""
    orders = OfUnits(Rest, "ABCD", 0b1101, lambda unit: unit != 3)
    assert list(orders) == [orders[0], orders[1]] == [Rest("A"), Rest("C")]
    assert (len(orders), orders.most()) == (2, 3)
    assert [orders.draw(number) for number in range(3)] == [Rest("A"), Rest("C"), None]
    drawn = {str(Orders([orders], lambda order: True).sample(Random(seed))) for seed in range(20)}
    assert drawn == {"rest A", "rest C"}


@pytest.mark.parametrize(("legal", "listed"), [(True, [End()]), (False, [])])
def test_an_order_that_takes_long_to_judge_is_judged_when_it_is_wanted(legal, listed):
    asked = []
    orders = Perhaps(End(), lambda: asked.append(1) is None and legal)
    assert orders.most() == 1 and not asked
    assert list(orders) == listed and len(orders) == len(listed)
    assert orders.draw(0) == (End() if legal else None)
    offers = Offers()
    orders.offer(offers)
    assert [offer.text for offer in offers.plain] == ["end"] * len(listed)
