"""Tables with more than one person, lines that break, and looking back."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations


def test_two_browsers_at_one_table(home: Server, seat_at: Callable[..., Desk]) -> None:
    host = seat_at(home)
    host.lobby()
    host.page.click("label:has-text('Friend, by link')")
    host.page.click("button:has-text('Start')")
    link = host.page.input_value("dialog input[aria-label='Invitation: german']")
    watch = host.page.input_value("dialog input[aria-label='Invitation: watch']")
    host.page.click("dialog a:has-text('Go to the table')")
    host.page.wait_for_selector(".board-counters .unit")
    assert "Waiting for everybody to add to the dice" in host.prompt

    guest = seat_at(home)
    guest.go(link.removeprefix(home.address))
    host.wait_for_turn()
    guest.wait_for_dice()
    guest.wait_to_read("Waiting for the Soviet player")
    assert "t=" not in guest.page.url
    watcher = seat_at(home)
    watcher.go(watch.removeprefix(home.address))
    watcher.wait_for_dice()
    watcher.wait_to_read("Waiting for the Soviet player")

    host.activate("K")
    for other in (guest, watcher):
        other.wait("table.state.n === 1")
        assert "Formation K receives orders" in other.log()
    guest.page.click("[data-tab=chat]")
    guest.page.fill("input[aria-label='Say something']", "Good luck!")
    guest.page.keyboard.press("Enter")
    host.page.wait_for_selector("[data-tab=chat][data-unread='1']")

    host.page.click("button:has-text('End movement')")
    host.wait("table.state.view.phase === 'soviet combat'")
    host.page.click("button:has-text('End combat')")
    guest.wait_for_turn()
    host.wait_to_read("Waiting for the German player")
    host.page.click("button:has-text('Ask to take back')")
    guest.page.click(".takeback button:has-text('Allow')")
    host.wait_for_turn()
    guest.wait("table.state.n === 2")
    assert not guest.page.is_visible(".prompt.yours")


def test_a_link_that_got_into_wrong_hands_is_replaced(home: Server, seat_at: Callable[..., Desk]) -> None:
    host = seat_at(home)
    host.lobby()
    host.page.click("label:has-text('Friend, by link')")
    host.page.click("button:has-text('Start')")
    invitation = "dialog input[aria-label='Invitation: german']"
    old = host.page.input_value(invitation)
    host.page.click("dialog a:has-text('Go to the table')")
    stranger = seat_at(home)
    stranger.go(old.removeprefix(home.address))
    host.wait_for_turn()
    host.page.click("button[aria-label=Menu]")
    host.page.click("button[aria-label='Replace the link: german']")
    host.page.click("dialog button.primary:has-text('Replace')")
    host.page.wait_for_function(
        "old => document.querySelector('dialog input[readonly]').value !== old", arg=old
    )
    stranger.page.wait_for_selector(".line-state:has-text('not open to you')")
    guest = seat_at(home)
    guest.go(host.page.input_value(invitation).removeprefix(home.address))
    guest.wait_for_dice()
    guest.wait_to_read("Waiting for the Soviet player")


def test_a_line_that_breaks_is_mended(own_server: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(own_server)
    desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    own_server.stop()
    desk.page.wait_for_selector(".line-state:has-text('Reconnecting')")
    own_server.start()
    desk.page.wait_for_selector(".line-state", state="hidden")
    assert desk.order_count == 1
    desk.activate("NW")
    assert desk.see("table.log.map(e => e.n)") == [0, 1, 2]
    desk.page.reload()
    desk.page.wait_for_selector(".board-counters .unit")
    desk.wait_for_turn()
    assert desk.order_count == 2


def test_the_screen_is_covered_between_two_players(desk: Desk) -> None:
    desk.table(seats={"soviet": "person", "german": "person"})
    page = desk.page
    desk.wait_for_turn()
    page.click("button:has-text('End movement')")
    desk.wait("table.state.view.phase === 'soviet combat'")
    page.click("button:has-text('End combat')")
    page.wait_for_selector(".handover:has-text('Hand over to the German player')")
    for hidden in (".board-counters", ".log", ".prompt", ".topbar"):
        assert not page.is_visible(hidden)
    assert desk.see("document.querySelector('.table-page').inert")
    page.keyboard.press("e")
    count = desk.order_count
    page.click("button:has-text('I am the German player')")
    desk.wait_for_turn()
    assert page.is_visible(".board-counters")
    assert not page.is_visible(".handover")
    assert desk.see("table.state.side") == "german"
    assert desk.order_count == count


def test_watching_two_computers(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, theatre="quick")
    desk.lobby()
    desk.page.click("label:has-text('Watch')")
    desk.page.click("label:has-text('Random mover')")
    desk.page.click("button:has-text('Start watching')")
    desk.page.wait_for_selector(".board-counters .unit")
    desk.wait("table.state.n > 3")
    desk.page.click("button:has-text('Pause')")
    desk.page.wait_for_selector("button:has-text('Go on')")


def test_looking_back(desk: Desk) -> None:
    desk.table()
    page = desk.page
    desk.wait_for_turn()
    desk.activate("K")
    desk.page.mouse.click(*desk.point(desk.see("table.whereIs('S-B-14')")))
    goal = desk.see("[...table.choices.ways.get('S-B-14').keys()].find(h => !table.stack(h).length)")
    start = desk.see("table.whereIs('S-B-14')")
    desk.did(lambda: desk.click_hex(goal))
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.click("button[aria-label='One step back']")
    desk.wait("table.past?.n === 1")
    assert desk.see("table.whereIs('S-B-14')") == start
    assert "Looking back" in desk.prompt
    page.click("button[aria-label='To the beginning']")
    desk.wait("table.past?.n === 0")
    page.select_option("select[aria-label=Speed]", "slow")
    assert desk.see("table.theatre.pace") == "slow"
    page.click(".replay button[aria-label=Play]")
    desk.wait("table.theatre.scene?.part === 'move'")
    assert "Kalinin Rifle Group moves to" in page.inner_text(".replay .caption")
    desk.wait("table.past?.n === 2")
    assert desk.see("table.whereIs('S-B-14')") == goal
    page.click("button:has-text('Back to now')")
    desk.wait_for_turn()


def test_going_on_from_the_lobby_and_from_a_journal(desk: Desk) -> None:
    opened = desk.table()
    desk.wait_for_turn()
    desk.activate("K")
    desk.page.click("button[aria-label=Menu]")
    with desk.page.expect_download() as download:
        desk.page.click("dialog button:has-text('Save the game')")
    file = download.value.path()
    desk.lobby()
    assert desk.page.is_visible(f".tables a[href='/table/{opened['id']}']")
    saved = {"name": "game.journal", "mimeType": "text/plain", "buffer": file.read_bytes()}
    desk.page.set_input_files("input[type=file]", saved)
    desk.page.click("dialog button:has-text('Open')")
    desk.page.wait_for_selector(".board-counters .unit")
    desk.wait_for_turn()
    assert desk.order_count == 1
    assert opened["id"] not in desk.page.url


def test_the_season_of_the_map_can_be_chosen(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    page = desk.page
    assert page.get_attribute("[data-season]", "data-season") == "winter"
    page.click("button[aria-label=Menu]")
    page.click("button:has-text('Map: winter')")
    page.wait_for_selector("[data-season='summer']")


def test_the_prompt_leads_to_its_rule(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    desk.page.click("#prompt button.case:has-text('8.0')")
    assert "8.0" in desk.page.inner_text("dialog[open]")
    desk.page.keyboard.press("Escape")
    desk.see("(table.showCase('6.1'), 0)")
    desk.page.wait_for_selector("dialog .example .way[data-kind=refused]")
    assert desk.page.locator("dialog .example svg .counter").count() == 2
    assert "Refused: 11th Kalinin Rifle Group cannot go straight" in desk.page.inner_text("dialog .example")
    assert violations(desk.page, "dialog") == []
