/** Looking back: every moment of the game from one's own view, step by step or as a film. */

import { getText, post, query } from "../common/api.js";
import { button, h, icon } from "../common/dom.js";
import { keepSeat } from "../common/keep.js";

/** @import { Opened } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const PACES = [
  ["Slow", 1600],
  ["Normal", 800],
  ["Fast", 300],
  ["Very fast", 100],
];

/** @param {Table} table */
export function createReplay(table) {
  let wanted = 0;
  let loading = false;
  let playing = false;
  let timer = 0;
  const slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Moment of the game", oninput: () => go(Number(slider.value)) });
  const where = h("output", { class: "where" });
  const pace = h("select", { "aria-label": "Speed" }, PACES.map(([name, ms], i) => h("option", { value: ms, selected: i === 1 }, name)));
  const play = button(icon("play"), () => run(!playing), { class: "round primary", "aria-label": "Play" });
  const element = h(
    "section",
    { class: "replay", "aria-label": "Replay", hidden: true },
    button(icon("first"), () => go(0), { class: "quiet round", "aria-label": "To the beginning" }),
    button(icon("back"), () => go(wanted - 1), { class: "quiet round", "aria-label": "One order back" }),
    play,
    button(icon("forward"), () => go(wanted + 1), { class: "quiet round", "aria-label": "One order on" }),
    slider,
    where,
    pace,
    table.state.table.mode === "local" ? button("Play on from here", () => void playOn(), { class: "small", "data-key": "on", title: "Opens another table, with dice of its own" }) : null,
    button("Back to now", () => close(), { class: "small", "data-key": "now" }),
  );

  const last = () => table.state.n;

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
    slider.value = String(wanted);
    where.textContent = `${wanted} of ${last()}`;
    if (!loading) void load();
  }

  async function load() {
    loading = true;
    try {
      while (!element.hidden && table.past?.n !== wanted) {
        const asked = wanted;
        const state = await table.replayState(asked);
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

  /** @param {boolean} yes */
  function run(yes) {
    playing = yes;
    clearTimeout(timer);
    play.replaceChildren(icon(yes ? "pause" : "play"));
    play.setAttribute("aria-label", yes ? "Pause" : "Play");
    if (!yes) return;
    if (wanted >= last()) go(0);
    const step = () => {
      if (!playing) return;
      if (wanted >= last()) return run(false);
      if (!loading) go(wanted + 1);
      timer = window.setTimeout(step, Number(pace.value));
    };
    timer = window.setTimeout(step, Number(pace.value));
  }

  function open() {
    if (!element.hidden) return close();
    element.hidden = false;
    document.body.classList.add("replaying");
    slider.max = String(last());
    go(last());
    slider.focus();
  }

  function close() {
    run(false);
    element.hidden = true;
    document.body.classList.remove("replaying");
    table.lookAt(null);
  }

  return {
    element,
    open,
    update() {
      if (element.hidden) return;
      slider.max = String(last());
      where.textContent = `${wanted} of ${last()}`;
    },
  };
}
