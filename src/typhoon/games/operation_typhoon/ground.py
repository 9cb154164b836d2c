"""The ground that a scenario is played on: one sheet of the map or all three, as hex sets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from typhoon.engine.cases import case
from typhoon.hexgrid import Grid

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon.box import TyphoonBox

COLUMNS = 54
SIXTHS = 6
"""Movement points are kept in sixths: roads cost halves and thirds."""

MOST_ZONES = 50
"""As many answers are kept."""


class Ground:
    """Sheets with their own grid, so that a scenario of one sheet does not carry the others about."""

    @case("3.0", "14.12", "14.13")
    def __init__(self, rules: TyphoonBox, sheets: str) -> None:
        self.rules = rules
        self.sheets = sheets
        board = rules.board
        whole = board.grid
        wanted = {whole.index(number) for number in board.places if number[0] in sheets and number in whole}
        names = [whole.name[index] for index in wanted]
        places = {name: board.places[name] for name in sorted(names)}
        places |= {
            n: place for n, place in board.places.items() if whole.index(n) in wanted and n not in places
        }
        self.grid = Grid(places, top=board.file.top, shifted=board.file.shifted)
        grid = self.grid
        self.terrain = {
            name: self.hexes(number for number, row in board.rows.items() if row.terrain == name)
            for name in ("clear", "woods", "rough", "city", "town", "lake")
        }
        self.open = grid.all & ~self.terrain["lake"]
        """Every hex that can be entered at all (5.73)."""
        self.cities, self.towns = self.terrain["city"], self.terrain["town"]
        self.roads = self._links("road")
        self.rails = self._links("rail")
        self.rivers = self._links("river")
        self.streams = self._links("stream")
        self.road_hexes = _union(self.roads)
        self.rail_hexes = _union(self.rails)
        facts = rules.hex_facts
        self.entrenched = self.hexes(n for n, f in facts.items() if f.entrenchment)
        self.front = self.hexes(n for n, f in facts.items() if f.side == "front")
        self.west = self.hexes(n for n, f in facts.items() if f.side == "german")
        """West of the front line, the line itself left out."""
        self.east = self.hexes(n for n, f in facts.items() if f.side == "soviet")
        self.areas = {area: self.hexes(numbers) for area, numbers in rules.areas.items()}
        self.moscow = self.hexes(n for n, p in rules.places.items() if p.name.startswith("Moscow"))
        self.key_hexes = self.cities | self.towns
        self.vp = {grid.index(n): p.vp for n, p in rules.places.items() if n in grid and p.vp}
        columns = {grid.index(n): int(n[3:]) for n in places}
        rows = {grid.index(n): place[1] for n, place in places.items()}
        self.column = columns
        self.west_edge = sum(1 << i for i, column in columns.items() if column == 1)
        self.east_edge = self._east_edge()
        north, south = min(rows.values()), max(rows.values())
        self.south_edge = sum(1 << i for i, row in rows.items() if row == south)
        self.north_edge = sum(1 << i for i, row in rows.items() if row == north)
        self._around: dict[int, int] = {}
        self._zones = [(0, 0), (0, 0)]
        """What was asked last for each side, and the answer."""

    def rows(self, sheet: str, low: int, high: int) -> int:
        """Some rows of a sheet."""
        return self.hexes(
            f"{sheet}{row:02}{column:02}" for row in range(low, high + 1) for column in range(1, COLUMNS + 1)
        )

    def hexes(self, numbers: Iterable[str]) -> int:
        """The set of those of the hexes that are in play."""
        grid = self.grid
        found = 0
        for number in numbers:
            if number in grid:
                found |= 1 << grid.index(number)
        return found

    def _links(self, kind: str) -> tuple[int, ...]:
        edges = self.rules.board.edges
        grid = self.grid
        return grid.links(
            (e.hex_a, e.hex_b) for e in edges if e.type == kind and e.hex_a in grid and e.hex_b in grid
        )

    def _east_edge(self) -> int:
        """The last hex of every row: column 53 or 54."""
        last: dict[int, int] = {}
        for index, column in self.column.items():
            row = self.row_of(index)
            if row not in last or self.column[last[row]] < column:
                last[row] = index
        return sum(1 << index for index in last.values())

    def row_of(self, index: int) -> int:
        return self.rules.board.places[self.grid.name[index]][1]

    @cached_property
    def rows_south_of_32(self) -> int:
        """Rows 01 to 31 of sheet B (18.39)."""
        return self.rows("B", 1, 31)

    @cached_property
    def beyond_the_moskva(self) -> int:
        """Rows 01 to 31 of sheet B between the east edge, the Moskva and, below its mouth, the Oka (R65)."""
        grid, rows = self.grid, self.rows_south_of_32
        rivers = grid.links(
            (e.hex_a, e.hex_b)
            for e in self.rules.board.edges
            if e.type == "river" and e.name in ("Moskva", "Oka") and e.hex_a in grid and e.hex_b in grid
        )
        free = tuple(grid.all & ~river for river in rivers)
        corner = self.east_edge & self.rows("B", 31, 31)
        return grid.flood_along(corner, rows, free)

    @cached_property
    def gate(self) -> int:
        """A0126 to A0133, by which Germans leave sheet A for Moscow (18.29)."""
        return self.hexes(f"A01{column:02}" for column in range(26, 34))

    @cached_property
    def edges(self) -> dict[str, int]:
        """Hexes from which units can leave the map, by edge (18.19, 18.29)."""
        row = self.rows("A", 1, 1)
        found = {
            "east": self.east_edge,
            "west": self.west_edge,
            "north": self.hexes(f"C39{column:02}" for column in range(33, 55)),  # east of 3932
            "south": self.grid.neighbours(self.gate) & ~row,
        }
        return {edge: hexes & self.open for edge, hexes in found.items()}

    def zone(self, side: int, hexes: int) -> int:
        """All hexes next to those out of which a side exerts zones of control."""
        last = self._zones[side]
        if last[0] != hexes:
            last = self._zones[side] = hexes, self._beside(hexes)
        return last[1]

    def _beside(self, hexes: int) -> int:
        """All hexes next to some of a set; the few sets in use are asked for again and again."""
        found = self._around.get(hexes)
        if found is None:
            if len(self._around) >= MOST_ZONES:
                self._around.clear()
            found = self._around[hexes] = self.grid.neighbours(hexes)
        return found

    def river_between(self, hex_: int, other: int) -> bool:
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(self.rivers[direction] >> hex_ & 1)

    def road_between(self, hex_: int, other: int) -> bool:
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(self.roads[direction] >> hex_ & 1)

    def terrain_line(self, index: int) -> str:
        """The line of the combat results table for a hex (9.31)."""
        bit = 1 << index
        if bit & (self.terrain["city"] | self.terrain["rough"]):
            return "city"
        return "woods" if bit & (self.terrain["woods"] | self.terrain["town"]) else "clear"

    def describe(self, index: int) -> str:
        number = self.grid.name[index]
        name = self.rules.board.rows[number].name
        return f"{number} ({name})" if name else number


def _union(links: tuple[int, ...]) -> int:
    found = 0
    for hexes in links:
        found |= hexes
    return found
