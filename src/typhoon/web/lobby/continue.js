/** Games that were begun and can be gone on with. */

import { remove } from "../common/api.js";
import { confirmed } from "../common/dialog.js";
import { button, h, icon } from "../common/dom.js";
import { ago, capital, listed, playerName } from "../common/words.js";

/** @import { About, SeatFacts, TableRow } from "../common/types.js" */

const FIRST = 3;

/** Games that go on, and the library of those that are over. @param {TableRow[]} tables @param {About[]} games */
export function continueLists(tables, games) {
  const [open, over] = [tables.filter((table) => !table.result), tables.filter((table) => table.result)];
  return [listOf("continue", "Continue", open, games), listOf("finished", "Finished games", over, games)];
}

/** @param {string} id @param {string} title @param {TableRow[]} tables @param {About[]} games */
function listOf(id, title, tables, games) {
  if (!tables.length) return null;
  const rows = tables.map((table) => row(table, games));
  const list = h("ul", { class: "tables" }, rows.slice(0, FIRST));
  const rest = rows.slice(FIRST);
  const more = rest.length
    ? button(`Show ${rest.length} more`, () => {
        list.append(...rest);
        more?.remove();
      })
    : null;
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), list, more);
}

/** @param {TableRow} table @param {About[]} games */
function row(table, games) {
  const game = games.find((g) => g.id === table.game);
  const state = table.result ? capital(table.result) : capital(table.phase);
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
      { href: `/table/${table.id}${table.result ? "#end" : ""}` },
      h("span", { class: "turn-disc", "aria-hidden": "true" }, table.result ? "✓" : table.turn),
      h(
        "span",
        { class: "table-text" },
        h("b", null, table.title || game?.title || table.game),
        h("span", null, `Turn ${table.turn}: ${state}`),
        h("span", { class: "faint" }, seatsOf(table)),
        h("span", { class: "faint" }, ago(table.updated)),
      ),
      h("span", { class: "go", "aria-hidden": "true" }, "›"),
    ),
    button(icon("trash"), () => void forget(), { class: "quiet round", "aria-label": `Remove ${table.title}, turn ${table.turn}`, title: "Remove" }),
  );
  return item;
}

/** @param {TableRow} table @returns {string} Such as "White against the computer". */
function seatsOf(table) {
  /** @type {Map<string, SeatFacts[]>} */
  const sides = new Map();
  for (const seat of Object.values(table.seats)) sides.set(seat.side ?? "", [...(sides.get(seat.side ?? "") ?? []), seat]);
  const isPerson = (/** @type {SeatFacts[]} */ seats) => seats[0]?.player === "person";
  const groups = [...sides.values()].sort((a, b) => Number(isPerson(b)) - Number(isPerson(a)));
  if (!groups.some(isPerson)) return groups.length > 1 ? "Computers against each other" : "The computer plays";
  return groups.map((seats) => listed(seats.map(sitting))).join(" against ");
}

/** @param {SeatFacts} seat */
function sitting(seat) {
  if (seat.player !== "person") return playerName(seat.player);
  return seat.name ? `${seat.title}: ${seat.name}` : (seat.title ?? "");
}
