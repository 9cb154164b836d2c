"""The end of a game: its page, the replay from its moments, and the file that is shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations

JOURNAL = (Path(__file__).parents[1] / "golden" / "fixed-staff-staff.journal").read_text("utf-8")


def finished(desk: Desk) -> dict[str, Any]:
    opened = desk.server.open_table(journal=JOURNAL)
    desk.go(f"/table/{opened['id']}#end")
    desk.page.wait_for_selector("dialog .ending", timeout=60_000)
    return opened


def test_the_page_of_the_end(desk: Desk) -> None:
    finished(desk)
    page = desk.page
    told = page.inner_text("dialog")
    assert "Soviet decisive" in told and "What turned the game" in told and "Luck report" in told
    assert page.locator("dialog .curve polyline").count() == 2
    assert page.locator("dialog .small-map .won").count() > 100
    assert "Soviet here, not in history" in told and "Ringed: towns" in told
    assert violations(page, "dialog") == []
    # A moment is looked at where it happened.
    page.click("dialog .moments li >> nth=0 >> button:has-text('Turn')")
    page.wait_for_selector(".replay:not([hidden])")
    desk.wait("table.past")


def test_a_rematch_changes_sides(desk: Desk) -> None:
    finished(desk)
    first = desk.page.url
    desk.page.click("dialog button:text-is('Play again, sides changed')")
    desk.page.wait_for_url(lambda url: "/table/" in url and url != first)
    desk.page.wait_for_selector(".table-page")
    desk.wait("table.state")
    assert desk.see("table.state.table.seats.german.player") == "person"
    assert desk.see("table.state.n") == 0 or desk.see("table.state.view.decision")


def test_the_shared_file_opens_alone(desk: Desk, browser: Any, tmp_path: Path) -> None:
    finished(desk)
    with desk.page.expect_download(timeout=60_000) as download:
        desk.page.click("dialog button:has-text('Share as one file')")
    path = tmp_path / "game.html"
    download.value.save_as(path)
    context = browser.new_context(offline=True, reduced_motion="reduce")
    alone = context.new_page()
    troubles: list[str] = []
    alone.on("pageerror", lambda error: troubles.append(str(error)))
    alone.goto(path.as_uri())
    alone.wait_for_selector(".piece")
    assert alone.locator("#ground .won").count() > 100
    alone.click("#on")
    assert "attack" in alone.inner_text("#caption")
    alone.evaluate("typhoonFilm.draw(1e6)")
    assert "soviet decisive" in alone.inner_text("#caption").lower()
    assert "Turn 8" in alone.inner_text("#when")
    assert violations(alone) == []
    assert troubles == []
    context.close()


@pytest.mark.parametrize("width", [390])
def test_the_end_on_a_phone(home: Server, seat_at: Callable[..., Desk], width: int) -> None:
    phone = seat_at(home, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    finished(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
