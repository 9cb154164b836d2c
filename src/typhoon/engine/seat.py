"""Seats: all that a player, human or computer, has of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from typhoon.engine.game import Game
from typhoon.engine.orders import Chooser, Order, Orders
from typhoon.engine.phase import Decision
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Refused, Ruling
from typhoon.engine.start import imagine
from typhoon.engine.view import View


class Seat:
    """One side's place at the table: its decisions, its orders and its view, nothing of the umpire's."""

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: str) -> None:
        self._game = game
        self.side = side

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

    def imagine(self, rng: Chooser) -> Game:
        """A game to think in: what this side knows, guesses for the rest, dice of its own."""
        if not self._game.rules.secrets:
            return self._game.fork(rng)
        return imagine(self.view(), rng, self._game.rules.data.overlay)


class Player(Protocol):
    """Whoever answers the decisions of a side."""

    def choose(self, seat: Seat) -> Order: ...
