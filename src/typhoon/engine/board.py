"""The printed map: hexes, terrain, names, and what runs along and across hexsides."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from typhoon.engine.data import DataError, DataFolder, unique
from typhoon.hexgrid import Grid, hex_sheet


class HexRow(msgspec.Struct, frozen=True):
    hex: str
    terrain: str
    name: str = ""
    side: str = ""


class EdgeRow(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """A feature of two neighbouring hexes: a river between them, a road or railway joining them."""

    hex_a: str
    hex_b: str
    type: str
    class_: str = ""
    name: str = ""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sheet of a map file ``map.toml``."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    numbering: Literal["CCRR", "RRCC"] = "CCRR"
    rows_from: Literal["north", "south"] = "north"
    prefix: str = ""
    at: tuple[int, int] = (0, 0)


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a road or railway leaves the map."""

    hex: str
    name: str


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``map.toml`` says of the map as a whole."""

    title: str
    sheets: tuple[Sheet, ...]
    top: Literal["flat", "pointy"]
    shifted: Literal["even", "odd"]
    km_per_hex: float
    rotation: float = 0.0
    """Degrees that the top of the map is turned west of north."""
    season: Literal["summer", "winter"] = "winter"
    provenance: str = ""
    exits: tuple[Exit, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """Something a game prints on its map: an objective, a supply source, a set-up area, entrenched hexes."""

    kind: Literal["objective", "supply", "area", "zone", "fort", "front", "entry"]
    hexes: tuple[str, ...]
    side: str = ""
    label: str = ""
    value: int = 0


class Board:
    """A map and its hex sets."""

    def __init__(
        self,
        file: MapFile,
        hexes: list[HexRow],
        edges: list[EdgeRow],
        marks: tuple[Mark, ...] = (),
        front: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.file = file
        self.rows = unique(hexes, "hex", "hexes.csv")
        self.edges = edges
        self.marks = marks
        self.front = front
        numbered: dict[str, tuple[int, int]] = {}
        for sheet in file.sheets:
            numbered |= hex_sheet(
                range(sheet.columns[0], sheet.columns[1] + 1),
                range(sheet.rows[0], sheet.rows[1] + 1),
                order=sheet.numbering,
                rows_from=sheet.rows_from,
                prefix=sheet.prefix,
                at=sheet.at,
            )
        if strays := self.rows.keys() - numbered.keys():
            raise DataError(f"hexes.csv: {min(strays)} lies on no sheet of the map")
        places: dict[str, tuple[int, int]] = {}
        number_at: dict[tuple[int, int], str] = {}
        for number in self.rows:
            place = places[number] = numbered[number]
            if place in number_at:
                raise DataError(f"hexes.csv: {number_at[place]} and {number} are the same hex")
            number_at[place] = number
        # Where sheets overlap, a hex goes by its number on the other sheet too.
        places |= {number: place for number, place in numbered.items() if place in number_at}
        self.places = places
        """The column and row of each hex number, aliases included."""
        self.grid = Grid(places, top=file.top, shifted=file.shifted)
        self.terrain: dict[str, int] = {}
        """Hex sets by terrain."""
        for row in hexes:
            self.terrain[row.terrain] = self.terrain.get(row.terrain, 0) | 1 << self.grid.index(row.hex)
        self.terrain_at = {self.grid.index(row.hex): row.terrain for row in hexes}
        self.names = {self.grid.index(row.hex): row.name for row in hexes if row.name}

    @classmethod
    def load(
        cls, data: DataFolder, marks: tuple[Mark, ...] = (), front: tuple[tuple[str, str], ...] = ()
    ) -> Board:
        """The board of a data folder: ``map.toml``, ``hexes.csv`` and ``edges.csv``."""
        try:
            file = msgspec.convert(data.toml("map.toml"), MapFile)
        except msgspec.ValidationError as error:
            raise DataError(f"{data.path('map.toml')}: {error}") from error
        edges = data.numbered_rows("edges.csv", EdgeRow)
        board = cls(file, data.rows("hexes.csv", HexRow), [edge for _, edge in edges], marks, front)
        for exit_ in file.exits:
            if exit_.hex not in board.grid:
                raise DataError(f"{data.path('map.toml')}, exits: hex {exit_.hex} is not on the map")
        path = data.path("edges.csv")
        for line, edge in edges:
            where = f"{path}, line {line}"
            for column, hex_ in (("hex_a", edge.hex_a), ("hex_b", edge.hex_b)):
                if hex_ not in board.grid:
                    raise DataError(f"{where}, column '{column}': hex {hex_} is not on the map")
            if board.grid.direction(board.grid.index(edge.hex_a), board.grid.index(edge.hex_b)) is None:
                raise DataError(f"{where}: {edge.hex_a} and {edge.hex_b} are not neighbours")
        return board

    def links(self, *types: str) -> tuple[int, ...]:
        """Direction masks of all edges of these types."""
        return self.grid.links((e.hex_a, e.hex_b) for e in self.edges if e.type in types)

    @cached_property
    def rivers(self) -> tuple[int, ...]:
        """Direction masks of river hexsides."""
        return self.links("river", "stream", "major_river")

    def describe(self, index: int, number: str = "") -> str:
        """A hex for people: its number, or another that it goes by, and its name where it has one.

        A hex with a name reads ``2422 (Vyazma)``.
        """
        name = self.names.get(index)
        number = number or self.grid.name[index]
        return f"{number} ({name})" if name else number
