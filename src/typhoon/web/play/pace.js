/** How fast computer players give their orders, and letting them wait. */

import { button, h } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";

/** @import { Table } from "./table.js" */

const PACES = [
  ["Slow", 1.2],
  ["Steady", 0.4],
  ["Quick", 0.15],
  ["At once", 0],
];
const USUAL = 0.15;

/** @param {Table} table */
export function createPace(table) {
  const paused = () => Boolean(table.state.table.paused);
  const tell = (/** @type {boolean} */ wait) => table.connection.ask({ type: "pause", paused: wait, pace: Number(pace.value) });
  const pace = h(
    "select",
    {
      "aria-label": "Pace of the computer",
      title: "Pace of the computer",
      onchange: () => {
        keep("pace", Number(pace.value));
        void tell(paused());
      },
    },
    PACES.map(([name, seconds]) => h("option", { value: seconds, selected: seconds === (recall("pace") ?? USUAL) }, name)),
  );
  const wait = button("Pause", () => void tell(!paused()), { "data-key": "pause" });
  let told = Number(pace.value) === USUAL;
  return {
    /** @returns {Node[]} What to show now: nothing while a person decides. */
    controls() {
      const { result } = table.state.view;
      const seats = table.state.table.seats;
      const computer = table.state.acting.some((id) => seats[id]?.player !== "person");
      const watching = Object.values(seats).every((seat) => seat.player !== "person");
      if (result || !computer || !(watching || seats[table.state.seat]?.yours)) return [];
      if (!told) void tell(paused());
      told = true;
      wait.textContent = paused() ? "Go on" : "Pause";
      wait.classList.toggle("primary", paused());
      return [pace, wait];
    },
  };
}
