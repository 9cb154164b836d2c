"""The lab in the browser: start an experiment, follow it, read its report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations

WIDE, PHONE = {"width": 1280, "height": 844}, {"width": 390, "height": 844}
QUICK = (
    'title = "Quick"\ngame = "red-typhoon"\ngames = 2\nplayers = { soviet = "random", german = "random" }\n'
)


def test_an_experiment_is_played_and_its_report_read(
    own_server: Server, seat_at: Callable[..., Desk]
) -> None:
    pytest.importorskip("matplotlib")
    folder = own_server.data / "lab"
    folder.mkdir()
    (folder / "quick.toml").write_text(QUICK)
    (folder / "wrong.toml").write_text('game = "red-typhoon"\ncolour = 3\n')
    desk = seat_at(own_server, viewport=WIDE)
    page: Any = desk.page
    page.goto(f"{own_server.address}/")
    page.click("text=The lab")
    page.wait_for_selector("[data-experiment=quick]")
    assert "line 2: no key 'colour'" in page.inner_text("[data-experiment=wrong]")
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        assert violations(page) == []
    page.click("[data-experiment=quick] >> text=Start")
    page.wait_for_selector("[data-experiment=quick] >> text=2 of 2 games", timeout=60_000)
    page.wait_for_selector("[data-experiment=quick] button:text('Write the report'):enabled", timeout=60_000)
    page.click("[data-experiment=quick] >> text=Write the report")
    page.wait_for_selector("[data-experiment=quick] >> text=Read the report", timeout=90_000)
    page.wait_for_selector("[data-experiment=quick] >> text=Start", timeout=60_000)
    page.click("[data-experiment=quick] >> text=Read the report")
    page.wait_for_selector("h1:text('Quick')")
    drawn = page.evaluate("getComputedStyle(document.querySelector('.map')).backgroundImage")
    assert drawn.startswith("url(")
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
        assert violations(page) == []
