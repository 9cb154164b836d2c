from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.boards import Drawn, boards, some_hex
from typhoon.hexgrid import (
    Asked,
    Crossing,
    Entering,
    Following,
    Grid,
    Spread,
    Steps,
    bits,
    hex_sheet,
    reach,
    reach_all,
)


class March:
    """One mover on a board: the same question put to the program and to the naive search.

    Prices are movement points, fractions of any kind; the program counts in ``1 / parts`` points.
    """

    def __init__(self, board: Drawn, start, points, parts, entering, following, crossing, free, stop) -> None:
        self.board, self.start, self.points, self.parts = board, start, points, parts
        self.entering, self.following, self.crossing = entering, following, crossing
        self.free, self.stop = free, stop

    def price(self, a, b) -> Fraction | None:
        prices = [cost for cost, into in self.entering if b in into]
        prices += [cost for cost, ways in self.following if (a, b) in ways]
        for ways, over in self.crossing:
            prices += [cost for cost, into in over if b in into and (a, b) in ways]
        return min(prices, default=None)

    def naive_costs(self):
        return self.board.naive.least_costs(self.start, self.points, self.price, self.free, self.stop)

    def steps(self) -> Steps:
        board = self.board
        steps = [Entering(int(cost * self.parts), board.to_int(into)) for cost, into in self.entering]
        steps += [Following(int(cost * self.parts), board.to_links(ways)) for cost, ways in self.following]
        for ways, prices in self.crossing:
            in_parts = [(int(cost * self.parts), board.to_int(into)) for cost, into in prices]
            steps.append(Crossing(board.to_links(ways), in_parts))
        return Steps(board.grid, steps)

    def reach(self, prepared=False):
        board, steps = self.board, self.steps()
        return reach(
            board.grid,
            board.index[self.start],
            int(self.points * self.parts),
            steps if prepared else tuple(steps),
            board.to_int(self.free),
            board.to_int(self.stop),
        )


@st.composite
def marches(draw) -> list[March]:
    """Some marches on any board, made from a seed: hypothesis left to itself tries mostly idle ones."""
    board = draw(boards())
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return [any_march(board, rng) for _ in range(6)]


def any_march(board: Drawn, rng: Random) -> March:
    parts = rng.choice([1, 2, 3, 6])
    hexes = board.in_order
    ways = [(a, b) for a in hexes for b in board.naive.neighbours(a).values()]
    start = rng.choice(hexes)

    def cost():
        return Fraction(rng.randint(1, 3 * parts), parts)

    def some(members, *shares):
        share = rng.choice(shares)
        return {member for member in members if rng.random() < share}

    dry = some(ways, 0.3, 0.8)

    def some_of(sides):
        return [side for side in sides if rng.random() < 0.5]

    def prices():
        return [(cost(), some(hexes, 0.3, 0.7, 1)) for _ in range(rng.randint(1, 3))]

    usual = prices()
    return March(
        board,
        start,
        Fraction(rng.randint(0, 8 * parts), parts),
        parts,
        entering=[(cost(), some(hexes, 0.3, 0.7, 1)) for _ in range(rng.randint(0, 3))],
        following=[(cost(), some(ways, 0.3, 0.7)) for _ in range(rng.randint(0, 2))],
        crossing=[(ways, rng.choice([usual, prices()])) for ways in some_of([dry, set(ways) - dry])],
        free=some(hexes, 0.8, 1),
        stop=some(hexes, 0, 0.1, 0.3) | some([start], 0.3),
    )


@given(marches())
def test_every_hex_is_reached_at_its_least_cost(marches):
    for march in marches:
        found, least = march.reach(), march.naive_costs()
        for cost, layer in enumerate(found.layers):
            at_this_cost = {place for place, points in least.items() if points * march.parts == cost}
            assert march.board.to_places(layer) == at_this_cost
        assert len(found.layers) == march.points * march.parts + 1


@given(marches())
def test_steps_made_ready_for_many_searches_lead_to_the_same_hexes_by_the_same_ways(marches):
    for march in marches:
        plain, ready = march.reach(), march.reach(prepared=True)
        assert ready.layers == plain.layers
        assert ready.hexes == plain.hexes
        assert all(ready.path(there) == plain.path(there) for there in plain.costs())


@given(boards(), st.integers(0, 2**32 - 1))
def test_steps_that_do_not_overlap_lead_to_the_same_hexes_by_the_same_ways(board, seed):
    rng, grid = Random(seed), board.grid
    for _ in range(4):
        dry = tuple([grid.all & rng.getrandbits(grid.all.bit_length()) for _ in range(6)])
        wet = tuple([grid.all & ~links for links in dry])
        clear = grid.all & rng.getrandbits(grid.all.bit_length())
        woods = grid.all & ~clear & rng.getrandbits(grid.all.bit_length())
        unit = rng.choice([1, 2])
        steps = [
            Crossing(links, [(unit * rng.randint(1, 5), clear), (unit * rng.randint(1, 5), woods), (unit, 0)])
            for links in (dry, wet)
        ]
        start, allowance = rng.choice(bits(grid.all)), rng.randint(0, 12)
        stop = grid.all & rng.getrandbits(grid.all.bit_length()) & rng.getrandbits(grid.all.bit_length())
        plain = reach(grid, start, allowance, steps, grid.all, stop)
        ready = reach(grid, start, allowance, Steps.apart(grid, steps), grid.all, stop)
        assert ready.layers == plain.layers
        assert all(ready.path(there) == plain.path(there) for there in plain.costs())


@given(marches())
def test_a_step_costs_the_least_of_its_prices_and_tolls_besides(marches):
    for march in marches:
        grid, index, plain = march.board.grid, march.board.index, march.steps()
        dear, dearest = (sum(1 << i for i in index.values() if i % 4 == rest) for rest in (1, 2))
        tolled = plain.tolled([(2, dear), (5, dearest)])
        for a in index:
            for b in march.board.naive.neighbours(a).values():
                points, price = march.price(a, b), plain.price(index[a], index[b])
                assert price == (None if points is None else points * march.parts)
                toll = 2 if dear >> index[b] & 1 else 5 if dearest >> index[b] & 1 else 0
                assert tolled.price(index[a], index[b]) == (None if price is None else price + toll)
        free, stop = march.board.to_int(march.free), march.board.to_int(march.stop)
        movers = [Asked(start, most, free, stop) for start in list(index.values())[:9] for most in (3, 11)]
        afresh = Steps(grid, tuple(tolled))
        for mover, found in zip(movers, reach_all(grid, [(tolled, mover) for mover in movers]), strict=True):
            assert found.layers == reach(grid, mover.start, mover.allowance, afresh, free, stop).layers


@given(boards(), st.integers(0, 2**32 - 1))
def test_bridges_are_as_dry_land_to_steps_that_were_made_ready_without_them(board, seed):
    rng, grid = Random(seed), board.grid
    some = lambda: grid.all & rng.getrandbits(grid.all.bit_length())  # noqa: E731
    for _ in range(4):
        dry = tuple([some() for _ in range(6)])
        wet = tuple([grid.all & ~links for links in dry])
        bridges = tuple([links & some() & some() for links in wet])
        closed = rng.choice([0, some() & some(), grid.all])
        clear, unit = some() & ~closed, rng.choice([1, 2])
        prices = [(unit, clear), (unit * rng.randint(2, 4), grid.all & ~clear & ~closed)]
        over_water = [(price + unit * rng.randint(0, 3), into) for price, into in prices]
        land, water, road = Crossing(dry, prices), Crossing(wet, over_water), Crossing(wet, [(unit, some())])
        both = tuple([a | b for a, b in zip(dry, bridges, strict=True)])
        afresh = Steps(grid, [Crossing(both, prices), water, road])
        ready = Steps(grid, [land, water, road])
        reach(grid, bits(grid.all)[0], 3, ready, grid.all)
        bridged, stop = ready.widened(bridges), some() & some()
        movers = [Asked(start, most, grid.all, stop) for start in bits(grid.all)[:9] for most in (2, 9)]
        for mover, found in zip(movers, reach_all(grid, [(bridged, mover) for mover in movers]), strict=True):
            told = reach(grid, mover.start, mover.allowance, afresh, grid.all, stop)
            alone = reach(grid, mover.start, mover.allowance, bridged, grid.all, stop)
            for way in (found, alone):
                assert (way.layers, way.hexes) == (told.layers, told.hexes)
                assert all(way.path(there) == told.path(there) for there in told.costs())


@given(marches(), st.integers(1, 5))
def test_a_toll_where_movers_stop_is_paid_like_any_other(marches, toll):
    for march in marches:
        grid, index, plain = march.board.grid, march.board.index, march.steps()
        free, stop = march.board.to_int(march.free), march.board.to_int(march.stop)
        dear = stop & sum(1 << i for i in index.values() if i % 3)
        late, tolled = plain.dearer(toll, dear), plain.tolled([(toll, dear)])
        movers = [Asked(start, most, free, stop) for start in list(index.values())[:9] for most in (0, 3, 11)]
        for mover, found in zip(movers, reach_all(grid, [(late, mover) for mover in movers]), strict=True):
            told = reach(grid, mover.start, mover.allowance, tolled, free, stop)
            alone = reach(grid, mover.start, mover.allowance, late, free, stop)
            for way in (found, alone):
                assert (way.hexes, way.costs(), way.layers) == (told.hexes, told.costs(), told.layers)
                assert all(way.path(there) == told.path(there) for there in told.costs())
        for a in index:
            for b in march.board.naive.neighbours(a).values():
                assert late.price(index[a], index[b]) == tolled.price(index[a], index[b])


@given(marches())
def test_every_hex_is_as_far_from_some_goals_as_from_the_nearest_of_them(marches):
    for march in marches:
        board, most, steps = march.board, int(march.points * march.parts), march.steps()
        goals, free = {board.in_order[0], march.start}, march.free | {board.in_order[0], march.start}
        least: dict[int, int] = {}
        for goal in goals:
            for place, points in board.naive.least_costs(goal, march.points, march.price, free, ()).items():
                cost = int(points * march.parts)
                least[board.index[place]] = min(cost, least.get(board.index[place], cost))

        def spread(board=board, goals=goals, most=most, steps=steps, free=free):
            return Spread(board.grid, board.to_int(goals), most, steps, board.to_int(free))

        found = spread()
        assert {i: found.cost(i) for i in board.index.values()} == {
            i: least.get(i) for i in board.index.values()
        }
        layers = {cost: {i for i, there in least.items() if there == cost} for cost in least.values()}
        assert {cost: set(bits(layer)) for cost, layer in spread().layers()} == layers
        for cost in range(-1, most + 2):
            assert set(bits(spread().within(cost))) == {i for i, there in least.items() if there <= cost}
        some = sum(1 << i for i in board.index.values() if i % 3)
        near = min((cost for i, cost in least.items() if i % 3), default=None)
        assert set(bits(spread().nearest(some))) == {i for i in layers.get(near, ()) if i % 3}


@given(marches())
def test_costs_of_single_hexes_agree_with_the_layers(marches):
    for march in marches:
        found, index = march.reach(), march.board.index
        least = {index[place]: int(points * march.parts) for place, points in march.naive_costs().items()}
        for i in index.values():
            if i in least:
                assert found.cost(i) == least[i]
            else:
                with pytest.raises(KeyError):
                    found.cost(i)
        some = sum(1 << i for i in index.values() if i % 3)
        cheapest = min(((cost, i) for i, cost in least.items() if i % 3), default=(0, None))[1]
        assert found.nearest(some) == cheapest
        assert least.pop(found.start) == 0
        assert found.costs() == least
        assert march.board.to_places(found.hexes) == {march.board.place[i] for i in least}
        assert found.count == len(least)


@given(marches())
def test_what_a_path_leads_through_is_what_lies_on_it_after_its_start(marches):
    for march in marches:
        found = march.reach()
        for there in found.costs():
            path = found.path(there)[1:]
            for few in (1, 3, 7):
                some = sum(1 << i for i in march.board.index.values() if i % few == 0)
                assert bits(found.through(there, some)) == sorted(i for i in path if i % few == 0)


@given(marches())
def test_a_path_is_a_legal_march_that_costs_what_was_said(marches):
    for march in marches:
        found, board = march.reach(), march.board
        for there, cost in found.costs().items():
            path = [board.place[i] for i in found.path(there)]
            assert path[0] == march.start
            assert path[-1] == board.place[there]
            assert board.place[found.before(there)] == path[-2]
            spent = 0
            for a, b in pairwise(path):
                assert b in board.naive.neighbours(a).values()
                assert board.naive.may_step(march.start, a, b, march.free, march.stop)
                spent += march.price(a, b)
            assert spent * march.parts == cost


@given(boards(), st.data())
def test_a_step_that_would_leave_the_board_is_not_made(board, data):
    """Links everywhere, as a game may ask for steps over any hexside without a river."""
    start = data.draw(some_hex(board))
    everywhere = Following(1, (board.grid.all,) * 6)
    found = reach(board.grid, board.index[start], 5, (everywhere,), free=~0)
    steps = board.naive.steps_from([start])
    assert board.to_places(found.hexes) == {place for place, n in steps.items() if 1 <= n <= 5}


# Marches counted by hand on a strip of clear hexes: one row, 0101 to 0901


@pytest.fixture
def strip():
    return Grid(hex_sheet(range(1, 10), range(1, 2)))


def costs(grid, found):
    return {grid.name[i]: cost for i, cost in found.costs().items()}


def test_roads_at_half_a_point_are_counted_in_halves(strip):
    road = strip.links([("0101", "0201"), ("0201", "0301"), ("0401", "0501")])
    steps = Following(1, road), Entering(2, strip.all)
    found = reach(strip, strip.index("0101"), 6, steps, strip.all)
    assert costs(strip, found) == {"0201": 1, "0301": 2, "0401": 4, "0501": 5}


def test_railways_at_a_third_of_a_point_are_counted_in_thirds(strip):
    railway = strip.links([("0101", "0201"), ("0201", "0301"), ("0301", "0401")])
    steps = Entering(3, strip.all), Following(1, railway)
    found = reach(strip, strip.index("0101"), 7, steps, strip.all)
    assert costs(strip, found) == {"0201": 1, "0301": 2, "0401": 3, "0501": 6}


def test_a_mover_halts_in_the_first_hex_where_it_must_stop(strip):
    stop = strip.hexes(["0301", "0401"])
    found = reach(strip, strip.index("0101"), 9, (Entering(1, strip.all),), strip.all, stop)
    assert costs(strip, found) == {"0201": 1, "0301": 2}


def test_a_mover_leaves_a_stop_hex_it_starts_in_but_not_straight_into_another(strip):
    stop = strip.hexes(["0301", "0401", "0101"])
    found = reach(strip, strip.index("0301"), 9, (Entering(1, strip.all),), strip.all, stop)
    assert costs(strip, found) == {"0201": 1, "0101": 2}


def test_a_way_round_into_a_second_stop_hex_is_found_and_walked():
    grid = Grid(hex_sheet(range(1, 4), range(1, 4)))
    start, goal, between = grid.index("0202"), grid.index("0203"), grid.index("0303")
    stop = grid.hexes(["0202", "0203"])
    found = reach(grid, start, 4, (Entering(2, grid.all),), grid.hexes(["0203", "0303"]), stop)
    assert found.costs() == {between: 2, goal: 4}
    assert found.path(goal) == [start, between, goal]


def test_a_path_does_not_run_through_a_stop_hex_as_near_as_the_way_round_it():
    grid = Grid(hex_sheet(range(1, 6), range(1, 6)))
    start, goal = grid.index("0303"), grid.index("0401")
    found = reach(grid, start, 2, (Entering(1, grid.all),), grid.all, stop=grid.hexes(["0302"]))
    assert [grid.name[i] for i in found.path(goal)] == ["0303", "0402", "0401"]


def test_a_path_follows_the_road_and_not_a_hex_beside_it():
    grid = Grid(hex_sheet(range(1, 6), range(1, 6)))
    start, goal = grid.index("0303"), grid.index("0401")
    road = grid.links([("0303", "0402"), ("0303", "0302"), ("0302", "0401")])
    found = reach(grid, start, 2, (Following(1, road),), grid.all)
    assert [grid.name[i] for i in found.path(goal)] == ["0303", "0302", "0401"]


def test_a_path_enters_woods_at_the_price_of_woods():
    grid = Grid(hex_sheet(range(1, 6), range(1, 6)))
    start, woods = grid.index("0303"), grid.index("0302")
    steps = Entering(1, grid.all & ~(1 << woods)), Entering(2, 1 << woods)
    found = reach(grid, start, 4, steps, grid.all)
    assert found.cost(woods) == 2
    assert found.path(woods) == [start, woods]


def test_a_forbidden_step_between_stop_hexes_is_not_taken_at_the_price_of_the_way_round():
    grid = Grid(hex_sheet(range(1, 4), range(1, 4)))
    start, goal, between = grid.index("0202"), grid.index("0203"), grid.index("0303")
    road = grid.links([("0202", "0303"), ("0303", "0203")])
    steps = Entering(2, grid.all), Following(1, road)
    found = reach(grid, start, 2, steps, grid.all, stop=grid.hexes(["0202", "0203"]))
    assert found.path(goal) == [start, between, goal]


def test_a_mover_without_points_stays_where_it_is(strip):
    start = strip.index("0301")
    found = reach(strip, start, 0, (Entering(1, strip.all),), strip.all)
    assert found.hexes == 0
    assert found.costs() == {}
    assert found.path(start) == [start]


def test_there_is_no_path_to_a_hex_out_of_reach(strip):
    found = reach(strip, strip.index("0101"), 2, (Entering(1, strip.all),), strip.all)
    with pytest.raises(KeyError):
        found.path(strip.index("0401"))


def test_of_equal_ways_the_one_from_the_westmost_and_then_northmost_hex_is_taken():
    grid = Grid(hex_sheet(range(1, 6), range(1, 6)))
    steps = (Entering(1, grid.all),)
    found = reach(grid, grid.index("0303"), 4, steps, grid.all)
    assert [grid.name[i] for i in found.path(grid.index("0402"))] == ["0303", "0402"]
    assert [grid.name[i] for i in found.path(grid.index("0401"))] == ["0303", "0302", "0401"]
    assert [grid.name[i] for i in found.path(grid.index("0502"))] == ["0303", "0402", "0502"]
    assert [grid.name[i] for i in found.path(grid.index("0501"))] == ["0303", "0302", "0401", "0501"]


def test_many_movers_searched_for_at_once_find_what_each_finds_alone():
    """From the edges, the middle and one hex twice; some stand where they must stop, some cannot move."""
    grid = Grid(hex_sheet(range(1, 55), range(1, 40), order="RRCC"), top="pointy", shifted="even")
    rng = Random(1941)
    hexes = list(grid.name)

    def some(share):
        return sum(1 << hex_ for hex_ in hexes if rng.random() < share)

    links = tuple(some(0.2) for _ in range(6))
    dry = tuple(grid.all & ~link for link in links)
    clear, woods = some(0.7), grid.all
    fine = [Following(1, links), Crossing(dry, [(2, clear), (5, woods)]), Crossing(links, [(4, clear)])]
    coarse = [Entering(2, clear), Entering(6, woods), Crossing(links, [(4, woods)])]
    for steps in (Steps(grid, fine), Steps(grid, coarse)):
        stop = some(0.1)
        starts = [*rng.sample(hexes, 60), *[hexes[0]] * 2, min(hexes), max(hexes)]
        asked = [Asked(at, rng.choice([0, 1, 4, 7, 10, 30]), some(0.95), stop) for at in starts]
        together = reach_all(grid, [(steps, mover) for mover in asked])
        for mover, found in zip(asked, together, strict=True):
            alone = reach(grid, mover.start, mover.allowance, steps, mover.free, mover.stop)
            assert (found.start, found.allowance, found.layers) == (
                mover.start,
                mover.allowance,
                alone.layers,
            )
            assert found.costs() == {to: found.cost(to) for to in bits(alone.hexes)}
            for to in rng.sample(bits(alone.hexes), min(5, alone.count)):
                assert found.path(to) == alone.path(to)
                assert found.before(to) == alone.path(to)[-2]
                assert reach(*found.asked_for(to)).path(to) == alone.path(to)
        assert any(found.count > 100 for found in together)
        assert any(1 << found.start & stop and found.count for found in together)
