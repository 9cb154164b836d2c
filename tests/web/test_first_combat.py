"""From the lobby to the first combat, by mouse, by keyboard and by thumb."""

from __future__ import annotations

from tests.web.desk import Desk


def test_by_mouse(desk: Desk) -> None:
    desk.lobby()
    page = desk.page
    page.click("label:has-text('Soviet')")
    page.click("label:has-text('Random mover')")
    page.click("button:has-text('Start')")
    desk.wait_for_turn()
    assert "movement" in desk.prompt

    desk.activate("K")
    unit, goal = "S-B-03", "2808"
    desk.settle()
    page.mouse.click(*desk.point("2809"))
    desk.wait(f"table.hand.units.has('{unit}')")
    assert goal in desk.see(f"[...table.choices.destinations(['{unit}']).keys()]")
    desk.did(lambda: desk.click_hex(goal))
    assert f"{unit} moves 2809-{goal}" in desk.log()

    page.click("button:has-text('End movement')")
    desk.wait("table.state.view.phase === 'soviet combat'")
    desk.activate("K")
    desk.page.mouse.click(*desk.point("2811"))
    page.wait_for_selector(".attack .chances li")
    assert "Attack on the hex 3 hexes northwest of Staritsa" in page.inner_text(".attack")
    assert "Defence strength" in page.inner_text(".attack .sum")
    before = desk.see("table.hand.combat.preview.attack")
    page.click(".attack .counter-toggle >> nth=0")
    desk.wait(f"table.hand.combat?.preview?.attack < {before}")
    page.click(".attack .counter-toggle >> nth=0")
    desk.wait(f"table.hand.combat?.preview?.attack === {before}")
    desk.did(lambda: page.click(".prompt .primary.danger"))
    page.wait_for_selector(".result-card .die")
    assert "attack G-6-ID, G-110-ID in 2811" in desk.log()
    fought = "attack 6th and 110th Infantry Divisions 3 hexes northwest of Staritsa"
    assert fought in str(page.text_content(".log"))
    assert "S-B-" not in str(page.text_content(".log"))


def test_by_drag_and_drop(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    desk.see("(table.hand.select(['S-B-14']), table.refresh())")
    goal = desk.see("[...table.choices.ways.get('S-B-14').keys()].find(h => !table.stack(h).length)")
    start = desk.see("table.whereIs('S-B-14')")
    desk.page.keyboard.press("Escape")
    x, y = desk.point(start)
    to = desk.see(f"table.board.pointOf('{goal}')")
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(to["x"] - 3, to["y"], steps=5)
    desk.page.mouse.move(to["x"], to["y"], steps=2)
    desk.did(desk.page.mouse.up)
    assert desk.see("table.whereIs('S-B-14')") == goal


def test_a_whole_stack_moves_together(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    stack = desk.see("table.stack('2809')")
    assert len(stack) == 2
    desk.page.mouse.click(*desk.point("2809"))
    desk.page.click("button:has-text('Select all')")
    desk.wait("table.hand.units.size === 2")
    desk.page.mouse.click(*desk.point("2808"))
    desk.wait("table.state.n === 3")
    assert sorted(desk.see("table.stack('2808')")) == sorted(stack)


def test_by_keyboard_alone(desk: Desk) -> None:
    desk.lobby()
    page = desk.page
    press = page.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(30):
            press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not come to {selector}")

    tab_to("input[value=soviet]")
    tab_to("input[name^=opponent]")
    press("ArrowRight")
    tab_to("button.primary")
    press("Enter")
    desk.wait_for_turn()

    press("o")
    press("ArrowDown")
    desk.did(lambda: press("Enter"))
    press("n")
    desk.wait("table.hand.units.size === 1")
    press("t")
    desk.wait("table.hand.cursor !== null")
    press("Shift+ArrowRight")
    desk.did(lambda: press("Enter"))
    assert " moves " in desk.log()
    desk.wait("table.undoReason === null")
    press("z")
    desk.wait("table.state.n === 1")

    press("Escape")
    press("e")
    desk.wait("table.state.view.phase === 'soviet combat'")
    press("o")
    press("ArrowDown")
    desk.did(lambda: press("Enter"))
    press("t")
    press("Enter")
    page.wait_for_selector(".attack .chances li")
    desk.did(lambda: press("Enter"))
    assert " attack" in desk.log()


def test_on_a_phone(phone: Desk) -> None:
    phone.lobby()
    page = phone.page
    page.tap("button:has-text('Start')")
    phone.wait_for_turn()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.tap(".orders-menu")
    phone.did(lambda: page.tap(".pointer.menu [data-key='item activate K']"))
    phone.settle()
    unit = "S-B-14"
    start = phone.see(f"table.whereIs('{unit}')")
    page.touchscreen.tap(*phone.point(start))
    phone.wait(f"table.hand.units.has('{unit}')")
    goal = phone.see(f"[...table.choices.ways.get('{unit}').keys()].find(h => !table.stack(h).length)")
    phone.did(lambda: page.touchscreen.tap(*phone.point(goal)))
    assert phone.see(f"table.whereIs('{unit}')") == goal

    page.tap(".prompt .primary")
    phone.wait("table.state.view.phase === 'soviet combat'")
    page.tap(".orders-menu")
    phone.did(lambda: page.tap(".pointer.menu [data-key='item activate K']"))
    target = phone.see("[...table.choices.attacks.keys()][0]")
    page.touchscreen.tap(*phone.point(target))
    page.wait_for_selector(".attack .chances li")
    page.wait_for_selector(".side[data-open=yes]")
    phone.did(lambda: page.tap(".prompt .primary.danger"))
    assert " attack" in phone.log()


def test_what_is_not_lit_is_explained_where_it_was_clicked(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    desk.page.mouse.click(*desk.point(desk.see("table.whereIs('S-B-14')")))
    desk.wait("table.hand.units.has('S-B-14')")
    desk.page.mouse.click(*desk.corner("0903"))
    desk.page.wait_for_selector(".pointer.ruling")
    assert "farther than the" in desk.page.inner_text(".pointer.ruling")
    desk.page.click(".pointer.ruling .case")
    assert "8.0" in desk.page.inner_text("dialog h2")
    assert desk.order_count == 1


def test_a_unit_without_orders_offers_them(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.page.mouse.click(*desk.point(desk.see("table.whereIs('S-B-14')")))
    desk.page.wait_for_selector(".pointer.menu")
    desk.did(lambda: desk.page.click(".pointer.menu button"))
    assert "Formation K receives orders" in desk.log()
