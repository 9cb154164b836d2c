"""The report of a turn: what came of it, by what its events mean, as a side may know it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from typhoon.engine.events import Event, with_capitals
from typhoon.engine.game import Game
from typhoon.engine.tidings import Fought, Part


class ReportLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to know, and where."""

    text: str
    n: int
    """The order it came of; 0 when it holds now."""
    side: str = ""
    """Whose gain, loss, attack or arrival it is."""
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    case: str = ""
    fought: Fought | None = None


class ReportPart(msgspec.Struct, frozen=True):
    id: str
    title: str
    lines: list[ReportLine]


class Report(msgspec.Struct, frozen=True):
    """What came of the turn of one side."""

    number: int
    """Which turn of a side it is, counted from the beginning of the game."""
    of: int
    side: str
    """Whose turn it was."""
    turn: int
    title: str
    start: int
    end: int
    """It came of the orders after number ``start`` up to number ``end``."""
    over: bool
    """Whether that turn has ended."""
    parts: list[ReportPart]
    moved: int
    """How many moves there were."""


class Span(msgspec.Struct):
    """The turn of one side: the phases between those of the other."""

    turn: int
    start: int
    side: str = ""
    events: list[tuple[int, Event]] = []
    end: int = 0


def spans(game: Game) -> list[Span]:
    """The turns of the sides so far; what comes before the first is nobody's."""
    found: list[Span] = []
    for n, events in _numbered(game):
        for event in events:
            turn = event.facts.get("turn", found[-1].turn if found else 0)
            owner = game.rules.whose_turn(event.facts["phase"]) if event.kind == "phase" else ""
            if event.kind == "turn" or (owner and (not found or found[-1].side not in ("", owner))):
                found.append(Span(turn, max(n - 1, 0)))
            if found:
                span = found[-1]
                span.side = span.side or owner
                span.events.append((n, event))
                span.end = n
    if found:
        found[-1].end = len(game.entries)
    return found


def _numbered(game: Game) -> Iterator[tuple[int, list[Event]]]:
    yield 0, game.opening
    for n, entry in enumerate(game.entries, start=1):
        yield n, entry.events


def report_of(game: Game, side: str, number: int | None = None) -> Report | None:
    """What came of a turn, for a side; by itself that of the last one that is over.

    None when there is no such turn yet.
    """
    turns = [span for span in spans(game) if span.side]
    last = len(turns) if game.result is not None else len(turns) - 1
    number = last if number is None else number
    if not 1 <= number <= len(turns):
        return None
    span = turns[number - 1]
    return _Reporter(game, side, span).report(number, len(turns), over=number <= last)


class _Reporter:
    def __init__(self, game: Game, side: str, span: Span) -> None:
        self.game, self.rules, self.side, self.span = game, game.rules, side, span
        self.lines: dict[Part, list[ReportLine]] = {}
        self.places: dict[str, list[tuple[int, str]]] = {}
        last = len(game.entries)
        for n, event in span.events:
            told = self.rules.veil(event, game.position, side, past=n != last)
            if told is not None:
                self._take(n, told)

    def report(self, number: int, of: int, *, over: bool) -> Report:
        span, lines = self.span, self.lines
        groups = [
            ("places", "Places", self._won()),
            ("news", "Of note", lines.get("news", [])),
            ("losses", "Losses", self._losses()),
            ("attacks", "Attacks", lines.get("battle", [])),
            ("supply", "Supply", self._plights() if number >= of - 1 else []),
            ("arrivals", "Arrivals", [*lines.get("arrival", ()), *lines.get("departure", ())]),
        ]
        date = self.rules.date(span.turn)
        title = f"Turn {span.turn}{f', {date}' if date else ''}: the {span.side.capitalize()} side"
        parts = [ReportPart(id_, name, found) for id_, name, found in groups if found]
        moved = len(lines.get("move", ()))
        return Report(number, of, span.side, span.turn, title, span.start, span.end, over, parts, moved)

    def _take(self, n: int, event: Event) -> None:
        rules = self.rules
        part = rules.tiding(event)
        if part == "place":
            for hex_ in _hexes(event):
                self.places.setdefault(hex_, []).append((n, str(event.facts.get("side", rules.sides[0]))))
            return
        if not part:
            return
        fought = rules.fought(event) if part == "battle" else None
        units = tuple(unit for unit in _units(event) if unit in rules.unit_number)
        side = fought.side if fought else self._side_of(units)
        text = self._battle(fought) if fought else self.game.told(event)
        hexes = fought.hexes if fought else tuple(_hexes(event))
        case = rules.story_cases.get(event.kind, "")
        line = ReportLine(with_capitals(text, rules.sides), n, side, hexes, units, case, fought)
        self.lines.setdefault(part, []).append(line)

    def _side_of(self, units: tuple[str, ...]) -> str:
        return self.rules.whose(units[0]) if units else ""

    def _losses(self) -> list[ReportLine]:
        """Units that are gone, and steps of those that are not."""
        gone = self.lines.get("loss", [])
        dead = {unit for line in gone for unit in line.units}
        return gone + [line for line in self.lines.get("step", ()) if not dead.intersection(line.units)]

    def _won(self) -> list[ReportLine]:
        """Named places that were taken and not lost again."""
        board, found = self.rules.board, []
        for hex_, changes in self.places.items():
            name = board.names.get(self._index(hex_), "")
            if name and len(changes) % 2:
                n, side = changes[-1]
                whose = "We take" if side == self.side else "The enemy takes"
                text = f"{whose} {name}" if self.side in self.rules.sides else f"The {side} side takes {name}"
                found.append(ReportLine(with_capitals(f"{text}.", self.rules.sides), n, side, (hex_,)))
        return found

    def _battle(self, fought: Fought) -> str:
        """An attack in one sentence."""
        if not fought.units:
            return f"{fought.text}."
        verb = "attacks" if len(fought.units) == 1 else "attack"
        places = " and ".join([self.rules.board.describe(self._index(hex_), hex_) for hex_ in fought.hexes])
        odds = f": {fought.odds}" if fought.odds else ""
        who = f"{', '.join(fought.units)} {verb} {', '.join(fought.defenders) or 'nobody'}"
        return f"{who} in {places}{odds}; {fought.text}."

    def _index(self, hex_: str) -> int:
        return self.rules.board.grid.index(hex_)

    def _plights(self) -> list[ReportLine]:
        if self.side not in self.rules.sides:
            return []
        plights = self.rules.shown.plights(self.game.position, self.side)
        return [ReportLine(f"{p.text}.", 0, self.side, (p.hex,), p.units, p.case) for p in plights]


def _units(event: Event) -> Iterator[str]:
    for word in ("unit", "units", "defenders"):
        value = event.facts.get(word, ())
        yield from (value,) if isinstance(value, str) else value


def _hexes(event: Event) -> Iterator[str]:
    facts = event.facts
    for word in ("hex", "hexes"):
        value = facts.get(word, ())
        yield from (value,) if isinstance(value, str) else value
    if facts.get("path"):
        yield facts["path"][-1]
