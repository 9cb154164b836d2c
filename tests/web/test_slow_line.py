"""A cold table on a slow line: few requests, and something to look at before the modules have come."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.desk import Desk, Server

SLOW = 400_000 / 8
"""Bytes a second."""
MOST_REQUESTS = 19
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(one => one.responseEnd > 0).reduce((sum, one) => sum + one.transferSize, 0)"""


def test_a_cold_table(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, briefed=True)
    opened = home.open_table()
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.page.on("websocket", lambda socket: asked.append(socket.url))
    for slow in ("**/board/all.js", "**/play/all.js", "**/api/**"):
        desk.page.route(slow, lambda _: None)

    desk.page.goto(f"{home.address}/table/{opened['id']}", wait_until="commit")
    desk.page.wait_for_function(PAINTED)
    assert desk.page.inner_text(".loading") == "Typhoon is being unpacked…"
    # What the sign needs comes in half a second; the rest of two seconds is for the way there and back.
    assert 0 < desk.page.evaluate(WEIGHT) < 0.5 * SLOW

    desk.page.unroute_all()  # what was held goes on
    desk.page.wait_for_selector(".briefing .small-map")
    desk.page.wait_for_selector(".board-counters .unit")
    desk.page.wait_for_load_state("networkidle")
    assert len(asked) <= MOST_REQUESTS, asked
