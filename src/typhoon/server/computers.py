"""The other processes: asking them without waiting on the event loop, and sharing them fairly."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from typhoon.server.questions import Advice, Advise, Choose, Question
from typhoon.server.replica import SoFar
from typhoon.server.thinking import Answer, Job, News, Note, Stop
from typhoon.server.turns import Turns

LONGEST_THOUGHT = 60.0
"""As many seconds a computer player may think about its order, and anybody about a question."""
LEEWAY = 2.0
"""As many of them are left to come to an end in; whoever is told to stop and has not by then is ended."""
MOST_WAITING = 200
MOST_WAITING_EACH = 8
"""As many questions wait, of all and of each asker."""
COMMAND = (sys.executable, "-P", "-m", "typhoon.server.thinking")
_LINE_LIMIT = 64 * 1024 * 1024


Told = Callable[[Note], None]
"""Who hears how far a thought has come."""


def unheard(note: Note) -> None:
    """Nobody asked."""


class NoAnswer(Exception):
    """A question that is not answered; the message says why."""


class Busy(NoAnswer):
    """Too many questions wait already."""


class Worker:
    """One process, asked one question at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._sent: dict[str, tuple[int, int]] = {}
        """For each game its history and how many of its orders the process has."""
        self._job = 0
        """The number of the last job."""
        self._time: asyncio.Timeout | None = None
        """When it must be done."""
        self._told: Told = unheard
        """Whoever wants to know how far it is."""

    def knows(self, game: SoFar | None) -> int:
        """How much the process knows of a game."""
        history, count = self._sent.get(game.name, (-1, 0)) if game else (-1, 0)
        return count + 1 if game and history == game.history else 0

    async def ask(self, question: Question, game: SoFar | None, told: Told = unheard) -> msgspec.Raw:
        self._told = told
        try:
            return await self._ask_in_time(question, game)
        except (EOFError, ConnectionError):
            # The process was ended by somebody: a new one knows nothing, and is told all.
            await self.stop()
        try:
            return await self._ask_in_time(question, game)
        except (EOFError, OSError) as error:
            raise NoAnswer("the process that should answer has ended") from error

    async def _ask_in_time(self, question: Question, game: SoFar | None) -> msgspec.Raw:
        try:
            async with asyncio.timeout(LONGEST_THOUGHT) as self._time:
                return await self._ask(question, game)
        except NoAnswer:
            raise
        except BaseException as error:
            await self.stop()  # whatever is still on its way belongs to nobody
            if isinstance(error, TimeoutError):
                raise NoAnswer("this takes too long") from error
            raise

    async def _ask(self, question: Question, game: SoFar | None) -> msgspec.Raw:
        if game is None:
            answer = await self._exchange(self._new_job(question))
        else:
            answer = await self._ask_about(question, game)
        if answer.error or answer.resend:
            raise NoAnswer(answer.error or "the game could not be followed")
        return answer.found

    async def _ask_about(self, question: Question, game: SoFar) -> Answer:
        history, start = self._sent.get(game.name, (-1, 0))
        if history != game.history or start > len(game.orders):
            start = 0
        for first in (start, 0):
            opening = "" if first else game.opening
            news = News(game.name, game.history, first, game.orders[first:], opening)
            answer = await self._exchange(self._new_job(question, news))
            if not answer.resend:
                break
        self._sent[game.name] = game.history, len(game.orders)
        if answer.error:
            self._sent.pop(game.name)
        return answer

    def _new_job(self, question: Question, news: News | None = None) -> Job:
        self._job += 1
        return Job(question, self._job, max(0.0, LONGEST_THOUGHT - LEEWAY), news)

    async def _exchange(self, job: Job) -> Answer:
        if self.process is None or self.process.returncode is not None:
            self._sent.clear()
            self.process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
            )
        reader, writer = self.process.stdout, self.process.stdin
        assert reader is not None and writer is not None
        writer.write(msgspec.json.encode(job) + b"\n")
        await writer.drain()
        while line := await reader.readline():
            heard: Note | Answer = msgspec.json.decode(line, type=Note | Answer)
            if isinstance(heard, Answer):
                return heard
            self._told(heard)
        raise EOFError("its process ended")

    def interrupt(self) -> None:
        """Nobody waits for the answer any more: whoever thinks about it is told to stop, and soon ended."""
        if self._time is not None:
            self._time.reschedule(asyncio.get_running_loop().time() + LEEWAY)
        writer = self.process.stdin if self.process is not None else None
        if writer is not None and not writer.is_closing():
            writer.write(msgspec.json.encode(Stop(self._job)) + b"\n")

    async def stop(self) -> None:
        process, self.process = self.process, None
        self._sent.clear()
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class _Waiting(msgspec.Struct, eq=False):
    """A question that somebody waits to have answered."""

    question: Question
    game: SoFar | None
    table: str
    who: str
    found: asyncio.Future[msgspec.Raw]
    told: Told


class Computers:
    """A few processes for all tables.

    Orders of computer players come first, table by table.  One process at least is left to them when
    there are several; questions of people share the others, by turns of tables and of those who ask, and
    of each asker one at a time is worked on.
    """

    def __init__(self, count: int | None = None) -> None:
        self.workers = [Worker() for _ in range(count or max(2, min(4, os.cpu_count() or 1)))]
        self._idle = list(self.workers)
        self._orders: Turns[_Waiting] = Turns()
        self._questions: Turns[_Waiting] = Turns()
        self._asking: set[tuple[str, str]] = set()
        """Those whose question is worked on."""
        self._most_asking = max(1, len(self.workers) - 1)
        self._running: set[asyncio.Task[None]] = set()

    async def choose(self, game: SoFar, table: str, choice: Choose, told: Told = unheard) -> str:
        """The order that a computer player gives."""
        return msgspec.json.decode(await self._wait(self._orders, choice, game, table, "", told), type=str)

    async def advise(self, game: SoFar, table: str, choice: Advise, told: Told = unheard) -> Advice:
        """The order that a computer player gives, and its plan in words."""
        answer = await self._wait(self._orders, choice, game, table, "", told)
        return msgspec.json.decode(answer, type=Advice)

    async def ask(
        self, question: Question, game: SoFar | None, *, table: str, who: str, kind: Any = msgspec.Raw
    ) -> Any:
        """The answer to somebody's question, as the kind of thing it is; raises ``NoAnswer``."""
        waiting = self._questions
        if len(waiting) >= MOST_WAITING or waiting.waiting(table, who) >= MOST_WAITING_EACH:
            raise Busy("too many questions are waiting; ask again in a moment")
        return msgspec.json.decode(await self._wait(waiting, question, game, table, who), type=kind)

    async def stop(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))

    async def _wait(
        self,
        turns: Turns[_Waiting],
        question: Question,
        game: SoFar | None,
        table: str,
        who: str,
        told: Told = unheard,
    ) -> msgspec.Raw:
        found: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(question, game, table, who, found, told)
        turns.add(table, who, waiting)
        self._give_out()
        try:
            return await waiting.found
        except asyncio.CancelledError:
            turns.drop(table, who, waiting)
            raise

    def _give_out(self) -> None:
        while self._idle:
            waiting = self._orders.next()
            asks = waiting is None
            if waiting is None and len(self._asking) < self._most_asking:
                waiting = self._questions.next(lambda table, who: (table, who) not in self._asking)
            if waiting is None:
                return
            worker = max(self._idle, key=lambda worker: worker.knows(waiting.game))
            self._idle.remove(worker)
            if asks:
                self._asking.add((waiting.table, waiting.who))
            task = asyncio.create_task(self._work(worker, waiting, asks))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _work(self, worker: Worker, waiting: _Waiting, asks: bool) -> None:
        found = waiting.found

        def let_go(found: asyncio.Future[msgspec.Raw]) -> None:
            if found.cancelled():
                worker.interrupt()

        found.add_done_callback(let_go)
        try:
            answer = await worker.ask(waiting.question, waiting.game, waiting.told)
            if not found.done():
                found.set_result(answer)
        except Exception as error:
            if not found.done():
                found.set_exception(error)
        finally:
            found.remove_done_callback(let_go)
            found.cancel()
            if asks:
                self._asking.discard((waiting.table, waiting.who))
            self._idle.append(worker)
            self._give_out()
