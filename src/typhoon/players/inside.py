"""Seats in an imagined game, so that any player can be asked what it would do there."""

from __future__ import annotations

from typhoon.engine.core import Core
from typhoon.engine.orders import Chooser, Order, Orders
from typhoon.engine.phase import Decision
from typhoon.engine.ruling import Ruling
from typhoon.engine.seat import Seat, Thinking


class Inside(Seat):
    """A side's place in a game that somebody plays in his head."""

    __slots__ = ("_core",)

    def __init__(self, core: Core, side: str, thinking: Thinking | None = None) -> None:
        self._core = core
        self.side = side
        self.thinking = thinking or Thinking()

    @property
    def decision(self) -> Decision | None:
        core, pos = self._core, self._core.position
        if core.decider < 0 or core.rules.sides[core.decider] != self.side:
            return None
        return Decision(self.side, core.rules.phase_in_play(pos), "", pos.turn)

    @property
    def orders(self) -> Orders:
        return self._core.orders

    def why_not(self, order: Order | str) -> Ruling | None:
        pos = self._core.position
        return pos.frames[-1].why_not(pos, order)  # type: ignore[arg-type]

    def imagine(self, rng: Chooser) -> Core:
        return self._core.copy()
