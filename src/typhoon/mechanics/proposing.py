"""Chores: choices that the program can propose, shown before they are taken and open to be made otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from typhoon.engine.orders import Order
from typhoon.engine.phase import P, Phase, Umpire
from typhoon.engine.preview import Preview, Warnings


class Propose(Order, frozen=True, gc=False):
    """Let the program choose what is left to choose."""

    verb: ClassVar[str] = "propose"
    label: ClassVar[str] = "As proposed"


class Chore(Phase[P], frozen=True):
    """A phase with a proposal: orders of its own that are legal one after another, and sensible."""

    def proposed(self, pos: P) -> Sequence[Order]:
        raise NotImplementedError

    def preview(self, pos: P, order: Order) -> Preview | None:
        return as_told(self.proposed(pos)) if isinstance(order, Propose) else None

    def take(self, pos: P, umpire: Umpire) -> None:
        """Give the proposed orders."""
        for order in self.proposed(pos):
            pos.frames[-1].apply(pos, order, umpire)


def as_told(orders: Sequence[Order]) -> Preview | None:
    """Proposed orders for somebody who thinks about taking them."""
    return Warnings(tuple([str(order) for order in orders])) if orders else None
