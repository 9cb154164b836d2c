/** What the staff would do, shown on the map and done when asked to. */

import { showMenu, showRuling } from "./pointer.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export async function askHint(table) {
  const point = { x: innerWidth / 2 - 160, y: innerHeight - 60 };
  if (!table.mayAct) return;
  const reply = await table.connection.ask({ type: "hint" });
  if (!reply.ok || !reply.hint) return showRuling(point, { case: "", text: reply.error ?? "the staff has no advice" }, table);
  const { order, text, reason, intent } = reply.hint;
  const { unit = "", units, hex = "", path = [], target } = order;
  const act = table.choices.buttons.find((each) => each.text === order.text);
  const hexes = [...(act ? table.hexesOf(act) : []), hex, ...path, ...(target ? table.choices.hexesOf(target) : []), ...[unit, ...(units ?? [])].map((each) => table.whereIs(each) ?? "")].filter(Boolean);
  table.marks.ring(hexes);
  if (path.length > 1) table.board.setPath(path, "");
  if (hexes[0]) table.board.centreOn(hexes[0]);
  const drop = () => {
    table.marks.ring([]);
    table.board.setPath([], "");
  };
  showMenu(point, table.say(`The staff proposes: ${text}${reason ? ` (${reason})` : ""}.${intent.length ? ` The plan: ${intent.join(" ")}` : ""}`), [
    {
      label: "Do it",
      act: () => {
        drop();
        table.hand.clear();
        void table.order(order.text);
      },
    },
    { label: "No, thank you", act: drop },
  ]);
}
