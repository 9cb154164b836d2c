"""Who takes part in a scenario: set-up hexes, schedules, corps and their HQs (15, 16.2, 18)."""

from __future__ import annotations

from functools import cached_property

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.hexgrid import bits

ARMY_ZONES = {
    "50": ("C", 1, 16),
    "49": ("C", 17, 39),
    "30": ("A", 21, 39),
    "16": ("A", 1, 21),
    "43": ("B", 2, 19),
    "33": ("B", 20, 27),
    "5": ("B", 28, 39),
}
"""Sheet and rows in which Soviet armies are set up freely."""


class Forces(TyphoonChapter):
    """The units of a scenario."""

    @cached_property
    def at_start(self) -> int:
        """The units that begin on the map."""
        sheets = self.law.scenario.sheets
        return self.law.units_that(lambda c: c.sheet and c.sheet in sheets)

    @case("16.21", "18.27", "18.37", "18.47")
    def held_back(self) -> int:
        """The units that begin uncommitted."""
        armies = self.law.scenario.uncommitted
        return self.law.units_that(lambda c: c.uncommitted and c.army in armies) & self.at_start

    def home(self, unit: int) -> str:
        """Where the ready-made set-up has a unit."""
        counter = self.law.counters[unit]
        key = self.law.scenario.id, counter.unit
        return self.law.overrides.get(key, counter.hex or counter.setup_hex)

    @case("18.12", "18.22", "18.32")
    def is_bound(self, unit: int) -> bool:
        """Whether a unit has no choice of its hex even in a free set-up."""
        counter = self.law.counters[unit]
        return counter.army in ("1Sh", "20") or counter.unit in ("Vnev/50", "Tula/49")

    @case("18.12", "18.22", "18.32")
    def zone_of_army(self, army: str) -> int:
        """Where the units of a Soviet army may be set up freely."""
        if army not in ARMY_ZONES:
            return 0
        sheet, low, high = ARMY_ZONES[army]
        return self.law.ground.rows(sheet, low, high)

    @case("15.0", "15.11", "18.16", "18.26", "18.36", "18.46")
    def schedule(self) -> dict[int, tuple[int, str]]:
        """The reinforcements: turn and entry area."""
        law, scenario, here = self.law, self.law.scenario, self.at_start
        found: dict[int, tuple[int, str]] = {}
        for name, row in law.reinforcements.items():
            unit = law.unit_number[name]
            areas = scenario.german_areas if law.side_of[unit] == GERMAN else scenario.soviet_areas
            if row.area in areas and row.turn <= scenario.last_turn and not here >> unit & 1:
                found[unit] = row.turn, row.area
        for own in law.own_reinforcements:
            unit = law.unit_number[own.unit]
            if own.case == scenario.own_reinforcements and not here >> unit & 1:
                found[unit] = own.turn, own.hexes
        return found

    @cached_property
    def german_corps(self) -> dict[str, int]:
        """German units by the corps they belong to here (18.18, 18.38)."""
        attached = dict(self.law.scenario.attached)
        found: dict[str, int] = {}
        for unit in bits(self.law.units_of[GERMAN]):
            corps = self.law.counters[unit].corps
            corps = attached.get(corps, corps)
            found[corps] = found.get(corps, 0) | 1 << unit
        return found

    @cached_property
    def soviet_armies(self) -> dict[str, int]:
        """Soviet units by the army they belong to here."""
        found: dict[str, int] = {}
        for unit in bits(self.law.units_of[SOVIET]):
            army = self.army_of(unit)
            found[army] = found.get(army, 0) | 1 << unit
        return found

    def army_of(self, unit: int) -> str:
        """The army that a unit belongs to here."""
        return self.law.counters[unit].army

    @case("18.18", "18.38")
    def hq_of(self, unit: int) -> int | None:
        """The HQ that a unit looks to."""
        return self._hqs[unit]

    @cached_property
    def _hqs(self) -> list[int | None]:
        law, attached = self.law, dict(self.law.scenario.attached)
        return [
            law.hq_of_army.get(self.army_of(unit))
            if law.side_of[unit] == SOVIET
            else law.hq_of_corps.get(attached.get(counter.corps, counter.corps))
            for unit, counter in enumerate(law.counters)
        ]
