"""What happened: who held which place on which day of 1941 and 1942, for laying games beside it."""

from __future__ import annotations

import csv
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from typhoon.engine.rules import Rules

FILE = Path(__file__).with_suffix(".csv")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@cache
def changes() -> dict[str, list[tuple[date, str]]]:
    """When each place that we know of changed hands."""
    found: dict[str, list[tuple[date, str]]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["place"], []).append((date.fromisoformat(row["since"]), row["holder"]))
    return {place: sorted(times) for place, times in found.items()}


def holder(place: str, day: date) -> str:
    """Who held a place on a day; before the Germans came it was Soviet; empty when we do not know.

    >>> [holder("Klin", date(1941, 12, day)) for day in (1, 15)], holder("Nowhere", date(1941, 12, 1))
    (['german', 'soviet'], '')
    """
    times = changes().get(place)
    if times is None:
        return ""
    return next((who for since, who in reversed(times) if since <= day), "soviet")


def end_of_turn(rules: Rules[Any], turn: int) -> date | None:
    """The last day of a turn: the one before the next turn, as far as turns have dates."""
    if turn < rules.last_turn:
        following = day_of(rules.date(turn + 1))
        return following - timedelta(days=1) if following else None
    this, before = day_of(rules.date(turn)), day_of(rules.date(turn - 1)) if turn > 1 else None
    return this + (this - before) - timedelta(days=1) if this and before else this


def day_of(text: str) -> date | None:
    """The day that a turn begins with.

    >>> day_of("5 Jan 1942"), day_of("1-7 Oct"), day_of("Turn 3")
    (datetime.date(1942, 1, 5), datetime.date(1941, 10, 1), None)
    """
    found = re.search(r"(\d{1,2})(?: ?[-–] ?\d{1,2})? ([A-Z][a-z]{2})[a-z]* ?(19\d\d)?", text)
    if not found or found[2] not in MONTHS:
        return None
    month = MONTHS.index(found[2]) + 1
    return date(int(found[3] or (1941 if month > 5 else 1942)), month, int(found[1]))
