/** Who sits where when people share a side: what each commands, who is there, who is to act. */

import { button, h, refill } from "../common/dom.js";
import { listed, playerName } from "../common/words.js";
import { caseLink } from "./links.js";

/** @import { SeatFacts } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createTeam(table) {
  const element = h("div", { class: "stack" });
  return {
    element,
    update() {
      const { team, seats } = table.state.table;
      if (!team) return;
      refill(
        element,
        h("p", null, `${team.title} `, caseLink(team.case, table)),
        h("ul", { class: "seats" }, Object.entries(seats).map(([id, seat]) => seatRow(table, id, seat))),
      );
    },
  };
}

/** @param {Table} table @param {string} id @param {SeatFacts} seat */
function seatRow(table, id, seat) {
  const own = id === table.state.seat;
  const notes = [
    own ? "your seat" : seat.name || playerName(seat.player),
    seat.connected && !own ? "at the table" : "",
    table.state.acting.includes(id) ? "to act" : "",
  ];
  return h(
    "li",
    { "data-side": table.sideIndex(seat.side ?? ""), "aria-current": own ? "true" : undefined },
    h("b", null, seat.title ?? id),
    h("span", null, ` ${notes.filter(Boolean).join(", ")}`),
    seat.about ? h("p", { class: "faint" }, seat.about) : null,
    // Another side is handed over to, so that nobody sees what is not meant for him.
    seat.yours && !own && seat.side === table.state.side
      ? button("Take this seat", () => table.sit(id), { class: "small", "data-key": `sit ${id}` })
      : null,
  );
}

/** The seat one has, at the top of the page. @param {Table} table @param {() => void} showTeam */
export function createSeatButton(table, showTeam) {
  const element = button("", showTeam, { class: "quiet small own-seat", title: "Who commands what" });
  return {
    element,
    update() {
      const seat = table.state.table.seats[table.state.seat];
      element.hidden = !table.state.table.team || !seat;
      element.textContent = seat?.title ?? "";
    },
  };
}

/** Those who are to act. @param {Table} table @returns {string} */
export function actors(table) {
  const { acting, table: facts } = table.state;
  return listed(acting.map((id) => facts.seats[id]?.title ?? id));
}

/** Whether only some of those who share a side are to act. @param {Table} table */
export function someOnly(table) {
  const { acting, view, table: facts } = table.state;
  const seats = Object.values(facts.seats).filter((seat) => seat.side === view.decision?.side);
  return acting.length < seats.length;
}
