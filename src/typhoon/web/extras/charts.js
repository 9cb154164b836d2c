/** The charts of the game, with what matters now lit. */

import { getText } from "../common/api.js";
import { button, h } from "../common/dom.js";
import { caseLink } from "../play/links.js";
import { aboutLaw, dress } from "./load.js";

/** @import { Table } from "../play/table.js" */

/** @param {Table} table @param {HTMLElement} element Where they go. */
export async function openCharts(table, element) {
  const [text] = await Promise.all([getText(aboutLaw(table.state.table.facts, "charts")), dress()]);
  const page = new DOMParser().parseFromString(text, "text/html");
  const sections = [...page.querySelectorAll("section")].map((section) => document.adoptNode(section));
  for (const section of sections) enliven(table, section);
  const names = sections.map((section) => section.querySelector("h2")?.firstChild?.textContent?.trim() ?? "");
  const jump = (/** @type {number} */ i) => sections[i]?.scrollIntoView({ block: "start" });
  element.replaceChildren(
    h("nav", { class: "chart-index", "aria-label": "Charts" }, names.map((name, i) => button(name, () => jump(i), { class: "small" }))),
    ...sections,
    h("p", { class: "faint" }, "To print them: ", h("code", null, `typhoon charts ${table.facts.id} -o charts.html`)),
  );
  return () => light(table, element);
}

/** Make cases and places something to click. @param {Table} table @param {Element} section */
function enliven(table, section) {
  for (const number of section.querySelectorAll("[data-case]")) number.replaceWith(caseLink(number.getAttribute("data-case") ?? "", table));
  for (const row of section.querySelectorAll("[data-hexes]")) {
    const hexes = (row.getAttribute("data-hexes") ?? "").split(" ").filter((hex) => hex in table.facts.hexes);
    const cell = row.firstElementChild;
    if (!cell || !hexes.length) continue;
    const show = () => {
      table.marks.ring(hexes);
      table.board.frame(hexes);
    };
    cell.replaceChildren(button(cell.textContent || "?", show, { class: "link", title: "Show it on the map" }));
  }
}

/** @param {Table} table @param {HTMLElement} element */
function light(table, element) {
  const now = lights(table);
  for (const cell of element.querySelectorAll("[data-light]")) cell.classList.toggle("lit", now.has(cell.getAttribute("data-light") ?? ""));
  // A lit heading lights its column.
  for (const grid of element.querySelectorAll("table")) {
    const columns = [...grid.querySelectorAll("thead .lit")].map((cell) => /** @type {HTMLTableCellElement} */ (cell).cellIndex);
    for (const row of grid.tBodies[0]?.rows ?? []) [...row.cells].forEach((cell, i) => cell.classList.toggle("lit", columns.includes(i)));
  }
}

/** What matters now, as charts have it. @param {Table} table @returns {Set<string>} */
function lights(table) {
  const { view, panels } = table.shown;
  const found = new Set([`turn:${view.turn}`, `phase:${view.phase}`]);
  const hex = table.hand.target ?? table.marks.hovered ?? table.hand.hex;
  const terrain = hex === null ? undefined : table.facts.hexes[table.choices.hexesOf(hex)[0] ?? hex]?.terrain;
  if (terrain) found.add(`terrain:${terrain}`);
  for (const row of panels.find((panel) => panel.id === "conditions")?.rows ?? []) found.add(`now:${row[1]?.toLowerCase()}`);
  const preview = table.hand.combat?.preview;
  if (preview?.kind === "combat") {
    found.add(`column:${preview.column}`);
    for (const { key } of preview.modifiers) found.add(`modifier:${key}`);
  } else if (preview?.kind === "forecast") for (const { key } of preview.modifiers) found.add(`modifier:${key}`);
  return found;
}
