"""Soviet supply lines, strengths that keep their halves, and reinforcements (12, 13.44, 15.23, 18.32)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.arrivals import Arrivals, Divert, DivertUnit
from typhoon.games.operation_typhoon.charts import SOVIET, Strength
from typhoon.games.operation_typhoon.forces import Forces
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.games.operation_typhoon.supply import SOVIET_REACH, Lines, Supply
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision.box import SetUpChange

TO_PARENT, TO_OTHERS, NOT_ISOLATED = 12, 6, 12
"""Hexes to the HQ of a unit's army, to another one, and to another one that keeps it from being isolated."""


@change("soviet-supply", "12.21", "12.42", "12.52")
class SovietLines(Supply):
    """Lines to HQs have a length (R38, R39)."""

    from_soviet_hq = TO_PARENT

    def fed_from(self, lines: Lines, hq: int) -> Iterator[int]:
        yield lines.within(TO_PARENT, hq)
        yield lines.within(TO_OTHERS)

    def held_from(self, lines: Lines, hq: int) -> Iterator[int]:
        yield lines.connected(hq)
        yield lines.within(NOT_ISOLATED)

    def goals_of(self, pos: Any, unit: int, open_: int) -> list[tuple[int, float]]:
        """Lines that put a Soviet unit in supply come first, then those of any length."""
        found = super().goals_of(pos, unit, open_)
        if self.law.side_of[unit] != SOVIET:
            return found
        (parent, _), (sources, _) = found
        others = pos.hexes_of(self.law.soviet_hqs & pos.in_play) & ~parent
        return [(parent, TO_PARENT), (sources, SOVIET_REACH), (others, TO_OTHERS), *found, (others, inf)]


@change("fractions", "12.54(b)", "13.44")
class Halves(Strengths):
    """Isolated defenders and poor units in snow keep their fraction; short supply alone does not (R40)."""

    def halved(self, base: int, why: str) -> Strength:
        return max(1, base / 2) if why != "supply" and base % 2 else super().halved(base, why)


# Waiting


@change("late-entry", "15.23")
class LateArrivals(Revised, Arrivals):
    """Who waits of his own will comes in farther east, once (R48)."""

    def late(self, pos: Any) -> dict[int, str]:
        """Soviet units that could come in where they are due, with the areas that they are sent to."""
        found = {}
        for unit in bits(self.due(pos, SOVIET) & ~pos.sent_on):
            area = pos.arrival[unit][1]
            later = self.law.late_areas.get(area, area)
            if later != area and self.area_hexes(later) and self.entry_hexes(pos, SOVIET, unit):
                found[unit] = later
        return found

    def warnings(self, pos: Any, phase: Any) -> list[str]:
        late = self.late(pos) if phase == Movement(SOVIET) else {}
        told = "waits and will have to come in by area"
        return [f"{self.law.unit_ids[unit]} {told} {area} (15.23)" for unit, area in late.items()]

    def after_moving(self, pos: Any, side: int, umpire: Umpire) -> None:
        for unit, area in self.late(pos).items() if side == SOVIET else ():
            pos.arrival[unit] = pos.arrival[unit][0], area
            pos.sent_on |= 1 << unit
            umpire.tell("sent_east", unit=self.law.unit_ids[unit], area=area)

    def enter(self, pos: Any, side: int, unit: int, hex_: int, umpire: Umpire) -> None:
        super().enter(pos, side, unit, hex_, umpire)
        pos.sent_on &= ~(1 << unit)


@change("late-entry", "15.23")
class NoFarther(DivertUnit):
    """Whoever is sent on by 15.22 is not sent on again."""

    def apply(self, pos: Any, phase: Movement, order: Divert, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        pos.sent_on |= 1 << self.law.unit_number[order.unit]


# 312th Division


@change("unit-312", "18.32")
class OtherPlaces(Revised, Forces):
    """Units that begin elsewhere, or do not come at all (R21, R51)."""

    @cached_property
    def _changed(self) -> dict[int, SetUpChange]:
        section, number = self.law.scenario.section, self.law.unit_number
        return {number[row.unit]: row for row in self.law.set_up_changes if row.section == section}

    @cached_property
    def at_start(self) -> int:
        return super().at_start | sum([1 << unit for unit, row in self._changed.items() if row.hex])

    def home(self, unit: int) -> str:
        return self._changed[unit].hex if unit in self._changed else super().home(unit)

    def is_bound(self, unit: int) -> bool:
        return unit in self._changed or super().is_bound(unit)

    def schedule(self) -> dict[int, tuple[int, str]]:
        return {unit: when for unit, when in super().schedule().items() if unit not in self._changed}

    def army_of(self, unit: int) -> str:
        fed_by = self._changed[unit].hq if unit in self._changed else ""
        return super().army_of(self.law.unit_number[fed_by] if fed_by else unit)


STORY = {"sent_east": ("15.23", "{unit} waits and is sent on to entry area {area}.")}
