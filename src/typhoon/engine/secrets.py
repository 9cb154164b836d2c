"""Secrets: what a side may not know, and how it may imagine the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from typhoon.engine.chapters import Chapter

if TYPE_CHECKING:
    from typhoon.engine.events import Event
    from typhoon.engine.orders import Chooser


class Secrets(Chapter):
    """Who may know what; a game without secrets has this one as it is.

    Sides go by their numbers; -1 is whoever may know only what everybody may.
    """

    any: ClassVar[bool] = False
    """Whether there is anything that a side may not know."""

    concealed: ClassVar[frozenset[str]] = frozenset()
    """Phases, or parts of them, in which a side does something that the others see only when it is over."""

    def __bool__(self) -> bool:
        return self.any

    def veiled(self, pos: Any, side: int) -> int:
        """Units of which a side may not know the secret columns."""
        return 0

    def hidden(self, pos: Any, side: int) -> int:
        """Units on the map that a side may not know of."""
        return 0

    def veil(self, event: Event, pos: Any, side: str, *, past: bool = False) -> Event | None:
        """An event as a side may be told of it; None when it may not know.

        What is ``past`` is told from the record, which may keep less than was told at the moment.
        """
        return event if event.side in ("", side) else None

    def forgets(self, pos: Any) -> bool:
        """Whether the record keeps less than was told at the moment."""
        return False

    def forget(self, pos: Any, side: int) -> None:
        """Take out of a position what a side may not know: as if it were restored from its view."""

    def deal(self, pos: Any, side: int, rng: Chooser) -> None:
        """Fill in at random, in keeping with the rest, what a side may not know."""

    def remember(self, pos: Any, before: Any) -> None:
        """Let sides know in a position what they have seen, and still holds, in one that was taken back."""

    def untold(self, pos: Any) -> str:
        """What a position out of words does not tell and nobody has filled in; empty when all is there."""
        return ""

    def imagine(self, pos: Any, side: int, rng: Chooser) -> Any:
        """A whole position in keeping with what a side knows of this one."""
        twin = pos.copy()
        if self.any:
            self.forget(twin, side)
            self.deal(twin, side, rng)
        return twin
