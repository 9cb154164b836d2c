"""Small boards of every kind that map sheets come in, each as a grid and as a naive board."""

from random import Random

from hypothesis import strategies as st

from tests.hexgrid.naive import NaiveBoard, Place
from typhoon.hexgrid import Grid, hex_sheet

Places = dict[str, Place]


class Drawn:
    """The same board twice, and the way from one to the other."""

    def __init__(self, places: Places, top: str, shifted: str) -> None:
        self.places = places
        self.grid = Grid(places, top=top, shifted=shifted)
        self.naive = NaiveBoard(places, top, shifted)
        self.index = {place: self.grid.index(number) for place, number in self.naive.number.items()}
        self.place = {index: place for place, index in self.index.items()}
        self.in_order = sorted(self.index)

    def __repr__(self) -> str:
        return f"Drawn({self.places!r}, {self.naive.top!r}, {self.naive.shifted!r})"

    def to_int(self, places: set[Place]) -> int:
        return sum(1 << self.index[place] for place in places)

    def to_places(self, hexes: int) -> set[Place]:
        """The places of a hex set; a ``KeyError`` when a bit is no hex."""
        return {self.place[i] for i in range(hexes.bit_length()) if hexes >> i & 1}

    def to_links(self, ways: set[tuple[Place, Place]]) -> tuple[int, ...]:
        """Direction masks of one-way links."""
        masks = dict.fromkeys(self.grid.directions, 0)
        for a, b in ways:
            for name, place in self.naive.neighbours(a).items():
                if place == b:
                    masks[name] |= 1 << self.index[a]
        return tuple(masks.values())


def three_pointy_sheets(width: int, height: int) -> Places:
    """Sheets A, B and C from north to south, rows counted from the south.

    The northmost row of C is the first of B, that of B the first of A; odd rows have ``width`` hexes,
    even rows one fewer.
    """
    places = {}
    for sheet, prefix in enumerate("CBA"):
        numbered = hex_sheet(
            range(1, width + 1),
            range(1, height + 1),
            order="RRCC",
            rows_from="south",
            prefix=prefix,
            at=(0, -sheet * (height - 1)),
        )
        places |= {n: (c, r) for n, (c, r) in numbered.items() if r % 2 or c < width}
    return places


def two_flat_sheets(width: int, height_n: int, height_p: int) -> Places:
    """Sheet N with sheet P below it, edge to edge."""
    north = hex_sheet(range(1, width + 1), range(1, height_n + 1), prefix="N")
    south = hex_sheet(range(1, width + 1), range(1, height_p + 1), prefix="P", at=(0, height_n))
    return north | south


parities = st.sampled_from(["even", "odd"])


@st.composite
def single_sheets(draw) -> tuple[Places, str, str]:
    first_column, first_row = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    places = hex_sheet(
        range(first_column, first_column + draw(st.integers(1, 7))),
        range(first_row, first_row + draw(st.integers(1, 7))),
        order=draw(st.sampled_from(["CCRR", "RRCC"])),
        rows_from=draw(st.sampled_from(["north", "south"])),
        prefix=draw(st.sampled_from(["", "A"])),
        at=(draw(st.integers(-3, 3)), draw(st.integers(-3, 3))),
    )
    return places, draw(st.sampled_from(["flat", "pointy"])), draw(parities)


@st.composite
def joined_sheets(draw) -> tuple[Places, str, str]:
    if draw(st.booleans()):
        return three_pointy_sheets(draw(st.integers(2, 5)), draw(st.sampled_from([3, 5]))), "pointy", "even"
    places = two_flat_sheets(draw(st.integers(1, 6)), draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    return places, "flat", draw(parities)


@st.composite
def boards(draw) -> Drawn:
    """Any board, with or without holes."""
    places, top, shifted = draw(single_sheets() | joined_sheets())
    hexes = sorted(set(places.values()))
    holes = draw(st.lists(st.sampled_from(hexes), max_size=len(hexes) // 3, unique=True))
    return Drawn({n: place for n, place in places.items() if place not in holes}, top, shifted)


def some_hex(board: Drawn) -> st.SearchStrategy[Place]:
    return st.sampled_from(board.in_order)


def hex_sets(board: Drawn) -> st.SearchStrategy[set[Place]]:
    """Any set of the board's hexes."""
    return samples(board.in_order)


def one_way_links(board: Drawn) -> st.SearchStrategy[set[tuple[Place, Place]]]:
    """Any set of links between neighbours, each in one direction."""
    return samples(sorted((a, b) for a in board.in_order for b in board.naive.neighbours(a).values()))


def samples(members: list) -> st.SearchStrategy[set]:
    """Sets of a few, many or nearly all of these.

    A seed, for hypothesis left to itself tries mostly the empty set.
    """

    def sample(seed: int, share: float) -> set:
        rng = Random(seed)
        return {member for member in members if rng.random() < share}

    return st.builds(sample, st.integers(0, 2**32 - 1), st.sampled_from([0.15, 0.5, 0.85]))
