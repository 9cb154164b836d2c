"""The enemy's turn on the map: played scene by scene, reported before one decides, and shown again."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

import typhoon
from tests.web.desk import Desk, Server
from tests.web.test_for_everyone import violations
from typhoon.engine.game import Game

UNITS = {"S-B-02": "2809", "S-B-03": "2809", "S-B-04": "3113", "G-6-ID": "2810", "G-253-ID": "2404"}
TURN = (
    "activate K", "move S-B-04 3113-3112", "end",
    "activate K", "attack 2810 S-B-02 S-B-03", "retreat G-6-ID 2810-2711-2610",
    "advance S-B-02 2809-2810", "end", "end",
)  # fmt: skip
"""The attack is 10 to 4 in woods: 2:1 with -1 on the die.  This seed throws a 6, and 5 is DR2."""
SEED = 1
WORDS = "The defenders retreat two hexes and are disrupted"


def position() -> Game:
    return typhoon.build("red-typhoon", turn=2, phase="german recovery", units=UNITS, seed=SEED)


class Friend:
    """The Soviet player, whom somebody watches."""

    def __init__(self, server: Server) -> None:
        seats = {"soviet": "person", "german": "person"}
        self.opened = server.open_table(journal=str(position().journal), seats=seats, seed=SEED)
        self.server, self.n = server, 0

    def plays(self, *orders: str) -> None:
        for order in orders:
            body = {"n": self.n, "order": order, "token": self.opened["token"], "side": "soviet"}
            address = f"{self.server.address}/api/tables/{self.opened['id']}/orders"
            data, kind = json.dumps(body).encode(), {"content-type": "application/json"}
            with urllib.request.urlopen(urllib.request.Request(address, data, kind)) as answer:
                reply = json.load(answer)
                assert reply["ok"], (order, reply)
            self.n += 1


def sit_german(desk: Desk, *orders: str) -> None:
    """Sit down at the German seat after the Soviet player has given orders, and come back later."""
    game = position()
    for order in orders:
        game.push(order)
    seats = {"soviet": "random", "german": "person"}
    opened = desk.server.open_table(journal=str(game.journal), seats=seats)
    desk.go(f"/table/{opened['id']}")


def test_another_players_turn_is_played_and_waits_at_the_battle(
    home: Server, seat_at: Callable[..., Desk]
) -> None:
    friend = Friend(home)
    desk = seat_at(home, theatre="click")
    page = desk.page
    desk.go(friend.opened["watch"])
    friend.plays(*TURN)
    desk.wait("table.theatre.scene?.part === 'battle'")
    assert desk.see("table.whereIs('S-B-04')") == "3112", "what came before the battle was played"
    assert WORDS in page.inner_text(".result-card")
    assert "10 to 4 is 2:1" in page.inner_text(".result-card")
    desk.settle()
    card, hex_ = page.locator(".result-card").bounding_box(), desk.see("table.board.pointOf('2810')")
    inside = card["x"] < hex_["x"] < card["x"] + card["width"]
    assert not (inside and card["y"] < hex_["y"] < card["y"] + card["height"]), "it lies beside the hex"
    assert WORDS in page.inner_text(".theatre .caption[aria-live=polite]")
    assert violations(page, ".prompt") == []
    assert desk.see("table.whereIs('G-6-ID')") == "2810"
    assert not desk.see("table.mayAct"), "everything is told before one decides"

    page.keyboard.press("Space")
    desk.wait("!table.theatre.playing")
    assert desk.see("table.whereIs('G-6-ID')") == "2610"
    assert desk.see("table.whereIs('S-B-02')") == "2810"

    page.click(".log .again")
    desk.wait("table.theatre.scene?.part === 'battle'")
    assert desk.see("table.whereIs('G-6-ID')") == "2810"
    page.click(".theatre [data-key=skip]")
    desk.wait("!table.theatre.playing")
    assert desk.see("table.whereIs('G-6-ID')") == "2610"


def test_what_was_done_is_reported_before_one_decides(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, theatre="quick")
    page = desk.page
    sit_german(desk, *TURN)
    desk.wait_for_turn()
    page.wait_for_selector(".report")
    assert WORDS in page.inner_text(".report")
    assert "luck 92%" in page.inner_text(".report")
    assert violations(page, ".report") == []
    page.click(".report .part-attacks .place")
    desk.settle()
    assert desk.see("table.inSight(['2810'])")
    page.click(".report [data-key='report watch']")
    desk.wait("table.theatre.scene?.part === 'move'")
    assert desk.see("table.whereIs('G-6-ID')") == "2810"
    page.keyboard.press("Escape")
    desk.wait_for_turn()
    assert desk.see("table.whereIs('G-6-ID')") == "2610"
    page.click(".report [data-key='report done']")
    assert not page.is_visible(".report")


def test_nothing_is_left_out_and_all_can_be_skipped(phone: Desk) -> None:
    """On a telephone, at another pace: the scenes come in their order, one after another."""
    friend = Friend(phone.server)
    phone.go(friend.opened["watch"])
    phone.see("table.theatre.setPace('slow')")
    phone.page.evaluate(
        "() => { const { theatre } = window.typhoonTable; const parts = (window.parts = []);"
        "const look = () => { const part = theatre.scene?.part;"
        "if (part && parts[parts.length - 1] !== part) parts.push(part); };"
        "setInterval(look, 20); }"
    )
    friend.plays(*TURN[:5])
    phone.wait("table.theatre.scene?.part === 'battle'")
    friend.plays(*TURN[5:])
    phone.wait("table.theatre.scene?.part === 'retreat'")
    assert phone.see("window.parts.filter(part => part !== 'title')") == ["move", "battle", "retreat"]
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.tap(".theatre [data-key=skip]")
    phone.wait("table.staged === null")
    assert phone.see("table.whereIs('S-B-02')") == "2810"


def test_after_days_the_report_comes_first(desk: Desk) -> None:
    sit_german(desk, *TURN)
    desk.page.wait_for_selector(".report")
    assert "the Soviet side" in desk.page.inner_text(".report h2")
    desk.page.reload()
    desk.page.wait_for_selector(".report")
    desk.page.keyboard.press("Tab")
    desk.page.click(".report [data-key='close report']")
    desk.page.reload()
    desk.wait_for_turn()
    desk.page.evaluate("window.typhoonTable.connection.ask({ type: 'report' })")
    assert not desk.page.is_visible(".report"), "who has read it is not shown it again"
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".report")


TIMES = """async ([parts, lag]) => {
    const { PACES, stayOf } = await import("/static/play/scenes.js");
    const queue = parts.map(part => ({ part }));
    const stays = [];
    let elapsed = 0;
    while (queue.length) {
        const { part } = queue.shift();
        stays.push([part, stayOf(part, queue, PACES.quick, elapsed)]);
        elapsed += stays.at(-1)[1] + lag;
    }
    return [elapsed / 1000, Math.min(...stays.filter(([part]) => part === "battle").map(([, stay]) => stay))];
}"""


def test_a_quick_turn_is_over_in_ninety_seconds_with_every_battle_shown(desk: Desk) -> None:
    """The staff's first turn in Red Typhoon: some eleven scenes of moves and nineteen battles."""
    desk.page.goto(f"{desk.server.address}/check")
    usual = ["title", *["move"] * 11, *["battle", "retreat", "advance"] * 19]
    seconds, shortest = desk.page.evaluate(TIMES, [usual, 20])
    assert seconds < 70
    assert shortest == 1800, "there is time enough for all of it"
    much = ["title", *["move"] * 20, *["battle", "retreat", "advance", "loss"] * 34]
    seconds, shortest = desk.page.evaluate(TIMES, [much, 100])
    assert seconds < 90
    assert shortest > 700, "every battle can be read"


def test_axe_finds_nothing_in_what_is_new_on_a_phone(phone: Desk) -> None:
    """The report of a turn, the charts, a turn that is played again, and the briefing."""
    page = phone.page
    sit_german(phone, *TURN)
    phone.wait_for_turn()
    page.wait_for_selector(".report .part-attacks")
    assert violations(page) == []
    page.tap("[data-tab=charts]")
    page.wait_for_selector(".side .counter-key")
    assert violations(page, ".side") == []
    phone.see("table.theatre.setPace('click')")
    phone.see(f"void table.theatre.again(0, {len(TURN)})")
    phone.wait("table.theatre.scene?.part === 'battle'")
    assert violations(page, ".prompt") == []
    phone.see("table.theatre.skip()")
    phone.wait("!table.theatre.playing")
    page.tap("[aria-label=Menu]")
    page.tap("dialog .rowlink:has-text('Briefing')")
    page.wait_for_selector("dialog .briefing")
    assert violations(page, "dialog") == []
