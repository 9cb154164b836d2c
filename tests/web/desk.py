"""A player's place in the tests: a page, what is lit on it, and the hands that click it."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

LOST_LINE = re.compile(r"WebSocket connection to")
"""A page that is left breaks off what it was about to open."""
NOBODY_THERE = re.compile(r"ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE")
"""What a browser says of a server that a test has stopped."""


class Server:
    """`typhoon serve` as a process, over one data folder and at one port."""

    def __init__(self, data: Path, module: str = "typhoon") -> None:
        self.data = data
        self.module = module
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None
        self.was_stopped = False

    @property
    def diary(self) -> Path:
        """What the server says."""
        return self.data / "said.txt"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", self.module, "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        with self.diary.open("a") as diary:
            self.process = subprocess.Popen(command, stdout=diary, stderr=diary, text=True)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.address}/api/games").close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.diary.read_text()}")

    def stop(self) -> None:
        if self.process is not None:
            ended = self.process.poll()
            assert ended is None, f"the server ended by itself ({ended}): {self.diary.read_text()}"
            self.was_stopped = True
            self.process.kill()
            self.process.wait()
            self.process = None

    def open_table(self, **wish: Any) -> dict[str, Any]:
        """Open a table as the lobby does."""
        wish = {"game": "red-typhoon", "seats": {"soviet": "person", "german": "random"}, **wish}
        request = urllib.request.Request(
            f"{self.address}/api/tables",
            json.dumps(wish).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            opened: dict[str, Any] = json.load(answer)
        return opened


class Desk:
    """A browser window at a server."""

    def __init__(self, context: Any, server: Server) -> None:
        self.context = context
        self.server = server
        self.page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def _heard(self, message: Any) -> None:
        if message.type not in ("error", "warning") or LOST_LINE.search(message.text):
            return
        if not (self.server.was_stopped and NOBODY_THERE.search(message.text)):
            self.complaints.append(f"{message.type}: {message.text}")

    # Going places

    def lobby(self) -> None:
        self.page.goto(self.server.address)
        self.page.wait_for_selector(".card")

    def go(self, path: str) -> None:
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector(".table-page")
        self.page.wait_for_selector(".board-counters .unit")

    def table(self, **wish: Any) -> dict[str, Any]:
        """Open a table and sit down at it."""
        opened = self.server.open_table(**wish)
        self.go(f"/table/{opened['id']}")
        return opened

    # Looking

    def see(self, expression: str) -> Any:
        """What a JavaScript expression gives, `table` being the table on the page."""
        return self.page.evaluate(f"() => {{ const table = window.typhoonTable; return {expression}; }}")

    def wait(self, condition: str, timeout: float | None = None) -> None:
        self.page.wait_for_function(
            f"() => {{ const table = window.typhoonTable; return table && ({condition}); }}", timeout=timeout
        )

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector(".prompt.yours", timeout=60_000)  # the rules are loaded first

    def wait_for_dice(self) -> None:
        """Wait until everybody at a remote table has added to the dice."""
        self.wait("!table.state.table.dice.awaited.length && table.parts.length")

    @property
    def prompt(self) -> str:
        return str(self.page.inner_text(".sentence"))

    def wait_to_read(self, words: str) -> None:
        """Wait until the prompt says so, on a page that hears of it after others do."""
        self.page.wait_for_selector(f".sentence:has-text('{words}')")

    @property
    def order_count(self) -> int:
        return int(self.see("table.state.n"))

    def log(self) -> str:
        return str(self.see("table.log.flatMap(e => e.lines.map(l => l.text)).join('\\n')"))

    # Doing

    def settle(self) -> None:
        """Wait until the map lies still."""
        self.wait("!table.board.camera.frame && !document.querySelector('.board-stage.is-moving')")

    def point(self, hex_: str) -> tuple[float, float]:
        """Where a hex lies on the screen, brought into view."""
        self.see(f"table.board.centreOn('{hex_}', {{zoom: true}})")
        self.settle()
        at = self.see(f"table.board.pointOf('{hex_}')")
        return at["x"], at["y"]

    def click_hex(self, hex_: str) -> None:
        self.page.mouse.click(*self.point(hex_))

    def corner(self, hex_: str) -> tuple[float, float]:
        """A point of a hex that no counter covers."""
        x, y = self.point(hex_)
        return x, y + self.see("table.facts.hexRadius * table.board.camera.scale * 0.8")

    def did(self, act: Any) -> None:
        """Do something, and wait until an order has come of it."""
        before = self.order_count
        act()
        self.wait(f"table.state.n > {before}")

    def activate(self, formation: str) -> None:
        self.page.click(".orders-menu")
        self.did(lambda: self.page.click(f".pointer.menu [data-key='item activate {formation}']"))
