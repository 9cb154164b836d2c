"""The results of an experiment as they come in: a file that only grows, a line for each game.

A line is a checksum and a record.  Lines are forced to the disk every second or so; whatever happens, at
worst the games since then are played again.  A last line that was torn off is dropped; a damaged one in the
middle is passed over and told of, and its game is played again.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import FileIO
from math import isnan, nan
from pathlib import Path
from time import monotonic

import msgspec

from typhoon.lab.record import Head, Record

LONGEST_WAIT = 1.0
"""Seconds until what was written is forced to the disk."""

Key = tuple[str, int]
"""A game: the digest of its arm, and its number."""


class Marker(msgspec.Struct):
    """What a log says of itself: the program that played, and where a series was stopped."""

    program: str = ""
    until: str = ""
    stop: int = 0
    """The number of the last game that counts; 0 for all."""


class Busy(Exception):
    """Somebody else is writing into the results."""


class Series:
    """The games of an arm that are in the log, by their numbers: a few bytes each, for there may be many."""

    def __init__(self) -> None:
        self._places = array("q")
        """Where each begins in the file; -1 where there is none."""
        self._numbers = array("d")
        self._broken = bytearray()

    def add(self, index: int, place: int, number: float | None, broken: bool) -> None:
        missing = index + 1 - len(self._places)
        if missing > 0:
            self._places.extend([-1] * missing)
            self._numbers.extend([nan] * missing)
            self._broken.extend(bytes(missing))
        self._places[index] = place
        self._numbers[index] = nan if number is None else number
        self._broken[index] = broken

    def __contains__(self, index: int) -> bool:
        return index < len(self._places) and self._places[index] >= 0

    def __iter__(self) -> Iterator[int]:
        return (index for index, place in enumerate(self._places) if place >= 0)

    def place(self, index: int) -> int:
        return self._places[index]

    def is_broken(self, index: int) -> bool:
        return bool(self._broken[index])

    def numbers(self, most: int) -> Iterator[tuple[int, float]]:
        """The number that each of the first games counts with, where it has one."""
        for index, number in enumerate(self._numbers[: most + 1]):
            if not isnan(number):
                yield index, number


class Log:
    """The results in a file; read once, then written to.

    Of each game it keeps in mind what ``worth`` makes of it, and nothing else.
    """

    def __init__(self, path: Path, worth: Callable[[Head], float | None] = lambda head: None) -> None:
        self.path, self._worth = path, worth
        self._series: dict[str, Series] = {}
        self._games = 0
        self.damaged: list[int] = []
        """The numbers of the lines that cannot be read."""
        self.marker = Marker()
        self._file: FileIO | None = None
        self._forced = monotonic()
        self._size = 0
        """How much of the file is whole lines."""
        self._lines = 0
        self.refresh()

    def refresh(self) -> None:
        """Read what has been added since."""
        if not self.path.exists():
            return
        decoder = msgspec.json.Decoder(Head)
        with self.path.open("rb") as file:
            file.seek(self._size)
            for number, line in enumerate(file, start=self._lines + 1):
                place, self._size = self._size, self._size + len(line)
                if not line.endswith(b"\n"):
                    self._size = place  # torn off, or still being written
                    return
                self._lines = number
                body = opened(line)
                if body is None:
                    self.damaged.append(number)
                elif body.startswith(b'{"program"'):
                    self.marker = msgspec.json.decode(body, type=Marker)
                else:
                    self._note(decoder.decode(body), place)

    def _note(self, head: Head, place: int) -> None:
        if (head.arm, head.index) not in self:
            self.of(head.arm).add(head.index, place, self._worth(head), bool(head.broken))
            self._games += 1

    def of(self, arm: str) -> Series:
        """The games of an arm, by its digest."""
        return self._series.setdefault(arm, Series())

    def __contains__(self, key: Key) -> bool:
        return key[1] in self.of(key[0])

    def __len__(self) -> int:
        return self._games

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Let games be added; ``Busy`` when another process does that already."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Without a buffer, for whatever does not fit on a full disk would be tried again when it is closed.
        with self.path.open("r+b" if self.path.exists() else "w+b", buffering=0) as file:
            _lock(file)
            file.truncate(self._size)
            file.seek(0, os.SEEK_END)
            self._file = file
            try:
                yield
                self.force()
            finally:
                self._file = None

    def add(self, body: bytes) -> None:
        """A record that is new; one that is there already stays as it is."""
        head = msgspec.json.decode(body, type=Head)
        if (head.arm, head.index) not in self:
            self._note(head, self._append(body))

    def mark(self, marker: Marker) -> None:
        if marker != self.marker:
            self._append(msgspec.json.encode(marker))
            self.marker = marker

    def _append(self, body: bytes) -> int:
        assert self._file is not None
        place = self._size
        line = sealed(body)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._drop_half_a_line()
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self._size += len(line)
        if monotonic() - self._forced > LONGEST_WAIT:
            self.force()
        return place

    def _drop_half_a_line(self) -> None:
        """After a full disk: what was written of the last line goes, and the rest stays."""
        assert self._file is not None
        self._file.truncate(self._size)
        self._file.seek(self._size)

    def force(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._forced = monotonic()

    def records(self, keys: Iterable[Key]) -> Iterator[Record]:
        """Whole records of games, in the order asked for."""
        return map(msgspec.json.Decoder(Record).decode, self.some_bodies(keys))

    def bodies(self) -> Iterator[tuple[Key, bytes]]:
        """Every record as it was written."""
        for arm, series in self._series.items():
            keys = [(arm, index) for index in series]
            yield from zip(keys, self.some_bodies(keys), strict=True)

    def some_bodies(self, keys: Iterable[Key]) -> Iterator[bytes]:
        if not self:
            return
        with self.path.open("rb") as file:
            for arm, index in keys:
                file.seek(self.of(arm).place(index))
                body = opened(file.readline())
                if body is None:
                    raise OSError(f"{self.path}: changed while it was being read")
                yield body

    @property
    def size(self) -> int:
        return self._size


def sealed(body: bytes) -> bytes:
    """A line of the log.

    >>> opened(sealed(b"{}"))
    b'{}'
    >>> opened(sealed(b"{}").replace(b"{", b"[")) is None
    True
    """
    return b"%08x %s\n" % (zlib.crc32(body), body)


def opened(line: bytes) -> bytes | None:
    """What a line holds; None when it is damaged."""
    sum_, _, body = line.rstrip(b"\n").partition(b" ")
    return body if sum_ == b"%08x" % zlib.crc32(body) else None


def _lock(file: FileIO) -> None:
    if find_spec("fcntl") is None:
        return  # this system has no such locks
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Busy(f"{file.name}: another process is playing this experiment") from None
