/** The luck report: what the dice gave against what was to be expected. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { capital } from "../common/words.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export async function showLuck(table) {
  const report = await luckReport(table);
  showDialog("Luck report", report.length ? report : [h("p", null, "There is nothing to be told.")]);
}

/** @param {Table} table @returns {Promise<HTMLElement[]>} */
export async function luckReport(table) {
  const reply = await table.connection.ask("luck");
  const rows = reply.luck ?? [];
  if (!rows.length) return [];
  return [
    h(
      "table",
      { class: "panel" },
      h("thead", null, h("tr", null, ["Side", "Battles", "Expected", "Realised"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", null, rows.map((row) => h("tr", { "data-side": table.sideIndex(row.side) },
        h("td", null, capital(row.side)), h("td", { class: "number" }, row.battles),
        h("td", { class: "number" }, row.expected.toFixed(1)), h("td", { class: "number" }, row.realised.toFixed(1))))),
    ),
    ...rows.map((row) => h("p", null, row.text)),
  ];
}
