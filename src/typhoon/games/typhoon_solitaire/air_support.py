"""Luftwaffe air support (9.1)."""

from __future__ import annotations

from typing import ClassVar, Generic

from typhoon.engine.cases import case
from typhoon.engine.chapters import F
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.law import SolitaireAct, SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits


class Support(Order, frozen=True, gc=False):
    """Place an air support unit on a German unit and its force."""

    verb: ClassVar[str] = "support"
    unit: str


class TakeAircraft(Order, frozen=True, gc=False):
    """Let the aircraft of a force go with this unit, and with the part of the force that the unit is in."""

    verb: ClassVar[str] = "air"
    label: ClassVar[str] = "Take aircraft"
    unit: str


class AirSupport(SolitaireChapter):
    """Where the Luftwaffe helps."""

    @case("9.1")
    def left(self, pos: SolitairePosition) -> int:
        """Air support units that can still be placed: at the start of the phase only."""
        return 0 if pos.begun else self.law.turns[pos.turn].luftwaffe - pos.air.bit_count()

    def force_of(self, pos: SolitairePosition, unit: int) -> int:
        """Everybody who can still move as one with a unit (R22)."""
        mechanized = self.law.mechanized
        alike = mechanized if mechanized >> unit & 1 else ~mechanized
        return pos.units_in(pos.where[unit]) & alike & ~pos.done

    @case("9.1")
    def may_have(self, pos: SolitairePosition) -> int:
        """Units of forces that have no air support yet."""
        if not self.left(pos):
            return 0
        units = pos.in_play
        for unit in bits(pos.air):
            units &= ~self.force_of(pos, unit)
        return units

    def give(self, pos: SolitairePosition, unit: int, force: int, umpire: Umpire) -> None:
        """The air support unit of a force, if it has one yet, lies on a unit from now on."""
        pos.air = pos.air & ~force | 1 << unit
        hex_ = self.law.grid.name[pos.where[unit]]
        umpire.tell("supported", unit=self.law.unit_ids[unit], hex=hex_)

    @case("9.1", "9.5")
    def may_take(self, pos: SolitairePosition) -> int:
        """Units that the aircraft of their force may go with instead.

        That is so while the force stands together, for whoever moves out is a force of its own (R39, R48);
        once one of its parts is about to march, for those in the other part.
        """
        units, aircraft = 0, pos.air & ~pos.done
        if not aircraft or (pos.force and self.law.marches.moved(pos)):
            return 0
        for unit in bits(aircraft):
            whole = self.force_of(pos, unit)
            if not pos.force:
                units |= whole ^ 1 << unit
            elif whole & pos.force:
                units |= whole ^ pos.force if pos.force >> unit & 1 else pos.force
        return units


class LetAircraftGo(SolitaireAct[F, TakeAircraft], Generic[F]):
    """Choose which part of a force its aircraft goes with."""

    kind = TakeAircraft

    def offered(self, pos: SolitairePosition, phase: F) -> list[OrderSet]:
        units = self.law.air_support.may_take(pos)
        return [Listed([TakeAircraft(unit) for unit in pos.names(units)])] if units else []

    @case("9.1")
    def why_not(self, pos: SolitairePosition, phase: F, order: TakeAircraft) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, GERMAN)
        if isinstance(unit, Ruling):
            return unit
        if self.law.air_support.may_take(pos) >> unit & 1:
            return None
        if pos.air >> unit & 1:
            return Ruling("9.1", f"the aircraft goes with {order.unit} as it is")
        return Ruling(
            "9.1", f"there is no aircraft that could go with {order.unit} from another part of its force"
        )

    @case("9.1")
    def apply(self, pos: SolitairePosition, phase: F, order: TakeAircraft, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        self.law.air_support.give(pos, unit, self.law.air_support.force_of(pos, unit), umpire)
