/** What can be laid over the map: overlays of the game, and the reach of one's own units. */

import { button, h, icon, refill } from "../common/dom.js";
import { caseLink } from "./links.js";

/** @import { Shade } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const REACH = "reach of units";
/** Hexes that so many units can go to are hatched once more. */
const LEVELS = [1, 3, 6];

/** @param {Table} table */
export function createOverlays(table) {
  let chosen = "";
  let laidFor = -1;
  const element = h("div", { class: "stack" });

  /** @param {string} id */
  function choose(id) {
    chosen = chosen === id ? "" : id;
    table.refresh();
    if (chosen) void lay();
    else table.marks.shade([]);
  }

  async function lay() {
    if (chosen === REACH) return table.marks.shade(reachOf(table));
    const id = chosen;
    const reply = await table.connection.ask("overlay", { overlay: id });
    if (reply.overlay && chosen === id) table.marks.shade(reply.overlay.shades);
  }

  return {
    element,
    update() {
      const outdated = chosen && laidFor !== table.state.n;
      laidFor = table.state.n;
      if (outdated) void lay();
      refill(
        element,
        table.shown.overlays.map((overlay) =>
          h(
            "div",
            { class: "row" },
            toggle(overlay.title, chosen === overlay.id, () => choose(overlay.id)),
            overlay.case ? caseLink(overlay.case, table) : null,
          ),
        ),
        table.choices.groups.length || table.choices.force.length
          ? null
          : h("div", { class: "row" }, toggle("Where my units can go", chosen === REACH, () => choose(REACH))),
        h("div", { class: "row" }, toggle("Last moves", table.marks.lastMoves, () => {
          table.marks.lastMoves = !table.marks.lastMoves;
          table.refresh();
        })),
        table.facts.lines ? h("p", { class: "faint" }, "A unit's line of communications is shown from its stack.") : null,
      );
    },
  };
}

/** @param {Table} table @returns {Shade[]} */
function reachOf(table) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const ways of table.choices.ways.values()) {
    for (const hex of ways.keys()) counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  return LEVELS.map((least) => ({
    side: table.state.side,
    label: least === 1 ? "In reach of a unit" : `In reach of ${least} units or more`,
    hexes: [...counts].filter(([, count]) => count >= least).map(([hex]) => hex),
  })).filter((shade) => shade.hexes.length);
}

/** @param {string} label @param {boolean} on @param {() => void} act */
function toggle(label, on, act) {
  return button([icon(on ? "on" : "off"), label], act, { class: "toggle", "aria-pressed": on, "data-key": `toggle ${label}` });
}
