"""Phases: the frames of the sequence of play, and the decisions they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.position import Position
from typhoon.engine.ruling import Ruling

if TYPE_CHECKING:
    from typhoon.engine.preview import Preview

P = TypeVar("P", bound=Position)


class Umpire(Protocol):
    """What a phase needs besides the position: dice, and somebody to tell what happened."""

    def roll(self, purpose: str, sides: int = 6) -> int: ...

    def throw(self, purpose: str, count: int) -> list[int]: ...

    def tell(self, kind: str, /, **facts: Any) -> None: ...

    def tell_side(self, only: str, kind: str, /, **facts: Any) -> None: ...


class Decision(msgspec.Struct, frozen=True):
    """Who must choose now, and about what."""

    side: str
    phase: str
    prompt: str
    turn: int
    case: str = ""
    """The case that the decision is about."""
    part: str = ""
    """What ``end`` would end, when it is not the whole phase."""


class Phase(msgspec.Struct, Generic[P], frozen=True, tag_field="phase"):
    """A frame of the phase stack: plain data, with the rules of what is done in it.

    ``proceed`` is called whenever the phase is on top.  It goes on as far as no choice is needed:
    either it answers True, and the phase waits for its decider's order, or it leaves the stack
    changed (popped itself, pushed what interrupts it, put another in its place).
    """

    about: ClassVar[str] = ""
    """The case that the phase is about."""
    part: ClassVar[str] = ""
    """What ``end`` ends here, when it is not the whole phase."""

    @property
    def name(self) -> str:
        """The phase in the words of the sequence of play: ``soviet movement``."""
        raise AttributeError(f"{type(self).__name__} has no name")

    def applies(self, pos: P) -> bool:
        """Whether the phase takes place this turn."""
        return True

    def proceed(self, pos: P, umpire: Umpire) -> bool:
        return True

    def decider(self, pos: P) -> int:
        """The side that chooses."""
        raise AttributeError(f"{type(self).__name__} asks for no decision")

    def prompt(self, pos: P) -> str:
        raise AttributeError(f"{type(self).__name__} asks for no decision")

    def orders(self, pos: P) -> Sequence[OrderSet]:
        """The legal orders."""
        return ()

    def why_not(self, pos: P, order: Order) -> Ruling | None:
        """Why an order is not among the legal ones; None when it is."""
        raise AttributeError(f"{type(self).__name__} takes no orders")

    def destinations(self, pos: P, units: Sequence[str], verb: str = "") -> dict[str, float]:
        """Where units could go together by one way of moving, with the movement points it takes."""
        return {}

    def preview(self, pos: P, order: Order) -> Preview | None:
        """What a legal order would lead to, where there is more to say than its text."""
        return None

    def apply(self, pos: P, order: Order, umpire: Umpire) -> None:
        """Carry out a legal order."""
        raise AttributeError(f"{type(self).__name__} takes no orders")
