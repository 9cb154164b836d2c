"""Playing games between computer players, on as many processors as there are.

A game is played the same whichever process plays it: its dice and its players draw on the
series' seed and the game's own number, and on nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec

from typhoon.engine.game import Game
from typhoon.engine.seat import Seat, Thinking
from typhoon.engine.start import new
from typhoon.players import find_player

MOST_ORDERS = 100_000
"""A game that takes more is given up as one that does not end."""
LONGEST_CHUNK = 50
CHUNKS_PER_PROCESS = 10

Progress = Callable[[int], None]
"""Told how many games are done."""


class Job(msgspec.Struct, frozen=True):
    """A game to be played."""

    game: str
    scenario: str
    players: dict[str, str]
    """The name of each side's player."""
    seed: int | str
    """The seed of the whole series."""
    index: int
    """The number of the game in the series, from 1."""
    options: dict[str, str] = {}
    charts: str | None = None
    journals: str | None = None
    """The folder that the journal is written into."""
    most_orders: int = MOST_ORDERS
    seconds: float | None = None
    """How long a player may think about an order; what it then finds depends on the machine."""

    @property
    def dice_seed(self) -> str:
        return f"{self.seed} game {self.index}"

    @property
    def journal_name(self) -> str:
        return f"{self.game}-{self.scenario}-{self.index:04}.journal"


class GameRow(msgspec.Struct, frozen=True):
    """How a game went."""

    index: int
    level: str
    """The victory level; empty when the game did not come to an end."""
    winner: str
    points: dict[str, float]
    orders: int
    turn: int
    state: str
    """The hash of the last position."""
    figures: dict[str, float] = {}
    """What the game itself tells of its end."""

    @property
    def finished(self) -> bool:
        return bool(self.level)


class GameBroke(Exception):
    """The program failed in mid-game; the message says in which one, so that it can be played again."""


def play_game(job: Job) -> GameRow:
    """Play a game to its end, or to the limit of orders."""
    try:
        game = new(job.game, job.scenario, seed=job.dice_seed, options=job.options, charts=job.charts)
        orders = _play_out(game, job)
    except Exception as error:
        raise GameBroke(
            f"game {job.index} of seed {job.seed} ({job.game}, {job.scenario}) broke down: "
            f"{type(error).__name__}: {error}"
        ) from error
    if job.journals is not None:
        Path(job.journals, job.journal_name).write_text(game.journal.text(), encoding="utf-8")
    result = game.result
    return GameRow(
        job.index,
        result.level if result else "",
        result.winner if result else "",
        result.points if result else {},
        orders,
        game.position.turn,
        game.state_hash(),
        dict(game.rules.annals.figures(game.position)),
    )


def _play_out(game: Game, job: Job) -> int:
    players = {
        side: find_player(job.players[side], game.rules, side, job.seed, job.index)
        for side in game.rules.sides
    }
    orders = 0
    while (decision := game.decision) is not None and orders < job.most_orders:
        seat = Seat(game, decision.side, Thinking(job.seconds))
        game.push(players[decision.side].choose(seat))
        orders += 1
    return orders


def play_games(jobs: Sequence[Job], processes: int = 1, progress: Progress | None = None) -> list[GameRow]:
    """Play games on so many processes; the rows come in the order of their numbers."""
    rows: list[GameRow] = []
    for chunk in _played(jobs, min(processes, len(jobs))):
        rows += chunk
        if progress is not None:
            progress(len(rows))
    return sorted(rows, key=lambda row: row.index)


def _played(jobs: Sequence[Job], processes: int) -> Iterator[list[GameRow]]:
    if processes <= 1:
        yield from ([play_game(job)] for job in jobs)
        return
    pool = ProcessPoolExecutor(
        processes, multiprocessing.get_context("spawn"), initializer=_stop_when_interrupted
    )
    try:
        chunks = [pool.submit(_play_chunk, chunk) for chunk in _chunks(jobs, processes)]
        for chunk in as_completed(chunks):
            yield chunk.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _play_chunk(jobs: Sequence[Job]) -> list[GameRow]:
    return [play_game(job) for job in jobs]


def _chunks(jobs: Sequence[Job], processes: int) -> Iterator[Sequence[Job]]:
    """Chunks long enough to be worth sending, short enough to keep everyone busy to the end."""
    size = max(1, min(LONGEST_CHUNK, len(jobs) // (processes * CHUNKS_PER_PROCESS)))
    return (jobs[start : start + size] for start in range(0, len(jobs), size))


def _stop_when_interrupted() -> None:
    """Ctrl-C reaches every process; the parent alone has something to say about it."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
