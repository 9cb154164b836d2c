"""The hall where the tables stand: opening, finding, listing and clearing them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from typhoon.engine.data import DataError
from typhoon.engine.dice import KeyedDice
from typhoon.engine.journal import Header, TakeBack
from typhoon.engine.lots import Lot
from typhoon.engine.registry import UnknownGame, catalogue, find_rules, law_of
from typhoon.engine.start import new
from typhoon.engine.study import study_of
from typhoon.server import auction
from typhoon.server.analysts import Analysts
from typhoon.server.chat import Chat
from typhoon.server.clerk import Clerk
from typhoon.server.computers import Busy, Computers, NoAnswer
from typhoon.server.match import replayed, summary_of
from typhoon.server.messages import PERSON, IssuedLink, Opened, TableRow
from typhoon.server.questions import CheckedJournal, CheckJournal
from typhoon.server.requests import NewTable
from typhoon.server.seats import SPECTATOR, Holder, chosen_team, shown_seats, side_of, taken_seats
from typhoon.server.settings import Settings
from typhoon.server.store import Bids, Store, StoreError, TableRecord
from typhoon.server.table import Table

BIDDING = "bidding"
"""What goes on at a table that waits for bids."""
MOST_LIVE = 64
"""As many games stay in memory that nobody is looking at."""


class NoTable(Exception):
    """There is no such table, or the caller may not know of it."""


class NotYours(Exception):
    """The token does not open this seat."""


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.data)
        self.computers = Computers(settings.thinkers)
        self.analysts = Analysts(settings.data / "analysis")
        self._live: OrderedDict[str, Clerk] = OrderedDict()
        self._loading: dict[str, asyncio.Future[None]] = {}
        self._preparing = asyncio.Lock()
        self._prepared: set[str] = set()
        self._bidding = asyncio.Lock()

    async def close(self) -> None:
        for clerk in self._live.values():
            await clerk.table.opponents.stop()
        await self.computers.stop()
        await self.analysts.close()
        self.store.close()

    # Games

    async def prepare(self, game: str) -> None:
        """Load the rules of a game, which takes some tenths of a second, while others are served."""
        if game in self._prepared:
            return
        with suppress(UnknownGame, DataError):  # whoever lays the table is told
            async with self._preparing:
                await asyncio.to_thread(find_rules, game)
            self._prepared.add(game)

    async def prepare_last(self) -> None:
        """Load the game that was played last: somebody is likely to go on with it."""
        with suppress(StoreError):
            for record in self.store.tables()[:1]:
                await self.prepare(record.game)

    def header_of(self, id_: str) -> Header | None:
        """What is played at a table; None when there is no such table."""
        with suppress(StoreError, NoTable):
            return self.known(id_).header
        return None

    # Tables

    async def open(self, wish: NewTable, who: str) -> Opened:
        """Open a table; raises ``ValueError`` when it cannot be as wished, ``Busy`` when not now."""
        wish = _of_study(wish) if wish.study else wish
        bids = auction.awaited_by(wish)
        if wish.study:  # a journal of our own, which is short
            await self.prepare(wish.game)
            begun = await asyncio.to_thread(CheckJournal(wish.journal or "", wish.to).answer, None)
        else:
            begun = await self._begun(wish) if wish.journal is None else await self._resumed(wish, who)
        header = begun.header
        _check_dice(wish)
        (about,) = (about for about in catalogue() if about.id == header.game)
        team = chosen_team(about.id, wish.team, header.options)
        seats = taken_seats(about.id, about.sides, team, wish.seats)
        people = [id_ for id_, seat in seats.items() if seat.player == PERSON]
        if begun.summary.result is None:
            _begin_lot(begun, wish, tuple(people))
        id_ = secrets.token_urlsafe(9)
        record = TableRecord(
            id_,
            header.game,
            header.scenario,
            wish.title or about.title,
            wish.mode,
            seats,
            header,
            replace(begun.summary, phase=BIDDING, to_act=None) if bids else begun.summary,
            team=team.id if team else "",
            bids=bids,
        )
        tokens = {seat: _token() for seat in people} if wish.mode == "remote" else {}
        holds = {_hash(token): [seat] for seat, token in tokens.items()}
        owner = "" if wish.mode == "remote" else _token()
        if owner:
            holds[_hash(owner)] = people
        watch = _token()
        holds[_hash(watch)] = []
        self.store.add(record, begun.record, holds)
        # Whoever bids may come to sit elsewhere.
        links = {seat: _link(id_, tokens.get(seat, owner), "" if bids else seat) for seat in people}
        if bids and not people:
            await self._begin(record)
        return Opened(id_, owner, tokens, links, _link(id_, watch), "" if bids else header.commitment)

    def replace_link(self, id_: str, seat: str) -> IssuedLink:
        """Issue the link of a seat, or that of spectators, anew; whoever came by the old one is shown out.

        Raises ``ValueError`` when there is no link for that seat alone.
        """
        record = self.known(id_)
        seats = [seat] if seat != SPECTATOR else []
        issued = [held for _, held in self.store.tokens(id_)]
        if seats not in issued:
            names = ", ".join(name for held in issued for name in held if len(held) == 1)
            raise ValueError(f"no link opens the seat '{seat}' alone; there are: {names or 'none'}")
        token = _token()
        revoked = self.store.replace_token(record.id, seats, _hash(token))
        if id_ in self._live:
            self._live[id_].table.show_out(revoked)
        return IssuedLink(seat, token, _link(id_, token, "" if record.bids else seat))

    def known(self, id_: str) -> TableRecord:
        record = self.store.table(id_)
        if record is None:
            raise NoTable("there is no such table")
        return record

    async def _begun(self, wish: NewTable) -> CheckedJournal:
        await self.prepare(wish.game)
        if wish.to is not None:
            raise ValueError("only a game from a journal is gone on with after an order")
        game = new(wish.game, wish.scenario, options=wish.options, takebacks=wish.takebacks)
        return CheckedJournal(game.journal.header, [], summary_of(game))

    async def _resumed(self, wish: NewTable, who: str) -> CheckedJournal:
        """A game to be gone on with: its journal is checked elsewhere, for that takes long."""
        question = CheckJournal(wish.journal or "", wish.to)
        try:
            found: CheckedJournal = await self.computers.ask(
                question, None, table="", who=who, kind=CheckedJournal
            )
        except Busy:
            raise
        except NoAnswer as error:
            raise ValueError(str(error)) from error
        game = found.header.game
        if wish.game and wish.game != game:
            raise ValueError(f"this is a journal of {game}, not of {wish.game}")
        if wish.takebacks != "any":
            if any(isinstance(each, TakeBack) for each in found.record):
                raise ValueError("orders were taken back in this journal: such a game keeps to 'any'")
            found.header.takebacks = wish.takebacks
        return found

    # Bids

    async def awaiting_bids(self, id_: str) -> TableRecord | None:
        """A table at which bids are awaited; None when its game has begun."""
        record = self.known(id_)
        if auction.is_open(record) and not auction.awaited(record):
            async with self._bidding:  # a server that was stopped between the last bid and the game
                await self._begin(record)
            return None
        return record if auction.is_open(record) else None

    async def bid(self, id_: str, holder: Holder, bid: object) -> None:
        """Take a bid; with the last one the game begins.  Raises ``ValueError`` when it cannot be taken."""
        async with self._bidding:
            record = self.known(id_)
            record.bids = auction.with_bid(record, holder, bid)
            self.store.set_bids(id_, record.bids)
            if not auction.awaited(record):
                await self._begin(record)

    async def _begin(self, record: TableRecord) -> None:
        """Begin the game that waited for bids: the price is an option of it, and seats may change hands."""
        if not auction.is_open(self.known(record.id)):
            return
        wish, now, bids, told = auction.settled(record, secrets.SystemRandom())
        begun = await self._begun(wish)
        seats = taken_seats(record.game, tuple(now), None, wish.seats)
        people = tuple(id_ for id_, seat in seats.items() if seat.player == PERSON)
        _begin_lot(begun, wish, people)
        record.seats, record.header, record.summary = seats, begun.header, begun.summary
        record.bids = Bids(bids)
        held = {hash_: [now[seat] for seat in opens] for hash_, opens in self.store.tokens(record.id)}
        self.store.begin(record, held)
        Chat(record.id, self.store).announce(told)

    async def clerk(self, id_: str) -> Clerk:
        """The clerk of a table, which is taken from the shelf if need be."""
        if id_ not in self._live and await self.awaiting_bids(id_):
            raise NotYours("the game of this table begins when all bids are in")
        while (clerk := self._live.get(id_)) is None:
            if id_ not in self._loading:
                self._loading[id_] = loading = asyncio.ensure_future(self._load(id_))
                loading.add_done_callback(_noted)
            await asyncio.shield(self._loading[id_])
        self._live.move_to_end(id_)
        clerk.table.opponents.play()
        return clerk

    async def _load(self, id_: str) -> None:
        """Lay a table; its game is played again while others are served."""
        try:
            record = self.known(id_)
            await self.prepare(record.game)
            game = await asyncio.to_thread(replayed, record, self.store.orders(id_))
            self.known(id_)  # it may have been cleared away meanwhile
            table = Table(record, game, self.store, self.computers, self.settings.pace)
            self._clear()
            self._live[id_] = Clerk(table, self.computers, self.analysts)
        finally:
            del self._loading[id_]

    def _clear(self) -> None:
        """Put tables back on the shelf at which nothing is going on."""
        idle = [id_ for id_, clerk in self._live.items() if not clerk.busy and not clerk.table.is_lively]
        for id_ in idle[: max(0, len(self._live) + 1 - MOST_LIVE)]:
            del self._live[id_]

    async def remove(self, id_: str) -> None:
        if not self.store.remove(id_):
            raise NoTable("there is no such table")
        await self.analysts.forget(id_)
        clerk = self._live.pop(id_, None)
        if clerk is not None:
            await clerk.table.close()

    def rows(self, *, everything: bool) -> list[TableRow]:
        """The tables for the lobby, the last played first."""
        if not everything:
            return []
        return [_row(record) for record in self.store.tables()]

    # Seats

    def holder(self, id_: str, token: str | None, seat: str | None, *, is_host: bool, address: str) -> Holder:
        """Who may look through which seat; raises ``NoTable`` or ``NotYours``."""
        record = self.known(id_)
        link = _hash(token) if token else b""
        if token:
            seats = self._held(id_, link)
            owner = record.mode == "local" and is_host
        elif is_host and record.mode == "local":
            seats = tuple(name for name, facts in record.seats.items() if facts.player == PERSON)
            owner = True
        else:
            raise NotYours("this table opens only by its invitation link")
        return Holder(seats, _chosen(seat, seats, record), owner, link, address, is_host)

    def _held(self, id_: str, shown: bytes) -> tuple[str, ...]:
        found = None
        for hash_, seats in self.store.tokens(id_):
            if hmac.compare_digest(hash_, shown):
                found = tuple(seats)
        if found is None:
            raise NotYours("this link does not open this table")
        return found

    @property
    def cache(self) -> Path:
        return self.settings.data / "cache"


def _of_study(wish: NewTable) -> NewTable:
    """A wish for a study: its game from the journal, against the staff unless somebody else is named."""
    study = study_of(wish.study)
    if wish.journal is not None or wish.scenario is not None or wish.options or wish.bidding:
        raise ValueError(f"the study '{study.name}' has its own game, scenario and options: leave them out")
    told = study.told
    seats = {side: PERSON if side == told.side else "staff" for side in law_of(study.game).about.sides}
    return replace(
        wish,
        game=study.game,
        journal=study.journal,
        to=told.after,
        title=f"Study: {told.title}",
        seats=seats | wish.seats,
    )


def _check_dice(wish: NewTable) -> None:
    if wish.mode == "remote" and wish.seed is not None:
        raise ValueError("a remote table takes no seed: whoever knows it would know every die to come")


def _begin_lot(begun: CheckedJournal, wish: NewTable, people: tuple[str, ...]) -> None:
    """Let the dice to come fall under a new key; at a remote table everybody adds to it."""
    header = begun.header
    dice = KeyedDice.from_seed(wish.seed)
    if not begun.written and not header.dice and (wish.journal is None or wish.study):
        header.lots = []  # nothing has fallen under the one that the game began with
    seats = people if wish.mode == "remote" else ()
    header.lots.append(Lot.of(dice, at=len(begun.written), seeded=wish.seed is not None, seats=seats))


def _noted(loading: asyncio.Future[None]) -> None:
    """Whoever waits for a table is told why it cannot be laid; when nobody does, nobody need know."""
    if not loading.cancelled():
        loading.exception()


def _chosen(seat: str | None, seats: tuple[str, ...], record: TableRecord) -> str:
    """The seat to look through: the one asked for, else one of the side to act, else the first."""
    if seat:
        if seat not in seats:
            raise NotYours(f"this link does not hold the {seat[:20]} seat")
        return seat
    to_act = (each for each in seats if side_of(each) == record.summary.to_act)
    return next(iter((*to_act, *seats)), SPECTATOR)


def _row(record: TableRecord) -> TableRow:
    summary = record.summary
    return TableRow(
        record.id,
        record.game,
        record.scenario,
        record.title,
        record.mode,
        summary.turn,
        summary.date,
        summary.phase,
        shown_seats(record.game, record.team, record.seats),
        summary.to_act,
        summary.result,
        summary.orders,
        record.updated,
    )


def _link(table: str, token: str, seat: str = SPECTATOR) -> str:
    """The token stands where browsers keep it to themselves."""
    return f"/table/{table}#t={token}" + (f"&side={seat}" if seat else "")


def _token() -> str:
    return secrets.token_urlsafe(18)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
