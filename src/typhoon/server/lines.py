"""Connections: one WebSocket for each client, told of every change."""

from __future__ import annotations

import asyncio
import logging
from collections import deque

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from typhoon.server.answers import STALE, Clerk
from typhoon.server.messages import Reply, encode
from typhoon.server.rates import Bucket
from typhoon.server.requests import AnyRequest, Wrong, read
from typhoon.server.seats import Holder
from typhoon.server.settings import Settings

MOST_REPLIES = 200
"""A client that lets more of them pile up is cut off."""
TOO_MUCH = 1008
BROKEN = 1011
MISTAKE = "the server made a mistake; the game is as it was before"

log = logging.getLogger("typhoon.server")


class Line:
    """A client's connection to a table."""

    def __init__(self, socket: WebSocket, clerk: Clerk, holder: Holder, since: int | None) -> None:
        self.holder = holder
        self._socket = socket
        self._clerk = clerk
        self.seen = clerk.table.seen_since(since)
        self._replies: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._is_stale = True
        self._parting: tuple[int, str] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        self._is_stale = True
        self._news.set()

    def leave(self, code: int, reason: str) -> None:
        self._parting = code, reason
        self._news.set()

    async def serve(self, settings: Settings) -> None:
        """Talk until the client leaves."""
        table = self._clerk.table
        table.watchers.add(self)
        table.changed()
        sending = asyncio.create_task(self._send())
        try:
            await self._receive(Bucket(settings.requests_a_second, settings.burst))
        except WebSocketDisconnect:
            pass
        finally:
            table.watchers.discard(self)
            for task in (sending, *self._tasks):
                task.cancel()
            await asyncio.gather(sending, *self._tasks, return_exceptions=True)
            table.wake()

    async def _receive(self, bucket: Bucket) -> None:
        while True:
            message = await self._socket.receive()
            if not bucket.take() or len(self._replies) > MOST_REPLIES:
                await self._socket.close(TOO_MUCH, "too many requests")
                return
            try:
                request: AnyRequest = read(text_of(message), AnyRequest)
            except Wrong as error:
                n = self._clerk.table.match.n
                self._reply(Reply(id=_id_of(message), ok=False, n=n, error=str(error)))
                continue
            # What takes time, such as a hint, must not hold up what comes after it.
            task = asyncio.create_task(self._answer(request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: AnyRequest) -> None:
        try:
            reply = await self._clerk.answer(request, self.holder)
        except Exception:
            log.exception("table %s: a request was not answered", self._clerk.table.id)
            reply = Reply(id=request.id, ok=False, n=self._clerk.table.match.n, error=MISTAKE)
        if reply.error == STALE:
            self._is_stale = True
        self._reply(reply)

    def _reply(self, reply: Reply) -> None:
        self._replies.append(encode(reply))
        self._news.set()

    async def _send(self) -> None:
        """Send every reply, and the state as it is by then: a slow client misses states, never replies."""
        try:
            await self._send_news()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client has left
        except Exception:
            log.exception("table %s: a state could not be sent", self._clerk.table.id)
            await self._socket.close(BROKEN, MISTAKE)

    async def _send_news(self) -> None:
        while self._socket.client_state is WebSocketState.CONNECTED:
            if self._parting is not None:
                await self._socket.close(*self._parting)
                return
            while self._replies:
                await self._socket.send_text(self._replies.popleft().decode())
            if self._is_stale:
                self._is_stale = False
                state = self._clerk.table.state(self.holder, self.seen)
                await self._socket.send_text(encode(state).decode())
            if not self._replies and not self._is_stale:
                self._news.clear()
                await self._news.wait()


def text_of(message: Message) -> str:
    """What a client said; raises ``Wrong`` when that is no text, and ``WebSocketDisconnect`` when it left."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000), message.get("reason"))
    text: str | None = message.get("text")
    if text is None:
        raise Wrong("messages are texts, not bytes")
    return text


class _AnyId(msgspec.Struct):
    id: str = ""


def _id_of(message: Message) -> str:
    """The id of a request that makes no sense otherwise."""
    try:
        found: _AnyId = read(text_of(message), _AnyId)
    except Wrong:
        return ""
    return found.id[:64]
