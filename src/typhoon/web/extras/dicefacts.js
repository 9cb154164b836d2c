/** What kind of dice a table has, and what was committed to. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";

/** @import { Table } from "../play/table.js" */

/** @param {Table} table */
export function showDice(table) {
  const { dice, seats, result } = table.state.table;
  const rows = [
    ...dice.commitments.map((value, i) => /** @type {[string, string]} */ ([i ? "Server, later" : "Server", value])),
    ...Object.entries(dice.seats).map(([seat, value]) => /** @type {[string, string]} */ ([seats[seat]?.title ?? seat, value || "awaited"])),
  ];
  showDialog("The dice", [
    h("p", { class: "reading" }, dice.text),
    rows.length ? h("p", null, "Each secret is committed to by its SHA-256, which fixes it and gives nothing away:") : "",
    h("dl", { class: "commitments" }, rows.flatMap(([who, value]) => [h("dt", null, who), h("dd", null, h("code", null, value))])),
    dice.anew ? h("p", null, `The secrets were begun anew ${times(dice.anew)}.`) : "",
    h("p", null, dice.takebacks === "any" ? "Orders can be taken back after dice fell; that stays on record, and dice fall afresh." : "Nothing is taken back past dice."),
    h("p", null, dice.taken_back ? `Orders were taken back ${times(dice.taken_back)}.` : "No orders were taken back so far."),
    result ? checkLink(table) : h("p", { class: "faint" }, "When the game is over all secrets are shown, and your browser can check every die."),
  ]);
}

/** @param {number} count */
const times = (count) => (count === 1 ? "once" : `${count} times`);

/** @param {Table} table */
export function checkLink(table) {
  return h("p", null, h("a", { class: "button", href: `/check#${new URLSearchParams({ table: table.id })}` }, "Check the dice"));
}
