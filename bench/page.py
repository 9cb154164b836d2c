"""Measure the page in Chromium: python3 bench/page.py [--game GAME] [--scenario SCENARIO] [--json].

Its weight, how soon the board can be clicked after the start command, and frame times while
panning and zooming.  Chromium draws in software here; a graphics card does better.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright
from server import call, processor_time, running, typhoon_json

import typhoon
from typhoon.cli.bench import _line
from typhoon.lab.bench import Bench

FRAMES = """(step) => new Promise((done) => {
    const stacks = [...window.typhoonTable.board.counters.stacks.keys()];
    // The camera follows what happens, from one end of the front to the other.
    const glide = (board, left) =>
        board.camera.look(board.map.centre(stacks[left %% 60 ? 0 : stacks.length - 1]), 0.6, true, 480);
    const times = [];
    let last = performance.now();
    let left = %d;
    const tick = (now) => {
        const { board } = window.typhoonTable;
        if (step !== "glide" || board.camera.frame) times.push(now - last);
        last = now;
        if (step === "pan") board.panBy(left %% 2 ? 24 : 12, left %% 3 ? 9 : -12);
        else if (step === "zoom") board.zoomBy(left > 45 ? 1.02 : 1 / 1.02);
        else if (left %% 30 === 0) glide(board, left);
        if (--left) requestAnimationFrame(tick);
        else done(times.slice(5));
    };
    requestAnimationFrame(tick);
})"""
TICKS = 90
"""As many frames are watched."""


def measure(game: str, scenario: str | None) -> list[Bench]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--disable-background-networking", "--disable-component-update", "--no-first-run"],
        )
        profile = browser.new_context(viewport={"width": 1440, "height": 900})
        # The table was begun before, in this browser: the map is drawn, and the page's files are kept.
        with running(data) as (_, address):
            port = urlsplit(address).port or 0
            first = profile.new_page()
            table = _open_table(address, game, scenario)
            first.goto(address + table)
            _wait_for_board(first)
            first.close()
        start = perf_counter()
        with running(data, port) as (server, address):
            page = profile.new_page()
            weights: list[int] = []
            page.on("response", lambda answer: weights.append(_weight(answer)))
            page.on(
                "websocket", lambda line: line.on("framereceived", lambda told: weights.append(len(told)))
            )
            page.goto(address + table)
            _wait_for_board(page)
            ready = perf_counter() - start
            found = [_bench("page/start-to-clickable", ready, "s", 2)]
            if (spent := processor_time(server)) is not None:
                found.append(_bench("page/server-processor", spent, "s", 1))
            found.append(_page_weight(weights))
            thread = profile.new_cdp_session(page)
            thread.send("Performance.enable", {"timeDomain": "threadTicks"})
            for step in ("pan", "zoom", "glide"):
                before = _page_processor(thread)
                times = sorted(page.evaluate(FRAMES % TICKS, step))
                spent = (_page_processor(thread) - before) * 1000 / TICKS
                found.append(_bench(f"page/{step}-frame-processor", spent, "ms", 10))
                most = 17 if step == "glide" else 34
                found.append(_bench(f"page/{step}-frame-p50", times[len(times) // 2], "ms", 17))
                found.append(_bench(f"page/{step}-frame-p95", times[int(len(times) * 0.95)], "ms", most))
        browser.close()
    return found


def _open_table(address: str, name: str, scenario: str | None) -> str:
    """A table at the first movement phase of a game, everything set up ready-made."""
    game = typhoon.new(name, scenario=scenario, seed=1)
    while game.decision and "movement" not in game.decision.phase:
        game.push("deploy" if "deploy" in game.orders else next(iter(game.orders)))
    seats = dict.fromkeys(game.rules.sides, "person")
    wish = {"game": name, "seats": seats, "journal": str(game.journal)}
    return f"table/{json.loads(call(address, 'api/tables', wish))['id']}"


def _wait_for_board(page: Page) -> None:
    page.locator("[data-unit]").first.wait_for(state="attached")
    page.locator(".prompt.yours").wait_for()


def _page_processor(thread: Any) -> float:
    """Seconds of the processor that the page's own thread has taken."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


def _weight(answer: Any) -> int:
    length = answer.headers.get("content-length")
    return int(length) if length else 0


def _page_weight(weights: list[int]) -> Bench:
    return _bench("page/weight", sum(weights) / 1000, "kB", 400)


def _bench(name: str, value: float, unit: str, goal: float) -> Bench:
    return Bench(name, round(value, 3), unit, None, f"< {goal} {unit}", value < goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="red-typhoon", help="the game to open")
    parser.add_argument("--scenario", help="one of its scenarios")
    parser.add_argument("--json", action="store_true", help="print JSON for programs to read")
    args = parser.parse_args()
    for found in measure(args.game, args.scenario):
        print(typhoon_json(found) if args.json else _line(found))


if __name__ == "__main__":
    main()
