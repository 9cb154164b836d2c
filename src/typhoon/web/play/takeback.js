/** Offers to take orders back: what the other side sees of them. */

import { button, h, refill } from "../common/dom.js";
import { capital } from "../common/words.js";

/** @import { Table } from "./table.js" */

/** Ask the other side to let the last order of one's own be taken back. @param {Table} table */
export function askBack(table) {
  const last = [...table.log].reverse().find((entry) => entry.side === table.state.side);
  if (last) void table.connection.ask({ type: "takeback", action: "offer", to: last.n - 1 }).then((reply) => reply.ok || table.refuse(reply));
}

/** @param {Table} table */
export function createTakeback(table) {
  const element = h("div", { class: "takeback", role: "status", hidden: true });
  const answer = (/** @type {"accept" | "refuse"} */ action) => {
    const to = table.state.takeback?.to;
    if (to !== undefined) void table.connection.ask({ type: "takeback", action, to });
  };
  return {
    element,
    update() {
      const offer = table.state.takeback;
      element.hidden = offer === null || table.covered;
      if (offer === null) return;
      const mine = offer.by === table.state.side;
      const seated = table.state.table.seats[table.state.seat]?.yours;
      refill(
        element,
        h("span", null, mine ? "Your side asked to take its last order back." : `The ${capital(offer.by)} side asks to take its last order back.`),
        mine || !seated ? null : [
          button("Allow it", () => answer("accept"), { class: "primary small", "data-key": "accept" }),
          button("Refuse", () => answer("refuse"), { class: "small", "data-key": "refuse" }),
        ],
      );
    },
  };
}
