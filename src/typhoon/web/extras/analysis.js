/** How a game went turn by turn: prospects, what of every change was luck, and what the marshal would have done. */

import { button, h, refill } from "../common/dom.js";
import { capital } from "../common/words.js";
import { linked } from "../play/links.js";
import { againstMarshal, playOn } from "../play/replay.js";
import { piece } from "./picture.js";

/** @import { AnalysisFacts, Better, Turn } from "../common/types.js" */
/** @import { LinkTargets } from "../play/links.js" */
/** @import { Table } from "../play/table.js" */

const WIDE = 1000;
const TALL = 200;
const EDGE = 34;
/** Milliseconds between two looks at what has been found. */
const EVERY = 1500;
/** So many turning points are drawn. */
const TURNING = 3;

/**
 * @typedef {{table: Table, to: LinkTargets, go: (n: number, hexes?: string[]) => void, along: (plan: Better, title: string) => Promise<void>}} Where
 * `go` looks at the game after an order, with some hexes ringed; `along` plays what would have come of a plan.
 */

/** @param {Where} where @param {Better | null} seen The plan that is come back to. @returns {HTMLElement} */
export function analysisOf(where, seen) {
  const { table } = where;
  let running = false;
  let known = "";
  const toggle = button("", () => void ask(running ? "stop" : "start"), { hidden: true, "data-key": "analysis" });
  const progress = h("progress", { "aria-label": "Turns looked at" });
  const status = h("span", { class: "faint", role: "status" });
  const body = h("div");
  const section = h("section", { class: "analysis", "aria-label": "Analysis" }, h("h3", null, "Analysis"), h("div", { class: "row" }, toggle, progress, status), body);

  /** @param {AnalysisFacts} facts */
  function show(facts) {
    const { turns, may_start: mayStart, thought, whole } = facts;
    running = facts.running;
    toggle.hidden = !running && (!mayStart || whole);
    toggle.textContent = running ? "Stop" : turns.length ? "Go on" : "Analyse this game";
    progress.hidden = whole || !(running || thought);
    progress.max = Math.max(1, turns.length);
    progress.value = thought;
    status.textContent = running ? `${turns.length ? `${thought} of ${turns.length} turns looked at` : "The dice are counted first"}; you can leave, and come back.` : turns.length || mayStart ? "" : "Nobody has had it analysed yet; the host can.";
    const now = `${thought} ${turns.length}`;
    if (!turns.length || now === known) return;
    known = now;
    const isOpen = body.querySelector("details")?.open ?? Boolean(seen && !seen.mark);
    const marked = turns.flatMap((turn) => turn.plans.filter((plan) => plan.mark).map((plan) => decision(where, turn, plan)));
    refill(body, curve(where, turns), turnTable(where, turns, isOpen, thought), marked, note(facts));
    if (seen) body.querySelector(/** @type {"button"} */ (`[data-key="line ${seen.mark} ${seen.start}"]`))?.focus();
    seen = null;
  }

  /** @param {"look" | "start" | "stop"} action */
  async function ask(action) {
    const reply = await table.connection.ask({ type: "analysis", action });
    if (!reply.analysis) return void table.refuse(reply);
    show(reply.analysis);
    if (running && action !== "stop") setTimeout(() => section.isConnected && running && void ask("look"), EVERY);
  }
  void ask("look");
  return section;
}

/** @param {Turn} turn */
const play = (turn) => turn.after - turn.before - turn.luck;

/** @param {number} value */
const signed = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;

/** Where a turn of a side ends. @param {Table} table @param {Turn[]} turns @param {number} i */
const endOf = (table, turns, i) => turns[i + 1]?.start ?? table.state.n;

/** The prospects of the first side as a curve with its band; marks and turning points on it. @param {Where} where @param {Turn[]} turns */
function curve({ table, go }, turns) {
  const first = table.facts.sides[0] ?? "";
  const values = [turns[0]?.before ?? 0, ...turns.map((turn) => turn.after)];
  const strays = [0, ...turns.map((turn) => turn.spread)];
  const most = Math.max(1, ...values.map((value, i) => Math.abs(value) + (strays[i] ?? 0)));
  const x = (/** @type {number} */ i) => EDGE + (i / Math.max(1, turns.length)) * (WIDE - 2 * EDGE);
  const y = (/** @type {number} */ value) => TALL / 2 - (value / most) * (TALL / 2 - 22);
  const svg = piece("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `Prospects of the ${first} side after each turn of a side: ${values.map((value) => value.toFixed(1)).join(", ")}` });
  const edge = (/** @type {number} */ sign) => values.map((value, i) => `${x(i)},${y(value + sign * (strays[i] ?? 0))}`);
  svg.append(
    piece("polygon", { class: "band", points: [...edge(1), ...edge(-1).reverse()].join(" ") }),
    piece("line", { class: "axis", x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0) }),
  );
  const swings = turns.map((turn, i) => ({ i: i + 1, by: Math.abs(turn.after - turn.before) })).sort((a, b) => b.by - a.by);
  for (const { i, by } of swings.slice(0, TURNING)) if (by) svg.append(piece("line", { class: "moment", x1: x(i), x2: x(i), y1: 12, y2: TALL - 22 }));
  svg.append(piece("polyline", { class: "points", points: values.map((value, i) => `${x(i)},${y(value)}`).join(" ") }));
  turns.forEach((turn, i) => {
    const dot = piece("circle", { class: "dot", cx: x(i + 1), cy: y(turn.after), r: turn.mark ? 8 : 4, "data-mark": turn.mark });
    dot.append(titled(`Turn ${turn.turn}, ${turn.side}: ${turn.after.toFixed(1)}${turn.mark ? `, ${turn.mark}` : ""}`));
    dot.addEventListener("click", () => go(endOf(table, turns, i)));
    svg.append(dot);
    if (turn.turn !== turns[i - 1]?.turn) svg.append(written(String(turn.turn), x(i + 1), TALL - 6));
  });
  svg.append(written(`+${most.toFixed(0)}`, 16, 20), written(`−${most.toFixed(0)}`, 16, TALL - 20));
  return h("figure", null, svg, h("p", { class: "faint" }, `What the ${capital(first)} side could expect after each turn of a side; shaded: how far that may stray within a turn; dashed: what turned the game.`));
}

/** @param {string} text */
function titled(text) {
  const element = piece("title", {});
  element.textContent = text;
  return element;
}

/** @param {string} text @param {number} x @param {number} y */
function written(text, x, y) {
  const element = piece("text", { x, y, "text-anchor": "middle" });
  element.textContent = text;
  return element;
}

/** @param {Where} where @param {Turn[]} turns @param {boolean} isOpen @param {number} thought How many of the turns were held against the marshal's. */
function turnTable(where, turns, isOpen, thought) {
  const { table, go } = where;
  const head = ["Turn", "Side", "Prospects", "Luck", "Play", ""];
  const rows = turns.flatMap((turn, i) => [
    h(
      "tr",
      { "data-mark": turn.mark || null },
      h("th", { scope: "row" }, button(String(turn.turn), () => go(turn.start), { class: "small", title: "See it", "data-key": `turn ${i}` })),
      h("td", null, capital(turn.side)),
      ...[turn.after.toFixed(1), signed(turn.luck), signed(play(turn))].map((text) => h("td", { class: "number" }, text)),
      h("td", null, turn.mark),
    ),
    i < thought ? h("tr", { class: "plans" }, h("td", { colspan: head.length }, plansOf(where, turn))) : null,
  ]);
  const luck = turns.reduce((sum, turn) => sum + turn.luck, 0);
  const whom = capital(table.facts.sides[luck > 0 ? 0 : 1] ?? "enemy");
  return h(
    "details",
    { open: isOpen },
    h("summary", null, `Turn by turn: luck and play. The dice favoured the ${whom} side by ${Math.abs(luck).toFixed(1)} on the whole.`),
    h("table", { class: "panel" }, h("thead", null, h("tr", null, head.map((name) => (name ? h("th", { scope: "col" }, name) : h("td", null))))), h("tbody", null, rows)),
  );
}

/** What the marshal would have done otherwise in a turn, and what for. @param {Where} where @param {Turn} turn */
function plansOf(where, turn) {
  if (!turn.plans.length) return "The marshal would have done the same.";
  return turn.plans.map((plan) => h("p", null, h("b", null, `${capital(plan.phase)}: `), `${worthOf(plan)} `, lineOf(where, turn, plan), h("span", { class: "faint" }, linked(plan.words.join(" "), where.to))));
}

/** How much better the marshal's plan is, as far as that is sure. @param {Better} plan */
function worthOf(plan) {
  const worth = `${Math.abs(plan.gain).toFixed(1)} ± ${(2 * plan.error).toFixed(1)}`;
  if (Math.abs(plan.gain) <= 2 * plan.error) return `As good as the marshal's plan, as far as can be told (${signed(plan.gain)} ± ${(2 * plan.error).toFixed(1)} for his).`;
  return plan.gain > 0 ? `The marshal would have gained ${worth}.` : `Better than the marshal's plan by ${worth}.`;
}

/** @param {Where} where @param {Turn} turn @param {Better} plan @param {string} [mark] */
function lineOf({ along }, turn, plan, mark = "") {
  const title = `The marshal's line: turn ${turn.turn}, ${capital(plan.phase)}`;
  return plan.steps ? button("Play his line", () => void along({ ...plan, mark }, title), { class: "small", title: "What would have come of his plan, on the map", "data-key": `line ${mark} ${plan.start}` }) : null;
}

/** A decision that is marked: what it was worth, and what the marshal would have done. @param {Where} where @param {Turn} turn @param {Better} plan */
function decision(where, turn, plan) {
  const { table, to, go } = where;
  const open = plan.open_gain === null ? "" : ` With open cards: ${signed(plan.open_gain)}.`;
  return h(
    "article",
    { class: "judgement", "data-mark": plan.mark },
    h("h4", null, `Turn ${turn.turn}, ${capital(plan.phase)}: ${plan.mark}`),
    h("p", null, worthOf(plan) + open),
    plan.followed.length ? h("p", null, h("b", null, "What was done: "), linked(plan.followed.join(" "), to)) : null,
    plan.words.length ? h("p", null, h("b", null, "The marshal: "), linked(plan.words.join(" "), to)) : null,
    h(
      "div",
      { class: "row" },
      button("See it", () => go(plan.start, plan.hexes), { class: "small", title: "The position then, with where the marshal would have gone" }),
      lineOf(where, turn, plan, plan.mark),
      table.state.table.mode === "local" ? button("Play from here against the marshal", () => void playOn(table, plan.start, againstMarshal(table, turn.side), turn.side), { class: "small" }) : null,
    ),
  );
}

/** @param {AnalysisFacts} facts */
function note({ thought, turns }) {
  const judged = turns.some((turn) => turn.plans.length);
  const marked = turns.some((turn) => turn.mark);
  const none = thought && judged && !marked ? " Nothing stands out so far." : "";
  return h("p", { class: "faint" }, `Luck is what dice brought against their mean. The marshal knew no more than the side did then; a decision is marked only where it differs from his by more than the error of that.${none}`);
}
