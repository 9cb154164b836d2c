/** Finding units and places by name or number, and giving orders by typing them. */

import { showDialog } from "../common/dialog.js";
import { button, h, refill } from "../common/dom.js";
import { unitLine } from "./counter.js";

/** @import { Table } from "./table.js" */

const MOST = 30;

/** @param {Table} table */
export function showSearch(table) {
  const list = h("ul", { class: "found" });
  const input = h("input", { type: "search", "aria-label": "Unit, town or hex number", placeholder: "Unit, town, hex number, or an order", autofocus: true, oninput: () => fill() });
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
    const typed = input.value.trim();
    const order = table.mayAct && words[0] !== undefined && table.facts.forms[words[0]] ? typed : "";
    const give = () => {
      dialog.close();
      void table.order(order);
    };
    const ordering = order ? h("li", null, button([h("b", null, "Give this order:"), ` ${order}`], give, { class: "rowlink", "data-key": "typed order" })) : null;
    refill(list, ordering, found.map(([label, about, hex]) => h("li", null, button([h("b", null, label), ` ${about}`], () => go(hex), { class: "rowlink" }))));
    if (words.length && !found.length && !order) list.append(h("li", { class: "faint" }, "Nothing found."));
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
      const text = `${unit} ${facts?.name} ${facts?.short} ${facts?.formation} ${facts?.side} ${facts?.type}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(([unit, hex]) => [table.unitName(unit), `${unitLine(table, unit)}, ${table.say(`in ${hex}`)}`, hex]);
}
