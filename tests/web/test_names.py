"""Names on the page: the same words as at the terminal, and ids for who asks for them."""

from __future__ import annotations

import json
import re

from tests.web.desk import Desk
from typhoon.engine.names import together
from typhoon.engine.registry import find_rules

UNITS = ["Rifle Division No. 1", "6th Panzer Division", "Rifle Division No. 2", "IX Corps Artillery No. 1",
         "IX Corps Artillery No. 3", "9th Panzer Division", "Brigade No. 2"]  # fmt: skip
TEXTS = (
    "S-B-02, S-B-03, S-B-11 attack G-6-ID in 2810: 13 to 4 is 3:1 (9.3).",
    "G-6-ID's way: 2714-2715-2716, then 2713 or 2715 (Rzhev).",
    "Formation K moves to 2714, G-253-ID stays in 0146. 2714 is taken.",
    "Turn 3, 25 Jan 1942.",
    "G-6-ID retreats 0805-0706. 0805 is lost, 0706+2714+2715 fall.",
    "0805, 2715, 0706 fall. Look in 0805, 2715 or 0706, and go to 0706.",
    "It advances 2714-2715-2714, or 0805-0706-0805.",
    "Retreat from 0706 to 0805, or to 2713 or 2714.",
)


def test_the_page_says_what_the_terminal_says_and_ids_when_asked_to(desk: Desk) -> None:
    desk.table()
    desk.wait_for_turn()
    names = find_rules("red-typhoon").names
    spots = desk.see(
        "Object.fromEntries(Object.keys(table.facts.hexes).map(hex => [hex, table.names.spot(hex)]))"
    )
    assert spots == {hex_: names.places.spot(hex_) for hex_ in spots}
    for text in TEXTS:
        assert desk.see(f"table.say({text!r})") == names.said(text)
    facts = {"hexes": {}, "units": {unit: {"name": unit} for unit in UNITS}}
    told = desk.see(f"new table.names.constructor({json.dumps(facts)}).units({json.dumps(UNITS)})")
    assert "".join(piece["text"] for piece in told) == together(UNITS)

    desk.activate("K")
    log = desk.page.locator(".log .line").last
    assert log.text_content() == "Kalinin Front receives orders to move; 9 AP left. 12.2"
    label = desk.see("document.querySelector('.unit[data-unit=\"S-B-14\"]').getAttribute('aria-label')")
    assert label.startswith("13th Kalinin Rifle Group, Soviet Kalinin Front, 2-7, ")

    desk.page.click("[aria-label='Menu']")
    desk.page.click("button:has-text('Units and hexes: by their names')")
    desk.wait_for_turn()
    assert re.match("Formation K receives", str(desk.page.locator(".log .line").last.text_content()))
    assert desk.see("table.unitName('S-B-14')") == "S-B-14"


def test_a_long_name_breaks_within_its_line_and_leads_to_its_place(desk: Desk) -> None:
    """What follows a name, such as a full stop, stands beside its last word."""
    desk.table()
    desk.wait_for_turn()
    lines = desk.page.evaluate(
        """async () => {
          const { linked } = await import("/static/play/links.js");
          const box = document.createElement("p");
          box.style.width = "9em";
          box.append(...linked("It advances into 0805. It stays.", window.typhoonTable));
          document.querySelector(".says").append(box);
          return box.querySelector(".link").getClientRects().length;
        }"""
    )
    assert lines > 1
    address = desk.page.url
    desk.page.click(".says a.link")
    desk.page.wait_for_selector(".inspector h2:has-text('Velikiye Luki')")
    assert desk.page.url == address
