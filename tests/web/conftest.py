"""A server of one's own and a browser to play in; without a browser the tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import Desk, Server

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def _chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None and os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail("REQUIRE_BROWSER=1, but there is no chromium")
    if found is None:
        pytest.skip("there is no chromium on this machine")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = _chromium()
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share; each opens tables of its own."""
    server = Server(tmp_path_factory.mktemp("typhoon"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def seat_at(browser: Any) -> Iterator[Callable[..., Desk]]:
    """Opens browser windows; at the end none of them may have complained."""
    desks: list[Desk] = []

    def sit(server: Server, **context: Any) -> Desk:
        context.setdefault("viewport", {"width": 1440, "height": 900})
        context.setdefault("reduced_motion", "reduce")
        theatre = context.pop("theatre", "once")
        is_briefed = context.pop("briefed", False)
        desk = Desk(browser.new_context(**context), server)
        # Nothing is played slowly, nobody briefed or reminded unasked, unless a test is about that.
        kept = {"theatre": theatre} | ({} if is_briefed else {"briefing": "never", "reminders": "off"})
        lines = [f"localStorage['typhoon.{key}'] ??= '\"{value}\"';" for key, value in kept.items()]
        desk.context.add_init_script(f"if (location.origin !== 'null') {{ {' '.join(lines)} }}")
        desks.append(desk)
        return desk

    yield sit
    complaints = [complaint for desk in desks for complaint in desk.complaints]
    for desk in desks:
        desk.context.close()
    assert complaints == []


@pytest.fixture
def desk(home: Server, seat_at: Callable[..., Desk]) -> Desk:
    """A window of an ordinary laptop."""
    return seat_at(home)


@pytest.fixture
def phone(home: Server, seat_at: Callable[..., Desk]) -> Desk:
    """A window of an ordinary telephone."""
    return seat_at(home, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
