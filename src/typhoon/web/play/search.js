/** Finding units and places by name or number. */

import { showDialog } from "../common/dialog.js";
import { button, h, refill } from "../common/dom.js";
import { unitLine } from "./counter.js";

/** @import { Table } from "./table.js" */

const MOST = 30;

/** @param {Table} table */
export function showSearch(table) {
  const list = h("ul", { class: "found" });
  const input = h("input", { type: "search", "aria-label": "Unit, town or hex number", placeholder: "Unit, town or hex number", autofocus: true, oninput: () => fill() });
  const dialog = showDialog("Find", [
    h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const first = list.querySelector("button");
      first?.click();
    } }, input),
    list,
  ]);
  const go = (/** @type {string} */ hex) => {
    dialog.close();
    table.showHex(hex);
    table.hand.point(hex);
    table.refresh();
  };
  const fill = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? [...places(table, words), ...units(table, words)].slice(0, MOST) : [];
    refill(list, found.map(([label, about, hex]) => h("li", null, button([h("b", null, label), ` ${about}`], () => go(hex), { class: "rowlink" }))));
    if (words.length && !found.length) list.append(h("li", { class: "faint" }, "Nothing found."));
  };
}

/** @param {Table} table @param {string[]} words @returns {[string, string, string][]} */
function places(table, words) {
  return Object.entries(table.facts.hexes)
    .filter(([number, hex]) => words.every((word) => `${number} ${hex.name}`.toLowerCase().includes(word)))
    .filter(([number, hex]) => hex.name || words.includes(number))
    .map(([number, hex]) => [hex.name || number, `${hex.name ? `${number}, ` : ""}${hex.terrain}`, number]);
}

/** @param {Table} table @param {string[]} words @returns {[string, string, string][]} */
function units(table, words) {
  return Object.entries(table.places)
    .filter(([unit]) => {
      const facts = table.facts.units[unit];
      const text = `${unit} ${facts?.identity} ${facts?.formation} ${facts?.side} ${facts?.type}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(([unit, hex]) => [table.unitName(unit), `${unitLine(table, unit)} in ${hex}`, hex]);
}
