"""A process of its own in which questions are answered that take long, so that nobody waits for them.

It reads jobs from standard input and writes answers to standard output, one JSON value a line, and
ends when its input does.  A job that nobody waits for any more can be stopped while it is worked on.  Of the
games it follows it gets orders and dice as they fell, never the dice key.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

import msgspec

from typhoon.engine.seat import Stopped, Thinking
from typhoon.players.crew import Crew
from typhoon.server.questions import Advise, CheckJournal, Question
from typhoon.server.replica import GivenOrder, Replica

MOST_GAMES = 16
"""As many games are kept in memory."""
NICE = 10
"""Orders that people give come first."""


class News(msgspec.Struct):
    """What is new of a game: its orders from number ``start`` on."""

    name: str
    history: int
    start: int
    orders: list[GivenOrder]
    opening: str = ""
    """The journal before the first order, when ``start`` is 0."""


class Job(msgspec.Struct, tag="job"):
    question: Question
    number: int
    seconds: float
    """The time there is for it."""
    news: News | None = None
    """Of the game that is asked about, where it is one that is played."""


class Stop(msgspec.Struct, tag="stop"):
    """Nobody waits any more for the job of that number, nor for those before it."""

    number: float


class Note(msgspec.Struct, tag="note"):
    """How far whoever thinks has come, and what it would do as things stand, where that is asked for."""

    share: float
    plan: str = ""


class Answer(msgspec.Struct, tag="answer"):
    """What was found, or in words why there is nothing; ``resend`` asks for the whole game."""

    found: msgspec.Raw = msgspec.Raw(b"null")
    resend: bool = False
    error: str = ""


class Desk:
    """Every game this process knows."""

    def __init__(self, told: Callable[[Note], None] = lambda note: None) -> None:
        self._told = told
        self._replicas: OrderedDict[str, Replica] = OrderedDict()
        self._crew = Crew()
        self.stopped: float = 0
        """The number of the last job that nobody waits for."""

    def answer(self, job: Job) -> Answer:
        thinking = Thinking(
            job.seconds,
            lambda: self.stopped >= job.number,
            lambda progress: self._told(Note(progress.share, progress.plan)),
            in_words=isinstance(job.question, Advise),
        )
        try:
            if isinstance(job.question, CheckJournal):
                return Answer(msgspec.Raw(msgspec.json.encode(job.question.answer(None))))
            replica = self._replica(job.news)
            if replica is None:
                return Answer(resend=True)
            replica.thinking, replica.crew = thinking, self._crew
            return Answer(msgspec.Raw(msgspec.json.encode(job.question.answer(replica))))
        except Stopped:
            return Answer(error="nobody waits for it")
        except Exception as error:
            if job.news is not None:
                self._replicas.pop(job.news.name, None)
            return Answer(error=_in_words(error))

    def _replica(self, news: News | None) -> Replica | None:
        """The game as it is now; None when more must be told of it."""
        if news is None:
            return None
        if news.start == 0 and news.opening:
            self._replicas[news.name] = Replica(news.opening, news.history)
        replica = self._replicas.get(news.name)
        if replica is None or replica.history != news.history or len(replica.given) != news.start:
            return None
        self._replicas.move_to_end(news.name)
        while len(self._replicas) > MOST_GAMES:
            self._replicas.popitem(last=False)
        replica.follow(news.orders)
        return replica


def _in_words(error: Exception) -> str:
    """Errors of people's making say what is wrong; of others only their kind is told."""
    if isinstance(error, RecursionError):
        return "brackets are nested too deeply"
    return str(error) if isinstance(error, ValueError) else f"it makes no sense ({type(error).__name__})"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it by closing its input
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    desk = Desk(_write)
    jobs: SimpleQueue[Job | None] = SimpleQueue()
    Thread(target=_listen, args=(desk, jobs), daemon=True).start()
    while (job := jobs.get()) is not None:
        _write(desk.answer(job))


def _write(words: Note | Answer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(words) + b"\n")
    sys.stdout.buffer.flush()


def _listen(desk: Desk, jobs: SimpleQueue[Job | None]) -> None:
    """Hear what is wanted, and what no longer is, while something is worked on."""
    decode = msgspec.json.Decoder(Job | Stop).decode
    try:
        for line in sys.stdin.buffer:
            match decode(line):
                case Stop(number=number):
                    desk.stopped = number
                case job:
                    jobs.put(job)
    finally:
        desk.stopped = float("inf")
        jobs.put(None)


if __name__ == "__main__":
    main()
