"""The fifth game in the browser: tables, moves under a Non-Op HQ, attacks with their sum, recovery."""

from __future__ import annotations

from typing import Any

import typhoon
from tests.games.typhoon_nonop.test_nonop_opposites import BANK, RIVER
from tests.web.desk import Desk
from tests.web.test_for_everyone import violations
from tests.web.test_operation import choose
from typhoon.engine.game import Game

GAME = "typhoon-nonop"
INFANTRY, OTHER_INFANTRY = "G-V-5-ID", "G-V-35-ID"
"""7-9 each."""
PANZERS = ("G-XLVI-5-Pz-PzR-31", "G-XLVI-5-Pz-SR-13", "G-XLVI-5-Pz-SR-14")
"""6-4, 3-4 and 3-4."""
SOVIETS, OTHER_SOVIETS = "S-22-126", "S-22-133"
"""3-4 each."""
HQ20 = "S-HQ-20"
"""Recovery 2: as a Non-Op HQ it lets one unit go."""


def sit(desk: Desk, game: Game | None = None, **wish: Any) -> None:
    """Sit down at a table for two people."""
    wish = {"game": GAME, "seats": {"german": "person", "soviet": "person"}, **wish}
    if game is not None:
        wish["journal"] = str(game.journal)
    opened = desk.server.open_table(**wish)
    desk.page.goto(f"{desk.server.address}/table/{opened['id']}")
    desk.wait_for_turn()


def position(phase: str, units: dict[str, Any], **given: Any) -> Game:
    return typhoon.build(GAME, seed=7, **{"turn": 3, **given}, phase=phase, units=units)


def panel(desk: Desk, id_: str) -> list[list[str]]:
    found: list[list[str]] = desk.see(f"table.state.panels.find(panel => panel.id === '{id_}').rows")
    return found


def test_the_table_opens_with_its_tables_and_says_whose_figures_they_are(desk: Desk) -> None:
    """Six supply points to be placed, 13 of 15 HQs Non-Op, two to arrive; the proposal is told first."""
    page = desk.page
    sit(desk, seed=3)
    assert page.inner_text(".tray h2") == "To be placed: 1"
    assert "6 supply points" in desk.prompt
    hqs = panel(desk, "hqs")
    assert len(hqs) == 17
    assert sum(row[2] == "Non-Op" for row in hqs) == 13
    assert ["S-HQ-20", "N2027", "Non-Op", "–", "0 of 1", "R2: 20 %, from turn 2 on"] in hqs
    page.click("[data-tab=tracks]")
    assert "are our own" in page.inner_text("#pane-tracks")
    assert "30 Sep 1941" in page.inner_text("#pane-tracks")
    assert violations(page, ".side") == []

    page.click(".prompt [data-order=propose]")
    told = page.inner_text("dialog")
    assert told.count("is placed") == 6
    page.click("dialog button:text-is('Cancel')")
    assert desk.order_count == 0, "it is told before it is done"
    page.click(".prompt [data-order=end]")
    assert "6 supply points would be lost" in page.inner_text("dialog")


def test_tables_have_room_for_names_of_places(desk: Desk) -> None:
    """Of an HQ its name and its place are in one line, of a turn its number and date; no table is cut off."""
    page = desk.page
    sit(desk, seed=3)
    page.click("[data-tab=tracks]")
    hqs = page.locator(".panel:has(caption:text('HQs'))")
    row = hqs.locator("tbody:has-text('20th Army HQ')")
    assert row.locator("th").inner_text() == "20th Army HQ, 2 hexes southwest of Dorogobuzh"
    assert row.locator("td").all_inner_texts() == ["Non-Op", "–", "0 of 1", "R2: 20 %, from turn 2 on"]
    assert page.locator(".panel .current th").inner_text() == "1, 30 Sep 1941"
    pane = "document.querySelector('#pane-tracks')"
    assert desk.see(f"{pane}.scrollWidth <= {pane}.clientWidth")


def test_an_hq_counter_shows_both_of_its_sides(desk: Desk) -> None:
    """HQ 20: command 1, movement 5; recovery 2, movement 3. The Non-Op side is up: 0-1-3."""
    sit(desk, seed=3)
    face = desk.see(f"table.state.faces.find(face => face.unit === '{HQ20}')")
    assert (face["left"], face["right"]) == ("C1-5", "R2-3")
    assert [value["text"] for value in face["values"]] == ["0", "1", "3"]
    assert face["second_side"] and "NON" in face["badges"]


def test_a_move_under_a_non_op_hq_tells_what_it_uses_up(desk: Desk) -> None:
    page = desk.page
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3132", HQ20: {"hex": "P3134", "nonop": True}}
    sit(desk, position("soviet movement", {**units, INFANTRY: "P0835"}))
    assert "1 Non-Op HQ can still release 1 unit" in desk.prompt
    choose(desk, SOVIETS)
    page.mouse.move(*desk.corner("P3130"))
    page.wait_for_selector(".board-over .way .chip-price")
    assert "20th Army HQ lets go 1 of 1 (22.2.5)" in str(page.text_content(".board-over .way .chip-price"))
    desk.did(lambda: page.mouse.click(*desk.corner("P3130")))
    assert desk.see(f"table.whereIs('{SOVIETS}')") == "P3130"
    assert "No Non-Op HQ can release another unit" in desk.prompt
    page.keyboard.press("Escape")
    page.mouse.click(*desk.point("P3132"))
    page.wait_for_selector(".pointer:has-text('20th Army HQ has let its one unit move')")
    assert ["S-HQ-20", "P3134", "Non-Op", "–", "1 of 1", "R2: 20 %"] in panel(desk, "hqs")


def test_a_unit_goes_by_rail_by_mouse_and_uses_up_its_hq(desk: Desk) -> None:
    page = desk.page
    units = {SOVIETS: "N4818", OTHER_SOVIETS: "N4818", HQ20: {"hex": "N4820", "nonop": True}}
    sit(desk, position("soviet movement", {**units, INFANTRY: "P0835"}))
    choose(desk, SOVIETS)
    page.click(".prompt [data-way=rail]")
    desk.wait("table.hand.goals.get('N4518') > 0")
    page.mouse.move(*desk.corner("N4518"))
    page.wait_for_selector(".board-over .way .chip-price")
    price = str(page.text_content(".board-over .way .chip-price"))
    assert "hexes by rail" in price and "20th Army HQ lets go 1 of 1 (22.2.5)" in price
    desk.did(lambda: page.mouse.click(*desk.corner("N4518")))
    assert desk.see(f"table.whereIs('{SOVIETS}')") == "N4518"
    page.keyboard.press("Escape")
    page.mouse.click(*desk.point("N4818"))
    page.wait_for_selector(".pointer:has-text('20th Army HQ has let its one unit move')")


def test_a_unit_infiltrates_by_mouse(desk: Desk) -> None:
    """From one hex beside the enemy to another, two of them, for a point."""
    regiment = PANZERS[1]
    sit(desk, position("german movement", {regiment: "P0834", INFANTRY: "P0835", SOVIETS: "P0833"}))
    choose(desk, regiment)
    desk.page.click(".prompt [data-way=infiltrate]")
    desk.wait("[...table.hand.goals.keys()].sort().join() === 'P0734,P0934'")
    desk.did(lambda: desk.page.mouse.click(*desk.corner("P0934")))
    assert desk.see(f"table.whereIs('{regiment}')") == "P0934"
    assert "by infiltration" in desk.log()


def test_an_attack_is_declared_with_its_sum(desk: Desk) -> None:
    """14 to 4 is 3-1; clear ground in dry weather changes nothing."""
    page = desk.page
    sit(
        desk,
        position("german attack declaration", {INFANTRY: "P3130", OTHER_INFANTRY: "P3030", SOVIETS: "P3131"}),
    )
    desk.click_hex("P3131")
    page.wait_for_selector(".attack .chances li")
    told = page.inner_text(".attack .sum")
    for line in ("Attack strength\t14", "Defence strength\t4", "Odds\t3-1", "No modifiers"):
        assert line in told
    chances = page.locator(".attack .chances .percent").all_inner_texts()
    assert sum(int(chance.removesuffix("%")) for chance in chances) == 100
    assert "no supply unit reaches the attackers" in page.inner_text(".attack")
    assert violations(page, ".side") == []
    desk.did(lambda: page.click(".prompt .primary.danger"))
    page.wait_for_selector(".combats [data-target='P3131']")
    assert panel(desk, "combats")[0][:2] == ["P3131", "14 to 4, 3-1"]


def test_a_combat_is_worked_out_before_the_die(desk: Desk) -> None:
    """Nobody supplies it: two against the die, and a step more for an asterisk."""
    page = desk.page
    game = position(
        "german attack declaration", {INFANTRY: "P3130", OTHER_INFANTRY: "P3030", SOVIETS: "P3131"}
    )
    game.push(f"attack P3131 {INFANTRY} {OTHER_INFANTRY}")
    while "throw the die" not in game.decision.prompt:  # type: ignore[union-attr]
        game.push("end")
    sit(desk, game)
    page.wait_for_selector(".sums .sum")
    assert "Attack without attack supply B6.11\t+2" in page.inner_text(".sums")
    desk.did(lambda: page.click(".prompt [data-order=fight]"))
    assert "14 to 4 is 3-1" in desk.log()
    fought = desk.see("table.log.flatMap(e => e.lines).find(l => l.fought).fought")
    assert fought["hexes"] == ["P3131"] and fought["luck"] is not None


def test_a_stack_that_is_overrun_retreats_by_one_click(desk: Desk) -> None:
    """12 to 2 is 6-1; the overrunner leads the retreat of both HQs, two hexes."""
    page = desk.page
    units: dict[str, Any] = {**dict.fromkeys(PANZERS, "P0835"), "S-HQ-19": "P0834", "S-HQ-16": "P0834"}
    game = position("german movement", {**units, SOVIETS: "P0830"})
    for seed in range(20):
        trial = typhoon.build(GAME, seed=seed, **game.rules.snapshot(game.position))
        trial.push(f"overrun P0834 {' '.join(PANZERS)}")
        if trial.decision.prompt.startswith("Retreat"):  # type: ignore[union-attr]
            break
    sit(desk, trial)
    assert desk.prompt.startswith("Retreat 19th Army HQ and 16th Army HQ by 2 hexes.")
    desk.did(lambda: desk.click_hex("P0832"))
    assert desk.see("['S-HQ-19', 'S-HQ-16'].map(unit => table.whereIs(unit))") == ["P0832", "P0832"]
    assert desk.see("table.whereIs('G-XLVI-5-Pz-PzR-31')") == "P0834"
    assert "S-HQ-19 breaks down and is Non-Op" in desk.log()
    assert page.locator(".prompt [data-order=end]").count() == 1


def test_hqs_are_rolled_for_in_their_table(desk: Desk) -> None:
    page = desk.page
    units = {HQ20: {"hex": "P3134", "nonop": True}, SOVIETS: "P3131", INFANTRY: "P0835"}
    sit(desk, position("game turn interphase", units))
    page.wait_for_selector(".matters [data-order='disband S-HQ-20']")
    assert violations(page, ".side") == []
    desk.did(lambda: page.click(".matters [data-order='recover S-HQ-20']"))
    assert "S-HQ-20 rolls" in desk.log()
    assert page.locator(".die path").count() > 0, "the die has ten sides"


def test_air_units_are_sent_out_from_their_box(desk: Desk) -> None:
    page = desk.page
    sit(desk, position("german air interdiction", {INFANTRY: "P0835", SOVIETS: "P3131"}))
    assert page.inner_text(".tray h2") == "Air units ready: 16"
    page.click(".tray [data-unit='G-Ju88-1']")
    desk.wait("table.hand.goals.size > 0")
    desk.did(lambda: desk.click_hex("P3131"))
    assert "G-Ju88-1 is sent over P3131" in desk.log()


def test_an_order_can_be_typed(desk: Desk) -> None:
    page = desk.page
    sit(desk, position("german movement", {INFANTRY: "P0835", SOVIETS: "P3131"}))
    page.keyboard.press("/")
    page.fill("dialog input", f"move {INFANTRY} P0835-P0836")
    desk.did(lambda: page.keyboard.press("Enter"))
    assert desk.see(f"table.whereIs('{INFANTRY}')") == "P0836"


def test_presets_turn_all_options_and_tell_when_they_do_not_fit(desk: Desk) -> None:
    desk.lobby()
    page = desk.page
    page.evaluate(
        """async () => {
          const { optionForm } = await import("/static/lobby/options.js");
          const games = await (await fetch("/api/games")).json();
          const game = games.find((each) => each.id === "typhoon-nonop");
          window.form = optionForm(game.options, game.presets);
          const box = document.createElement("form");
          box.className = "starter presets";
          box.append(...window.form.elements);
          document.body.prepend(box);
        }"""
    )
    form = page.locator("form.presets")
    preset = form.get_by_label("Preset")
    preset.select_option("base")
    assert set(page.evaluate("Object.values(window.form.values())")) == {"no"}
    form.get_by_label("Non-Operational HQs").select_option("yes")
    assert preset.input_value() == "own"
    preset.select_option("variant")
    chosen = page.evaluate("window.form.values()")
    assert chosen["nonop-hqs"] == "yes" and chosen["coin-nonop-sides"] == "no"
    assert "Thirteen Soviet HQs" in form.inner_text()
    assert violations(page, "form.presets") == []


def test_orders_are_laid_face_down_beside_their_combat(desk: Desk) -> None:
    """Woods, and an operational HQ in range: the defender may lay either order, and sees which one."""
    page = desk.page
    woods = "P3020"
    units = {INFANTRY: "P3019", SOVIETS: woods, "S-HQ-16": "P3021"}
    game = position("german attack declaration", units)
    assert game.rules.board.terrain_at[game.rules.grid.index(woods)] == "woods"
    game.push(f"attack {woods} {INFANTRY}")
    while "face down" not in game.decision.prompt:  # type: ignore[union-attr]
        game.push("end")
    sit(desk, game)
    row = page.locator(f".combats [data-target='{woods}']")
    assert "go three hexes where the enemy says" in row.inner_text()
    desk.did(lambda: row.locator("[data-order$=' no-retreat']").click())
    assert "The combat at P3020 is under No Retreat" in desk.log()
    assert panel(desk, "combats")[0][4] == "no retreat"


def test_an_overlay_that_has_nothing_to_show_says_so(desk: Desk) -> None:
    page = desk.page
    sit(desk, position("german movement", {INFANTRY: "P0835", SOVIETS: "P3131"}))
    page.click("[data-tab=overlays]")
    page.click("#pane-overlays .toggle:has-text('Cut off')")
    page.wait_for_selector("#pane-overlays :text('There is nothing of it now.')")
    page.click("#pane-overlays .toggle:has-text('Zones of control')")
    page.wait_for_selector("#pane-overlays :text('There is nothing of it now.')", state="detached")
    assert page.locator("li:has-text('German zones of control')").is_visible()


def test_a_bridge_is_laid_from_either_end_and_a_click_elsewhere_is_answered(desk: Desk) -> None:
    """A division stands at the river; a bridge may lead out of its hex to two others."""
    page = desk.page
    sit(desk, position("soviet motorized movement", {SOVIETS: RIVER, "S-16-127-tk": "P3131"}))
    page.click(".tray [data-unit='S-bridge-1']")
    desk.click_hex("P3130")
    assert "No combat unit in general supply is" in page.inner_text(".pointer.ruling")
    desk.click_hex(RIVER)
    page.wait_for_selector(".pointer.menu")
    assert page.locator(".pointer.menu button").count() >= 1
    desk.did(lambda: page.click(".pointer.menu button >> nth=0"))
    assert desk.see(f"table.whereIs('S-bridge-1') === '{RIVER}'")
    page.click(".tray [data-unit='S-bridge-2']")
    desk.did(lambda: desk.click_hex(BANK))
    assert "S-bridge-2" in desk.log()


def test_who_activates_a_unit_is_said_so(desk: Desk) -> None:
    units = {SOVIETS: "P3132", "S-16-127-tk": "P3131", "S-HQ-16": "P3133"}
    sit(desk, position("soviet motorized movement", {**units, INFANTRY: "P0835"}))
    desk.click_hex("P3132")
    desk.did(lambda: desk.page.click(".prompt button:text-is('Activate by 16th Army HQ')"))
    assert f"S-HQ-16 activates {SOVIETS}" in desk.log()
