/** The hand-over screen: two players at one screen, and nothing to be seen in between. */

import { button, h, refill } from "../common/dom.js";
import { capital } from "../common/words.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {HTMLElement} page  what is hidden */
export function createHandOver(table, page) {
  const element = h("div", { class: "handover", role: "dialog", "aria-modal": "true", "aria-label": "Hand over", hidden: true });
  const uncover = (/** @type {string} */ side) => {
    table.sit(side);
    const shown = table.connection.handlers.onState;
    table.connection.handlers.onState = (state) => {
      if (state.side === side) {
        table.covered = false;
        table.connection.handlers.onState = shown;
      }
      shown(state);
    };
  };
  return {
    element,
    update() {
      const next = nextAtThisScreen(table);
      if (next !== null && !table.covered && !table.past) cover(next);
      page.inert = table.covered;
      page.classList.toggle("hidden-page", table.covered);
      element.hidden = !table.covered;
    },
  };

  /** @param {string} side */
  function cover(side) {
    table.covered = true;
    table.hand.clear();
    table.hand.hex = null;
    refill(
      element,
      h(
        "div",
        { class: "handover-card", "data-side": table.sideIndex(side) },
        h("p", { class: "over" }, table.facts.title),
        h("h2", null, `Hand over to the ${capital(side)} player`),
        h("p", null, "Everything is hidden until the next player is at the screen."),
        button(`I am the ${capital(side)} player`, () => uncover(side), { class: "primary big", id: "uncover" }),
      ),
    );
    element.hidden = false;
    document.getElementById("uncover")?.focus();
  }
}

/** @param {Table} table @returns {string | null} The side that acts next, if it sits here but does not look now. */
function nextAtThisScreen(table) {
  const { decision } = table.state.view;
  if (!decision || decision.side === table.state.side) return null;
  const seat = table.state.table.seats[decision.side];
  const own = table.state.table.seats[table.state.side];
  return seat?.player === "person" && seat.yours && own?.yours ? decision.side : null;
}
