"""Orders laid face down: No Retreat and Additional Retreat (B14.6, B14.7)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.appointing import Appointing
from typhoon.games.typhoon_nonop.charts import SIDES, SOVIET
from typhoon.games.typhoon_nonop.columns import ADDITIONAL_RETREAT, ORDERS, Combat
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


class Seal(Order, frozen=True, gc=False):
    """Lay an order face down on a combat: no-retreat or additional-retreat."""

    verb: ClassVar[str] = "seal"
    label: ClassVar[str] = "Lay face down:"
    target: str
    order: str

    @property
    def sentence(self) -> str:
        return MEANINGS.get(self.order, "")


MEANINGS = {
    "no-retreat": "Instead of retreating you lose a step more, Soviets in the open two; a defender gets +1.",
    "additional-retreat": "Retreating, your units lose a step less, but go three hexes where the enemy says.",
}


class Orders(NonopChapter):
    """No Retreat and Additional Retreat."""

    @case("B14.6", "B15.9")
    def sheltered(self, pos: NonopPosition, side: int) -> int:
        """Hexes in which a defender may be given an order."""
        law, ground = self.law, self.law.ground
        towns = ground.towns if law.conditions.is_short(pos) else ground.towns & law.conditions.mud(pos)
        return ground.woods | ground.cities | law.works.forts(pos, side) | towns

    @case("B14.7", "22.2.5 NKVD")
    def nkvd(self, pos: NonopPosition, combat: Combat) -> bool:
        """Whether NKVD troops hold the defenders where they are, without any HQ."""
        law = self.law
        area = law.command.nonop_area(pos)
        return any(
            law.ground.settled >> hex_ & 1 and not area >> hex_ & 1 and pos.units_in(hex_) & law.nkvd
            for hex_ in combat.targets
        )

    @case("B14.6", "22.2.4 no retreat orders", "B22.2")
    def hqs(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> list[int]:
        """Operational Soviet HQs with command left that can give an order for a combat."""
        return self.law.command.able(pos, self.hexes(pos, combat, attack=attack), pos.orders_given)

    @case("B14.6", "B5.3")
    def may_retreat_far(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> bool:
        """Whether there can be an Additional Retreat: nobody's hex is in mud, lingering mud included."""
        return not self.hexes(pos, combat, attack=attack) & self.law.conditions.mud(pos)

    def hexes(self, pos: NonopPosition, combat: Combat, *, attack: bool) -> int:
        """The hexes of a side's units in a combat."""
        return sum({1 << pos.where[unit] for unit in bits(combat.units)}) if attack else combat.hexes

    @case("B14.6", "B14.7", "22.2.4 no retreat orders", "B5.7")
    def why_not(
        self, pos: NonopPosition, side: int, defender: int, combat: Combat, order: str
    ) -> Ruling | None:
        law, attack = self.law, side != defender
        if order not in ORDERS[1:]:
            return Ruling("B14.6", f"'{order}' is no order; there are no-retreat and additional-retreat")
        if order == ORDERS[ADDITIONAL_RETREAT] and not self.may_retreat_far(pos, combat, attack=attack):
            return Ruling("B14.6", "nobody retreats farther in mud")
        if combat.answer if attack else combat.order:
            return Ruling("B14.6", "an order lies on this combat already")
        if attack and not (combat.order or (defender == SOVIET and self.nkvd(pos, combat))):
            return Ruling("B14.6", "the attacker answers only where the defender has laid an order")
        if not attack:
            if defender == SOVIET and self.nkvd(pos, combat):
                return Ruling("B14.7", "NKVD troops hold this hex, which gets no other order")
            if not self.sheltered(pos, defender) & combat.hexes:
                return Ruling(
                    "B14.6", "orders are for woods, cities, fortifications and towns in mud or snow"
                )
        if side == SOVIET and not self.hqs(pos, combat, attack=attack):
            if law.command.nonop_area(pos) & self.hexes(pos, combat, attack=attack):
                return Ruling("22.2.4", "a Non-Op HQ is in range: it gives no orders, and no other HQ can")
            return Ruling("B14.6", "no operational HQ with command left is in range")
        return None


class Ordering(Phase[NonopPosition], frozen=True, tag="ordering"):
    """A side lays orders face down, the defender first."""

    about: ClassVar[str] = "B14.6"
    part: ClassVar[str] = "sealed orders"
    takes: ClassVar[tuple[type[Order], ...]] = (Seal, End)
    side: SideNumber
    reacting: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.reacting]} reaction"

    def _choices(self, pos: NonopPosition) -> list[Seal]:
        law = pos.rules
        return [
            Seal(law.attacks.name_of(combat.targets), word)
            for combat in pos.combats
            for word in ORDERS[1:]
            if law.retreat_orders.why_not(pos, self.side, self.reacting, combat, word) is None
        ]

    @case("B14.1", "B14.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._choices(pos):
            return True
        self._close(pos)
        return False

    def _close(self, pos: NonopPosition) -> None:
        pos.orders_given = {}
        if self.side == self.reacting:
            pos.frames[-1] = Ordering(1 - self.side, self.reacting)
        else:
            pos.frames.pop()

    def prompt(self, pos: NonopPosition) -> str:
        return (
            "Lay orders face down: no retreat, for a step more, or a longer one, for a step less. Then end."
        )

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*self._choices(pos), End()])]

    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Seal):
            return pos.rules.out_of_place(pos, order)
        combat = pos.rules.attacks.named(pos, order.target)
        if combat is None:
            return Ruling("B12.1", f"no attack on {order.target} has been declared")
        return pos.rules.retreat_orders.why_not(pos, self.side, self.reacting, combat, order.order)

    @case("B14.6", "B22.2")
    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            self._close(pos)
            return
        assert isinstance(order, Seal)
        combat = law.attacks.named(pos, order.target)
        assert combat is not None
        attack, number = self.side != self.reacting, ORDERS.index(order.order)
        hqs = law.retreat_orders.hqs(pos, combat, attack=attack)
        changed = {"answer": number} if attack else {"order": number}
        law.attacks.change(pos, combat, msgspec.structs.replace(combat, **changed))
        umpire.tell("sealed", side=SIDES[self.side], target=order.target)
        umpire.tell_side(SIDES[self.side], "sealed_order", target=order.target, order=order.order)
        if self.side == SOVIET:
            Appointing.ask(pos, hqs, "orders_given", matters=bool(self._choices(pos)))
