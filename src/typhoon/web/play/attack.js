/** The attack panel: a small worked sum, and the chances before anything is committed. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital, figure, percent } from "../common/words.js";
import { chancesOf } from "./chances.js";
import { counterPicture } from "./counter.js";
import { forecastOf } from "./forecast.js";
import { caseLink, linked } from "./links.js";

/** @import { CombatPreview, Term } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createAttack(table) {
  const element = h("section", { class: "attack", "aria-label": "Attack", hidden: true });
  return {
    element,
    update() {
      const { target } = table.hand;
      element.hidden = target === null;
      if (target !== null) refill(element, contentOf(table, target));
    },
  };
}

/** @param {Table} table @param {string} target */
function contentOf(table, target) {
  const { hand, choices } = table;
  const able = choices.attacks.get(target)?.units ?? [];
  const { preview, ruling } = hand.combat ?? {};
  const force = hand.forces.chosen.length ? choices.groupOf(hand.forces.chosen[0] ?? "") : [];
  if (force.length) return forceContent(table, target, force);
  return [
    h(
      "header",
      { class: "row" },
      h("h2", null, table.say(`Attack on ${hand.targetHexes.join(" and ")}`)),
      button(icon("cross"), () => table.escape(), { class: "quiet round", "aria-label": "Give the attack up", "data-key": "drop attack" }),
    ),
    moreTargets(table),
    h("h3", null, "Defenders"),
    h("div", { class: "counters" }, hand.targetHexes.flatMap((hex) => table.stack(hex)).map((unit) => h("span", { title: table.unitName(unit) }, counterPicture(table, unit), h("span", { class: "sr" }, table.unitName(unit))))),
    h("h3", null, "Attackers"),
    h(
      "div",
      { class: "counters" },
      able.map((unit) =>
        button(counterPicture(table, unit), () => hand.toggleAttacker(unit), {
          class: "counter-toggle",
          "aria-pressed": hand.attackers.has(unit),
          "aria-label": `${table.unitName(unit)}${hand.attackers.has(unit) ? "" : ", left out"}`,
          title: table.unitName(unit),
          "data-key": `attacker ${unit}`,
        }),
      ),
    ),
    ruling ? h("p", { class: "warning", role: "alert" }, linked(capital(ruling.text), table), ruling.case ? [" ", caseLink(ruling.case, table)] : null) : null,
    hand.attackers.size ? null : h("p", { class: "faint" }, "Choose who attacks."),
    preview?.kind === "combat" ? workedOut(table, preview) : null,
  ].flat();
}

/** An attack worked out up to the die. @param {Table} table @param {CombatPreview} preview */
function workedOut(table, preview) {
  const notes = [...(preview.notes ?? []), table.facts.provenance].filter(Boolean);
  return [sum(table, preview), spreadOf(preview), ...chancesOf(preview), ...notes.map((note) => h("p", { class: "faint" }, table.say(`${capital(note)}.`)))];
}

/** What buttons that throw a die would come to, as long as something can still be changed. @param {Table} table */
export function createSums(table) {
  const element = h("section", { class: "attack sums", "aria-label": "What it would come to", hidden: true });
  let drawn = -1;
  /** @param {import("./choices.js").Act[]} acts */
  async function draw(acts) {
    const replies = await Promise.all(acts.map((act) => table.preview(act.text)));
    if (drawn !== table.state.n) return;
    const sums = acts.flatMap((act, i) => {
      const preview = replies[i]?.preview;
      return preview?.kind === "combat" ? [{ act, preview }] : [];
    });
    // What is proposed has something to say of itself, and comes first.
    sums.sort((a, b) => (b.preview.notes?.length ?? 0) - (a.preview.notes?.length ?? 0));
    const found = sums.flatMap(({ act, preview }) => [h("h2", null, act.name), ...workedOut(table, preview)]);
    element.hidden = !found.length;
    refill(element, found);
  }
  return {
    element,
    update() {
      const acts = table.mayAct && table.shown.view.combats.length ? table.choices.buttons.filter((act) => act.verb !== "end" && !act.about.length) : [];
      if (!acts.length || table.hand.target !== null) {
        element.hidden = true;
        drawn = -1;
      } else if (drawn !== table.state.n) {
        drawn = table.state.n;
        void draw(acts);
      }
    },
  };
}

/** Hexes that can be attacked together with the target, and those that are. @param {Table} table */
function moreTargets(table) {
  const { hand } = table;
  const now = hand.targetHexes;
  const chip = (/** @type {string} */ hex, /** @type {boolean} */ on) =>
    button(table.say(`${on ? "Leave out" : "And"} ${hex}`), () => hand.toggleTarget(hex), {
      class: "small",
      "data-key": `target ${hex}`,
      "data-target-hex": hex,
      onmouseenter: () => table.marks.ring([hex]),
      onmouseleave: () => table.marks.ring([]),
    });
  const chips = [...(now.length > 1 ? now.map((hex) => chip(hex, true)) : []), ...hand.moreTargets.map((hex) => chip(hex, false))];
  return chips.length ? h("div", { class: "row more-targets", role: "group", "aria-label": "Several hexes" }, chips) : null;
}

/** The attack of a force on whoever may be there. @param {Table} table @param {string} target @param {string[]} group */
function forceContent(table, target, group) {
  const { hand, choices } = table;
  const { preview, ruling } = hand.combat ?? {};
  const onTheMarch = choices.force.length > 0;
  return [
    h(
      "header",
      { class: "row" },
      h("h2", null, table.say(`Attack on ${target}`)),
      button(icon("cross"), () => table.escape(), { class: "quiet round", "aria-label": "Give the attack up", "data-key": "drop attack" }),
    ),
    h(
      "div",
      { class: "counters" },
      group.map((unit) =>
        onTheMarch
          ? h("span", { title: table.unitName(unit) }, counterPicture(table, unit), h("span", { class: "sr" }, table.unitName(unit)))
          : button(counterPicture(table, unit), () => hand.toggleAttacker(unit), {
              class: "counter-toggle",
              "aria-pressed": hand.attackers.has(unit),
              "aria-label": `${table.unitName(unit)}${hand.attackers.has(unit) ? "" : ", left out"}`,
              title: table.unitName(unit),
              "data-key": `attacker ${unit}`,
            }),
      ),
    ),
    ruling ? h("p", { class: "warning", role: "alert" }, linked(capital(ruling.text), table), ruling.case ? [" ", caseLink(ruling.case, table)] : null) : null,
    preview?.kind === "forecast" ? forecastOf(table, preview) : hand.combat ? null : h("p", { class: "faint" }, "Working it out…"),
  ].flat();
}

/** @param {Table} table @param {CombatPreview} preview */
function sum(table, preview) {
  const total = preview.modifiers.reduce((all, m) => all + (m.possible ? 0 : m.value), 0);
  const spread = preview.columns.length > 0;
  return h(
    "table",
    { class: "sum" },
    h("caption", { class: "sr" }, "Odds"),
    h(
      "tbody",
      null,
      preview.terms.filter((term) => term.attacks).map((term) => termRow(table, term)),
      row("Attack strength", strength(preview.attack, preview.attack_from, preview.attack_to), "subtotal"),
      preview.terms.filter((term) => !term.attacks).map((term) => termRow(table, term)),
      row("Defence strength", strength(preview.defense, preview.defense_from, preview.defense_to), "subtotal"),
      row(preview.columns.length > 1 ? "Likely odds" : "Odds", preview.column, "total"),
      preview.modifiers.map((m) => row([capital(table.say(m.text)), " ", caseLink(m.case, table)], signed(m.value))),
      preview.modifiers.length > 1 ? row(spread ? "Columns in all" : "To the die", signed(total), "total") : null,
      preview.modifiers.length ? null : row(spread ? "No shifts" : "No modifiers", "±0"),
    ),
  );
}

/** What a unit counts, and how that comes about. @param {Table} table @param {Term} term */
function termRow(table, { unit, printed, counts, why, case: number }) {
  const worked = why ? [`: ${printed}, ${why} `, number ? caseLink(number, table) : null] : [];
  return row([table.unitName(unit), ...worked], counts, "term");
}

/** What a strength is, or between what it lies. @param {number} mean @param {number} least @param {number} most */
function strength(mean, least, most) {
  return most > least ? `${figure(least)} to ${figure(most)}, about ${figure(mean)}` : figure(mean);
}

/** The odds that unknown strengths may come to. @param {CombatPreview} preview */
function spreadOf(preview) {
  if (preview.columns.length < 2) return null;
  const most = Math.max(...preview.columns.map((column) => column.chance));
  return h(
    "ol",
    { class: "columns", "aria-label": "Odds as strengths may turn out" },
    preview.columns.map((column) => {
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.height = `${Math.max(4, (column.chance / most) * 100)}%`;
      return h("li", { title: `${column.result}: ${percent(column.chance)}` }, h("span", { class: "track" }, bar), h("b", null, column.result), h("span", { class: "sr" }, percent(column.chance)));
    }),
  );
}

/** @param {import("../common/dom.js").Child | import("../common/dom.js").Child[]} label @param {string} value @param {string} [kind] */
function row(label, value, kind) {
  return h("tr", { class: kind }, h("th", { scope: "row" }, label), h("td", null, value));
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}
