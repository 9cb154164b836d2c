"""Connections: one WebSocket for each client, told of every change."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from time import monotonic

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from typhoon.server.clerk import SLOW, STALE, Clerk
from typhoon.server.doors import at_farewell, attended
from typhoon.server.hall import NoTable, NotYours
from typhoon.server.messages import Reply, encode
from typhoon.server.rates import Bucket
from typhoon.server.requests import AnyRequest, Hello, Wrong, read
from typhoon.server.seats import SPECTATOR, Holder
from typhoon.server.settings import Settings
from typhoon.server.store import StoreError
from typhoon.server.table import NO_TABLE, NOT_YOURS, Crowded
from typhoon.server.tables import hall_of, holder_of
from typhoon.server.visitors import TooMany, Visitor, Visitors

GREETING_TIME = 10.0
"""As many seconds a new connection has to say who it is."""
BREATH = 0.15
"""A spectator is told of changes once in so many seconds at most."""
MOST_REPLIES = 200
"""A client that lets more of them pile up is cut off."""
MOST_REASON = 100
"""As many characters can be said in closing a connection."""
TOO_MUCH = 1008
BROKEN = 1011
REASONS = (TimeoutError, NoTable, NotYours, Wrong, Crowded, TooMany, StoreError)
"""Why somebody may not be at a table."""
MISTAKE = "the server made a mistake; the game is as it was before"

log = logging.getLogger("typhoon.server")


async def connect(socket: WebSocket) -> None:
    """Find out who a connection is, and talk to whoever may be there."""
    # A browser learns why it was refused only after the connection was made.
    await socket.accept()
    visitors: Visitors = socket.app.state.visitors
    try:
        connection = await _connection(socket, visitors)
    except WebSocketDisconnect:
        return
    except REASONS as error:
        await _turn_away(socket, visitors.at(socket), error)
    else:
        await connection.serve()


async def _turn_away(socket: WebSocket, visitor: Visitor, reason: Exception) -> None:
    """Tell somebody who may not be there why, when it is their address's turn."""
    try:
        await visitor.turn()
    except TooMany as too_many:
        reason = too_many
    await socket.close(_code(reason), (str(reason) or "nobody said who it is")[:MOST_REASON])


async def _connection(socket: WebSocket, visitors: Visitors) -> Connection:
    async with asyncio.timeout(GREETING_TIME):
        hello: Hello = read(text_of(await socket.receive()), Hello)
    holder = holder_of(socket, hello.token, hello.side)
    id_ = socket.path_params["id"]
    visitor = visitors.holding(holder, id_)
    await visitor.turn()
    attended(socket)
    clerk = await hall_of(socket).clerk(id_)
    holder = holder_of(socket, hello.token, hello.side)  # the link may have been replaced meanwhile
    connection = Connection(socket, clerk, holder, visitor, socket.app.state.settings)
    connection.seen = clerk.table.seen_since(hello.since, hello.looks)
    clerk.table.welcome(connection)
    return connection


def _code(error: Exception) -> int:
    match error:
        case NoTable():
            return NO_TABLE
        case TooMany():
            return TOO_MUCH
        case StoreError():
            return BROKEN
    return NOT_YOURS


class Connection:
    """A client's connection to a table."""

    def __init__(
        self, socket: WebSocket, clerk: Clerk, holder: Holder, visitor: Visitor, settings: Settings
    ) -> None:
        self.holder = holder
        self.seen = clerk.table.seen_since(None)
        self._socket, self._clerk, self._visitor = socket, clerk, visitor
        self._bucket = Bucket(settings.requests_a_second, settings.burst)
        self._replies: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._is_stale = True
        self._told_at = 0.0
        self._parting: tuple[int, str] | None = None
        self._has_left = False
        self._waiting: asyncio.Timeout | None = None
        """While it waits for its turn."""
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        self._is_stale = True
        self._news.set()

    def leave(self, code: int, reason: str) -> None:
        self._parting = code, reason
        self._news.set()

    def _hurry(self) -> None:
        """The client has left: what it still had to ask has no turn to wait for."""
        self._has_left = True
        if self._waiting is not None:
            self._waiting.reschedule(0)

    async def serve(self) -> None:
        """Talk until the client leaves."""
        at_farewell(self._socket, self._hurry)
        sending = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self._clerk.table.bid_farewell(self)
            for task in (sending, *self._tasks):
                task.cancel()
            await asyncio.gather(sending, *self._tasks, return_exceptions=True)

    # What the client says

    async def _receive(self) -> None:
        while self._parting is None:
            message = await self._heard()
            if not self._bucket.take() or len(self._replies) > MOST_REPLIES:
                self.leave(TOO_MUCH, "too many requests")
                break
            try:
                await self._turn()
                with self._visitor.working():
                    request: AnyRequest = read(text_of(message), AnyRequest)
            except (Wrong, TooMany) as error:
                self._reply(self._failed(_id_of(message), str(error)))
            except WebSocketDisconnect:
                break
            else:
                await self._take(request)
        while True:  # nothing more is answered
            await self._heard()

    async def _turn(self) -> None:
        """Wait for the client's turn; of one that has left nothing is done that would have to wait."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if self._has_left else None) as self._waiting:
                await self._visitor.turn()
        self._waiting = None
        if self._has_left and self._visitor.debt > 0:
            raise WebSocketDisconnect

    async def _heard(self) -> Message:
        """The next message; raises ``WebSocketDisconnect`` when the client has left."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000), message.get("reason"))
        return message

    async def _take(self, request: AnyRequest) -> None:
        if not isinstance(request, SLOW):
            with self._visitor.working():
                await self._answer(request)
            return
        # It must not hold up what comes after it.
        task = asyncio.create_task(self._answer(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, request: AnyRequest) -> None:
        try:
            reply = await self._clerk.answer(request, self.holder)
        except Exception:
            log.exception("table %s: a request was not answered", self._clerk.table.id)
            reply = self._failed(request.id, MISTAKE)
        if reply.error == STALE:
            self._is_stale = True
        self._reply(reply)

    def _failed(self, id_: str, error: str) -> Reply:
        return Reply(id=id_, ok=False, n=self._clerk.table.match.n, error=error)

    def _reply(self, reply: Reply) -> None:
        self._replies.append(encode(reply))
        self._news.set()

    # What it is told

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
            while self._replies:
                await self._socket.send_text(self._replies.popleft().decode())
                await asyncio.sleep(0)  # else it would not be heard that the client has left
            if self._parting is not None:
                await self._socket.close(*self._parting)
                return
            if self._is_stale and await self._may_be_told():
                self._is_stale = False
                with self._visitor.working():
                    state = self._clerk.table.told(self.holder, self.seen)
                self._visitor.charge(size=len(state))
                await self._socket.send_text(state)
            if not self._replies and not self._is_stale and self._parting is None:
                self._news.clear()
                await self._news.wait()

    async def _may_be_told(self) -> bool:
        """Wait until a spectator may be sent a state; what there is to say by then goes first."""
        wait = 0.0
        if self.holder.seat == SPECTATOR:
            wait = max(self._told_at + BREATH - monotonic(), self._visitor.debt)
        if wait <= 0:
            self._told_at = monotonic()
            return True
        self._news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), wait)
        return False


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
