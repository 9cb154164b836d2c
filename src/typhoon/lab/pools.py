"""Where games are played: in this process, or in processes beside it.

A process that dies, by whatever cause, costs its games a second try; a game that kills its process again and
again, alone, is told of as broken.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for

from typhoon.lab.experiment import Arm
from typhoon.lab.playing import ENCODER, Played, play
from typhoon.lab.record import Record

Game = tuple[str, int]
"""The digest of an arm, and a number."""
Pool = Callable[[Mapping[str, Arm], Iterable[Game]], Iterator[Played]]
"""Plays games, in any order; closing the iterator stops it."""

TRIES_ALONE = 2
"""How often a game is tried again by itself after the process died that played it."""


def in_this_process(arms: Mapping[str, Arm], games: Iterable[Game]) -> Iterator[Played]:
    for digest, index in games:
        yield play(arms[digest], index)


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, arms: Mapping[str, Arm], games: Iterable[Game]) -> Iterator[Played]:
        todo = deque(games)
        while todo:
            at_hand = yield from self._until_one_dies(arms, todo, self.count)
            for game in at_hand:
                yield from self._alone(arms, game)

    def _alone(self, arms: Mapping[str, Arm], game: Game) -> Iterator[Played]:
        """Try a game again that may have killed its process, with nobody beside it to be suspected."""
        for _ in range(TRIES_ALONE):
            if not (yield from self._until_one_dies(arms, deque([game]), 1)):
                return
        yield lost(arms[game[0]], game[1])

    def _until_one_dies(
        self, arms: Mapping[str, Arm], todo: deque[Game], count: int
    ) -> Generator[Played, None, list[Game]]:
        """Play what is to be played; the games that were at hand when a process died, if one did."""
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=(arms,))
        at_hand: dict[Future[Played], Game] = {}
        workers = []
        try:
            while todo or at_hand:
                while todo and len(at_hand) < 2 * count:  # one to play, one to come
                    at_hand[pool.submit(_play, todo[0])] = todo[0]
                    todo.popleft()
                workers = list((pool._processes or {}).values())
                done, _ = wait(at_hand, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    del at_hand[future]
                    yield played
            return []
        except BrokenProcessPool:
            return list(at_hand.values())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()


def lost(arm: Arm, index: int) -> Played:
    """A game whose process has died again and again."""
    broken = f"the process that played it died, {1 + TRIES_ALONE} times"
    return Played(ENCODER.encode(Record(arm.digest, index, broken=broken)), True)


_ARMS: Mapping[str, Arm] = {}


def _begin(arms: Mapping[str, Arm]) -> None:
    global _ARMS
    _ARMS = arms
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone has something to say about it
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed leaves nobody behind to play on for nothing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _play(game: Game) -> Played:
    digest, index = game
    return play(_ARMS[digest], index)
