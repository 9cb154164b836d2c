"""Measure the page in Chromium: python3 bench/page.py [--json].

Its weight, how soon the board can be clicked after the start command, and frame times while
panning and zooming.  Chromium draws in software here; a graphics card does better.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from playwright.sync_api import Page, sync_playwright
from server import running, typhoon_json

from typhoon.cli.bench import _line
from typhoon.lab.bench import Bench

FRAMES = """(step) => new Promise((done) => {
    const times = [];
    let last = performance.now();
    let left = 90;
    const tick = (now) => {
        times.push(now - last);
        last = now;
        step === "pan" ? window.typhoonTable.board.panBy(left % 2 ? 24 : 12, left % 3 ? 9 : -12)
                       : window.typhoonTable.board.zoomBy(left > 45 ? 1.02 : 1 / 1.02);
        if (--left) requestAnimationFrame(tick);
        else done(times.slice(5));
    };
    requestAnimationFrame(tick);
})"""


def measure() -> list[Bench]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--disable-background-networking", "--disable-component-update", "--no-first-run"],
        )
        with running(data) as (_, address):  # draws the map for the first time
            first = browser.new_page()
            first.goto(address)
            first.get_by_role("button", name="Start").click()
            _wait_for_board(first)
            table = first.url.removeprefix(address)
        start = perf_counter()
        with running(data) as (_, address):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            weights: list[int] = []
            page.on("response", lambda answer: weights.append(_weight(answer)))
            page.goto(address + table)
            _wait_for_board(page)
            ready = perf_counter() - start
            found = [_bench("page/start-to-clickable", ready, "s", 2), _page_weight(weights)]
            for step in ("pan", "zoom"):
                times = sorted(page.evaluate(FRAMES, step))
                found.append(_bench(f"page/{step}-frame-p50", times[len(times) // 2], "ms", 17))
                found.append(_bench(f"page/{step}-frame-p95", times[int(len(times) * 0.95)], "ms", 34))
        browser.close()
    return found


def _wait_for_board(page: Page) -> None:
    page.locator("[data-unit]").first.wait_for(state="attached")
    page.get_by_role("button", name="End movement").wait_for()


def _weight(answer: Any) -> int:
    length = answer.headers.get("content-length")
    return int(length) if length else 0


def _page_weight(weights: list[int]) -> Bench:
    return _bench("page/weight", sum(weights) / 1000, "kB", 400)


def _bench(name: str, value: float, unit: str, goal: float) -> Bench:
    return Bench(name, round(value, 3), unit, None, f"< {goal} {unit}", value < goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON for programs to read")
    args = parser.parse_args()
    for found in measure():
        print(typhoon_json(found) if args.json else _line(found))


if __name__ == "__main__":
    main()
