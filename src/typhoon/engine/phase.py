"""Phases: the frames of the sequence of play, and the decisions they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from typhoon.engine.orders import End, Order, OrderSet
from typhoon.engine.position import Position
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling

if TYPE_CHECKING:
    from typhoon.engine.preview import Preview

P = TypeVar("P", bound=Position)

# What the fields of a frame hold, so that frames out of files can be checked.
UnitId = Annotated[str, "unit"]
ShownUnit = Annotated[str, "unit", "shown"]
"""A unit that everybody sees as long as a frame names it."""
HexNumber = Annotated[str, "hex"]
HexNumbers = Annotated[str, "hexes"]
"""Hex numbers joined by ``+``."""
SideNumber = Annotated[int, "side"]


class Umpire(Protocol):
    """What a phase needs besides the position: dice, and somebody to tell what happened."""

    def roll(self, purpose: str, sides: int = 6) -> int: ...

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        """Several dice thrown at once; with ``each`` it matters which of them shows what."""
        ...

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        """Draw from a cup that holds so many of each kind of thing: which kind it was."""
        ...

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
    declining: str = ""
    """What ``end`` means where something is declined by it: ``Fight on``."""


class Phase(msgspec.Struct, Generic[P], frozen=True, tag_field="phase"):
    """A frame of the phase stack: plain data that says what is going on.

    ``proceed`` is called whenever the phase is on top.  It goes on as far as no choice is needed:
    either it answers True, and the phase waits for its decider's order, or it leaves the stack
    changed (popped itself, pushed what interrupts it, put another in its place).

    What can be done in a phase is a list of acts that the law holds; a phase with a single kind of order
    answers for itself, and says in ``takes`` what it takes.
    """

    about: ClassVar[str] = ""
    """The case that the phase is about."""
    part: ClassVar[str] = ""
    """What ``end`` ends here, when it is not the whole phase."""
    takes: ClassVar[tuple[type[Order], ...]] = ()
    """The orders of a phase that has no acts."""

    @property
    def name(self) -> str:
        """The phase in the words of the sequence of play: ``soviet movement``."""
        raise AttributeError(f"{type(self).__name__} has no name")

    def applies(self, pos: P) -> bool:
        """Whether the phase takes place this turn."""
        return True

    def begin(self, pos: P, umpire: Umpire) -> None:
        """What is done once, when its place in the sequence of play has come and it lies on the stack."""

    def proceed(self, pos: P, umpire: Umpire) -> bool:
        return True

    def decider(self, pos: P) -> int:
        """The side that chooses; that of the phase, where it has one."""
        side: int = self.side  # type: ignore[attr-defined]
        return side

    def prompt(self, pos: P) -> str:
        raise AttributeError(f"{type(self).__name__} asks for no decision")

    def declining(self, pos: P) -> str:
        """What ``end`` means in words, where something is declined by it."""
        return ""

    def unused(self, pos: P) -> list[str]:
        """What is left to do, and is lost when the phase is ended."""
        return []

    def orders(self, pos: P) -> Sequence[OrderSet]:
        """The legal orders."""
        found: list[OrderSet] = []
        for act in pos.rules.acts_of(type(self)):
            found += act.offered(pos, self)
        return found

    def why_not(self, pos: P, order: Order) -> Ruling | None:
        """Why an order is not among the legal ones; None when it is."""
        act = pos.rules.act(type(self), type(order))
        if act is not None:
            ruling: Ruling | None = act.why_not(pos, self, order)
            return ruling
        return self.refusal(pos, order) if isinstance(order, self.takes) else self.misplaced(pos, order)

    def refusal(self, pos: P, order: Any) -> Ruling | None:
        """Why an order of those that a phase without acts takes is not legal; None when it is."""
        return None

    def misplaced(self, pos: P, order: Order) -> Ruling:
        """What to say of an order that belongs to another moment."""
        ruling: Ruling = pos.rules.out_of_place(pos, order)
        return ruling

    def destinations(self, pos: P, units: Sequence[str], verb: str = "") -> dict[str, float]:
        """Where units could go together by one way of moving, with the movement points it takes."""
        return {}

    def preview(self, pos: P, order: Order) -> Preview | None:
        """What a legal order would lead to, where there is more to say than its text."""
        act = pos.rules.act(type(self), type(order))
        preview: Preview | None = None if act is None else act.preview(pos, self, order)
        if isinstance(order, End) and (unused := self.unused(pos)):
            texts = preview.texts if isinstance(preview, Warnings) else ()
            return Warnings(texts, unused=tuple(unused))
        return preview

    def apply(self, pos: P, order: Any, umpire: Umpire) -> None:
        """Carry out a legal order."""
        pos.rules.act(type(self), type(order)).apply(pos, self, order, umpire)
