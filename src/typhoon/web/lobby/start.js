/** Opening a table, and going to it. */

import { post } from "../common/api.js";
import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { keep, keepSeat } from "../common/keep.js";
import { invitations } from "../play/menu.js";

/**
 * @param {Record<string, any>} wish
 * @param {string} side  the side of whoever opens the table
 */
export async function openTable(wish, side) {
  const opened = await post("/api/tables", wish);
  const links = { ...opened.links, watch: opened.watch };
  const token = opened.tokens?.[side] ?? opened.token ?? "";
  keepSeat(opened.id, { token, side: opened.links?.[side] ? side : "" });
  if (wish.mode !== "remote") {
    location.assign(`/table/${opened.id}`);
    return;
  }
  delete links[side];
  keep(`links.${opened.id}`, links);
  showDialog("The table is open", [
    h("p", null, "Send your friend the first link; whoever has the second can watch."),
    invitations(links),
    onlyThisMachine() ? h("p", { class: "warning" }, "This server answers only to this machine. To let friends in, start it with --host 0.0.0.0 and open it by the machine's address.") : "",
    h("p", null, h("a", { class: "button primary big", href: `/table/${opened.id}` }, "Go to the table")),
  ]);
}

function onlyThisMachine() {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}
