"""German air interdiction (17.3)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.wording import hex_of, not_now
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

MOST_INTERDICTION = 3


class Interdict(Order, frozen=True, gc=False):
    """Place an air point on a railway hex."""

    verb: ClassVar[str] = "interdict"
    hex: str


class Interdiction(Phase[TyphoonPosition], frozen=True, tag="interdiction"):
    """The German player interdicts railways."""

    about: ClassVar[str] = "17.31"

    @property
    def name(self) -> str:
        return "german interdiction"

    @case("17.31", "17.36")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.air[GERMAN] and pos.interdicted.bit_count() < MOST_INTERDICTION:
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        left = min(pos.air[GERMAN], MOST_INTERDICTION - pos.interdicted.bit_count())
        return f"Interdict up to {counted(left, 'railway hex', 'railway hexes')}, or end the phase."

    @case("17.31", "17.32", "17.34")
    def _hexes(self, pos: TyphoonPosition) -> int:
        return pos.ground.rail_hexes & ~pos.interdicted

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        name = pos.ground.grid.name
        return [Listed([End(), *[Interdict(name[hex_]) for hex_ in bits(self._hexes(pos))]])]

    @case("17.31", "17.32")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Interdict):
            return not_now(pos, order.verb)
        hex_ = hex_of(pos, order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if pos.interdicted >> hex_ & 1:
            return Ruling("17.32", f"{order.hex} is interdicted already")
        return (
            None if self._hexes(pos) >> hex_ & 1 else Ruling("17.31", f"no railway runs through {order.hex}")
        )

    @case("17.31", "17.36")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Interdict):
            pos.interdicted |= 1 << pos.ground.grid.index(order.hex)
            pos.air[GERMAN] -= 1
            umpire.tell("interdicted", hex=order.hex)
        else:
            pos.frames.pop()
