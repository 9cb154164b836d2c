"""Looking back: the table as a seat saw it at any earlier moment."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.replay import load
from typhoon.server.messages import State, TableFacts
from typhoon.server.state import state_of
from typhoon.server.thinking import SoFar

MOST_REPLAYS = 16


class Replays:
    """A few games that are being looked back on; each goes forward step by step."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()

    async def state(self, past: SoFar, facts: TableFacts, seat: str, since: int, orders: int) -> State:
        """A game as a seat saw it, with the log after ``since``; by now it has so many ``orders``."""
        return await asyncio.to_thread(self._state, past, facts, seat, since, orders)

    def _state(self, past: SoFar, facts: TableFacts, seat: str, since: int, orders: int) -> State:
        game = self._taken(past)
        try:
            return state_of(game, seat, facts, since, set(), of=orders)
        finally:
            self._put_back(past, game)

    def _taken(self, past: SoFar) -> Game:
        """A game at that moment, which is nobody else's until it is put back."""
        game = self._games.pop((past.table, past.history), None)
        given = len(game.entries) if game else 0
        if game is None or given > len(past.orders):
            game, given = load(past.opening, verify=False), 0
        game.dice = dice = GivenDice()
        for order in past.orders[given:]:
            dice.rolls = list(order.dice)
            game.push(order.text)
        return game

    def _put_back(self, past: SoFar, game: Game) -> None:
        self._games[past.table, past.history] = game
        while len(self._games) > MOST_REPLAYS:
            self._games.popitem(last=False)
