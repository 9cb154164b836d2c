/** This browser's part of the dice: a secret of its own, fixed before others are opened. */

import { button, h, refill } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";
import { fromHex, sha256, toHex } from "../common/sha256.js";
import { listed } from "../common/words.js";

/** @import { DiceFacts } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{anew: number, secret: string}} Kept */

/** Says what play waits for, and does this seat's part without being asked. @param {Table} table */
export function createSecret(table) {
  const element = h("div", { class: "takeback casting", role: "status", hidden: true });
  const done = new Set();
  /** @param {"commit" | "open" | "anew"} action @param {string} value */
  const send = async (action, value) => {
    const once = `${action} ${value}`;
    if (done.has(once)) return;
    done.add(once);
    const reply = await table.connection.ask({ type: "secret", action, value });
    if (!reply.ok) done.delete(once);
  };
  return {
    element,
    update() {
      const { dice, seats } = table.state.table;
      noteDown(table.id, dice);
      element.hidden = !dice.awaited.length || table.covered || Boolean(table.past);
      if (!dice.awaited.length || !table.connection) return;
      const own = seats[table.state.seat]?.yours && table.state.seat in dice.seats;
      const lost = own ? contribute(table, dice, (action, value) => void send(action, value)) : false;
      const who = listed(dice.awaited.map((seat) => seats[seat]?.title ?? seat));
      const fixed = Object.values(dice.seats).every(Boolean);
      refill(
        element,
        h("span", null, fixed ? `Play begins when ${who} has come back once: every player's browser adds a secret to the dice, and opens it when all are fixed.` : `Play begins when ${who} has sat down: every player's browser adds a secret to the dice.`),
        lost ? [h("span", null, "This browser does not have yours any more."), button("Begin the dice anew", () => void send("anew", ""), { class: "small", "data-key": "anew" })] : null,
      );
      if (!lost) done.delete("anew ");
    },
  };
}

/**
 * Fix a secret, or open it when all are fixed.
 *
 * @param {Table} table @param {DiceFacts} dice @param {(action: "commit" | "open", value: string) => void} send
 * @returns {boolean} Whether another browser has the secret, or none.
 */
function contribute(table, dice, send) {
  const { seat } = table.state;
  const name = `secret.${table.id}.${seat}`;
  /** @type {Kept | null} */
  let kept = recall(name);
  const fixed = dice.seats[seat] ?? "";
  if (!fixed && kept?.anew !== dice.anew) {
    kept = { anew: dice.anew, secret: toHex(crypto.getRandomValues(new Uint8Array(32))) };
    keep(name, kept);
  }
  const commitment = kept ? toHex(sha256(fromHex(kept.secret))) : "";
  if (!fixed) send("commit", commitment);
  else if (fixed !== commitment) return !dice.opened.includes(seat);
  else if (kept && Object.values(dice.seats).every(Boolean) && !dice.opened.includes(seat)) send("open", kept.secret);
  return false;
}

/** Note what was committed to before the game, to be compared after it. @param {string} id @param {DiceFacts} dice */
function noteDown(id, dice) {
  const shown = [...dice.commitments, ...(dice.awaited.length ? [] : Object.values(dice.seats))];
  /** @type {string[]} */
  const noted = recall(`dice.${id}`) ?? [];
  const fresh = shown.filter((commitment) => !noted.includes(commitment));
  if (fresh.length) keep(`dice.${id}`, [...noted, ...fresh]);
}
