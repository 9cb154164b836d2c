"""The computer players at a table: they play when it is their turn, and can be stopped."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from typhoon.server.computers import Computers, NoAnswer
from typhoon.server.messages import PERSON, ChatLine
from typhoon.server.store import StoreError, now_text

if TYPE_CHECKING:
    from typhoon.server.table import Table

log = logging.getLogger("typhoon.server")


class Opponents:
    def __init__(self, table: Table, computers: Computers, pace: float) -> None:
        self._table = table
        self._computers = computers
        self.pace = pace
        self.paused = False
        self.thinking: str | None = None
        """The side whose player is thinking."""
        self._playing: asyncio.Task[None] | None = None

    def play(self) -> None:
        """Let them choose, if it is for them to choose, until it no longer is."""
        if self._to_act() and (self._playing is None or self._playing.done()):
            self._playing = asyncio.get_running_loop().create_task(self._play())

    async def ask(self, side: str, player: str, *, fresh: bool = False) -> str:
        """The order that a player would give."""
        table = self._table
        return await self._computers.choose(table.whole(), side, player, f"{table.id} {table.n}", fresh)

    async def stop(self) -> None:
        """Let nobody think on."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    def _to_act(self) -> str | None:
        """The side whose computer player should choose now; among themselves they play only for watchers."""
        table = self._table
        side = table.to_act
        if side is None or self.paused or table.player_of(side) == PERSON:
            return None
        return side if table.people or table.watchers else None

    async def _play(self) -> None:
        table = self._table
        try:
            while (side := self._to_act()) is not None:
                if self.thinking != side:
                    self.thinking = side
                    table.wake()
                pause = asyncio.create_task(asyncio.sleep(self.pace if table.watchers else 0))
                moment = table.history, table.n
                order = await self.ask(side, table.player_of(side))
                await pause
                if (table.history, table.n) == moment and not self.paused:
                    table.carry_out(order)
        except (NoAnswer, StoreError, ValueError, OSError, EOFError) as error:
            log.error("table %s: %s", table.id, error)
            self.paused = True
            table.chat.append(ChatLine(len(table.chat) + 1, "", "umpire", f"Play stops: {error}", now_text()))
        finally:
            self.thinking = None
            table.wake()
