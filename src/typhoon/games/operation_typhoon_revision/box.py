"""The charts of the revision, beside those of the game of 1978."""

from __future__ import annotations

import msgspec

from typhoon.engine.data import DataFolder
from typhoon.games.operation_typhoon.box import TyphoonBox


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
    """What comes in the box, with the tables of the revision."""

    def __init__(self, data: DataFolder) -> None:
        super().__init__(data)
        self.stack_order = data.rows("stack_order.csv", StackRow)
        self.building_markers = data.keyed("construction_availability.csv", MarkersRow, "ground")
        self.army_works = data.keyed("fourth_army_works.csv", WorkRow, "hex")
        self.plan_chits = data.keyed("plan_chits.csv", ChitRow, "plan")
        self.exit_points = data.rows("exited_unit_vp.csv", ExitRow)
        self.level_rows = data.rows("victory_levels.csv", LevelRow)
