"""Ways to retreat, held against every walk there is."""

from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.boards import boards, hex_sets, some_hex
from typhoon.hexgrid import Grid, hex_sheet
from typhoon.mechanics.retreat import paths_away


def walks(board, start, steps):
    """All walks of so many steps over the board."""
    if steps == 0:
        return [(start,)]
    return [
        (*walk, to)
        for walk in walks(board, start, steps - 1)
        for to in board.naive.neighbours(walk[-1]).values()
    ]


@given(st.data())
def test_ways_away_are_the_walks_whose_every_step_leads_farther_away(data):
    board = data.draw(boards())
    origin, start = data.draw(some_hex(board)), data.draw(some_hex(board))
    open_, steps = data.draw(hex_sets(board)), data.draw(st.integers(0, 4))
    away = board.naive.distances(origin)
    expected = {
        tuple(board.index[place] for place in walk)
        for walk in walks(board, start, steps)
        if set(walk[1:]) <= open_ and [away[p] - away[start] for p in walk] == list(range(steps + 1))
    }
    ways = paths_away(board.grid, board.index[origin], board.index[start], steps, board.to_int(open_))
    assert set(ways) == expected
    assert len(ways) == len(expected)


GRID = Grid(hex_sheet(range(1, 12), range(1, 12)))


def ways(steps: int, start: str = "0606", origin: str = "0606") -> list[tuple[int, ...]]:
    return paths_away(GRID, GRID.index(origin), GRID.index(start), steps, GRID.all)


def test_on_open_ground_there_are_six_eighteen_and_forty_two_ways():
    """Six hexes at one; from a corner of a ring three hexes lead on, from an edge two.

    At two hexes 6 ways end in corners and 12 on edges; so at three there are 6 x 3 and 12 x 2.
    """
    assert [len(ways(n)) for n in (1, 2, 3)] == [6, 18, 42]


def test_a_unit_that_has_left_already_goes_on_away_from_where_it_began():
    """From 0605, next to 0606 in the north: straight on, or half to either side."""
    onward = ways(1, start="0605")
    assert len(onward) == 3
    assert all(GRID.distance(GRID.index("0606"), way[-1]) == 2 for way in onward)


def test_nobody_retreats_off_the_map():
    assert len(ways(1, start="0101", origin="0101")) == GRID.around(GRID.index("0101")).bit_count()
    assert ways(1, start="0101", origin="0606") == []
