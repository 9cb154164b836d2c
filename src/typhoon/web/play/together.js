/** Orders that one click gives, and that one click takes back. */

import { showRuling } from "./pointer.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {string[]} orders @returns {Promise<void>} */
export async function orderTogether(table, orders) {
  let count = 0;
  for (const order of orders) {
    if (!(await table.order(order))) break;
    count += 1;
  }
  table.together = { end: table.n, count };
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
