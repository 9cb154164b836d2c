"""The end of a game: its page, the replay from its moments, and the file that is shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.idle import idle
from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations
from typhoon.engine.journal import Written
from typhoon.players.analysis import analyse, beside, keep, kept, mark
from typhoon.players.judging import Better
from typhoon.server.analysts import PLAYOUTS

JOURNAL = (Path(__file__).parents[1] / "golden" / "fixed-staff-staff.journal").read_text("utf-8")


def finished(desk: Desk, journal: str = JOURNAL) -> dict[str, Any]:
    opened = desk.server.open_table(journal=journal)
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
    # From there it can be played against the marshal.
    assert page.locator(".replay [data-key=marshal]").is_visible()


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


def test_an_analysis_is_started_looked_at_and_played_on_from(desk: Desk) -> None:
    id_ = finished(desk, idle())["id"]
    page = desk.page
    page.set_default_timeout(60_000)
    page.click("dialog .analysis button:text-is('Analyse this game')")
    page.click("dialog .analysis button:text-is('Stop')")
    page.wait_for_selector("dialog [data-key=analysis]:text-matches('Analyse|Go on')")
    # What the marshal would have found is put into the file in which the server keeps it.
    journal = desk.server.data / "analysis" / f"{id_}.journal"
    found = kept(journal, text := journal.read_text("utf-8"), PLAYOUTS)
    found.turns = list(analyse(text))
    turn = next(turn for turn in found.turns if turn.side == "german")
    words = ["4th Army falls back on Yukhnov."]
    turn.plans = [
        Better("german movement", [], 4.2, 0.5, turn.start, words, hexes=["2728"], plain=4.2, steps=2)
    ]
    found.lines[turn.start] = [
        Written("german", order) for order in ("activate 9", "move G-253-ID 2308-2108")
    ]
    mark(found.turns)
    keep(beside(journal), found)
    page.reload()
    page.wait_for_selector("dialog .analysis .judgement")
    told = page.inner_text("dialog .judgement")
    assert "German movement: mistake" in told and "would have gained 4.2 ± 1.0" in told
    assert "4th Army falls back on Yukhnov." in told
    assert page.locator("dialog .analysis .dot[data-mark=mistake]").count() == 1
    assert violations(page, "dialog") == []
    # The marshal's line is played on the map, gone through by keys, and left for the analysis again.
    desk.wait("table.state.n > 0")
    page.click("dialog .judgement button:text-is('Play his line')")
    page.wait_for_selector('.replay .title:text-is("The marshal\'s line: turn 1, German movement")')
    desk.wait("!table.theatre.playing && table.past?.n === 2 + table.line?.start")
    assert "2 of 2" in page.inner_text(".replay")
    page.keyboard.press(",")
    desk.wait("table.past.n === 1 + table.line.start")
    assert "receives orders" in page.inner_text(".replay .caption")
    desk.wait("table.whereIs('G-253-ID') === '2308'")
    page.keyboard.press(".")
    desk.wait("table.whereIs('G-253-ID') === '2108'")
    page.click(".replay button:text-is('To the analysis')")
    page.wait_for_selector("dialog .judgement [data-key^='line ']:focus")
    assert desk.see("table.line === null && table.past === null")
    page.click("dialog .judgement button:text-is('Play from here against the marshal')")
    page.wait_for_url(lambda url: "/table/" in url and id_ not in url)
    page.wait_for_selector(".table-page")
    desk.wait("table.state")
    assert desk.see("table.state.table.seats.soviet.player") == "marshal"
    assert desk.see("table.state.side") == "german"
    assert desk.see("table.state.n") == turn.start


@pytest.mark.parametrize("width", [390])
def test_the_end_on_a_phone(home: Server, seat_at: Callable[..., Desk], width: int) -> None:
    phone = seat_at(home, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    finished(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
