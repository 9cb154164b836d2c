/** The log as a story, with links to hexes, units and cases. */

import { button, h, icon } from "../common/dom.js";
import { capital } from "../common/words.js";
import { dieFace } from "./dice.js";
import { caseLink, linked } from "./links.js";
import { endOfBattle } from "./scenes.js";

/** @import { LogEntry, LogLine } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const QUIET = new Set(["phase"]);

/** @param {Table} table */
export function createLog(table) {
  const element = h("ol", { class: "log", tabindex: "0", "aria-label": "What happened" });
  /** @type {LogEntry[]} */
  let drawn = [];
  // Whoever has scrolled back to read is left there; otherwise the newest line stays in view.
  let following = true;
  let height = 0;
  const toEnd = () => (element.scrollTop = element.scrollHeight);
  element.addEventListener("scroll", () => {
    // While the pane changes its height, where it stands says nothing about the reader.
    if (element.clientHeight === height) following = element.scrollHeight - element.scrollTop - height < 80;
  });
  new ResizeObserver(() => {
    height = element.clientHeight;
    if (following) toEnd();
  }).observe(element);
  return {
    element,
    update() {
      const until = table.line?.start ?? (table.staged ?? table.past)?.n ?? Infinity;
      const entries = table.log.filter((entry) => entry.n <= until);
      const same = drawn.every((entry, i) => entry === entries[i]);
      if (same && drawn.length === entries.length) return;
      if (!same) element.replaceChildren();
      for (const entry of entries.slice(same ? drawn.length : 0)) element.append(...entryRows(table, entry));
      drawn = entries;
      if (following || !same) toEnd();
    },
    shown: toEnd,
  };
}

/** @param {Table} table @param {LogEntry} entry */
function entryRows(table, entry) {
  const rows = entry.lines.map((line) => lineRow(table, line, entry));
  return entry.n ? rows : [diceRow(table), ...rows];
}

/** What the dice were committed to, above all that happened. @param {Table} table */
function diceRow(table) {
  const { commitments, kind } = table.state.table.dice;
  const words = { seats: "secrets of all players", umpire: "the server's secret", seed: "a seed", given: "nobody's secret" }[kind];
  return h(
    "li",
    { class: "line kind-dice" },
    `Dice by ${words}. `,
    commitments.length ? [h("span", null, "Committed to: "), h("code", null, commitments[0])] : null,
  );
}

/** @param {Table} table @param {LogLine} line @param {LogEntry} entry */
function lineRow(table, line, entry) {
  const heading = line.kind === "turn" || QUIET.has(line.kind);
  const caseShown = line.case && !line.text.includes(`(${line.case})`);
  return h(
    "li",
    { class: `line kind-${line.kind}${heading ? " heading" : ""}`, "data-side": heading || !entry.side ? undefined : table.sideIndex(entry.side) },
    (line.dice ?? []).map((die, i) => dieFace(die, line.hits?.[i])),
    linked(capital(line.text), table),
    caseShown ? [" ", caseLink(line.case ?? "", table)] : null,
    line.fought ? button(icon("replay"), () => void table.theatre.again(entry.n - 1, endOfBattle(table.log, entry.n)), { class: "again", "aria-label": "Show this battle again", title: "Show again" }) : null,
  );
}
