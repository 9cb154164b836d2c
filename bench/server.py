"""Measure the server from outside: python3 bench/server.py [--quick] [--json].

A server is started in a process of its own, and clients talk to it over loopback.  Clients and server
share the machine, so the figures are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

import typhoon
from typhoon.cli.bench import _line
from typhoon.lab.bench import Bench

GAME = "red-typhoon"
BREATH = 0.03
"""Between orders, in seconds: the server cuts off who asks faster."""
BOTH = {"soviet": "person", "german": "person"}


@contextmanager
def running(data: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "typhoon", "serve", "--no-browser"]
    command += ["--port", str(port), "--data", str(data)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_usual(data))
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+/", process.stderr.readline())
        assert found
        yield process, found[0]
    finally:
        process.terminate()
        process.wait(30)


def _usual(data: Path) -> dict[str, str]:
    """Surroundings in which Python keeps compiled modules, as it does unless it is told otherwise."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(data / "pycache")}


def call(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}{path}", data), timeout=60) as answer:
        return answer.read()


def orders_of(seed: int, count: int) -> list[tuple[str, str]]:
    """The first orders of a random game, each with its side."""
    game, rng = typhoon.new(GAME, "fixed", seed=seed), Random(seed)
    found = []
    while game.decision is not None and len(found) < count:
        found.append((game.decision.side, str(game.orders.sample(rng))))
        game.push(found[-1][1])
    return found


class Table:
    """A table with a connection for each side."""

    def __init__(self, address: str, seed: int, count: int) -> None:
        self.address = address.replace("http", "ws", 1)
        wish = {"game": GAME, "scenario": "fixed", "seed": seed, "seats": BOTH}
        self.opened = json.loads(call(address, "api/tables", wish))
        self.orders = orders_of(seed, count)
        self.lines: dict[str, ClientConnection] = {}

    async def sit(self) -> None:
        for side in BOTH:
            path = f"{self.address}api/tables/{self.opened['id']}/ws"
            self.lines[side] = await connect(path, max_size=None)
            await self.lines[side].send(json.dumps({"type": "hello", "side": side}))
            await self.lines[side].recv()
        for line in self.lines.values():  # the news that the others have come
            try:
                async with asyncio.timeout(0.2):
                    while True:
                        await line.recv()
            except TimeoutError:
                pass

    async def order(self, n: int) -> float:
        """Give order ``n``; the time until both sides have seen its outcome."""
        side, order = self.orders[n]
        start = perf_counter()
        await self.lines[side].send(json.dumps({"type": "order", "id": f"{n}", "n": n, "order": order}))
        await asyncio.gather(*(self._until(line, n + 1) for line in self.lines.values()))
        return perf_counter() - start

    @staticmethod
    async def _until(line: ClientConnection, n: int) -> None:
        sign = f'"n":{n},'
        while True:
            text = str(await line.recv())
            if text.startswith('{"type":"state"') and sign in text[:40]:
                return

    async def leave(self) -> None:
        for line in self.lines.values():
            await line.close()


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def round_trips(address: str, count: int) -> list[float]:
    table = Table(address, 1, count)
    await table.sit()
    times = []
    for n in range(len(table.orders)):
        times.append(await table.order(n))
        await asyncio.sleep(BREATH)
    await table.leave()
    return times


async def many_tables(address: str, tables: int, seconds: int) -> list[float]:
    """Every table gives an order a second, each at its own moment."""
    seated = [Table(address, seed, seconds) for seed in range(tables)]
    for table in seated:
        await table.sit()
    times: list[float] = []

    async def play(table: Table, delay: float) -> None:
        await asyncio.sleep(delay)
        for n in range(len(table.orders)):
            due = perf_counter() + 1.0
            times.append(await table.order(n))
            await asyncio.sleep(max(0.0, due - perf_counter()))

    await asyncio.gather(*(play(table, number / tables) for number, table in enumerate(seated)))
    for table in seated:
        await table.leave()
    return times


def processor_time(process: subprocess.Popen[str]) -> float | None:
    """Seconds of processor time that the server took so far, where the system tells."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return None


def start_time(data: Path) -> float:
    """From the command to the first byte of the map, which was drawn before."""
    start = perf_counter()
    with running(data) as (_, address):
        call(address, f"api/games/{GAME}/board.svg")
        return perf_counter() - start


def benchmarks(quick: bool) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        start_time(data)
        starting = min(start_time(data) for _ in range(3))
        yield bench("server/start-to-board", starting, "s", 2.0)
        with running(data) as (process, address):
            asyncio.run(round_trips(address, 20))  # charts are read, counters drawn
            before = processor_time(process)
            times = asyncio.run(round_trips(address, 100 if quick else 400))
            if before is not None:
                spent = (processor_time(process) or before) - before
                yield bench("server/order-processor", spent / len(times) * 1e3, "ms", 6)
            yield bench("server/order-p50", percentile(times, 0.5) * 1e3, "ms", 10)
            yield bench("server/order-p95", percentile(times, 0.95) * 1e3, "ms", 15)
            tables, seconds = (30, 4) if quick else (100, 10)
            times = asyncio.run(many_tables(address, tables, seconds))
            yield bench(f"server/{tables}-tables-p50", percentile(times, 0.5) * 1e3, "ms", 50)
            yield bench(f"server/{tables}-tables-p95", percentile(times, 0.95) * 1e3, "ms", 250)


def bench(name: str, value: float, unit: str, limit: float) -> Bench:
    return Bench(name, float(f"{value:.3g}"), unit, None, f"< {limit:g} {unit}", value < limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="measure for a shorter time, less exactly")
    parser.add_argument("--json", action="store_true", help="print JSON for programs to read")
    args = parser.parse_args()
    for found in benchmarks(args.quick):
        print(typhoon_json(found) if args.json else _line(found), flush=True)


def typhoon_json(found: Bench) -> str:
    return json.dumps({field: getattr(found, field) for field in found.__struct_fields__})


if __name__ == "__main__":
    main()
