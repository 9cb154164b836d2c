/** Orders that are put together from parts: points that are divided, and units of which some are chosen. */

import { button, h, icon, refill } from "../common/dom.js";
import { counterPicture } from "./counter.js";
import { linked } from "./links.js";
import { spell } from "./spell.js";
import { panelTable } from "./tabs.js";

/** @import { SharesOffer } from "../common/types.js" */
/** @import { Parts } from "./choices.js" */
/** @import { Table } from "./table.js" */

/** The panel that tells what points are worth, where a game has one. */
const WORTH = "chances";

/** @param {Table} table */
export function createForms(table) {
  const element = h("section", { class: "form", "aria-label": "To be chosen", hidden: true });
  /** @type {Map<string, number>} */
  let points = new Map();
  /** @type {Set<string>} */
  let chosen = new Set();
  let laidFor = -1;

  return {
    element,
    /** Whether there is something to choose here. */
    get open() {
      return !element.hidden;
    },
    update() {
      const { parts, shares } = table.choices;
      element.hidden = !table.mayAct || !(parts || shares);
      if (element.hidden) return;
      if (laidFor !== table.state.n) {
        laidFor = table.state.n;
        points = evenly(shares);
        chosen = new Set(parts?.orders[0]?.units);
      }
      draw();
    },
  };

  function draw() {
    const { parts, shares } = table.choices;
    refill(
      element,
      h("h2", null, shares?.form.label ?? parts?.label),
      h("p", null, linked(table.state.view.decision?.prompt ?? "", table)),
      shares ? sharesForm(shares) : null,
      parts ? partsForm(parts) : null,
    );
  }

  /** @param {SharesOffer} shares */
  function sharesForm(shares) {
    const given = [...points.values()].reduce((all, each) => all + each, 0);
    const left = shares.points - given;
    const each = shares.names.map((name) => spell({ text: shares.share }, { name, points: points.get(name) ?? 0 }));
    const order = spell(shares.form, { shares: each });
    const worth = table.shown.panels.find((panel) => panel.id === WORTH);
    const change = (/** @type {string} */ name, /** @type {number} */ by) => {
      points.set(name, (points.get(name) ?? 0) + by);
      draw();
    };
    return h(
      "div",
      { class: "stack" },
      h(
        "ul",
        { class: "shares" },
        shares.names.map((name) => {
          const value = points.get(name) ?? 0;
          const mean = worth?.rows.find((row) => row[0] === String(value));
          return h(
            "li",
            null,
            h("b", null, name),
            stepper(name, value, { down: value > 0, up: left > 0, change: (by) => change(name, by) }),
            h("small", { class: "faint" }, mean ? `${mean[mean.length - 1]} ${worth?.columns[worth.columns.length - 1]?.toLowerCase()}` : ""),
          );
        }),
      ),
      h("p", { class: left ? "warning" : "faint", role: "status" }, left ? `${left} of ${shares.points} still to be given.` : `All ${shares.points} are given.`),
      button(shares.form.label, () => void table.order(order), { class: "primary", disabled: left !== 0, "data-key": "shares", "data-order": order }),
      worth ? panelTable(table, worth) : null,
    );
  }

  /** @param {Parts} parts */
  function partsForm(parts) {
    const order = parts.orders.find(({ units }) => units.length === chosen.size && units.every((unit) => chosen.has(unit)))?.text;
    const toggle = (/** @type {string} */ unit) => {
      if (!chosen.delete(unit)) chosen.add(unit);
      draw();
      table.marks.ring([...chosen].map((each) => table.whereIs(each) ?? "").filter(Boolean));
    };
    return h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "counters" },
        parts.units.map((unit) =>
          button([counterPicture(table, unit), h("span", null, table.unitName(unit))], () => toggle(unit), {
            class: "counter-toggle named",
            "aria-pressed": chosen.has(unit),
            "data-key": `part ${unit}`,
            "data-unit": unit,
          }),
        ),
      ),
      order === undefined ? h("p", { class: "warning", role: "status" }, chosen.size ? "These cannot be chosen together." : "Choose at least one.") : null,
      button(chosen.size ? `${parts.label} ${chosen.size} of ${parts.units.length}` : `${parts.label} none`, () => void table.order(order ?? ""), {
        class: "primary",
        disabled: order === undefined,
        "data-key": "parts",
      }),
    );
  }
}

/**
 * A figure with a button on either side of it.
 *
 * @param {string} label
 * @param {number} value
 * @param {{down: boolean, up: boolean, change: (by: number) => void}} how
 */
export function stepper(label, value, { down, up, change }) {
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": label },
    button(icon("minus"), () => change(-1), { class: "round small", disabled: !down, "aria-label": `${label}: one less`, "data-key": `less ${label}` }),
    h("output", null, value),
    button(icon("plus"), () => change(1), { class: "round small", disabled: !up, "aria-label": `${label}: one more`, "data-key": `more ${label}` }),
  );
}

/** @param {SharesOffer | null} shares @returns {Map<string, number>} */
function evenly(shares) {
  if (!shares) return new Map();
  const each = Math.floor(shares.points / shares.names.length);
  const rest = shares.points - each * shares.names.length;
  return new Map(shares.names.map((name, i) => [name, each + (i < rest ? 1 : 0)]));
}
