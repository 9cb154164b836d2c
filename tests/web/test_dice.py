"""The dice in the browser: everybody adds a secret, sees what was committed to, and checks what fell."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

import typhoon
from tests.web.desk import Desk

BOTH = {"soviet": "person", "german": "person"}
GOLDEN = Path(__file__).parents[1] / "golden"


def seated(seat_at: Any, home: Any, link: str) -> Desk:
    desk: Desk = seat_at(home)
    desk.go(link)
    return desk


def ready(desk: Desk) -> None:
    desk.wait("!table.state.table.dice.awaited.length")


def test_the_page_hashes_as_the_library_does(desk: Desk) -> None:
    desk.lobby()
    said = desk.page.evaluate(
        """async () => {
            const { hmac, sha256, toHex } = await import("/static/common/sha256.js");
            const found = [];
            for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
                const bytes = new Uint8Array(length).map((_, i) => (i * 7 + length) % 256);
                found.push([toHex(sha256(bytes)), toHex(hmac(bytes.slice(0, 32), bytes))]);
            }
            return found;
        }"""
    )
    for length, told in zip([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000], said, strict=True):
        data = bytes((i * 7 + length) % 256 for i in range(length))
        assert told == [hashlib.sha256(data).hexdigest(), hmac.new(data[:32], data, "sha256").hexdigest()]


def test_friends_add_to_the_dice_by_sitting_down(home: Any, seat_at: Any) -> None:
    opened = home.open_table(mode="remote", seats=BOTH, scenario="fixed")
    soviet = seated(seat_at, home, opened["links"]["soviet"])
    soviet.wait("table.state.table.dice.seats.soviet")
    assert "Waiting for everybody" in soviet.prompt
    assert "German" in soviet.page.inner_text(".casting")
    watcher = seated(seat_at, home, opened["watch"])
    assert opened["commitment"] in watcher.page.inner_text(".log")
    german = seated(seat_at, home, opened["links"]["german"])
    for desk in (soviet, german, watcher):
        ready(desk)
        assert not desk.page.is_visible(".casting")
    soviet.wait_for_turn()
    own = soviet.see(f"JSON.parse(localStorage['typhoon.secret.{opened['id']}.soviet']).secret")
    commitment = hashlib.sha256(bytes.fromhex(own)).hexdigest()
    for desk in (soviet, german, watcher):
        assert desk.see("table.state.table.dice.seats.soviet") == commitment
        desk.page.click("[aria-label=Menu]")
        desk.page.click("dialog button:text-is('The dice')")
        desk.page.wait_for_selector("dialog:has-text('neither the host nor one side')")
        shown = desk.page.inner_text("dialog:last-of-type")
        assert opened["commitment"] in shown and commitment in shown
        assert "neither the host nor one side alone can choose the dice" in shown


def test_whoever_comes_back_opens_the_secret_then(home: Any, seat_at: Any) -> None:
    """Play by turns: the first is away when the second sits down."""
    opened = home.open_table(mode="remote", seats=BOTH, scenario="fixed")
    soviet = seated(seat_at, home, opened["links"]["soviet"])
    soviet.wait("table.state.table.dice.seats.soviet")
    soviet.page.goto(f"{home.address}/")
    german = seated(seat_at, home, opened["links"]["german"])
    german.wait("table.state.table.dice.opened.includes('german')")
    assert "Soviet has come back once" in german.page.inner_text(".casting")
    soviet.go(f"/table/{opened['id']}")
    ready(soviet)
    ready(german)


def test_a_secret_that_was_lost_does_not_stop_the_game(home: Any, seat_at: Any) -> None:
    opened = home.open_table(mode="remote", seats=BOTH, scenario="fixed")
    first = seated(seat_at, home, opened["links"]["soviet"])
    first.wait("table.state.table.dice.seats.soviet")
    first.page.goto("about:blank")
    german = seated(seat_at, home, opened["links"]["german"])
    elsewhere = seated(seat_at, home, opened["links"]["soviet"])
    elsewhere.page.click("text=Begin the dice anew")
    ready(elsewhere)
    ready(german)
    assert german.see("table.state.table.dice.anew") == 1
    assert "begins the secrets of the dice anew" in german.see(
        "JSON.stringify(table.chat ?? table.state.chat)"
    )


def ended(game: str) -> Path:
    paths = [
        path for path in sorted(GOLDEN.glob("*.journal")) if f"game: {game}\n" in path.read_text("utf-8")
    ]
    return next(path for path in paths if "  die " in path.read_text("utf-8"))


@pytest.mark.parametrize("game", ["red-typhoon", "typhoon-solitaire", "operation-typhoon"])
def test_the_dice_of_a_game_are_checked_in_the_browser(desk: Desk, game: str) -> None:
    path = ended(game)
    opened = desk.server.open_table(game=game, journal=path.read_text("utf-8"), seats={"german": "person"})
    desk.page.goto(f"{desk.server.address}/check#table={opened['id']}")
    verdict = desk.page.wait_for_selector("[data-verdict]")
    dice = sum(len(entry.dice) for entry in typhoon.load(path.read_text("utf-8")).journal.entries)
    assert verdict.inner_text() == f"All {dice} dice are what the keys give."
    assert len(desk.page.query_selector_all(".dice-table tbody tr")) > 3
    assert desk.page.query_selector("main h2[data-verdict=right]")


def verdict_of(desk: Desk, journal: str, tmp_path: Path) -> tuple[str, str]:
    file = tmp_path / "game.journal"
    file.write_text(journal, encoding="utf-8")
    desk.page.goto(f"{desk.server.address}/check")
    desk.page.set_input_files("input[type=file]", str(file))
    shown = desk.page.wait_for_selector("[data-verdict]")
    return shown.get_attribute("data-verdict"), desk.page.inner_text("main")


def test_a_journal_that_was_changed_is_found_out_in_the_browser(desk: Desk, tmp_path: Path) -> None:
    journal = ended("red-typhoon").read_text("utf-8")
    assert verdict_of(desk, journal, tmp_path)[0] == "right"
    loaded = re.sub(r"(?m)^(  die combat: )[1-5]$", r"\g<1>6", journal, count=1)
    state, text = verdict_of(desk, loaded, tmp_path)
    assert state == "wrong" and "the journal has 6, the key gives" in text
    state, text = verdict_of(desk, re.sub(r"(?m)^dice key: .*\n", "", journal), tmp_path)
    assert state == "unchecked" and "The dice cannot be checked: the dice key is missing." in text
    state, text = verdict_of(desk, re.sub(r"(?m)^dice key: ..", "dice key: 00", journal), tmp_path)
    assert state == "wrong" and "The dice key does not fit the dice commitment." in text


def test_the_sides_that_a_header_names_are_those_of_its_dice(desk: Desk, tmp_path: Path) -> None:
    long = ended("typhoon-nonop").read_text("utf-8")
    short = long.replace(" of 10\n", "\n").replace("\ndice commitment", "\ndie: 10\ndice commitment", 1)
    assert [verdict_of(desk, journal, tmp_path)[0] for journal in (long, short)] == ["right", "right"]
    assert verdict_of(desk, short.replace("die: 10\n", ""), tmp_path)[0] == "wrong"


def solitaire(desk: Desk) -> dict[str, Any]:
    """A solitaire game before its set-up, when no counter is on the map."""
    opened = desk.server.open_table(game="typhoon-solitaire", seats={"german": "person"})
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.wait_for_turn()
    return opened


def test_what_was_shown_before_the_game_is_remembered(home: Any, seat_at: Any) -> None:
    """A host who swaps key and commitment together is found out by whoever looked before."""
    desk = seat_at(home)
    opened = solitaire(desk)
    noted = desk.see(f"JSON.parse(localStorage['typhoon.dice.{opened['id']}'])")
    assert noted == [opened["commitment"]]
    for order in ("deploy", "concede"):
        desk.did(lambda order=order: desk.see(f"void table.order({json.dumps(order)})"))
    desk.page.wait_for_selector("dialog >> text=Check the dice")
    desk.page.click("dialog >> text=Check the dice")
    desk.page.wait_for_selector("[data-verdict=right]")
    assert "what this browser was shown" in desk.page.inner_text("main")
    other = "f" * 64
    desk.page.evaluate(f"localStorage['typhoon.dice.{opened['id']}'] = JSON.stringify(['{other}'])")
    desk.page.reload()
    desk.page.wait_for_selector("[data-verdict=wrong]")
    assert f"Before the game {other} was shown" in desk.page.inner_text("main")


def test_a_game_that_is_over_is_played_on_at_another_table(desk: Desk) -> None:
    opened = solitaire(desk)
    for order in ("deploy", "concede"):
        desk.did(lambda order=order: desk.see(f"void table.order({json.dumps(order)})"))
    desk.page.wait_for_selector("dialog")
    desk.page.keyboard.press("Escape")
    desk.page.click("[aria-label='Replay the game']")
    desk.page.click("[aria-label='One step back']")
    desk.wait("table.past && table.past.n === 1")
    desk.page.click("text=Play on from here")
    desk.page.wait_for_url(lambda url: opened["id"] not in url)
    desk.wait_for_turn()
    assert desk.order_count == 1
    before, after = desk.see("table.state.table.dice.commitments")
    assert before == opened["commitment"] != after
