"""The figures of the game: counters, tables and lists, read from the data files."""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

import msgspec

from typhoon.engine.board import Mark
from typhoon.engine.data import DataError, DataFolder
from typhoon.engine.face import Colours

GERMAN, SOVIET = 0, 1
SIDES = ("german",)
"""The sides that decide anything."""

DIVISION = 2
"""Stacking is counted in half divisions."""
LIMIT = 3 * DIVISION
"""Half divisions that fit into a hex (7.1)."""

Line = Literal["open", "town", "city"]
Terrain = Literal["clear", "woods", "marsh", "town", "city", "moscow", "river"]
TYPES = {
    "german": ("armor", "motorized", "infantry", "cavalry"),
    "soviet": ("guards", "airborne", "rifle", "brigade", "howitzer", "mortar", "air"),
}


Count = Annotated[int, msgspec.Meta(ge=0)]
Drm = Annotated[int, msgspec.Meta(ge=-5, le=5)]
Steps = Annotated[int, msgspec.Meta(ge=0, le=2)]


class Counter(msgspec.Struct, frozen=True):
    unit: str
    side: Literal["german", "soviet"]
    formation: str
    """The army or panzer group; of a Soviet unit its code in the force tables."""
    identity: str
    type: str
    size: str = ""
    mechanized: bool = False
    cdr: Count = 0
    """Combat dice rolled at full strength."""
    cdr_reduced: Count = 0
    steps: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    halves: Count = 0
    short: str = ""
    hex: str = ""
    """Where the ready-made set-up has it."""
    fist: str = ""
    """The same for Clenched Fist, where it differs."""
    provenance: str = ""

    def home(self, column: str) -> str:
        """The hex of the ready-made set-up that stands in a column."""
        return getattr(self, column) or self.hex


class Formation(msgspec.Struct, frozen=True):
    side: str
    formation: str
    name: str
    colours: Colours = ""


class SectorRow(msgspec.Struct, frozen=True):
    formation: str
    hex: str


class FrontRow(msgspec.Struct, frozen=True):
    hex_a: str
    hex_b: str


class Settlement(msgspec.Struct, frozen=True):
    hex: str
    name: str
    kind: Literal["town", "city", "moscow"]
    vp: Count


class TurnRow(msgspec.Struct, frozen=True):
    turn: int
    label: str
    date: str
    mp_mechanized: Count
    mp_other: Count
    luftwaffe: Count
    force_modifier: int

    def points(self, mechanized: bool) -> int:
        """The movement points of a force."""
        return self.mp_mechanized if mechanized else self.mp_other


class TerrainRow(msgspec.Struct, frozen=True):
    terrain: Terrain
    mp_mechanized: Annotated[int, msgspec.Meta(ge=1)]
    mp_other: Annotated[int, msgspec.Meta(ge=1)]
    german_mechanized: Drm
    german_other: Drm
    soviet_defender: Drm
    soviet_breakout: Drm
    force_line: Line = "open"

    def points(self, mechanized: bool) -> int:
        """The movement points that entering it takes."""
        return self.mp_mechanized if mechanized else self.mp_other

    def german(self, mechanized: bool) -> int:
        """What is added to the dice of German units."""
        return self.german_mechanized if mechanized else self.german_other


class CrtRow(msgspec.Struct, frozen=True):
    modified_die: int
    german_fire: Steps
    soviet_fire: Steps


class ForceRow(msgspec.Struct, frozen=True):
    line: Line
    modified_die: int
    force: str


class BreakoutRow(msgspec.Struct, frozen=True):
    hexes_from: int
    die1: int
    die2: int
    die3: int
    die4: int
    die5: int
    die6: int
    die7: int


FireTable = dict[int, tuple[int, ...]]
"""For each modifier the steps that the faces of a die take, from an unused 0."""

Force = tuple[tuple[str, int], ...]
"""The units of a result of the force table: codes and how many of each."""

CODES = ("GD", "AC", "RD", "B", "A", "CAS")
_UNITS = re.compile(rf"([1-9]?)({'|'.join(CODES)})")


def read_force(text: str) -> Force:
    """The units that an entry of the force table calls for.

    >>> read_force("2RD 1B 1A CAS"), read_force("--")
    ((('RD', 2), ('B', 1), ('A', 1), ('CAS', 1)), ())
    """
    if text == "--":
        return ()
    found = []
    for word in text.split():
        match = _UNITS.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word}' is no number of units; there are {', '.join(CODES)}")
        found.append((match[2], int(match[1] or 1)))
    return tuple(found)


class ForceTable:
    """The Soviet Defending Force Generation Table."""

    def __init__(self, data: DataFolder) -> None:
        self._forces: dict[str, dict[int, Force]] = {}
        path = data.path("defending_force.csv")
        for number, row in data.numbered_rows("defending_force.csv", ForceRow):
            dice = self._forces.setdefault(row.line, {})
            if row.modified_die in dice:
                second = f"a second {row.modified_die} on the line '{row.line}'"
                raise DataError(f"{path}, line {number}: {second}")
            try:
                dice[row.modified_die] = read_force(row.force)
            except ValueError as error:
                raise DataError(f"{path}, line {number}, column 'force': {error}") from error
        for line in get_args(Line):
            dice = self._forces.get(line, {})
            if sorted(dice) != list(range(1, len(dice) + 1)) or len(dice) < 6:
                raise DataError(f"{path}: the line '{line}' needs a row for every die from 1 to at least 6")

    def force(self, line: str, die: int) -> Force:
        """The force of a modified die; one beyond the table counts as its end (R43)."""
        dice = self._forces[line]
        return dice[min(max(die, 1), len(dice))]

    def largest(self, code: str) -> int:
        """The most units of a kind that any result calls for."""
        forces = [dict(force) for dice in self._forces.values() for force in dice.values()]
        return max(force.get(code, 0) for force in forces)


class BreakoutTable:
    """The Soviet Breakout Force Generation Table."""

    def __init__(self, data: DataFolder) -> None:
        rows = data.keyed("breakout_force.csv", BreakoutRow, "hexes_from").values()
        self._rows: list[tuple[int, ...]] = sorted([msgspec.structs.astuple(row) for row in rows])
        path = data.path("breakout_force.csv")
        if self._rows[0][0] != 1:
            raise DataError(f"{path}: the first row must be for pockets from 1 hex")
        if any(units < 0 for row in self._rows for units in row):
            raise DataError(f"{path}: a number of units is less than 0")

    def units(self, hexes: int, die: int) -> int:
        """How many units break out of a pocket of so many hexes."""
        row = [row for row in self._rows if row[0] <= hexes][-1]
        return row[min(max(die, 1), 7)]

    @property
    def largest(self) -> int:
        return max(max(units) for _, *units in self._rows)


def read_crt(data: DataFolder) -> tuple[FireTable, FireTable]:
    """The German and the Soviet column of the combat results table."""
    rows = data.keyed("crt.csv", CrtRow, "modified_die")
    if sorted(rows) != list(range(min(rows), max(rows) + 1)):
        raise DataError(f"{data.path('crt.csv')}: the dice must run without a gap")
    return (
        _fire_table({die: row.german_fire for die, row in rows.items()}),
        _fire_table({die: row.soviet_fire for die, row in rows.items()}),
    )


def _fire_table(steps: dict[int, int]) -> FireTable:
    """Beyond the ends of the printed table it is as at the ends (R43)."""
    dice = [steps[min(max(die, min(steps)), max(steps))] for die in range(-12, 20)]
    return {modifier: tuple(dice[modifier + 12 : modifier + 19]) for modifier in range(-12, 13)}


def read_terrain(data: DataFolder) -> dict[str, TerrainRow]:
    rows: dict[str, TerrainRow] = data.keyed("terrain_effects.csv", TerrainRow, "terrain")
    for terrain in get_args(Terrain):
        if terrain not in rows:
            raise DataError(f"{data.path('terrain_effects.csv')}: no line '{terrain}'")
    return rows


def marks(settlements: list[Settlement], sectors: dict[str, list[str]]) -> tuple[Mark, ...]:
    """What the map shows besides the land."""
    found = [Mark("objective", (s.hex,), "german", value=s.vp) for s in settlements if s.vp]
    found += [Mark("area", tuple(hexes), "german", formation) for formation, hexes in sectors.items()]
    return tuple(found)
