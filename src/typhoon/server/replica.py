"""A game followed order by order in another place than the one it is played at."""

from __future__ import annotations

import msgspec

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.replay import load
from typhoon.engine.seat import Player, Thinking


class GivenOrder(msgspec.Struct, array_like=True):
    """An order with the dice it took."""

    text: str
    dice: list[int]


class SoFar(msgspec.Struct, frozen=True):
    """A game as far as it has gone, for somebody else to follow."""

    name: str
    """What the game is known by to whoever follows it."""
    history: int
    """Changes when orders are taken back."""
    opening: str
    """The journal before the first order, without the dice key."""
    orders: list[GivenOrder]


class Replica:
    """A game that repeats what was ordered elsewhere, with the dice that fell there."""

    def __init__(self, opening: str, history: int) -> None:
        self.game: Game = load(opening, verify=False)
        self.game.dice = self._dice = GivenDice()
        self.opening, self.history = opening, history
        self.given: list[GivenOrder] = []
        self.players: dict[tuple[str, str], Player] = {}
        """Who thinks about it, by side and name; they may have plans."""
        self.thinking = Thinking()
        """The time there is for what is asked about it now."""

    def follow(self, orders: list[GivenOrder]) -> None:
        for order in orders:
            self._dice.rolls = list(order.dice)
            self.game.push(order.text)
            self.given.append(order)
