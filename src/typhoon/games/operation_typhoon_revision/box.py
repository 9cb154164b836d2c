"""The charts of the revision, beside those of the game of 1978."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.data import DataError, DataFolder
from typhoon.games.operation_typhoon.box import TyphoonBox
from typhoon.games.operation_typhoon.charts import GROUND_STATES, GROUNDS, SIDES, SideName
from typhoon.games.operation_typhoon.checks import LAST_TURN
from typhoon.games.operation_typhoon.victory import Victory
from typhoon.games.operation_typhoon_revision.position import LEVELS

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
    """The net points from which on there is a level of victory, with a plan what else it takes (18.49)."""

    scenario: str
    level: str
    net_vp_min: float = -1_000
    plan: str = ""
    ring: bool = False
    """Whether Moscow must be encircled."""
    through: bool = False
    """Whether units must have passed it on a broad front."""


class PointsRow(msgspec.Struct, frozen=True):
    """What an event is worth to the Germans, each time (10.25, 18.29, 18.49)."""

    scenario: str
    side: SideName
    event: Literal["unit lost", "hq lost", "hq returned"]
    german_vp: float


class GameRow(msgspec.Struct, frozen=True):
    """The net points of a game between staffs; `typhoon sim` plays it again by its seed and number."""

    scenario: str
    seed: int
    game: int
    net: float


class LevelOfWork(msgspec.Struct, frozen=True):
    """By how much a work multiplies the strength of its defenders (19.18)."""

    level: Literal["hedgehog", "minor strongpoint", "major strongpoint", "fortification"]
    multiple: Points


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
        self.levels_of_victory = data.rows("victory_levels.csv", LevelRow)
        self.plans_of_victory = data.rows("victory_plans.csv", LevelRow)
        self.games_played: dict[str, list[GameRow]] = {}
        for row in data.rows("games_played.csv", GameRow):
            self.games_played.setdefault(row.scenario, []).append(row)
        self.multiples = [row.multiple for row in data.keyed("fieldworks.csv", LevelOfWork, "level").values()]
        self._points: dict[tuple[str, str, str], float] = {
            (row.scenario, row.side, row.event): row.german_vp
            for row in data.rows("vp_changes.csv", PointsRow)
        }
        self._check_works()
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

    def points_for(self, scenario: str, side: str, event: str) -> float:
        """What an event is worth to the Germans in a scenario."""
        return self._points.get((scenario, side, event), 0)

    def _check_works(self) -> None:
        self.hexes_of("fourth_army_works.csv", self.army_works)
        for file, known, names in (
            ("construction_availability.csv", self.building_markers, GROUNDS),
            ("plan_chits.csv", Victory.plans, self.plan_chits),
            ("fourth_army_works.csv", LEVELS, [row.level for row in self.army_works.values()]),
        ):
            for name in names:
                if name not in known:
                    raise DataError(f"{self.data.path(file)}: '{name}' is missing, or not in the game")
        turns = {turn for row in self.exit_points for turn in range(row.first_turn, row.last_turn + 1)}
        if missing := set(range(1, LAST_TURN + 1)) - turns:
            raise DataError(f"{self.data.path('exited_unit_vp.csv')}: no line of turn {min(missing)}")
