"""Stories, previews and rulings in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from typhoon.cli.screen import bar, wrapped
from typhoon.engine.board import Board
from typhoon.engine.cases import cases_of
from typhoon.engine.events import Event
from typhoon.engine.game import Game
from typhoon.engine.preview import CombatPreview, Forecast, MovePreview, Preview, Warnings
from typhoon.engine.report import Report, ReportLine
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import Ruling

MOST_LOSSES = 20
"""More losses of a turn than these are told in short."""
LEAST_CHANGE = 0.001
"""A round of a battle that changes less than this is not told."""

Say = Callable[[str], str]
"""How texts that speak in ids are said."""


def voice(rules: Rules[Any], *, ids: bool = False) -> Say:
    """Names of units and places, or ids and hex numbers for whoever asks for them."""
    return str if ids else rules.names.said


def placed(board: Board, number: str, say: Say) -> str:
    """A hex with the number that orders have for it: ``2715 (Rzhev)``, ``2810 (2 hexes north of Rzhev)``."""
    told = board.describe(board.grid.index(number))
    near = say(f"in {number}")
    return told if told != number or number in near else f"{number} ({near})"


def story(
    game: Game, events: Iterable[Event], say: Say, viewer: str = "", *, past: bool = False
) -> Iterator[str]:
    """Events as lines: turns and phases stand out, and what the viewer may not know is left out."""
    for event in events:
        shown = game.rules.secrets.veil(event, game.position, viewer, past=past) if viewer else event
        if shown is None:
            continue
        told = say(game.told(shown))
        if event.kind == "turn":
            yield f"\n{told.upper()}"
        elif event.kind == "phase":
            yield f"\n{told}"
        else:
            yield wrapped(told, "  ")


def reported(report: Report, say: Say) -> Iterator[str]:
    """The report of a turn as lines."""
    yield f"{report.title} ({report.number} of {report.of})"
    for part in report.parts:
        yield f"  {part.title}"
        if part.id == "losses" and len(part.lines) > MOST_LOSSES:
            yield from _in_short(part.lines, say)
            continue
        for line in part.lines:
            luck = f" Luck {line.fought.luck:.0%}." if line.fought and line.fought.luck is not None else ""
            text = say(line.text)
            yield wrapped(f"{text[0].upper()}{text[1:]}{luck}", "    ")
    if not report.parts:
        yield "  Nothing of note happened."


def _in_short(losses: Iterable[ReportLine], say: Say) -> Iterator[str]:
    """The units that each side lost, those that are told apart by a number alone together."""
    sides: dict[str, Counter[str]] = {}
    for line in losses:
        sides.setdefault(line.side, Counter()).update(
            re.sub(r" No\. \d+$", "", say(unit)) for unit in line.units
        )
    for side, kinds in sides.items():
        told = [f"{kind} ×{count}" if count > 1 else kind for kind, count in kinds.most_common()]
        yield wrapped(f"{side.capitalize()}: {', '.join(told)}.", "    ")


_PARTS = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}


def points(value: float) -> str:
    """Movement points as people write them.

    >>> points(2.5), points(0.5), points(3.0), points(13 / 3)
    ('2½', '½', '3', '4⅓')
    """
    whole, sixths = divmod(round(value * 6), 6)
    if abs(value * 6 - round(value * 6)) > 1e-3:
        return f"{value:g}"
    return f"{whole}{_PARTS[sixths]}".removeprefix("0") if sixths else str(whole)


def previewed(preview: Preview | None, say: Say, provenance: str = "") -> Iterator[str]:
    """What an order would lead to, as lines, and whose the figures are that it was worked out with."""
    if isinstance(preview, MovePreview):
        yield from _move(preview, say)
    elif isinstance(preview, CombatPreview):
        yield from _combat(preview, say)
        if provenance:
            yield wrapped(f"{provenance}.", "  ")
    elif isinstance(preview, Forecast):
        yield from _forecast(preview, say)
    elif isinstance(preview, Warnings):
        lead = "" if preview.plan else "Beware: "
        yield from (wrapped(say(f"{lead}{text}"), "  ") for text in preview.texts)
        yield from (wrapped(say(f"Unused: {text}"), "  ") for text in preview.unused)
    else:
        yield "  There is nothing more to say of it."


def _move(preview: MovePreview, say: Say) -> Iterator[str]:
    way = "-".join(preview.path)
    if (said := say(way)) != way:
        yield wrapped(said, "  ")
    steps = [f"{hex_} ({points(cost)})" for hex_, cost in zip(preview.path, preview.costs, strict=True)]
    yield wrapped(" - ".join([preview.path[0], *steps[1:]]), "  ")
    end = "and must stop there" if preview.stops else f"with {points(preview.left)} left"
    yield f"  {points(preview.cost)} {preview.counted_in}, {end}"
    yield from (wrapped(say(note), "  ") for note in preview.notes)


def _combat(preview: CombatPreview, say: Say) -> Iterator[str]:
    against = f"{preview.attack} attack {preview.defense} in {preview.target}: column {preview.column}"
    yield wrapped(say(against), "  ")
    for modifier in preview.modifiers:
        yield f"  {modifier.value:+} {say(modifier.text)} ({modifier.case})"
    if len(preview.modifiers) > 1:
        yield f"  {preview.modifier:+} in all"
    for outcome in preview.outcomes:
        dice = ", ".join(map(str, outcome.dice))
        text = f": {say(outcome.text)}" if outcome.text else ""
        yield f"  {outcome.result:>5} {outcome.chance:6.1%} {bar(outcome.chance, 20):20} on {dice}{text}"
    yield from (wrapped(say(note), "  ") for note in preview.notes)


def _forecast(preview: Forecast, say: Say) -> Iterator[str]:
    if preview.path:
        left = f"{points(preview.left)} movement points left for the battle"
        yield wrapped(say(f"{'-'.join(preview.path)}, {left}"), "  ")
    for modifier in preview.modifiers:
        yield f"  {modifier.value:+} {say(modifier.text)} ({modifier.case})"
    for foe in preview.foes:
        dice = f" on {', '.join(map(str, foe.dice))}" if foe.dice else ""
        yield f"  {foe.chance:6.1%} {bar(foe.chance, 20):20} {say(foe.text) or foe.result}{dice}"
    before = 0.0
    for round_ in preview.rounds:
        if round_.won + round_.lost - before < LEAST_CHANGE and before:
            continue
        before = round_.won + round_.lost
        yield (
            f"  by round {round_.round}: won {round_.won:6.1%}, beaten {round_.lost:6.1%}, "
            f"{round_.losses:.1f} steps lost"
        )
    if preview.pocket:
        odds = "" if preview.breakout is None else f"; {preview.breakout:.1%} that it breaks out"
        yield f"  It would close a pocket of {preview.pocket}{odds}."
    if preview.wins_game:
        yield "  It would win the game."


def ruled(rules: Rules[Any], ruling: Ruling, say: Say) -> Iterator[str]:
    """Why an order is refused, with what the case says."""
    yield wrapped(say(f"No: {ruling}."))
    if (row := cases_of(rules).get(ruling.case)) is not None:
        yield wrapped(f"{row.case} {row.title}: {row.summary}", "  ")


def standing(game: Game) -> dict[str, float]:
    """Each side's victory points."""
    totals: dict[str, float] = dict.fromkeys(game.rules.sides, 0)
    for score in game.rules.scores(game.position):
        totals[score.side] = totals.get(score.side, 0) + score.points
    return totals
