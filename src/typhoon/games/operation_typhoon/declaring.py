"""Declaring attacks, accelerated assaults and ground support (9.1, 9.2, 9.6, 17.2)."""

from __future__ import annotations

from typing import ClassVar, Generic

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.chapters import O
from typhoon.engine.orders import Attack, End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.air_cover import Air, AirCover
from typhoon.games.operation_typhoon.attacks import Declarations
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolving
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

MOST_AIR = 2
"""Air points in one combat (17.22, 17.23)."""
SOVIET_ASSAULTS_FROM = 17
"""R7."""


class Assault(Order, frozen=True, gc=False):
    """Declare the accelerated assault of an HQ."""

    verb: ClassVar[str] = "assault"
    unit: str


class Cancel(Order, frozen=True, gc=False):
    """Take a declared attack back."""

    verb: ClassVar[str] = "cancel"
    target: str


class Propose(Order, frozen=True, gc=False):
    """Let the program declare all attacks that are still owed."""

    verb: ClassVar[str] = "propose"
    label: ClassVar[str] = "Propose attacks"


class Declaring(Phase[TyphoonPosition], frozen=True, tag="declaring"):
    """The phasing player declares every attack before the first is resolved (R80)."""

    about: ClassVar[str] = "9.1"
    part: ClassVar[str] = "declarations"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    def prompt(self, pos: TyphoonPosition) -> str:
        if left := pos.rules.obligation.owed(pos, self.side):
            hexes = counted(left.bit_count(), "enemy hex", "enemy hexes")
            return f"Declare attacks: {hexes} must still be attacked."
        if stacks := pos.rules.obligation.idle(pos, self.side):
            return f"Declare attacks: {counted(stacks.bit_count(), 'stack')} must still attack somebody."
        return "Declare attacks and air support, or end the declarations."

    def unused(self, pos: TyphoonPosition) -> list[str]:
        air = pos.air[self.side] if pos.combats else 0
        return [f"{counted(air, 'air point')} could still support an attack (17.22)"] if air else []


def _no_combat(target: str) -> Ruling:
    return Ruling("9.1", f"no attack on {target} has been declared")


class Declaration(TyphoonAct[Declaring, O], Generic[O]):
    """Something that can be done while attacks are declared."""

    phase = Declaring


class DeclareAttack(Declaration[Attack]):
    """Declare an attack on one hex or several."""

    kind = Attack

    @case("9.11", "9.22", "9.24", "9.25")
    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        return [Declarations(pos, phase.side)]

    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: Attack) -> Ruling | None:
        return self.law.attacks.why_not_attack(pos, phase.side, order)

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: Attack) -> Preview | None:
        return self.law.odds.preview(pos, phase.side, self.law.attacks.ordered(pos, order))

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: Attack, umpire: Umpire) -> None:
        combat = self.law.attacks.ordered(pos, order)
        pos.combats += (combat,)
        unseen = self.law.looking.facts_of_attack(pos, combat.units)
        umpire.tell("declared", target=order.target, units=order.units, **unseen)


class CancelAttack(Declaration[Cancel]):
    """Call a declared attack off."""

    kind = Cancel

    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        names = [self.law.attacks.name_of(pos, combat.targets) for combat in pos.combats]
        return [Listed([Cancel(name) for name in names])] if names else []

    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: Cancel) -> Ruling | None:
        return None if self.law.attacks.combat_named(pos, order.target) else _no_combat(order.target)

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: Cancel) -> Preview | None:
        return self.law.odds.preview(pos, phase.side, self.law.attacks.named(pos, order.target))

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: Cancel, umpire: Umpire) -> None:
        combat = self.law.attacks.named(pos, order.target)
        self.law.attacks.change(pos, combat, None)
        pos.air[phase.side] += combat.air
        umpire.tell("cancelled", target=order.target)


class GiveAir(Declaration[Air]):
    """Support an attack from the air."""

    kind = Air

    @case("17.22")
    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        orders: list[Order] = []
        for combat in pos.combats:
            name = self.law.attacks.name_of(pos, combat.targets)
            most = min(MOST_AIR, pos.air[phase.side] + combat.air)
            orders += [Air(name, str(points)) for points in range(most + 1) if points != combat.air]
        return [Listed(orders)] if orders else []

    @case("17.21", "17.22", "17.25", "17.27")
    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: Air) -> Ruling | None:
        combat = self.law.attacks.combat_named(pos, order.target)
        if combat is None:
            return _no_combat(order.target)
        if order.points not in ("0", "1", "2"):
            return Ruling("17.22", f"at most {MOST_AIR} air points go into one combat, not {order.points}")
        if int(order.points) == combat.air:
            return Ruling("17.22", f"{order.points} air points are in the combat already")
        if int(order.points) > pos.air[phase.side] + combat.air:
            left = counted(pos.air[phase.side], "air point")
            return Ruling("17.15", f"only {left} can still be used this turn")
        return None

    def _supported(self, pos: TyphoonPosition, order: Air) -> Combat:
        combat = self.law.attacks.named(pos, order.target)
        return msgspec.structs.replace(combat, air=int(order.points))

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: Air) -> Preview | None:
        return self.law.odds.preview(pos, phase.side, self._supported(pos, order))

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: Air, umpire: Umpire) -> None:
        combat, supported = self.law.attacks.named(pos, order.target), self._supported(pos, order)
        pos.air[phase.side] += combat.air - supported.air
        self.law.attacks.change(pos, combat, supported)
        umpire.tell("air", target=order.target, points=supported.air)


class DeclareAssault(Declaration[Assault]):
    """Let an HQ make its accelerated assault."""

    kind = Assault

    @case("9.62")
    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        hqs = pos.names(self.law.assaults.may_assault(pos, phase.side))
        return [Listed([Assault(hq) for hq in hqs])] if hqs else []

    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: Assault) -> Ruling | None:
        return self.law.assaults.why_not(pos, phase.side, order.unit)

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: Assault) -> Preview | None:
        return Warnings((f"{order.unit} makes its one accelerated assault of the game (9.62)",))

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: Assault, umpire: Umpire) -> None:
        pos.assaulting |= 1 << self.law.unit_number[order.unit]
        umpire.tell("accelerated", unit=order.unit)


class ProposeAttacks(Declaration[Propose]):
    """Have everything declared that is owed."""

    kind = Propose

    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        return [Listed([Propose()])]

    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: Propose) -> Ruling | None:
        return None

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: Propose, umpire: Umpire) -> None:
        before = sum(combat.air for combat in pos.combats)
        pos.combats = self.law.obligation.complete(pos, phase.side)
        pos.air[phase.side] += before - sum(combat.air for combat in pos.combats)
        names = tuple([self.law.attacks.name_of(pos, combat.targets) for combat in pos.combats])
        umpire.tell("proposed", targets=names)


class EndDeclarations(Declaration[End]):
    """Declare nothing more."""

    kind = End

    def offered(self, pos: TyphoonPosition, phase: Declaring) -> list[OrderSet]:
        return [Listed([End()])] if self.law.obligation.settled(pos, phase.side) else []

    @case("6.41", "9.0", "9.11", "9.13", "9.14")
    def why_not(self, pos: TyphoonPosition, phase: Declaring, order: End) -> Ruling | None:
        def told(hexes: int) -> str:
            return ", ".join(pos.ground.describe(hex_) for hex_ in bits(hexes)[:5])

        obligation, neighbours = self.law.obligation, pos.ground.grid.neighbours
        left = obligation.owed(pos, phase.side)
        if exerting := left & pos.firm[1 - phase.side]:
            if exerting & neighbours(obligation.obliged(pos, phase.side)):
                duty = "units in zones of control must attack all who exert them"
                return Ruling("6.41", f"{duty}: {told(exerting)}")
            duty = "who attacks out of a town, city or work attacks all who exert a zone on him"
            return Ruling("9.14", f"{duty}: {told(exerting)}")
        if left:
            return Ruling("9.11", f"every enemy next to your units must be attacked: {told(left)}")
        if stacks := obligation.idle(pos, phase.side):
            return Ruling("9.13", f"units next to an enemy must attack: those in {told(stacks)}")
        return None

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: End) -> Preview | None:
        return self.law.warned(pos, phase)

    @case("9.62", "17.25")
    def apply(self, pos: TyphoonPosition, phase: Declaring, order: End, umpire: Umpire) -> None:
        pos.assaulted |= pos.assaulting
        pos.groups = None  # the other side has other targets, even when nobody moves
        pos.frames[-1] = Resolving(phase.side)
        pos.frames.append(AirCover(1 - phase.side))
        for answer in self.law.asked("after_declaring"):
            answer(pos, phase.side, umpire)


ACTS = (ProposeAttacks, EndDeclarations, DeclareAssault, CancelAttack, GiveAir, DeclareAttack)


class Assaults(TyphoonChapter):
    """Accelerated assaults."""

    @case("9.6", "9.61", "9.62", "9.63")
    def may_assault(self, pos: TyphoonPosition, side: int) -> int:
        """HQs that have not yet made their accelerated assault."""
        rules = self.law
        if side == SOVIET and pos.turn < SOVIET_ASSAULTS_FROM:
            return 0
        hqs = rules.german_hqs if side == GERMAN else rules.soviet_hqs
        return hqs & pos.in_play & ~pos.assaulted & ~pos.assaulting & ~pos.uncommitted

    @case("9.61", "9.62", "9.63")
    def why_not(self, pos: TyphoonPosition, side: int, name: str) -> Ruling | None:
        unit = self.law.unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        if self.may_assault(pos, side) >> unit & 1:
            return None
        if not self.law.hqs >> unit & 1:
            return Ruling("9.62", f"{name} is no HQ")
        if side == SOVIET and pos.turn < SOVIET_ASSAULTS_FROM:
            return Ruling("9.63", f"Soviet accelerated assaults are made from turn {SOVIET_ASSAULTS_FROM} on")
        if pos.uncommitted >> unit & 1:
            return Ruling("16.22", f"{name} is uncommitted and makes no assault")
        return Ruling("9.62", f"{name} has made its accelerated assault of this game")
