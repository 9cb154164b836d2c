import pytest

from typhoon.engine.board import Board
from typhoon.engine.data import DataError, DataFolder, Layer

# Four columns of three hexes, even columns lower; 0403 is a lake and no hex.
MAP = """
title = "Ford"
top = "flat"
shifted = "even"
km_per_hex = 10
exits = [{ hex = "0102", name = "west road" }]
[[sheets]]
columns = [1, 4]
rows = [1, 3]
"""
HEXES = """hex,terrain,name
0101,clear,
0102,clear,Westerly
0103,woods,
0201,clear,
0202,city,Ford
0203,woods,
0301,clear,
0302,clear,
0303,woods,
0401,clear,
0402,clear,
"""
EDGES = """hex_a,hex_b,type,class,name
0102,0202,road,,
0202,0302,road,,
0302,0202,river,,Slow
0202,0303,stream,,Slow
0101,0201,major_river,,Broad
0102,0101,rail,,
"""


@pytest.fixture
def write(tmp_path):
    def write(**files):
        for name, text in {"map": MAP, "hexes": HEXES, "edges": EDGES, **files}.items():
            (tmp_path / f"{name}.{'toml' if name == 'map' else 'csv'}").write_text(text)
        return DataFolder([Layer(tmp_path, 1)])

    return write


def refusal(data):
    with pytest.raises(DataError) as caught:
        Board.load(data)
    return str(caught.value)


# What a board knows


@pytest.fixture
def board(write):
    return Board.load(write())


def test_the_hexes_of_a_map_are_those_of_its_list(board):
    assert len(board.grid) == 11
    assert "0403" not in board.grid


def test_terrain_is_known_by_set_and_by_hex(board):
    assert board.grid.numbers(board.terrain["woods"]) == ["0103", "0203", "0303"]
    assert board.grid.numbers(board.terrain["city"]) == ["0202"]
    assert board.terrain_at[board.grid.index("0303")] == "woods"
    assert sum(board.terrain.values()) == board.grid.all


def test_a_hex_is_described_by_its_number_and_its_name_if_it_has_one(board):
    assert board.describe(board.grid.index("0202")) == "0202 (Ford)"
    assert board.describe(board.grid.index("0203")) == "0203"


def crossings(board, masks):
    """Where masks lead from each hex, by compass."""
    names = board.grid.directions
    return {(number, names[d]) for d, mask in enumerate(masks) for number in board.grid.numbers(mask)}


def test_links_of_a_type_lead_both_ways(board):
    assert crossings(board, board.links("road")) == {
        ("0102", "SE"),
        ("0202", "NW"),
        ("0202", "NE"),
        ("0302", "SW"),
    }
    assert crossings(board, board.links("rail")) == {("0102", "N"), ("0101", "S")}
    assert crossings(board, board.links("road", "rail")) == crossings(board, board.links("road")) | crossings(
        board, board.links("rail")
    )
    assert board.links("canal") == (0,) * 6


def test_rivers_of_every_size_lie_on_both_sides_of_the_hexside(board):
    assert crossings(board, board.rivers) == {
        ("0302", "SW"),
        ("0202", "NE"),
        ("0202", "SE"),
        ("0303", "NW"),
        ("0101", "SE"),
        ("0201", "NW"),
    }


# Sheets that share a row

JOINED = """
title = "Two sheets"
top = "pointy"
shifted = "even"
km_per_hex = 3.6
[[sheets]]
columns = [1, 2]
rows = [1, 3]
numbering = "RRCC"
rows_from = "south"
prefix = "C"
[[sheets]]
columns = [1, 2]
rows = [1, 3]
numbering = "RRCC"
rows_from = "south"
prefix = "B"
at = [0, -2]
"""
JOINED_HEXES = """hex,terrain
B0301,clear
B0302,clear
B0201,clear
C0301,woods
C0302,clear
C0201,clear
C0101,clear
C0102,clear
"""
JOINED_EDGES = """hex_a,hex_b,type
B0201,B0101,river
C0302,C0201,road
"""


@pytest.fixture
def joined(write):
    return Board.load(write(map=JOINED, hexes=JOINED_HEXES, edges=JOINED_EDGES))


def test_a_shared_hex_is_found_by_its_number_on_either_sheet_and_named_as_listed(joined):
    assert len(joined.grid) == 8
    assert joined.grid.index("B0101") == joined.grid.index("C0301")
    assert joined.describe(joined.grid.index("B0101")) == "C0301"
    assert joined.terrain["woods"] == joined.grid.hexes(["B0101"])


def test_the_listed_number_is_the_name_whichever_sheet_comes_first(write):
    listed_by_b = JOINED_HEXES.replace("C0301", "B0101").replace("C0302", "B0102")
    board = Board.load(write(map=JOINED, hexes=listed_by_b, edges=JOINED_EDGES))
    assert board.describe(board.grid.index("C0301")) == "B0101"


def test_an_edge_may_go_by_the_number_on_the_other_sheet(joined):
    assert crossings(joined, joined.rivers) == {("B0201", "SW"), ("C0301", "NE")}
    assert crossings(joined, joined.links("road")) == {("C0302", "SW"), ("C0201", "NE")}


def test_a_shared_hex_listed_under_both_numbers_is_refused(write):
    data = write(map=JOINED, hexes=JOINED_HEXES + "B0101,clear\n", edges=JOINED_EDGES)
    assert refusal(data) == "hexes.csv: C0301 and B0101 are the same hex"


# What is wrong with a map, and where


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0101,0301,road,,", "line 9: 0101 and 0301 are not neighbours"),
        ("0101,0101,road,,", "line 9: 0101 and 0101 are not neighbours"),
        ("0403,0402,road,,", "line 9, column 'hex_a': hex 0403 is not on the map"),
        ("0402,0502,road,,", "line 9, column 'hex_b': hex 0502 is not on the map"),
    ],
)
def test_an_edge_that_is_nowhere_is_refused_with_its_line(write, tmp_path, line, message):
    data = write(edges=f"{EDGES}\n{line}\n")
    assert refusal(data) == f"{tmp_path / 'edges.csv'}, {message}"


def test_a_hex_on_no_sheet_is_refused(write):
    assert refusal(write(hexes=HEXES + "0501,clear,\n")) == "hexes.csv: 0501 lies on no sheet of the map"


def test_a_hex_listed_twice_is_refused(write):
    assert refusal(write(hexes=HEXES + "0202,woods,\n")) == "hexes.csv: hex '0202' stands twice"


def test_an_exit_that_is_not_on_the_map_is_refused(write, tmp_path):
    message = refusal(write(map=MAP.replace('"0102"', '"0104"')))
    assert message == f"{tmp_path / 'map.toml'}, exits: hex 0104 is not on the map"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (MAP.replace('"flat"', '"round"'), "Invalid enum value 'round' - at `$.top`"),
        (MAP.replace("km_per_hex = 10", ""), "Object missing required field `km_per_hex`"),
        (MAP + "column = 3", "Object contains unknown field `column` - at `$.sheets[0]`"),
    ],
)
def test_a_wrong_entry_of_the_map_file_is_named(write, tmp_path, wrong, message):
    assert refusal(write(map=wrong)) == f"{tmp_path / 'map.toml'}: {message}"


def test_a_map_without_edges_file_is_refused(write, tmp_path):
    data = write()
    (tmp_path / "edges.csv").unlink()
    assert refusal(data).startswith(f"{tmp_path / 'edges.csv'}: cannot be read")
