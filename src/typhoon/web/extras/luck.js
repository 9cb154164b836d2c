/** The luck report: what the dice gave against what was to be expected. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { capital, percent } from "../common/words.js";

/** @import { LuckRow } from "../common/types.js" */
/** @import { Table } from "../play/table.js" */

/** @param {Table} table */
export async function showLuck(table) {
  const report = await luckReport(table);
  showDialog("Luck report", report.length ? report : [h("p", null, "There is nothing to be told.")]);
}

/** @param {Table} table @returns {Promise<HTMLElement[]>} */
export async function luckReport(table) {
  const reply = await table.connection.ask({ type: "luck" });
  const rows = reply.luck ?? [];
  const { taken_back: takenBack } = table.state.table.dice;
  const back = takenBack ? [h("p", null, `Orders were taken back ${takenBack === 1 ? "once" : `${takenBack} times`}; what fell before that is not counted.`)] : [];
  if (!rows.length) return back;
  return [
    ...back,
    h(
      "table",
      { class: "panel luck" },
      h("thead", null, h("tr", null, ["", "Number", "Even luck", "Realised", "Luck"].map((title) => (title ? h("th", { scope: "col" }, title) : h("td", null))))),
      h("tbody", null, rows.map((row) => luckRow(table, row))),
    ),
    h("p", { class: "faint" }, "Whatever is left to chance counts by the chance of having fared worse: on the whole a half. A bar to the right of the mark is good luck."),
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
    { "data-side": table.sideIndex(row.side), title: row.text },
    h("th", { scope: "row" }, `${capital(row.side)} ${row.about}`),
    ...[String(row.battles), row.expected.toFixed(1), row.realised.toFixed(1)].map((figure) => h("td", { class: "number" }, figure)),
    h("td", null, h("span", { class: "scale" }, bar), h("span", { class: "sr" }, percent(share))),
  );
}
