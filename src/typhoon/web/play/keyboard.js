/** Playing with the keyboard alone. */

import { showMenuDialog } from "./menu.js";
import { showSearch } from "./search.js";
import { showShortcuts } from "./shortcuts.js";

/** @import { Table } from "./table.js" */

/**
 * @typedef {{say: (text: string) => void, showTab: (id: string) => void, tabs: string[], replay: () => void, step: (by: number) => void, hint: () => void, report: () => void, end: () => void}} Actions
 */

/** @param {Table} table @param {Actions} actions */
export function listenToKeys(table, actions) {
  const { hand } = table;

  /** @param {number} step */
  function nextUnit(step) {
    const { groups } = table.choices;
    const able = groups.length ? groups.map((group) => group[0] ?? "") : table.choices.units;
    const units = able.sort((a, b) => place(a) - place(b));
    if (!units.length || !table.mayAct) return actions.say("No unit can do anything now.");
    const now = units.findIndex((unit) => hand.units.has(unit));
    const unit = units[(now + step + units.length + (now < 0 && step < 0 ? 1 : 0)) % units.length] ?? "";
    table.board.element.focus({ preventScroll: true });
    hand.point(null);
    hand.pick(unit);
    const hex = table.whereIs(unit);
    if (hex !== null) table.board.centreOn(hex, { zoom: true });
    actions.say(`${table.unitName(unit)}${hex === null ? "" : `, ${table.board.hexName(hex)}`}: ${goals().length} choices`);
    table.refresh();
  }

  /** @param {string} unit */
  function place(unit) {
    const hex = table.facts.hexes[table.whereIs(unit) ?? ""];
    return hex ? hex.x * 10000 + hex.y : -1;
  }

  /** @returns {string[]} What is lit now, cheapest first. */
  function goals() {
    if (!table.mayAct) return [];
    const lit = hand.goals;
    const hexes = [...lit.keys()].sort((a, b) => (lit.get(a) ?? 0) - (lit.get(b) ?? 0));
    return [...hexes, ...table.marks.targets().filter((hex) => !lit.has(hex))];
  }

  /** @param {string} hex */
  function pointTo(hex) {
    table.board.element.focus({ preventScroll: true });
    hand.point(hex);
    table.refresh();
  }

  /** @param {number} step */
  function nextGoal(step) {
    const hexes = goals();
    if (!hexes.length) return actions.say("Nothing is lit.");
    const now = hexes.indexOf(hand.cursor ?? "");
    pointTo(hexes[(now + step + hexes.length + (now < 0 && step < 0 ? 1 : 0)) % hexes.length] ?? "");
  }

  /** @param {number} dx @param {number} dy */
  function goalTowards(dx, dy) {
    const { hexes } = table.facts;
    const from = hexes[hand.cursor ?? hand.hex ?? ""];
    if (!from) return nextGoal(1);
    /** @type {[string, number][]} */
    const ranked = [];
    for (const hex of goals()) {
      const to = hexes[hex];
      if (!to) continue;
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along > 1 && along >= across * 0.5) ranked.push([hex, along + across * 1.5]);
    }
    const [best] = ranked.sort((a, b) => a[1] - b[1]);
    if (best) pointTo(best[0]);
  }

  function enter() {
    const hex = hand.cursor;
    if (hex !== null && hand.target === null) {
      hand.point(null);
      return hand.clickHex(hex, null);
    }
    if (hand.attackOrder !== null) return void hand.commitAttack();
    document.querySelector(/** @type {"button"} */ (".prompt button.primary.danger"))?.click();
  }

  function toggle() {
    const unit = focusedUnit();
    if (unit !== null) hand.toggle(unit);
  }

  function menuOfOrders() {
    document.querySelector(/** @type {"button"} */ (".prompt .orders-menu"))?.click();
  }

  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const keys = {
    n: () => nextUnit(1),
    N: () => nextUnit(-1),
    t: () => nextGoal(1),
    T: () => nextGoal(-1),
    Enter: enter,
    " ": toggle,
    a: () => hand.hex !== null && hand.selectAll(hand.hex),
    v: () => hand.marching.next(),
    o: menuOfOrders,
    e: () => document.querySelector(/** @type {"button"} */ (".prompt button.primary:not(.danger), .prompt .choice[data-order=end]"))?.click(),
    z: () => void table.undo(),
    h: actions.hint,
    c: () => table.theatre.toggleCamera(),
    Escape: () => table.escape(),
    "/": () => showSearch(table),
    g: () => showSearch(table),
    f: () => table.board.fit(),
    "+": () => table.board.zoomBy(1.3),
    "-": () => table.board.zoomBy(1 / 1.3),
    r: actions.replay,
    ",": () => actions.step(-1),
    ".": () => actions.step(1),
    m: () => void showMenuDialog(table, actions.report, actions.end),
    b: actions.report,
    "?": showShortcuts,
  };

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || table.covered || document.querySelector("dialog[open]")) return;
    if (typing(event.target) || document.querySelector(".pointer.menu")) return;
    if ((event.ctrlKey || event.metaKey) && event.key !== "z") return;
    if ((event.key === "Enter" || event.key === " ") && onControl(event.target)) return;
    if (table.theatre.playing && (event.key === "Enter" || event.key === " ")) {
      table.theatre.next();
      return event.preventDefault();
    }
    const arrow = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
    if (arrow && event.shiftKey) goalTowards(...arrow);
    else if (/^[1-8]$/.test(event.key)) actions.showTab(actions.tabs[Number(event.key) - 1] ?? "log");
    else if (keys[event.key]) keys[event.key]?.(event);
    else return;
    event.preventDefault();
  });
}

/** @returns {string | null} */
function focusedUnit() {
  const focused = document.activeElement?.closest("[data-unit]");
  return focused?.getAttribute("data-unit") ?? null;
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof HTMLElement && Boolean(target.closest("input:not([type=range]), textarea, select"));
}

/** @param {EventTarget | null} target */
function onControl(target) {
  return target instanceof HTMLElement && Boolean(target.closest("button, a, summary"));
}
