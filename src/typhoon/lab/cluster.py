"""Playing on a Ray cluster: many machines, any of which may die.

Games are small tasks.  One whose worker or node dies is tried again elsewhere; what was played is kept by the
driver, so that a driver which dies goes on from there.  Every node must have the same program installed: one
that has another plays nothing.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from typhoon.lab.experiment import Arm
from typhoon.lab.playing import Played, unfinished
from typhoon.lab.pools import AHEAD, TRIES, Game, Worker

RETRIES = 3
"""How often Ray itself tries a game again whose node died."""


class NoCluster(OSError):
    """There is no cluster to play on."""


class Cluster:
    """A Ray cluster: ``auto`` for the one of this machine, ``local`` to start one, or an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __call__(self, arms: Mapping[str, Arm], games: Iterable[Game]) -> Iterator[Played]:
        ray = self._connect()
        task = ray.remote(max_retries=RETRIES, num_cpus=1)(_play)
        shared = ray.put((program_of_driver(), dict(arms)))
        todo, at_hand, deaths = iter(games), dict[Any, Game](), Counter[Game]()
        try:
            while True:
                room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(at_hand)
                for _ in range(max(room, 0)):
                    if (game := next(todo, None)) is None:
                        break
                    at_hand[task.remote(shared, game)] = game
                if not at_hand:
                    return
                (done,), _ = ray.wait(list(at_hand), num_returns=1)
                game = at_hand.pop(done)
                try:
                    yield ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    raise NoCluster(0, str(error.cause)) from error
                except ray.exceptions.RayError:
                    deaths[game] += 1
                    if deaths[game] >= TRIES:
                        yield unfinished(arms[game[0]], game[1], f"its nodes died, {TRIES} times")
                    else:
                        at_hand[task.remote(shared, game)] = game
        finally:
            ray.shutdown()

    def _connect(self) -> Any:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            raise NoCluster(0, "--ray needs Ray: pip install 'typhoon-wargames[cluster]'") from error
        self._knock()
        try:
            ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
        except (ConnectionError, ValueError, RuntimeError) as error:
            text = str(error).splitlines()[0]
            raise NoCluster(0, f"there is no Ray cluster at '{self.address}': {text}") from error
        return ray

    def _knock(self) -> None:
        """Ray itself would wait for minutes where nobody is."""
        host, colon, port = self.address.removeprefix("ray://").rpartition(":")
        if colon and port.isdecimal():
            try:
                socket.create_connection((host, int(port)), timeout=10).close()
            except OSError as error:
                raise NoCluster(0, f"there is no Ray cluster at '{self.address}': {error}") from error


def program_of_driver() -> str:
    from typhoon.lab.running import program

    return program()


def _play(shared: tuple[str, Mapping[str, Arm]], game: Game) -> Played:
    """What a node does: it must be the same program, or the rows would not be the same."""
    wanted, arms = shared
    if program_of_driver() != wanted:
        raise RuntimeError(f"the node {os.uname().nodename} has another version of Typhoon")
    return _worker(arms).play(game)


_WORKERS: list[Worker] = []


def _worker(arms: Mapping[str, Arm]) -> Worker:
    """Games are played in a process beside Ray's own, which can be ended when one of them hangs."""
    if _WORKERS and _WORKERS[0].arms != arms:
        _WORKERS.pop().end()
    if not _WORKERS:
        _WORKERS.append(Worker(arms))
    return _WORKERS[0]
