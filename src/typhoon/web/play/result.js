/** The end of the game: who won, why, and how lucky everybody was. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { capital, figure } from "../common/words.js";
import { checkLink } from "./dicefacts.js";
import { luckReport } from "./luck.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export async function showResult(table) {
  const { result, side } = table.state.view;
  if (!result) return;
  const report = await luckReport(table);
  const title = side ? (result.winner === side ? "Victory" : result.winner ? "Defeat" : "A draw") : "The game is over";
  const points = Object.entries(result.points).map(([who, count]) => `${capital(who)} ${figure(count)}`);
  showDialog(title, [
    h("p", { class: "result" }, `${capital(result.level)}.`),
    h("p", { class: "reading" }, `${capital(result.reason)}. Turn ${table.state.view.turn} of ${table.state.view.last_turn}.`),
    points.length ? h("p", null, `Victory points: ${points.join(", ")}.`) : "",
    ...(report.length ? [h("h3", null, "Luck report"), ...report] : []),
    checkLink(table),
    h("p", { class: "row end" }, h("a", { class: "button", href: "/" }, "All games")),
  ]);
}
