/** Tables that stay in view over the map, small, with figures that are counted up when they change. */

import { button, calm, h, icon, refill } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";

/** @import { Panel } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const COUNTING = 900;

/** @param {Table} table */
export function createPinned(table) {
  const body = h("div", { class: "pinned-body" });
  const fold = button(icon("on"), () => {
    keep("pinned", recall("pinned") === "folded" ? null : "folded");
    table.refresh();
  }, { class: "quiet round small", "data-board-control": "" });
  const element = h("section", { class: "pinned", "aria-label": "At a glance", hidden: true }, body);
  /** @type {Map<string, string>} What each cell showed last. */
  const before = new Map();
  let drawn = "";
  return {
    element,
    update() {
      const panels = table.shown.panels.filter((panel) => panel.pinned);
      element.hidden = !panels.length;
      const folded = recall("pinned") === "folded";
      element.classList.toggle("folded", folded);
      fold.setAttribute("aria-expanded", String(!folded));
      fold.setAttribute("aria-label", folded ? "Show the victory conditions" : "Fold away");
      fold.replaceChildren(icon(folded ? "forward" : "back"));
      const now = JSON.stringify(panels);
      if (now === drawn) return;
      drawn = now;
      refill(body, panels.map((panel, i) => small({ ...panel, rows: panel.rows.map((row) => row.map((cell) => table.say(cell))) }, before, i === 0 ? fold : null)));
    },
  };
}

/** @param {Panel} panel @param {Map<string, string>} before @param {Node | null} tool */
function small(panel, before, tool) {
  const track = panel.rows.length === 1;
  return h(
    "table",
    { class: track ? "small-panel track-panel" : "small-panel" },
    h("caption", null, h("span", null, panel.title), tool),
    h(
      "tbody",
      null,
      track ? trackRow(panel) : panel.rows.map((row, i) => h("tr", { class: i === panel.current ? "current" : "" }, row.map((cell, j) => counting(cell, `${panel.id} ${i} ${j}`, before)))),
    ),
  );
}

/** A row with a mark in one place, as a track. @param {Panel} panel */
function trackRow(panel) {
  const cells = panel.rows[0] ?? [];
  const at = cells.findIndex(Boolean);
  return h("tr", null, panel.columns.map((column, i) => h("td", { class: i === at ? "here" : i < at ? "left" : "spent" }, column)));
}

/** @param {string} text @param {string} key @param {Map<string, string>} before */
function counting(text, key, before) {
  const cell = h("td", null, text);
  const was = before.get(key);
  before.set(key, text);
  const [from, to] = [parseInt(was ?? "", 10), parseInt(text, 10)];
  if (was === undefined || was === text) return cell;
  cell.classList.add("changed");
  if (Number.isNaN(from) || Number.isNaN(to) || calm()) return cell;
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    const share = Math.min(1, (now - start) / COUNTING);
    cell.textContent = text.replace(/^\d+/, String(Math.round(from + (to - from) * share)));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return cell;
}
