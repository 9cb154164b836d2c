"""What is chosen just before a combat: who takes part (7.24), and whether a lone HQ retreats (10.25)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, HexNumbers, Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import TyphoonAct
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits


class Engage(Order, frozen=True, gc=False):
    """Choose the units that make an attack."""

    verb: ClassVar[str] = "engage"
    units: tuple[str, ...]


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


class AtHand(Phase[TyphoonPosition], frozen=True):
    """A combat that is about to be fought, and what has been chosen for it."""

    side: SideNumber
    target: HexNumbers
    stood: tuple[HexNumber, ...] = ()
    """Hexes whose lone HQ has decided to stand."""
    engaged: bool = False
    """Whether the attacker has chosen who takes part."""


def at_hand(pos: TyphoonPosition, attacker: int, target: str) -> Combat:
    """The combat that something is chosen for."""
    combat = pos.rules.combats.at_hand(pos, attacker, target)
    assert combat is not None
    return combat


class Engaging(Phase[TyphoonPosition], frozen=True, tag="engaging"):
    """The attacker chooses who takes part."""

    about: ClassVar[str] = "7.24"
    takes: ClassVar[tuple[type[Order], ...]] = (Engage,)
    side: SideNumber
    target: HexNumbers

    def _parts(self, pos: TyphoonPosition) -> list[int]:
        return pos.rules.combats.engagements(pos, at_hand(pos, self.side, self.target))

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"{self.target} is attacked: choose the units that make the attack."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Engage(pos.names(part)) for part in self._parts(pos)])]

    @case("7.24", "7.21", "7.22")
    def refusal(self, pos: TyphoonPosition, order: Engage) -> Ruling | None:
        why = "as many units of each stack attack as were declared; the choices are"
        return _why_not_these(pos, self.side, order.units, self._parts(pos), why)

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        assert isinstance(order, Engage)
        combat = at_hand(pos, self.side, self.target)
        chosen = msgspec.structs.replace(combat, units=pos.rules.units(order.units))
        return pos.rules.odds.preview(pos, self.side, chosen)

    @case("7.24", "8.42")
    def apply(self, pos: TyphoonPosition, order: Engage, umpire: Umpire) -> None:
        declared = pos.rules.attacks.named(pos, self.target)
        chosen = msgspec.structs.replace(declared, units=pos.rules.units(order.units))
        pos.rules.attacks.change(pos, declared, chosen)
        pos.frames.pop()
        fighting = pos.frames[-1]
        assert isinstance(fighting, AtHand)
        pos.frames[-1] = msgspec.structs.replace(fighting, engaged=True)


class Defending(Phase[TyphoonPosition], frozen=True, tag="defending"):
    """The defender chooses who takes part."""

    about: ClassVar[str] = "7.24"
    takes: ClassVar[tuple[type[Order], ...]] = (Defend,)
    side: SideNumber
    target: HexNumbers

    def _parts(self, pos: TyphoonPosition) -> list[int]:
        return pos.rules.combats.defenses(pos, at_hand(pos, 1 - self.side, self.target))

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"{self.target} is attacked: choose the units that defend."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Defend(pos.names(part)) for part in self._parts(pos)])]

    @case("7.24", "7.21", "7.22")
    def refusal(self, pos: TyphoonPosition, order: Defend) -> Ruling | None:
        why = "as many units as can must defend; the choices are"
        return _why_not_these(pos, self.side, order.units, self._parts(pos), why)

    def apply(self, pos: TyphoonPosition, order: Defend, umpire: Umpire) -> None:
        pos.defending = pos.rules.units(order.units)
        pos.frames.pop()


def _why_not_these(
    pos: TyphoonPosition, side: int, names: tuple[str, ...], parts: list[int], why: str
) -> Ruling | None:
    """Why units are none of the parts of stacks that may be chosen."""
    for name in names:
        if isinstance(unit := pos.rules.unit_on_map(pos, name, side), Ruling):
            return unit
    choices = [pos.names(part) for part in parts]
    if any(sorted(names) == sorted(choice) for choice in choices):
        return None
    return Ruling("7.24", f"{why}: {'; '.join(' '.join(choice) for choice in choices)}")


class Evading(Phase[TyphoonPosition], frozen=True, tag="evading"):
    """An HQ attacked alone in its hex may retreat before the combat."""

    about: ClassVar[str] = "10.25"
    side: SideNumber
    target: HexNumbers
    hex: HexNumber
    """Where the HQ is, in one of the hexes under attack."""

    @case("10.25", "9.92")
    def hexes(self, pos: TyphoonPosition) -> int:
        """Where it may go: it retreats like any other stack (R94)."""
        paths = pos.rules.retreats.paths_back(pos, pos.units_in(pos.ground.grid.index(self.hex)), 1)
        return sum([1 << hex_ for _, hex_ in paths])

    def prompt(self, pos: TyphoonPosition) -> str:
        whose = pos.rules.adjective(self.side)
        return f"The {whose} HQ in {self.hex} is attacked: retreat one hex, or stand."


class StandAndFight(TyphoonAct[Evading, Stand]):
    """Let the HQ stand."""

    phase = Evading
    kind = Stand

    def offered(self, pos: TyphoonPosition, phase: Evading) -> list[OrderSet]:
        return [Listed([Stand()])]

    def why_not(self, pos: TyphoonPosition, phase: Evading, order: Stand) -> Ruling | None:
        return None

    def apply(self, pos: TyphoonPosition, phase: Evading, order: Stand, umpire: Umpire) -> None:
        pos.frames.pop()
        fighting = pos.frames[-1]
        assert isinstance(fighting, AtHand)
        pos.frames[-1] = msgspec.structs.replace(fighting, stood=(*fighting.stood, phase.hex))


class EvadeCombat(TyphoonAct[Evading, Evade]):
    """Retreat the HQ before the combat."""

    phase = Evading
    kind = Evade

    def offered(self, pos: TyphoonPosition, phase: Evading) -> list[OrderSet]:
        name = pos.ground.grid.name
        return [Listed([Evade(name[hex_]) for hex_ in bits(phase.hexes(pos))])]

    @case("10.25", "5.92")
    def why_not(self, pos: TyphoonPosition, phase: Evading, order: Evade) -> Ruling | None:
        hex_ = self.law.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if not phase.hexes(pos) >> hex_ & 1:
            return Ruling("9.92", f"the HQ retreats from {phase.hex} one hex, as far from enemies as it can")
        return None

    @case("10.25", "5.92")
    def apply(self, pos: TyphoonPosition, phase: Evading, order: Evade, umpire: Umpire) -> None:
        """Whoever is attacked with the HQ profits: the combat is not resolved (R103)."""
        pos.frames.pop()
        combat = at_hand(pos, 1 - phase.side, phase.target)
        self._step_back(pos, phase, pos.ground.grid.index(order.hex), umpire)
        pos.fought |= combat.units
        pos.frames.pop()
        self.law.combats.close(pos, phase.target)
        attackers = pos.names(combat.units)
        pos.frames.append(Advancing(1 - phase.side, attackers, (phase.hex,), ((),), hexes=2))

    def _step_back(self, pos: TyphoonPosition, phase: Evading, to: int, umpire: Umpire) -> None:
        (unit,) = bits(pos.units_in(pos.ground.grid.index(phase.hex)))
        trapped = pos.zone(1 - phase.side) >> to & 1
        pos.remove(unit)
        pos.place(unit, to)
        pos.fled |= 1 << unit
        umpire.tell("evaded", unit=self.law.unit_ids[unit], path=(phase.hex, pos.ground.grid.name[to]))
        if trapped:
            self.law.losses.eliminate(pos, unit, umpire)
            if phase.side == GERMAN:
                self.law.commitments.wake(pos, 1 << to, umpire)
        else:
            pos.pass_through(phase.side, 1 << to, umpire)


ACTS = (StandAndFight, EvadeCombat)
