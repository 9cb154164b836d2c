"""Proposals: what the program would choose is told before it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typhoon.engine.events import Event, tell
from typhoon.engine.orders import Order
from typhoon.engine.phase import P, Phase, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling


class Propose(Order, frozen=True, gc=False):
    """Let the program choose what is left to choose."""

    verb: ClassVar[str] = "propose"
    label: ClassVar[str] = "As proposed"


class Notes:
    """An umpire who only writes down what would happen; nothing that is tried out so may need a die."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        raise AssertionError(f"a proposal throws no die for {purpose}")

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        raise AssertionError(f"a proposal throws no dice for {purpose}")

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        raise AssertionError(f"a proposal draws nothing for {purpose}")

    def tell(self, kind: str, /, **facts: Any) -> None:
        self.events.append(Event(kind, facts))

    def tell_side(self, only: str, kind: str, /, **facts: Any) -> None:
        self.events.append(Event(kind, facts, only))


def planned(pos: Any, order: Order) -> Warnings:
    """What an order without dice would do, in the words in which it would be told."""
    twin, notes = pos.copy(), Notes()
    twin.frames[-1].apply(twin, order, notes)
    return Warnings(tuple([tell(event, pos.rules) for event in notes.events]), plan=True)


class Chore(Phase[P], frozen=True):
    """A phase with a proposal: orders of its own that are legal one after another, and sensible.

    Heirs answer for their other orders: ``refusal`` says why not, ``carry_out`` does them.
    """

    chancy: ClassVar[bool] = False
    """Whether dice may fall when the proposal is taken."""

    def proposed(self, pos: P) -> Sequence[Order]:
        raise NotImplementedError

    def refusal(self, pos: P, order: Order) -> Ruling | None:
        raise NotImplementedError

    def carry_out(self, pos: P, order: Order, umpire: Umpire) -> None:
        raise NotImplementedError

    def why_not(self, pos: P, order: Order) -> Ruling | None:
        return None if isinstance(order, Propose) else self.refusal(pos, order)

    def preview(self, pos: P, order: Order) -> Preview | None:
        """What is proposed: as it would be told, or order by order where nothing can be told beforehand."""
        if not isinstance(order, Propose):
            return None
        texts = () if self.chancy else planned(pos, order).texts
        return Warnings(texts or tuple([str(each) for each in self.proposed(pos)]), plan=True)

    def apply(self, pos: P, order: Order, umpire: Umpire) -> None:
        for each in self.proposed(pos) if isinstance(order, Propose) else (order,):
            chore = pos.frames[-1]
            assert isinstance(chore, Chore)
            chore.carry_out(pos, each, umpire)
