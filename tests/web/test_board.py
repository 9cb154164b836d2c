"""The board in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.board_server import GAME, POINTY, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REST = 400
"""Milliseconds after which nothing moves any more."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as url:
        yield url


def opened(browser: Browser, address: str, game: str = GAME, **how: Any) -> Page:
    context = browser.new_context(**({"viewport": {"width": 1200, "height": 800}} | how))
    page = context.new_page()
    page.complaints = []  # type: ignore[attr-defined]
    page.on("console", lambda said: said.type in ("error", "warning") and page.complaints.append(said.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(f"{address}/board_demo.html?game={game}")
    page.wait_for_selector("html[data-ready]")
    return page


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = opened(browser, address, reduced_motion="reduce")
    yield page
    assert page.complaints == []  # type: ignore[attr-defined]
    page.context.close()


def until(page: Page, condition: str, argument: object = None) -> None:
    """Wait for a condition; the page's policy forbids the way in which Playwright would."""
    for _ in range(100):
        if page.evaluate(condition, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {condition}")


def told(page: Page, kind: str) -> list[list[str]]:
    return [entry for entry in page.evaluate("told") if entry[0] == kind]


def look(page: Page, hex_: str, scale: float) -> None:
    page.evaluate("([hex, scale]) => board.camera.look(board.map.centre(hex), scale, false)", [hex_, scale])
    page.wait_for_timeout(REST)


def point(page: Page, hex_: str) -> tuple[float, float]:
    at = page.evaluate("hex => board.pointOf(hex)", hex_)
    return at["x"], at["y"]


def alone(page: Page, side: str = "german") -> dict[str, str]:
    """A unit that shares its hex with none."""
    face: dict[str, str] = page.evaluate(
        "side => faces.find(f => f.side === side && board.counters.stacks.get(f.hex).length === 1)", side
    )
    return face


def stacked(page: Page) -> str:
    found: str = page.evaluate("[...board.counters.stacks].find(([, stack]) => stack.length > 2)[0]")
    return found


def empty_near(page: Page, hex_: str) -> str:
    found: str = page.evaluate(
        "hex => board.map.around(hex).find(h => h && !board.counters.stacks.has(h))", hex_
    )
    return found


@pytest.mark.parametrize("game", [GAME, POINTY])
def test_picking_agrees_with_the_hexes_at_every_zoom(browser: Browser, address: str, game: str) -> None:
    page = opened(browser, address, game)
    wrong = page.evaluate(
        """() => {
            const wrong = [];
            const box = board.element.getBoundingClientRect();
            const scales = [board.camera.least, 0.5, 1.7];
            for (const scale of scales) for (const [hex, at] of Object.entries(facts.hexes)) {
                board.camera.look(at, scale, false);
                for (let i = 0; i < 6; i++) {
                    const angle = i * Math.PI / 3 + 0.2, far = i ? 46 : 0;
                    const spot = {x: at.x + far * Math.cos(angle), y: at.y + far * Math.sin(angle)};
                    const near = board.camera.toView(spot);
                    const found = board.hexAt(box.left + near.x, box.top + near.y);
                    if (found !== hex) wrong.push([hex, scale, i, found]);
                }
            }
            return wrong;
        }"""
    )
    assert wrong == []
    page.context.close()


def test_neighbours_and_rims_fit_the_picking(browser: Browser, address: str) -> None:
    for game in (GAME, POINTY):
        page = opened(browser, address, game)
        gaps = page.evaluate(
            """() => board.map.numbers.flatMap(a => board.map.around(a).filter(Boolean).map(b =>
                Math.round(Math.hypot(board.map.centre(a).x - board.map.centre(b).x,
                                      board.map.centre(a).y - board.map.centre(b).y))))"""
        )
        assert set(gaps) == {100}
        # Two neighbours share one side, so ten of twelve are on the rim.
        sides = page.evaluate(
            """() => { const a = board.map.numbers.find(n => board.map.around(n).every(Boolean));
                return board.map.around(a).map(b => board.map.rim([a, b]).split("M").length - 1) }"""
        )
        assert sides == [10] * 6
        page.context.close()


def test_clicks_tell_the_unit_or_the_hex(page: Page) -> None:
    face = alone(page)
    look(page, face["hex"], 0.7)
    page.mouse.click(*point(page, face["hex"]))
    assert told(page, "unit") == [["unit", face["unit"], face["hex"]]]
    bare = empty_near(page, face["hex"])
    page.mouse.click(*point(page, bare))
    assert told(page, "hex") == [["hex", bare]]
    until(page, "hex => told.some(t => t[0] === 'hover' && t[1] === hex)", bare)


def test_counters_are_buttons_with_names(page: Page) -> None:
    face = page.evaluate("faces[0]")
    button = page.locator(f'.unit[data-unit="{face["unit"]}"]')
    assert button.get_attribute("role") == "button"
    name = button.get_attribute("aria-label") or ""
    assert face["side"].title() in name
    assert face["hex"] == "0316" and "in Vitebsk" in name
    assert page.locator(".unit").count() == page.evaluate("faces.length")


def test_counters_come_go_and_move(page: Page) -> None:
    face = alone(page)
    goal = empty_near(page, face["hex"])
    page.evaluate(
        """([unit, goal]) => {
            const moved = faces.map(f => f.unit === unit ? {...f, hex: goal} : f);
            window.kept = document.querySelector(`[data-unit="${unit}"].unit`);
            board.setCounters(moved.filter(f => f.unit !== faces[0].unit || f.unit === unit), {});
        }""",
        [face["unit"], goal],
    )
    assert page.evaluate("document.contains(kept) && kept.dataset.hex") == goal
    assert page.locator(".unit").count() in (page.evaluate("faces.length") - 1, page.evaluate("faces.length"))
    look(page, goal, 0.7)
    page.mouse.click(*point(page, goal))
    assert told(page, "unit")[-1] == ["unit", face["unit"], goal]


def test_counters_glide_unless_motion_is_unwanted(browser: Browser, address: str) -> None:
    move = """() => {
        const goal = board.map.around(faces[0].hex).find(Boolean);
        board.setCounters(faces.map((f, i) => i ? f : {...f, hex: goal}), {}, {animate: true});
        return document.querySelector(`.unit[data-unit="${faces[0].unit}"]`).getAnimations().length;
    }"""
    for motion, expected in (("no-preference", 1), ("reduce", 0)):
        page = opened(browser, address, reduced_motion=motion)
        assert page.evaluate(move) == expected
        until(page, "() => document.getAnimations().length === 0")
        page.context.close()


def test_a_stack_fans_out_under_the_pointer_and_folds_again(page: Page) -> None:
    hex_ = stacked(page)
    look(page, hex_, 0.5)
    page.mouse.move(*point(page, hex_))
    until(page, "hex => board.counters.fanned === hex", hex_)
    boxes = page.evaluate(
        """hex => board.counters.stacks.get(hex).map(u => {
            const r = document.querySelector(`.unit[data-unit="${u}"] .counter`).getBoundingClientRect();
            return [r.left, r.right, r.top, r.bottom]; })""",
        hex_,
    )
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[0] >= b[1] or b[0] >= a[1] or a[2] >= b[3] or b[2] >= a[3]
    lowest = page.evaluate("hex => board.counters.stacks.get(hex)[0]", hex_)
    page.locator(f'.unit[data-unit="{lowest}"]').click()
    assert told(page, "unit")[-1] == ["unit", lowest, hex_]
    page.mouse.move(5, 5)
    until(page, "() => board.counters.fanned === null")


def test_a_stack_that_was_taken_meanwhile_stays_together(page: Page) -> None:
    hex_ = stacked(page)
    look(page, hex_, 0.5)
    page.mouse.move(*point(page, hex_))
    page.evaluate("hex => board.rest(hex)", hex_)
    page.wait_for_timeout(500)  # longer than it takes to spread out
    assert page.evaluate("board.counters.fanned") is None


def test_a_fan_has_no_dead_spots_and_closes_when_another_unit_is_taken(page: Page) -> None:
    hex_ = stacked(page)
    look(page, hex_, 0.9)
    page.mouse.move(*point(page, hex_))
    until(page, "hex => board.counters.fanned === hex", hex_)
    first, second = (
        box["x"] + box["width"] / 2
        for unit in page.evaluate("hex => board.counters.stacks.get(hex).slice(-2).reverse()", hex_)
        if (box := page.locator(f'.unit[data-unit="{unit}"] .counter').bounding_box()) is not None
    )
    _, y = point(page, hex_)
    page.mouse.click((first + second) / 2 + 1, y)  # between the two topmost counters, nearer to the second
    taken = page.evaluate("hex => board.counters.stacks.get(hex).at(-2)", hex_)
    assert told(page, "unit")[-1] == ["unit", taken, hex_]
    page.evaluate("unit => board.setSelected([unit])", taken)
    assert page.evaluate("board.counters.fanned") == hex_  # more of the same stack may be added
    page.evaluate("unit => board.setSelected([unit])", alone(page)["unit"])
    assert page.evaluate("board.counters.fanned") is None


def test_a_finger_fans_out_a_stack_before_it_takes_a_counter(browser: Browser, address: str) -> None:
    page = opened(
        browser, address, viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    hex_ = stacked(page)
    look(page, hex_, 0.3)
    page.touchscreen.tap(*point(page, hex_))
    assert page.evaluate("board.counters.fanned") == hex_
    assert told(page, "unit") == []
    lowest = page.evaluate("hex => board.counters.stacks.get(hex)[0]", hex_)
    box = page.locator(f'.unit[data-unit="{lowest}"] .counter').bounding_box()
    assert box is not None
    assert box["width"] >= 44
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert told(page, "unit") == [["unit", lowest, hex_]]
    assert page.complaints == []  # type: ignore[attr-defined]
    page.context.close()


def test_units_that_may_be_taken_are_dragged_and_others_drag_the_map(page: Page) -> None:
    face = alone(page)
    look(page, face["hex"], 0.7)
    start, goal = point(page, face["hex"]), empty_near(page, face["hex"])
    end = point(page, goal)
    page.evaluate("unit => board.setSelectable([unit])", face["unit"])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()
    assert told(page, "drop") == [["drop", face["unit"], face["hex"], goal]]
    assert point(page, face["hex"]) == start
    page.evaluate("board.setSelectable([])")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] - 90, start[1] + 40, steps=6)
    page.mouse.up()
    assert len(told(page, "drop")) == 1
    assert point(page, face["hex"]) == pytest.approx((start[0] - 90, start[1] + 40), abs=2)


def test_the_wheel_zooms_about_the_pointer(page: Page) -> None:
    look(page, "2422", 0.5)
    x, y = point(page, "2018")
    page.mouse.move(x, y)
    before = page.evaluate("board.camera.scale")
    page.mouse.wheel(0, -300)
    until(page, "scale => board.camera.scale > scale", before)
    assert point(page, "2018") == pytest.approx((x, y), abs=2)
    until(page, "() => !board.stage.classList.contains('is-moving')")


def test_the_keyboard_pans_zooms_walks_and_clicks(page: Page) -> None:
    look(page, "2422", 0.6)
    before = point(page, "2422")
    page.keyboard.press("ArrowRight")
    assert point(page, "2422")[0] < before[0]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    assert page.evaluate("board.cursor") == "2422"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("board.cursor") == "2423"
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    cursor = page.evaluate("board.cursor")
    assert cursor[:2] == "28"
    assert abs(int(cursor[2:]) - 23) <= 1
    page.evaluate("hex => board.setDestinations({[hex]: 3})", cursor)
    page.keyboard.press("Enter")
    assert told(page, "hex") == [["hex", cursor]]
    scale = page.evaluate("board.camera.scale")
    page.keyboard.press("+")
    assert page.evaluate("board.camera.scale") > scale
    page.keyboard.press("0")
    assert page.evaluate("board.camera.fitted")
    page.keyboard.press("Escape")
    assert told(page, "escape") == [["escape"]]


def test_the_keyboard_goes_from_counter_to_counter(page: Page) -> None:
    face = alone(page)
    page.evaluate("unit => board.setSelectable([unit])", face["unit"])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.unit"
    assert page.evaluate(focused) == face["unit"]
    page.keyboard.press("Enter")
    assert told(page, "unit") == [["unit", face["unit"], face["hex"]]]
    page.keyboard.press("ArrowDown")
    other = page.evaluate(focused)
    assert other != face["unit"]
    assert page.locator('.unit[tabindex="0"]').get_attribute("data-unit") == other
    heights = page.evaluate(
        "units => units.map(u => board.map.centre(board.counters.entries.get(u).face.hex).y)",
        [face["unit"], other],
    )
    assert heights[0] < heights[1]


def test_highlights_are_drawn_and_taken_away(page: Page) -> None:
    page.evaluate(
        """() => {
            board.setDestinations({"2422": 2, "2423": 3});
            board.setPath(["2421", "2422", "2423"], "3 MP");
            board.setTargets(["2520"]);
            board.setRings(["2521"]);
            board.setArrows([["2422", "2523", "retreat"]]);
            board.setShades([{side: "german", label: "Zones", hexes: ["2424", "2425"]}]);
            board.setLine(["2426", "2427", "2428"]);
        }"""
    )
    groups = [".wash", ".way", ".targets", ".rings", ".arrows", ".shades", ".supply-line"]
    for name in groups:
        assert page.locator(f"{name} path").count() > 0, name
    assert page.locator(".board-key li").inner_text().strip() == "Zones"
    page.evaluate(
        """() => {
            board.setDestinations({}); board.setPath([], ""); board.setTargets([]); board.setRings([]);
            board.setArrows([]); board.setShades([]); board.setLine([]);
        }"""
    )
    for name in groups:
        assert page.locator(f"{name} path").count() == 0, name
    assert page.locator(".board-key").is_hidden()


def test_details_thin_out_and_layers_can_be_switched_off(page: Page) -> None:
    """What is out of sight is not drawn; that follows the camera a moment later."""
    numbers = page.locator("#layer-numbers text")
    numbers.first.wait_for(state="hidden")
    look(page, "2422", 0.8)
    numbers.filter(has_text="2422").wait_for(state="visible")
    numbers.filter(has_text="0101").wait_for(state="hidden")
    page.get_by_role("button", name="Layers").click()
    page.get_by_label("Hex numbers").uncheck()
    numbers.filter(has_text="2422").wait_for(state="hidden")


def test_a_picture_cannot_run_anything(page: Page) -> None:
    page.evaluate(
        """() => {
            const evil = '<g class="counter"><script>ran = 1</script><rect onclick="ran = 1"/></g>';
            const face = {unit: "x", hex: "2422", side: "german", type: "infantry", look: "evil"};
            board.setCounters([face], {evil});
        }"""
    )
    assert page.locator('.unit[data-unit="x"] script').count() == 0
    assert page.locator('.unit[data-unit="x"] [onclick]').count() == 0
    page.complaints.clear()  # type: ignore[attr-defined]  # The policy itself speaks up.
