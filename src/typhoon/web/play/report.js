/** The report of a turn: what I must know before I decide; each line leads to its place on the map. */

import { button, h, icon, refill } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";
import { capital, counted, percent } from "../common/words.js";
import { counterPicture } from "./counter.js";
import { dieFace } from "./dice.js";
import { battleInWords, endOfBattle } from "./scenes.js";

/** @import { Report, ReportLine, ReportPart } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const MOST_COUNTERS = 12;

/** @param {Table} table */
export function createReport(table) {
  const element = h("section", { class: "report", "aria-label": "Report of the turn", hidden: true });
  /** @type {Report | null} */
  let report = null;
  /** The moment at which a report was last asked for by itself. */
  let asked = "";
  const seen = `report.${table.id}`;

  /** @param {number} [number] */
  async function ask(number) {
    const reply = await table.connection.ask(number === undefined ? { type: "report" } : { type: "report", number });
    const found = reply.report;
    if (!found) return null;
    Object.assign(table.looks, found.looks);
    for (const face of found.cast) table.portraits[face.unit] ??= face.look;
    return found.report;
  }

  /** Show a report, by itself that of the last turn that is over. @param {number} [number] */
  async function show(number) {
    report = (await ask(number)) ?? report;
    paint();
    table.refresh();
  }

  function close() {
    if (report?.over) keep(seen, Math.max(report.number, recall(seen) ?? 0));
    report = null;
    element.hidden = true;
    table.refresh();
    table.board.element.focus({ preventScroll: true });
  }

  function paint() {
    element.hidden = report === null;
    if (!report) return;
    const { number, of, title, parts, moved, start, end } = report;
    refill(
      element,
      h(
        "header",
        { class: "row" },
        h("h2", { tabindex: "-1" }, title),
        button(icon("cross"), close, { class: "quiet round small", "aria-label": "Put the report away", "data-key": "close report" }),
      ),
      parts.map((part) => partOf(table, part)),
      parts.length ? null : h("p", null, "Nothing of note happened."),
      moved ? h("p", { class: "faint" }, `${counted(moved, "move")}.`) : null,
      h(
        "footer",
        { class: "row" },
        button(icon("back"), () => void show(number - 1), { class: "quiet round small", "aria-label": "The turn before", title: "The turn before", disabled: number < 2, "data-key": "report before" }),
        button(icon("forward"), () => void show(number + 1), { class: "quiet round small", "aria-label": "The turn after", title: "The turn after", disabled: number >= of, "data-key": "report after" }),
        button([icon("play"), "Watch it"], () => void table.theatre.again(start, end), { class: "small", "data-key": "report watch" }),
        button("Go on", close, { class: "small primary", "data-key": "report done" }),
      ),
    );
  }

  // When it is for this player to decide, what the enemy did since comes first.
  table.listeners.push(() => {
    const { turn, phase } = table.state.view;
    const moment = `${turn} ${phase}`;
    if (!table.isCalled || table.past || moment === asked) return;
    asked = moment;
    void ask().then((found) => {
      const alone = table.facts.sides.length === 1;
      if (!found || found.number <= (recall(seen) ?? 0) || (found.side === table.state.side && !alone) || !table.isCalled) return;
      report = found;
      paint();
      table.refresh();
    });
  });
  let n = table.state.n;

  return {
    element,
    show,
    get open() {
      return !element.hidden;
    },
    update() {
      // Whoever gives an order has read it.
      if (report && table.state.n > n && !table.theatre.playing && table.mayAct && table.log[table.log.length - 1]?.side === table.state.side) close();
      n = table.state.n;
      element.classList.toggle("aside", table.theatre.playing || table.past !== null);
    },
  };
}

/** @param {Table} table @param {ReportPart} part */
function partOf(table, { id, title, lines }) {
  const rows = id === "losses" || id === "arrivals" ? bySide(table, lines) : h("ul", null, lines.map((line) => h("li", null, lineOf(table, line))));
  return h("section", { class: `report-part part-${id}` }, h("h3", null, title), rows);
}

/** Counters side by side, each leading to where it happened. @param {Table} table @param {ReportLine[]} lines */
function bySide(table, lines) {
  const sides = [...new Set(lines.map((line) => line.side ?? ""))];
  return sides.map((side) => {
    const own = lines.filter((line) => (line.side ?? "") === side);
    return h(
      "div",
      { class: "lost", "data-side": table.sideIndex(side) },
      h("span", { class: "whose" }, capital(side)),
      h(
        "span",
        { class: "counters" },
        alike(table, own).map(([line, ...others]) =>
          button(
            [...(line?.units ?? []).map((unit) => counterPicture(table, unit)), others.length ? h("small", null, `×${others.length + 1}`) : null],
            () => line && goTo(table, line),
            { class: "quiet", "aria-label": toldOf(table, line, others), title: toldOf(table, line, others) },
          ),
        ),
      ),
    );
  });
}

/** Lines each by itself, or where they are very many those of counters that look the same together. @param {Table} table @param {ReportLine[]} lines */
function alike(table, lines) {
  if (lines.length <= MOST_COUNTERS) return lines.map((line) => [line]);
  /** @type {Map<string, ReportLine[]>} */
  const found = new Map();
  for (const line of lines) {
    const looks = (line.units ?? []).map((unit) => table.portraits[unit] ?? unit).join(" ");
    found.set(looks, [...(found.get(looks) ?? []), line]);
  }
  return [...found.values()];
}

/** @param {Table} table @param {ReportLine | undefined} line @param {ReportLine[]} others */
function toldOf(table, line, others) {
  return line ? `${named(table, line)}${others.length ? ` ${counted(others.length, "other")} of its kind likewise.` : ""}` : "";
}

/** @param {Table} table @param {ReportLine} line */
function lineOf(table, line) {
  const { fought } = line;
  if (!fought?.units) return button(named(table, line), () => goTo(table, line), { class: "place", "data-side": table.sideIndex(line.side ?? "") });
  const luck = fought.luck ?? null;
  return [
    button(
      [
        h("span", { class: "dice" }, (fought.dice ?? []).map((die) => dieFace(die))),
        h("span", null, h("b", null, capital(fought.hexes.map((hex) => table.placeName(hex)).join(" and "))), fought.odds ? `: ${fought.odds}` : "", h("br"), capital(fought.text ?? ""), "."),
        luck === null ? null : h("small", { class: luck >= 0.5 ? "lucky" : "unlucky", title: "The attacker's chance of having fared worse" }, `luck ${percent(luck)}`),
      ],
      () => goTo(table, line),
      { class: "place", "data-side": table.sideIndex(line.side ?? ""), "aria-label": `${battleInWords(table, fought)}.${luck === null ? "" : ` Luck ${percent(luck)}.`}` },
    ),
    button(icon("replay"), () => void table.theatre.again(line.n - 1, endOfBattle(table.log, line.n)), { class: "again", "aria-label": "Show this battle again", title: "Show again" }),
  ];
}

/** @param {Table} table @param {ReportLine} line */
function named(table, line) {
  return capital(table.say(line.text));
}

/** @param {Table} table @param {ReportLine} line */
function goTo(table, line) {
  const [hex] = line.hexes?.length ? line.hexes : (line.units ?? []).map((unit) => table.whereIs(unit) ?? "").filter(Boolean);
  if (hex) table.showHex(hex);
}
