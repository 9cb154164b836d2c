"""Analyses of finished games: worked out one at a time beside the server, and kept beside the games."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path

from typhoon.players.analysis import Analysis, beside, kept
from typhoon.server.messages import AnalysisFacts
from typhoon.server.requests import Wrong

PLAYOUTS = 24
"""How often each phase is played on in other ways."""
COMMAND = (sys.executable, "-P", "-m", "typhoon.server.analysing")


class Analysts:
    """The analyses of a folder; each game has its journal there, and what was found."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._at_work: tuple[str, Process] | None = None

    def facts(self, table: str, journal: str, *, may_start: bool) -> AnalysisFacts:
        """How far the analysis of a game has come."""
        found = self.found(table, journal)
        running = self._running() == table
        return AnalysisFacts(running, may_start and not running, found.thought, found.whole, found.turns)

    def found(self, table: str, journal: str) -> Analysis:
        return kept(beside(self._path(table)), journal, PLAYOUTS)

    async def start(self, table: str, journal: str) -> None:
        """Begin, or go on; raises ``Wrong`` while another game is looked at."""
        running = self._running()
        if running == table:
            return
        if running is not None:
            raise Wrong("another game is being analysed: stop that first, or wait for it")
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(table)
        await asyncio.to_thread(path.write_text, journal, "utf-8")
        process = await asyncio.create_subprocess_exec(
            *COMMAND, str(path), str(PLAYOUTS), stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
        )
        self._at_work = table, process

    async def stop(self, table: str) -> None:
        """Think no further about a game; what was found is kept."""
        if self._running() == table:
            await self.close()

    async def forget(self, table: str) -> None:
        """Remove all that was found about a game."""
        await self.stop(table)
        path = self._path(table)
        for each in (path, beside(path)):
            each.unlink(missing_ok=True)

    async def close(self) -> None:
        if self._at_work is None:
            return
        _, process = self._at_work
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        self._at_work = None

    def _running(self) -> str | None:
        """The table whose game is being looked at."""
        if self._at_work is None or self._at_work[1].returncode is not None:
            return None
        return self._at_work[0]

    def _path(self, table: str) -> Path:
        return self._folder / f"{table}.journal"
