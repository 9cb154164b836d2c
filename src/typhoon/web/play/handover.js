/** The hand-over screen: two players at one screen, and nothing to be seen in between. */

import { button, h, refill } from "../common/dom.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {HTMLElement} page  what is hidden */
export function createHandOver(table, page) {
  const element = h("div", { class: "handover", role: "dialog", "aria-modal": "true", "aria-label": "Hand over", hidden: true });
  const uncover = (/** @type {string} */ seat) => {
    table.sit(seat);
    const shown = table.connection.handlers.onState;
    table.connection.handlers.onState = (state) => {
      if (state.seat === seat) {
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

  /** @param {string} seat */
  function cover(seat) {
    const { title = seat, side = seat } = table.state.table.seats[seat] ?? {};
    table.covered = true;
    table.hand.clear();
    table.hand.hex = null;
    refill(
      element,
      h(
        "div",
        { class: "handover-card", "data-side": table.sideIndex(side) },
        h("p", { class: "over" }, table.facts.title),
        h("h2", null, `Hand over to the ${title} player`),
        h("p", null, "Everything is hidden until the next player is at the screen."),
        button(`I am the ${title} player`, () => uncover(seat), { class: "primary big", id: "uncover" }),
      ),
    );
    element.hidden = false;
    document.getElementById("uncover")?.focus();
  }
}

/** @param {Table} table @returns {string | null} The seat that acts next, if its side sits here but does not look now. */
function nextAtThisScreen(table) {
  const { acting, side, seat, view } = table.state;
  const { seats } = table.state.table;
  if (!view.decision || view.decision.side === side || !seats[seat]?.yours) return null;
  return acting.find((id) => seats[id]?.yours) ?? null;
}
