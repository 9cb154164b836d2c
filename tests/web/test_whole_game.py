"""A game played to its end through the page, clicking only what is lit."""

from __future__ import annotations

from random import Random

import typhoon
from tests.web.desk import Desk, Server

MOST_CLICKS = 250
READY = """
    document.querySelector('.sentence').textContent.includes('game is over') ||
    document.querySelector('.prompt.yours') && (!table.isUnderWay || document.querySelector('dialog[open]'))
"""
"""The last click is carried out, and the buttons of the next decision are there."""


def last_turn(seed: int) -> str:
    """The journal of a game in which nobody did anything before the last turn."""
    game = typhoon.new("red-typhoon", "fixed", seed=seed)
    rng = Random(seed)
    while game.decision is not None and game.decision.turn < 9:
        game.push("end" if "end" in game.orders else game.orders.sample(rng))
    return game.journal.text()


class Clicker:
    """Clicks something that is lit, whatever it is."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.rng = Random(seed)
        self.eager = 14
        """As many orders are given before phases are ended as soon as possible."""

    def click(self) -> None:
        page, desk = self.desk.page, self.desk
        lit = desk.see(
            """({
                units: [...document.querySelectorAll('.unit.is-selectable')].map(u => u.dataset.unit),
                goals: Object.keys(table.board.highlights.costs),
                targets: [...table.board.highlights.targetHexes],
                attack: !!document.querySelector('.prompt .primary.danger:not(:disabled)'),
                building: table.hand.target !== null,
                menu: !!document.querySelector('.prompt .orders-menu'),
                end: !!document.querySelector('.prompt .primary:not(.danger)'),
            })"""
        )
        if page.query_selector("dialog[open] .primary"):
            page.click("dialog[open] .primary")
        elif choices := page.locator(".prompt .choice").count():
            page.locator(".prompt .choice").nth(self.rng.randrange(choices)).click()
        elif lit["attack"]:
            page.click(".prompt .primary.danger")
        elif lit["building"]:
            page.wait_for_selector(".attack .warning, .prompt .primary.danger:not(:disabled)")
            if page.query_selector(".attack .warning"):
                page.keyboard.press("Escape")
        elif lit["goals"]:
            self.eager -= 1
            page.mouse.click(*desk.corner(self.rng.choice(lit["goals"])))
            if page.query_selector(".pointer.menu"):
                page.click(".pointer.menu button >> nth=0")
        elif lit["targets"] and self.eager > 0:
            self.eager -= 2
            page.mouse.click(*desk.corner(self.rng.choice(lit["targets"])))
        elif lit["menu"] and self.eager > 0 and (not lit["units"] or self.rng.random() < 0.2):
            self.eager -= 1
            page.click(".prompt .orders-menu")
            page.click(".pointer.menu button >> nth=0")
        elif lit["units"] and (self.eager > 0 or not lit["end"]):
            unit = self.rng.choice(lit["units"])
            self.press(unit)
        else:
            page.click(".prompt .primary")

    def press(self, unit: str) -> None:
        self.desk.see(f"table.board.focusUnit('{unit}')")
        self.desk.page.keyboard.press("Enter")


def test_last_turn_against_the_computer(home: Server, desk: Desk) -> None:
    opened = home.open_table(
        journal=last_turn(11), seed=11, seats={"soviet": "person", "german": "random"}, mode="local"
    )
    desk.go(f"/table/{opened['id']}")
    desk.see("void table.connection.ask({ type: 'pause', paused: false, pace: 0 })")
    clicker = Clicker(desk, 11)
    for _ in range(MOST_CLICKS):
        desk.wait(READY, timeout=60_000)
        if "game is over" in desk.prompt:
            break
        clicker.click()
        desk.page.wait_for_timeout(30)
    assert "The game is over" in desk.prompt
    assert "victory" in desk.prompt
    desk.page.wait_for_selector("dialog:has-text('Luck report')")
    assert desk.order_count > 10
