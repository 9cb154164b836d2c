"""Studies in the browser: found in the lobby, their goal at the table, solved and remembered."""

from __future__ import annotations

from tests.web.desk import Desk
from tests.web.test_for_everyone import violations
from typhoon.engine.journal import parse_journal
from typhoon.engine.study import study_of

SOLUTION = study_of("orel").journal


def test_a_study_is_found_tried_and_solved(desk: Desk) -> None:
    page = desk.page
    page.set_default_timeout(60_000)
    page.add_init_script("localStorage['typhoon.studies'] ??= JSON.stringify({venev: true})")
    desk.lobby()
    page.locator("#studies").scroll_into_view_if_needed()
    page.wait_for_selector("[data-study=venev] .solved")
    assert page.locator(".study-card").count() >= 12 and page.locator(".solved").count() == 1
    assert violations(page, ".studies") == []
    page.click("[data-study=orel] button")
    page.wait_for_selector(".dialog:has-text('Orel is German at the end of turn 2.')", timeout=60_000)
    page.click(".dialog button:has-text('To the table')")
    page.wait_for_selector(".study:has-text('Judged after turn 2') .aims li:not(.met):has-text('Orel')")
    assert violations(page, ".study") == []
    # The same study before its last order, by which the turn ends.
    orders = parse_journal(SOLUTION).entries
    desk.table(game="typhoon-solitaire", journal=SOLUTION, to=len(orders) - 1, seats={"german": "person"})
    page.click(".dialog button:has-text('To the table')")
    page.wait_for_selector(".study .aims li.met")
    page.evaluate("order => typhoonTable.order(order)", str(orders[-1].order))
    page.wait_for_selector(".dialog:has-text('Goal reached')", timeout=60_000)
    page.click(".dialog button:has-text('Play on')")
    page.wait_for_selector(".study-status.reached")
    assert page.evaluate("JSON.parse(localStorage['typhoon.studies'])") == {"venev": True, "orel": True}
