/** Rule summaries: one in a dialog, or all of them with a search. */

import { showDialog } from "../common/dialog.js";
import { button, h, refill } from "../common/dom.js";
import { exampleOf } from "./extras.js";
import { linked } from "./links.js";

/** @import { LinkTargets } from "./links.js" */
/** @import { Table } from "./table.js" */

/** @param {string} id @param {LinkTargets} to */
export function showCase(id, to) {
  const found = to.facts.cases[id];
  const title = found ? `${id} ${found.title}` : `Case ${id}`;
  const text = found ? linked(found.summary, to) : ["There is no summary of this case."];
  const example = h("div", { "aria-live": "polite" });
  showDialog(title, [h("p", { class: "reading" }, text), example]);
  void exampleOf(to, id).then((picture) => picture && example.append(picture));
}

/** @param {Table} table */
export function createCases(table) {
  const list = h("ul", { class: "cases" });
  const input = h("input", {
    type: "search",
    placeholder: "Search the rules",
    "aria-label": "Search the rules",
    oninput: () => fill(),
  });
  const fill = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = Object.entries(table.facts.cases).filter(([id, c]) => {
      const text = `${id} ${c.title} ${c.summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    refill(
      list,
      rows.map(([id, c]) =>
        h("li", null, button([h("b", null, id), ` ${c.title}`], () => showCase(id, table), { class: "rowlink" })),
      ),
      rows.length ? null : h("li", { class: "faint" }, "Nothing found."),
    );
  };
  fill();
  return { element: h("div", { class: "stack" }, input, list), update() {} };
}
