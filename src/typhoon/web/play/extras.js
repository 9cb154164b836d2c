/** What is fetched only when somebody asks for it: charts, the briefing, the guide, studies, the end. */

import { h } from "../common/dom.js";
import { recall } from "../common/keep.js";

/** @import { LinkTargets } from "./links.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createCharts(table) {
  const element = h("div", { class: "stack charts" }, h("p", { class: "faint", role: "status" }, "Unfolding the charts…"));
  /** @type {(() => void) | null} */
  let light = null;
  let asked = false;
  return {
    element,
    shown() {
      if (asked) return;
      asked = true;
      void import("../extras/charts.js").then(async ({ openCharts }) => {
        light = await openCharts(table, element);
        light();
      });
    },
    update() {
      light?.();
    },
  };
}

/** @param {Table} table @param {boolean} [first] Only at the first start of a scenario. */
export async function briefing(table, first = false) {
  const { briefAtFirst, showBriefing } = await import("../extras/briefing.js");
  await (first ? briefAtFirst : showBriefing)(table);
}

/** The end of the game, and from the menu whenever it is over. @param {Table} table @param {Replay} replay */
export async function ending(table, replay) {
  const { showEnding } = await import("../extras/ending.js");
  await showEnding(table, replay);
}

/** What meets a player who sits down: the study or the guide that the table was opened for, the briefing at the first start. @param {Table} table */
export async function welcome(table) {
  if (table.state.table.study) {
    const { openStudy } = await import("../extras/studies.js");
    return openStudy(table);
  }
  if (recall(`guide.${table.id}`) === null) return briefing(table, true);
  const { openGuide } = await import("../extras/guide.js");
  await openGuide(table);
}

/** An example of a case, where there is one. @param {LinkTargets} to @param {string} id */
export async function exampleOf(to, id) {
  const examples = await import("../extras/examples.js");
  return examples.exampleOf(to, id);
}

/** @param {Table} table */
export async function showDice(table) {
  (await import("../extras/dicefacts.js")).showDice(table);
}

/** @param {Table} table */
export async function showLuck(table) {
  await (await import("../extras/luck.js")).showLuck(table);
}
