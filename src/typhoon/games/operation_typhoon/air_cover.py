"""Air points for the defense (17.2)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.law import TyphoonAct
from typhoon.games.operation_typhoon.odds import COVER_POINTS
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.wording import counted


class Air(Order, frozen=True, gc=False):
    """Allocate air points to a combat."""

    verb: ClassVar[str] = "air"
    target: str
    points: str


class AirCover(Phase[TyphoonPosition], frozen=True, tag="air-cover"):
    """The other player allocates air points to his defenses."""

    about: ClassVar[str] = "17.23"
    part: ClassVar[str] = "air cover"
    side: SideNumber

    @case("17.21", "17.23", "17.25")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.air[self.side] >= COVER_POINTS and any(not combat.cover for combat in pos.combats):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Allocate air points to your defenses ({pos.air[self.side]} left, two for each), or end."

    def unused(self, pos: TyphoonPosition) -> list[str]:
        return [f"{counted(pos.air[self.side], 'air point')} could still cover a defense (17.23)"]


class EndAirCover(Ending[AirCover], TyphoonAct[AirCover, End]):
    """Allocate no more."""

    phase = AirCover


class CoverDefense(TyphoonAct[AirCover, Air]):
    """Allocate air points to a defense."""

    phase = AirCover
    kind = Air

    def offered(self, pos: TyphoonPosition, phase: AirCover) -> list[OrderSet]:
        free = [self.law.attacks.name_of(pos, combat.targets) for combat in pos.combats if not combat.cover]
        return [Listed([Air(name, str(COVER_POINTS)) for name in free])]

    @case("17.23", "17.27")
    def why_not(self, pos: TyphoonPosition, phase: AirCover, order: Air) -> Ruling | None:
        combat = self.law.attacks.combat_named(pos, order.target)
        if combat is None:
            return Ruling("17.27", f"no attack on {order.target} has been declared")
        if order.points != str(COVER_POINTS):
            return Ruling("17.23", "a defense takes two air points, neither more nor less")
        if combat.cover:
            return Ruling("17.23", f"air points cover {order.target} already")
        return None

    def preview(self, pos: TyphoonPosition, phase: AirCover, order: Air) -> Preview | None:
        covered = msgspec.structs.replace(self.law.attacks.named(pos, order.target), cover=COVER_POINTS)
        return self.law.odds.preview(pos, 1 - phase.side, covered, viewer=phase.side)

    @case("17.23", "17.26")
    def apply(self, pos: TyphoonPosition, phase: AirCover, order: Air, umpire: Umpire) -> None:
        combat = self.law.attacks.named(pos, order.target)
        self.law.attacks.change(pos, combat, msgspec.structs.replace(combat, cover=COVER_POINTS))
        pos.air[phase.side] -= COVER_POINTS
        umpire.tell("cover", target=order.target, points=COVER_POINTS)


ACTS = (EndAirCover, CoverDefense)
