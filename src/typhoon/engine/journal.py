"""The journal: set-up, orders and dice of a game, as text that a person can read aloud.

The format is described in ``docs/journal-format.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, get_args

import msgspec

from typhoon.engine.dice import COMMON_SIDES, Die
from typhoon.engine.events import Event
from typhoon.engine.lots import Lot
from typhoon.engine.orders import Order

FORMAT = 2
_FIRST_LINE = "typhoon journal"
POSITION = "position"
"""The scenario of a game that began with a position of its own."""
GIVEN = "given"
"""The dice of a game that were rolled elsewhere."""
TakeBacks = Literal["any", "before-dice"]
"""How far orders may be taken back."""


class JournalError(ValueError):
    """A journal that cannot be used; the message names the line."""


class Header(msgspec.Struct):
    """What a game began with, and the keys its dice fall under."""

    game: str
    scenario: str
    rules: int
    options: dict[str, str] = {}
    charts: str = ""
    """Digest of the user's own charts; empty when ours are used."""
    start: dict[str, Any] | None = None
    """The snapshot of a game that began with a position of its own."""
    takebacks: TakeBacks = "any"
    given: bool = False
    """Whether the dice were rolled elsewhere, so that nobody can check them."""
    lots: list[Lot] = []
    """In the order in which they came into use; keys stand only in the umpire's own file, or at the end."""
    dice: list[Die] = []
    """The dice that fell before the first order."""
    study: str = ""
    """The study that the game was begun as; empty for other games."""
    die: int = COMMON_SIDES
    """The sides of dice of which nothing else is said."""

    @property
    def scenario_of_law(self) -> str | None:
        """The scenario whose rules hold: a position may name one; None for the usual one."""
        if self.start is None:
            return self.scenario
        named = self.start.get("scenario")
        return named if isinstance(named, str) else None

    @property
    def commitment(self) -> str:
        """What is known before the end of the key that dice fall under now."""
        return self.lots[-1].commitment if self.lots else ""


class Entry(msgspec.Struct, gc=False):
    """An order with the dice it took and what came of it."""

    side: str
    order: Order | str
    dice: list[Die] = []
    state: str = ""
    """Hash of the position after the order, when the order ended a turn or the game."""
    events: list[Event] = []
    turn: int = 0
    phase: str = ""
    part: str = ""
    """The part of the phase, where the order belongs to one."""
    line: int = 0
    """Where it stands in the file it was read from."""

    def lines(self, number: int, die: int) -> list[str]:
        """As it stands in a journal, with the sides of dice that are not the usual ones."""
        dice = [f"  die {purpose}: {values}" for purpose, values in _throws(self.dice, die)]
        state = [f"  state: {self.state}"] if self.state else []
        return [f"{number} {self.side}: {self.order}", *dice, *state]


class TakeBack(msgspec.Struct, frozen=True):
    """All orders after number ``to`` were taken back, whatever they revealed."""

    to: int
    line: int = 0

    def __str__(self) -> str:
        return f"{_TAKEBACK}{self.to}"

    @classmethod
    def read(cls, text: str) -> TakeBack | None:
        """The take-back that a line tells of; None when it tells of something else."""
        match = _TAKEN_BACK.fullmatch(text)
        return cls(int(match[1])) if match else None


class Written(msgspec.Struct, array_like=True):
    """Something in the record as it is kept and sent: an order, or a take-back, which is no side's."""

    side: str
    text: str
    dice: list[Die] = []
    state: str = ""

    @classmethod
    def of(cls, each: Entry | TakeBack) -> Written:
        if isinstance(each, TakeBack):
            return cls("", str(each))
        return cls(each.side, str(each.order), each.dice, each.state)

    @property
    def read(self) -> Entry | TakeBack:
        takeback = None if self.side else TakeBack.read(self.text)
        return takeback or Entry(self.side, self.text, self.dice, self.state)


_TAKEBACK = "takeback to "
Record = list[Entry | TakeBack]
"""What happened, one thing after another; orders that were taken back stand in it too."""


def standing(record: Sequence[Entry | TakeBack]) -> list[Entry]:
    """The orders that were not taken back."""
    found: list[Entry] = []
    for each in record:
        if isinstance(each, TakeBack):
            del found[each.to :]
        else:
            found.append(each)
    return found


def moment_after(record: Sequence[Entry | TakeBack], order: int) -> int:
    """How much of the record had happened just before the order after that number was given."""
    orders = standing(record)
    if order >= len(orders):
        return len(record)
    return next(index for index, each in enumerate(record) if each is orders[order])


class Journal(msgspec.Struct):
    """A whole game."""

    header: Header
    record: Record = []
    result: str = ""
    lines: dict[str, int] = {}
    """Where header lines and the result stand in the file it was read from: ``game``, ``option NAME``.

    Those that tell of dice to come are counted: ``dice key of lot 1``.
    """

    @property
    def entries(self) -> list[Entry]:
        """The orders that were not taken back."""
        return standing(self.record)

    def at(self, line: str) -> str:
        """The beginning of a message about a line of the header, or about the result."""
        return f"line {self.lines[line]}: " if line in self.lines else ""

    def lot_at(self, index: int) -> Lot | None:
        """The lot that dice of something in the record fell under; -1 is before the first order."""
        found = [lot for lot in self.header.lots if lot.at <= max(index, 0)]
        return found[-1 if index >= 0 else 0] if found else None

    @property
    def unchecked(self) -> str:
        """Why the dice cannot be checked; empty when they can."""
        header = self.header
        if header.given:
            return "they were rolled elsewhere"
        if not header.lots:
            return "the journal has no dice commitment"
        rolled = [self.lot_at(-1)] if header.dice else []
        for index, each in enumerate(self.record):
            if isinstance(each, Entry) and each.dice:
                rolled.append(self.lot_at(index))
        if None in rolled:
            return "the first of them have no dice commitment"
        # Under a key that nobody used, seats may have kept their secrets to themselves.
        used = {id(lot) for lot in rolled}
        lacking = [lot.missing for lot in header.lots if not lot.key or (id(lot) in used and lot.missing)]
        return lacking[0] if lacking else ""

    def __str__(self) -> str:
        return self.text()

    def text(self, *, secret: bool = True) -> str:
        """The journal as text; without ``secret`` the dice keys are left out, fit for a player's eyes."""
        header, shown = self.header, secret or bool(self.result)
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
        if header.study:
            lines.append(f"study: {header.study}")
        if header.die != COMMON_SIDES:
            lines.append(f"die: {header.die}")
        if header.takebacks != "any":
            lines.append(f"takebacks: {header.takebacks}")
        if header.given:
            lines.append(f"dice: {GIVEN}")
        lots = list(header.lots)
        if lots:
            lines += _lot_lines(lots.pop(0), shown=shown)
        opening = _throws(header.dice, header.die)
        lines += [f"opening die: {purpose} = {values}" for purpose, values in opening]
        phase, number = (0, ""), 0
        for index, each in enumerate(self.record):
            while lots and lots[0].at <= index:
                lines += ["", *_lot_lines(lots.pop(0), shown=shown)]
            if isinstance(each, TakeBack):
                lines += ["", str(each)]
                phase, number = (0, ""), each.to
                continue
            number += 1
            if (each.turn, each.phase) != phase:
                phase = (each.turn, each.phase)
                lines += ["", f"# turn {each.turn}, {each.phase}"]
            lines += each.lines(number, header.die)
        for lot in lots:
            lines += ["", *_lot_lines(lot, shown=shown)]
        if self.result:
            lines += ["", f"result: {self.result}"]
        return "\n".join(lines) + "\n"


def _lot_lines(lot: Lot, *, shown: bool) -> Iterator[str]:
    yield f"dice commitment: {lot.commitment}"
    if lot.key and shown:
        yield f"dice key: {lot.key}"
    for seat, commitment in lot.seats.items():
        yield f"seat commitment: {seat} = {commitment or _AWAITED}"
    for seat, secret in lot.secrets.items() if shown else ():
        yield f"seat secret: {seat} = {secret}"


def _throws(dice: list[Die], usual: int) -> Iterator[tuple[str, str]]:
    """The dice of each throw: those of one purpose that fell one after another."""
    for (purpose, sides), thrown in groupby(dice, key=lambda die: (die.purpose, die.sides)):
        values = " ".join(str(die.value) for die in thrown)
        yield purpose, values if sides == usual else f"{values} of {sides}"


_ENTRY = re.compile(r"([0-9]{1,9}) (\S+): (\S.*)")
_VALUES = r"(-?[0-9]{1,9}(?: -?[0-9]{1,9})*)(?: of ([0-9]{1,3}))?"
_DIE = re.compile(rf"  die ([^:]+): {_VALUES}")
_OPENING_DIE = re.compile(rf"(\S.*) = {_VALUES}")
_TAKEN_BACK = re.compile(rf"{_TAKEBACK}([0-9]{{1,9}})")
_AWAITED = "awaited"
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
    orders = 0
    for number, line in enumerate(lines, start=1):
        if journal.result and line.strip() and not line.startswith("result: "):
            raise JournalError(f"line {number}: nothing may follow the result")
        if match := _ENTRY.fullmatch(line):
            orders += 1
            journal.record.append(_entry(match, orders, number))
        elif match := _DIE.fullmatch(line):
            _last(journal, number).dice.extend(_dice(match, journal.header.die))
        elif match := _STATE.fullmatch(line):
            entry = _last(journal, number)
            if entry.state:
                raise JournalError(f"line {number}: a second state of order {orders}")
            entry.state = match[1]
        elif takeback := TakeBack.read(line):
            if takeback.to >= orders:
                raise JournalError(f"line {number}: there is no order after {takeback.to} to be taken back")
            orders = takeback.to
            journal.record.append(TakeBack(orders, number))
        elif line.startswith("result: "):
            if journal.result:
                raise JournalError(f"line {number}: a second result")
            journal.result = line.removeprefix("result: ").strip()
            numbers["result"] = number
        elif line.partition(": ")[0] in _LOT_KEYS:
            _read_lot_line(journal, line, number)
        elif line.strip() and not line.startswith("#") and not _is_header(line):
            raise JournalError(f"line {number}: '{_short(line)}' is no order, die, state or result")
        elif _is_header(line) and journal.record:
            raise JournalError(f"line {number}: '{_short(line)}' belongs above the first order")
    return journal


def _entry(match: re.Match[str], expected: int, line: int) -> Entry:
    if int(match[1]) != expected:
        raise JournalError(f"line {line}: order {match[1]} where order {expected} is due")
    return Entry(match[2], match[3].strip(), [], line=line)


def _last(journal: Journal, line: int) -> Entry:
    last = journal.record[-1] if journal.record else None
    if not isinstance(last, Entry):
        raise JournalError(f"line {line}: a die or state before the first order")
    return last


def _dice(match: re.Match[str], usual: int) -> list[Die]:
    sides = int(match[3] or usual)
    return [Die(match[1], int(value), sides) for value in match[2].split()]


def _read_lot_line(journal: Journal, line: str, number: int) -> None:
    """A line that tells of the dice to come; a commitment begins a new lot."""
    key, _, value = line.partition(": ")
    lots, value, seat = journal.header.lots, value.strip(), ""
    if key in _SEAT_KEYS:
        seat, equals, value = value.partition(" = ")
        if not equals:
            raise JournalError(f"line {number}: it reads '{key}: SEAT = VALUE'")
    if not _HEX.fullmatch(value) and (key, value) != ("seat commitment", _AWAITED):
        raise JournalError(f"line {number}: '{key}' has 64 hexadecimal digits")
    if key == "dice commitment" or not lots:
        lots.append(Lot(at=len(journal.record)))
    lot, name = lots[-1], f"{key} {seat}".rstrip()
    known = f"{name} of lot {len(lots)}"
    if known in journal.lines:
        raise JournalError(f"line {number}: a second '{name}'")
    if lot.at != len(journal.record):
        raise JournalError(f"line {number}: '{name}' belongs to the dice commitment, above the orders")
    journal.lines[known] = number
    match key:
        case "dice commitment":
            lot.commitment = value
        case "dice key":
            lot.key = value
        case "seat commitment":
            lot.seats[seat] = "" if value == _AWAITED else value
        case _:
            lot.secrets[seat] = value


_HEADER_KEYS = {
    "game": "game",
    "scenario": "scenario",
    "rules": "rules",
    "charts": "charts",
    "start": "start",
    "study": "study",
    "die": "die",
    "takebacks": "takebacks",
    "dice": "given",
    "option": "option",
    "opening die": "dice",
}
_SEAT_KEYS = ("seat commitment", "seat secret")
_LOT_KEYS = ("dice commitment", "dice key", *_SEAT_KEYS)
_HEX = re.compile("[0-9a-f]{64}")


def _is_header(line: str) -> bool:
    return line.split(":")[0] in _HEADER_KEYS or line.startswith(_FIRST_LINE)


def _header(lines: list[str], numbers: dict[str, int]) -> Header:
    """The header; where each of its lines stands is noted in ``numbers``."""
    found: dict[str, Any] = {"options": {}, "dice": [], "lots": []}
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
            found["dice"] += _dice(match, found.get("die", COMMON_SIDES))
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
    if field in ("rules", "die"):
        if not re.fullmatch("[0-9]{1,9}", value):
            raise JournalError(f"line {line}: '{key}' is a number, not '{_short(value)}'")
        return int(value)
    if field == "given":
        if value != GIVEN:
            raise JournalError(f"line {line}: '{key}' can only be '{GIVEN}', not '{_short(value)}'")
        return True
    if field == "takebacks" and value not in get_args(TakeBacks):
        known = ", ".join(get_args(TakeBacks))
        raise JournalError(f"line {line}: '{key}' is one of {known}, not '{_short(value)}'")
    if field == "start":
        try:
            return msgspec.json.decode(value, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise JournalError(f"line {line}: 'start' is not readable: {error}") from error
    return value


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
