from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.boards import (
    Drawn,
    boards,
    hex_sets,
    one_way_links,
    some_hex,
    three_pointy_sheets,
    two_flat_sheets,
)
from typhoon.hexgrid import Grid, bits, first, hex_sheet

# One hex and its neighbours


@given(board=boards())
def test_a_hex_has_the_neighbours_whose_centres_lie_around_it(board):
    for place, index in board.index.items():
        assert board.to_places(board.grid.around(index)) == set(board.naive.neighbours(place).values())


@given(board=boards())
def test_a_step_in_each_compass_direction_leads_to_the_hex_that_lies_there(board):
    for place, index in board.index.items():
        neighbours = board.naive.neighbours(place)
        for direction, name in enumerate(board.grid.directions):
            there = board.index[neighbours[name]] if name in neighbours else None
            assert board.grid.step(index, direction) == there


@given(board=boards())
def test_the_direction_between_two_hexes_is_known_exactly_when_they_are_neighbours(board):
    for a, i in board.index.items():
        name_of = {place: name for name, place in board.naive.neighbours(a).items()}
        for b, j in board.index.items():
            direction = board.grid.direction(i, j)
            assert (None if direction is None else board.grid.directions[direction]) == name_of.get(b)


@given(board=boards())
def test_opposite_directions_are_three_apart_and_adjoining_ones_next_to_each_other(board):
    opposite = {"N": "S", "NE": "SW", "SE": "NW", "E": "W"}
    opposite |= {b: a for a, b in opposite.items()}
    names = board.grid.directions
    for direction, name in enumerate(names):
        assert names[(direction + 3) % 6] == opposite[name]
    for place, index in board.index.items():
        around = board.naive.endless_neighbours(place)
        for direction, name in enumerate(names):
            beside = around[names[(direction + 1) % 6]]
            assert beside in board.naive.endless_neighbours(around[name]).values(), (index, name)


@given(board=boards(), data=st.data())
def test_centres_lie_where_the_map_shows_the_hexes(board, data):
    a, b = data.draw(some_hex(board)), data.draw(some_hex(board))
    (east_a, south_a), (east_b, south_b) = board.naive.centre(a), board.naive.centre(b)
    lines, halves = (1, 0) if board.naive.top == "flat" else (0, 1)
    by = (east_b - east_a, south_b - south_a)
    (xa, ya), (xb, yb) = board.grid.centre(board.index[a]), board.grid.centre(board.index[b])
    root_3 = 3**0.5
    assert isclose(xb - xa, by[0] * (root_3 if lines else 1) / 2, abs_tol=1e-9)
    assert isclose(yb - ya, by[1] * (root_3 if halves else 1) / 2, abs_tol=1e-9)


@given(board=boards())
def test_centres_of_neighbours_are_one_apart_and_of_no_other_hexes(board):
    for i in board.place:
        x = board.grid.centre(i)
        close = {j for j in board.place if isclose(dist(x, board.grid.centre(j)), 1, abs_tol=1e-9)}
        assert close == set(bits(board.grid.around(i)))


# Distance


@given(board=boards(), data=st.data())
def test_distance_counts_the_steps_on_an_endless_board(board, data):
    start = data.draw(some_hex(board))
    for place, steps in board.naive.distances(start).items():
        assert board.grid.distance(board.index[start], board.index[place]) == steps


@given(board=boards(), data=st.data(), distance=st.integers(0, 16))
def test_disc_and_ring_hold_the_hexes_up_to_and_at_a_distance(board, data, distance):
    start = data.draw(some_hex(board))
    steps = board.naive.distances(start)
    disc = board.to_places(board.grid.disc(board.index[start], distance))
    ring = board.to_places(board.grid.ring(board.index[start], distance))
    assert disc == {place for place in steps if steps[place] <= distance}
    assert ring == {place for place in steps if steps[place] == distance}


# Hex sets


@given(board=boards(), data=st.data())
def test_a_set_moves_one_step_in_a_direction_and_loses_what_leaves_the_board(board, data):
    hexes = data.draw(hex_sets(board))
    for direction, name in enumerate(board.grid.directions):
        moved = {board.naive.neighbours(p)[name] for p in hexes if name in board.naive.neighbours(p)}
        assert board.to_places(board.grid.shift(board.to_int(hexes), direction)) == moved


@given(board=boards(), data=st.data())
def test_a_set_grows_by_its_neighbours(board, data):
    hexes = data.draw(hex_sets(board))
    beside = {other for place in hexes for other in board.naive.neighbours(place).values()}
    assert board.to_places(board.grid.neighbours(board.to_int(hexes))) == beside
    assert board.to_places(board.grid.grow(board.to_int(hexes))) == beside | hexes


@given(board=boards(), data=st.data(), distance=st.integers(0, 6))
def test_within_counts_steps_that_stay_on_the_board(board, data, distance):
    hexes = data.draw(hex_sets(board))
    near = {place for place, steps in board.naive.steps_from(hexes).items() if steps <= distance}
    assert board.to_places(board.grid.within(board.to_int(hexes), distance)) == near


@given(board=boards(), data=st.data())
def test_a_flood_fills_all_that_is_connected_through_allowed_hexes(board, data):
    source = data.draw(st.sets(some_hex(board), max_size=3))
    allowed = data.draw(hex_sets(board))
    steps = board.naive.flood(source, allowed)
    assert board.to_places(board.grid.flood(board.to_int(source), board.to_int(allowed))) == set(steps)
    near = {place for place, taken in steps.items() if taken <= 2}
    assert board.to_places(board.grid.flood(board.to_int(source), board.to_int(allowed), 2)) == near
    forbidden = board.to_int(board.naive.hexes - allowed)
    assert board.to_places(board.grid.flood(board.to_int(source), ~forbidden)) == set(steps)


@given(board=boards(), data=st.data())
def test_a_flood_along_links_follows_each_link_in_its_direction_only(board, data):
    source = data.draw(st.sets(some_hex(board), max_size=3))
    allowed, ways = data.draw(hex_sets(board)), data.draw(one_way_links(board))
    flooded = board.grid.flood_along(board.to_int(source), board.to_int(allowed), board.to_links(ways))
    assert board.to_places(flooded) == board.naive.flood_along(source, allowed, ways)


@given(board=boards(), data=st.data())
def test_links_that_point_off_the_board_lead_nowhere(board, data):
    source = data.draw(st.sets(some_hex(board), max_size=3))
    everywhere = (board.grid.all,) * 6
    flooded = board.grid.flood_along(board.to_int(source), ~0, everywhere)
    assert board.to_places(flooded) == set(board.naive.steps_from(source))


@given(board=boards(), data=st.data())
def test_links_made_from_pairs_run_both_ways(board, data):
    pairs = data.draw(one_way_links(board))
    numbers = board.naive.number
    links = board.grid.links((numbers[a], numbers[b]) for a, b in pairs)
    assert links == board.to_links(pairs | {(b, a) for a, b in pairs})


@given(board=boards(), data=st.data())
def test_no_link_joins_hexes_that_are_not_neighbours(board, data):
    a = data.draw(some_hex(board))
    b = data.draw(st.sampled_from(sorted(board.naive.hexes - set(board.naive.neighbours(a).values()))))
    name_a, name_b = board.naive.number[a], board.naive.number[b]
    with pytest.raises(ValueError, match=f"{name_a} and {name_b} are not neighbours"):
        board.grid.links([(name_a, name_b)])


# Numbers


@given(board=boards(), data=st.data())
def test_numbers_and_sets_turn_into_each_other(board, data):
    places = data.draw(hex_sets(board))
    numbers = sorted(board.naive.number[place] for place in places)
    hexes = board.grid.hexes(numbers)
    assert hexes == board.to_int(places)
    assert board.grid.numbers(hexes) == numbers
    assert board.grid.hexes(reversed(numbers * 2)) == hexes


@given(board=boards())
def test_each_place_is_one_hex_and_every_number_of_it_finds_it(board):
    assert len(board.grid) == len(board.naive.hexes)
    assert board.to_places(board.grid.all) == board.naive.hexes
    for number, place in board.places.items():
        assert number in board.grid
        assert board.grid.index(number) == board.index[place]
        assert board.grid.name[board.index[place]] == board.naive.number[place]


def test_a_number_that_is_not_on_the_board_is_not_found():
    grid = Grid(hex_sheet(range(1, 4), range(1, 4)))
    assert "0404" not in grid
    with pytest.raises(KeyError):
        grid.index("0404")
    with pytest.raises(KeyError):
        grid.hexes(["0101", "0404"])


def test_a_board_needs_a_hex():
    with pytest.raises(ValueError, match="at least one hex"):
        Grid({})


@given(st.sets(st.integers(0, 400)))
def test_bits_lists_the_members_of_a_set_in_order(members):
    assert list(bits(sum(1 << i for i in members))) == sorted(members)


@given(st.sets(st.integers(0, 400), min_size=1))
def test_first_is_the_lowest_member(members):
    assert first(sum(1 << i for i in members)) == min(members)


# Sheets


@pytest.mark.parametrize(
    ("order", "rows_from", "north_west", "south_east"),
    [
        ("CCRR", "north", "0003", "0105"),
        ("CCRR", "south", "0005", "0103"),
        ("RRCC", "north", "0300", "0501"),
        ("RRCC", "south", "0500", "0301"),
    ],
)
def test_a_sheet_numbers_columns_and_rows_as_printed(order, rows_from, north_west, south_east):
    sheet = hex_sheet(range(2), range(3, 6), order=order, rows_from=rows_from)
    assert len(sheet) == 6
    (west, north), (east, south) = sheet[north_west], sheet[south_east]
    assert (east - west, south - north) == (1, 2)


def test_a_column_or_row_past_99_keeps_its_own_number():
    sheet = hex_sheet(range(9, 10), range(99, 101), order="RRCC")
    assert sheet == {"9909": (9, 99), "10009": (9, 100)}


# The map of 38 by 46 hexes whose even columns lie lower


@pytest.fixture(scope="module")
def wide_map():
    return Grid(hex_sheet(range(1, 39), range(1, 47)), top="flat", shifted="even")


@pytest.mark.parametrize(
    ("number", "neighbours"),
    [
        ("2422", "2421 2423 2322 2522 2323 2523"),
        ("2523", "2522 2524 2422 2622 2423 2623"),
        ("0101", "0102 0201"),
        ("0146", "0145 0245 0246"),
        ("3801", "3802 3701 3702"),
        ("3846", "3845 3746"),
        ("0201", "0202 0101 0301 0102 0302"),
        ("0301", "0302 0201 0401"),
    ],
)
def test_neighbours_read_off_the_map(wide_map, number, neighbours):
    assert wide_map.numbers(wide_map.around(wide_map.index(number))) == sorted(neighbours.split())


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("0101", "0146", 45),
        ("0101", "3801", 37),  # along the top edge, by turns south-east and north-east
        ("0101", "3819", 37),  # south-east all the way: 37 columns, 18 1/2 rows
        ("0101", "3820", 38),
        ("2422", "2523", 1),
        ("2422", "2521", 2),
        ("2422", "2728", 7),
    ],
)
def test_distances_counted_on_the_map(wide_map, a, b, steps):
    assert wide_map.distance(wide_map.index(a), wide_map.index(b)) == steps


def test_directions_run_clockwise_around_a_hex_of_the_map(wide_map):
    around = {
        wide_map.directions[d]: wide_map.name[wide_map.step(wide_map.index("2422"), d)] for d in range(6)
    }
    assert around == {"N": "2421", "NE": "2522", "SE": "2523", "S": "2423", "SW": "2323", "NW": "2322"}
    assert list(around) == ["N", "NE", "SE", "S", "SW", "NW"]


# Three sheets of pointy-topped hexes, A over B over C, that overlap by one row


@pytest.fixture(scope="module")
def three_sheets():
    return Grid(three_pointy_sheets(54, 39), top="pointy", shifted="even")


def test_three_sheets_have_58_rows_of_54_hexes_and_57_of_53(three_sheets):
    assert len(three_sheets) == 58 * 54 + 57 * 53
    assert "C0154" in three_sheets
    assert "C0254" not in three_sheets


@pytest.mark.parametrize(("name", "other"), [("C39", "B01"), ("B39", "A01")])
def test_the_row_two_sheets_share_goes_by_two_names(three_sheets, name, other):
    for column in range(1, 55):
        index = three_sheets.index(f"{other}{column:02}")
        assert index == three_sheets.index(f"{name}{column:02}")
        assert three_sheets.name[index] == f"{name}{column:02}"
    assert three_sheets.numbers(three_sheets.hexes([f"{other}10", f"{name}10"])) == [f"{name}10"]


@pytest.mark.parametrize(
    ("number", "neighbours"),
    [
        ("B0105", {"W": "C3904", "E": "C3906", "NW": "B0204", "NE": "B0205", "SW": "C3804", "SE": "C3805"}),
        ("B0205", {"W": "B0204", "E": "B0206", "NW": "B0305", "NE": "B0306", "SW": "C3905", "SE": "C3906"}),
        ("A0101", {"E": "B3902", "NE": "A0201", "SE": "B3801"}),
        ("C0154", {"W": "C0153", "NW": "C0253"}),
        ("A3901", {"E": "A3902", "SE": "A3801"}),
    ],
)
def test_neighbours_across_the_join_of_two_sheets(three_sheets, number, neighbours):
    index = three_sheets.index(number)
    found = {
        name: three_sheets.name[other]
        for d, name in enumerate(three_sheets.directions)
        if (other := three_sheets.step(index, d)) is not None
    }
    assert found == neighbours


def test_from_the_south_edge_to_the_north_edge_of_three_sheets_is_114_steps(three_sheets):
    assert three_sheets.distance(three_sheets.index("C0127"), three_sheets.index("A3927")) == 114


# Two sheets of flat-topped hexes, N above P, without a shared row


def test_the_last_row_of_one_sheet_borders_the_first_row_of_the_sheet_below():
    board = Drawn(two_flat_sheets(5, 4, 3), "flat", "even")
    assert len(board.grid) == 35
    odd, even = board.grid.index("N0304"), board.grid.index("N0204")
    assert board.grid.numbers(board.grid.around(odd)) == [
        "N0203",
        "N0204",
        "N0303",
        "N0403",
        "N0404",
        "P0301",
    ]
    assert board.grid.numbers(board.grid.around(even)) == [
        "N0104",
        "N0203",
        "N0304",
        "P0101",
        "P0201",
        "P0301",
    ]
