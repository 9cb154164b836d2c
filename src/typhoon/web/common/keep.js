/** What this browser remembers: seat tokens, notes, how the page looks. */

/** @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`typhoon.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(`typhoon.${key}`);
    else localStorage.setItem(`typhoon.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still play.
  }
}

/**
 * The look of the map: the one chosen in this browser, or as printed.
 *
 * @param {{map?: {season?: string}}} facts
 * @returns {string}
 */
export function seasonOf(facts) {
  return recall("season") ?? facts.map?.season ?? "winter";
}

/** Where a map without hex numbers is found, in the season that was chosen or its own. @param {string} board Where the whole of it is. */
export function landAddress(board) {
  const season = recall("season");
  return `${board}&part=land${season ? `&season=${season}` : ""}`;
}

/**
 * The token for a table: from an invitation link, or as kept from before.
 *
 * @param {string} table
 * @returns {{token: string, side: string}}
 */
export function seatAt(table) {
  const fromHash = new URLSearchParams(location.hash.slice(1));
  const token = fromHash.get("t");
  const kept = recall(`seat.${table}`) ?? { token: "", side: "" };
  if (!token) return kept;
  const side = fromHash.get("side") ?? (kept.token === token ? kept.side : "");
  const seat = { token, side };
  keep(`seat.${table}`, seat);
  history.replaceState(null, "", location.pathname);
  return seat;
}

/** @param {string} table @param {{token: string, side: string}} seat */
export function keepSeat(table, seat) {
  keep(`seat.${table}`, seat);
}
