"""Where tables are kept: one SQLite file, one row an order, nothing acknowledged before it is on disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from typhoon.engine.dice import Die
from typhoon.engine.journal import Entry, Header, Record, TakeBack, Written
from typhoon.server.messages import ChatLine, SeatFacts
from typhoon.server.requests import NewTable

FILE = "tables.sqlite"
APPLICATION = 0x54797068
"""Marks a database as ours."""
MOST_LINES = 1_000
"""As many lines of everybody are kept; all spectators together count as one."""
REMEMBERED = 1_000
"""As many requests of each sender are known again when they are repeated."""


class StoreError(Exception):
    """The database cannot be used, or did not take something; the message is for people."""


class Summary(msgspec.Struct, frozen=True):
    """Where a game stands, for the list of tables."""

    turn: int
    date: str
    phase: str
    to_act: str | None
    result: str | None
    orders: int


class Bids(msgspec.Struct, frozen=True):
    """What was bid before a game, by seats."""

    named: dict[str, int] = {}
    wish: NewTable | None = None
    """The game that begins when all bids are in; None when it has begun."""


class TableRecord(msgspec.Struct):
    """A table without its orders."""

    id: str
    game: str
    scenario: str
    title: str
    mode: str
    seats: dict[str, SeatFacts]
    header: Header
    summary: Summary
    rewound_to: int | None = None
    """Of what clients know of the log, what came after this order may have changed since."""
    updated: str = ""
    team: str = ""
    """The way in which people share a side; empty when nobody does."""
    bids: Bids | None = None


class Asked(msgspec.Struct, frozen=True):
    """A request that changes something: who sent it, and what it is known by when it comes again."""

    who: str
    request: str


class Store:
    """All tables of a data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            self._connect()
        except StoreError as error:
            # Whoever starts the server must know which file; nobody else is told.
            raise StoreError(f"{self.path}: {error}") from error

    def _connect(self) -> None:
        with _in_words("opened"):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.touch(mode=0o600)  # the dice to come are nobody else's business
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=1.0, check_same_thread=False)
            self._db.text_factory = _text
            try:
                self._open()
            except BaseException:
                self._db.close()
                raise

    def _open(self) -> None:
        marks = [self._db.execute(f"PRAGMA {p}").fetchone()[0] for p in ("application_id", "user_version")]
        is_new = marks == [0, 0] and not self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not is_new and marks[0] != APPLICATION:
            raise StoreError("the database belongs to another program; nothing was changed in it")
        migrations = _migrations()
        if marks[1] > len(migrations):
            raise StoreError("the database was written by a newer Typhoon; nothing was changed in it")
        # One server at a time: what is in memory must agree with what is on disk.
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("malformed")
        for number, script in enumerate(migrations[marks[1] :], start=marks[1] + 1):
            self._db.executescript(
                f"BEGIN EXCLUSIVE;{script};PRAGMA application_id = {APPLICATION};"
                f"PRAGMA user_version = {number};COMMIT;"
            )
        self._db.execute("BEGIN EXCLUSIVE")
        self._db.execute("COMMIT")

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and on disk when it ends."""
        with _in_words("written"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    # Tables

    def add(
        self, table: TableRecord, record: Sequence[Entry | TakeBack], tokens: dict[bytes, list[str]]
    ) -> None:
        now = now_text()
        with self._writing() as db:
            columns: list[object] = [table.id, table.game, table.scenario, table.title, table.mode]
            columns += [_json(table.seats), _json(table.header), _json(table.summary)]
            columns += [None, now, now, table.team, _json(table.bids)]
            db.execute("INSERT INTO tables VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", columns)
            for number, each in enumerate(record, start=1):
                _insert(db, table.id, number, each, now)
            for hash_, sides in tokens.items():
                db.execute("INSERT INTO tokens VALUES (?,?,?)", [hash_, table.id, _json(sides)])

    def tables(self) -> list[TableRecord]:
        """All tables that can be read, the last played first."""
        with _in_words("read"):
            rows = self._db.execute(f"{_SELECT} ORDER BY updated DESC").fetchall()
        found = []
        for row in rows:
            with suppress(msgspec.DecodeError):  # who asks for that table is told
                found.append(_record(row))
        return found

    def table(self, id_: str) -> TableRecord | None:
        with _in_words("read"):
            row = self._db.execute(f"{_SELECT} WHERE id = ?", [id_]).fetchone()
        with _sound("the record of this table"):
            return _record(row) if row else None

    def tokens(self, id_: str) -> list[tuple[bytes, list[str]]]:
        """The hashed tokens of a table with the seats they hold; none for a spectator's."""
        with _in_words("read"):
            rows = self._db.execute('SELECT hash, sides FROM tokens WHERE "table" = ?', [id_]).fetchall()
        with _sound("the links of this table"):
            return [(hash_, msgspec.json.decode(sides, type=list[str])) for hash_, sides in rows]

    def replace_token(self, id_: str, seats: list[str], hash_: bytes) -> list[bytes]:
        """Let one token alone open just these seats; those that did are no longer good."""
        old = [known for known, sides in self.tokens(id_) if sides == seats]
        with self._writing() as db:
            db.executemany("DELETE FROM tokens WHERE hash = ?", [[known] for known in old])
            db.execute("INSERT INTO tokens VALUES (?,?,?)", [hash_, id_, _json(seats)])
        return old

    def set_seats(self, id_: str, seats: dict[str, SeatFacts], asked: Asked | None = None) -> None:
        with self._writing() as db:
            db.execute("UPDATE tables SET seats = ? WHERE id = ?", [_json(seats), id_])
            _remember(db, id_, asked)

    def set_bids(self, id_: str, bids: Bids) -> None:
        with self._writing() as db:
            db.execute("UPDATE tables SET bids = ? WHERE id = ?", [_json(bids), id_])

    def begin(self, table: TableRecord, tokens: dict[bytes, list[str]]) -> None:
        """The game of a table begins at which bids were awaited; its tokens open other seats now."""
        columns: list[object] = [_json(table.seats), _json(table.header), _json(table.summary)]
        columns += [_json(table.bids), now_text(), table.id]
        with self._writing() as db:
            db.execute(
                "UPDATE tables SET seats = ?, header = ?, summary = ?, bids = ?, updated = ? WHERE id = ?",
                columns,
            )
            for hash_, seats in tokens.items():
                db.execute("UPDATE tokens SET sides = ? WHERE hash = ?", [_json(seats), hash_])

    def set_header(self, id_: str, header: Header, asked: Asked | None = None) -> None:
        with self._writing() as db:
            db.execute("UPDATE tables SET header = ? WHERE id = ?", [_json(header), id_])
            _remember(db, id_, asked)

    def remove(self, id_: str) -> bool:
        """Clear a table away, be it readable or not; whether there was one."""
        with self._writing() as db:
            return db.execute("DELETE FROM tables WHERE id = ?", [id_]).rowcount > 0

    # Orders

    def orders(self, id_: str) -> Record:
        """The record of a table: its orders and take-backs."""
        query = 'SELECT side, text, dice, state FROM orders WHERE "table" = ? ORDER BY n'
        with _in_words("read"):
            rows = self._db.execute(query, [id_]).fetchall()
        with _sound("the orders of this table"):
            return [
                Written(side, text, msgspec.json.decode(dice, type=list[Die]), state).read
                for side, text, dice, state in rows
            ]

    def append(
        self,
        id_: str,
        number: int,
        each: Entry | TakeBack,
        summary: Summary,
        asked: Asked | None = None,
        *,
        revealed: bool = True,
    ) -> None:
        """Keep an order or a take-back, so that no end of the program can lose it.

        One that ``revealed`` something, dice or a decision of the other side, survives even the end
        of the machine: the disk is waited for.
        """
        now = now_text()
        self._db.execute(f"PRAGMA synchronous = {'FULL' if revealed else 'NORMAL'}")
        with self._writing() as db:
            _insert(db, id_, number, each, now)
            db.execute("UPDATE tables SET summary = ?, updated = ? WHERE id = ?", [_json(summary), now, id_])
            if isinstance(each, TakeBack):
                _note_floor(db, id_, each.to - 1)  # what is told of that order has changed
            _remember(db, id_, asked)

    def undo(self, id_: str, kept: int, summary: Summary, asked: Asked | None = None) -> None:
        """Leave no trace of orders that revealed nothing; so much of the record is kept."""
        with self._writing() as db:
            db.execute('DELETE FROM orders WHERE "table" = ? AND n > ?', [id_, kept])
            columns = [_json(summary), now_text(), id_]
            db.execute("UPDATE tables SET summary = ?, updated = ? WHERE id = ?", columns)
            _note_floor(db, id_, summary.orders)
            _remember(db, id_, asked)

    # Requests

    def remember(self, id_: str, asked: Asked | None) -> None:
        """Note that a request was carried out that changes nothing on disk."""
        if asked is not None:
            with self._writing() as db:
                _remember(db, id_, asked)

    def remembers(self, id_: str, asked: Asked) -> bool:
        """Whether a request was carried out already, be it taken back since."""
        query = 'SELECT 1 FROM requests WHERE "table" = ? AND who = ? AND request = ?'
        with _in_words("read"):
            return self._db.execute(query, [id_, asked.who, asked.request]).fetchone() is not None

    # Chat

    def last_line(self, id_: str) -> int:
        """The number of the last line that was ever said at a table."""
        with _in_words("read"):
            found = self._db.execute('SELECT max(n) FROM chat WHERE "table" = ?', [id_]).fetchone()[0]
        return found or 0

    def chat(
        self, id_: str, most: int, *, after: int = 0, before: int | None = None, gallery: bool
    ) -> list[ChatLine]:
        """The last lines of a part of the chat; what spectators say is heard in the gallery only."""
        query = (
            'SELECT n, side, name, text, at FROM chat WHERE "table" = ? AND n > ? AND n < ? '
            "AND (who <> '' OR ?) ORDER BY n DESC LIMIT ?"
        )
        with _in_words("read"):
            end = _NO_END if before is None else before
            rows = self._db.execute(query, [id_, after, end, gallery, most]).fetchall()
        return [ChatLine(*row) for row in reversed(rows)]

    def say(self, id_: str, who: str, line: ChatLine, asked: Asked | None = None) -> None:
        """Keep a line, and of everybody the last ones only."""
        with self._writing() as db:
            columns = [id_, line.n, line.side, line.name, line.text, line.at, who]
            db.execute("INSERT INTO chat VALUES (?,?,?,?,?,?,?)", columns)
            db.execute(
                'DELETE FROM chat WHERE "table" = ? AND who = ? AND n <= (SELECT n FROM chat '
                'WHERE "table" = ? AND who = ? ORDER BY n DESC LIMIT 1 OFFSET ?)',
                [id_, who, id_, who, MOST_LINES],
            )
            _remember(db, id_, asked)


@contextmanager
def _in_words(done: str) -> Iterator[None]:
    """Turn what SQLite and the system say into a sentence that tells nothing of the machine."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        reason = next((words for sign, words in _REASONS.items() if sign in text), text)
        raise StoreError(f"the database could not be {done}: {reason}") from error
    except OSError as error:
        raise StoreError(f"the database could not be {done}: {error.strerror}") from error


_NO_END = 2**62
_COLUMNS = TableRecord.__struct_fields__
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM tables"
_REASONS = {
    "disk is full": "the disk is full",
    "readonly": "the folder or the file is read-only",
    "unable to open": "the folder or the file cannot be read or written",
    "locked": "another Typhoon is using it",
    "not a database": "it is not a database of Typhoon's; nothing was changed in it",
    "disk I/O error": "the disk does not take it",
    "malformed": "it is damaged; keep a copy of it, and begin with another folder by --data",
}
"""What SQLite says, in our words."""


def _insert(db: sqlite3.Connection, table: str, number: int, each: Entry | TakeBack, now: str) -> None:
    kept = Written.of(each)
    columns = [table, number, kept.side, kept.text, _json(kept.dice), kept.state, now]
    db.execute("INSERT INTO orders VALUES (?,?,?,?,?,?,?)", columns)


def _note_floor(db: sqlite3.Connection, table: str, to: int) -> None:
    """Note down to which order of the log all clients have been told what holds."""
    query = "UPDATE tables SET rewound_to = min(coalesce(rewound_to, ?), ?) WHERE id = ?"
    db.execute(query, [to, to, table])


def _remember(db: sqlite3.Connection, table: str, asked: Asked | None) -> None:
    """Remember a request, and of each sender the last ones only."""
    if asked is None:
        return
    db.execute(
        'INSERT INTO requests ("table", who, request) VALUES (?,?,?)', [table, asked.who, asked.request]
    )
    db.execute(
        'DELETE FROM requests WHERE "table" = ? AND who = ? AND n <= (SELECT n FROM requests '
        'WHERE "table" = ? AND who = ? ORDER BY n DESC LIMIT 1 OFFSET ?)',
        [table, asked.who, table, asked.who, REMEMBERED],
    )


def _record(row: tuple[Any, ...]) -> TableRecord:
    """A row as a record; raises ``DecodeError`` when it is none."""
    found = dict(zip(_COLUMNS, row, strict=True))
    found["seats"] = msgspec.json.decode(found["seats"], type=dict[str, SeatFacts])
    found["header"] = msgspec.json.decode(found["header"], type=Header)
    found["summary"] = msgspec.json.decode(found["summary"], type=Summary)
    found["bids"] = msgspec.json.decode(found["bids"], type=Bids | None)
    return msgspec.convert(found, TableRecord)


@contextmanager
def _sound(what: str) -> Iterator[None]:
    try:
        yield
    except msgspec.DecodeError as error:
        raise StoreError(f"{what} cannot be read") from error


def _text(data: bytes) -> str:
    """A text as it was written, and what is none as far as it can be read."""
    return data.decode(errors="replace")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _migrations() -> list[str]:
    """The scripts that bring a database up to date, in the order of their numbers."""
    folder = files("typhoon.server") / "migrations"
    scripts = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name)
    return [script.read_text(encoding="utf-8") for script in scripts]


def now_text() -> str:
    """The time as text that sorts."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
