"""What helps somebody who never saw the game: the briefing and the charts."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations


def test_the_first_start_of_a_scenario_is_briefed_and_the_second_is_not(
    home: Server, seat_at: Callable[..., Desk]
) -> None:
    desk = seat_at(home, briefed=True)
    desk.table()
    page = desk.page
    page.wait_for_selector("dialog .briefing")
    told = page.inner_text("dialog")
    assert "Who wins when" in told and "Soviet, your side: the first turn" in told
    assert page.locator("dialog .small-map rect").count() > 50
    assert violations(page, "dialog") == []
    page.keyboard.press("Enter")  # the button that leads to the table has the focus
    page.wait_for_selector("dialog", state="detached")
    desk.table()
    desk.wait_for_turn()
    page.wait_for_timeout(300)
    assert page.locator("dialog").count() == 0
    # From the menu it comes again.
    page.keyboard.press("m")
    page.click("dialog button:text-is('Briefing')")
    page.wait_for_selector("dialog .briefing")


def test_a_briefing_on_a_phone(home: Server, seat_at: Callable[..., Desk]) -> None:
    phone = seat_at(
        home, briefed=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    opened = home.open_table(game="typhoon-solitaire", seats={"german": "person"})
    phone.page.goto(f"{home.address}/table/{opened['id']}")
    phone.page.wait_for_selector("dialog .briefing")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.tap("dialog button:text-is('To the table')")
    phone.page.wait_for_selector("dialog", state="detached")


def lit(desk: Desk, chart: str) -> list[str]:
    return desk.page.locator(f"[data-chart={chart}] [data-light].lit").evaluate_all(
        "cells => cells.map(cell => cell.dataset.light)"
    )


def test_charts_light_what_matters_now(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    page = desk.page
    page.click("[data-tab=charts]")
    page.wait_for_selector(".chart")
    assert lit(desk, "sequence") == ["phase:soviet movement"]
    assert lit(desk, "turns") == ["turn:1"]
    assert violations(page, ".side") == []
    desk.did(lambda: page.click("button:text-is('End movement')"))
    desk.wait("table.state.view.phase === 'soviet combat'")
    page.click(".orders-menu")
    desk.did(lambda: page.click(".pointer.menu [data-key='item activate K']"))
    target = desk.see("[...table.choices.attacks.keys()][0]")
    desk.click_hex(target)
    desk.wait("table.hand.combat?.preview")
    column = desk.see("table.hand.combat.preview.column")
    page.wait_for_selector(f"[data-chart=crt] .lit[data-light='column:{column}']")
    assert "modifier:surprise" in lit(desk, "modifiers")
    # A place of a chart is shown on the map.
    page.click("[data-chart=cities] button:text-is('Vyazma')")
    desk.settle()
    assert desk.see(
        "table.inSight(Object.keys(table.facts.hexes).filter(n => table.facts.hexes[n].name === 'Vyazma'))"
    )


def test_before_a_phase_ends_it_is_told_what_is_unused(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, briefed=True)
    desk.table()
    page = desk.page
    page.wait_for_selector("dialog .briefing")
    page.keyboard.press("Escape")
    desk.wait_for_turn()
    page.click("button:text-is('End movement')")
    page.wait_for_selector("dialog .reminders")
    assert "10 points unspent, and 5 formations without movement orders" in page.inner_text("dialog")
    assert violations(page, "dialog") == []
    page.click("dialog button:text-is('Cancel')")
    assert desk.order_count == 0
    page.click("button:text-is('End movement')")
    page.check("dialog .row input[type=checkbox]")
    desk.did(lambda: page.click("dialog button:text-is('End movement')"))
    # Whoever does not want to hear of it is not asked again.
    desk.wait("table.state.view.phase === 'soviet combat'")
    desk.did(lambda: page.click("button:text-is('End combat')"))


def test_a_stack_closes_when_taken_from_and_what_moved_together_goes_back_together(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    page = desk.page
    x, y = desk.point("2809")
    page.mouse.move(x, y)
    desk.wait("table.board.counters.fanned === '2809'")
    lowest = desk.see("table.stack('2809')[0]")
    page.locator(f'.unit[data-unit="{lowest}"]').click()
    desk.wait("table.hand.units.size === 1 && table.board.counters.fanned === null")
    page.mouse.move(x + 1, y + 1)
    assert desk.see("table.board.pointing.fanWanted") is None, "it stays closed until the pointer has left it"
    page.mouse.move(x + 400, y)
    page.mouse.move(x, y)
    desk.wait("table.board.counters.fanned === '2809'")
    page.keyboard.press("a")
    desk.wait("table.hand.units.size === 2")
    desk.click_hex("2808")
    desk.wait("table.state.n === 3")
    assert desk.see("table.stack('2808').length") == 2
    page.click("[data-key=undo]")
    desk.wait("table.state.n === 1")
    assert desk.see("table.stack('2809').length") == 2
    desk.see("(table.board.fan('2809'), 0)")
    page.click("button:text-is('End movement')")
    desk.wait("table.state.view.phase.includes('combat') && table.board.counters.fanned === null")


def test_from_afar_counters_are_blocks_and_the_camera_stops_at_the_edge(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.see("table.board.camera.look({x: 1e5, y: 1e5}, 0.6, false)")
    desk.settle()
    seen = desk.see("table.board.camera.window")
    assert seen["x"] + seen["width"] <= desk.see("table.facts.map.width") + 2
    desk.page.locator(".unit-block").first.wait_for(state="hidden")
    desk.see("table.board.camera.fit(false)")
    desk.page.wait_for_selector(".board-view[data-zoom=far] .unit-block >> nth=0")
    desk.page.locator(".unit-picture").first.wait_for(state="hidden")


def test_sound_and_notices_are_off_until_asked_for(desk: Desk) -> None:
    desk.context.add_init_script(
        "window.AudioContext = class extends AudioContext"
        " { constructor() { super(); window.isHeard = true; } };"
    )
    desk.table()
    desk.wait_for_turn()
    desk.did(lambda: desk.page.click("button:text-is('End movement')"))
    desk.page.keyboard.press("m")
    desk.page.click("dialog button:has-text('Sound: off')")
    assert desk.see("window.isHeard") is None
    desk.page.keyboard.press("Escape")
    desk.did(lambda: desk.page.click("button:text-is('End combat')"))
    desk.wait("window.isHeard")


def test_the_start_line_and_idle_units_can_be_laid_over_the_map(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    page = desk.page
    page.click("[data-tab=overlays]")
    assert not page.locator("#layer-front").first.is_visible()
    page.click("button:has-text('Front line at the start')")
    assert page.evaluate("getComputedStyle(document.querySelector('#layer-front')).display") != "none"
    page.click("button:has-text('Units that can still do something')")
    desk.wait("table.marks.shaded")
    assert violations(page, ".side") == []
