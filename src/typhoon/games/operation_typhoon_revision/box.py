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
THAWS = [state.name for state in GROUND_STATES if not state.rivers]
"""The grounds on which rivers may melt."""


class Reduction(msgspec.Struct, frozen=True):
    """What the ground takes off the movement points of units; good winterization may spare some."""

    side: SideName
    kind: Literal["mechanized", "other"]
    heavy_mud: Points
    snow_poor: Points
    deep_snow_poor: Points
    snow_good: Points | None = None
    deep_snow_good: Points | None = None

    def in_snow(self, depth: int, *, good: bool) -> int:
        poor, fine = (
            (self.snow_poor, self.snow_good) if depth < 2 else (self.deep_snow_poor, self.deep_snow_good)
        )
        return fine if good and fine is not None else poor

    def in_words(self, depth: int) -> str:
        """What snow takes of units with poor and with good winterization."""
        poor, good = self.in_snow(depth, good=False), self.in_snow(depth, good=True)
        return str(poor) if poor == good else f"{poor} or {good}"


class SetUpChange(msgspec.Struct, frozen=True):
    """A unit with another place in the scenarios of a section; with none it does not come at all."""

    section: str
    unit: str
    hex: str = ""
    hq: str = ""
    """The HQ that it belongs to there."""


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


class ExitRow(msgspec.Struct, frozen=True):
    """What a Soviet unit that leaves by the west edge costs (18.49)."""

    first_turn: int
    last_turn: int
    german_vp_lost: float


class RevisionBox(TyphoonBox):
    """What comes in the box, with the tables of the revision; the schedules of 1978 have its corrections."""

    @case("15.3", "18.26(b)")
    def __init__(self, data: DataFolder) -> None:
        super().__init__(data)
        figures = data.figures
        self.melting: dict[str, dict[str, int]] = {
            water: figures("melt_table.csv", ["ground"], f"{water}_melt_to", Die, THAWS)
            for water in ("rivers", "streams")
        }
        """The highest die that melts water on some ground."""
        self.reductions = {(r.side, r.kind): r for r in data.rows("movement_reduction.csv", Reduction)}
        for key in product(SIDES, ("mechanized", "other")):
            if key not in self.reductions:
                raise DataError(f"{data.path('movement_reduction.csv')}: no line '{key[0]}', '{key[1]}'")
        self.late_areas = figures("late_entry.csv", ["area"], "late_area", str)
        """Where units come in that waited."""
        self.stack_order: dict[str, int] = figures("stack_order.csv", ["type"], "rank")
        """The places in the order of stacks, from the top (8.46)."""
        markers = "construction_availability.csv", ["ground"]
        self.building_markers: list[dict[str, int]] = [
            figures(*markers, f"building_markers{where}", every=GROUNDS) for where in ("", "_scenario")
        ]
        """The building markers of a turn, and those on a single sheet (19.17e)."""
        self.multiples = list(figures("fieldworks.csv", ["level"], "multiple", Points, LEVELS).values())
        """By how much works multiply the strength of their defenders (19.18)."""
        self.army_works = figures("fourth_army_works.csv", ["hex"], "level", str)
        """The works of 4th Army, in the ready-made choice (18.48)."""
        plans = figures("plan_chits.csv", ["plan"], "chits")
        self.plan_chits: list[str] = [plan for plan, chits in plans.items() for _ in range(chits)]
        self.set_up_changes = data.rows("setup_changes.csv", SetUpChange)
        self.levels_of_victory = data.rows("victory_levels.csv", LevelRow)
        self.plans_of_victory = data.rows("victory_plans.csv", LevelRow)
        self.exit_points = data.rows("exited_unit_vp.csv", ExitRow)
        self._points = figures("vp_changes.csv", ["scenario", "side", "event"], "german_vp", float)
        self.games_played: dict[tuple[str, ...], float] = figures(
            "games_played.csv", ["scenario", "seed", "game"], "net", float
        )
        """The net points of games between staffs; `typhoon sim` plays one again by its seed and number."""
        self._check()

    def reduction_of(self, unit: int) -> Reduction:
        """The line of the reduction table for a unit; HQs are no vehicles (R46)."""
        kind = "mechanized" if self.mechanized >> unit & 1 else "other"
        return self.reductions[self.counters[unit].side, kind]  # type: ignore[index]

    def points_for(self, scenario: str, side: str, event: str) -> float:
        """What an event is worth to the Germans in a scenario, each time (10.25, 18.29, 18.49)."""
        found: float = self._points.get((scenario, side, event), 0)
        return found

    def _check(self) -> None:
        units = [name for row in self.set_up_changes for name in (row.unit, row.hq or row.unit)]
        self.must_know("setup_changes.csv", units, self.unit_number)
        self.must_know("late_entry.csv", [*self.late_areas, *self.late_areas.values()], self.areas)
        self.must_know("plan_chits.csv", self.plan_chits, Victory.plans)
        self.must_know("fourth_army_works.csv", self.army_works.values(), LEVELS)
        self.hexes_of("fourth_army_works.csv", self.army_works)
        self.hexes_of("setup_changes.csv", [row.hex for row in self.set_up_changes if row.hex])
        turns = {turn for row in self.exit_points for turn in range(row.first_turn, row.last_turn + 1)}
        if missing := set(range(1, LAST_TURN + 1)) - turns:
            raise DataError(f"{self.data.path('exited_unit_vp.csv')}: no line of turn {min(missing)}")
