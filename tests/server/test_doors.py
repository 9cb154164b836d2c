"""Sockets: as many as there is room for, as long as something comes by them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn

from typhoon.server import doors as d
from typhoon.server.app import make_app
from typhoon.server.doors import Doors, protocols
from typhoon.server.settings import Settings


class Socket:
    """A socket as the doors see it."""

    def __init__(self, address: str) -> None:
        self.address, self.is_open = address, True

    def get_extra_info(self, name: str) -> Any:
        return (self.address, 1) if name == "peername" else None

    def abort(self) -> None:
        self.is_open = False


def let_in(doors: Doors, address: str, *, attended: bool = False) -> Any:
    entered: Any = Socket(address)
    doors.enter(entered)
    if attended and entered.is_open:
        doors.attend(entered)
    return entered


def with_doors(test: Any, most: int = 100, each: int = 100) -> None:
    async def run() -> None:
        test(Doors(most, each, lambda address: address == "proxy"))

    asyncio.run(run())


def test_the_socket_that_was_idle_longest_gives_way():
    def test(doors: Doors) -> None:
        busy = let_in(doors, "a", attended=True)
        idle = [let_in(doors, "b"), let_in(doors, "c")]
        newcomer = let_in(doors, "d")
        assert [each.is_open for each in (busy, *idle, newcomer)] == [True, False, True, True]
        doors.attend(idle[1])
        doors.attend(newcomer)
        assert not let_in(doors, "e").is_open, "all are attended to"
        doors.idle(busy)
        assert let_in(doors, "f").is_open
        assert not busy.is_open

    with_doors(test, most=3)


def test_an_address_has_only_so_many():
    def test(doors: Doors) -> None:
        others = [let_in(doors, "b"), let_in(doors, "c")]
        greedy = [let_in(doors, "a") for _ in range(5)]
        assert [each.is_open for each in greedy] == [False, False, False, True, True]
        assert all(each.is_open for each in others)
        for each in greedy[3:]:
            doors.attend(each)
        assert not let_in(doors, "a").is_open
        doors.leave(greedy[3])
        assert let_in(doors, "a").is_open
        assert all(let_in(doors, "proxy").is_open for _ in range(10))

    with_doors(test, each=2)


def test_there_is_room_for_no_more_sockets_than_files(monkeypatch):
    resource = pytest.importorskip("resource")
    limits = {"now": (1024, 4096)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.update(now=new))
    assert d._room_for_sockets() == d.MOST_SOCKETS
    assert limits["now"] == (d.MOST_SOCKETS + d.SPARE_FILES, 4096)
    limits["now"] = (256, 256)
    assert d._room_for_sockets() == 256 - d.SPARE_FILES


# Real sockets


@pytest.fixture
def address(tmp_path, monkeypatch) -> Iterator[tuple[str, int]]:
    """A server that has little patience."""
    monkeypatch.setattr(d, "SILENCE", 0.4)
    monkeypatch.setattr(d, "FROZEN", 0.4)
    monkeypatch.setattr("typhoon.server.plain.BODY_TIME", 0.3)
    settings = Settings(tmp_path, thinkers=1)
    app = make_app(settings)
    made = protocols(settings.trusts, is_open=False)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False, **made))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        thread = Thread(target=server.run, args=[[listener]])
        thread.start()
        while not server.started:
            sleep(0.01)
        yield listener.getsockname()
        server.should_exit = True
        thread.join(30)


@contextlib.contextmanager
def dial(address: tuple[str, int]) -> Iterator[socket.socket]:
    with socket.create_connection(address, 10) as dialled:
        yield dialled


def is_hung_up(dialled: socket.socket) -> bool:
    """Wait until the other end hangs up; whatever it has to say before is let go."""
    end = monotonic() + 10
    while monotonic() < end:
        try:
            if not dialled.recv(65536):
                return True
        except OSError:
            return True
    return False


def test_whoever_says_nothing_is_hung_up_on(address):
    with dial(address) as silent, dial(address) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow")
        assert is_hung_up(silent)
        assert is_hung_up(slow)
        with dial(address) as later:
            later.sendall(b"GET /api/players HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert later.recv(15) == b"HTTP/1.1 200 OK"
            assert is_hung_up(later), "it has nothing more to say"


def test_a_body_that_does_not_come_to_its_end(address):
    with dial(address) as dialled:
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        dialled.sendall(head + b'{"game":')
        answer = dialled.recv(65536)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"does not come to its end" in answer or b"does not come to its end" in dialled.recv(65536)


def test_whoever_takes_nothing_of_what_is_sent_is_hung_up_on(address):
    """A client that asks and asks and never reads."""
    request = b"GET /api/games/red-typhoon HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n"
    with socket.socket() as frozen:
        frozen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        frozen.connect(address)
        frozen.settimeout(10)
        with pytest.raises(OSError, match=r"reset|Broken pipe|aborted"):
            while True:
                frozen.sendall(request)
                sleep(0.01)


SHAKE = (
    b"GET /api/tables/none/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(opcode: int, data: bytes, *, last: bool = True) -> bytes:
    """A frame of a message, with a mask that changes nothing."""
    return bytes([opcode | (0x80 if last else 0), 0x80 | len(data)]) + bytes(4) + data


def closing_code(dialled: socket.socket) -> int:
    """What the server closes a line of messages with."""
    heard = b""
    while b"\x88" not in heard:
        part = dialled.recv(65536)
        assert part, heard
        heard += part
    after = heard.partition(b"\x88")[2]
    return int.from_bytes(after[1:3], "big")


def test_a_line_on_which_nobody_says_who_it_is(address):
    with dial(address) as dialled:
        dialled.sendall(SHAKE)
        assert b"101" in dialled.recv(65536)
        assert is_hung_up(dialled)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),
        (frame(1, b"{", last=False) + frame(0, b"", last=False) * 2000, 1009),
        (frame(3, b""), 1002),
        (frame(1, b"{", last=False) + frame(1, b"}"), 1002),
    ],
    ids=["no text", "in countless pieces", "of no kind", "within another"],
)
def test_messages_that_are_none(address, frames, code):
    with dial(address) as dialled:
        dialled.sendall(SHAKE)
        assert b"101" in dialled.recv(65536)
        dialled.sendall(frames)
        assert closing_code(dialled) == code


def test_a_flood_of_pings_that_nobody_hears_answered(address, monkeypatch):
    monkeypatch.setattr(d, "MOST_UNREAD", 1024)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(address)
        deaf.settimeout(10)
        deaf.sendall(SHAKE)
        with pytest.raises(OSError, match=r"reset|Broken pipe|aborted"):
            while True:
                deaf.sendall(frame(9, b"x" * 100) * 100)
