/** What can be laid over the map: overlays of the game, and the reach of one's own units. */

import { button, h, icon, refill } from "../common/dom.js";
import { caseLink } from "./links.js";

/** @import { Shade } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const REACH = "reach of units";
const IDLE = "idle units";
/** Hexes that so many units can go to are hatched once more. */
const LEVELS = [1, 3, 6];

/** @param {Table} table */
export function createOverlays(table) {
  let chosen = "";
  let laidFor = -1;
  /** The chosen overlay, when there is nothing of it on the map. */
  let bare = "";
  /** The phase in which urgent hexes were looked at. */
  let lookedAt = "";
  /** @type {Set<string>} Overlays that would lie there unasked, but were taken away. */
  const unwanted = new Set();
  const element = h("div", { class: "stack" });

  /** @param {string} id */
  function choose(id) {
    const pinned = table.shown.overlays.some((overlay) => overlay.id === id && overlay.pinned);
    if (pinned) unwanted.delete(id) || unwanted.add(id);
    else chosen = chosen === id ? "" : id;
    table.lines.follow(table.shown.overlays.some((overlay) => overlay.id === chosen && overlay.lines));
    table.refresh();
    void lay();
  }

  const pinned = () => table.shown.overlays.filter((overlay) => overlay.pinned && !unwanted.has(overlay.id)).map((overlay) => overlay.id);

  /** What must not be forgotten is looked at once a phase, when none of it is in sight. */
  function lookAtUrgent() {
    const { turn, phase } = table.state.view;
    const now = `${turn} ${phase}`;
    const hexes = [...table.marks.urgent];
    if (!hexes.length || now === lookedAt || !table.mayAct) return;
    lookedAt = now;
    if (!table.inSight(hexes)) table.board.frame(hexes);
  }

  async function lay() {
    const asked = table.state.n;
    const ids = [...pinned(), ...(chosen && chosen !== REACH && chosen !== IDLE ? [chosen] : [])];
    const replies = await Promise.all(ids.map((overlay) => table.connection.ask({ type: "overlay", overlay })));
    if (asked !== table.state.n) return;
    const laid = replies.map((reply) => reply.overlay?.shades ?? []);
    const before = bare;
    bare = ids.includes(chosen) && !laid[ids.indexOf(chosen)]?.some((shade) => shade.hexes.length) ? chosen : "";
    if (bare !== before) show();
    const unasked = laid.slice(0, pinned().length).flat();
    const own = table.state.side;
    table.marks.urgent = new Set(unasked.filter((shade) => shade.side !== own).flatMap((shade) => shade.hexes));
    lookAtUrgent();
    table.marks.shade([...laid.flat(), ...(chosen === REACH ? reachOf(table) : chosen === IDLE ? idleOf(table) : [])].filter((shade) => shade.hexes.length));
    table.marks.paint();
  }

  function show() {
    refill(
      element,
      table.shown.overlays.flatMap((overlay) => [
        h(
          "div",
          { class: "row" },
          toggle(overlay.title, chosen === overlay.id || Boolean(overlay.pinned && !unwanted.has(overlay.id)), () => choose(overlay.id)),
          overlay.case ? caseLink(overlay.case, table) : null,
        ),
        chosen === overlay.id && overlay.lines ? linesOf(table) : null,
        bare === overlay.id ? h("p", { class: "sub faint", role: "status" }, "There is nothing of it now.") : null,
      ]),
      table.choices.groups.length || table.choices.force.length || table.choices.movers.size
        ? null
        : h("div", { class: "row" }, toggle("Where my units can go", chosen === REACH, () => choose(REACH))),
      h("div", { class: "row" }, toggle("Last moves", table.marks.lastMoves, () => {
        table.marks.lastMoves = !table.marks.lastMoves;
        table.refresh();
      })),
      table.shown.front ? h("div", { class: "row" }, toggle("Front line at the start", table.board.showsStart, () => {
        table.board.showsStart = !table.board.showsStart;
        table.refresh();
      })) : null,
      h("div", { class: "row" }, toggle("Units that can still do something", chosen === IDLE, () => choose(IDLE))),
      table.facts.lines ? h("p", { class: "faint" }, "The line of a single unit is shown from its stack.") : null,
    );
  }

  return {
    element,
    update() {
      const outdated = laidFor !== table.state.n;
      laidFor = table.state.n;
      if (outdated && (chosen || pinned().length || table.marks.shaded)) void lay();
      show();
    },
  };
}

/** What can be seen of lines with an overlay that they belong to. @param {Table} table */
function linesOf(table) {
  const all = () => {
    table.lines.toggleAll();
    table.refresh();
  };
  return h(
    "div",
    { class: "sub" },
    h("p", { class: "faint" }, "Point at a unit or take it, and its line is shown."),
    table.state.side ? toggle("Lines of all my units", table.lines.all, all) : null,
  );
}

/** @param {Table} table @returns {Shade[]} */
function reachOf(table) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const ways of table.choices.ways.values()) {
    for (const hex of ways.keys()) counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  return LEVELS.map((least) => /** @type {Shade} */ ({
    side: table.state.side,
    tone: "",
    label: least === 1 ? "In reach of a unit" : `In reach of ${least} units or more`,
    hexes: [...counts].filter(([, count]) => count >= least).map(([hex]) => hex),
  })).filter((shade) => shade.hexes.length);
}

/** Where units stand with which something can still be done. @param {Table} table @returns {Shade[]} */
function idleOf(table) {
  const hexes = [...new Set(table.choices.units.map((unit) => table.whereIs(unit)).filter((hex) => hex !== null))];
  return hexes.length ? [{ side: table.state.side, tone: "good", label: "Can still do something", hexes }] : [];
}

/** @param {string} label @param {boolean} on @param {() => void} act */
function toggle(label, on, act) {
  return button([icon(on ? "on" : "off"), label], act, { class: "toggle", "aria-pressed": on, "data-key": `toggle ${label}` });
}
