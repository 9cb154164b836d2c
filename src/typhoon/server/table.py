"""A table: a live game, the people and computers at it, and what each of them is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import msgspec

from typhoon.engine.game import Game
from typhoon.engine.journal import Entry, Journal
from typhoon.engine.replay import load
from typhoon.engine.rules import Team
from typhoon.engine.ruling import Ruling
from typhoon.engine.view import View
from typhoon.server import state
from typhoon.server.computers import Computers, Whole
from typhoon.server.looks import fresh_looks
from typhoon.server.messages import PERSON, ChatLine, Offer, State, TableFacts, TeamFacts
from typhoon.server.opponents import Opponents
from typhoon.server.seats import chosen_team, role_of, seats_of, shown_seats, side_of
from typhoon.server.sharing import Shares, why_not_role
from typhoon.server.state import Display
from typhoon.server.store import OrderRecord, Store, StoreError, Summary, TableRecord, now_text
from typhoon.server.thinking import GivenOrder


class Holder(msgspec.Struct, frozen=True):
    """Who asks: the seats of a token, and the one looked through; no seat is a spectator's."""

    seats: tuple[str, ...]
    seat: str = state.SPECTATOR
    owner: bool = False
    """Whether the table is the holder's own, at the holder's own machine."""

    @property
    def side(self) -> str:
        return side_of(self.seat)

    @property
    def role(self) -> str:
        return role_of(self.seat)


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
        self.team = _team_of(record)
        self.watchers: set[Watcher] = set()
        self.offer: Offer | None = None
        self._store = store
        self._moment = (-1, -1)
        self._displays: dict[str, Display] = {}
        self._shares: Shares | None = None
        self._set_game(store.orders(record.id))
        self.chat = store.chat(record.id)
        self.opponents = Opponents(self, computers, pace)

    def _set_game(self, orders: list[OrderRecord]) -> None:
        journal = Journal(self.record.header, [order.entry for order in orders])
        try:
            self.game: Game = load(journal.text(), verify=False)
        except ValueError as error:
            raise StoreError(f"the game of this table cannot be replayed: {error}") from error
        self.requests = {order.request: n for n, order in enumerate(orders, start=1) if order.request}
        self.opening = Journal(self.game.journal.header).text(secret=False)
        self.history = 0
        """Counts how often orders were taken back."""
        self.given = [_given(entry) for entry in self.entries]

    # Facts

    @property
    def entries(self) -> Sequence[Entry]:
        return self.game.entries

    @property
    def n(self) -> int:
        return len(self.entries)

    @property
    def to_act(self) -> str | None:
        decision = self.game.decision
        return decision.side if decision else None

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [id_ for id_, seat in self.seats.items() if seat.player == PERSON]

    def player_of(self, side: str) -> str:
        """Who plays a side; people only can share one."""
        return PERSON if self.team and self.team.side == side else self.seats[side].player

    def summary(self) -> Summary:
        return summary_of(self.game)

    def facts(self, holder: Holder) -> TableFacts:
        record, team = self.record, self.team
        there = {watcher.holder.seat for watcher in self.watchers}
        return TableFacts(
            record.id,
            record.game,
            record.scenario,
            record.title,
            record.mode,
            shown_seats(record.game, record.team, self.seats, there, holder.seats),
            self.game.result,
            self.opponents.paused,
            TeamFacts(team.id, team.side, team.title, team.case) if team else None,
        )

    def why_not_undo(self, side: str) -> str | None:
        """Why a side cannot take back its last order, whoever of a team gave it."""
        if side == state.SPECTATOR:
            return "you are only watching"
        if self.entries and self.entries[-1].side != side:
            return "the last order was not yours"
        return self.game.why_not_pop()

    def state(self, holder: Holder, seen: Seen) -> State:
        """The table for a seat, with what it has not been sent yet; from now on it has."""
        game, side = self.game, holder.side
        log_from = self._log_from(seen)
        display = self._display(side)
        view = self._view(holder)
        log = state.log_of(game, self.entries, side, log_from)
        cast = state.cast_of(game, log, view, display.faces)
        found = State(
            n=self.n,
            table=self.facts(holder),
            side=side,
            seat=holder.seat,
            acting=self.acting(side),
            view=view,
            faces=display.faces,
            looks=fresh_looks([*display.faces, *cast], seen.looks),
            panels=display.panels,
            overlays=state.overlay_names(game, side),
            log=log,
            log_from=log_from,
            undo=self.why_not_undo(side),
            takeback=self.offer,
            thinking=self.opponents.thinking,
            chat=self.chat[seen.chat :],
            last=state.last_moves(game, self.entries, side),
            front=state.front_of(game, side),
            cast=cast,
        )
        seen.orders, seen.chat = self.n, len(self.chat)
        return found

    def _view(self, holder: Holder) -> View:
        view = state.view_of(self.game, holder.side)
        if view.offers is None or not holder.role:
            return view
        return msgspec.structs.replace(view, offers=self.shares().of(holder.role))

    def _log_from(self, seen: Seen) -> int:
        """What a client has of the log that still holds.

        The last order it was told of may have to be told again, when the record keeps less of it.
        """
        if -1 < seen.orders < self.n and self.game.rules.forgets(self.game.position):
            return seen.orders - 1
        return min(seen.orders, self.n)

    def acting(self, side: str) -> list[str]:
        """The seats that have something to order now, as far as a side may know."""
        to_act = self.to_act
        if to_act is None:
            return []
        seats = seats_of(to_act, self.team)
        if len(seats) == 1 or (self.game.rules.secrets and side != to_act):
            return seats
        called = self.shares().called
        return [seat for seat in seats if role_of(seat) in called] or seats

    def shares(self) -> Shares:
        """What each role of the team may order; made once for every moment."""
        assert self.team is not None
        self._notice_moment()
        if self._shares is None:
            self._shares = Shares(self.game, self.team)
        return self._shares

    def why_not_role(self, role: str, order: str) -> Ruling | None:
        """Why a legal order is not for one role of the team; None when it is, or there is no team."""
        return why_not_role(self.game, self.team, role, order) if self.team and role else None

    def _notice_moment(self) -> None:
        """Forget what was made of an earlier moment."""
        moment = self.history, self.n
        if self._moment != moment:
            self._moment, self._displays, self._shares = moment, {}, None

    def _display(self, side: str) -> Display:
        """Made once for every moment, and in a game without secrets once for all sides."""
        self._notice_moment()
        key = side if self.game.rules.secrets else "all"
        if key not in self._displays:
            self._displays[key] = state.display_of(self.game, side)
        return self._displays[key]

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
        entry = self.entries[-1]
        try:
            revealed = bool(entry.dice) or self.to_act != entry.side
            self._store.append(
                self.id, self.n, OrderRecord(entry, request), self.summary(), revealed=revealed
            )
        except StoreError:
            self.game = load(self.game.journal.text(), to=self.n - 1, verify=False)
            raise
        self.given.append(_given(entry))
        if request:
            self.requests[request] = self.n
        self.offer = None
        self.changed()

    def undo(self) -> None:
        """Take back the last order, which must be allowed."""
        order = self.game.pop()
        try:
            self._store.rewind(self.id, self.n, self.summary())
        except StoreError:
            self.game.push(order)
            raise
        self._forget_after(self.n)

    def rewind(self, to: int) -> None:
        """Go back to the moment after order ``to``, whatever was revealed since."""
        game = load(self.game.journal.text(), to=to, verify=False)
        self._store.rewind(self.id, to, summary_of(game))
        self.game = game
        self._forget_after(to)

    def _forget_after(self, to: int) -> None:
        del self.given[to:]
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

    def call(self, id_: str, name: str) -> None:
        """Give the person at a seat a name."""
        seat = self.seats[id_]
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


def _team_of(record: TableRecord) -> Team | None:
    try:
        return chosen_team(record.game, record.team)
    except ValueError as error:
        raise StoreError(f"this table cannot be laid: {error}") from error


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


def request_key(seat: str, id_: str, n: int, order: str) -> str:
    """Names a request so that it is known again when it is repeated."""
    return f"{seat}|{id_}|{n}|{hashlib.sha256(order.encode()).hexdigest()[:16]}" if id_ else ""


def _given(entry: Entry) -> GivenOrder:
    return GivenOrder(str(entry.order), [value for _, value in entry.dice])
