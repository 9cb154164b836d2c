"""The declared combats in the order the attacker likes (9.0, 9.11, 9.99)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.fighting import Fighting
from typhoon.games.operation_typhoon.outcomes import Awaiting
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Resolve(Order, frozen=True, gc=False):
    """Resolve a declared combat."""

    verb: ClassVar[str] = "resolve"
    target: str


class Resolving(Awaiting, frozen=True, tag="resolving"):
    """The phasing player resolves his combats in the order he likes."""

    about: ClassVar[str] = "9.8"
    takes: ClassVar[tuple[type[Order], ...]] = (Resolve,)

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    @case("9.0", "9.11", "9.99")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        combats = self._next(pos)
        if len(combats) > 1:
            return True
        if combats:
            self._begin(pos, combats[0])
        elif self.rolled:
            pos.frames[-1] = Resolving(self.side)
            pos.frames += pos.rules.outcomes.frames(pos, self.side, self.rolled)
        else:
            close_combat(pos)
            pos.frames.pop()
        return False

    @case("9.0", "9.99")
    def _next(self, pos: TyphoonPosition) -> list[Combat]:
        """The combats that may come next: any, but results that wait are not kept waiting (R83)."""
        hexes = 0
        for rolled in self.rolled:
            hexes |= pos.rules.outcomes.attacking_hexes(pos, rolled)
        return _linked(pos, hexes) if hexes else list(pos.combats)

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Choose the next combat to resolve: {counted(len(self._next(pos)), 'combat')} left."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        name_of = pos.rules.attacks.name_of
        return [Listed([Resolve(name_of(pos, combat.targets)) for combat in self._next(pos)])]

    @case("9.8", "9.99")
    def refusal(self, pos: TyphoonPosition, order: Resolve) -> Ruling | None:
        combat = pos.rules.attacks.combat_named(pos, order.target)
        if combat is None:
            return Ruling("9.8", f"there is no combat at {order.target} to resolve")
        if combat not in self._next(pos):
            return Ruling(
                "9.99", "attacks out of the same hex come first: their results take effect together"
            )
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        combat = pos.rules.attacks.combat_named(pos, order.target) if isinstance(order, Resolve) else None
        return pos.rules.odds.preview(pos, self.side, combat) if combat is not None else None

    def apply(self, pos: TyphoonPosition, order: Resolve, umpire: Umpire) -> None:
        self._begin(pos, pos.rules.attacks.named(pos, order.target))

    def _begin(self, pos: TyphoonPosition, combat: Combat) -> None:
        pos.defending = 0
        pos.frames.append(Fighting(self.side, pos.rules.attacks.name_of(pos, combat.targets)))


@case("9.99")
def _linked(pos: TyphoonPosition, hexes: int) -> list[Combat]:
    """Declared combats out of some hexes, and whatever shares an attacking hex with one of them."""
    found: list[Combat] = []
    while more := [c for c in pos.combats if c not in found and _stacks(pos, c) & hexes]:
        for combat in more:
            hexes |= _stacks(pos, combat)
        found += more
    return [combat for combat in pos.combats if combat in found]


def _stacks(pos: TyphoonPosition, combat: Combat) -> int:
    found = 0
    for unit in bits(combat.units & pos.in_play):
        found |= 1 << pos.where[unit]
    return found


def close_combat(pos: TyphoonPosition) -> None:
    """The phase is over: zones of control are back, and nobody has fled or fought."""
    pos.fought = pos.fled = pos.assaulting = pos.defending = 0
    lost, pos.no_zone = pos.no_zone, 0
    for unit in bits(lost & pos.in_play):
        pos.firm_up(pos.rules.side_of[unit], pos.where[unit])
