"""Benchmarks: how fast the program is, each against a goal.

Speed is best told as a ratio to something well known, measured in turns in the same run: machines
differ and so do their busy hours.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from typhoon.lab import measures, rates
from typhoon.lab.subjects import Subject

INTERPRETER = f"{platform.python_implementation()} {platform.python_version()}"

RED = Subject("red-typhoon", length=1_200)
FLEXIBLE = Subject("red-typhoon", "flexible", length=1_200)
SOLITAIRE = Subject("typhoon-solitaire", length=240)
GUDERIAN = Subject("operation-typhoon", "guderian", length=2_000)
CAMPAIGN = Subject("operation-typhoon", "campaign", length=8_000)
REVISED_GUDERIAN = GUDERIAN._replace(game="operation-typhoon-revision")
REVISED_CAMPAIGN = CAMPAIGN._replace(game="operation-typhoon-revision")
VARIANTS = {REVISED_GUDERIAN: (GUDERIAN, 0.9), REVISED_CAMPAIGN: (CAMPAIGN, 0.9)}
"""Beside which game a variant is played at random, and the least ratio wanted."""
NONOP = Subject("typhoon-nonop", length=2_000)


class Bench(msgspec.Struct, frozen=True):
    """A figure, its goal, and whether it is met; None where it has no goal or could not be measured."""

    name: str
    value: float | None
    unit: str
    ratio: float | None
    """To the yardstick of the benchmark, where it has one."""
    goal: str
    met: bool | None
    note: str = ""
    interpreter: str = INTERPRETER


class Pace(NamedTuple):
    """Orders a second beside python-chess, with the least ratio wanted in each game, where there is one."""

    name: str
    measure: Callable[[Subject, int], rates.Rate]
    goals: Mapping[Subject, float | None]


class Time(NamedTuple):
    """A time of something, with the limit that it should stay below in each game."""

    name: str
    unit: str
    measure: Callable[[Subject, int], float]
    """In seconds, the best of so many rounds."""
    goals: Mapping[Subject, float]


PACES = (
    Pace(
        "random-play",
        rates.random_play,
        {RED: 1.3, SOLITAIRE: 1.1, GUDERIAN: 0.7, CAMPAIGN: 0.45, NONOP: 0.5},
    ),
    Pace("core", rates.random_core, {RED: 1.5, SOLITAIRE: 1.3, GUDERIAN: 0.8, CAMPAIGN: 0.5}),
    Pace("set-up", rates.random_set_up, dict.fromkeys((FLEXIBLE, SOLITAIRE, GUDERIAN, CAMPAIGN))),
)
FORK = {FLEXIBLE: 6, SOLITAIRE: 6, GUDERIAN: 13, CAMPAIGN: 13}
TIMES = (
    Time(
        "position-copy",
        "us",
        measures.position_copy,
        {RED: 20, SOLITAIRE: 20, CAMPAIGN: 40, REVISED_CAMPAIGN: 45, NONOP: 30},
    ),
    Time("evaluate", "us", measures.evaluate, {RED: 60, SOLITAIRE: 25, GUDERIAN: 120, CAMPAIGN: 120}),
    Time("fork-20", "us", partial(measures.fork, orders=20), FORK),
    Time("fork-2000", "us", partial(measures.fork, orders=2_000), FORK),
    Time("imagine", "ms", measures.imagine, {GUDERIAN: 0.1, CAMPAIGN: 0.2}),
    Time("snapshot", "us", measures.snapshot, {RED: 60, SOLITAIRE: 95, GUDERIAN: 195, CAMPAIGN: 860}),
    Time("restore", "us", measures.restore, {RED: 480, SOLITAIRE: 550, GUDERIAN: 350, CAMPAIGN: 1_550}),
    Time("destinations", "us", measures.destinations, {RED: 150}),
    Time(
        "destinations",
        "us",
        partial(measures.timing, what="destinations"),
        {CAMPAIGN: 400, REVISED_CAMPAIGN: 400, NONOP: 300},
    ),
    Time("all-orders", "ms", measures.all_orders, {RED: 10}),
    Time(
        "all-moves",
        "ms",
        partial(measures.timing, what="all-moves"),
        {CAMPAIGN: 60, REVISED_CAMPAIGN: 60, NONOP: 40},
    ),
    Time(
        "supply", "ms", partial(measures.timing, what="supply"), {CAMPAIGN: 5, REVISED_CAMPAIGN: 5, NONOP: 4}
    ),
    Time("pocket-detection", "us", partial(measures.timing, what="pocket-detection"), {SOLITAIRE: 100}),
    Time("nonop-ranges", "us", partial(measures.timing, what="nonop-ranges"), {NONOP: 200}),
    Time("view-encode", "ms", measures.view_encode, {RED: 3}),
    Time("view-encode", "ms", measures.first_view, {CAMPAIGN: 15, REVISED_CAMPAIGN: 18, NONOP: 12}),
    Time("closed-odds", "ms", measures.closed_odds, {REVISED_GUDERIAN: 60}),
)
STAFF_GAMES = {RED: 1.4, SOLITAIRE: 2.4, GUDERIAN: 1.6, REVISED_GUDERIAN: 25}
"""Seconds; of the solitaire game a hundred in two minutes on two cores."""

WRITTEN = {CAMPAIGN: (12, 200), REVISED_CAMPAIGN: (150, 220), NONOP: (30, 150)}
"""Seconds of a long game between staffs, and kB of its journal."""


def benchmarks(quick: bool = False) -> Iterator[Bench]:
    """All benchmarks, one after another."""
    for pace in PACES:
        for subject, least in pace.goals.items():
            yield _at_least(least, f"{pace.name}/{subject.name}", pace.measure(subject, 1 if quick else 5))
    for subject, (below, least) in VARIANTS.items():
        yield _at_least(
            least, f"random-play/{subject.name}", rates.beside(subject, below, 1 if quick else 5), below.name
        )
    rounds = 3 if quick else 6
    for time in TIMES:
        for subject, limit in time.goals.items():
            name, measure = f"{time.name}/{subject.name}", partial(time.measure, subject, rounds)
            yield _below(limit, name, time.unit, measure)
    for subject, limit in STAFF_GAMES.items():
        measure = partial(measures.staff_game, subject, 1 if quick else 3)
        yield _below(limit, f"staff-game/{subject.name}", "s", measure)
    if not quick:
        for subject, (limit, most) in WRITTEN.items():
            seconds, size = measures.written_staff_game(subject)
            yield _below(limit, f"staff-game/{subject.name}", "s", partial(float, seconds))
            yield _below(most, f"journal/{subject.name}", "kB", partial(float, size))
        yield _below(1.5, f"staff-turn/{NONOP.name}", "s", partial(measures.staff_turn, NONOP))
    yield _below(30, f"memory/{RED.name}", "MB", lambda: measures.memory(RED))
    yield _below(0.3, "import", "s", lambda: measures.import_time(rounds))


def _at_least(least: float | None, name: str, rate: rates.Rate, beside: str = "python-chess") -> Bench:
    value, unit, goal = round(rate.orders), "orders/s", "" if least is None else f"ratio >= {least:g}"
    if rate.ratio is None:
        return Bench(name, value, unit, None, goal, None, "python-chess is not installed")
    met = None if least is None else rate.ratio >= least
    note = f"{beside} plays {rate.chess:.0f} {'moves' if beside == 'python-chess' else 'orders'}/s"
    return Bench(name, value, unit, round(rate.ratio, 3), goal, met, note)


PARTS = {"us": 1e6, "ms": 1e3}


def _below(limit: float, name: str, unit: str, measure: Callable[[], float]) -> Bench:
    goal = f"< {limit:g} {unit}"
    try:
        value = measure() * PARTS.get(unit, 1)
    except measures.NotMeasured as error:
        return Bench(name, None, unit, None, goal, None, str(error))
    return Bench(name, float(f"{value:.4g}"), unit, None, goal, value < limit)
