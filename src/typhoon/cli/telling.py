"""Stories, previews and rulings in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from typhoon.cli.screen import bar, wrapped
from typhoon.engine.cases import cases_of
from typhoon.engine.events import Event
from typhoon.engine.game import Game
from typhoon.engine.preview import CombatPreview, Forecast, MovePreview, Preview, Warnings
from typhoon.engine.report import Report
from typhoon.engine.rules import Rules
from typhoon.engine.ruling import Ruling

LEAST_CHANGE = 0.001
"""A round of a battle that changes less than this is not told."""


def story(game: Game, events: Iterable[Event], viewer: str = "", *, past: bool = False) -> Iterator[str]:
    """Events as lines: turns and phases stand out, and what the viewer may not know is left out."""
    for event in events:
        shown = game.rules.secrets.veil(event, game.position, viewer, past=past) if viewer else event
        if shown is None:
            continue
        told = game.told(shown)
        if event.kind == "turn":
            yield f"\n{told.upper()}"
        elif event.kind == "phase":
            yield f"\n{told}"
        else:
            yield wrapped(told, "  ")


def reported(report: Report) -> Iterator[str]:
    """The report of a turn as lines."""
    yield f"{report.title} ({report.number} of {report.of})"
    for part in report.parts:
        yield f"  {part.title}"
        for line in part.lines:
            luck = f" Luck {line.fought.luck:.0%}." if line.fought and line.fought.luck is not None else ""
            yield wrapped(f"{line.text[0].upper()}{line.text[1:]}{luck}", "    ")
    if not report.parts:
        yield "  Nothing of note happened."


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


def previewed(preview: Preview | None, provenance: str = "") -> Iterator[str]:
    """What an order would lead to, as lines, and whose the figures are that it was worked out with."""
    if isinstance(preview, MovePreview):
        yield from _move(preview)
    elif isinstance(preview, CombatPreview):
        yield from _combat(preview)
        if provenance:
            yield wrapped(f"{provenance}.", "  ")
    elif isinstance(preview, Forecast):
        yield from _forecast(preview)
    elif isinstance(preview, Warnings):
        lead = "" if preview.plan else "Beware: "
        yield from (wrapped(f"{lead}{text}", "  ") for text in preview.texts)
        yield from (wrapped(f"Unused: {text}", "  ") for text in preview.unused)
    else:
        yield "  There is nothing more to say of it."


def _move(preview: MovePreview) -> Iterator[str]:
    steps = [f"{hex_} ({points(cost)})" for hex_, cost in zip(preview.path, preview.costs, strict=True)]
    yield wrapped(" - ".join([preview.path[0], *steps[1:]]), "  ")
    end = "and must stop there" if preview.stops else f"with {points(preview.left)} left"
    yield f"  {points(preview.cost)} {preview.counted_in}, {end}"
    yield from (wrapped(note, "  ") for note in preview.notes)


def _combat(preview: CombatPreview) -> Iterator[str]:
    yield f"  {preview.attack} attack {preview.defense} in {preview.target}: column {preview.column}"
    for modifier in preview.modifiers:
        yield f"  {modifier.value:+} {modifier.text} ({modifier.case})"
    if len(preview.modifiers) > 1:
        yield f"  {preview.modifier:+} in all"
    for outcome in preview.outcomes:
        dice = ", ".join(map(str, outcome.dice))
        text = f": {outcome.text}" if outcome.text else ""
        yield f"  {outcome.result:>5} {outcome.chance:6.1%} {bar(outcome.chance, 20):20} on {dice}{text}"
    yield from (wrapped(note, "  ") for note in preview.notes)


def _forecast(preview: Forecast) -> Iterator[str]:
    if preview.path:
        yield f"  {'-'.join(preview.path)}, {points(preview.left)} movement points left for the battle"
    for modifier in preview.modifiers:
        yield f"  {modifier.value:+} {modifier.text} ({modifier.case})"
    for foe in preview.foes:
        dice = f" on {', '.join(map(str, foe.dice))}" if foe.dice else ""
        yield f"  {foe.chance:6.1%} {bar(foe.chance, 20):20} {foe.text or foe.result}{dice}"
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


def ruled(rules: Rules[Any], ruling: Ruling) -> Iterator[str]:
    """Why an order is refused, with what the case says."""
    yield wrapped(f"No: {ruling}.")
    if (row := cases_of(rules).get(ruling.case)) is not None:
        yield wrapped(f"{row.case} {row.title}: {row.summary}", "  ")


def standing(game: Game) -> dict[str, float]:
    """Each side's victory points."""
    totals: dict[str, float] = dict.fromkeys(game.rules.sides, 0)
    for score in game.rules.scores(game.position):
        totals[score.side] = totals.get(score.side, 0) + score.points
    return totals
