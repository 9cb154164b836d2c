"""The figures of the game: counters, charts and lists, read from the data files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from typhoon.engine.board import Mark
from typhoon.engine.data import DataError, DataFolder
from typhoon.mechanics.odds import OddsChart

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")
WITHDRAWAL_TURNS = range(4, 10)
"""The turns on which 1S may leave (13.1)."""

SideName = Literal["soviet", "german"]
Code = Literal["AR", "AL", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE"]


class Counter(msgspec.Struct, frozen=True):
    unit: str
    side: SideName
    formation: str
    setup: str
    identity: str
    type: Literal["infantry", "armor", "mechanized", "cavalry", "airborne", "partisan"]
    strength: Annotated[int, msgspec.Meta(ge=1)]
    movement: Annotated[int, msgspec.Meta(ge=0)]
    white_strength: bool
    white_movement: bool
    hex: str = ""
    first_turn: int = 0
    last_turn: int = 0
    provenance: str = ""
    note: str = ""

    @property
    def area(self) -> str:
        """Where it is set up, as orders have it."""
        return self.setup


class Formation(msgspec.Struct, frozen=True):
    side: SideName
    formation: str
    name: str


class City(msgspec.Struct, frozen=True):
    hex: str
    name: str
    owner: SideName
    soviet_vp: int
    german_vp: int


class SupplySource(msgspec.Struct, frozen=True):
    hex: str
    side: SideName
    sudden_death: bool


class TurnRow(msgspec.Struct, frozen=True):
    turn: int
    date: str
    soviet_ap: Annotated[int, msgspec.Meta(ge=0)]
    german_ap: Annotated[int, msgspec.Meta(ge=0)]


class TerrainRow(msgspec.Struct, frozen=True):
    terrain: str
    mp_white: float | None = None
    mp_black: float | None = None


class ModifierRow(msgspec.Struct, frozen=True):
    key: str
    drm: int
    case: str


class CrtRow(msgspec.Struct, frozen=True, rename={f"odds{n}": f"{n}:1" for n in range(1, 7)}):
    modified_die: int
    odds1: Code
    odds2: Code
    odds3: Code
    odds4: Code
    odds5: Code
    odds6: Code


class WithdrawalRow(msgspec.Struct, frozen=True):
    turn: int
    soviet_vp: int


class AreaRow(msgspec.Struct, frozen=True):
    area: str
    hex: str
    side: SideName = "soviet"


class PartisanRow(msgspec.Struct, frozen=True):
    area: Annotated[int, msgspec.Meta(ge=1, le=6)]
    hex: str


class FrontRow(msgspec.Struct, frozen=True):
    hex_a: str
    hex_b: str


def read_crt(data: DataFolder) -> OddsChart:
    rows = data.keyed("crt.csv", CrtRow, "modified_die")
    if sorted(rows) != list(range(7)):
        raise DataError(f"{data.path('crt.csv')}: needs a line for each modified die 0 to 6")
    return OddsChart({die: msgspec.structs.astuple(row)[1:] for die, row in rows.items()})


def read_costs(data: DataFolder) -> dict[tuple[str, bool], int]:
    """Movement costs in half points, by terrain and whether the allowance is white."""
    rows = data.keyed("terrain_effects.csv", TerrainRow, "terrain")
    costs = {}
    for terrain in ("clear", "woods", "city", "road"):
        for white in (True, False):
            name = "mp_white" if white else "mp_black"
            points = getattr(rows.get(terrain), name, None)
            if points is None or points <= 0 or points * 2 % 1:
                raise DataError(
                    f"{data.path('terrain_effects.csv')}: {terrain} needs a {name} in whole or half points"
                )
            costs[terrain, white] = int(points * 2)
    return costs


def read_modifiers(data: DataFolder) -> dict[str, ModifierRow]:
    rows: dict[str, ModifierRow] = data.keyed("combat_modifiers.csv", ModifierRow, "key")
    for key in ("woods", "city", "river", "isolated", "surprise"):
        if key not in rows:
            raise DataError(f"{data.path('combat_modifiers.csv')}: no line '{key}'")
    return rows


def areas(rows: Sequence[AreaRow | PartisanRow]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(str(row.area), []).append(row.hex)
    return found


def marks(
    cities: list[City], sources: list[SupplySource], setup: list[AreaRow], partisans: list[PartisanRow]
) -> tuple[Mark, ...]:
    """What the map shows besides the land."""
    found = []
    for city in cities:
        for side, value in (("soviet", city.soviet_vp), ("german", city.german_vp)):
            if value:
                found.append(Mark("objective", (city.hex,), side, value=value))
    found += [Mark("supply", (source.hex,), source.side) for source in sources]
    sides = {row.area: row.side for row in setup}
    found += [Mark("area", tuple(hexes), sides[a], a) for a, hexes in areas(setup).items()]
    found += [Mark("zone", tuple(hexes), "soviet", a) for a, hexes in areas(partisans).items()]
    return tuple(found)
