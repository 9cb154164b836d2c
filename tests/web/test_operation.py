"""The three-sheet game in the browser: set-up, support, ways of moving, declaring and resolving combats."""

from __future__ import annotations

from typing import Any

import pytest

import typhoon
from tests.web.desk import Desk
from typhoon.engine.game import Game

GAME = "operation-typhoon"
BESIDE = {"12/4P/24": "C1422", "33/4P/24": "C1424", "I35/4P/24": "C1422", "24/2PzA": "C1319"}
"""A division on either side of C1423."""
DEFENDERS = {"299/50": "C1423", "41/50": "C1325"}


def sit(desk: Desk, game: Game | None = None, **wish: Any) -> None:
    """Sit down at a table for two, with a game in progress or at its set-up."""
    wish = {"game": GAME, "seats": {"german": "person", "soviet": "person"}, **wish}
    if game is not None:
        wish["journal"] = str(game.journal)
    opened = desk.server.open_table(**wish)
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.wait_for_turn()


def position(phase: str, units: dict[str, Any], **given: Any) -> Game:
    return typhoon.build(
        GAME, seed=7, **{"scenario": "guderian", "turn": 4, **given}, phase=phase, units=units
    )


def choose(desk: Desk, unit: str) -> None:
    """Click a unit, and out of its stack no other, until it is known where it can go."""
    desk.point(desk.see(f"table.whereIs('{unit}')"))
    desk.see(f"(table.board.fan(table.whereIs('{unit}')), 0)")
    desk.page.click(f".unit[data-unit='{unit}']")
    desk.wait(f"table.hand.units.has('{unit}') && table.hand.goals.size > 0")


def farthest(desk: Desk) -> str:
    return str(desk.see("[...table.hand.goals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))[0][0]"))


def hand_over(desk: Desk) -> None:
    desk.page.wait_for_selector(".handover:not([hidden])")
    desk.page.click("#uncover")
    desk.wait_for_turn()


def test_a_german_player_turn(desk: Desk) -> None:
    """From the set-up to the end of the first combat phase, with two players at one screen."""
    page = desk.page
    sit(desk, scenario="guderian", seed=7)
    assert page.inner_text(".tray h2") == "To be placed: 30"
    assert desk.see("table.board.camera.area !== null"), "one sheet of three is looked at"
    desk.did(lambda: page.click(".prompt [data-order=deploy]"))

    page.wait_for_selector(".form .counter-toggle")
    page.click(".form [data-unit='53/2PzA']")
    assert not page.is_disabled(".form .primary")
    page.click(".form [data-unit='43/2PzA']")
    desk.did(lambda: page.click(".form .primary"))
    supported = desk.see("table.state.panels.find(panel => panel.id === 'support').rows[0][3]")
    assert supported == "24/2PzA, 43/2PzA"

    desk.wait("table.state.view.phase === 'german movement'")
    choose(desk, "33/4P/24")
    assert desk.see("table.hand.marching.way") == "move"
    for goal in ("C1324", "C1224", "C1225"):
        assert desk.see(f"table.hand.goals.has('{goal}')") == (goal != "C1225"), "an enemy stands in C1225"
    page.mouse.move(*desk.corner("C1224"))
    page.wait_for_selector(".board-over .way .chip-price")
    assert "MP" in str(page.text_content(".board-over .way .chip-price"))
    desk.did(lambda: page.mouse.click(*desk.corner("C1224")))
    assert desk.see("table.whereIs('33/4P/24')") == "C1224"

    choose(desk, "339/167/53")
    page.click("[data-way=strategic]")
    desk.wait("table.hand.marching.way === 'strategic' && table.hand.goals.size > 0")
    goal = farthest(desk)
    desk.did(lambda: page.mouse.click(*desk.corner(goal)))
    assert "strategically" in desk.log()

    desk.did(lambda: page.click(".prompt [data-order=end]"))
    assert "must still be attacked" in desk.prompt
    desk.wait("table.marks.urgent.size > 0")
    assert page.locator(".targets .urgent").count() == desk.see("table.marks.urgent.size")
    assert "Propose attacks" in page.inner_text(".prompt [data-order=propose]")
    target = desk.see("[...table.marks.urgent][0]")
    desk.click_hex(target)
    page.wait_for_selector(".attack .chances li")
    desk.did(lambda: page.click(".prompt .primary.danger"))
    page.wait_for_selector(f".combats [data-target='{target}']")
    if "must still" in desk.prompt:
        desk.did(lambda: page.click(".prompt [data-order=propose]"))
    desk.did(lambda: page.click(".prompt [data-order=end]"))
    fight(desk)
    assert desk.see("table.state.view.turn") == 1
    assert "attack" in desk.log()


def fight(desk: Desk) -> None:
    """Resolve all combats: always the first that is lit, without an advance."""
    for _ in range(60):
        if desk.see("table.covered"):
            hand_over(desk)
        if "combat" not in desk.see("table.state.view.phase"):
            return
        choices = desk.see(
            """({spots: [...table.choices.spots.keys()], units: [...table.choices.acts.keys()],
                 combats: [...table.choices.combats.keys()], form: table.choices.parts !== null})"""
        )
        if choices["form"]:
            desk.did(lambda: desk.page.click(".form .primary"))
        elif choices["spots"]:
            hex_ = choices["spots"][0]
            desk.did(lambda hex_=hex_: click_or_choose(desk, hex_))
        elif choices["units"]:
            unit = choices["units"][0]
            desk.did(lambda unit=unit: lose(desk, unit))
        elif choices["combats"]:
            hex_ = choices["combats"][0].split("+")[0]
            desk.did(lambda hex_=hex_: desk.page.mouse.click(*desk.corner(hex_)))
        else:
            desk.did(lambda: desk.page.click(".prompt [data-order=end]"))
    raise AssertionError("the combats do not end")


def lose(desk: Desk, unit: str) -> None:
    """Click a counter, and once more."""
    desk.point(desk.see(f"table.whereIs('{unit}')"))
    for _ in range(1 if desk.see(f"table.hand.units.has('{unit}')") else 2):
        desk.see(f"(table.board.fan(table.whereIs('{unit}')), 0)")
        desk.page.click(f".unit[data-unit='{unit}']")


def click_or_choose(desk: Desk, hex_: str) -> None:
    """Click where a way ends, and take the first when several lead there."""
    many = desk.see(f"table.choices.spots.get('{hex_}').length > 1")
    desk.page.mouse.click(*desk.corner(hex_))
    if many:
        desk.page.click(".pointer.menu button >> nth=0")


def test_one_corps_out_of_several_is_chosen_on_the_map_or_none(desk: Desk) -> None:
    """A point for the 2nd Panzer Army, and a die with this seed that supports one of its corps."""
    game = typhoon.new(GAME, scenario="campaign", seed=0)
    for order in ("plan historical", "deploy", "allocate 2PzA:1 3PzA:3 4PzA:3 4A:3"):
        game.push(order)
    sit(desk, game)
    assert "up to 1 corps" in desk.prompt
    assert sorted(desk.see("[...table.choices.acts.keys()]")) == ["24/2PzA", "43/2PzA", "53/2PzA"]
    assert "Support none" in desk.page.inner_text(".prompt [data-order=support]")


def test_support_points_are_divided_in_a_form(desk: Desk) -> None:
    game = typhoon.new(GAME, scenario="campaign", seed=7)
    for order in ("plan historical", "deploy"):
        game.push(order)
    sit(desk, game)
    page = desk.page
    assert page.inner_text(".form .shares output >> nth=0") == "3"
    assert page.is_disabled("[aria-label='2PzA: one more']"), "all points are given"
    page.click("[aria-label='3PzA: one less']")
    assert "1 of 10 still to be given" in page.inner_text(".form [role=status]")
    assert page.is_disabled(".form .primary")
    page.click("[aria-label='2PzA: one more']")
    assert page.inner_text(".form .panel caption").startswith("Support table")
    desk.did(lambda: page.click(".form .primary"))
    assert "2PzA with 4 support points" in desk.log()


def test_the_odds_of_an_attack_on_unknown_strengths(desk: Desk) -> None:
    sit(desk, position("german combat", {**BESIDE, **DEFENDERS}, air={"german": 2, "soviet": 3}))
    page = desk.page
    desk.click_hex("C1423")
    page.wait_for_selector(".attack .columns li")
    assert desk.see("[...table.hand.attackers].sort()") == ["12/4P/24", "33/4P/24", "I35/4P/24"]
    chances = desk.see("table.hand.combat.preview.columns.reduce((all, each) => all + each.chance, 0)")
    assert chances == pytest.approx(1, abs=1e-4)
    assert " to " in page.inner_text(".attack .sum")
    assert "4th Panzer Division together" in page.inner_text(".attack .sum")

    page.click("[data-target-hex=C1325]")
    desk.wait("table.hand.target === 'C1325+C1423' || table.hand.target === 'C1423+C1325'")
    assert desk.see("[...table.hand.attackers]") == ["33/4P/24"], "the others are not next to both"
    page.click("[data-target-hex=C1325]")
    desk.wait("table.hand.target === 'C1423'")
    desk.did(lambda: page.click(".prompt .primary.danger"))

    row = ".combats [data-target=C1423]"
    desk.did(lambda: page.click(f"{row} [aria-label$='one more']"))
    assert page.inner_text(f"{row} output") == "1"
    desk.did(lambda: page.click(f"{row} [data-order='cancel C1423']"))
    assert page.is_hidden(".combats")


def test_a_refused_end_says_why(desk: Desk) -> None:
    sit(desk, position("german combat", {**BESIDE, **DEFENDERS}))
    assert not desk.see("table.choices.buttons.some(act => act.verb === 'end')")
    assert "2 enemy hexes must still be attacked" in desk.prompt
    desk.wait("table.marks.urgent.size === 2")
    desk.page.click(".prompt .not-yet")
    told = desk.page.inner_text(".pointer.ruling")
    assert "must attack all who exert them: the hex 5 hexes southeast of Tula and the hex" in told
    assert desk.page.is_visible(".board-key:has-text('Must be attacked')")


def test_reinforcements_come_in_and_trains_run(desk: Desk) -> None:
    units = {"12/4P/24": "C0922", "299/50": "C2132", "154/50": "C1720", "50/Bldin": "C1346"}
    sit(desk, position("soviet movement", units, turn=9))
    page = desk.page
    assert page.inner_text(".tray h2") == "Waiting to come in: 3"
    page.click(".tray button[data-unit='871AA/20']")
    desk.wait("table.hand.goals.has('C3934')")
    desk.did(lambda: page.mouse.click(*desk.corner("C3934")))
    assert desk.see("table.whereIs('871AA/20')") == "C3934"
    choose(desk, "154/50")
    page.keyboard.press("v")
    page.keyboard.press("v")
    desk.wait("table.hand.marching.way === 'rail' && table.hand.goals.size > 20")
    goal = farthest(desk)
    desk.did(lambda: page.mouse.click(*desk.corner(goal)))
    assert "by rail" in desk.log()


def test_the_other_player_does_not_see_strengths(desk: Desk) -> None:
    units = {**BESIDE, "299/50": {"hex": "C1423", "chit": "S1-7"}, "41/50": "C1325"}
    sit(desk, position("german combat", units))
    figures = "table.state.faces.find(face => face.unit === '299/50').values[0].text"
    assert desk.see(figures) == "?"
    assert "S1-7" not in desk.see("JSON.stringify(table.state)")


def test_on_a_phone(phone: Desk) -> None:
    sit(phone, position("german combat", {**BESIDE, **DEFENDERS}))
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*phone.corner("C1423"))
    page.wait_for_selector(".side[data-open=yes] .attack .columns li")
    phone.did(lambda: page.tap(".prompt .primary.danger"))
    page.tap(".tabs [data-tab=stack]")
    page.wait_for_selector(".side[data-open=yes] .combats li")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hex_numbers_come_when_one_comes_near(desk: Desk) -> None:
    """Six thousand of them would be laid out for nothing before they can be read."""
    sit(desk, scenario="guderian", seed=7)
    numbers = "document.querySelectorAll('#layer-numbers text').length"
    desk.see("(table.board.fit(), 0)")
    desk.settle()
    assert desk.see(numbers) == 0
    desk.point("C1423")
    desk.wait(f"{numbers} === 6153")
    shown = "document.querySelectorAll('#layer-numbers [data-box]:not(.is-hidden) text')"
    desk.wait(f"[...{shown}].some(text => text.textContent === 'C1423')")
    assert not desk.see(f"[...{shown}].some(text => text.textContent === 'A0101')")


def test_the_supply_overlay_shows_states_and_lines(desk: Desk) -> None:
    sit(desk, position("german movement", {**BESIDE, "299/50": "C2132"}))
    page = desk.page
    line = "document.querySelector('.board-over .line-line, .board-under .line-line')"
    page.click(".tabs [data-tab=overlays]")
    page.click("#pane-overlays button:has-text('Supply')")
    page.wait_for_selector(".shade[data-tone=good] .shade-rim")
    assert "German units in supply: 4" in page.inner_text(".board-key")
    assert desk.see(f"{line} === null")

    page.mouse.move(*desk.point("C1424"))
    desk.wait(f"{line} !== null")
    assert "33rd Rifle Regiment is in supply, a line of" in page.inner_text(".board-note")
    page.mouse.move(*desk.corner("C1428"))
    desk.wait(f"{line} === null")

    page.click("#pane-overlays button:has-text('Lines of all my units')")
    desk.wait("document.querySelector('.lines-line') !== null")
    ways = desk.see("document.querySelector('.lines-line').getAttribute('d').split('M').length - 1")
    assert ways == 4, "of three units to their HQ and of the HQ to a source"
    page.click("#pane-overlays button:has-text('Supply')")
    desk.wait("document.querySelector('.lines-line') === null")
    assert page.is_hidden(".board-key")


def test_a_stack_shows_what_holds_for_all_of_it(desk: Desk) -> None:
    """Tanks and rifles pay five points for woods, infantry one."""
    units = {
        "12/4P/24": "C2809",
        "17/31/43": "C2809",
        "24/2PzA": "C2707",
        "43/2PzA": "C2708",
        "299/50": "C2132",
    }
    sit(desk, position("german movement", units, ground="normal", supported=["24/2PzA", "43/2PzA"]))
    page = desk.page
    choose(desk, "12/4P/24")
    page.click(".prompt button:has-text('Whole stack')")
    desk.wait("table.hand.units.size === 2 && table.hand.goals.size > 0")
    page.mouse.move(*desk.corner("C2810"))
    price = ".board-over .way .chip-price"
    page.wait_for_selector(f"{price} >> text=2 units")
    assert page.text_content(price) == "2 units: 1 to 5 MP, 3 to 9 left"


def test_the_lobby_says_how_long_each_scenario_is(desk: Desk) -> None:
    desk.lobby()
    card = desk.page.locator(".card", has_text="Operation Typhoon (1978)")
    card.locator("li", has_text="16 to 31 turns").wait_for()
    for title, turns in (("Panzergruppe Guderian", 16), ("Extended", 31)):
        assert f"{turns} turns" in card.locator(".tags li", has_text=title).inner_text()
    assert desk.page.locator(".card", has_text="Red Typhoon").locator("li", has_text="9 turns").count() == 1


def test_the_plan_is_chosen_by_a_button(desk: Desk) -> None:
    sit(desk, scenario="campaign", seed=7)
    plans = desk.page.locator(".prompt [data-order^=plan]")
    names = plans.locator("b").all_inner_texts()
    assert names == ["Plan: historical", "Plan: encirclement", "Plan: broad-front"]
    # Each says what it asks for (18.49).
    assert "35 points are enough" in plans.nth(1).inner_text()
    desk.did(lambda: plans.nth(1).click())
    assert "encirclement" in desk.log()


def test_after_the_set_up_units_can_be_made_out(desk: Desk) -> None:
    sit(desk, scenario="campaign", seed=7)
    desk.did(lambda: desk.page.click(".prompt [data-order^=plan]"))
    whole = desk.see("table.board.camera.scale")
    desk.did(lambda: desk.page.click(".prompt [data-order=deploy]"))
    desk.settle()
    assert desk.see("table.board.camera.scale") > 2 * whole
    seen = "table.inSight(table.state.faces.filter(face => face.side === 'german').map(face => face.hex))"
    assert desk.see(seen)


def test_what_must_be_attacked_is_looked_at_and_rings_go_with_their_form(desk: Desk) -> None:
    page = desk.page
    sit(desk, scenario="guderian", seed=7)
    desk.did(lambda: page.click(".prompt [data-order=deploy]"))
    page.click(".form [data-unit='53/2PzA']")
    page.click(".form [data-unit='43/2PzA']")
    desk.wait("document.querySelectorAll('.rings > *').length > 0")
    desk.did(lambda: page.click(".form .primary"))
    assert desk.see("table.marks.ringed") == []

    choose(desk, "33/4P/24")
    desk.did(lambda: page.mouse.click(*desk.corner("C1224")))
    desk.see("(table.marks.ring(['C1225']), 0)")
    page.keyboard.press("Escape")
    assert desk.see("table.marks.ringed") == []
    desk.point("C3911")
    assert not desk.see("table.inSight(['C1225'])")
    desk.did(lambda: page.click(".prompt [data-order=end]"))
    desk.wait("table.marks.urgent.size > 0 && table.inSight(['C1225'])")


def test_an_old_battle_is_not_told_again_when_a_table_is_opened(desk: Desk) -> None:
    game = position("german combat", {**BESIDE, **DEFENDERS})
    game.push("propose")
    while not any(event.kind == "combat" for entry in game.journal.entries for event in entry.events):
        verbs = ("resolve", "engage", "defend", "end")
        game.push(next(order for order in game.orders if order.verb in verbs))
    opened = desk.server.open_table(
        game=GAME, seats={"german": "person", "soviet": "person"}, journal=str(game.journal)
    )
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.page.wait_for_selector(".log .kind-combat")
    # The line tells the state of the table before it answers anything.
    desk.page.evaluate("window.typhoonTable.connection.ask({ type: 'luck' })")
    assert desk.see("table.log.filter(entry => entry.lines.some(line => line.kind === 'combat')).length") == 1
    assert desk.page.locator(".result-card:visible").count() == 0


def test_a_strict_table_takes_strengths_out_of_the_log_again(desk: Desk) -> None:
    """With the combat they are told; with the next order the log keeps the dice and the result (8.44).

    This seed throws a 6: A1(2) at 2-1.
    """
    units = {
        "339/167/53": {"hex": "C3424", "chit": "G2-4"},
        "299/50": {"hex": "C3425", "chit": "S1-2"},
        "53/2PzA": "C3020",
    }
    combats = [{"target": "C3425", "units": ["339/167/53"]}]
    game = typhoon.build(
        GAME, turn=6, phase="german combat", units=units, combats=combats, supported=["53/2PzA"],
        air={"german": 0, "soviet": 0}, options={"intelligence": "strict"}, seed=10,
    )  # fmt: skip
    sit(desk, game, seed=10)
    desk.did(lambda: desk.page.click(".prompt [data-order=end]"))
    desk.settle()
    assert "4 to 2 is 2-1" in desk.log()
    desk.page.evaluate("window.typhoonTable.order('lose 339/167/53')")
    desk.wait("table.state.n === 2")
    desk.settle()
    assert "is 2-1" not in desk.log()
    assert "4 to ?; dice" in desk.log()
    assert desk.see("table.log.filter(entry => entry.lines.some(line => line.kind === 'combat')).length") == 1


def test_a_unit_is_told_of_with_the_formation_of_its_own_side(desk: Desk) -> None:
    """Both sides have a 43: XLIII Corps and 43rd Army."""
    units = {"82/31/43": "C1315", "5Gd/43": "C1415"}
    sit(desk, position("german movement", {**units, "53/2PzA": "C1221"}))
    for unit, formation, name in (
        ("82/31/43", "XLIII Corps", "82nd Infantry Regiment, German XLIII Corps"),
        ("5Gd/43", "43rd Army", "5th Guards Rifle Division, Soviet 43rd Army"),
    ):
        desk.page.keyboard.press("Escape")
        desk.click_hex(units[unit])
        desk.page.wait_for_selector(f".inspector :text('{formation}')")
        assert name in desk.page.get_attribute(f".unit[data-unit='{unit}']", "aria-label")
