"""Benchmarks: how fast the program is, each against a goal.

Speed is best told as a ratio to something well known, measured in turns in the same run: machines
differ and so do their busy hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from typhoon.lab import measures

GAME = "red-typhoon"


class Bench(msgspec.Struct, frozen=True):
    """A figure, its goal, and whether it is met; None where it could not be measured."""

    name: str
    value: float | None
    unit: str
    ratio: float | None
    """To the yardstick of the benchmark, where it has one."""
    goal: str
    met: bool | None
    note: str = ""


def benchmarks(quick: bool = False) -> Iterator[Bench]:
    """All benchmarks, one after another."""
    seconds = 0.2 if quick else 1.0
    rounds = 3 if quick else 6
    yield _random_play(GAME, rounds, seconds, 1)
    yield _below(20, f"position-copy/{GAME}", "us", lambda: measures.position_copy(GAME, rounds) * 1e6)
    yield _below(150, f"destinations/{GAME}", "us", lambda: measures.destinations(GAME, rounds) * 1e6)
    yield _below(10, f"all-orders/{GAME}", "ms", lambda: measures.all_orders(GAME, rounds) * 1e3)
    yield _below(3, f"view-encode/{GAME}", "ms", lambda: measures.view_encode(GAME, rounds) * 1e3)
    yield _below(3, f"staff-game/{GAME}", "s", lambda: measures.staff_game(GAME, 1 if quick else 3))
    yield _below(30, f"memory/{GAME}", "MB", lambda: measures.memory(GAME))
    yield from _solitaire(rounds, seconds, quick)
    yield from _operation(rounds, seconds, quick)
    yield _below(0.3, "import", "s", lambda: measures.import_time(rounds))


def _solitaire(rounds: int, seconds: float, quick: bool) -> Iterator[Bench]:
    game = "typhoon-solitaire"
    yield _random_play(game, rounds, seconds, 1)
    yield _below(20, f"position-copy/{game}", "us", lambda: measures.position_copy(game, rounds) * 1e6)
    yield _timed(100, game, "pocket-detection", "us", rounds)
    # A hundred games in two minutes on two cores.
    yield _below(2.4, f"staff-game/{game}", "s", lambda: measures.staff_game(game, 1 if quick else 5))


def _operation(rounds: int, seconds: float, quick: bool) -> Iterator[Bench]:
    game = "operation-typhoon"
    yield _random_play(game, rounds, seconds, 0.7, "guderian")
    yield _random_play(game, rounds, seconds, 0.4, "campaign")
    name = f"{game}/campaign"
    yield _below(
        40, f"position-copy/{name}", "us", lambda: measures.position_copy(game, rounds, "campaign") * 1e6
    )
    yield _timed(5, game, "supply", "ms", rounds, "campaign")
    yield _timed(400, game, "destinations", "us", rounds, "campaign")
    yield _timed(60, game, "all-moves", "ms", rounds, "campaign")
    yield _below(15, f"view-encode/{name}", "ms", lambda: measures.first_view(game, rounds, "campaign") * 1e3)
    yield _below(20, f"staff-game/{game}/guderian", "s", lambda: measures.staff_game(game, 1, "guderian"))
    if not quick:
        seconds, size = measures.written_staff_game(game, "campaign")
        yield _below(120, f"staff-game/{name}", "s", lambda: seconds)
        yield _below(200, f"journal/{name}", "kB", lambda: size)


def _random_play(game: str, rounds: int, seconds: float, least: float, scenario: str | None = None) -> Bench:
    ours, chess = measures.random_play(game, rounds, seconds, scenario)
    name = f"random-play/{game}" + (f"/{scenario}" if scenario else "")
    unit, goal = "orders/s", f"ratio >= {least:g}"
    if chess is None:
        return Bench(name, round(ours), unit, None, goal, None, "python-chess is not installed")
    ratio = ours / chess
    note = f"python-chess plays {chess:.0f} moves/s"
    return Bench(name, round(ours), unit, round(ratio, 3), goal, ratio >= least, note)


def _timed(limit: float, game: str, what: str, unit: str, rounds: int, scenario: str | None = None) -> Bench:
    """A part of the rules that the game names as worth timing."""
    parts = {"us": 1e6, "ms": 1e3}[unit]
    name = f"{what}/{game}" + (f"/{scenario}" if scenario else "")
    return _below(limit, name, unit, lambda: measures.timing(game, what, rounds, scenario) * parts)


def _below(limit: float, name: str, unit: str, measure: Callable[[], float]) -> Bench:
    goal = f"< {limit:g} {unit}"
    try:
        value = measure()
    except measures.NotMeasured as error:
        return Bench(name, None, unit, None, goal, None, str(error))
    return Bench(name, float(f"{value:.4g}"), unit, None, goal, value < limit)
