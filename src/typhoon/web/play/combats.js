/** Combats that have been declared: who, against whom, at what odds, and what can still be changed. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital, figure, percent } from "../common/words.js";
import { counterPicture } from "./counter.js";
import { stepper } from "./forms.js";

/** @import { CombatFacts } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createCombats(table) {
  /** @type {Map<string, Promise<string>>} Odds by combat: there may be dozens, and a state comes with every order. */
  const known = new Map();
  /** What the list was drawn for. */
  let drawn = "";
  const element = h("section", { class: "combats", "aria-label": "Declared combats", hidden: true });
  return {
    element,
    update() {
      const { combats } = table.shown.view;
      element.hidden = !combats.length || table.hand.target !== null;
      const now = JSON.stringify([table.shown.n, table.mayAct, combats]);
      if (element.hidden || now === drawn) return;
      drawn = now;
      refill(element, h("h2", null, `Declared combats: ${combats.length}`), h("ol", null, combats.map((combat) => combatRow(table, combat, known))));
    },
  };
}

/** @param {Table} table @param {string} order  one that concerns the combat */
async function oddsOf(table, order) {
  const { preview } = await table.preview(order);
  if (preview?.kind !== "combat") return "";
  const [best] = preview.outcomes;
  return `${preview.column}${best ? `; ${best.result} ${percent(best.chance)}` : ""}`;
}

/** @param {Table} table @param {CombatFacts} combat @param {Map<string, Promise<string>>} known */
function combatRow(table, combat, known) {
  const { target, hexes, units, air: now } = combat;
  const acts = table.mayAct ? (table.choices.combats.get(target)?.acts ?? []) : [];
  const air = acts.filter((act) => act.points !== undefined);
  const others = acts.filter((act) => act.points === undefined);
  const withPoints = (/** @type {number} */ points) => air.find((act) => act.points === points);
  const first = others[0] ?? air[0];
  const odds = h("span", { class: "odds" });
  const key = JSON.stringify([table.state.view.turn, table.state.side, combat]);
  const found = known.get(key) ?? (first ? oddsOf(table, first.text) : undefined);
  if (found) known.set(key, found);
  const lead = others.length || !air.length ? "" : "then ";
  void found?.then((text) => (odds.textContent = text && `${lead}${text}`));
  const give = (/** @type {number} */ points) => {
    const act = withPoints(points);
    if (act) void table.order(act.text);
  };
  return h(
    "li",
    { onmouseenter: () => table.marks.ring(hexes), onmouseleave: () => table.marks.ring([]), "data-target": target },
    h(
      "div",
      { class: "row" },
      button(capital(hexes.map((hex) => table.placeName(hex)).join(" + ")), () => table.showHex(hexes[0] ?? ""), { class: "link hex", "data-key": `combat ${target}` }),
      odds,
    ),
    h("div", { class: "counters small" }, units.map((unit) => h("span", { title: table.unitName(unit) }, counterPicture(table, unit), h("span", { class: "sr" }, table.unitName(unit))))),
    h(
      "div",
      { class: "row" },
      air.length && others.length
        ? h("label", { class: "row air" }, "Air points", stepper(`Air points for ${target}`, now, { down: withPoints(now - 1) !== undefined, up: withPoints(now + 1) !== undefined, change: (by) => give(now + by) }))
        : [now ? h("span", { class: "faint" }, `Air ${figure(now)}`) : null, ...air.map((act) => button(`Cover with ${act.points} air points`, () => void table.give(act), { class: "small", "data-key": act.text }))],
      combat.cover ? h("span", { class: "faint" }, `Cover ${figure(combat.cover)}`) : null,
      others.map((act) => button(act.verb === "cancel" ? [icon("cross"), act.label] : [act.label, ...act.about].join(" "), () => void table.give(act), { class: act.verb === "cancel" ? "small quiet" : act.about.length ? "small" : "small primary", "data-key": act.text, "data-order": act.text, title: act.sentence })),
      [...new Set(others.map((act) => act.sentence).filter(Boolean))].map((sentence) => h("p", { class: "faint" }, sentence)),
    ),
  );
}
