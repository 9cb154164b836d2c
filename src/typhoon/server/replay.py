"""Looking back: the table as a seat saw it at any earlier moment."""

from __future__ import annotations

from collections import OrderedDict

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.replay import load
from typhoon.server import state
from typhoon.server.looks import fresh_looks
from typhoon.server.messages import State
from typhoon.server.table import Holder, Table

MOST_REPLAYS = 16


class Replays:
    """A few games that are being looked back on; each goes forward step by step."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()

    def state(self, table: Table, holder: Holder, to: int) -> State:
        """The state after order ``to``, which must be there."""
        game = self._game(table, to)
        side = holder.side
        entries = game.journal.entries
        display = state.display_of(game, side)
        return State(
            n=to,
            table=table.facts(holder),
            side=side,
            view=state.view_of(game, side),
            faces=display.faces,
            looks=fresh_looks(display.faces, set()),
            panels=display.panels,
            overlays=state.overlay_names(game, side),
            log=state.log_of(game, entries, side, -1),
            log_from=-1,
            undo="this is the past",
            takeback=None,
            thinking=None,
            chat=[],
            last=state.last_moves(entries, side),
            orders=table.n,
        )

    def _game(self, table: Table, to: int) -> Game:
        key = table.id, table.history
        game = self._games.pop(key, None)
        given = len(game.journal.entries) if game else 0
        if game is None or given > to:
            game, given = load(table.opening, verify=False), 0
        game.dice = dice = GivenDice()
        for order in table.given[given:to]:
            dice.rolls = list(order.dice)
            game.push(order.text)
        self._games[key] = game
        while len(self._games) > MOST_REPLAYS:
            self._games.popitem(last=False)
        return game
