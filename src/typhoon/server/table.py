"""A table: a game, the people and computers at it, and what is going on between them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Protocol

from typhoon.engine.game import Game
from typhoon.engine.study import judge_of, study_facts
from typhoon.server.addresses import facts_address
from typhoon.server.casting import Casting
from typhoon.server.chat import Chat
from typhoon.server.computers import Computers
from typhoon.server.match import Match
from typhoon.server.messages import Offer, State, StudyState, TableFacts, TeamFacts, encode
from typhoon.server.opponents import Opponents
from typhoon.server.seats import SPECTATOR, Holder, Seating
from typhoon.server.showing import Seen, Showing
from typhoon.server.store import Asked, Store, StoreError, TableRecord


class Watcher(Protocol):
    """Somebody connected who wants to be told of changes."""

    holder: Holder
    seen: Seen

    def wake(self) -> None: ...

    def leave(self, code: int, reason: str) -> None:
        """Close the connection."""


MOST_SPECTATORS = 200
MOST_SPECTATORS_EACH = 20
"""As many watch a table, in all and from one address."""
MOST_TOLD = 16
"""As many different states are kept of a moment."""
MOST_LINES_A_SEAT = 8
"""As many connections a seat has."""
NOT_YOURS, NO_TABLE, ELSEWHERE = 4403, 4404, 4409
"""What a connection that may not be is closed with."""
GONE = "the table was cleared away"


class Crowded(Exception):
    """There is no place left."""


class Table:
    def __init__(
        self, record: TableRecord, game: Game, store: Store, computers: Computers, pace: float
    ) -> None:
        self.id = record.id
        self._record, self._store = record, store
        self._facts_address = facts_address(record.header)
        try:
            self.seating = Seating(record.game, record.team, record.seats)
        except ValueError as error:
            raise StoreError(f"this table cannot be laid: {error}") from error
        self.match = Match(record, game, store, self._heard)
        self._judge = judge_of(game)
        self.casting = Casting(self.match)
        self.showing = Showing(self.match, self.seating.team)
        self.chat = Chat(record.id, store)
        self.offer: Offer | None = None
        self.watchers: dict[Watcher, None] = {}
        """In the order they came."""
        self._told: dict[Hashable, tuple[str, int, int, frozenset[str]]] = {}
        self.is_gone = False
        self.opponents = Opponents(self.match, self.seating, self, computers, pace)

    # What is shown

    def facts(self, holder: Holder) -> TableFacts:
        record, team = self._record, self.seating.team
        there = {watcher.holder.seat for watcher in self.watchers}
        return TableFacts(
            record.id,
            record.game,
            record.scenario,
            self._facts_address,
            record.title,
            record.mode,
            self.seating.shown(there, holder.seats),
            self.match.game.result,
            self.casting.facts(),
            self.opponents.paused,
            TeamFacts(team.id, team.side, team.title, team.case) if team else None,
            record.bids.named if record.bids else None,
            self._study(),
        )

    def _study(self) -> StudyState | None:
        judge = self._judge
        return StudyState(study_facts(judge.study), judge.verdict(self.match.game)) if judge else None

    def told(self, holder: Holder, seen: Seen) -> str:
        """The table for a seat, with what it has not been sent yet; from now on it has.

        It is made once for all who may know and have seen the same.
        """
        key = holder.seats, holder.seat, holder.owner, seen.orders, seen.chat, seen.looks
        known = self._told.get(key)
        if known is None:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            state = encode(self._state(holder, seen)).decode()
            known = self._told[key] = state, seen.orders, seen.chat, seen.looks
        state, seen.orders, seen.chat, seen.looks = known
        return state

    def _state(self, holder: Holder, seen: Seen) -> State:
        found = self.showing.state(holder, self.facts(holder), seen)
        found.takeback = self.offer
        found.thinking, found.thought = self.opponents.thinking, self.opponents.thought
        found.intent = self.opponents.plan if holder.owner else []
        found.chat = self.chat.after(seen.chat, holder.seat)
        seen.chat = self.chat.last
        return found

    def seen_since(self, n: int | None, looks: Iterable[str] = ()) -> Seen:
        """What a client has that saw ``n`` orders, and pictures, before its line broke."""
        return Seen(-1 if n is None else self.match.still_holds(n), looks=frozenset(looks))

    # Who is there, and hears of it

    @property
    def is_watched(self) -> bool:
        return bool(self.watchers)

    @property
    def is_lively(self) -> bool:
        """Whether somebody watches, or a computer player thinks."""
        return self.is_watched or self.opponents.thinking is not None

    def welcome(self, newcomer: Watcher) -> None:
        """Let somebody watch; raises ``Crowded`` when there is no place.

        A place at a seat is always found: its oldest connection gives way.
        """
        holder = newcomer.holder
        same = [watcher for watcher in self.watchers if watcher.holder.seat == holder.seat]
        if holder.seat != SPECTATOR:
            for oldest in same[: max(0, len(same) + 1 - MOST_LINES_A_SEAT)]:
                oldest.leave(ELSEWHERE, "this seat was opened elsewhere")
                del self.watchers[oldest]
        elif len(same) >= MOST_SPECTATORS:
            raise Crowded("the table is crowded")
        elif sum(watcher.holder.address == holder.address for watcher in same) >= MOST_SPECTATORS_EACH:
            raise Crowded("too many watch this table from your address")
        if holder.seat != SPECTATOR and not same:
            self.wake()  # the others see that somebody has come
        self.watchers[newcomer] = None
        self.opponents.play()

    def bid_farewell(self, watcher: Watcher) -> None:
        self.watchers.pop(watcher, None)
        seat = watcher.holder.seat
        if seat != SPECTATOR and all(other.holder.seat != seat for other in self.watchers):
            self.wake()

    def wake(self) -> None:
        """Let everyone at the table be told."""
        self._told.clear()
        for watcher in self.watchers:
            watcher.wake()

    def changed(self) -> None:
        self.wake()
        self.opponents.play()

    def show_out(self, links: Collection[bytes]) -> None:
        """Close the connections that were made by links that are no longer good."""
        for watcher in self.watchers:
            if watcher.holder.link in links:
                watcher.leave(NOT_YOURS, "this link was replaced by another")

    async def close(self) -> None:
        """The table is no more: everybody leaves it."""
        self.is_gone = True
        for watcher in self.watchers:
            watcher.leave(NO_TABLE, GONE)
        await self.opponents.stop()

    def _heard(self, kept: int) -> None:
        """The game has changed; as many orders as were kept hold as everybody was told of them."""
        self.offer = None
        for watcher in self.watchers:
            watcher.seen.orders = min(watcher.seen.orders, kept)
        self.changed()

    # What people do besides playing

    def remembers(self, asked: Asked) -> bool:
        """Whether a request was carried out already."""
        return self._store.remembers(self.id, asked)

    def say(self, holder: Holder, text: str, asked: Asked | None = None) -> None:
        name = self.seating.name_of(holder.seat)
        self.chat.say(holder.seat, name, text, speaker=holder.who, asked=asked)
        self.wake()

    def announce(self, text: str) -> None:
        """What the umpire has to say."""
        self.chat.announce(text)
        self.wake()

    def call(self, id_: str, name: str, asked: Asked | None = None) -> None:
        """Give the person at a seat a name."""
        seat = self.seating.seats[id_]
        before, seat.name = seat.name, name
        try:
            self._store.set_seats(self.id, self.seating.seats, asked)
        except StoreError:
            seat.name = before
            raise
        self.wake()

    def propose(self, offer: Offer | None, asked: Asked | None = None) -> None:
        """Let the other side know of an offer to take orders back, or that there is none."""
        self._store.remember(self.id, asked)
        self.offer = offer
        self.wake()

    def pause(self, paused: bool, pace: float | None, asked: Asked | None = None) -> None:
        """Stop the computer players, or let them go on, at another pace when one is given."""
        self._store.remember(self.id, asked)
        self.opponents.paused = paused
        if pace is not None:
            self.opponents.pace = pace
        self.changed()
