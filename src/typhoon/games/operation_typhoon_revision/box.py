"""The charts of the revision, beside those of the game of 1978."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.operation_typhoon.box import TyphoonBox
from typhoon.games.operation_typhoon.charts import GROUND_STATES, SIDES, SideName

Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
Points = Annotated[int, msgspec.Meta(ge=0)]


class Melt(msgspec.Struct, frozen=True):
    """The highest die that melts water on some ground."""

    ground: str
    rivers_melt_to: Die
    streams_melt_to: Die


class Reduction(msgspec.Struct, frozen=True):
    """What the ground takes off the movement points of units; good winterization may spare some."""

    side: SideName
    kind: Literal["mechanized", "other"]
    heavy_mud: Points
    snow_poor: Points
    deep_snow_poor: Points
    snow_good: Points | None = None
    deep_snow_good: Points | None = None

    @case("13.59 reduction table")
    def in_snow(self, depth: int, *, good: bool) -> int:
        poor, fine = (
            (self.snow_poor, self.snow_good) if depth < 2 else (self.deep_snow_poor, self.deep_snow_good)
        )
        return fine if good and fine is not None else poor


class LateEntry(msgspec.Struct, frozen=True):
    """Where a unit that waited comes in."""

    area: str
    late_area: str


class SetUpChange(msgspec.Struct, frozen=True):
    """A unit with another place in the scenarios of a section; with none it does not come at all."""

    section: str
    unit: str
    hex: str = ""
    hq: str = ""
    """The HQ that it belongs to there."""


class StackRow(msgspec.Struct, frozen=True):
    """A place in the order of stacks, from the top (8.46)."""

    rank: int
    type: str


class MarkersRow(msgspec.Struct, frozen=True):
    """The building markers of a turn (19.17e)."""

    ground: str
    building_markers: int
    building_markers_scenario: int


class WorkRow(msgspec.Struct, frozen=True):
    """A work of 4th Army, in the ready-made choice (18.48)."""

    hex: str
    level: str


class ChitRow(msgspec.Struct, frozen=True):
    """How many chits a plan has (18.49)."""

    plan: str
    chits: int


class ExitRow(msgspec.Struct, frozen=True):
    """What a Soviet unit that leaves by the west edge costs (18.49)."""

    first_turn: int
    last_turn: int
    german_vp_lost: float


class LevelRow(msgspec.Struct, frozen=True):
    """The net points from which on there is a level of victory (18.49)."""

    campaign: str
    level: str
    net_vp_min: float | None = None


class RevisionBox(TyphoonBox):
    """What comes in the box, with the tables of the revision; the schedules of 1978 have its corrections."""

    @case("15.3", "18.26(b)")
    def __init__(self, data: DataFolder) -> None:
        super().__init__(data)
        self.stack_order = data.rows("stack_order.csv", StackRow)
        self.building_markers = data.keyed("construction_availability.csv", MarkersRow, "ground")
        self.army_works = data.keyed("fourth_army_works.csv", WorkRow, "hex")
        self.plan_chits = data.keyed("plan_chits.csv", ChitRow, "plan")
        self.exit_points = data.rows("exited_unit_vp.csv", ExitRow)
        self.level_rows = data.rows("victory_levels.csv", LevelRow)
        self.melting: dict[str, Melt] = data.keyed("melt_table.csv", Melt, "ground")
        for state in GROUND_STATES:
            if not state.rivers and state.name not in self.melting:
                raise DataError(f"{data.path('melt_table.csv')}: no line '{state.name}'")
        self.reductions = {
            (row.side, row.kind): row for row in data.rows("movement_reduction.csv", Reduction)
        }
        self.late_areas = {
            area: row.late_area for area, row in data.keyed("late_entry.csv", LateEntry, "area").items()
        }
        self.set_up_changes = data.rows("setup_changes.csv", SetUpChange)
        for side, kind in product(SIDES, ("mechanized", "other")):
            if (side, kind) not in self.reductions:
                raise DataError(f"{data.path('movement_reduction.csv')}: no line '{side}', '{kind}'")
        units = [name for row in self.set_up_changes for name in (row.unit, row.hq or row.unit)]
        areas = [*self.late_areas, *self.late_areas.values()]
        for file, known, names in (
            ("late_entry.csv", self.areas, areas),
            ("setup_changes.csv", self.unit_number, units),
        ):
            for name in names:
                if name not in known:
                    raise DataError(f"{data.path(file)}: '{name}' is not in the game")
        self.hexes_of("setup_changes.csv", [row.hex for row in self.set_up_changes if row.hex])
