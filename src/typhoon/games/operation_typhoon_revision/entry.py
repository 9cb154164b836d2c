"""Reinforcements that wait, and 312th Division (15.23, 18.32)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.arrivals import Arrivals, Divert, DivertUnit
from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.forces import Forces
from typhoon.games.operation_typhoon.movement import Marching, Movement
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision import Revision
    from typhoon.games.operation_typhoon_revision.box import SetUpChange


# Waiting


@change("late-entry", "15.23")
class LateArrivals(Arrivals):
    """Who waits of his own will comes in farther east, once (R48)."""

    law: Revision

    def late(self, pos: Any) -> dict[int, str]:
        """Soviet units that could come in where they are due, with the areas that they are sent to."""
        found = {}
        for unit in bits(self.due(pos, SOVIET) & ~pos.sent_on):
            area = pos.arrival[unit][1]
            later = self.law.late_areas.get(area, area)
            if later != area and self.area_hexes(later) and self.entry_hexes(pos, SOVIET, unit):
                found[unit] = later
        return found

    def enter(self, pos: Any, side: int, unit: int, hex_: int, umpire: Umpire) -> None:
        super().enter(pos, side, unit, hex_, umpire)
        pos.sent_on &= ~(1 << unit)


@change("late-entry", "15.23")
class NoFarther(DivertUnit):
    """Whoever is sent on by 15.22 is not sent on again."""

    def apply(self, pos: Any, phase: Movement, order: Divert, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        pos.sent_on |= 1 << self.law.unit_number[order.unit]


@change("late-entry", "15.23")
class SendEast(Marching):
    """They are sent on when the Soviet movement phase ends."""

    def _late(self, pos: Any, side: int) -> dict[int, str]:
        arrivals = self.law.arrivals
        return arrivals.late(pos) if side == SOVIET and isinstance(arrivals, LateArrivals) else {}

    def warnings(self, pos: Any, side: int) -> list[str]:
        late = [(self.law.unit_ids[unit], area) for unit, area in self._late(pos, side).items()]
        waiting = [f"{name} waits and will have to come in by area {area} (15.23)" for name, area in late]
        return [*super().warnings(pos, side), *waiting]

    def close(self, pos: Any, side: int, umpire: Umpire) -> None:
        for unit, area in self._late(pos, side).items():
            pos.arrival[unit] = pos.arrival[unit][0], area
            pos.sent_on |= 1 << unit
            umpire.tell("sent_east", unit=self.law.unit_ids[unit], area=area)
        super().close(pos, side, umpire)


# 312th Division


@change("unit-312", "18.32")
class OtherPlaces(Forces):
    """Units that begin elsewhere, or do not come at all (R21, R51)."""

    law: Revision

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

    @cached_property
    def _hqs(self) -> list[int | None]:
        fed = {unit: self.law.unit_number[row.hq] for unit, row in self._changed.items() if row.hq}
        return [fed.get(unit, hq) for unit, hq in enumerate(super()._hqs)]

    @cached_property
    def soviet_armies(self) -> dict[str, int]:
        found = dict(super().soviet_armies)
        for unit, row in self._changed.items():
            if row.hq:
                found[self.law.counters[unit].army] &= ~(1 << unit)
                found[self.law.counters[self.law.unit_number[row.hq]].army] |= 1 << unit
        return found


STORY = {"sent_east": ("15.23", "{unit} waits and is sent on to entry area {area}.")}
