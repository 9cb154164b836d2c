/** Bidding for a side before the game: everybody names a number, and nobody sees another's until all are in. */

import { get, post, Trouble } from "../common/api.js";
import { button, h, refill } from "../common/dom.js";
import { keepSeat } from "../common/keep.js";
import { capital, listed, playerName } from "../common/words.js";

/** @import { BiddingFacts, State } from "../common/types.js" */

const WAIT = 1500;

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {{token: string, side: string}} seat
 * @param {BiddingFacts} first
 */
export function openBidding(root, id, seat, first) {
  document.title = `${first.title} – Typhoon`;
  const bidders = h("ul", { class: "roles bidders" });
  const place = h("div", { class: "stack" });
  const card = h(
    "div",
    { class: "handover-card bidding" },
    h("p", { class: "over" }, `${first.title}: ${first.scenario}`),
    h("h2", null, `Bid for the ${capital(first.side)} side`),
    h("p", null, first.about),
    bidders,
    place,
  );
  refill(root, h("main", { class: "handover", "aria-label": "Bidding" }, card));
  // Seats can change hands by the bids, so none is chosen here.
  keepSeat(id, { token: seat.token, side: "" });
  let asked = "";
  let timer = 0;

  /** @param {BiddingFacts} facts */
  const show = (facts) => {
    refill(
      bidders,
      Object.entries(facts.bidders).map(([side, { title, player, yours, named }]) => {
        const who = player === "person" ? (yours ? `${title}, at this screen` : title) : `${title}, ${playerName(player)}`;
        return h("li", { "data-seat": side }, h("b", null, who), ` ${player === "person" ? (named ? "has bid" : "has still to bid") : "bids unseen"}`);
      }),
    );
    const own = Object.entries(facts.bidders).filter(([, { yours, named, player }]) => yours && !named && player === "person");
    const next = own[0]?.[0] ?? "";
    if (next === asked && place.childElementCount) return;
    asked = next;
    if (next) refill(place, bidForm(facts, next, () => void look()));
    else {
      const others = Object.values(facts.bidders).filter(({ named, player }) => !named && player === "person");
      refill(place, h("p", { role: "status" }, `Waiting for ${listed(others.map(({ title }) => title))}. No bid is shown until all are in.`));
    }
  };

  async function look() {
    clearTimeout(timer);
    /** @type {BiddingFacts | State} */
    const told = await get(`/api/tables/${id}`, seat.token).catch(() => first);
    if (told.type === "state") return refill(card, ...result(told, first));
    show(told);
    timer = window.setTimeout(look, WAIT);
  }

  /** @param {BiddingFacts} facts @param {string} side @param {() => void} done */
  function bidForm(facts, side, done) {
    const shared = Object.values(facts.bidders).filter(({ yours }) => yours).length > 1;
    const number = h("input", { type: "number", step: "1", min: facts.least, max: facts.most, value: "0", "aria-label": "Your bid", required: true });
    const trouble = h("p", { class: "warning", role: "alert", hidden: true });
    const form = h(
      "form",
      { class: "stack", novalidate: true },
      shared ? h("p", null, `Whoever took the ${capital(side)} side bids now; let nobody else look at the screen.`) : null,
      h("label", { class: "field" }, h("span", null, `Your bid, from ${facts.least} to ${facts.most}`), number),
      trouble,
      h("button", { type: "submit", class: "primary big" }, "Name this bid"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = (/** @type {string} */ text) => {
        trouble.textContent = text;
        trouble.hidden = false;
      };
      if (!number.checkValidity()) return wrong(`A bid is a whole number from ${facts.least} to ${facts.most}.`);
      const named = { bid: Number(number.value), side, token: seat.token || null };
      post(`/api/tables/${id}/bids`, named).then(done, (error) => wrong(error instanceof Trouble ? error.message : String(error)));
    });
    setTimeout(() => number.select());
    return form;
  }

  show(first);
  timer = window.setTimeout(look, WAIT);
}

/** What came of it. @param {State} state @param {BiddingFacts} before @returns {Node[]} */
function result(state, before) {
  const { seats, bids } = state.table;
  const own = Object.entries(seats).filter(([, { yours }]) => yours).map(([, { title }]) => title);
  return [
    h("p", { class: "over" }, `${before.title}: ${before.scenario}`),
    h("h2", null, own.length === 1 ? `You play the ${own[0]} side` : "The bids are in"),
    h(
      "ul",
      { class: "roles bidders" },
      Object.entries(bids ?? {}).map(([side, bid]) => h("li", { "data-seat": side }, h("b", null, seats[side]?.title ?? side), ` bid ${bid > 0 ? "+" : ""}${bid}`)),
    ),
    button("Go to the table", () => location.reload(), { class: "primary big", autofocus: true }),
  ];
}
