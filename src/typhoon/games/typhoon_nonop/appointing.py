"""What can be chosen about a reaction or an order: the hex that it is for, and the HQ (B14.2, B22.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.mechanics.planning import Chore, Propose

Use = Literal["reactions", "orders_given"]
"""What command is used for, by the column that counts it."""


class Answer(Order, frozen=True, gc=False):
    """Say which of the attacked hexes a unit has reacted to."""

    verb: ClassVar[str] = "answer"
    label: ClassVar[str] = "Reacted to"
    hex: str


class Appoint(Order, frozen=True, gc=False):
    """Let an HQ use its command for what was ordered."""

    verb: ClassVar[str] = "appoint"
    label: ClassVar[str] = "Command by"
    unit: str


class Answering(Chore[NonopPosition], frozen=True, tag="answering"):
    """A unit has reacted that was near several attacked hexes: for each of them one may (B14.2)."""

    about: ClassVar[str] = "B14.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Answer, Propose)
    side: SideNumber
    hexes: tuple[HexNumber, ...]
    """The nearest first."""

    def prompt(self, pos: NonopPosition) -> str:
        return "Say which attacked hex the unit has reacted to; others may react to the rest."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Answer(hex_) for hex_ in self.hexes], Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """The nearest."""
        return [Answer(self.hexes[0])]

    @case("B14.2")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Answer):
            return Ruling("B14.2", "first the hex must be named that the unit has reacted to")
        if order.hex in self.hexes:
            return None
        return Ruling(
            "B14.2", f"{order.hex} is no attacked hex that was near the unit and is left to react to"
        )

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Answer)
        pos.frames.pop()
        pos.reacted |= 1 << pos.rules.grid.index(order.hex)

    @classmethod
    def ask(cls, pos: NonopPosition, side: int, hexes: Sequence[int], *, matters: bool) -> None:
        """Have one of some hexes chosen, the nearest first among them; the first where it does not matter."""
        if len(hexes) > 1 and matters:
            pos.frames.append(cls(side, tuple([pos.rules.grid.name[hex_] for hex_ in hexes])))
        else:
            pos.reacted |= 1 << hexes[0]


class Appointing(Chore[NonopPosition], frozen=True, tag="appointing"):
    """Several HQs could command what was ordered: the Soviet player says which does (B22.2)."""

    about: ClassVar[str] = "B22.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Appoint, Propose)
    hqs: tuple[UnitId, ...]
    """The one with the most command left first."""
    use: Use

    def decider(self, pos: NonopPosition) -> int:
        return SOVIET

    def prompt(self, pos: NonopPosition) -> str:
        return "Choose the HQ that uses its command for it."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Appoint(hq) for hq in self.hqs], Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """The HQ with the most command left."""
        return [Appoint(self.hqs[0])]

    @case("B22.2")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Appoint):
            return Ruling("B22.2", "first the HQ must be named whose command is used")
        if order.unit in self.hqs:
            return None
        return Ruling("B22.2", f"{order.unit} is none of {', '.join(self.hqs)}")

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Appoint)
        pos.frames.pop()
        _use(pos, pos.rules.unit_number[order.unit], self.use)

    @classmethod
    def ask(cls, pos: NonopPosition, hqs: Sequence[int], use: Use, *, matters: bool) -> None:
        """Have one of some HQs chosen; the first where it does not matter."""
        if len(hqs) > 1 and matters:
            pos.frames.append(cls(tuple([pos.rules.unit_ids[hq] for hq in hqs]), use))
        else:
            _use(pos, hqs[0], use)


def _use(pos: NonopPosition, hq: int, use: Use) -> None:
    used: dict[int, int] = getattr(pos, use)
    used[hq] = used.get(hq, 0) + 1
