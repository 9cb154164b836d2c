"""The solitaire game in the browser: set-up, forces, what-ifs, battles, pockets and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import typhoon
from tests.web.desk import Desk, Server
from typhoon.engine.game import Game

FORCE = ("PG4-10-Pz", "PG4-2-Pz", "PG4-5-Pz")


def sit(desk: Desk, *, seed: int = 7, **position: Any) -> None:
    """Sit down at a table with a position of one's own, or at the set-up."""
    sit_at(desk, typhoon.build("typhoon-solitaire", seed=seed, **position) if position else None, seed)


def sit_at(desk: Desk, game: Game | None, seed: int | None = None) -> None:
    """Go on with a game; with the seed it was begun with, the dice to come are those it would have had."""
    wish: dict[str, Any] = {"game": "typhoon-solitaire", "seats": {"german": "person"}}
    if game is not None:
        wish["journal"] = str(game.journal)
        if seed is not None:
            wish["seed"] = seed
    opened = desk.server.open_table(**wish)
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.wait_for_turn()


def at_a_choice_of_hits() -> Game:
    """A battle in which the player must choose who is hit."""
    for seed in range(100):
        game = typhoon.build(
            "typhoon-solitaire", seed=seed, turn=6, units={"PG4-2-Pz": "3919", "PG4-5-Pz": "3919"}
        )
        game.push("force PG4-2-Pz PG4-5-Pz")
        game.push("march 4020")
        if "allot" in game.orders:
            return game
    raise AssertionError("no battle has a choice of hits")


def around_a_pocket() -> tuple[Mapping[str, Any], str]:
    """A ring of German hexes with one gap, a force beside it, and the number of the gap."""
    grid = typhoon.new("typhoon-solitaire", seed=1).rules.board.grid
    middle = grid.index("2427")
    inside = grid.around(middle) | 1 << middle
    ring = grid.numbers(grid.grow(inside) & ~inside)
    gap = "2628"
    units = {unit: {"hex": "2528", "air": unit == "PG4-2-Pz"} for unit in FORCE}
    return {"units": units, "gained": [hex_ for hex_ in ring if hex_ != gap]}, gap


def fight_it_out(desk: Desk) -> None:
    """Allot every hit to the first unit and fight on until the battle is over."""
    desk.wait("table.battle.scenes.length > 0")
    while desk.see("table.battle.open"):
        target = desk.page.query_selector(".hit-target")
        desk.did(target.click if target else lambda: desk.page.click(".prompt [data-order=fight]"))


def log_length(desk: Desk) -> int:
    return int(desk.see("document.querySelectorAll('.battle .scene').length"))


def test_from_the_lobby_there_is_no_opponent_to_choose(desk: Desk) -> None:
    desk.lobby()
    card = desk.page.locator("article.card", has_text="(solitaire)")
    assert card.locator("fieldset:has-text('Opponent'):visible").count() == 0
    card.locator("summary").click()
    card.locator("select[aria-label=Scenario]").select_option("clenched-fist")
    card.locator("select[aria-label='Who allots hits']").select_option("system")
    card.locator("button:has-text('Start')").click()
    desk.wait_for_turn()
    assert desk.see("table.state.view.scenario") == "clenched-fist"
    assert desk.see("table.state.view.turn") == 2
    assert "Waiting" not in desk.prompt
    assert not desk.page.is_visible(".handover")


def test_a_team_in_which_somebody_has_nothing_to_do_is_not_offered(desk: Desk) -> None:
    desk.lobby()
    card = desk.page.locator("article.card", has_text="(solitaire)")
    two_sides, alone = card.locator("input[value=two-sides]"), card.locator("input[value='']")
    card.locator("label:has(input[value=two-sides])").click()
    assert two_sides.is_checked()
    card.locator("summary").click()
    losses = card.locator("select[aria-label='Who allots hits']")
    losses.select_option("system")
    assert two_sides.is_disabled()
    assert alone.is_checked()
    losses.select_option("player")
    assert two_sides.is_enabled()


def test_setting_up(desk: Desk) -> None:
    sit(desk)
    page = desk.page
    assert page.inner_text(".tray h2") == "To be placed: 72"
    desk.did(lambda: page.click(".tray button[data-key^='tray deploy PG2']"))
    assert page.inner_text(".tray h2") == "To be placed: 55"
    assert desk.see("table.whereIs('PG2-3-Pz')") == "1746"

    page.click(".tray [data-unit='PG3-1-Pz']")
    desk.wait("table.hand.goals.size > 0")
    goal = desk.see("[...table.hand.goals.keys()][0]")
    desk.did(lambda: desk.click_hex(goal))
    assert desk.see("table.whereIs('PG3-1-Pz')") == goal
    assert page.inner_text(".tray h2") == "To be placed: 54"

    desk.did(lambda: page.click(".prompt [data-order=deploy]"))
    desk.wait("table.state.view.phase === 'german movement and combat'")
    assert desk.see("table.shown.faces.length") == 72


def test_a_force_marches_and_is_taken_back(desk: Desk) -> None:
    units = {"PG4-2-Pz": "1627", "PG4-5-Pz": "1627", "PG4-34-Inf": "1627"}
    sit(desk, units=units)
    desk.page.mouse.click(*desk.point("1627"))
    desk.wait("table.hand.units.size === 2 && table.hand.goals.size > 0")
    together = desk.see("table.hand.goals.size")
    desk.page.click(".units [data-key='PG4-5-Pz']")
    desk.wait("table.hand.units.size === 1 && table.hand.goals.size > 0")
    assert desk.see("[...table.hand.units]") == ["PG4-2-Pz"]
    desk.page.click(".forces button:has-text('1 infantry')")
    desk.wait("table.hand.units.has('PG4-34-Inf') && table.hand.goals.size > 0")
    assert desk.see("table.hand.goals.size") < together
    desk.page.click(".forces button:has-text('2 armor')")
    desk.wait(f"table.hand.goals.size === {together}")

    desk.page.mouse.click(*desk.corner("1425"))
    desk.wait("table.state.n === 2 && table.choices.force.length === 2")
    assert desk.see("table.whereIs('PG4-5-Pz')") == "1425"
    assert desk.see("table.whereIs('PG4-34-Inf')") == "1627"
    left = desk.see("table.state.view.force.mp")
    assert desk.page.inner_text(".track-panel caption") == f"Movement points: {left}"
    assert f"{left} MP" in str(desk.page.text_content(".board-over .tag"))

    desk.page.click(".force-menu")
    desk.did(lambda: desk.page.click(".pointer.menu button >> nth=0"))
    assert desk.see("table.choices.force.length") == 1
    desk.did(lambda: desk.page.click(".prompt [data-order=halt]"))
    for left_of_them in (3, 2, 1, 0):
        desk.page.keyboard.press("z")
        desk.wait(f"table.state.n === {left_of_them}")
    assert desk.see("table.whereIs('PG4-5-Pz')") == "1627"


def test_air_support_goes_to_the_force_in_hand(desk: Desk) -> None:
    sit(desk, units={"PG4-2-Pz": "1627", "PG4-5-Pz": "1627"})
    assert "Place 2 air support units" in desk.prompt
    desk.page.mouse.click(*desk.point("1627"))
    desk.wait("table.hand.units.size === 2")
    desk.did(lambda: desk.page.click(".prompt button:has-text('Support')"))
    assert "Place 1 air support unit" in desk.prompt
    assert desk.see("table.shown.faces.filter(face => face.badges.includes('AIR')).length") == 1


def test_at_a_split_the_part_in_hand_takes_the_aircraft(desk: Desk) -> None:
    aircraft = "table.shown.faces.filter(face => face.badges.includes('AIR')).map(face => face.unit)"
    sit(desk, units={"PG4-2-Pz": {"hex": "1627", "air": True}, "PG4-5-Pz": "1627"})
    desk.page.mouse.click(*desk.point("1627"))
    desk.wait("table.hand.units.size === 2")
    # The whole force has it anyhow.
    assert desk.page.locator(".prompt button:has-text('Take aircraft')").count() == 0
    desk.page.click(".units [data-key='PG4-2-Pz']")
    desk.wait("table.hand.units.size === 1 && table.hand.goals.size > 0")
    desk.did(lambda: desk.page.click(".prompt button:has-text('Take aircraft')"))
    assert desk.see(aircraft) == ["PG4-5-Pz"]

    desk.page.mouse.click(*desk.point("1627"))
    desk.wait("table.hand.units.size === 2 && table.hand.goals.size > 0")
    desk.page.mouse.click(*desk.corner("1425"))
    desk.wait("table.choices.force.length === 2")
    desk.page.click(".force-menu")
    desk.did(lambda: desk.page.click(".pointer.menu button:has-text('air')"))
    assert desk.see("table.choices.force") == desk.see(
        f"['PG4-2-Pz', 'PG4-5-Pz'].filter(u => !{aircraft}.includes(u))"
    )


def test_a_unit_that_has_finished_says_so(desk: Desk) -> None:
    finished = {"hex": "1627", "done": True, "air": True}
    sit(desk, units={"PG4-2-Pz": finished, "PG4-5-Pz": "1830", "PG4-10-Pz": "1831"}, turn=6)
    desk.page.mouse.click(*desk.point("1627"))
    desk.page.wait_for_selector(".pointer.ruling:has-text('has finished moving and fighting')")


def test_what_if_then_battle(desk: Desk) -> None:
    sit(desk, units={"PG4-2-Pz": "3919", "PG4-5-Pz": "3919"}, turn=6)
    page = desk.page
    page.mouse.click(*desk.point("3919"))
    desk.wait("table.hand.goals.size > 0")
    assert desk.see("[...table.hand.goals.keys()].every(hex => table.hostile.has(hex))")
    page.mouse.click(*desk.corner("4020"))
    page.wait_for_selector(".attack .foes li")
    assert "Attack on the hex 3 hexes south of Naro-Fominsk" in page.inner_text(".attack h2")
    assert "to win within" in page.inner_text(".attack .outlook")
    chances = desk.see("table.hand.combat.preview.foes.reduce((all, foe) => all + foe.chance, 0)")
    assert chances == pytest.approx(1)
    both = desk.see("table.hand.combat.preview.rounds.at(-1).won")
    page.click(".attack .counter-toggle >> nth=0")
    desk.wait(f"table.hand.combat?.preview?.rounds.at(-1).won < {both}")
    page.click(".attack .counter-toggle >> nth=0")
    desk.wait(f"table.hand.combat?.preview?.rounds.at(-1).won === {both}")
    assert desk.order_count == 0

    page.click(".prompt .primary.danger")
    desk.wait("table.state.n >= 2")
    fight_it_out(desk)
    page.wait_for_selector(".battle .scene.part-end")
    assert page.locator(".battle .scene.part-muster .counter-picture").count() > 0
    assert page.locator(".battle .scene.part-fire .die").count() > 0
    assert page.locator(".battle .die.hit").count() > 0
    page.click(".battle button[aria-label^='Put the report away']")
    page.wait_for_selector(".inspector:not([hidden])")


def test_hits_are_allotted_by_clicking_units(desk: Desk) -> None:
    begun = at_a_choice_of_hits()
    hits = begun.position.frames[-1].hits
    sit_at(desk, begun)
    assert f"Allot {hits} hit" in desk.prompt
    page = desk.page
    page.wait_for_selector(".battle .hit-target")
    unit = page.get_attribute(".battle .hit-target >> nth=1", "data-unit")
    desk.did(lambda: page.click(f".battle .hit-target[data-unit='{unit}']"))
    lines = desk.log().splitlines()
    assert any(line.startswith(f"{unit} is ") for line in lines)


def test_hits_are_left_to_the_program(desk: Desk) -> None:
    sit_at(desk, at_a_choice_of_hits())
    desk.page.wait_for_selector(".battle .hit-target")
    desk.did(lambda: desk.page.click(".prompt [data-order=allot]"))
    desk.wait("!document.querySelector('.hit-target')")


def test_a_pocket_is_closed_and_counted(desk: Desk) -> None:
    position, gap = around_a_pocket()
    sit(desk, seed=0, **position)
    page = desk.page
    assert "0 of 200" in page.inner_text(".pinned")
    page.mouse.click(*desk.point("2528"))
    desk.wait("table.hand.goals.size > 0")
    page.mouse.click(*desk.corner(gap))
    page.wait_for_selector(".attack .good:has-text('Closes a pocket of 7 hexes')")
    assert desk.see("table.hostile.has('2527')")
    page.click(".prompt .primary.danger")
    desk.wait("table.state.n >= 2")
    fight_it_out(desk)
    page.wait_for_selector(".battle .scene.part-pocket")
    assert "breakout" in page.inner_text(".battle").lower()
    assert "7 of 200" in page.inner_text(".pinned")
    assert not desk.see("table.hostile.has('2527')")
    assert "2427" in desk.see("table.shown.view.gained")
    assert page.locator(".ground-fill").count() == 1


def test_a_battle_is_told_step_by_step_and_can_be_skipped(home: Server, seat_at: Callable[..., Desk]) -> None:
    desk = seat_at(home, reduced_motion="no-preference")
    position, gap = around_a_pocket()
    sit(desk, seed=0, **position)
    desk.see("(table.hand.pick('PG4-2-Pz'), table.forces)")
    desk.wait("table.hand.goals.size > 0")
    desk.see(f"(table.hand.beginAttack('{gap}'), 0)")
    desk.page.wait_for_selector(".attack .foes li")
    desk.page.click(".prompt .primary.danger")
    desk.wait("table.staged !== null && document.querySelectorAll('.battle .scene').length > 2")
    assert "being fought" in desk.prompt
    assert "0 of 200" in desk.page.inner_text(".pinned")
    told = log_length(desk)
    desk.page.keyboard.press("Enter")
    desk.wait("table.staged === null")
    assert log_length(desk) > told


def test_conceding_ends_the_game(desk: Desk) -> None:
    sit(desk, units={"PG4-2-Pz": "3919"})
    page = desk.page
    page.click("button[aria-label=Menu]")
    page.click("dialog button:has-text('Concede the game')")
    page.click("dialog button.primary:has-text('Concede')")
    page.wait_for_selector("dialog:has-text('Defeat')")
    assert "conceded" in page.inner_text("dialog[open] .result")
    assert "The game is over" in desk.prompt


def test_by_keyboard(desk: Desk) -> None:
    sit(desk, units={"PG4-2-Pz": "3919", "PG4-5-Pz": "3919"})
    press = desk.page.keyboard.press
    press("n")
    desk.wait("table.hand.units.size === 2 && table.hand.goals.size > 0")
    press("t")
    desk.wait("table.hand.cursor !== null")
    press("Enter")
    desk.page.wait_for_selector(".attack .outlook")
    press("Enter")
    desk.wait("table.state.n >= 2")
    fight_it_out(desk)


def test_on_a_phone(phone: Desk) -> None:
    sit(phone, units={"PG4-2-Pz": "3919", "PG4-5-Pz": "3919"})
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*phone.point("3919"))
    phone.wait("table.board.counters.fanned === '3919'")
    page.tap(".unit[data-unit='PG4-2-Pz']")
    phone.wait("table.hand.units.size === 2 && table.hand.goals.size > 0")
    page.touchscreen.tap(*phone.corner("4020"))
    page.wait_for_selector(".side[data-open=yes] .attack .foes li")
    page.tap(".prompt .primary.danger")
    phone.wait("table.state.n >= 2")
    fight_it_out(phone)
    page.wait_for_selector(".side[data-open=yes] .battle .scene.part-end")
    page.tap("[data-tab=victory]")
    assert "Victory checks" in page.inner_text("#pane-victory")
