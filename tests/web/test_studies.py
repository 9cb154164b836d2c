"""Studies in the browser: found in the lobby, their goal at the table, solved or missed, and remembered."""

from __future__ import annotations

from tests.web.desk import Desk
from tests.web.test_for_everyone import violations


def test_a_study_is_tried_missed_and_solved(desk: Desk) -> None:
    page = desk.page
    desk.lobby()
    page.wait_for_selector("[data-study=orel]")
    assert page.locator(".study-card").count() >= 12
    assert violations(page, ".studies") == []
    page.click("[data-study=orel] button")
    page.wait_for_selector(".dialog:has-text('Orel is German at the end of turn 2.')", timeout=60_000)
    page.click(".dialog button:has-text('To the table')")
    page.wait_for_selector(".study:has-text('Judged after turn 2') .aims li:not(.met):has-text('Orel')")
    assert violations(page, ".study") == []
    desk.wait("table.parts.length")
    page.evaluate("typhoonTable.order('end')")
    page.wait_for_selector(".dialog:has-text('Goal missed') >> text=not this time", timeout=60_000)
    page.click(".dialog button:has-text('Play on')")
    page.wait_for_selector(".study-status.missed")
    # A goal that is reached is remembered by the browser.
    page.evaluate("localStorage.setItem('typhoon.studies', JSON.stringify({orel: true}))")
    desk.lobby()
    page.wait_for_selector("[data-study=orel] .solved")
    assert page.locator(".solved").count() == 1
