/** The top of the table: the game, the turn, the sequence of play, and what concerns the whole table. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital } from "../common/words.js";
import { showMenuDialog } from "./menu.js";
import { showSearch } from "./search.js";
import { createSeatButton } from "./team.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {{openReplay: () => void, showTeam: () => void, report: () => void, end: () => void}} actions */
export function createTopBar(table, actions) {
  const title = h("h1", { class: "game-title" }, table.facts.title);
  const when = h("div", { class: "when" });
  const strip = h("ol", { class: "phases", "aria-label": "Sequence of play", tabindex: "0" });
  const line = h("span", { class: "line-state", role: "status" });
  const seat = createSeatButton(table, actions.showTeam);
  const element = h(
    "header",
    { class: "topbar" },
    h("a", { class: "quiet round", href: "/", "aria-label": "All games", title: "All games" }, icon("home")),
    title,
    when,
    strip,
    line,
    seat.element,
    h(
      "div",
      { class: "tools" },
      button(icon("search"), () => showSearch(table), { class: "quiet round", "aria-label": "Find a unit or a place", title: "Find (/)" }),
      button(icon("replay"), actions.openReplay, { class: "quiet round", "aria-label": "Replay the game", title: "Replay (R)" }),
      button(icon("menu"), () => showMenuDialog(table, actions.report, actions.end), { class: "quiet round", "aria-label": "Menu", title: "Menu (M)" }),
    ),
  );
  return {
    element,
    update() {
      const { view } = table.shown;
      refill(when, h("b", null, `Turn ${view.turn}`), h("span", null, view.date));
      when.title = `Turn ${view.turn} of ${view.last_turn}`;
      refill(strip, phases(table));
      line.textContent = { open: "", lost: "Reconnecting…", refused: "This seat is not open to you." }[table.status];
      line.hidden = table.status === "open";
      seat.update();
      // Measured after all other parts have changed what they show, so that the page is laid out once.
      requestAnimationFrame(() => middle(strip));
    },
  };
}

/** Bring the present phase into the middle. @param {HTMLElement} strip */
function middle(strip) {
  const now = strip.querySelector('[aria-current="step"]');
  if (now instanceof HTMLElement) strip.scrollLeft = now.offsetLeft - strip.clientWidth / 2 + now.clientWidth / 2;
}

/** @param {Table} table */
function phases(table) {
  const { sequence, sides } = table.facts;
  const { view } = table.shown;
  const now = view.result ? sequence.length : sequence.indexOf(view.phase);
  const items = now < 0 ? [view.phase, ...sequence] : sequence;
  const current = now < 0 ? 0 : now;
  return items.map((phase, i) => {
    const side = sides.find((s) => phase.startsWith(`${s} `));
    const words = side ? phase.slice(side.length + 1) : phase;
    const state = i < current ? "past" : i === current ? "now" : "coming";
    return h(
      "li",
      {
        class: state,
        "data-side": side ? table.sideIndex(side) : undefined,
        "aria-current": i === current ? "step" : undefined,
        title: capital(phase),
      },
      side ? h("span", { class: "sr" }, `${capital(side)} `) : null,
      capital(words),
    );
  });
}
