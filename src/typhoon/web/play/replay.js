/** Looking back: every moment of the game from one's own view, step by step, or played as the enemy's turn is. */

import { getText, post, query } from "../common/api.js";
import { button, h, icon } from "../common/dom.js";
import { keep, keepSeat, recall } from "../common/keep.js";
import { PACES } from "./scenes.js";

/** @import { LogEntry, Opened } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** What one can go by, and what a moment of that kind is known by. @type {Record<string, [string, (entry: LogEntry) => boolean]>} */
const STEPS = {
  order: ["order", () => true],
  battle: ["battle", (entry) => entry.lines.some((line) => line.fought)],
  phase: ["phase", (entry) => entry.lines.some((line) => line.kind === "phase")],
  turn: ["turn", (entry) => entry.lines.some((line) => line.kind === "turn")],
};

/** @param {Table} table */
export function createReplay(table) {
  const { theatre } = table;
  let wanted = 0;
  let loading = false;
  let playing = false;
  const slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Moment of the game", oninput: () => jump(Number(slider.value)) });
  const where = h("output", { class: "where" });
  const caption = h("p", { class: "caption", tabindex: "0", "aria-live": "polite" });
  const step = h(
    "select",
    { "aria-label": "Go by", title: "Go by", onchange: () => keep("replay", step.value) },
    Object.entries(STEPS).map(([id, [name]]) => h("option", { value: id, selected: id === (recall("replay") ?? "order") }, `By ${name}`)),
  );
  const paces = Object.entries(PACES).filter(([id]) => id !== "once");
  const pace = h("select", { "aria-label": "Speed", title: "Speed", onchange: () => theatre.setPace(pace.value) }, paces.map(([id, { name }]) => h("option", { value: id }, name)));
  const play = button(icon("play"), () => void (playing ? stop() : run()), { class: "round primary", "aria-label": "Play" });
  const element = h(
    "section",
    { class: "replay", "aria-label": "Replay", hidden: true },
    caption,
    button(icon("first"), () => jump(0), { class: "quiet round", "aria-label": "To the beginning" }),
    button(icon("back"), () => jump(stopBefore(wanted)), { class: "quiet round", "aria-label": "One step back" }),
    play,
    button(icon("forward"), () => jump(stopAfter(wanted)), { class: "quiet round", "aria-label": "One step on" }),
    slider,
    where,
    step,
    pace,
    table.state.table.mode === "local" ? button("Play on from here", () => void playOn(), { class: "small", "data-key": "on", title: "Opens another table, with dice of its own" }) : null,
    button("Back to now", () => close(), { class: "small", "data-key": "now" }),
  );

  const last = () => table.state.n;
  const isStop = (/** @type {LogEntry} */ entry) => STEPS[step.value]?.[1](entry) ?? true;
  const stopAfter = (/** @type {number} */ n) => table.log.find((entry) => entry.n > n && isStop(entry))?.n ?? last();
  const stopBefore = (/** @type {number} */ n) => [...table.log].reverse().find((entry) => entry.n < n && isStop(entry))?.n ?? 0;

  /** @param {number} to */
  function jump(to) {
    stop();
    go(to);
  }

  /** Go on from the moment that is shown, at a table of its own: what happened here stays. */
  async function playOn() {
    const { seats, team } = table.state.table;
    const journal = await getText(`/api/tables/${table.id}/journal${query({ side: table.seat.side, key: "1" })}`, table.seat.token);
    const players = Object.fromEntries(Object.entries(seats).map(([seat, { player }]) => [seat, player]));
    /** @type {Opened} */
    const opened = await post("/api/tables", { game: table.state.table.game, journal, to: wanted, seats: players, team: team?.id ?? null, mode: "local" });
    keepSeat(opened.id, { token: opened.token, side: table.seat.side });
    location.assign(`/table/${opened.id}`);
  }

  /** @param {number} to */
  function go(to) {
    wanted = Math.max(0, Math.min(last(), to));
    if (!loading) void load();
    tell();
  }

  function tell() {
    const n = table.staged?.n ?? wanted;
    slider.max = String(last());
    slider.value = String(n);
    where.textContent = `${n} of ${last()}`;
    const entry = table.log.find((each) => each.n === n);
    caption.textContent = theatre.caption || (entry?.lines ?? []).map((line) => table.say(line.text)).join(" ");
    caption.title = caption.textContent ?? "";
  }

  async function load() {
    loading = true;
    try {
      while (!element.hidden && table.past?.n !== wanted) {
        const asked = wanted;
        const state = await table.replayState(asked, asked);
        if (element.hidden) break;
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
    if (wanted >= last()) wanted = 0;
    mark(true);
    if (theatre.pace === "once") theatre.setPace("quick");
    const to = last();
    await theatre.again(wanted, to);
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
    theatre.skip();
    element.hidden = false;
    document.body.classList.add("replaying");
    pace.value = theatre.pace === "once" ? "quick" : theatre.pace;
    go(last());
    slider.focus();
  }

  function close() {
    mark(false);
    theatre.skip();
    element.hidden = true;
    document.body.classList.remove("replaying");
    table.lookAt(null);
  }

  return {
    element,
    open,
    /** Look back at a moment. @param {number} n */
    from(n) {
      if (element.hidden) open();
      jump(n);
    },
    update() {
      if (!element.hidden) tell();
    },
  };
}
