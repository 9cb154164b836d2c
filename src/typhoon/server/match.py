"""The game of a table: every change of it is on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from typhoon.engine.dice import KeyedDice, SealedDice
from typhoon.engine.game import Game
from typhoon.engine.journal import Journal, Record, Written, moment_after
from typhoon.engine.lots import Lot
from typhoon.engine.replay import load, take_back
from typhoon.server.replica import GivenOrder, SoFar
from typhoon.server.seats import SPECTATOR
from typhoon.server.store import Asked, Store, StoreError, Summary, TableRecord


class Match:
    """A game in play that is kept order by order.

    ``heard`` is called after every change, with the number of orders that hold as they were before.
    """

    def __init__(self, record: TableRecord, game: Game, store: Store, heard: Callable[[int], None]) -> None:
        self.id = record.id
        self._record, self._store, self._heard = record, store, heard
        self.game = self._adopted(game)
        self.history = 0
        """Counts how often orders were taken back."""
        self._opening = Journal(self.game.journal.header).text(secret=False)
        self._given = [GivenOrder.of(each) for each in self.game.record]

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
        orders = self._given if to is None else self._given[: moment_after(self.game.record, to)]
        return SoFar(name, self.history, self._opening, list(orders))

    def beside(self, start: int, line: Sequence[Written], to: int) -> SoFar:
        """What might have happened instead after an order: a line, as far as order ``to``."""
        if to <= start:
            return self.so_far(to)
        past = self.so_far(start)
        instead = [GivenOrder.of(each.read) for each in line[: to - start]]
        return SoFar(f"{self.id} line {start}", self.history, self._opening, [*past.orders, *instead])

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

    @property
    def lot(self) -> Lot | None:
        """What the dice to come fall under; None when they were rolled elsewhere."""
        lots = self._record.header.lots
        return lots[-1] if lots else None

    @property
    def is_ready(self) -> bool:
        """Whether dice can fall: play begins when they can."""
        return not isinstance(self.game.dice, SealedDice)

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
            number, summary = len(self.game.record), summary_of(self.game)
            self._store.append(self.id, number, entry, summary, asked, revealed=revealed)
        except StoreError:
            self.game = self._adopted(_played(self._record, list(self.game.record[:-1])))
            raise
        self._given.append(GivenOrder.of(entry))
        self._heard(self.n - 1)

    def undo(self, asked: Asked | None = None) -> None:
        """Take back the last order, which must be allowed."""
        order = self.game.pop()
        try:
            self._store.undo(self.id, len(self.game.record), summary_of(self.game), asked)
        except StoreError:
            self.game.push(order)
            raise
        self._given.pop()
        self._forget_after(self.n)

    async def rewind(self, to: int, asked: Asked | None = None) -> bool:
        """Go back to the moment after order ``to``, whatever was revealed since.

        It takes a while; whether it was done: not, when the game has gone on in the meantime.
        """
        moment = self.moment
        game = await asyncio.to_thread(take_back, self.game, to)
        if self.moment != moment:
            return False
        takeback = game.record[-1]
        self._store.append(self.id, len(game.record), takeback, summary_of(game), asked)
        self.game = self._adopted(game)
        self._given.append(GivenOrder.of(takeback))
        self._forget_after(to - 1)  # of the order gone back to, more is told than before
        return True

    def publish(self) -> str:
        """The whole journal with its keys; the dice to come fall under a new one, which nobody knows."""
        text = self.game.journal.text()
        if self.game.result is None and self._record.header.lots:
            lot = Lot.of(KeyedDice.from_seed(None), at=len(self.game.record))
            self._keep_lots([*self._record.header.lots, lot])
            self.game.begin_lot(lot)
            self._heard(self.n)
        return text

    def change_lot(self, lot: Lot, asked: Asked | None = None) -> None:
        """Keep what is new of the dice to come; once their key is complete they can fall."""
        lots = self._record.header.lots
        self._keep_lots([*lots[:-1], lot], asked)
        lots[-1] = lot
        self.game.dice = lot.dice or SealedDice()
        self._heard(self.n)

    def _keep_lots(self, lots: list[Lot], asked: Asked | None = None) -> None:
        self._store.set_header(self.id, msgspec.structs.replace(self._record.header, lots=lots), asked)

    def _adopted(self, game: Game) -> Game:
        """A game with the lots of this table's record, which tell more than a journal."""
        game.journal.header.lots = self._record.header.lots
        return game

    def _forget_after(self, to: int) -> None:
        floor = self._record.rewound_to
        self._record.rewound_to = to if floor is None else min(floor, to)
        self.history += 1
        self._heard(to)


def replayed(table: TableRecord, record: Record) -> Game:
    """The game of a table, from its record; takes a while when it is long."""
    try:
        return _played(table, record)
    except ValueError as error:
        raise StoreError(f"the game of this table cannot be replayed: {error}") from error


def _played(table: TableRecord, record: Record) -> Game:
    return load(Journal(table.header, record).text(), verify=False)


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
