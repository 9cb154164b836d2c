"""Visitors doing their worst, each in a process of its own: python -m tests.attack.floods KIND SECONDS TARGET

A target is JSON: host, port, table, token, and what else the kind of flood needs.  How much was sent so far
is told now and then.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import iscoroutinefunction
from itertools import count
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

LINES = 6
"""As many connections a flood comes by."""


class Flood:
    def __init__(self, target: dict[str, Any], seconds: float) -> None:
        self.target, self.end = target, monotonic() + seconds
        self.sent = 0
        self.numbers = count()

    @property
    def goes_on(self) -> bool:
        return monotonic() < self.end

    async def line(self) -> ClientConnection:
        target = self.target
        address = f"ws://{target['host']}:{target['port']}/api/tables/{target['table']}/ws"
        line = await connect(address, max_size=None, compression=None, ping_interval=None)
        await line.send(json.dumps({"type": "hello", "token": target["token"]}))
        return line

    async def over_lines(self, requests: Callable[[int], dict[str, Any]]) -> None:
        """Send requests as fast as they are taken, over several connections, and begin again when cut off."""

        async def hear(line: ClientConnection) -> None:
            async for _ in line:
                pass

        async def one() -> None:
            while self.goes_on:
                with suppress(WebSocketException, OSError):
                    async with await self.line() as line:
                        hearing = asyncio.create_task(hear(line))
                        try:
                            while self.goes_on:
                                number = next(self.numbers)
                                await line.send(json.dumps({"id": str(number), **requests(number)}))
                                self.sent += 1
                                await asyncio.sleep(0.005)
                        finally:
                            hearing.cancel()
                await asyncio.sleep(0.01)

        await asyncio.gather(*(one() for _ in range(LINES)))

    async def over_http(self, request: Callable[[int], str]) -> None:
        """Send plain requests one after another, over several sockets, and hang up when nothing comes."""

        async def one() -> None:
            while self.goes_on:
                with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                    reader, writer = await asyncio.open_connection(self.target["host"], self.target["port"])
                    try:
                        while self.goes_on:
                            writer.write(request(next(self.numbers)).encode())
                            self.sent += 1
                            async with asyncio.timeout(2):
                                if not await reader.read(65536):
                                    break
                    finally:
                        writer.close()
                await asyncio.sleep(0.001)

        await asyncio.gather(*(one() for _ in range(LINES * 4)))

    def get(self, path: str) -> str:
        host, token = self.target["host"], self.target["token"]
        return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n"

    # Kinds

    async def hints(self) -> None:
        await self.over_lines(lambda _: {"type": "hint"})

    async def luck_and_lines(self) -> None:
        await self.over_lines(lambda number: {"type": ("luck", "lines")[number % 2]})

    async def previews(self) -> None:
        await self.over_lines(lambda _: {"type": "preview", "order": self.target["order"]})

    async def destinations(self) -> None:
        units = self.target["units"]
        await self.over_lines(lambda _: {"type": "destinations", "units": units, "verb": "move"})

    async def orders(self) -> None:
        """Give an order and take it back, again and again."""
        order, n = self.target["order"], self.target["n"]

        def request(number: int) -> dict[str, Any]:
            return {"type": "order", "n": n, "order": order} if number % 2 else {"type": "undo", "n": n + 1}

        await self.over_lines(request)

    async def chatter(self) -> None:
        await self.over_lines(lambda number: {"type": "chat", "text": f"{number} " + "x" * 900})

    async def states(self) -> None:
        await self.over_http(lambda _: self.get(f"/api/tables/{self.target['table']}"))

    async def replays(self) -> None:
        n = max(1, self.target["n"])
        await self.over_http(
            lambda number: self.get(f"/api/tables/{self.target['table']}/replay?to={number % n}")
        )

    async def pages(self) -> None:
        await self.over_http(lambda _: self.get("/"))

    async def forgeries(self) -> None:
        self.target["token"] = "forged"
        await self.states()

    async def knocks(self) -> None:
        """Connect, and leave at once."""

        async def one() -> None:
            while self.goes_on:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection(self.target["host"], self.target["port"])
                    self.sent += 1
                    writer.close()

        await asyncio.gather(*(one() for _ in range(LINES)))

    async def comings_and_goings(self) -> None:
        async def one() -> None:
            while self.goes_on:
                with suppress(WebSocketException, OSError):
                    async with await self.line():
                        self.sent += 1

        await asyncio.gather(*(one() for _ in range(LINES)))


TOOLS = ("line", "over_lines", "over_http")
KINDS = [name for name, made in vars(Flood).items() if iscoroutinefunction(made) and name not in TOOLS]


def main() -> None:
    kind, seconds, target = sys.argv[1:]
    flood = Flood(json.loads(target), float(seconds))
    work: Awaitable[None] = getattr(flood, kind)()

    async def tell() -> None:
        while True:
            print(flood.sent, flush=True)
            await asyncio.sleep(0.2)

    async def run() -> None:
        telling = asyncio.create_task(tell())
        with suppress(TimeoutError):
            await asyncio.wait_for(work, float(seconds) + 3)
        telling.cancel()

    os.nice(19)  # what comes from elsewhere takes no time of this machine
    asyncio.run(run())


if __name__ == "__main__":
    main()
