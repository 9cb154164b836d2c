/** What a table needs from the server, asked for before the page's own modules are there. */

import { get, getText, query } from "./api.js";
import { recall, seatAt } from "./keep.js";

/** @import { GameFacts, State } from "./types.js" */

/**
 * @typedef {object} Early
 * @property {{token: string, side: string}} seat
 * @property {string | null} game The server names it in the page where it can; otherwise the state does.
 * @property {Promise<State>} state
 * @property {(game: string) => Promise<GameFacts>} facts
 * @property {(game: string) => Promise<string>} land
 */

/** @param {string} id @returns {Early} */
export function beginTable(id) {
  const seat = seatAt(id);
  /** @type {Promise<State>} */
  const state = get(`/api/tables/${id}${query({ side: seat.side })}`, seat.token);
  const game = document.querySelector('meta[name="typhoon-game"]')?.getAttribute("content") ?? null;
  const facts = game ? factsOf(game) : null;
  const land = game ? landOf(game) : null;
  // Whoever waits for them hears of what went wrong.
  for (const asked of [state, facts, land]) asked?.catch(() => undefined);
  return { seat, game, state, facts: (name) => facts ?? factsOf(name), land: (name) => land ?? landOf(name) };
}

/** @param {string} game @returns {Promise<GameFacts>} */
function factsOf(game) {
  return get(`/api/games/${game}`);
}

/** @param {string} game @returns {Promise<string>} The drawing of the map without hex numbers. */
function landOf(game) {
  return getText(`/api/games/${game}/board.svg${query({ part: "land", season: recall("season") })}`);
}
