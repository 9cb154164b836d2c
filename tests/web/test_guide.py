"""Guided first turns in the browser: whoever clicks what is lit comes to the end of them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.engine.test_guide import GUIDED
from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations

LIGHTS = """[document.querySelector('.guide')?.textContent, table.marks.ringed,
    document.querySelector('.guide-lit')?.outerHTML].join()"""
"""What is told and lit now; another click comes when it has changed."""
LONGEST_THOUGHT = 60_000
"""The staff of the other side may have to answer before anything is lit again; in milliseconds."""
MOST_CLICKS = 12
"""More clicks than any step should take."""


def begin(desk: Desk, game: str) -> None:
    desk.lobby()
    desk.page.evaluate(
        """async (game) => {
            const { startGuide } = await import('/static/extras/guide.js');
            await startGuide(game);
        }""",
        game,
    )
    desk.page.wait_for_selector(".guide .guide-say")
    desk.wait("table.parts.length")


def step(desk: Desk) -> str:
    """Which step is told; empty when the guide has gone."""
    told = desk.see("document.querySelector('.guide')?.innerText ?? ''")
    assert not told or told.startswith("Step "), told
    return str(told.partition("\n")[0])


def follow(desk: Desk) -> None:
    """Click what is lit: something beside the map, or a hex."""
    lit = desk.page.locator(".guide-lit")
    if lit.count():
        lit.first.click()
        return
    ringed = desk.see("table.marks.ringed")
    if ringed:
        desk.click_hex(ringed[0])


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GUIDED)
def test_following_the_lights_leads_to_the_end(desk: Desk, game: str) -> None:
    begin(desk, game)
    page = desk.page
    assert violations(page, ".guide") == []
    total = int(step(desk).split()[-1])
    for _ in range(total * MOST_CLICKS):
        if not step(desk):
            break
        # What was just told may leave the map less room, which moves it.
        desk.see("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        desk.settle()
        before = desk.see(LIGHTS)
        following = page.locator("[data-key='guide next']")
        if following.count():
            following.click()
        else:
            follow(desk)
        desk.wait(f"{LIGHTS} !== {json.dumps(before)}", LONGEST_THOUGHT)
    assert page.locator(".guide").count() == 0


def test_a_guide_is_free_to_be_left_and_notices_another_way(
    home: Server, seat_at: Callable[..., Desk]
) -> None:
    desk = seat_at(home)
    begin(desk, "red-typhoon")
    page = desk.page
    page.click("[data-key='guide next']")
    page.click(".orders-menu")
    desk.did(lambda: page.click(".pointer.menu [data-key='item activate NW']"))
    page.wait_for_selector(".guide:has-text('your own way')")
    page.click(".guide button:text-is('Take it back')")
    page.wait_for_selector(".guide:has-text('Step 2')")
    # It waits where it was when the page is opened again.
    page.reload()
    page.wait_for_selector(".guide:has-text('Step 2')")
    page.click("[aria-label='Leave the guide']")
    assert page.locator(".guide").count() == 0
    desk.activate("K")
    # A second click on a button that is being carried out does not hit what comes after.
    before = desk.order_count
    end = "table.choices.buttons.find(act => act.verb === 'end')"
    desk.see(f"(end => Promise.all([table.give(end), table.give(end)]))({end})")
    desk.wait(f"table.state.n === {before + 1} && !table.isUnderWay")
    assert desk.see("table.state.view.phase") == "soviet combat"


def test_a_guide_does_what_it_is_asked_to_on_a_phone(phone: Desk) -> None:
    begin(phone, "red-typhoon")
    phone.page.tap("[data-key='guide next']")
    phone.page.tap(".guide button:text-is('Do it for me')")
    phone.page.wait_for_selector(".guide:has-text('Step 3')")
    assert phone.order_count == 1
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
