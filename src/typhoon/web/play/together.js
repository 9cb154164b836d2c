/** Orders that one click gives, and that one click takes back. */

import { showRuling } from "./pointer.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {string[]} orders @returns {Promise<void>} */
export async function orderTogether(table, orders) {
  const left = [...orders];
  let count = 0;
  while (left.length) {
    const next = await firstOpen(table, left);
    left.splice(left.indexOf(next), 1);
    if (!(await table.order(next))) break;
    count += 1;
  }
  table.together = { end: table.n, count };
}

/** The first order that can be given now: some must wait until others have made room. @param {Table} table @param {string[]} orders */
async function firstOpen(table, orders) {
  for (const order of orders.length > 1 ? orders : []) if (!(await table.why(order))) return order;
  return orders[0] ?? "";
}

/** Take back the last order, or all that were given together. @param {Table} table */
export async function undo(table) {
  if (table.undoReason !== null) {
    const point = { x: innerWidth / 2 - 160, y: innerHeight - 150 };
    showRuling(point, { case: "", text: `this cannot be taken back: ${table.undoReason}` }, table);
    return;
  }
  let { n } = table;
  for (let left = table.together.end === n ? table.together.count : 1; left > 0; left--) {
    const reply = await table.connection.ask({ type: "undo", n });
    if (!reply.ok) return table.refuse(reply);
    n = reply.n;
  }
}
