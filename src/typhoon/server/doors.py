"""The doors: how many sockets may be open, for whom, and for how long without a word.

The web server below knows no such limits, so its protocols are given some here.  A socket is *idle*
until a whole request has come by it whose turn it is, and between two requests.  When there are too many
sockets, the one that was idle longest gives way, and only when none is idle the newcomer is turned away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import h11
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

SILENCE = 20.0
"""As many seconds a socket may be idle."""
FROZEN = 20.0
"""As many seconds a client may take nothing of what it is sent."""
MOST_SOCKETS = 2_000
MOST_SOCKETS_EACH = 100
"""As many are open, in all and to one address."""
ATTEND = "attend"
"""Where a request carries what lets the doors know of it."""
FAREWELL = "farewell"
"""Where it carries what is to be done when its socket is gone."""
SPARE_FILES = 150
"""As many files the server needs besides sockets, and for sockets that come and go."""
MOST_UNREAD = 4 * 1024 * 1024
"""As many bytes wait for a client that does not take them."""
MOST_PIECES = 1_000
"""In as many pieces a message may come."""


class Doors:
    """All sockets, each with the address it came from."""

    def __init__(self, most: int, most_each: int, trusted: Callable[[str], bool]) -> None:
        self._most, self._most_each, self._trusted = most, most_each, trusted
        self._open: dict[asyncio.Transport, str] = {}
        self._from: Counter[str] = Counter()
        """How many came from each address."""
        self._idle: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """Those that have to say something soon, who was idle longest first."""

    def enter(self, transport: asyncio.Transport) -> None:
        """Let a socket in, and another one out when there are too many."""
        address = _address(transport)
        self._open[transport] = address
        self._from[address] += 1
        self.idle(transport)
        if self._from[address] > self._most_each and not self._trusted(address):
            self._shut(next(other for other in self._idle if self._open[other] == address))
        elif len(self._open) > self._most:
            self._shut(next(iter(self._idle)))

    def attend(self, transport: asyncio.Transport) -> None:
        """A request that came by a socket is being answered."""
        if (timer := self._idle.pop(transport, None)) is not None:
            timer.cancel()

    def idle(self, transport: asyncio.Transport) -> None:
        """The next request is waited for."""
        self.attend(transport)
        if transport in self._open:
            later = asyncio.get_running_loop().call_later
            self._idle[transport] = later(SILENCE, self._shut, transport)

    def leave(self, transport: asyncio.Transport) -> None:
        self.attend(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def _shut(self, transport: asyncio.Transport) -> None:
        self.leave(transport)
        transport.abort()


def attended(connection: HTTPConnection) -> None:
    """Let the doors know that a request has its turn."""
    attend = connection.scope.get("state", {}).get(ATTEND)
    if attend is not None:
        attend()


def at_farewell(connection: HTTPConnection, act: Callable[[], None]) -> None:
    """Do something as soon as the socket of a connection is gone, whatever came by it before."""
    connection.scope.get("state", {}).get(FAREWELL, []).append(act)


def _address(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class _Impatient(asyncio.Protocol):
    """Cuts off a client that does not take what it is sent."""

    transport: asyncio.Transport
    _frozen: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._frozen = asyncio.get_running_loop().call_later(FROZEN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._thaw()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._thaw()

    def _thaw(self) -> None:
        if self._frozen is not None:
            self._frozen.cancel()
            self._frozen = None


class HttpDoor(_Impatient, H11Protocol):
    """A socket for plain requests, until it becomes one for messages."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self._doors = doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._doors.enter(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._doors.leave(self.transport)

    def handle_events(self) -> None:
        super().handle_events()
        if self.scope is not None:
            self.scope["state"][ATTEND] = partial(self._doors.attend, self.transport)

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or no longer; an answer that has begun cannot be followed by another."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        self._doors.idle(self.transport)
        super().on_response_complete()


class MessageDoor(_Impatient, WebSocketsSansIOProtocol):
    """A socket for messages, which was one for plain requests before."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self._doors = doors
        self._farewell: list[Callable[[], None]] = []

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._doors.leave(self.transport)
        for act in self._farewell:
            act()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"][ATTEND] = partial(self._doors.attend, self.transport)
            self.scope["state"][FAREWELL] = self._farewell

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "messages are texts in UTF-8")
                return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self._fail(1009, "the message comes in too many pieces")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return
        super().handle_ping()

    def _fail(self, code: int, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()


def protocols(trusted: Callable[[str], bool], *, is_open: bool) -> dict[str, Any]:
    """What the web server below is to use for sockets."""
    # At one's own machine everybody has the same address.
    most = _room_for_sockets()
    doors = Doors(most, MOST_SOCKETS_EACH if is_open else most, trusted)
    return {"http": partial(HttpDoor, doors), "ws": partial(MessageDoor, doors)}


def _room_for_sockets() -> int:
    """As many sockets as there can be before the system gives out no more files."""
    try:
        import resource
    except ImportError:
        return MOST_SOCKETS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_SOCKETS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wish = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    room = MOST_SOCKETS if soft == resource.RLIM_INFINITY else soft - SPARE_FILES
    return max(10, min(MOST_SOCKETS, room))
