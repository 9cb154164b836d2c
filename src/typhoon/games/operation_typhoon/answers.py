"""The defender's choices in a combat: who takes part (7.24), and whether a lone HQ retreats (10.25)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import HexNumbers, Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.fighting import Fighting
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits


class Defend(Order, frozen=True, gc=False):
    """Choose the units that take part in a defense."""

    verb: ClassVar[str] = "defend"
    units: tuple[str, ...]


class Evade(Order, frozen=True, gc=False):
    """Retreat an HQ that is alone one hex before the combat."""

    verb: ClassVar[str] = "evade"
    hex: str


class Stand(Order, frozen=True, gc=False):
    """Let an HQ stand and fight."""

    verb: ClassVar[str] = "stand"


class Defending(Phase[TyphoonPosition], frozen=True, tag="defending"):
    """The defender chooses who takes part."""

    about: ClassVar[str] = "7.24"
    takes: ClassVar[tuple[type[Order], ...]] = (Defend,)
    side: SideNumber
    target: HexNumbers

    def _parts(self, pos: TyphoonPosition) -> list[tuple[str, ...]]:
        frame = pos.frames[-2]
        assert isinstance(frame, Fighting)
        combat = frame.combat_at_hand(pos)
        assert combat is not None
        return [pos.names(part) for part in pos.rules.combats.defenses(pos, combat)]

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"{self.target} is attacked: choose the units that defend."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Defend(part) for part in self._parts(pos)])]

    @case("7.24", "7.21", "7.22")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Defend):
            return pos.rules.out_of_place(pos, order)
        for name in order.units:
            if isinstance(unit := pos.rules.unit_on_map(pos, name, self.side), Ruling):
                return unit
        parts = self._parts(pos)
        if any(sorted(order.units) == sorted(part) for part in parts):
            return None
        ways = "; ".join(" ".join(part) for part in parts)
        return Ruling("7.24", f"as many units as can must defend; the choices are: {ways}")

    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Defend)
        pos.defending = pos.rules.units(order.units)
        pos.frames.pop()


class Evading(Phase[TyphoonPosition], frozen=True, tag="evading"):
    """An HQ attacked alone in its hex may retreat before the combat."""

    about: ClassVar[str] = "10.25"
    takes: ClassVar[tuple[type[Order], ...]] = (Stand, Evade)
    side: SideNumber
    target: HexNumbers

    @case("10.25", "9.92")
    def _hexes(self, pos: TyphoonPosition) -> int:
        """Where it may go: it retreats like any other stack (R94)."""
        paths = pos.rules.retreats.paths_back(pos, pos.units_in(pos.ground.grid.index(self.target)), 1)
        return sum([1 << hex_ for _, hex_ in paths])

    def prompt(self, pos: TyphoonPosition) -> str:
        whose = pos.rules.adjective(self.side)
        return f"The {whose} HQ in {self.target} is attacked: retreat one hex, or stand."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        name = pos.ground.grid.name
        return [Listed([Stand(), *[Evade(name[hex_]) for hex_ in bits(self._hexes(pos))]])]

    @case("10.25", "5.92")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, Stand):
            return None
        if not isinstance(order, Evade):
            return pos.rules.out_of_place(pos, order)
        hex_ = pos.rules.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if not self._hexes(pos) >> hex_ & 1:
            return Ruling(
                "9.92", f"the HQ retreats from {self.target} one hex, as far from enemies as it can"
            )
        return None

    @case("10.25", "5.92")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        fighting = pos.frames[-2]
        assert isinstance(fighting, Fighting)
        pos.frames.pop()
        if isinstance(order, Stand):
            pos.frames[-1] = msgspec.structs.replace(fighting, asked=True)
            return
        assert isinstance(order, Evade)
        combat = fighting.combat_at_hand(pos)
        assert combat is not None
        start, to = combat.targets[0], pos.ground.grid.index(order.hex)
        (unit,) = bits(pos.units_in(start))
        trapped = pos.zone(1 - self.side) >> to & 1
        pos.remove(unit)
        pos.place(unit, to)
        pos.fled |= 1 << unit
        umpire.tell("evaded", unit=pos.rules.unit_ids[unit], path=(self.target, order.hex))
        if trapped:
            pos.rules.losses.eliminate(pos, unit, umpire)
            if self.side == GERMAN:
                pos.rules.commitments.wake(pos, 1 << to, umpire)
        else:
            pos.pass_through(self.side, 1 << to, umpire)
        pos.fought |= combat.units
        fighting.move_on(pos)
        attackers = pos.names(combat.units)
        pos.frames.append(Advancing(1 - self.side, attackers, (self.target,), ((),), hexes=2))
