"""The game of a table: every change of it is on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, Journal
from typhoon.engine.replay import load
from typhoon.server.replica import GivenOrder, SoFar
from typhoon.server.seats import SPECTATOR
from typhoon.server.store import Asked, Store, StoreError, Summary, TableRecord


class Match:
    """A game in play that is kept order by order.

    ``heard`` is called after every change, with the number of orders that hold as they were before.
    """

    def __init__(self, record: TableRecord, game: Game, store: Store, heard: Callable[[int], None]) -> None:
        self.id = record.id
        self.game = game
        self._record, self._store, self._heard = record, store, heard
        self.history = 0
        """Counts how often orders were taken back."""
        self._opening = Journal(self.game.journal.header).text(secret=False)
        self._given = [_given(entry) for entry in self.game.entries]

    @property
    def n(self) -> int:
        """How many orders were given."""
        return len(self.game.entries)

    @property
    def moment(self) -> tuple[int, int]:
        """Differs whenever the game does."""
        return self.history, self.n

    @property
    def to_act(self) -> str | None:
        decision = self.game.decision
        return decision.side if decision else None

    def so_far(self, to: int | None = None) -> SoFar:
        """The orders as they were given, all of them or as far as one."""
        name = self.id if to is None else f"{self.id} past"
        return SoFar(name, self.history, self._opening, self._given[:to])

    def last_of(self, side: str) -> int | None:
        """The number of the last order that a side gave."""
        numbers = range(self.n, 0, -1)
        return next((n for n in numbers if self.game.entries[n - 1].side == side), None)

    def why_not_undo(self, side: str) -> str | None:
        """Why a side cannot take back its last order, whoever of a team gave it."""
        if side == SPECTATOR:
            return "you are only watching"
        if self.n and self.game.entries[-1].side != side:
            return "the last order was not yours"
        return self.game.why_not_pop()

    def still_holds(self, n: int) -> int:
        """How many of the first ``n`` orders were never taken back since."""
        rewound_to = self._record.rewound_to
        return min(n, self.n) if rewound_to is None else min(n, self.n, rewound_to)

    # Changes

    def carry_out(self, order: str, asked: Asked | None = None) -> None:
        """Carry out a legal order, or raise ``Refused`` or ``StoreError`` with everything as before."""
        self.game.push(order)
        entry = self.game.entries[-1]
        revealed = bool(entry.dice) or self.to_act != entry.side
        try:
            self._store.append(self.id, self.n, entry, summary_of(self.game), asked, revealed=revealed)
        except StoreError:
            self.game = self._back_to(self.n - 1)
            raise
        self._given.append(_given(entry))
        self._heard(self.n - 1)

    def undo(self, asked: Asked | None = None) -> None:
        """Take back the last order, which must be allowed."""
        order = self.game.pop()
        try:
            self._store.rewind(self.id, self.n, summary_of(self.game), asked)
        except StoreError:
            self.game.push(order)
            raise
        self._forget_after(self.n)

    async def rewind(self, to: int, asked: Asked | None = None) -> bool:
        """Go back to the moment after order ``to``, whatever was revealed since.

        It takes a while; whether it was done: not, when the game has gone on in the meantime.
        """
        moment = self.moment
        game = await asyncio.to_thread(self._back_to, to)
        if self.moment != moment:
            return False
        self._store.rewind(self.id, to, summary_of(game), asked)
        self.game = game
        self._forget_after(to)
        return True

    def _back_to(self, n: int) -> Game:
        return load(self.game.journal.text(), to=n, verify=False)

    def _forget_after(self, to: int) -> None:
        del self._given[to:]
        floor = self._record.rewound_to
        self._record.rewound_to = to if floor is None else min(floor, to)
        self.history += 1
        self._heard(to)


def replayed(record: TableRecord, orders: list[Entry]) -> Game:
    """The game of a table, from its record; takes a while when it is long."""
    try:
        return load(Journal(record.header, orders).text(), verify=False)
    except ValueError as error:
        raise StoreError(f"the game of this table cannot be replayed: {error}") from error


def summary_of(game: Game) -> Summary:
    decision, result, pos = game.decision, game.result, game.position
    return Summary(
        pos.turn,
        game.rules.date(pos.turn),
        game.rules.phase_in_play(pos),
        decision.side if decision else None,
        result.level if result else None,
        len(game.entries),
    )


def _given(entry: Entry) -> GivenOrder:
    return GivenOrder(str(entry.order), [value for _, value in entry.dice])
