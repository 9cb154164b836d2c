/** What a table needs from the server, asked for before the page's own modules are there. */

import { get, getText, query } from "./api.js";
import { landAddress, seatAt } from "./keep.js";

/** @import { BiddingFacts, GameFacts, State } from "./types.js" */

/**
 * @typedef {object} Early
 * @property {{token: string, side: string}} seat
 * @property {Promise<State | BiddingFacts>} state
 * @property {Promise<GameFacts>} facts
 * @property {Promise<string>} land The drawing of the map without hex numbers.
 */

/** @param {string} id @returns {Early} */
export function beginTable(id) {
  const seat = seatAt(id);
  /** @type {Promise<State | BiddingFacts>} */
  const state = get(`/api/tables/${id}${query({ side: seat.side })}`, seat.token);
  // The server names in the page where they are, where it can; otherwise the state does.
  /** @type {Promise<GameFacts>} */
  const facts = Promise.resolve(named("typhoon-facts") ?? state.then((told) => (told.type === "state" ? told.table.facts : ""))).then((address) => get(address));
  const land = Promise.resolve(named("typhoon-board") ?? facts.then((told) => told.board)).then((address) => getText(landAddress(address)));
  // Whoever waits for them hears of what went wrong.
  for (const asked of [state, facts, land]) asked.catch(() => undefined);
  return { seat, state, facts, land };
}

/** @param {string} name */
function named(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? null;
}
