"""Seats: all that a player, human or computer, has of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

import msgspec

from typhoon.engine.core import Core, settle
from typhoon.engine.game import Game
from typhoon.engine.orders import Chooser, Order, Orders
from typhoon.engine.phase import Decision
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Refused, Ruling
from typhoon.engine.view import View


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Progress(msgspec.Struct, frozen=True):
    """What a player is up to."""

    plan: str
    """What it would do as things stand, in words."""
    share: float = 0.0
    """How much of its thinking is done, from 0 to 1."""


class Thinking:
    """The time that a player has for an answer, and whoever waits for it."""

    def __init__(
        self,
        seconds: float | None = None,
        stopped: Callable[[], bool] = lambda: False,
        told: Callable[[Progress], None] = lambda progress: None,
        *,
        in_words: bool = False,
    ) -> None:
        self.deadline = None if seconds is None else monotonic() + seconds
        self._stopped, self._told = stopped, told
        self.in_words = in_words
        """Whether whoever waits wants to know plans too; it takes time to put them in words."""

    @property
    def left(self) -> float:
        """Seconds until the answer is due; without end when it is not."""
        return float("inf") if self.deadline is None else self.deadline - monotonic()

    def check(self) -> None:
        """Raise ``Stopped`` when nobody waits for the answer any more."""
        if self._stopped():
            raise Stopped

    def tell(self, plan: str, share: float = 0.0) -> None:
        """Let whoever waits know; raises ``Stopped`` when nobody does."""
        self.check()
        self._told(Progress(plan, share))


class Seat:
    """One side's place at the table: its decisions, its orders and its view, nothing of the umpire's."""

    __slots__ = ("_game", "side", "thinking")

    def __init__(self, game: Game, side: str, thinking: Thinking | None = None) -> None:
        self._game = game
        self.side = side
        self.thinking = thinking or Thinking()

    @property
    def decision(self) -> Decision | None:
        """The decision, when it is this side's."""
        decision = self._game.decision
        return decision if decision is not None and decision.side == self.side else None

    @property
    def orders(self) -> Orders:
        """The legal orders, when the decision is this side's."""
        if self.decision is None:
            raise ValueError(f"it is not for {self.side} to decide")
        return self._game.orders

    def why_not(self, order: Order | str) -> Ruling | None:
        """Why this side may not give an order now; what would speak against it for the enemy is not told."""
        game, decision = self._game, self._game.decision
        if decision is not None and decision.side != self.side:
            return Ruling(game.rules.case_of_sequence, f"it is for the {decision.side} side to decide")
        return game.why_not(order)

    def destinations(self, units: Sequence[str], verb: str = "") -> dict[str, float]:
        return self._game.destinations(units, verb) if self.decision else {}

    def preview(self, order: Order | str) -> Preview | None:
        """What an order would lead to as far as this side knows; ``Refused`` when it cannot give it."""
        if (ruling := self.why_not(order)) is not None:
            raise Refused(order, ruling)
        return self._game.preview(order)

    def view(self) -> View:
        return self._game.view(self.side)

    def imagine(self, rng: Chooser) -> Core:
        """Something to think in: what this side knows, guesses for the rest, chance of its own."""
        rules = self._game.rules
        number = rules.sides.index(self.side)
        core = Core(rules.secrets.imagine(self._game.position, number, rng), rng)
        if rules.secrets and core.decider not in (number, -1):
            settle(core.position, core)  # in a world of guesses the enemy may have no choice where he has one
        return core


class Player(Protocol):
    """Whoever answers the decisions of a side.

    One that thinks long asks ``seat.thinking`` for the time it has, and tells it what it is up to.
    """

    def choose(self, seat: Seat) -> Order: ...
