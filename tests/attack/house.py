"""A server in a process of its own, as strangers find it, and the tools they bring."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

from typhoon.engine.game import Game
from typhoon.server.state import display_of, view_of
from typhoon.server.views import table_view

LONG = os.environ.get("TYPHOON_LONG") == "1"
PATIENCE = 30.0
GREETING = "Typhoon is at "


def shown(game: Game, side: str) -> tuple[Any, Any]:
    """The position of a game as the states for a side tell it: decisions and counters."""
    told = table_view(view_of(game, side)), display_of(game, side).faces
    view, faces = json.loads(msgspec.json.encode(told))
    return view, faces


def secret_of(seat: str) -> bytes:
    """What somebody at a seat adds to the dice."""
    return hashlib.sha256(seat.encode()).digest()


class House:
    """`typhoon serve` over a data folder; whatever it says after its greeting is a complaint."""

    def __init__(
        self, folder: Path, *options: str, module: str = "typhoon", files: int | None = None
    ) -> None:
        self.folder = folder
        self._options, self._module, self._files = options, module, files
        self._diary = folder / "said.txt"
        self._process: subprocess.Popen[str] | None = None
        self.host, self.port, self.key = "127.0.0.1", 0, ""

    def start(self) -> None:
        command = [sys.executable, "-m", self._module, "serve", "--port", str(self.port), "--no-browser"]
        command += ["--data", str(self.folder / "data"), *self._options]
        self._diary.write_text("")
        with self._diary.open("a") as diary:
            self._process = subprocess.Popen(
                command, stdout=diary, stderr=diary, text=True, preexec_fn=self._settle_in
            )
        deadline = monotonic() + PATIENCE
        while GREETING not in self._diary.read_text():
            assert monotonic() < deadline, f"the server does not start: {self._diary.read_text()}"
            sleep(0.02)
        address, _, self.key = self._diary.read_text().split()[3].partition("?key=")
        host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
        self.host, self.port = host, int(port)

    def _settle_in(self) -> None:
        """Before it starts: it gets only so many files, if that is wanted."""
        if self._files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self._files, self._files))

    def kill(self) -> None:
        """End it as an outage would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None

    def stop(self) -> None:
        """End it politely, and see that it has not complained."""
        if self._process is None:
            return
        ended = self._process.poll()
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._process = None
        assert ended is None, f"the server ended by itself: {self._diary.read_text()}"
        assert not self.complaints, self._diary.read_text()

    @property
    def complaints(self) -> list[str]:
        return [line for line in self._diary.read_text().splitlines() if GREETING not in line]

    # Its surroundings

    def fill_the_disk(self) -> None:
        """Let the system take no more from it."""
        self._limit(resource.RLIMIT_FSIZE, 0)

    def clear_the_disk(self) -> None:
        self._limit(resource.RLIMIT_FSIZE, resource.RLIM_INFINITY)

    def _limit(self, what: int, much: int) -> None:
        assert self._process is not None
        _, most = resource.prlimit(self._process.pid, what)
        resource.prlimit(self._process.pid, what, (much, most))

    # Talking to it

    @contextmanager
    def dial(self, source: str | None = None) -> Iterator[socket.socket]:
        """A bare socket, from an address of one's choice."""
        dialled = socket.create_connection((self.host, self.port), PATIENCE, (source, 0) if source else None)
        with dialled:
            yield dialled

    def raw(self, data: bytes) -> bytes:
        """What comes back for some bytes, until the server hangs up or has no more to say."""
        with self.dial() as dialled:
            dialled.sendall(data)
            dialled.settimeout(PATIENCE)
            answer = b""
            while not _is_whole(answer):
                part = dialled.recv(65536)
                if not part:
                    break
                answer += part
            return answer

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str = "",
        source: str | None = None,
        **headers: str,
    ) -> tuple[int, Any]:
        """Status and body of the answer to a plain request."""
        line = http.client.HTTPConnection(
            self.host, self.port, timeout=PATIENCE, source_address=(source, 0) if source else None
        )
        try:
            data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
            if token:
                headers["authorization"] = f"Bearer {token}"
            if self.key:
                headers.setdefault("cookie", f"typhoon_host={self.key}")
            line.request(method, path, data, headers)
            answer = line.getresponse()
            text = answer.read()
            is_json = answer.getheader("content-type", "").startswith("application/json")
            return answer.status, json.loads(text) if is_json else text
        finally:
            line.close()

    def open(self, **wish: Any) -> dict[str, Any]:
        """Open a table; at a remote one everybody adds a known secret to the dice at once."""
        seed = {} if wish.get("mode") == "remote" else {"seed": 7}
        status, opened = self.call("POST", "/api/tables", {"game": "red-typhoon", **seed, **wish})
        assert status == 201, opened
        for action in ("commit", "open"):
            for seat, token in opened["tokens"].items():
                added = secret_of(seat)
                value = hashlib.sha256(added).digest() if action == "commit" else added
                path, told = f"/api/tables/{opened['id']}/secret", {"action": action, "value": value.hex()}
                status, reply = self.call("POST", path, {"token": token, **told})
                assert status == 200 and reply["ok"], reply
        return opened

    @contextmanager
    def sit(self, table: str, token: str = "", **hello: Any) -> Iterator[Player]:
        with self.line(table) as line:
            yield Player(line, token, **hello)

    @contextmanager
    def bare_line(self, table: str, token: str, source: str | None = None) -> Iterator[socket.socket]:
        """A connection to a table that has said who it is, as a bare socket; nothing is read from it."""
        with self.dial(source) as dialled:
            dialled.sendall(
                f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {self.host}\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert b" 101 " in dialled.recv(65536)
            dialled.sendall(frame(1, json.dumps({"type": "hello", "token": token}).encode()))
            yield dialled

    def line(self, table: str, **options: Any) -> ClientConnection:
        """A connection that has not said yet who it is."""
        address = f"ws://{self.host}:{self.port}/api/tables/{table}/ws"
        return connect(address, max_size=None, open_timeout=PATIENCE, close_timeout=1, **options)


def frame(opcode: int, data: bytes, *, last: bool = True) -> bytes:
    """A frame of a message, with a mask that changes nothing."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([opcode | (0x80 if last else 0)]) + length + bytes(4) + data


def _is_whole(answer: bytes) -> bool:
    """Whether an answer over plain HTTP has come to its end."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    if not separator:
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return head.startswith(b"HTTP/1.1 101")


class Player:
    """Somebody with an open connection to a table."""

    numbers = count(1)

    def __init__(self, line: ClientConnection, token: str = "", **hello: Any) -> None:
        self.line = line
        self.state: dict[str, Any] = {}
        line.send(json.dumps({"type": "hello", "token": token, **hello}))
        self.hear()

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.line.recv(PATIENCE))
        if message["type"] == "state":
            self.state = message
        return message

    def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, and wait for the reply."""
        fields.setdefault("id", f"request {next(self.numbers)}")
        self.line.send(json.dumps({"type": type_, **fields}))
        while True:
            message = self.hear()
            if message["type"] == "reply" and message["id"] == fields["id"]:
                return message

    def order(self, order: str, n: int) -> dict[str, Any]:
        return self.ask("order", order=order, n=n)
