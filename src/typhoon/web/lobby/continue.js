/** Games that were begun and can be gone on with. */

import { remove } from "../common/api.js";
import { confirmed } from "../common/dialog.js";
import { button, h, icon } from "../common/dom.js";
import { ago, capital, playerName } from "../common/words.js";

/** @import { CatalogueEntry, TableRow } from "../common/types.js" */

const FIRST = 4;

/** @param {TableRow[]} tables @param {CatalogueEntry[]} games */
export function continueList(tables, games) {
  if (!tables.length) return null;
  const open = tables.filter((table) => !table.result);
  const rows = [...open, ...tables.filter((table) => table.result)].map((table) => row(table, games));
  const list = h("ul", { class: "tables" }, rows.slice(0, FIRST));
  const rest = rows.slice(FIRST);
  const more = rest.length
    ? button(`Show ${rest.length} more`, () => {
        list.append(...rest);
        more?.remove();
      })
    : null;
  return h("section", { "aria-labelledby": "continue" }, h("h2", { id: "continue" }, "Continue"), list, more);
}

/** @param {TableRow} table @param {CatalogueEntry[]} games */
function row(table, games) {
  const game = games.find((g) => g.id === table.game);
  const seats = Object.entries(table.seats).map(([side, seat]) => `${capital(side)}: ${seat.name || playerName(seat.player)}`);
  const state = table.result ? capital(table.result) : `${capital(table.phase)}${table.toAct ? `, ${capital(table.toAct)} to act` : ""}`;
  const forget = async () => {
    if (!(await confirmed("Remove this game?", ["The game and its journal are deleted from this machine."], "Remove"))) return;
    await remove(`/api/tables/${table.id}`);
    item.remove();
  };
  const item = h(
    "li",
    { class: "table-row" },
    h(
      "a",
      { href: `/table/${table.id}` },
      h("span", { class: "turn-disc", "aria-hidden": "true" }, table.result ? "✓" : table.turn),
      h(
        "span",
        { class: "table-text" },
        h("b", null, table.title || game?.title || table.game),
        h("span", null, `Turn ${table.turn}, ${table.date} · ${state}`),
        h("span", { class: "faint" }, `${seats.join(" · ")} · ${ago(table.updated)}`),
      ),
      h("span", { class: "go", "aria-hidden": "true" }, table.result ? "Look" : "Continue"),
    ),
    button(icon("trash"), () => void forget(), { class: "quiet round", "aria-label": `Remove ${table.title}, turn ${table.turn}`, title: "Remove" }),
  );
  return item;
}
