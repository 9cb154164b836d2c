"""How many orders a second are carried out, beside python-chess.

Machines differ and so do their busy moments, so the two take turns, some hundred orders and some
hundred moves at a time: what slows down one slows down the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from typhoon.engine.core import Core
from typhoon.engine.game import Game
from typhoon.lab.subjects import Subject, at_random, placing

TURN = 200
"""Orders, or moves of chess, until the other is on turn."""
ROUND = 4_800
"""Orders of play in a round, about: whole games, and one at least."""
PLACED = 1_000
"""Orders of set-up in a round."""

Manner = Callable[[Game, Random], Iterator[object]]
"""A way to play a game at random: it yields after every order."""


class Rate(NamedTuple):
    """Orders a second, moves of chess a second, and their ratio: medians of several rounds."""

    orders: float
    chess: float | None
    """None where python-chess is not installed."""
    ratio: float | None


def random_play(subject: Subject, rounds: int, manner: Manner = at_random) -> Rate:
    """Random play of whole games, one after another, from the ready-made set-up on."""
    games = max(1, ROUND // subject.length)
    return _beside_chess(_whole_games(subject, number * games, games, manner) for number in range(rounds))


def beside(subject: Subject, other: Subject, rounds: int) -> Rate:
    """Random play of a variant, with the game below it in place of chess."""
    games = max(1, ROUND // subject.length)
    paces = []
    for number in range(rounds):
        ours, theirs = (_whole_games(s, number * games, games, at_random) for s in (subject, other))
        paces.append(_by_turns(ours, theirs))
    ratio = median(our.rate / their.rate for our, their in paces)
    return Rate(median(our.rate for our, _ in paces), median(their.rate for _, their in paces), ratio)


def random_core(subject: Subject, rounds: int) -> Rate:
    """The same in the bare core, without journal, story and undo."""
    return random_play(subject, rounds, _in_core)


def _in_core(game: Game, rng: Random) -> Iterator[object]:
    core = Core(game.position, rng)
    while core.decider >= 0:
        core.play(core.orders.sample(rng))
        yield None


def _whole_games(subject: Subject, first: int, games: int, manner: Manner) -> Iterator[object]:
    seeds = range(first, first + games)
    begun = [(subject.ready_made(seed), Random(seed)) for seed in seeds]  # now, before time is taken
    return chain.from_iterable(manner(game, rng) for game, rng in begun)


def random_set_up(subject: Subject, rounds: int) -> Rate:
    """Placing units at random."""
    return _beside_chess(
        islice(placing(subject.begun(number), Random(number)), PLACED) for number in range(rounds)
    )


def _beside_chess(rounds: Iterable[Iterator[object]]) -> Rate:
    moves = _chess()
    paces = [_by_turns(orders, moves) for orders in rounds]
    ours = median(our.rate for our, _ in paces)
    if moves is None:
        return Rate(ours, None, None)
    return Rate(
        ours, median(chess.rate for _, chess in paces), median(our.rate / chess.rate for our, chess in paces)
    )


class _Pace:
    """How much was done, and how long it took."""

    def __init__(self) -> None:
        self.done = 0
        self.seconds = 0.0

    @property
    def rate(self) -> float:
        return self.done / self.seconds

    def go_on(self, things: Iterable[object]) -> bool:
        """Do things; False when there are none left to do."""
        start = process_time()
        done = sum(1 for _ in things)
        self.seconds += process_time() - start
        self.done += done
        return done > 0


def _by_turns(orders: Iterator[object], moves: Iterator[object] | None) -> tuple[_Pace, _Pace]:
    ours, chess = _Pace(), _Pace()
    while ours.go_on(islice(orders, TURN)):
        if moves is not None:
            chess.go_on(islice(moves, TURN))
    return ours, chess


def _chess() -> Iterator[object] | None:
    """Random games of chess, one after another; None where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def moves() -> Iterator[None]:
        rng = Random(1942)
        while True:
            board = chess.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                yield

    return moves()
