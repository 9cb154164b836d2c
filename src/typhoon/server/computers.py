"""Asking computer players for their orders without waiting on the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
from zlib import crc32

import msgspec

from typhoon.server.thinking import Answer, Job, SoFar

LONGEST_THOUGHT = 60.0
_LINE_LIMIT = 64 * 1024 * 1024


class NoAnswer(Exception):
    """A computer player did not choose an order."""


class Thinker:
    """One process, asked one question at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._sent: dict[str, tuple[int, int]] = {}
        """For each table its history and how many of its orders the process has."""

    async def ask(self, game: SoFar, side: str, player: str, seed: str, fresh: bool) -> str:
        async with self._turn:
            try:
                return await self._ask_in_time(game, side, player, seed, fresh)
            except (EOFError, ConnectionError):
                # The process was ended by somebody: a new one knows nothing, and is told all.
                await self.stop()
                return await self._ask_in_time(game, side, player, seed, fresh)

    async def _ask_in_time(self, game: SoFar, side: str, player: str, seed: str, fresh: bool) -> str:
        try:
            return await asyncio.wait_for(self._ask(game, side, player, seed, fresh), LONGEST_THOUGHT)
        except BaseException as error:
            await self.stop()  # whatever is still on its way belongs to nobody
            if isinstance(error, TimeoutError):
                raise NoAnswer("the computer player thought too long") from error
            raise

    async def _ask(self, game: SoFar, side: str, player: str, seed: str, fresh: bool) -> str:
        history, start = self._sent.get(game.table, (-1, 0))
        if history != game.history or start > len(game.orders):
            start = 0
        for first in (start, 0):
            opening = "" if first else game.opening
            job = Job(
                game.table, game.history, side, player, seed, first, game.orders[first:], opening, fresh
            )
            answer = await self._exchange(job)
            if not answer.resend:
                break
        if answer.error or not answer.order:
            self._sent.pop(game.table, None)
            raise NoAnswer(answer.error or "the computer player does not know the game")
        self._sent[game.table] = game.history, len(game.orders)
        return answer.order

    async def _exchange(self, job: Job) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._sent.clear()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "typhoon.server.thinking",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
            )
        reader, writer = self._process.stdout, self._process.stdin
        assert reader is not None and writer is not None
        writer.write(msgspec.json.encode(job) + b"\n")
        await writer.drain()
        line = await reader.readline()
        if not line:
            raise EOFError("its process ended")
        return msgspec.json.decode(line, type=Answer)

    async def stop(self) -> None:
        process, self._process = self._process, None
        self._sent.clear()
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class Computers:
    """A few thinkers; a table always asks the same one, which then knows its game."""

    def __init__(self, count: int | None = None) -> None:
        self._thinkers = [Thinker() for _ in range(count or min(4, os.cpu_count() or 1))]

    async def choose(self, game: SoFar, side: str, player: str, seed: str, fresh: bool = False) -> str:
        """The order that a player would give."""
        thinker = self._thinkers[crc32(game.table.encode()) % len(self._thinkers)]
        return await thinker.ask(game, side, player, seed, fresh)

    async def stop(self) -> None:
        await asyncio.gather(*(thinker.stop() for thinker in self._thinkers))
