"""Lines of communication, held against a plain search hex by hex."""

from functools import cached_property
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.boards import Drawn, boards, hex_sets, one_way_links
from tests.hexgrid.naive import breadth_first
from typhoon.hexgrid import Grid, hex_sheet
from typhoon.mechanics.supply import in_communication, is_in_communication, line_of_communication


class Country:
    """A board with sources, open hexes and a net of roads, asked in both ways."""

    def __init__(self, board: Drawn, sources, open_, one_way, overland: int) -> None:
        self.board, self.sources, self.open, self.overland = board, sources, open_, overland
        self.roads = one_way | {(b, a) for a, b in one_way}
        self.args = board.to_int(sources), board.to_int(open_), board.to_links(self.roads), overland

    @cached_property
    def net(self):
        """Every hex from which a source can be reached along roads."""
        return self.board.naive.flood_along(self.sources & self.open, self.open, self.roads)

    def steps_to_net(self, start):
        """How many steps overland it is to the net; None when it is too far or there is no way."""
        net = self.net
        steps = breadth_first(
            [start], lambda place: [p for p in self.board.naive.neighbours(place).values() if p in self.open]
        )
        found = [n for place, n in steps.items() if place in net and n <= self.overland]
        return min(found, default=None)

    def connected(self):
        return {place for place in self.board.naive.hexes if self.steps_to_net(place) is not None}


@st.composite
def small_countries(draw) -> Country:
    """Any board, thick with sources and roads."""
    board = draw(boards())
    return Country(
        board,
        draw(hex_sets(board)),
        draw(hex_sets(board)),
        draw(one_way_links(board)),
        draw(st.integers(0, 7)),
    )


def wide_country(seed: int) -> Country:
    """A larger board with a source or two and a winding road from each: the way to it can be long."""
    rng = Random(seed)
    places = hex_sheet(range(1, rng.randint(8, 12)), range(1, rng.randint(8, 12)))
    board = Drawn(places, rng.choice(["flat", "pointy"]), rng.choice(["even", "odd"]))
    open_ = {place for place in board.in_order if rng.random() < rng.choice([0.7, 0.9])}
    sources = set(rng.sample(board.in_order, rng.randint(1, 2)))
    roads = set()
    for here in sources:
        for _ in range(rng.randint(0, 6)):
            there = rng.choice(list(board.naive.neighbours(here).values()))
            roads.add((here, there))
            open_ |= {here, there}
            here = there
    return Country(board, sources, open_, roads, rng.randint(0, 5))


def countries() -> st.SearchStrategy[Country]:
    return small_countries() | st.integers(0, 2**32).map(wide_country)


@given(countries())
def test_the_hexes_in_communication_are_those_a_plain_search_finds(country):
    found = in_communication(country.board.grid, *country.args)
    assert country.board.to_places(found) == country.connected()


@given(countries())
def test_one_hex_is_in_communication_exactly_when_a_plain_search_says_so(country):
    board = country.board
    found = {p for p, i in board.index.items() if is_in_communication(board.grid, i, *country.args)}
    assert found == country.connected()


@given(countries())
def test_a_line_is_found_exactly_where_there_is_communication(country):
    board = country.board
    connected = in_communication(board.grid, *country.args)
    for place, index in board.index.items():
        line = line_of_communication(board.grid, index, *country.args)
        assert (line is not None) == bool(connected >> index & 1)
        if line is not None:
            check_line(country, place, [board.place[i] for i in line])


def check_line(country: Country, start, line) -> None:
    """From the start to a source, through open hexes, by steps overland and then by road."""
    assert line[0] == start
    assert set(line[1:]) <= country.open
    assert line[-1] in country.sources & country.open
    assert len(set(line)) == len(line)
    for a, b in pairwise(line):
        assert b in country.board.naive.neighbours(a).values()
    overland = country.steps_to_net(start)
    assert all((a, b) in country.roads for a, b in list(pairwise(line))[overland:])


# A road runs from the source 0103 along row 3 to 0503; even columns lie half a hex lower.
GRID = Grid(hex_sheet(range(1, 10), range(1, 6)))
ROAD = GRID.links([("0103", "0203"), ("0203", "0303"), ("0303", "0403"), ("0403", "0503")])
SOURCE = GRID.hexes(["0103"])


def line(start: str, closed: tuple[str, ...] = (), overland: int = 2) -> list[str] | None:
    open_ = GRID.all & ~GRID.hexes(closed)
    found = line_of_communication(GRID, GRID.index(start), SOURCE, open_, ROAD, overland)
    return None if found is None else [GRID.name[i] for i in found]


def test_a_line_goes_overland_to_the_road_and_along_it():
    assert line("0703") in (
        ["0703", "0602", "0503", "0403", "0303", "0203", "0103"],
        ["0703", "0603", "0503", "0403", "0303", "0203", "0103"],
    )


def test_a_unit_too_far_from_the_road_is_cut_off():
    assert line("0803", overland=3) is not None
    assert line("0803", overland=2) is None


def test_a_closed_road_hex_cuts_the_road_behind_it():
    """Beyond a gap in 0403 the road goes on in 0303, two steps from 0503."""
    assert line("0503", closed=("0203",)) is None
    assert line("0503", closed=("0403",), overland=1) is None
    assert line("0403", closed=("0403",), overland=1) == ["0403", "0303", "0203", "0103"]


def test_a_closed_source_feeds_nobody_not_even_those_in_it():
    assert line("0103", closed=("0103",)) is None


def test_a_unit_in_the_source_needs_no_road():
    assert line("0103", overland=0) == ["0103"]
