"""Pages that everyone can use: checked by axe, told to screen readers, under a strict policy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import Desk, Server


def violations(page: Any, part: str = "") -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    # The drawing of the map is hidden from screen readers, and axe takes seconds to walk through it.
    page.evaluate("() => document.querySelector('.board-map')?.replaceChildren()")
    found = axe.run(page, context=part or None).response["violations"]
    return [
        f"{v['id']}: {node['target']} {node.get('failureSummary', '')}" for v in found for node in v["nodes"]
    ]


def test_axe_finds_nothing(desk: Desk) -> None:
    page = desk.page
    desk.lobby()
    page.click("summary")
    assert violations(page) == []

    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    page.mouse.click(*desk.point(desk.see("table.whereIs('S-B-14')")))
    desk.wait("table.hand.units.size === 1")
    assert violations(page) == []
    for tab in ("tracks", "victory", "overlays", "rules", "notes", "chat", "log"):
        page.click(f"[data-tab={tab}]")
        assert violations(page, ".side") == [], tab

    for key, dialog in (("?", "Keyboard"), ("m", "Red Typhoon"), ("/", "Find")):
        page.keyboard.press(key)
        page.wait_for_selector(f"dialog:has-text('{dialog}')")
        assert violations(page, "dialog") == [], dialog
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("r")
    page.wait_for_selector(".replay")
    assert violations(page, ".replay") == []


def test_axe_finds_nothing_where_dice_are_shown_and_checked(desk: Desk) -> None:
    journal = Path(__file__).parents[1] / "golden" / "solitaire-deployed.journal"
    opened = desk.server.open_table(
        game="typhoon-solitaire", journal=journal.read_text("utf-8"), seats={"german": "person"}
    )
    desk.page.goto(f"{desk.server.address}/check#table={opened['id']}")
    desk.page.wait_for_selector("[data-verdict=right]")
    assert violations(desk.page) == []
    desk.go(f"/table/{opened['id']}")
    desk.page.click("[aria-label=Menu]")
    desk.page.click("dialog button:text-is('The dice')")
    desk.page.wait_for_selector("dialog .commitments")
    assert violations(desk.page) == []


def test_axe_finds_nothing_in_the_dark(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, color_scheme="dark")
    desk.lobby()
    assert violations(desk.page) == []
    desk.table()
    desk.wait_for_turn()
    desk.page.click("[data-tab=tracks]")
    assert violations(desk.page) == []


def test_axe_finds_nothing_on_a_phone_or_in_an_attack(phone: Desk) -> None:
    phone.lobby()
    assert violations(phone.page) == []
    phone.table()
    phone.wait_for_turn()
    phone.page.tap(".prompt .primary")
    phone.wait("table.state.view.phase === 'soviet combat'")
    phone.page.tap(".orders-menu")
    assert violations(phone.page) == []
    phone.did(lambda: phone.page.tap(".pointer.menu [data-key='item activate K']"))
    phone.page.touchscreen.tap(*phone.point(phone.see("[...table.choices.attacks.keys()][0]")))
    phone.page.wait_for_selector(".attack .chances li")
    assert violations(phone.page) == []


def test_what_happened_is_told(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.page.wait_for_selector("[role=status]:has-text('Give movement orders')", state="attached")
    desk.activate("K")
    desk.page.wait_for_selector("[role=log]:has-text('Kalinin Front receives orders')", state="attached")
    name = desk.page.get_attribute(".unit[data-unit='G-6-ID']", "aria-label")
    assert name == "6th Infantry Division, German 9th Army, 4-5, 3 hexes northwest of Staritsa"


def test_finding_overlays_hints_and_rules(desk: Desk) -> None:
    desk.table()
    page = desk.page
    desk.wait_for_turn()
    page.keyboard.press("/")
    page.keyboard.type("vyazma")
    page.keyboard.press("Enter")
    assert "Vyazma" in page.inner_text(".inspector")
    page.click("[data-tab=overlays]")
    page.click("button:has-text('Zones of control')")
    page.wait_for_selector(".shade-tint", state="attached")
    page.click("[data-tab=rules]")
    page.fill("input[aria-label='Search the rules']", "disrupted")
    page.click(".cases button >> nth=0")
    page.wait_for_selector("dialog .reading")
    page.keyboard.press("Escape")
    page.click("button[aria-label=Hint]")
    page.wait_for_selector(".pointer.menu button:has-text('Do it')")
    desk.did(lambda: page.click(".pointer.menu button:has-text('Do it')"))
    page.click("[data-tab=victory]")
    assert "German" in page.inner_text("#pane-victory")
    assert page.inner_text("#pane-victory .forecast").startswith("To be expected: Soviet by ")
    page.click("[data-tab=notes]")
    page.fill("textarea", "Mind the gap at Rzhev.")
    page.reload()
    page.wait_for_selector(".board-counters .unit")
    page.click("[data-tab=notes]")
    assert page.input_value("textarea") == "Mind the gap at Rzhev."
