"""What a seat is shown of a game: made from its side's view, and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

import msgspec

from typhoon.engine.display import Panel, SupplyLine
from typhoon.engine.events import Event
from typhoon.engine.game import Game
from typhoon.engine.offers import Offers
from typhoon.engine.report import report_of
from typhoon.engine.rules import Rules
from typhoon.engine.view import View
from typhoon.server.looks import fresh_looks, shown_faces
from typhoon.server.messages import (
    Face,
    LogEntry,
    LogLine,
    OverlayFacts,
    OverlayName,
    ReportFacts,
    State,
    TableFacts,
)
from typhoon.server.seats import SPECTATOR, side_of
from typhoon.server.views import table_view

NO_OFFERS = Offers()


class Display(msgspec.Struct, frozen=True):
    """Counters and tables beside the map, as a side may see them."""

    faces: list[Face]
    panels: list[Panel]
    signs: dict[str, list[str]]


def state_of(
    game: Game,
    seat: str,
    facts: TableFacts,
    since: int,
    looks: Set[str],
    *,
    view: View | None = None,
    display: Display | None = None,
    of: int | None = None,
) -> State:
    """The game as a seat sees it, with the log after order ``since`` and the pictures not in ``looks``.

    ``of`` is how many orders a game has that is looked back on.  View and display are made unless they
    are given.  Of the people at the table nothing is told here.
    """
    side = side_of(seat)
    view = view or view_of(game, side)
    display = display or display_of(game, side)
    looking_back = of is not None and len(game.entries) < of
    log = log_of(game, side, since, looking_back=looking_back)
    cast = cast_of(game, log, view, display.faces)
    return State(
        n=len(game.entries),
        table=facts,
        side=side,
        seat=seat,
        acting=[],
        view=table_view(view),
        faces=display.faces,
        looks=fresh_looks([*display.faces, *cast], looks),
        panels=display.panels,
        signs=display.signs,
        overlays=overlay_names(game, side),
        log=log,
        log_from=since,
        undo="this is the past",
        takeback=None,
        thinking=None,
        thought=0,
        intent=[],
        chat=[],
        last=last_moves(game, side, looking_back=looking_back),
        front=front_of(game, side),
        cast=cast,
        orders=of,
    )


def view_of(game: Game, side: str) -> View:
    if side != SPECTATOR:
        return game.view(side)
    view = game.view(game.rules.sides[0])
    position = game.rules.snapshot(game.position, SPECTATOR)
    decision = view.decision and msgspec.structs.replace(view.decision, prompt="")
    return msgspec.structs.replace(view, side=SPECTATOR, position=position, decision=decision, offers=None)


def display_of(game: Game, side: str) -> Display:
    pos = game.position
    rules = game.rules
    return Display(shown_faces(rules.faces(pos, side)), rules.panels(pos, side), rules.shown.signs(pos, side))


def front_of(game: Game, side: str) -> list[tuple[str, str]] | None:
    return game.rules.front(game.position, side)


def cast_of(game: Game, log: list[LogEntry], view: View, faces: list[Face]) -> list[Face]:
    """The counters, as they were at first, of units that are told of or wait to be placed."""
    named = {unit for entry in log for line in entry.lines for unit in line.units}
    offers = view.offers or NO_OFFERS
    waiting = {unit for order in offers.plain for unit in (order.unit, *(order.units or ()))}
    waiting |= {unit for group in offers.places for unit in group.units}
    there = {face.unit for face in faces}
    waiting = waiting & (game.rules.unit_number.keys() | game.rules.pieces.keys()) - there
    # Where battles are told step by step, whoever was in one is shown as he came into it.
    return portraits_of(game, (named if game.rules.scenes else named - there) | waiting)


def portraits_of(game: Game, units: Set[str]) -> list[Face]:
    """Counters as they were at first."""
    portraits = map(game.rules.portrait, sorted(units))
    return shown_faces([face for face in portraits if face is not None])


def report_facts(game: Game, side: str, number: int | None) -> ReportFacts:
    """The report of a turn, with the counters of those it speaks of that are not on the map."""
    report = report_of(game, side, number)
    lines = [line for part in report.parts for line in part.lines] if report else []
    there = {face.unit for face in game.rules.faces(game.position, side)}
    cast = portraits_of(game, {unit for line in lines for unit in line.units} - there)
    return ReportFacts(report, cast, fresh_looks(cast, frozenset()))


def overlay_names(game: Game, side: str) -> list[OverlayName]:
    overlays = game.rules.overlays(game.position, side)
    return [OverlayName(o.id, o.title, o.case, o.pinned, o.lines) for o in overlays]


def overlay_of(game: Game, side: str, id_: str) -> OverlayFacts | None:
    """An overlay with its hexes; None when there is none of that name now."""
    for o in game.rules.overlays(game.position, side):
        if o.id == id_:
            return OverlayFacts(o.id, o.title, o.case, o.pinned, o.lines, o.shades)
    return None


def line_of(game: Game, side: str, unit: str) -> SupplyLine | None:
    return game.rules.line(game.position, unit, side)


def lines_of(game: Game, side: str) -> dict[str, SupplyLine]:
    """The lines of all units of a side that are on the map."""
    faces = game.rules.faces(game.position, side)
    lines = {face.unit: line_of(game, side, face.unit) for face in faces if face.side == side}
    return {unit: line for unit, line in lines.items() if line is not None}


def log_of(game: Game, side: str, after: int, *, looking_back: bool = False) -> list[LogEntry]:
    """The story after an order, as a side may know it; after -1 it begins with the opening.

    All but the last order is past, and that too for who looks back from a later moment.
    """
    entries, found = game.entries, []
    last = -1 if looking_back else len(entries)
    if after < 0:
        lines = _lines(game, game.opening, side, past=last != 0)
        found.append(LogEntry(0, "", "", 0, [*lines, *_returns(game, 0)]))
    for number, entry in enumerate(entries[max(after, 0) :], start=max(after, 0) + 1):
        order = str(entry.order) if entry.side == side or not game.rules.secrets else ""
        lines = _lines(game, entry.events, side, past=number != last)
        lines += _returns(game, number)
        found.append(LogEntry(number, order, entry.side, entry.turn, lines))
    return found


def _lines(game: Game, events: Iterable[Event], side: str, *, past: bool) -> list[LogLine]:
    return [_line(game, event) for event in _told(game, events, side, past=past)]


def _returns(game: Game, number: int) -> list[LogLine]:
    """That orders were taken back is nobody's secret."""
    return [LogLine(game.told(event), event.kind) for event in game.returns_to(number)]


def _told(game: Game, events: Iterable[Event], side: str, *, past: bool) -> list[Event]:
    """Events as a side may hear of them."""
    veiled = (game.rules.veil(event, game.position, side, past=past) for event in events)
    return [event for event in veiled if event is not None]


def _line(game: Game, event: Event) -> LogLine:
    words = list(_words(fact for name, fact in event.facts.items() if name != "way"))
    rules = game.rules
    part = rules.tiding(event)
    return LogLine(
        game.told(event),
        event.kind,
        rules.story_cases.get(event.kind, ""),
        units=[word for word in words if word in rules.unit_number],
        hexes=[word for word in words if word in rules.board.grid],
        dice=_dice(event.facts),
        hits=list(event.facts.get("each", ())),
        part=part,
        way=list(event.facts.get("way") or event.facts.get("path") or ()),
        fought=rules.fought(event) if part == "battle" else None,
    )


def _dice(facts: dict[str, Any]) -> list[int]:
    if "dice" in facts:
        return list(facts["dice"])
    die = facts.get("die")
    return [die] if isinstance(die, int) and die else []  # no die was thrown for what is fixed


def _words(values: Iterable[Any]) -> Iterable[str]:
    """All ids in the facts of an event; a hex with a name reads ``2422 (Vyazma)``."""
    for value in values:
        if isinstance(value, str):
            yield value.split(" (")[0]
        elif isinstance(value, (tuple, list)):
            yield from _words(value)


def last_moves(game: Game, side: str, *, looking_back: bool = False) -> list[tuple[str, str]]:
    """From where to where the last order took units, as far as a side may know."""
    events = game.entries[-1].events if game.entries else []
    told = _told(game, events, side, past=looking_back)
    paths = [event.facts["path"] for event in told if event.facts.get("path")]
    return [(path[0], path[-1]) for path in paths]


def secret_free(rules: Rules[Any]) -> bool:
    """Whether nothing in a journal is hidden from anybody, the dice key apart."""
    return not rules.secrets
