/** What is played and how: the caption, and the controls of the theatre and of the computer. */

import { button, h, icon, refill } from "../common/dom.js";
import { thinkingOf } from "../common/words.js";
import { PACES } from "./scenes.js";

/** @import { Table } from "./table.js" */

/** Seconds between two orders of a computer, for each pace; when nobody but computers plays, they wait for the theatre. */
const SECONDS = /** @type {Record<string, number>} */ ({ click: 0.15, slow: 0.15, quick: 0.15, once: 0 });
const SECONDS_WATCHING = /** @type {Record<string, number>} */ ({ click: 1.2, slow: 1.2, quick: 0.4, once: 0 });
const USUAL = 0.15;

/** @param {Table} table */
export function createTheatreBar(table) {
  const { theatre } = table;
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const pace = h(
    "select",
    { "aria-label": "Pace of the enemy's turn", title: "How the enemy's turn is shown", onchange: () => theatre.setPace(pace.value) },
    Object.entries(PACES).map(([id, { name }]) => h("option", { value: id, selected: id === theatre.pace }, name)),
  );
  const help = h("p", { class: "help" });
  const controls = h("div", { class: "controls" });
  const element = h("section", { class: "theatre", "aria-label": "What is played", hidden: true }, h("div", { class: "words", tabindex: "0" }, caption, help), controls);
  const camera = button(icon("camera"), () => theatre.toggleCamera(), { class: "quiet round", title: "Let the camera follow (C)", "aria-label": "Let the camera follow", "data-key": "camera" });
  const pause = button("Pause", () => wait(), { "data-key": "pause" });
  const next = button("Next", () => theatre.next(), { "data-key": "next", title: "Next (Space)" });
  const skip = button(["Skip", h("span", { class: "wide-only" }, "to the end")], () => theatre.skip(), { "data-key": "skip", title: "Skip to the end (Escape)", "aria-label": "Skip to the end" });
  let told = USUAL;

  const everywhereComputers = () => Object.values(table.state.table.seats).every((seat) => seat.player !== "person");
  const computerActs = () => table.state.acting.some((id) => table.state.table.seats[id]?.player !== "person") && !table.state.view.result;
  const mayPause = () => computerActs() && (everywhereComputers() || Boolean(table.state.table.seats[table.state.seat]?.yours));

  function wait() {
    const halt = !(theatre.paused || table.state.table.paused);
    if (theatre.playing && theatre.paused !== halt) theatre.pause();
    if (mayPause()) void table.connection.ask({ type: "pause", paused: halt, pace: told });
  }

  /** Let the computers order no faster than they are followed. */
  function tellPace() {
    const seconds = (everywhereComputers() ? SECONDS_WATCHING : SECONDS)[theatre.pace] ?? USUAL;
    if (seconds === told || !mayPause()) return;
    told = seconds;
    void table.connection.ask({ type: "pause", paused: Boolean(table.state.table.paused), pace: seconds });
  }

  return {
    element,
    update() {
      const { playing } = theatre;
      const halted = theatre.paused || Boolean(table.state.table.paused);
      element.hidden = table.covered || table.past !== null || !(playing || mayPause());
      if (element.hidden) return;
      tellPace();
      const text = playing ? theatre.caption : halted ? "Paused." : thinkingOf(table.state, table.state.view.decision?.side ?? "");
      if (caption.textContent !== text) caption.textContent = text;
      const plan = table.say(table.state.intent.join(" "));
      help.textContent = plan || !playing ? plan : theatre.atRest ? "Click the map, or press Space, to go on." : "A click on the map goes on to the next scene, Escape skips to the end.";
      pace.value = theatre.pace;
      camera.setAttribute("aria-pressed", String(theatre.following));
      pause.textContent = halted ? "Go on" : "Pause";
      pause.classList.toggle("primary", halted);
      next.classList.toggle("primary", theatre.atRest);
      const found = [camera, pace, theatre.atRest ? null : pause, playing ? next : null, playing ? skip : null].filter((control) => control !== null);
      // A list that is open must stay open while the computer goes on.
      const same = found.length === controls.children.length && found.every((control, i) => control === controls.children[i]);
      if (!same) refill(controls, found);
    },
  };
}
