"""The variant with works and closed stacks in the browser: options, bids, building, the order of a fan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import typhoon
from tests.web.desk import Desk, Server
from typhoon.engine.game import Game

GAME = "operation-typhoon-revision"
HEX = "C1423"
STACK = ("331/167/53", "339/167/53", "315/167/53")
"""Three regiments of one division."""


def card(desk: Desk) -> Any:
    """The card of the game in the lobby, its options unfolded."""
    desk.lobby()
    found = desk.page.locator(f"article.card[aria-labelledby='title-{GAME}']")
    found.locator("summary", has_text="Scenario and options").click()
    return found


def sit(desk: Desk, game: Game) -> None:
    seats = {"german": "person", "soviet": "person"}
    opened = desk.server.open_table(game=GAME, seats=seats, journal=str(game.journal))
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.wait_for_turn()


def position(units: dict[str, Any], **given: Any) -> Game:
    words = {"scenario": "guderian", "turn": 4, "phase": "german movement", "supported": [], **given}
    return typhoon.build(GAME, seed=7, **words, units=units)


def test_options_lie_in_a_fold_and_bids_are_offered_in_the_campaigns(desk: Desk) -> None:
    game = card(desk)
    fold = game.locator("details.group")
    assert fold.locator("summary").inner_text() == "The revision: 32 options"
    assert not fold.locator("select").first.is_visible()
    bid = game.locator("label", has_text="Bid for the German side first")
    scenario = game.locator("select[aria-label='Scenario']")
    for id_, offered in (("guderian", False), ("campaign", True), ("extended", True), ("hoepner", False)):
        scenario.select_option(id_)
        assert bid.is_visible() == offered


def test_a_work_is_built_by_mouse(desk: Desk) -> None:
    sit(desk, position({STACK[0]: HEX}, hedgehogs=[HEX]))
    assert desk.page.locator(f"[data-sign='hedgehog'][data-hex='{HEX}']").count() == 1
    desk.click_hex(HEX)
    desk.did(lambda: desk.page.click(".prompt button:has-text('Build')"))
    assert desk.page.locator(f"[data-sign='hedgehog-building'][data-hex='{HEX}']").count() == 1
    assert "begins to build a minor strongpoint" in desk.log()
    desk.click_hex(HEX)
    assert desk.page.inner_text(".inspector .signs") == "Hedgehog, being improved"


def test_a_fortification_under_construction_is_given_up_by_mouse(desk: Desk) -> None:
    """Who gives it up does not move in this phase, nor builds."""
    sit(desk, position({STACK[0]: HEX}, majors=[HEX], building={HEX: [STACK[0], 3]}))
    desk.click_hex(HEX)
    desk.did(lambda: desk.page.click(".prompt button:has-text('Give up building')"))
    assert "The building marker in C1423 goes: it is given up." in desk.log()
    assert desk.see("Object.keys(table.state.signs)") == ["major"]
    desk.click_hex(HEX)
    desk.page.wait_for_selector(".pointer.ruling:has-text('has given up building')")


def test_a_regiment_in_a_work_says_why_it_builds_nothing(desk: Desk) -> None:
    """A fortification cannot be built up; where there is no work at all, nobody looks for it."""
    sit(desk, position({STACK[0]: HEX, STACK[1]: "C1420"}, forts=[HEX]))
    desk.click_hex("C1420")
    assert desk.page.locator(".prompt .not-yet").count() == 0
    desk.page.keyboard.press("Escape")
    desk.click_hex(HEX)
    desk.page.click(".prompt .not-yet:has-text('Build up the work')")
    desk.page.wait_for_selector(".pointer.ruling")
    assert "stands in a fortification" in desk.page.inner_text(".pointer.ruling")
    assert desk.page.inner_text(".pointer.ruling .case") == "19.17"


def test_signs_grow_with_the_distance(desk: Desk) -> None:
    """Each is as large as can be told apart, however small the map."""
    sit(desk, position({STACK[0]: HEX}, forts=[HEX]))
    desk.point(HEX)
    grown = "getComputedStyle(document.querySelector('.board-signs')).getPropertyValue('--grown')"
    assert float(desk.see(grown)) == pytest.approx(1)
    desk.see("(table.board.camera.fit(false), 0)")
    desk.wait(f"Number({grown}) > 1.5")
    size = desk.see("document.querySelector('[data-sign=fort] circle').getBoundingClientRect().width")
    assert size >= 7


def test_signs_leave_free_what_counters_show(phone: Desk) -> None:
    """On the whole map, on a telephone, a sign lies between the types of two neighbours."""
    sit(phone, position({STACK[0]: HEX, STACK[1]: "C1424"}, forts=[HEX], minors=["C1424"]))
    phone.see("(table.board.camera.fit(false), 0)")
    phone.wait("table.board.element.dataset.zoom === 'far'")
    box = "getBoundingClientRect()"
    for hex_ in (HEX, "C1424"):
        sign = phone.see(f"document.querySelector(`[data-sign][data-hex='{hex_}'] circle`).{box}.toJSON()")
        for unit in STACK[:2]:
            picture = f"document.querySelector(`[data-unit='{unit}'] .unit-block path`)"
            type_ = phone.see(f"{picture}.{box}.toJSON()")
            apart = type_["right"] <= sign["left"] + 0.1 or type_["left"] >= sign["right"] - 0.1
            assert apart, f"the sign in {hex_} covers {unit}"


def test_the_fan_lies_in_order_and_its_top_is_changed_there(desk: Desk) -> None:
    sit(desk, position(dict.fromkeys(STACK, HEX)))
    before = desk.see(f"table.stack('{HEX}')")
    desk.page.mouse.move(*desk.point(HEX))
    desk.page.wait_for_selector(".unit-top")
    places = desk.page.locator(f".unit[data-hex='{HEX}']")
    across = {unit.get_attribute("data-unit"): unit.bounding_box()["x"] for unit in places.all()}
    assert sorted(across, key=across.__getitem__) == before[::-1], "the topmost comes first"
    assert desk.page.locator(".unit-top").count() == 2, "whoever lies on top need not be laid there"
    lowest = before[0]
    box = desk.page.locator(f".unit[data-unit='{lowest}'] .unit-top").bounding_box()
    desk.did(lambda: desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert desk.see(f"table.stack('{HEX}')")[-1] == lowest


def test_a_stack_of_tanks_and_their_escort_is_moved_in_one_go(desk: Desk) -> None:
    sit(desk, position({"I6/3P/24": HEX, "3/3P/24": HEX}))
    desk.point(HEX)
    desk.see("(table.hand.units = new Set(['I6/3P/24', '3/3P/24']), table.hand.marching.lookUp(), 0)")
    desk.wait("table.hand.goals.size > 0")
    goal = desk.see("[...table.hand.goals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))[0][0]")
    desk.see(f"(table.hand.goTo('{goal}', null), 0)")
    desk.wait(f"table.whereIs('I6/3P/24') === '{goal}' && table.whereIs('3/3P/24') === '{goal}'")


def test_a_headquarters_is_brought_back_by_mouse(desk: Desk) -> None:
    units = {"339/167/53": HEX, "53/2PzA": "eliminated"}
    game = position(units, turn=6, phase="german supply", lost_hqs={"53/2PzA": [1, 0, 6]})
    while game.decision is not None and game.decision.case != "10.25":
        game.push("end")
    sit(desk, game)
    assert desk.page.inner_text(".tray h2") == "To be brought back: 1"
    if not desk.see("table.hand.units.has('53/2PzA')"):  # a single one may be in hand already
        desk.page.click(".tray [data-unit='53/2PzA']")
    desk.did(lambda: desk.click_hex(HEX))
    assert desk.see("table.whereIs('53/2PzA')") == HEX


def test_who_attacks_out_of_a_fortification_is_warned(desk: Desk) -> None:
    sit(desk, position({STACK[0]: HEX, "299/50": "C1424"}, phase="german combat", forts=[HEX]))
    desk.click_hex("C1424")
    desk.page.wait_for_selector(".attack .chances li")
    desk.did(lambda: desk.page.click(".prompt .primary.danger"))
    desk.page.click(".prompt [data-order=end]")
    told = desk.page.inner_text("dialog[open]")
    assert "The work 5 hexes southeast of Tula is given up (19.19b)" in told
    desk.did(lambda: desk.page.click("dialog[open] .primary"))
    # A hedgehog is left (R65), unless the die drives its garrison out.
    signs = desk.see("Object.keys(table.state.signs)")
    assert signs == (["hedgehog"] if desk.see(f"table.whereIs('{STACK[0]}')") == HEX else [])


def open_with_bids(host: Desk, opponent: str) -> None:
    game = card(host)
    game.locator("label", has_text=opponent).click()
    game.locator("select[aria-label='Scenario']").select_option("campaign")
    game.locator("label", has_text="Bid for the German side first").click()
    game.locator("button", has_text="Start").click()


def name(desk: Desk, bid: str) -> None:
    desk.page.fill("input[aria-label='Your bid']", bid)
    desk.page.click("button:has-text('Name this bid')")


def test_two_people_bid_by_link(home: Server, seat_at: Callable[..., Desk]) -> None:
    host, guest = seat_at(home), seat_at(home)
    open_with_bids(host, "Friend, by link")
    host.page.wait_for_selector("dialog input", timeout=60_000)  # the rules are loaded first
    link = host.page.locator("dialog input").first.input_value()
    host.page.click("dialog a:has-text('Go to the table')")
    host.page.wait_for_selector(".bidding form")
    guest.page.goto(link)
    guest.page.wait_for_selector(".bidding form")

    name(guest, "61")
    assert "A bid is a whole number from -60 to 60" in guest.page.inner_text(".bidding .warning")
    name(guest, "12")
    guest.page.wait_for_selector(".bidding p[role=status]")
    host.page.wait_for_selector(".bidders li:has-text('has bid')")
    assert "12" not in host.page.inner_text(".bidding")
    name(host, "4")
    for desk, side in ((host, "Soviet"), (guest, "German")):
        desk.page.wait_for_selector(f"h2:has-text('You play the {side} side')")
        assert "German bid +12" in desk.page.inner_text(".bidders")
        desk.page.click("button:has-text('Go to the table')")
        desk.page.wait_for_selector(".table-page")
        desk.wait(f"table.state.side === '{side.lower()}'")
    assert guest.see("table.state.view.options['revision.bid']") == "12"


def test_two_people_bid_at_one_screen(desk: Desk) -> None:
    open_with_bids(desk, "Friend, this screen")
    desk.page.wait_for_selector("p:has-text('Whoever took the German side bids now')")
    name(desk, "-3")
    desk.page.wait_for_selector("p:has-text('Whoever took the Soviet side bids now')")
    assert desk.page.input_value("input[aria-label='Your bid']") == "0", "the other's bid is gone"
    name(desk, "-5")
    desk.page.wait_for_selector("h2:has-text('The bids are in')")
    desk.page.click("button:has-text('Go to the table')")
    desk.wait_for_turn()
    assert desk.see("table.state.view.options['revision.bid']") == "-3"
