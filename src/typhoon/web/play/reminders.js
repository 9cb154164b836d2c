/** Before something is ended: what is unused, and lost by it; players may ask not to be reminded. */

import { confirmed } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";
import { capital } from "../common/words.js";
import { linked } from "./links.js";

/** @import { Table } from "./table.js" */

export const reminds = () => recall("reminders") !== "off";

/**
 * Ask before an order that has consequences.
 *
 * @param {string} name  of the order
 * @param {string[]} texts  what must be known
 * @param {string[]} unused  what could still be done
 * @param {Table} table
 * @returns {Promise<boolean>}
 */
export async function goesAhead(name, texts, unused, table) {
  const idle = reminds() ? unused : [];
  if (!texts.length && !idle.length) return true;
  const lines = [...texts, ...idle].map((text) => h("li", null, linked(capital(text), table)));
  const off = h("input", { type: "checkbox" });
  const choice = h("label", { class: "row" }, off, "Do not remind me of what is unused");
  const said = await confirmed(`${name}?`, [h("ul", { class: "reminders" }, lines), ...(idle.length ? [choice] : [])], name);
  if (off.checked) keep("reminders", "off");
  return said;
}
