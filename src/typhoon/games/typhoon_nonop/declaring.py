"""Declaring attacks, calling them off, and having them completed (B12.1, B12.3, B12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.offers import AttacksOffer, Offers, Target, form_of
from typhoon.engine.orders import Attack, End, Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.attacks import Declaration
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.columns import Combat
from typhoon.games.typhoon_nonop.law import NonopAct
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.stacking import RemoveExcess
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import OfEach
from typhoon.mechanics.ending import ONLY_END
from typhoon.mechanics.planning import Propose, planned

ONLY_PROPOSE = Listed([Propose()])
DECLARE = msgspec.structs.replace(form_of(Attack), label="Declare")


class Cancel(Order, frozen=True, gc=False):
    """Take a declared attack back."""

    verb: ClassVar[str] = "cancel"
    label: ClassVar[str] = "Call off"
    target: str


class Mandate(Order, frozen=True, gc=False):
    """Name a declared attack as one that is owed."""

    verb: ClassVar[str] = "mandate"
    label: ClassVar[str] = "Make it a Mandated Attack"
    target: str


class DeclareAttack(NonopAct[Declaration, Attack]):
    """Declare an attack on one hex or several."""

    phase = Declaration
    kind = Attack

    def offered(self, pos: NonopPosition, phase: Declaration) -> list[OrderSet]:
        return [Declarations(pos, phase.side)]

    def why_not(self, pos: NonopPosition, phase: Declaration, order: Attack) -> Ruling | None:
        return self.law.attacks.why_not(pos, phase.side, order)

    def preview(self, pos: NonopPosition, phase: Declaration, order: Attack) -> Preview | None:
        combat = self.law.attacks.ordered(order)
        notes = (self._supply(pos, phase.side, combat), "reaction, guns, orders and air support come later")
        return self.law.odds.preview(pos, phase.side, combat, notes=notes)

    @case("B6.10", "B6.11")
    def _supply(self, pos: NonopPosition, side: int, combat: Combat) -> str:
        """Whether supply units reach all attackers, as the sum takes for granted."""
        law, reached = self.law, 0
        for point in bits(law.supply_units & law.units_of[side] & pos.in_play):
            reached |= law.supply.attack_range(pos, point)
        hungry = law.attacks.places(pos, combat) & ~reached
        if not hungry:
            return "counted with attack supply, which is spent when the combat is fought"
        where = ", ".join(law.grid.numbers(hungry))
        return f"counted with attack supply, but no supply unit reaches the attackers in {where}"

    @case("B12.1")
    def apply(self, pos: NonopPosition, phase: Declaration, order: Attack, umpire: Umpire) -> None:
        pos.combats += (self.law.attacks.ordered(order),)
        umpire.tell("declared", target=order.target, units=order.units)


class CancelAttack(NonopAct[Declaration, Cancel]):
    """Call a declared attack off."""

    phase = Declaration
    kind = Cancel

    def offered(self, pos: NonopPosition, phase: Declaration) -> list[OrderSet]:
        return [OfEach(self._of, pos.combats)]

    def _of(self, combat: Combat) -> Cancel:
        return Cancel(self.law.attacks.name_of(combat.targets))

    def why_not(self, pos: NonopPosition, phase: Declaration, order: Cancel) -> Ruling | None:
        return None if self.law.attacks.named(pos, order.target) else _no_combat(order.target)

    def apply(self, pos: NonopPosition, phase: Declaration, order: Cancel, umpire: Umpire) -> None:
        combat = self.law.attacks.named(pos, order.target)
        assert combat is not None
        self.law.attacks.change(pos, combat, None)
        umpire.tell("cancelled", target=order.target)


class MandateAttack(NonopAct[Declaration, Mandate]):
    """Name an attack as one that is owed."""

    phase = Declaration
    kind = Mandate

    def offered(self, pos: NonopPosition, phase: Declaration) -> list[OrderSet]:
        if phase.side != SOVIET or not pos.mandated:
            return []
        named = [self.law.attacks.name_of(combat.targets) for combat in pos.combats]
        orders = [Mandate(name) for name in named]
        return [Listed([order for order in orders if self.why_not(pos, phase, order) is None])]

    def why_not(self, pos: NonopPosition, phase: Declaration, order: Mandate) -> Ruling | None:
        combat = self.law.attacks.named(pos, order.target)
        if combat is None:
            return _no_combat(order.target)
        if phase.side != SOVIET:
            return Ruling("B12.8", "only Soviet attacks are mandated")
        return self.law.attacks.why_not_mandated(pos, combat)

    def apply(self, pos: NonopPosition, phase: Declaration, order: Mandate, umpire: Umpire) -> None:
        combat = self.law.attacks.named(pos, order.target)
        assert combat is not None
        self.law.attacks.change(pos, combat, msgspec.structs.replace(combat, mandated=True))
        umpire.tell("mandated", target=order.target)


class ProposeAttacks(NonopAct[Declaration, Propose]):
    """Have everything declared that is owed."""

    phase = Declaration
    kind = Propose

    def offered(self, pos: NonopPosition, phase: Declaration) -> list[OrderSet]:
        return [ONLY_PROPOSE] if self.law.attacks.owed(pos, phase.side) else []

    def why_not(self, pos: NonopPosition, phase: Declaration, order: Propose) -> Ruling | None:
        return None if self.law.attacks.owed(pos, phase.side) else Ruling("B12.3", "no attack is owed")

    def preview(self, pos: NonopPosition, phase: Declaration, order: Propose) -> Preview:
        return planned(pos, order)

    def apply(self, pos: NonopPosition, phase: Declaration, order: Propose, umpire: Umpire) -> None:
        before, name_of = pos.combats, self.law.attacks.name_of
        pos.combats = self.law.attacks.complete(pos, phase.side)
        for combat in pos.combats:
            if combat not in before:
                umpire.tell("declared", target=name_of(combat.targets), units=pos.names(combat.units))
        for combat in before:
            if combat not in pos.combats:
                umpire.tell("cancelled", target=name_of(combat.targets))


class EndDeclarations(NonopAct[Declaration, End]):
    """Declare nothing more."""

    phase = Declaration
    kind = End

    def offered(self, pos: NonopPosition, phase: Declaration) -> list[OrderSet]:
        return [] if self.law.attacks.owed(pos, phase.side) else [ONLY_END]

    @case("B12.3")
    def why_not(self, pos: NonopPosition, phase: Declaration, order: End) -> Ruling | None:
        owed = self.law.attacks.owed(pos, phase.side)
        if not owed:
            return None
        hexes = ", ".join([self.law.describe(hex_) for hex_ in bits(owed)[:5]])
        return Ruling("B12.3", f"whose zone of control reaches an attacker must be attacked: {hexes}")

    def apply(self, pos: NonopPosition, phase: Declaration, order: End, umpire: Umpire) -> None:
        met = sum([combat.mandated for combat in pos.combats])
        pos.mandated -= met
        pos.frames[-1] = RemoveExcess(phase.side, phase.name, with_engineer=True)
        self.law.garrisons.release(pos, self.law.attacks.attacked(pos), umpire)


def _no_combat(target: str) -> Ruling:
    return Ruling("B12.1", f"no attack on {target} has been declared")


class Declarations(OrderSet):
    """Every attack that can be declared: on a group of hexes, by any beside it who are strong enough."""

    def __init__(self, pos: NonopPosition, side: int) -> None:
        _, _, self._groups, self._count = pos.rules.attacks.choices(pos, side)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if number >= 0:
            for group in self._groups:
                count = group.count
                if number < count:
                    return group[number]
                number -= count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for group in self._groups:
            yield from group

    def offer(self, offers: Offers) -> None:
        found = {
            group.target: Target(tuple(group.target.split("+")), tuple([name for name, _ in group.units]))
            for group in self._groups
            if len(group)
        }
        if found:
            offers.attacks = AttacksOffer(DECLARE, found)


ACTS = (ProposeAttacks, EndDeclarations, CancelAttack, MandateAttack, DeclareAttack)
