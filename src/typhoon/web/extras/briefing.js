/** What to know before the first turn, on one screen. */

import { get } from "../common/api.js";
import { showDialog } from "../common/dialog.js";
import { button, h } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";
import { capital } from "../common/words.js";
import { linked } from "../play/links.js";
import { startGuide } from "./guide.js";
import { aboutLaw, dress } from "./load.js";
import { smallMap } from "./picture.js";

/** @import { Briefing } from "../common/types.js" */
/** @import { Table } from "../play/table.js" */

/** Show the briefing once for each scenario, before anything was ordered. @param {Table} table */
export async function briefAtFirst(table) {
  const { game, scenario } = table.state.table;
  const key = `briefed.${game}.${scenario}`;
  if (recall("briefing") === "never" || recall(key) || table.state.n > 0 || !table.state.side) return;
  keep(key, true);
  await showBriefing(table);
}

/** @param {Table} table */
export async function showBriefing(table) {
  const [told] = await Promise.all([/** @type {Promise<Briefing>} */ (get(aboutLaw(table.state.table.facts, "briefing"))), dress()]);
  const { side } = table.state;
  /** @type {HTMLDialogElement} */
  let dialog;
  const leaving = (/** @type {(what: string) => void} */ act) => (/** @type {string} */ what) => {
    dialog.close();
    act(what);
  };
  const targets = {
    facts: table.facts,
    showCase: (/** @type {string} */ id) => table.showCase(id),
    showHex: leaving((hex) => table.showHex(hex)),
    showUnit: leaving((unit) => table.showUnit(unit)),
  };
  const list = (/** @type {string[]} */ texts) => h("ul", null, texts.map((text) => h("li", null, linked(text, targets))));
  const sides = [...told.sides].sort((a, b) => Number(b === side) - Number(a === side));
  dialog = showDialog(`${told.title}: ${told.name}`, [
    h(
      "div",
      { class: "briefing" },
      h("div", { class: "briefing-map" }, smallMap(table.facts, table.state, "The situation at the beginning"), h("p", { class: "faint" }, `${told.length}.`)),
      h(
        "div",
        { class: "briefing-text" },
        h("p", { class: "reading" }, told.situation),
        h("h3", null, "Who wins when"),
        list(told.winning),
        sides.filter((who) => told.first[who]).map((who) => [h("h3", null, `${capital(who)}${who === side ? ", your side" : ""}: the first turn`), h("p", { "data-side": table.sideIndex(who), class: "briefing-side" }, linked(told.first[who] ?? "", targets))]).flat(),
        h("h3", null, "What is special"),
        list(told.special),
      ),
    ),
    h(
      "div",
      { class: "row end" },
      told.guided ? button("Show me the first turn", () => void startGuide(told.game)) : null,
      button("To the table", () => dialog.close(), { class: "primary", autofocus: true }),
    ),
  ], { wide: true });
}
