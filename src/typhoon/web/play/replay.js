/** Looking back: every moment of the game, or of what might have been, step by step, or played as the enemy's turn is. */

import { getText, post, query } from "../common/api.js";
import { button, h, icon } from "../common/dom.js";
import { keep, keepSeat, recall } from "../common/keep.js";
import { PACES } from "./scenes.js";

/** @import { LogEntry, Opened } from "../common/types.js" */
/** @import { Line } from "./situation.js" */
/** @import { Table } from "./table.js" */

/** What one can go by, and what a moment of that kind is known by. @type {Record<string, [string, (entry: LogEntry) => boolean]>} */
const STEPS = {
  order: ["order", () => true],
  battle: ["battle", (entry) => entry.lines.some((line) => line.fought)],
  phase: ["phase", (entry) => entry.lines.some((line) => line.kind === "phase")],
  turn: ["turn", (entry) => entry.lines.some((line) => line.kind === "turn")],
};

/** @typedef {ReturnType<typeof createReplay>} Replay */

/** @param {Table} table */
export function createReplay(table) {
  const { theatre } = table;
  let wanted = 0;
  let loading = false;
  let playing = false;
  /** Where a line that is looked at leads back to. */
  let back = () => {};
  const slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Moment of the game", oninput: () => jump(Number(slider.value)) });
  const where = h("output", { class: "where" });
  const title = h("strong", { class: "title" });
  const caption = h("p", { class: "caption", tabindex: "0", "aria-live": "polite" });
  const step = h(
    "select",
    { "aria-label": "Go by", title: "Go by", onchange: () => keep("replay", step.value) },
    Object.entries(STEPS).map(([id, [name]]) => h("option", { value: id, selected: id === (recall("replay") ?? "order") }, `By ${name}`)),
  );
  const paces = Object.entries(PACES).filter(([id]) => id !== "once");
  const pace = h("select", { "aria-label": "Speed", title: "Speed", onchange: () => theatre.setPace(pace.value) }, paces.map(([id, { name }]) => h("option", { value: id }, name)));
  const play = button(icon("play"), () => void (playing ? stop() : run()), { class: "round primary", "aria-label": "Play" });
  const players = () => Object.fromEntries(Object.entries(table.state.table.seats).map(([seat, { player }]) => [seat, player]));
  const mine = () => table.facts.sides.find((side) => side === table.state.side) ?? table.facts.sides[0] ?? "";
  const ons = [
    button("Play on from here", () => void playOn(table, at(), players(), table.seat.side), { class: "small", "data-key": "on", title: "Opens another table, with dice of its own" }),
    ...(table.facts.sides.length > 1 ? [button("… against the marshal", () => void playOn(table, at(), againstMarshal(table, mine()), mine()), { class: "small", "data-key": "marshal", "aria-label": "Play on from here against the marshal", title: "The same, with the marshal on the other side" })] : []),
  ];
  const now = button("Back to now", () => leave(), { class: "small", "data-key": "now" });
  const element = h(
    "section",
    { class: "replay", "aria-label": "Replay", hidden: true },
    title,
    caption,
    button(icon("first"), () => jump(first()), { class: "quiet round", "aria-label": "To the beginning" }),
    button(icon("back"), () => jump(stopBefore(at())), { class: "quiet round", "aria-label": "One step back" }),
    play,
    button(icon("forward"), () => jump(stopAfter(at())), { class: "quiet round", "aria-label": "One step on" }),
    slider,
    where,
    step,
    pace,
    table.state.table.mode === "local" ? ons : null,
    now,
  );

  const log = () => table.line?.log ?? table.log;
  const first = () => table.line?.start ?? 0;
  const last = () => table.line?.end ?? table.state.n;
  const at = () => (playing ? table.shown.n : wanted);
  const isStop = (/** @type {LogEntry} */ entry) => STEPS[step.value]?.[1](entry) ?? true;
  const stopAfter = (/** @type {number} */ n) => log().find((entry) => entry.n > n && isStop(entry))?.n ?? last();
  const stopBefore = (/** @type {number} */ n) => [...log()].reverse().find((entry) => entry.n < n && isStop(entry))?.n ?? first();

  /** @param {number} to */
  function jump(to) {
    stop();
    go(to);
  }

  /** @param {number} to */
  function go(to) {
    wanted = Math.max(first(), Math.min(last(), to));
    if (!loading) void load();
    tell();
  }

  function tell() {
    const n = table.staged?.n ?? wanted;
    slider.min = String(first());
    slider.max = String(last());
    slider.value = String(n);
    where.textContent = `${n - first()} of ${last() - first()}`;
    const entry = log().find((each) => each.n === n);
    caption.textContent = theatre.caption || (entry?.lines ?? []).map((line) => table.say(line.text)).join(" ");
    caption.title = caption.textContent ?? "";
  }

  async function load() {
    loading = true;
    try {
      while (!element.hidden && table.past?.n !== wanted) {
        const asked = wanted;
        const { line } = table;
        const state = await table.replayState(asked, asked, line);
        if (element.hidden) break;
        if (line !== table.line) continue;
        table.lookAt(state);
        if (asked === wanted) break;
      }
    } catch {
      close();
    } finally {
      loading = false;
    }
  }

  /** Play on, as the enemy's turn is played. */
  async function run() {
    if (wanted >= last()) wanted = first();
    mark(true);
    if (theatre.pace === "once") theatre.setPace("quick");
    const to = last();
    await theatre.again(wanted, to, table.line);
    if (!playing) return;
    mark(false);
    go(to);
  }

  /** @param {boolean} yes */
  function mark(yes) {
    playing = yes;
    play.replaceChildren(icon(yes ? "pause" : "play"));
    play.setAttribute("aria-label", yes ? "Pause" : "Play");
  }

  function stop() {
    if (!playing) return;
    mark(false);
    const { n } = table.shown;
    theatre.skip();
    go(n);
  }

  function open() {
    if (!element.hidden) return close();
    look(null);
    go(last());
    slider.focus();
  }

  /** Look at the game, or at a line beside it. @param {Line | null} line */
  function look(line) {
    stop();
    theatre.skip();
    table.line = line;
    table.past = null;
    title.textContent = line?.title ?? "";
    title.hidden = !line;
    for (const on of ons) on.hidden = line !== null;
    now.textContent = line ? "To the analysis" : "Back to now";
    element.hidden = false;
    document.body.classList.add("replaying");
    pace.value = theatre.pace === "once" ? "quick" : theatre.pace;
  }

  function leave() {
    const returns = table.line !== null;
    close();
    if (returns) back();
  }

  function close() {
    mark(false);
    theatre.skip();
    element.hidden = true;
    table.line = null;
    document.body.classList.remove("replaying");
    table.lookAt(null);
  }

  return {
    element,
    open,
    /** Look back at a moment. @param {number} n */
    from(n) {
      look(null);
      jump(n);
      slider.focus();
    },
    /**
     * Play what might have been.
     *
     * @param {Line} line
     * @param {() => void} after Where to go when it has been seen.
     */
    async along(line, after) {
      look(line);
      [back, wanted] = [after, line.start];
      table.lookAt(await table.replayState(line.start, line.start, line));
      if (table.line !== line) return;
      play.focus();
      await run();
    },
    /** Go on or back, while something is looked back at. @param {number} by */
    step(by) {
      if (!element.hidden) jump(by > 0 ? stopAfter(at()) : stopBefore(at()));
    },
    update() {
      if (!element.hidden) tell();
    },
  };
}

/**
 * Go on from a moment at a table of its own: what happened here stays.
 *
 * @param {Table} table
 * @param {number} to
 * @param {Record<string, string>} seats Who plays there.
 * @param {string} side The seat that is sat down at.
 */
export async function playOn(table, to, seats, side) {
  const { game, team } = table.state.table;
  const journal = await getText(`/api/tables/${table.id}/journal${query({ side: table.seat.side, key: "1" })}`, table.seat.token);
  const shared = Object.keys(seats).some((seat) => seat.includes("/"));
  /** @type {Opened} */
  const opened = await post("/api/tables", { game, journal, to, seats, team: (shared && team?.id) || null, mode: "local" });
  keepSeat(opened.id, { token: opened.token, side });
  location.assign(`/table/${opened.id}`);
}

/** A person on one side, the marshal on all others. @param {Table} table @param {string} side @returns {Record<string, string>} */
export function againstMarshal(table, side) {
  return Object.fromEntries(table.facts.sides.map((each) => [each, each === side ? "person" : "marshal"]));
}
