"""Make the pictures of the README anew: each game at its best, and a turn that moves.

    python3 docs/pictures/make.py

needs what the tests of the page need: playwright and a Chromium.  It plays on a server of its own.
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PORT = 1963
HOME = f"http://127.0.0.1:{PORT}"
SIZE = {"width": 1200, "height": 750}
SMALL = 0.46
"""How much smaller the moving picture is."""
FRAME = 1400
"""Milliseconds that a frame of the moving picture is seen."""

GAMES: list[tuple[str, dict[str, Any], str]] = [
    ("red-typhoon", {"seats": {"soviet": "person", "german": "staff"}}, "3418"),
    ("typhoon-solitaire", {"seats": {"german": "person"}, "orders": ["deploy"]}, "1726"),
    (
        "operation-typhoon",
        {"scenario": "guderian", "seats": {"german": "person", "soviet": "staff"}, "orders": ["deploy"]},
        "C1423",
    ),
    (
        "operation-typhoon-revision",
        {"scenario": "kluge", "seats": {"german": "person", "soviet": "staff"}, "orders": ["deploy"]},
        "B2015",
    ),
    ("typhoon-nonop", {"seats": {"german": "person", "soviet": "staff"}}, "N2620"),
]


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as data:
        serve = ["serve", "--no-browser", "--port", str(PORT), "--data", data]
        command = [sys.executable, "-m", "typhoon", *serve]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            time.sleep(3)
            with sync_playwright() as running:
                browser = running.chromium.launch(executable_path=chromium)
                for name, wish, hex_ in GAMES:
                    still(browser, name, dict(wish), hex_)
                moving(browser)
                browser.close()
        finally:
            server.terminate()


def page_at(browser: Any, path: str, scale: float = 1) -> Any:
    context = browser.new_context(viewport=SIZE, device_scale_factor=scale, reduced_motion="reduce")
    kept = {"briefing": "never", "reminders": "off", "theatre": "once"}
    lines = [f"localStorage['typhoon.{key}'] = '\"{value}\"';" for key, value in kept.items()]
    context.add_init_script(f"if (location.origin !== 'null') {{ {' '.join(lines)} }}")
    page = context.new_page()
    page.goto(HOME + path)
    return page


def opened(**wish: Any) -> str:
    body = json.dumps(wish).encode()
    request = urllib.request.Request(f"{HOME}/api/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["id"])


def order(page: Any, text: str) -> None:
    page.evaluate("text => window.typhoonTable.order(text)", text)
    page.wait_for_timeout(1200)


def still(browser: Any, name: str, wish: dict[str, Any], hex_: str) -> None:
    """A game at its first turn, where something is about to happen."""
    orders = wish.pop("orders", [])
    page = page_at(browser, f"/table/{opened(game=name, seed=1941, **wish)}")
    page.wait_for_selector(".prompt.yours")
    for text in orders:
        order(page, text)
    page.evaluate("hex => window.typhoonTable.board.centreOn(hex, {zoom: true})", hex_)
    page.wait_for_timeout(1500)
    page.screenshot(path=HERE / f"{name}.jpg", type="jpeg", quality=72)
    page.context.close()


def moving(browser: Any) -> None:
    """The guided first turn of Red Typhoon, step by step."""
    page = page_at(browser, "/", SMALL)
    page.wait_for_selector(".card")
    page.evaluate(
        "async () => (await import('/static/extras/guide.js')).startGuide('red-typhoon')",
    )
    page.wait_for_selector(".guide .guide-say")
    page.wait_for_timeout(2000)
    frames = [page.screenshot()]
    page.click("[data-key='guide next']")
    for _ in range(11):
        page.click(".guide button:text-is('Do it for me')")
        page.wait_for_timeout(1500)
        frames.append(page.screenshot())
    (HERE / "turn.png").write_bytes(animated([frames[i] for i in (1, 4, 8, 9, 10)]))


def animated(pictures: list[bytes]) -> bytes:
    """PNG pictures of one size as one that moves (APNG)."""
    chunks = [list(_chunks(picture)) for picture in pictures]
    head = next(body for kind, body in chunks[0] if kind == b"IHDR")
    width, height = struct.unpack(">II", head[:8])
    parts = [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", head)]
    parts.append(_chunk(b"acTL", struct.pack(">II", len(pictures), 0)))
    number = 0
    for place, found in enumerate(chunks):
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, FRAME, 1000, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        for kind, body in found:
            if kind != b"IDAT":
                continue
            if place:
                parts.append(_chunk(b"fdAT", struct.pack(">I", number) + body))
                number += 1
            else:
                parts.append(_chunk(b"IDAT", body))
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunks(picture: bytes) -> Any:
    at = 8
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


if __name__ == "__main__":
    main()
