"""Activating foot and truck units in the Soviet Motorized Phase (22.2.4, B22.4)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.law import NonopAct
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


class Activate(Order, frozen=True, gc=False):
    """Let an HQ activate a unit that is not motorized."""

    verb: ClassVar[str] = "activate"
    label: ClassVar[str] = "Activate"
    unit: str
    by: str


class ActivateUnit(NonopAct[Movement, Activate]):
    """Use the command of an HQ before anybody moves."""

    phase = Movement
    kind = Activate

    @case("B22.4", "22.2.4 no motorized-phase activation")
    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        if phase.side != SOVIET or not phase.motorized or pos.moved:
            return []
        law, orders = self.law, []
        area = law.command.commanded(pos)
        for hq in bits(law.command.operational(pos)):
            here = law.command.range_of(pos.where[hq]) & area & pos.occupied[SOVIET]
            units = pos.standing_in(here) & (law.foot | law.truck)
            units &= ~law.hqs & ~pos.activated & ~pos.garrison
            if law.command.left(pos, hq, pos.activations) <= 0:
                units &= 0 if pos.guards_called >> hq & 1 else law.guards
            orders += [Activate(name, law.unit_ids[hq]) for name in pos.names(units)]
        return [Listed(orders)] if orders else []

    @case("B22.4", "22.2.4 no motorized-phase activation", "B12.6")
    def why_not(self, pos: NonopPosition, phase: Movement, order: Activate) -> Ruling | None:
        law = self.law
        unit, hq = law.unit_on_map(pos, order.unit, SOVIET), law.unit_on_map(pos, order.by, SOVIET)
        for found in (unit, hq):
            if isinstance(found, Ruling):
                return found
        assert isinstance(unit, int) and isinstance(hq, int)
        bit = 1 << unit
        if phase.side != SOVIET or not phase.motorized:
            return Ruling("B22.4", "units are activated in the Soviet Motorized Movement Phase")
        if pos.moved:
            return Ruling("B22.4", "units are activated at the start of the phase, before anybody moves")
        if not law.hqs >> hq & 1:
            return Ruling("B22.4", f"{order.by} is no HQ")
        if pos.nonop >> hq & 1:
            return Ruling("22.2.4", f"{law.counters[hq].unit} is Non-Op and activates nobody")
        if not (law.foot | law.truck) & ~law.hqs & bit:
            return Ruling("B22.4", f"{order.unit} is no foot or truck unit")
        if pos.activated & bit:
            return Ruling("B22.4", f"{order.unit} has been activated")
        if pos.garrison & bit:
            return Ruling("B25.7", f"{order.unit} is a garrison and cannot be activated")
        if law.command.nonop_area(pos) >> pos.where[unit] & 1:
            return Ruling("22.2.2", f"{order.unit} is in range of a Non-Op HQ: nobody can be activated there")
        if not law.command.range_of(pos.where[hq]) >> pos.where[unit] & 1:
            return Ruling("B22.1", f"{order.unit} is out of range of {law.counters[hq].unit}")
        if law.command.left(pos, hq, pos.activations) <= 0 and (
            pos.guards_called >> hq & 1 or not law.guards & bit
        ):
            return Ruling("B22.2", f"{law.counters[hq].unit} has used its command to activate units")
        return None

    @case("B22.4", "B22.2")
    def apply(self, pos: NonopPosition, phase: Movement, order: Activate, umpire: Umpire) -> None:
        law = self.law
        unit, hq = law.unit_number[order.unit], law.unit_number[order.by]
        pos.activated |= 1 << unit
        if law.guards >> unit & 1 and not pos.guards_called >> hq & 1:
            pos.guards_called |= 1 << hq
        else:
            pos.activations[hq] = pos.activations.get(hq, 0) + 1
        pos.forget()
        umpire.tell("activated", unit=order.unit, hq=law.counters[hq].unit)
