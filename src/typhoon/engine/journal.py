"""The journal: set-up, orders and dice of a game, as text that a person can read aloud.

The format is described in ``docs/journal-format.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec

from typhoon.engine.events import Event
from typhoon.engine.orders import Order

FORMAT = 2
_FIRST_LINE = "typhoon journal"
POSITION = "position"
"""The scenario of a game that began with a position of its own."""


class JournalError(ValueError):
    """A journal that cannot be used; the message names the line."""


class Header(msgspec.Struct):
    """What a game began with."""

    game: str
    scenario: str
    rules: int
    options: dict[str, str] = {}
    charts: str = ""
    """Digest of the user's own charts; empty when ours are used."""
    start: dict[str, Any] | None = None
    """The snapshot of a game that began with a position of its own."""
    commitment: str = ""
    key: str = ""
    """The dice key, only in the umpire's own file, or when the game is over."""
    dice: list[tuple[str, int]] = []
    """The dice that fell before the first order."""

    @property
    def scenario_of_law(self) -> str | None:
        """The scenario whose rules hold: a position may name one; None for the usual one."""
        if self.start is None:
            return self.scenario
        named = self.start.get("scenario")
        return named if isinstance(named, str) else None


class Entry(msgspec.Struct, gc=False):
    """An order with the dice it took and what came of it."""

    side: str
    order: Order | str
    dice: list[tuple[str, int]] = []
    state: str = ""
    """Hash of the position after the order, when the order ended a turn or the game."""
    events: list[Event] = []
    turn: int = 0
    phase: str = ""
    line: int = 0
    """Where it stands in the file it was read from."""


class Journal(msgspec.Struct):
    """A whole game."""

    header: Header
    entries: list[Entry] = []
    result: str = ""
    lines: dict[str, int] = {}
    """Where header lines and the result stand in the file it was read from: ``game``, ``option NAME``."""

    def at(self, line: str) -> str:
        """The beginning of a message about a line of the header, or about the result."""
        return f"line {self.lines[line]}: " if line in self.lines else ""

    def __str__(self) -> str:
        return self.text()

    def text(self, *, secret: bool = True) -> str:
        """The journal as text; without ``secret`` the dice key is left out, fit for a player's eyes."""
        header = self.header
        lines = [
            f"{_FIRST_LINE} {FORMAT}",
            f"game: {header.game}",
            f"scenario: {header.scenario}",
            f"rules: {header.rules}",
        ]
        lines += [f"option: {name} = {value}" for name, value in header.options.items()]
        if header.charts:
            lines.append(f"charts: {header.charts}")
        if header.start is not None:
            lines.append(f"start: {msgspec.json.encode(header.start).decode()}")
        if header.commitment:
            lines.append(f"dice commitment: {header.commitment}")
        if header.key and (secret or self.result):
            lines.append(f"dice key: {header.key}")
        lines += [f"opening die: {purpose} = {values}" for purpose, values in _throws(header.dice)]
        phase = (0, "")
        for number, entry in enumerate(self.entries, start=1):
            if (entry.turn, entry.phase) != phase:
                phase = (entry.turn, entry.phase)
                lines += ["", f"# turn {entry.turn}, {entry.phase}"]
            lines.append(f"{number} {entry.side}: {entry.order}")
            lines += [f"  die {purpose}: {values}" for purpose, values in _throws(entry.dice)]
            if entry.state:
                lines.append(f"  state: {entry.state}")
        if self.result:
            lines += ["", f"result: {self.result}"]
        return "\n".join(lines) + "\n"


def _throws(dice: list[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """The dice of each throw: those of one purpose that fell one after another."""
    for purpose, thrown in groupby(dice, key=itemgetter(0)):
        yield purpose, " ".join(str(value) for _, value in thrown)


_ENTRY = re.compile(r"([0-9]{1,9}) (\S+): (\S.*)")
_DIE = re.compile(r"  die ([^:]+): (-?[0-9]{1,9}(?: -?[0-9]{1,9})*)")
_OPENING_DIE = re.compile(r"(\S.*) = (-?[0-9]{1,9}(?: -?[0-9]{1,9})*)")
_STATE = re.compile(r"  state: ([0-9a-f]{16})")


def parse_journal(text: str) -> Journal:
    """Read a journal; orders stay texts until a game replays them."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(_FIRST_LINE):
        raise JournalError(f"line 1: a journal begins with '{_FIRST_LINE} {FORMAT}'")
    version = lines[0].removeprefix(_FIRST_LINE).strip()
    if version != str(FORMAT):
        reason = "comes from before the first release" if version == "1" else "is not known"
        raise JournalError(f"line 1: journal format '{version}' {reason}; this program reads {FORMAT}")
    numbers: dict[str, int] = {}
    journal = Journal(_header(lines, numbers), lines=numbers)
    for number, line in enumerate(lines, start=1):
        if journal.result and line.strip() and not line.startswith("result: "):
            raise JournalError(f"line {number}: nothing may follow the result")
        if match := _ENTRY.fullmatch(line):
            journal.entries.append(_entry(match, len(journal.entries) + 1, number))
        elif match := _DIE.fullmatch(line):
            _last(journal, number).dice.extend(_dice(match))
        elif match := _STATE.fullmatch(line):
            entry = _last(journal, number)
            if entry.state:
                raise JournalError(f"line {number}: a second state of order {len(journal.entries)}")
            entry.state = match[1]
        elif line.startswith("result: "):
            if journal.result:
                raise JournalError(f"line {number}: a second result")
            journal.result = line.removeprefix("result: ").strip()
            numbers["result"] = number
        elif line.strip() and not line.startswith("#") and not _is_header(line):
            raise JournalError(f"line {number}: '{_short(line)}' is no order, die, state or result")
        elif _is_header(line) and journal.entries:
            raise JournalError(f"line {number}: '{_short(line)}' belongs above the first order")
    return journal


def _entry(match: re.Match[str], expected: int, line: int) -> Entry:
    if int(match[1]) != expected:
        raise JournalError(f"line {line}: order {match[1]} where order {expected} is due")
    return Entry(match[2], match[3].strip(), [], line=line)


def _last(journal: Journal, line: int) -> Entry:
    if not journal.entries:
        raise JournalError(f"line {line}: a die or state before the first order")
    return journal.entries[-1]


def _dice(match: re.Match[str]) -> list[tuple[str, int]]:
    return [(match[1], int(value)) for value in match[2].split()]


_HEADER_KEYS = {
    "game": "game",
    "scenario": "scenario",
    "rules": "rules",
    "charts": "charts",
    "start": "start",
    "dice commitment": "commitment",
    "dice key": "key",
    "option": "option",
    "opening die": "dice",
}


def _is_header(line: str) -> bool:
    return line.split(":")[0] in _HEADER_KEYS or line.startswith(_FIRST_LINE)


def _header(lines: list[str], numbers: dict[str, int]) -> Header:
    """The header; where each of its lines stands is noted in ``numbers``."""
    found: dict[str, Any] = {"options": {}, "dice": []}
    for number, line in enumerate(lines[1:], start=2):
        key, colon, value = line.partition(": ")
        field = _HEADER_KEYS.get(key)
        if not colon or field is None:
            continue
        value = value.strip()
        if field == "option":
            name, equals, choice = value.partition(" = ")
            if not equals:
                raise JournalError(f"line {number}: an option reads 'option: NAME = VALUE'")
            if name in found["options"]:
                raise JournalError(f"line {number}: a second 'option: {name}'")
            found["options"][name] = choice
            numbers[f"option {name}"] = number
            continue
        if field == "dice":
            match = _OPENING_DIE.fullmatch(value)
            if match is None:
                raise JournalError(f"line {number}: a die reads 'opening die: PURPOSE = NUMBER'")
            found["dice"] += _dice(match)
            numbers.setdefault(key, number)
            continue
        if field in found:
            raise JournalError(f"line {number}: a second '{key}'")
        found[field] = _header_value(field, key, value, number)
        numbers[key] = number
    for key, field in list(_HEADER_KEYS.items())[:3]:
        if field not in found:
            raise JournalError(f"the line '{key}: ...' is missing at the top")
    return Header(**found)


def _header_value(field: str, key: str, value: str, line: int) -> Any:
    if field == "rules":
        if not re.fullmatch("[0-9]{1,9}", value):
            raise JournalError(f"line {line}: '{key}' is a number, not '{_short(value)}'")
        return int(value)
    if field in ("commitment", "key") and not re.fullmatch("[0-9a-f]{64}", value):
        raise JournalError(f"line {line}: '{key}' has 64 hexadecimal digits")
    if field == "start":
        try:
            return msgspec.json.decode(value, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise JournalError(f"line {line}: 'start' is not readable: {error}") from error
    return value


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
