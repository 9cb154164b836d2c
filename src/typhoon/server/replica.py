"""A game followed order by order in another place than the one it is played at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, TakeBack
from typhoon.engine.replay import Passed, load
from typhoon.engine.seat import Player, Thinking
from typhoon.players.crew import Crew


class GivenOrder(msgspec.Struct, array_like=True):
    """An order with the dice it took, or a take-back as journals write it."""

    text: str
    dice: list[int]

    @classmethod
    def of(cls, each: Entry | TakeBack) -> GivenOrder:
        if isinstance(each, TakeBack):
            return cls(str(each), [])
        return cls(str(each.order), [die.value for die in each.dice])

    @property
    def returns(self) -> int | None:
        """The order that play goes back to, when this is a take-back."""
        takeback = TakeBack.read(self.text)
        return takeback.to if takeback else None


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
        self.meant: tuple[str, int, str] | None = None
        """Of which side, turn and phase the plan was told last."""
        self.thinking = Thinking()
        """The time there is for what is asked about it now."""
        self.crew: Crew | None = None
        """Who helps them think."""

    def follow(self, orders: Sequence[GivenOrder]) -> None:
        for _ in self.steps(orders):
            pass

    def steps(self, orders: Sequence[GivenOrder]) -> Iterator[GivenOrder]:
        """Each order, before it is carried out.

        Play goes back to what is followed at once: a game of which orders were taken back is told anew.
        """
        passed = Passed(order.returns for order in orders)
        if not self.given:
            passed.note(-1, self.game.position)
        for index, order in enumerate(orders):
            yield order
            if (to := order.returns) is not None:
                self.game.return_to(to, passed.before(index))
            else:
                self._dice.rolls = list(order.dice)
                self.game.push(order.text)
            passed.note(index, self.game.position)
            self.given.append(order)
