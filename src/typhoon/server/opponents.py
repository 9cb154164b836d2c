"""The computer players at a table: they play when it is their turn, and can be stopped."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from typhoon.server.computers import Computers, NoAnswer
from typhoon.server.match import Match
from typhoon.server.messages import PERSON
from typhoon.server.questions import Advise, Choose
from typhoon.server.seats import Seating
from typhoon.server.store import StoreError
from typhoon.server.thinking import Note

log = logging.getLogger("typhoon.server")


class Audience(Protocol):
    """Whom they play before."""

    @property
    def is_watched(self) -> bool: ...

    def wake(self) -> None: ...

    def announce(self, text: str) -> None: ...


def seed_of(match: Match) -> str:
    """The chance that players think with: their own, and the same for the same moment."""
    return f"{match.id} {match.n} {match.game.takebacks}"


class Opponents:
    def __init__(
        self, match: Match, seating: Seating, audience: Audience, computers: Computers, pace: float
    ) -> None:
        self._match, self._seating, self._audience = match, seating, audience
        self._computers = computers
        self.pace = pace
        self.paused = False
        self.thinking: str | None = None
        """The side whose player is thinking."""
        self.thought = 0
        """How much of its thinking is done, in tens of a hundred."""
        self.plan: list[str] = []
        """What it means to do in this phase, in words; empty where people play too."""
        self._playing: asyncio.Task[None] | None = None
        self._about: tuple[object, str] | None = None
        """The moment that it thinks about, and the side it thinks for."""

    def play(self) -> None:
        """Let them choose, if it is for them to choose, until it no longer is.

        Whoever thinks about a moment that is past by now, or has been paused, thinks no further.
        """
        side = self._to_act()
        if self._playing is not None and self._about not in (None, (self._match.moment, side)):
            self._playing.cancel()
            self._playing = self._about = None
        if side and (self._playing is None or self._playing.done()):
            self._playing = asyncio.get_running_loop().create_task(self._play())

    async def stop(self) -> None:
        """Let nobody think on."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    def _to_act(self) -> str | None:
        """The side whose computer player should choose now; among themselves they play only for watchers."""
        side = self._match.to_act
        if side is None or self.paused or not self._match.is_ready or self._seating.player_of(side) == PERSON:
            return None
        return side if self._seating.people or self._audience.is_watched else None

    async def _order(self, choice: Choose) -> str:
        """The order that is given; where nobody plays who must not know it, the plan is told as well."""
        match = self._match
        if self._seating.people:
            self.plan = []
            return await self._computers.choose(match.so_far(), match.id, choice, self._hear)
        advice = await self._computers.advise(match.so_far(), match.id, Advise(choice), self._hear)
        if advice.plan:
            self.plan = [f"The {choice.side.capitalize()} plan:", *advice.plan]
            self._audience.wake()
        return advice.order

    def _hear(self, note: Note) -> None:
        """Let it be seen how far somebody is who thinks long."""
        thought = int(10 * note.share) * 10
        side = (self.thinking or "").capitalize()
        plan = [f"The {side} plan so far:", note.plan] if note.plan else self.plan
        if (thought, plan) != (self.thought, self.plan):
            self.thought, self.plan = thought, plan
            self._audience.wake()

    async def _play(self) -> None:
        match, audience = self._match, self._audience
        try:
            while (side := self._to_act()) is not None:
                if self.thinking != side:
                    self.thinking = side
                    audience.wake()
                pause = asyncio.create_task(asyncio.sleep(self.pace if audience.is_watched else 0))
                self._about, self.thought = (match.moment, side), 0
                choice = Choose(side, self._seating.player_of(side), seed_of(match))
                order = await self._order(choice)
                await pause
                self._about = None
                match.carry_out(order)
        except (NoAnswer, StoreError, ValueError) as error:
            log.error("table %s: %s", match.id, error)
            self.paused = True
            with suppress(StoreError):  # a disk that does not take the order does not take this either
                audience.announce(f"Play stops: {error}")
        finally:
            self.thinking, self.thought = None, 0
            audience.wake()
