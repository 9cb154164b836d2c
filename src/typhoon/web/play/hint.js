/** What the staff would do, shown on the map and done when asked to. */

import { showMenu, showRuling } from "./pointer.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export async function askHint(table) {
  const point = { x: innerWidth / 2 - 160, y: innerHeight - 60 };
  if (!table.mayAct) return;
  const reply = await table.connection.ask({ type: "hint" });
  if (!reply.ok || !reply.hint) return showRuling(point, { case: "", text: reply.error ?? "the staff has no advice" }, table);
  const { order, text } = reply.hint;
  const { unit = "", units, hex = "", path = [], target } = order;
  const hexes = [hex, ...path, ...(target ? table.choices.hexesOf(target) : []), ...[unit, ...(units ?? [])].map((each) => table.whereIs(each) ?? "")].filter(Boolean);
  table.marks.ring(hexes);
  if (hexes[0]) table.board.centreOn(hexes[0]);
  showMenu(point, text, [
    {
      label: "Do it",
      act: () => {
        table.marks.ring([]);
        table.hand.clear();
        void table.order(order.text);
      },
    },
    { label: "No, thank you", act: () => table.marks.ring([]) },
  ]);
}
