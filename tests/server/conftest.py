"""A server in this process, and people who sit down at its tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from typhoon.server.app import make_app
from typhoon.server.clerk import Clerk
from typhoon.server.computers import Worker
from typhoon.server.hall import Hall
from typhoon.server.match import Match
from typhoon.server.settings import Settings
from typhoon.server.table import Table
from typhoon.server.thinking import Answer, Desk, Job


class Player:
    """A client with an open connection."""

    numbers = count(1)

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.states: list[dict[str, Any]] = []
        self.hear()

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1]

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.states.append(message)
        return message

    def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, and wait for the reply."""
        fields.setdefault("id", f"request {next(self.numbers)}")
        self.socket.send_text(json.dumps({"type": type_, **fields}))
        while True:
            message = self.hear()
            if message["type"] == "reply" and message["id"] == fields["id"]:
                return message

    def order(self, order: str, **fields: Any) -> dict[str, Any]:
        return self.ask("order", order=order, **{"n": self.state["n"], **fields})

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state of which something holds."""
        while not holds(self.state):
            self.hear()
        return self.state

    def until_n(self, n: int) -> dict[str, Any]:
        return self.until(lambda state: state["n"] == n)


def secret(seat: str, action: str = "open") -> str:
    """What somebody at a seat adds to the dice, or commits to."""
    added = hashlib.sha256(seat.encode()).digest()
    return (hashlib.sha256(added).digest() if action == "commit" else added).hex()


class Server:
    def __init__(self, client: TestClient) -> None:
        self.client = client

    def open(self, *, cast: bool = True, **wish: Any) -> dict[str, Any]:
        """Open a table; at a remote one everybody adds to the dice at once, unless that is to be seen."""
        seed = {} if wish.get("mode") == "remote" else {"seed": 7}
        answer = self.client.post("/api/tables", json={"game": "red-typhoon", **seed, **wish})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        for action in ("commit", "open") if cast else ():
            for seat, token in opened["tokens"].items():
                told = self.post(
                    f"{opened['id']}/secret", token=token, action=action, value=secret(seat, action)
                )
                assert told.json()["ok"], told.text
        return opened

    @contextmanager
    def sit(self, table: str, **hello: Any) -> Iterator[Player]:
        with self.connect(f"/api/tables/{table}/ws") as socket:
            socket.send_text(json.dumps({"type": "hello", **hello}))
            yield Player(socket)

    def connect(self, path: str, **headers: str) -> WebSocketTestSession:
        """A connection as it is, under the name that the server goes by."""
        base = str(self.client.base_url).replace("http", "ws", 1).rstrip("/")
        return self.client.websocket_connect(f"{base}{path}", headers=headers)

    def table(self, id_: str) -> Table:
        """A table as the server has it."""
        hall: Hall = self.client.app.state.hall
        clerk: Clerk = self.client.portal.call(hall.clerk, id_)
        return clerk.table

    def match(self, id_: str) -> Match:
        """The game of a table as the server has it."""
        return self.table(id_).match

    def get(self, path: str, token: str = "", **query: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.client.get(f"/api/tables/{path}", params=query, headers=headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/tables/{path}", json=body)


Start = Callable[..., AbstractContextManager[Server]]


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What servers ask of other processes is answered in this one, by the rules as they are here."""
    desk = Desk()

    async def exchange(self: Worker, job: Job) -> Answer:
        answer = desk.answer(msgspec.json.decode(msgspec.json.encode(job), type=Job))
        return msgspec.json.decode(msgspec.json.encode(answer), type=Answer)

    monkeypatch.setattr(Worker, "_exchange", exchange)


@pytest.fixture
def start(tmp_path: Path, one_process: None) -> Start:
    """Starts servers over one data folder, one after another."""

    @contextmanager
    def started(base_url: str = "http://localhost", **settings: Any) -> Iterator[Server]:
        usual = {"data": tmp_path / "data", "pace": 0.0, "thinkers": 1, "share": 1e3}
        app = make_app(Settings(**{**usual, **settings}))
        with TestClient(app, base_url=base_url) as client:
            yield Server(client)

    return started


@pytest.fixture
def server(start: Start) -> Iterator[Server]:
    with start() as server:
        yield server
