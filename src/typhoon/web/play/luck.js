/** The luck report: what the dice gave against what was to be expected. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { capital, percent } from "../common/words.js";

/** @import { LuckRow } from "../common/types.js" */
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
      { class: "panel luck" },
      h("thead", null, h("tr", null, ["Side", "What", "Number", "Even luck", "Realised", "Luck"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", null, rows.map((row) => luckRow(table, row))),
    ),
    ...rows.map((row) => h("p", { class: "faint" }, row.text)),
  ];
}

/** @param {Table} table @param {LuckRow} row */
function luckRow(table, row) {
  const share = row.battles ? row.realised / row.battles : 0.5;
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.left = `${Math.min(share, 0.5) * 100}%`;
  bar.style.width = `${Math.abs(share - 0.5) * 100}%`;
  return h(
    "tr",
    { "data-side": table.sideIndex(row.side) },
    h("td", null, capital(row.side)),
    h("td", null, capital(row.about)),
    ...[String(row.battles), row.expected.toFixed(1), row.realised.toFixed(1)].map((figure) => h("td", { class: "number" }, figure)),
    h("td", { class: "balance", title: percent(share) }, h("span", { class: "track" }, bar), h("span", { class: "sr" }, percent(share))),
  );
}
