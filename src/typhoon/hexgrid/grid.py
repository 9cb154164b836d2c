"""Hex grids whose six neighbours are constant bit shifts.

The hexes of a board lie in *lines*: columns when hexes are flat-topped, rows when they
are pointy-topped.  Line ``n`` starts at bit ``n * stride - n // 2`` (the half-step skew
follows the half-hex shift of every second line), so that from any hex, on a shifted line
or not, the two neighbours in the next line are ``stride - 1`` and ``stride`` bits away.
The spare bits at the end of each line, one or two, catch whatever runs over the edge, and
one mask with the board clears them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import sqrt
from typing import Literal

HALF_ROOT_3 = sqrt(3) / 2

FEW = 16
"""So many members of a set are quickest taken one by one, and more where there is but one in so many bits."""
RINGS = 4096
"""As many rings of hexes are remembered."""
BITS = [tuple([bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)]
"""The members of every small set."""

# Directions next to each other have numbers next to each other; d + 3 (mod 6) is the way back.
# Numbers run clockwise on flat-topped hexes, anticlockwise on pointy-topped ones: direction 2 is
# always toward the next line and the next cell.
DIRECTIONS: dict[str, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("W", "SW", "SE", "E", "NE", "NW"),
}


def bits(hexes: int) -> list[int]:
    """The members of a set in ascending order.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    count = hexes.bit_count()
    if count < 2:
        return [hexes.bit_length() - 1] if count else []
    found = []
    if count <= FEW or count * FEW < hexes.bit_length():
        while hexes:  # from the top, for then what is left becomes shorter
            high = hexes.bit_length() - 1
            found.append(high)
            hexes ^= 1 << high
        found.reverse()
        return found
    # Byte by byte: peeling many bits off one long int costs its whole length each time.
    base = (hexes & -hexes).bit_length() - 1
    hexes >>= base
    for byte in hexes.to_bytes((hexes.bit_length() + 7) // 8, "little"):
        if byte:
            for bit in BITS[byte]:
                found.append(base + bit)  # noqa: PERF401  (quicker, for there are few)
        base += 8
    return found


def first(hexes: int) -> int:
    """The lowest member of a set that is not empty.

    >>> first(0b10100)
    2
    """
    return (hexes & -hexes).bit_length() - 1


def hex_sheet(
    columns: range,
    rows: range,
    *,
    order: Literal["CCRR", "RRCC"] = "CCRR",
    rows_from: Literal["north", "south"] = "north",
    prefix: str = "",
    at: tuple[int, int] = (0, 0),
) -> dict[str, tuple[int, int]]:
    """Number the hexes of one map sheet: ``{number: (column, row)}``.

    Rows grow southward in the result, however the sheet counts them; ``at`` moves the sheet,
    so that several can be joined into one board.

    >>> hex_sheet(range(1, 3), range(1, 3))
    {'0101': (1, 1), '0102': (1, 2), '0201': (2, 1), '0202': (2, 2)}
    >>> hex_sheet(range(7, 8), range(1, 3), order="RRCC", rows_from="south", prefix="A")
    {'A0107': (7, -1), 'A0207': (7, -2)}
    """
    sheet = {}
    for column in columns:
        for row in rows:
            number = f"{column:02}{row:02}" if order == "CCRR" else f"{row:02}{column:02}"
            south = row if rows_from == "north" else -row
            sheet[prefix + number] = (column + at[0], south + at[1])
    return sheet


class Grid:
    """The hexes of a board.

    ``places`` gives each hex its column and row (rows grow southward).  ``shifted`` tells which
    columns (flat-topped hexes) lie half a hex lower, or which rows (pointy-topped) half a hex to
    the right, by the parity of their number in ``places``.  A place named twice, as where two
    sheets overlap, is one hex: the first name is its name, the others are aliases.

    >>> grid = Grid(hex_sheet(range(1, 39), range(1, 47)), top="flat", shifted="even")
    >>> grid.numbers(grid.around(grid.index("2422")))
    ['2322', '2323', '2421', '2423', '2522', '2523']
    >>> grid.distance(grid.index("2422"), grid.index("2728"))
    7
    """

    def __init__(
        self,
        places: Mapping[str, tuple[int, int]],
        *,
        top: Literal["flat", "pointy"] = "flat",
        shifted: Literal["even", "odd"] = "even",
    ) -> None:
        if not places:
            raise ValueError("a grid needs at least one hex")
        self.top = top
        self.shifted = shifted
        self.directions = DIRECTIONS[top]
        lines_cells = {name: (c, r) if top == "flat" else (r, c) for name, (c, r) in places.items()}
        lines = [line for line, _ in lines_cells.values()]
        cells = [cell for _, cell in lines_cells.values()]
        parity = 0 if shifted == "even" else 1
        # Line 0 of the layout must be an unshifted one.
        self._line0 = min(lines) - (1 if min(lines) % 2 == parity else 0)
        self._cell0 = min(cells)
        self.stride = max(cells) - min(cells) + 3

        self.name: dict[int, str] = {}
        self._index: dict[str, int] = {}
        self._axial: dict[int, tuple[int, int]] = {}
        for name, (line, cell) in lines_cells.items():
            line, skew = line - self._line0, cell - self._cell0 - (line - self._line0) // 2
            index = line * self.stride + skew
            self._index[name] = index
            self._axial[index] = line, skew
            self.name.setdefault(index, name)
        self.all = sum(1 << index for index in self.name)
        s = self.stride
        self.offsets = (-1, s - 1, s, 1, 1 - s, -s)
        """The step of each direction, in bits."""
        self.width = self.all.bit_length() + s
        """Boards that lie so many bits apart do not touch each other."""
        self._shapes: dict[int, tuple[int, int]] = {}
        self._ring = lru_cache(RINGS)(self._find_ring)
        self._around = {index: self.neighbours(1 << index) for index in self.name}

    def __len__(self) -> int:
        return len(self.name)

    # Names and sets

    def index(self, number: str) -> int:
        """The index of a hex number; ``KeyError`` when the board has no such hex."""
        return self._index[number]

    def __contains__(self, number: str) -> bool:
        return number in self._index

    def hexes(self, numbers: Iterable[str]) -> int:
        """The set of these hex numbers."""
        result = 0
        for number in numbers:
            result |= 1 << self._index[number]
        return result

    def numbers(self, hexes: int) -> list[str]:
        """The hex numbers of a set, sorted."""
        return sorted([self.name[i] for i in bits(hexes)])

    # Neighbourhood of sets

    def shift(self, hexes: int, direction: int) -> int:
        """Each hex of the set moved one step in a direction; what leaves the board is gone."""
        offset = self.offsets[direction]
        return (hexes << offset if offset > 0 else hexes >> -offset) & self.all

    def grow(self, hexes: int) -> int:
        """The set and all its neighbours."""
        d = hexes | hexes << 1
        return (d | d >> 1 | d << self.stride - 1 | d >> self.stride) & self.all

    def neighbours(self, hexes: int) -> int:
        """All hexes next to some hex of the set, members included when they have a neighbour in it."""
        s = self.stride
        side = hexes | hexes << 1
        return (hexes << 1 | hexes >> 1 | side << s - 1 | side >> s) & self.all

    def around(self, index: int) -> int:
        """The neighbours of one hex."""
        return self._around[index]

    def within(self, hexes: int, distance: int) -> int:
        """All hexes at most so many steps from some hex of the set."""
        for _ in range(distance):
            hexes = self.grow(hexes)
        return hexes

    def ring(self, index: int, distance: int) -> int:
        """The hexes at exactly this distance from one hex."""
        return self._ring(index, distance)

    def _find_ring(self, index: int, distance: int) -> int:
        if distance == 0:
            return 1 << index
        inner = self.disc(index, distance - 1)
        return self.disc(index, distance) & ~inner

    def disc(self, index: int, distance: int) -> int:
        """The hexes at most this far from one hex, also where a hole in the board lies between."""
        line, skew = self._axial[index]
        found = 0
        for across in range(-distance, distance + 1):
            low = max(skew - distance, skew - across - distance)
            high = min(skew + distance, skew - across + distance)
            shift = (line + across) // 2
            low, high = max(low, -shift), min(high, self.stride - 3 - shift)
            if line + across >= 0 and low <= high:
                found |= ((1 << high - low + 1) - 1) << (line + across) * self.stride + low
        return found & self.all

    def flood(self, source: int, allowed: int, most: int = -1) -> int:
        """The source and everything connected to it through allowed hexes, by at most so many steps."""
        s, front = self.stride, source
        unseen = allowed = self.all & allowed & ~source
        while front and most:
            most -= 1
            side = front | front << 1
            front = (side | side >> 1 | side << s - 1 | side >> s) & unseen
            unseen ^= front
        return source | allowed ^ unseen

    def flood_along(
        self, source: int, allowed: int, links: tuple[int, ...], until: int = 0, most: int = -1
    ) -> int:
        """Like flood, but only along links: ``links[d]`` holds the hexes with a link in direction d.

        The flood stops early when it comes to a hex of ``until``, or after ``most`` steps.
        """
        found = front = source
        allowed &= self.all & ~source
        s = self.stride
        back, near, far, on, near_back, far_back = links
        while front and most and not front & until:
            most -= 1
            front = (
                (front & back) >> 1
                | (front & near) << s - 1
                | (front & far) << s
                | (front & on) << 1
                | (front & near_back) >> s - 1
                | (front & far_back) >> s
            ) & allowed
            allowed ^= front
            found |= front
        return found

    def links(self, pairs: Iterable[tuple[str, str]]) -> tuple[int, ...]:
        """Direction masks of connections (or hexsides) given as pairs of neighbouring hex numbers."""
        masks = [0] * 6
        for a, b in pairs:
            i, j = self._index[a], self._index[b]
            direction = self.direction(i, j)
            if direction is None:
                raise ValueError(f"{a} and {b} are not neighbours")
            masks[direction] |= 1 << i
            masks[(direction + 3) % 6] |= 1 << j
        return tuple(masks)

    def leading_to(self, hexes: int, links: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the links that lead into a set."""
        return tuple([link & self.shift(hexes, (direction + 3) % 6) for direction, link in enumerate(links)])

    def about(self, index: int, distance: int) -> int:
        """All hexes at most so far from one hex; it may be with others, where lines of the board end.

        Steps are constant shifts, so it is one shape, moved to the hex.
        """
        middle, shape = self._shapes.get(distance) or self._shape(distance)
        return shape << index - middle if index >= middle else shape >> middle - index

    def _shape(self, distance: int) -> tuple[int, int]:
        s, middle = self.stride, distance * (self.stride + 1)
        shape = 1 << middle
        for _ in range(distance):
            side = shape | shape << 1
            shape = side | side >> 1 | side << s - 1 | side >> s
        found = self._shapes[distance] = middle, shape
        return found

    # Single hexes

    def step(self, index: int, direction: int) -> int | None:
        """The neighbour of a hex in a direction, or None at the edge."""
        other = index + self.offsets[direction]
        return other if other >= 0 and self.all >> other & 1 else None

    def direction(self, a: int, b: int) -> int | None:
        """The direction from a hex to its neighbour, or None when they are not neighbours."""
        if not self.around(a) >> b & 1:
            return None
        return self.offsets.index(b - a)

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two hexes on an endless board."""
        line_a, skew_a = self._axial[a]
        line_b, skew_b = self._axial[b]
        across, along = line_b - line_a, skew_b - skew_a
        return max(abs(across), abs(along), abs(across + along))

    def centre(self, index: int) -> tuple[float, float]:
        """Where the hex lies: neighbouring centres are 1 apart, x grows east and y south."""
        line, skew = self._axial[index]
        along = skew + line // 2 + self._cell0 + (0.5 if line % 2 else 0.0)
        across = (line + self._line0) * HALF_ROOT_3
        return (across, along) if self.top == "flat" else (along, across)
