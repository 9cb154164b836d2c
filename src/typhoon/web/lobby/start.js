/** Opening a table, and going to it. */

import { post } from "../common/api.js";
import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { invitations } from "../common/invitations.js";
import { keep, keepSeat } from "../common/keep.js";

/** @import { NewTable, Opened } from "../common/types.js" */

/**
 * @param {NewTable} wish
 * @param {string} seat  the seat of whoever opens the table; empty when watching
 * @param {Record<string, string>} [titles]  what seats are called that are not whole sides
 */
export async function openTable(wish, seat, titles = {}) {
  /** @type {Opened} */
  const opened = await post("/api/tables", wish);
  /** @type {Record<string, string>} */
  const links = { ...opened.links, watch: opened.watch };
  const token = opened.tokens[seat] ?? opened.token;
  keepSeat(opened.id, { token, side: opened.links[seat] && !wish.bidding ? seat : "" });
  if (wish.mode !== "remote") {
    location.assign(`/table/${opened.id}`);
    return;
  }
  delete links[seat];
  keep(`links.${opened.id}`, links);
  showDialog("The table is open", [
    h("p", null, Object.keys(links).length > 2 ? "Send each of your friends a link; whoever has the last can watch." : "Send your friend the first link; whoever has the second can watch."),
    invitations(opened.id, links, titles),
    onlyThisMachine() ? h("p", { class: "warning" }, "This server answers only to this machine. To let friends in, start it with --host 0.0.0.0 and open it by the machine's address.") : "",
    h("p", null, h("a", { class: "button primary big", href: `/table/${opened.id}` }, "Go to the table")),
  ]);
}

function onlyThisMachine() {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}
