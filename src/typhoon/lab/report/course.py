"""How games went: points, the front and who held which place, turn by turn and beside history."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import polars as pl

from typhoon.engine.events import with_capitals
from typhoon.lab import past, pictures
from typhoon.lab.experiment import Arm
from typhoon.lab.maps import QUANTILES
from typhoon.lab.page import Table, paragraph, picture
from typhoon.lab.report.material import Material
from typhoon.lab.tables import SIDES

MOST_PLACES = 12
BANDS = ("10 %", "25 %", "median", "75 %", "90 %")
HISTORY_IN_WORDS = (
    "Below them, broad and violet, is the front of history as far as it is known here. Dots are places whose "
    "days of capture we know, as they were held when the turn was over: dark German, red Soviet. The front "
    "is that of the game's start, but for the land nearest to a place that has changed hands since, which "
    f"goes with the place, and what that cuts off. It is drawn within {past.NEAR} km of such places of both "
    f"sides ({past.AT_LEAST} hexes on a map of large ones). How the front ran between the dots, "
    "and who was surrounded behind it, this does not tell."
)


def points(given: Material) -> str:
    parts = []
    for arms in given.detailed_alike():
        series = {arm.name: given.found.by_turn("turns", arm, "margin") for arm in arms}
        label = f"{with_capitals(arms[0].rules.sides[0], SIDES)} margin"
        rows = [(name, *row) for name, band in series.items() for row in band]
        table = Table(["arm", "turn", *BANDS], rows)
        title = f"{label} at the end of each turn: median, the middle half and the middle four fifths"
        parts.append(picture(title, pictures.bands(series, label, title), table))
    return "".join(parts)


# The front


def front(given: Material) -> str:
    parts = []
    for arm in given.on_maps:
        parts += [f"<h3>{escape(arm.name)}</h3>", _maps_of(given, arm), _along_axes(given, arm)]
    if not parts:
        return ""
    names = ", ".join(f"{line.colour_name} {line.share:.0%}" for line in QUANTILES)
    lines = f"The lines run round the hexes that were German in more than so many of the games: {names}. "
    lines += "Land cut off from every named place of its side, as by a raid, goes with what lies around it."
    return paragraph(lines) + paragraph(HISTORY_IN_WORDS) + "".join(parts)


def _maps_of(given: Material, arm: Arm) -> str:
    turns = given.found.turns(arm)
    if not turns:
        return ""
    first, last = turns[0], turns[-1]
    shown = [last] if given.is_balance else sorted({first, (first + last) // 2, last})
    others = [] if given.is_balance else [turn for turn in turns if turn not in shown]
    drawing = _side_by_side([_map(given, arm, turn) for turn in shown])
    if others:
        more = _side_by_side([_map(given, arm, turn) for turn in others])
        drawing += f"<details><summary>The turns between</summary>{more}</details>"
    head = ["end of", *[f"hexes German in over {line.share:.0%}" for line in QUANTILES], "in history"]
    for side, enemy in (SIDES, SIDES[::-1]):
        head.append(f"{side.capitalize()} in history, {enemy.capitalize()} in most games")
    table = Table(head, [_row(given, arm, turn) for turn in turns])
    return picture(f"{arm.name}: the front", drawing, table)


def _side_by_side(drawn: Sequence[str]) -> str:
    return f'<div class="maps">{"".join(drawn)}</div>'


def _map(given: Material, arm: Arm, turn: int) -> str:
    title, rules = _turn_title(arm, turn), arm.rules
    begun = turn >= rules.first_turn
    drawing = given.sheet(arm).fronts(
        _german(given, arm, turn),
        f"{arm.name}: the front, {title}",
        given.found.past_ground(arm, turn) if begun else set(),
        past.holders(rules, turn) if begun else {},
    )
    return f"<div><p>{title}</p>{drawing}</div>"


def _german(given: Material, arm: Arm, turn: int) -> list[set[str]]:
    return [given.found.german(arm, turn, line.share) for line in QUANTILES]


def _row(given: Material, arm: Arm, turn: int) -> tuple[object, ...]:
    unlike, counts = given.found.unlike_history(arm, turn), map(len, _german(given, arm, turn))
    then = len(given.found.past_ground(arm, turn)) or None
    return _turn_title(arm, turn), *counts, then, *[", ".join(unlike[side]) for side in SIDES]


def _turn_title(arm: Arm, turn: int) -> str:
    """A turn by the day on which it is over."""
    if turn < arm.rules.first_turn:
        return "At the start"
    day = past.last_day(arm.rules, turn)
    return f"Turn {turn}, to {day}" if day else f"Turn {turn}"


def _along_axes(given: Material, arm: Arm) -> str:
    series = {
        axis: given.found.by_turn("fronts", arm, "km", pl.col("axis") == axis)
        for axis in given.found.axes(arm)
    }
    if not series:
        return ""
    rows = [(axis, *row) for axis, band in series.items() for row in band]
    title = f"{arm.name}: how far the front stands along each axis, in km from its start"
    return picture(title, pictures.bands(series, "km", title), Table(["axis", "turn", *BANDS], rows))


# Places


def places(given: Material) -> str:
    parts = []
    for arms in given.by_scenario():
        names = given.found.places(arms[0], MOST_PLACES)
        curves = {place: {arm.name: given.found.held(arm, place) for arm in arms} for place in names}
        if not curves:
            continue
        rules, choice = arms[0].rules, arms[0].choice
        history = {place: past.curve(rules, place) for place in names}
        days = {turn: past.last_day(rules, turn) for turn in given.found.turns(arms[0])}
        rows = []
        for place, by_arm in curves.items():
            then = dict(history[place])
            for name, curve in by_arm.items():
                rows += [
                    (place, name, turn, days.get(turn, ""), f"{part:.1%}", _yes_no(then.get(turn)))
                    for turn, part in curve
                ]
        table = Table(["place", "arm", "turn", "to", "German in", "German in history"], rows)
        title = f"{choice.game}, {choice.scenario}: in how many games the Germans held a place, by date"
        parts.append(picture(title, pictures.curves(curves, history, days, title), table))
    return "".join(parts)


def _yes_no(value: float | None) -> str:
    return "" if value is None else "yes" if value else "no"
