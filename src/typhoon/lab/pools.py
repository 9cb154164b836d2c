"""Where games are played: in this process, or in processes beside it.

A process that dies, by whatever cause, costs the game it played a second try; a game that kills its process
again and again is told of as broken, and so is one that takes too long: its process is ended and replaced.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from math import inf
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from time import monotonic

from typhoon.lab.experiment import Arm
from typhoon.lab.playing import Played, Trail, play, unfinished

Game = tuple[str, int]
"""The digest of an arm, and a number."""
Pool = Callable[[Mapping[str, Arm], Iterable[Game]], Iterator[Played]]
"""Plays games, in any order; closing the iterator stops it."""

TRIES = 3
"""How often a game is begun whose process dies."""
AHEAD = 2
"""Games at hand for each process: one that is played and one to come."""


def in_this_process(arms: Mapping[str, Arm], games: Iterable[Game]) -> Iterator[Played]:
    for digest, index in games:
        yield play(arms[digest], index)


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, arms: Mapping[str, Arm], games: Iterable[Game]) -> Iterator[Played]:
        todo = iter(games)
        first = list(islice(todo, self.count))  # no more processes than games
        workers = [Worker(arms) for _ in first]
        try:
            for worker, game in zip(workers, first, strict=True):
                worker.give(game)
            while True:
                for worker in workers:
                    for game in islice(todo, AHEAD - len(worker.at_hand)):
                        worker.give(game)
                if not any(worker.at_hand for worker in workers):
                    return
                wait(workers)
                for worker in workers:
                    if (played := worker.answer()) is not None:
                        yield played
        finally:
            for worker in workers:
                worker.end()


class Worker:
    """A process that plays one game after another; another takes its place when it dies or must be ended."""

    def __init__(self, arms: Mapping[str, Arm]) -> None:
        self.arms = arms
        self.at_hand: deque[Game] = deque()
        """The first is the one that is played."""
        self._deaths = 0
        """Of processes, since the last answer."""
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._since = inf
        """When the game was begun; the clock stands still until the process is ready."""
        self._scratch = tempfile.TemporaryDirectory(prefix="typhoon-lab-", ignore_cleanup_errors=True)
        self.line, theirs = context.Pipe()
        work = (theirs, dict(self.arms), self._scratch.name)
        self._process = context.Process(target=_work, args=work, daemon=True)
        self._process.start()
        theirs.close()
        for game in self.at_hand:
            self._send(game)

    def _send(self, game: Game) -> None:
        with suppress(OSError):  # it has died, and whoever asks for its answer learns of it
            self.line.send(game)

    def give(self, game: Game) -> None:
        self.at_hand.append(game)
        if len(self.at_hand) == 1 and self._since < inf:
            self._since = monotonic()
        self._send(game)

    def play(self, game: Game) -> Played:
        """Have one game played, and wait for it."""
        self.give(game)
        while (played := self.answer()) is None:
            wait([self])
        return played

    @property
    def time_left(self) -> float:
        """Seconds that the game has which is played."""
        return self._since + self._arm.limit - monotonic() if self.at_hand and self._since < inf else inf

    @property
    def _arm(self) -> Arm:
        return self.arms[self.at_hand[0][0]]

    def answer(self) -> Played | None:
        """What has become of the game that is played; None while there is nothing to be told."""
        try:
            while self.line.poll():
                self._since, told = monotonic(), self.line.recv()
                if told is not None:
                    return self._over(told)
        except (EOFError, OSError):
            return self._died()
        return self._cut_off() if self.time_left <= 0 else None

    def _over(self, played: Played) -> Played:
        self.at_hand.popleft()
        self._deaths = 0
        return played

    def _died(self) -> Played | None:
        """The process was killed, or killed itself."""
        self._deaths += 1
        if self._deaths < TRIES or not self.at_hand:
            self.end()
            self._begin()
            return None
        if self._since == inf:
            raise ChildProcessError(0, "the processes that should play do not start")
        return self._give_up(f"the process that played it died, {TRIES} times")

    def _cut_off(self) -> Played:
        return self._give_up(f"cut off: it took longer than {self._arm.limit:g} seconds")

    def _give_up(self, broken: str) -> Played:
        """Tell of the game as broken, with its journal as far as it came, and go on with those to come."""
        self._stop()
        trail = Path(self._scratch.name, TRAIL)
        journal = trail.read_text(encoding="utf-8", errors="replace") if trail.exists() else ""
        played = self._over(unfinished(self._arm, self.at_hand[0][1], broken, journal))
        self.end()
        self._begin()
        return played

    def _stop(self) -> None:
        self._process.kill()
        self._process.join()

    def end(self) -> None:
        self._stop()
        self.line.close()
        self._scratch.cleanup()


def wait(workers: Sequence[Worker]) -> None:
    """Until one of them has something to tell, or its time is over."""
    left = min(worker.time_left for worker in workers)
    wait_for([worker.line for worker in workers], None if left == inf else max(left, 0))


# In the process that plays

TRAIL = "trail.journal"


def _work(line: Connection, arms: Mapping[str, Arm], scratch: str) -> None:
    """Play what is asked for until there is nobody left who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone has something to say about it
    tempfile.tempdir = scratch  # so that all goes with it
    threading.Thread(target=_end_with_parent, args=(scratch,), daemon=True).start()
    with Path(scratch, TRAIL).open("wb", buffering=0) as file:
        trail = Trail(file)
        line.send(None)  # ready
        while True:
            digest, index = line.recv()
            line.send(play(arms[digest], index, trail))


def _end_with_parent(scratch: str) -> None:
    """A parent that was killed leaves nobody behind to play on for nothing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)
