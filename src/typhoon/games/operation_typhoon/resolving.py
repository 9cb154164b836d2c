"""The declared combats in the order the attacker likes (9.8, 9.99)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.fighting import Fighting
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Resolve(Order, frozen=True, gc=False):
    """Resolve a declared combat."""

    verb: ClassVar[str] = "resolve"
    target: str


class Resolving(Phase[TyphoonPosition], frozen=True, tag="resolving"):
    """The phasing player resolves his combats in the order he likes."""

    about: ClassVar[str] = "9.8"
    takes: ClassVar[tuple[type[Order], ...]] = (Resolve,)
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    @case("9.11")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not pos.combats:
            close_combat(pos)
            pos.frames.pop()
            return False
        if len(clusters(pos)) == 1:
            self._begin(pos, clusters(pos)[0])
            return False
        return True

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Choose the next combat to resolve: {counted(len(pos.combats), 'combat')} left."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Resolve(pos.rules.attacks.name_of(pos, combat.targets)) for combat in pos.combats])]

    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Resolve):
            return pos.rules.out_of_place(pos, order)
        if pos.rules.attacks.combat_named(pos, order.target) is None:
            return Ruling("9.8", f"there is no combat at {order.target} to resolve")
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        combat = pos.rules.attacks.combat_named(pos, order.target) if isinstance(order, Resolve) else None
        return pos.rules.odds.preview(pos, self.side, combat) if combat is not None else None

    @case("9.8", "9.99")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Resolve)
        chosen = pos.rules.attacks.combat_named(pos, order.target)
        for cluster in clusters(pos):
            if chosen in cluster:
                self._begin(pos, [chosen, *[combat for combat in cluster if combat != chosen]])
                return

    def _begin(self, pos: TyphoonPosition, cluster: list[Combat | None]) -> None:
        names = tuple(
            [pos.rules.attacks.name_of(pos, combat.targets) for combat in cluster if combat is not None]
        )
        pos.defending = 0
        pos.frames.append(Fighting(self.side, names))


@case("9.99")
def clusters(pos: TyphoonPosition) -> list[list[Combat | None]]:
    """Combats in groups that are rolled for together: those with an attacking hex in common."""
    left = list(pos.combats)
    found: list[list[Combat | None]] = []
    while left:
        group, hexes = [left.pop(0)], 0
        hexes = _stacks(pos, group[0])
        while more := [combat for combat in left if _stacks(pos, combat) & hexes]:
            for combat in more:
                left.remove(combat)
                group.append(combat)
                hexes |= _stacks(pos, combat)
        found.append(list(group))
    return found


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
