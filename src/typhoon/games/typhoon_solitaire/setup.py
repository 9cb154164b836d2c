"""Setting up (3)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import first
from typhoon.mechanics import setting_up


class SetUp(setting_up.SetUp, frozen=True, tag="set-up", omit_defaults=True):
    """The German units are placed behind the front line."""

    about: ClassVar[str] = "3.2"


class SettingUp(setting_up.SettingUp, SolitaireChapter):
    """Who is set up where: every army and panzer group in its sector."""

    case_of_setup: ClassVar[str] = "3.2"

    def units(self, side: int) -> int:
        return self.law.germans

    @case("3.2", "13.3")
    def open_to(self, unit: int) -> int:
        """Sectors do not overlap, so armies and panzer groups stay apart by themselves (7.3)."""
        if self.law.scenario.free_sectors:
            return self.law.setup_area
        return self.law.sectors[self.part_of(unit)]

    def part_of(self, unit: int) -> str:
        return self.law.counters[unit].formation

    @case("3.2", "13.3")
    def home(self, unit: int) -> int:
        """Where a unit stands ready for the offensive (R36)."""
        return self.law.grid.index(self.law.counters[unit].home(self.law.scenario.homes))

    def kind(self, unit: int) -> Hashable:
        return self.law.stacking.size(1 << unit)

    @case("7.0", "7.1")
    def full(self, pos: SolitairePosition, unit: int) -> int:
        return self.law.stacking.full_for(pos, 1 << unit)

    @case("3.2")
    def why_not_there(self, pos: SolitairePosition, unit: int, hex_: int) -> Ruling:
        where = self.law.describe(hex_)
        if not pos.german >> hex_ & 1:
            return Ruling("3.2", f"{where} is Soviet")
        if not self.law.setup_area >> hex_ & 1:
            return Ruling("3.2", f"{where} is not within three hexes of the front line")
        name, formation = self.law.unit_ids[unit], self.part_of(unit)
        return Ruling("3.2", f"{where} is not in the sector of {formation}, where {name} is set up")

    @case("3.2", "13.3")
    def deploy(self, pos: SolitairePosition, side: int, part: str) -> None:
        """Where sectors are free, whoever is in the way is lifted."""
        super().deploy(pos, side, part)
        units, stacking = self.roster(side).parts.get(part, self.law.germans), self.law.stacking
        for hex_ in list(pos.stacks):
            while stacking.size(pos.stacks[hex_]) > stacking.limit:
                pos.remove(first(pos.stacks[hex_] & ~units))
