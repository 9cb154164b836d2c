"""A table: a live game, the people and computers at it, and what each of them is shown."""

from __future__ import annotations

import hashlib
from typing import Protocol

import msgspec

from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, Journal
from typhoon.engine.replay import load
from typhoon.server import state
from typhoon.server.computers import Computers, Whole
from typhoon.server.looks import fresh_looks
from typhoon.server.messages import PERSON, ChatLine, Offer, OverlayName, SeatFacts, State, TableFacts
from typhoon.server.opponents import Opponents
from typhoon.server.state import Display
from typhoon.server.store import OrderRecord, Store, StoreError, Summary, TableRecord, now_text
from typhoon.server.thinking import GivenOrder


class Holder(msgspec.Struct, frozen=True):
    """Who asks: the seats of a token, and the one looked through; no seat is a spectator's."""

    sides: tuple[str, ...]
    side: str = state.SPECTATOR
    owner: bool = False
    """Whether the table is the holder's own, at the holder's own machine."""


class Seen(msgspec.Struct):
    """What a client has been sent already."""

    orders: int = -1
    chat: int = 0
    looks: set[str] = msgspec.field(default_factory=set)


class Watcher(Protocol):
    """Somebody connected who wants to be told of changes."""

    holder: Holder
    seen: Seen

    def wake(self) -> None: ...


class Table:
    def __init__(self, record: TableRecord, store: Store, computers: Computers, pace: float) -> None:
        self.record = record
        self.id = record.id
        self.seats = record.seats
        self.watchers: set[Watcher] = set()
        self.offer: Offer | None = None
        self._store = store
        self._displays: dict[str, Display] = {}
        self._displayed = (-1, -1)
        self._names: dict[tuple[str, int], list[OverlayName]] = {}
        self._set_game(store.orders(record.id))
        self.chat = store.chat(record.id)
        self.opponents = Opponents(self, computers, pace)

    def _set_game(self, orders: list[OrderRecord]) -> None:
        journal = Journal(self.record.header, [order.entry for order in orders])
        try:
            self.game: Game = load(journal.text(), verify=False)
        except ValueError as error:
            raise StoreError(f"the game of this table cannot be replayed: {error}") from error
        self.entries = self.game.journal.entries
        self.requests = {order.request: n for n, order in enumerate(orders, start=1) if order.request}
        self.opening = Journal(self.game.journal.header).text(secret=False)
        self.history = 0
        """Counts how often orders were taken back."""
        self.given = [_given(entry) for entry in self.entries]

    # Facts

    @property
    def n(self) -> int:
        return len(self.entries)

    @property
    def to_act(self) -> str | None:
        decision = self.game.decision
        return decision.side if decision else None

    @property
    def people(self) -> list[str]:
        return [side for side, seat in self.seats.items() if seat.player == PERSON]

    def summary(self) -> Summary:
        return summary_of(self.game)

    def facts(self, holder: Holder) -> TableFacts:
        there = {watcher.holder.side for watcher in self.watchers}
        seats = {
            side: SeatFacts(seat.player, seat.name, side in there, side in holder.sides)
            for side, seat in self.seats.items()
        }
        record = self.record
        return TableFacts(
            record.id,
            record.game,
            record.scenario,
            record.title,
            record.mode,
            seats,
            self.game.result,
            self.opponents.paused,
        )

    def why_not_undo(self, side: str) -> str | None:
        if side == state.SPECTATOR:
            return "you are only watching"
        if self.entries and self.entries[-1].side != side:
            return "the last order was not yours"
        return self.game.why_not_pop()

    def state(self, holder: Holder, seen: Seen) -> State:
        """The table for a seat, with what it has not been sent yet; from now on it has."""
        game, side = self.game, holder.side
        log_from = min(seen.orders, self.n)
        display = self._display(side)
        found = State(
            n=self.n,
            table=self.facts(holder),
            side=side,
            view=state.view_of(game, side),
            faces=display.faces,
            looks=fresh_looks(display.faces, seen.looks),
            panels=display.panels,
            overlays=self._overlay_names(side),
            log=state.log_of(game, self.entries, side, log_from),
            log_from=log_from,
            undo=self.why_not_undo(side),
            takeback=self.offer,
            thinking=self.opponents.thinking,
            chat=self.chat[seen.chat :],
            last=state.last_moves(self.entries, side),
        )
        seen.orders, seen.chat = self.n, len(self.chat)
        return found

    def _display(self, side: str) -> Display:
        """Made once for every moment, and in a game without secrets once for all sides."""
        moment = self.history, self.n
        if self._displayed != moment:
            self._displayed, self._displays = moment, {}
        key = side if self.game.rules.secrets else "all"
        if key not in self._displays:
            self._displays[key] = state.display_of(self.game, side)
        return self._displays[key]

    def _overlay_names(self, side: str) -> list[OverlayName]:
        """Made once a turn: finding the hexes of overlays takes longer than all else."""
        key = side, self.game.position.turn
        if key not in self._names:
            self._names[key] = state.overlay_names(self.game, side)
        return self._names[key]

    def seen_since(self, n: int | None) -> Seen:
        """What a client has that saw ``n`` orders before its line broke.

        Orders taken back in the meantime no longer hold, wherever it was.
        """
        if n is None:
            return Seen()
        rewound_to = self.record.rewound_to
        return Seen(min(n, self.n) if rewound_to is None else min(n, self.n, rewound_to))

    def wake(self) -> None:
        """Let everyone at the table be told."""
        for watcher in self.watchers:
            watcher.wake()

    # Changes; each is on disk before anybody hears of it

    def carry_out(self, order: str, request: str = "") -> None:
        """Carry out a legal order, or raise ``Refused`` or ``StoreError`` with everything as before."""
        self.game.push(order)
        entry = self.game.journal.entries[-1]
        try:
            revealed = bool(entry.dice) or self.to_act != entry.side
            self._store.append(
                self.id, self.n + 1, OrderRecord(entry, request), self.summary(), revealed=revealed
            )
        except StoreError:
            self.game = load(self.game.journal.text(), to=self.n, verify=False)
            raise
        self.entries.append(entry)
        self.given.append(_given(entry))
        if request:
            self.requests[request] = self.n
        self.offer = None
        self.changed()

    def undo(self) -> None:
        """Take back the last order, which must be allowed."""
        order = self.game.pop()
        try:
            self._store.rewind(self.id, self.n - 1, self.summary())
        except StoreError:
            self.game.push(order)
            raise
        self._forget_after(self.n - 1)

    def rewind(self, to: int) -> None:
        """Go back to the moment after order ``to``, whatever was revealed since."""
        game = load(self.game.journal.text(), to=to, verify=False)
        self._store.rewind(self.id, to, summary_of(game))
        self.game = game
        self._forget_after(to)

    def _forget_after(self, to: int) -> None:
        del self.entries[to:], self.given[to:]
        self.requests = {request: n for request, n in self.requests.items() if n <= to}
        floor = self.record.rewound_to
        self.record.rewound_to = to if floor is None else min(floor, to)
        self.history += 1
        self.offer = None
        for watcher in self.watchers:
            watcher.seen.orders = min(watcher.seen.orders, to)
        self.changed()

    def say(self, side: str, name: str, text: str) -> None:
        line = ChatLine(len(self.chat) + 1, side, name, text, now_text())
        self._store.say(self.id, line)
        self.chat.append(line)
        self.wake()

    def call(self, side: str, name: str) -> None:
        """Give the person at a seat a name."""
        seat = self.seats[side]
        before, seat.name = seat.name, name
        try:
            self._store.set_seats(self.id, self.seats)
        except StoreError:
            seat.name = before
            raise
        self.wake()

    def changed(self) -> None:
        self.wake()
        self.opponents.play()

    def whole(self) -> Whole:
        """The game for a computer player to think about."""
        return Whole(self.id, self.history, self.opening, self.given[:])


def summary_of(game: Game) -> Summary:
    decision, result, pos = game.decision, game.result, game.position
    return Summary(
        pos.turn,
        game.rules.date(pos.turn),
        game.rules.phase_in_play(pos),
        decision.side if decision else None,
        result.level if result else None,
        len(game.journal.entries),
    )


def request_key(side: str, id_: str, n: int, order: str) -> str:
    """Names a request so that it is known again when it is repeated."""
    return f"{side}|{id_}|{n}|{hashlib.sha256(order.encode()).hexdigest()[:16]}" if id_ else ""


def _given(entry: Entry) -> GivenOrder:
    return GivenOrder(str(entry.order), [value for _, value in entry.dice])
