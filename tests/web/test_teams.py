"""Sharing a side in the browser: opened from the lobby, joined by link, each with a command of his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.desk import Desk, Server


@pytest.fixture
def team_home(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, module="tests.web.team_server")
    server.start()
    yield server
    server.stop()


def test_two_people_share_a_side(team_home: Server, seat_at: Callable[..., Desk]) -> None:
    host = seat_at(team_home)
    host.lobby()
    host.page.click("label:has-text('Soviet: Two fronts')")
    assert "all the others" in host.page.inner_text(".roles")
    host.page.click("button:has-text('Start')")
    dialog = host.page.inner_text("dialog[open]")
    assert "Southern fronts" in dialog
    assert "Northwest Front" not in dialog, "that is one's own seat"
    link = host.page.input_value("dialog input[aria-label='Invitation: soviet/south']")
    host.page.click("dialog a:has-text('Go to the table')")
    host.page.wait_for_selector(".board-counters .unit")
    assert host.page.inner_text(".own-seat") == "Northwest Front"

    guest = seat_at(team_home)
    guest.go(link.removeprefix(team_home.address))
    guest.wait_for_turn()
    host.wait_for_turn()
    assert guest.see("table.state.seat") == "soviet/south"
    guest.activate("K")
    host.wait("table.state.n === 1")
    assert host.see("table.choices.ways.size") == 0, "the units of the other are not lit"
    host.page.click(".own-seat")
    team = host.page.inner_text("#pane-team")
    assert "Southern fronts" in team
    assert "at the table" in team


def test_team_mates_at_one_screen_change_seats(team_home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(team_home)
    desk.lobby()
    desk.page.click("label:has-text('Soviet: Two fronts')")
    desk.page.click(".segment:has-text('Team-mates') label:has-text('This screen')")
    desk.page.click("button:has-text('Start')")
    desk.page.wait_for_selector(".board-counters .unit")
    desk.wait_for_turn()
    desk.did(lambda: desk.page.click("button[data-order='activate NW']"))
    desk.page.click(".own-seat")
    desk.page.click("#pane-team button:has-text('Take this seat')")
    desk.wait("table.state.seat === 'soviet/south'")
    desk.activate("K")
    assert desk.see("table.choices.ways.has('S-B-14')")
    assert not desk.see("table.choices.ways.has('S-A-01')")
    desk.lobby()
    assert "Northwest Front and Southern fronts against the computer" in desk.page.inner_text(".tables")
