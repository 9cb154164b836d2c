"""Looking back: the table as a seat saw it at any earlier moment."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.replay import load
from typhoon.server import state
from typhoon.server.looks import fresh_looks
from typhoon.server.messages import State, TableFacts
from typhoon.server.seats import side_of
from typhoon.server.table import Holder, Table
from typhoon.server.thinking import GivenOrder

MOST_REPLAYS = 16


class Past(msgspec.Struct, frozen=True):
    """A game as far as it is looked back on."""

    table: str
    history: int
    opening: str
    orders: list[GivenOrder]


class Replays:
    """A few games that are being looked back on; each goes forward step by step."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()

    async def state(self, table: Table, holder: Holder, to: int, since: int = -1) -> State:
        """The state after order ``to``, which must be there, with the log after ``since``."""
        past = Past(table.id, table.history, table.opening, table.given[:to])
        return await asyncio.to_thread(self._state, past, table.facts(holder), holder.seat, since, table.n)

    def _state(self, past: Past, facts: TableFacts, seat: str, since: int, orders: int) -> State:
        game = self._taken(past)
        try:
            return _shown(game, facts, seat, since, orders)
        finally:
            self._put_back(past, game)

    def _taken(self, past: Past) -> Game:
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

    def _put_back(self, past: Past, game: Game) -> None:
        self._games[past.table, past.history] = game
        while len(self._games) > MOST_REPLAYS:
            self._games.popitem(last=False)


def _shown(game: Game, facts: TableFacts, seat: str, since: int, orders: int) -> State:
    side = side_of(seat)
    entries = game.entries
    display = state.display_of(game, side)
    view = state.view_of(game, side)
    looking_back = len(entries) < orders
    log = state.log_of(game, entries, side, since, looking_back=looking_back)
    cast = state.cast_of(game, log, view, display.faces)
    return State(
        n=len(entries),
        table=facts,
        side=side,
        seat=seat,
        acting=[],
        view=view,
        faces=display.faces,
        looks=fresh_looks([*display.faces, *cast], set()),
        panels=display.panels,
        overlays=state.overlay_names(game, side),
        log=log,
        log_from=since,
        undo="this is the past",
        takeback=None,
        thinking=None,
        chat=[],
        last=state.last_moves(game, entries, side, looking_back=looking_back),
        front=state.front_of(game, side),
        cast=cast,
        orders=orders,
    )
