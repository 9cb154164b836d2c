"""German air interdiction (17.3)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.display import Tone
from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.choices import OfEach
from typhoon.mechanics.ending import Ending
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

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.rules.interdicting.left(pos):
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Interdict up to {pos.rules.interdicting.in_words(pos)}, or end the phase."

    def unused(self, pos: TyphoonPosition) -> list[str]:
        return [f"{pos.rules.interdicting.in_words(pos)} could still be interdicted (17.31)"]


class Interdicting(TyphoonChapter):
    """What the Luftwaffe does behind the front."""

    @case("17.31", "17.36")
    def left(self, pos: TyphoonPosition) -> int:
        """How many hexes can still be interdicted."""
        return min(pos.air[GERMAN], MOST_INTERDICTION - self.placed(pos))

    def placed(self, pos: TyphoonPosition) -> int:
        """How many points lie on the map."""
        return pos.interdicted.bit_count()

    def cut(self, pos: TyphoonPosition) -> list[tuple[str, int, Tone]]:
        """What is interdicted, its hexes, and how things stand there."""
        return [("Interdicted railways", pos.interdicted, "")]

    def in_words(self, pos: TyphoonPosition) -> str:
        """What can still be interdicted."""
        return counted(self.left(pos), "railway hex", "railway hexes")

    @case("17.31", "17.32", "17.34")
    def hexes(self, pos: TyphoonPosition) -> int:
        """The railway hexes without an air point."""
        return pos.ground.rail_hexes & ~pos.interdicted


class InterdictHex(TyphoonAct[Interdiction, Interdict]):
    """Place an air point on a railway."""

    phase = Interdiction
    kind = Interdict

    def offered(self, pos: TyphoonPosition, phase: Interdiction) -> list[OrderSet]:
        grid, rails = self.law.grid, self.law.ground.rail_hexes
        closed = grid.numbers(rails & ~self.law.interdicting.hexes(pos))
        return [OfEach(Interdict, [number for number in self._rails if number not in closed])]

    @cached_property
    def _rails(self) -> list[str]:
        return self.law.grid.numbers(self.law.ground.rail_hexes)

    @case("17.31", "17.32")
    def why_not(self, pos: TyphoonPosition, phase: Interdiction, order: Interdict) -> Ruling | None:
        hex_ = self.law.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if not self.law.ground.rail_hexes >> hex_ & 1:
            return Ruling("17.31", f"no railway runs through {order.hex}")
        if not self.law.interdicting.hexes(pos) >> hex_ & 1:
            return Ruling("17.32", f"an air point lies in {order.hex} already")
        return None

    @case("17.31", "17.36")
    def apply(self, pos: TyphoonPosition, phase: Interdiction, order: Interdict, umpire: Umpire) -> None:
        pos.interdicted |= 1 << self.law.grid.index(order.hex)
        pos.air[GERMAN] -= 1
        umpire.tell("interdicted", hex=order.hex)


class EndInterdiction(Ending[Interdiction]):
    """Interdict nothing more."""

    phase = Interdiction


ACTS = (EndInterdiction, InterdictHex)
