"""Air points for the defense (17.2)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.odds import COVER_POINTS
from typhoon.games.operation_typhoon.position import TyphoonPosition


class Air(Order, frozen=True, gc=False):
    """Allocate air points to a combat."""

    verb: ClassVar[str] = "air"
    target: str
    points: str


class AirCover(Phase[TyphoonPosition], frozen=True, tag="air-cover"):
    """The other player allocates air points to his defenses."""

    about: ClassVar[str] = "17.23"
    part: ClassVar[str] = "air cover"
    takes: ClassVar[tuple[type[Order], ...]] = (Air, End)
    side: SideNumber

    @case("17.21", "17.23", "17.25")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.air[self.side] >= COVER_POINTS and any(not combat.cover for combat in pos.combats):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Allocate air points to your defenses ({pos.air[self.side]} left, two for each), or end."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        free = [pos.rules.attacks.name_of(pos, combat.targets) for combat in pos.combats if not combat.cover]
        return [Listed([End(), *[Air(name, str(COVER_POINTS)) for name in free]])]

    @case("17.23", "17.27")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Air):
            return pos.rules.out_of_place(pos, order)
        combat = pos.rules.attacks.combat_named(pos, order.target)
        if combat is None:
            return Ruling("17.27", f"no attack on {order.target} has been declared")
        if order.points != str(COVER_POINTS):
            return Ruling("17.23", "a defense takes two air points, neither more nor less")
        if combat.cover:
            return Ruling("17.23", f"air points cover {order.target} already")
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        combat = pos.rules.attacks.combat_named(pos, order.target) if isinstance(order, Air) else None
        if combat is None:
            return None
        covered = msgspec.structs.replace(combat, cover=COVER_POINTS)
        return pos.rules.odds.preview(pos, 1 - self.side, covered, viewer=self.side)

    @case("17.23", "17.26")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        if not isinstance(order, Air):
            pos.frames.pop()
            return
        combat = pos.rules.attacks.combat_named(pos, order.target)
        assert combat is not None
        changed = msgspec.structs.replace(combat, cover=COVER_POINTS)
        pos.rules.attacks.change(pos, combat, changed)
        pos.air[self.side] -= COVER_POINTS
        umpire.tell("cover", target=order.target, points=COVER_POINTS)
