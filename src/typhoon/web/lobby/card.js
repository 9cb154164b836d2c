/** A game's card: a piece of its map, what it is, and three clicks to begin. */

import { get, Trouble } from "../common/api.js";
import { button, h } from "../common/dom.js";
import { capital, playerName } from "../common/words.js";
import { optionForm } from "./options.js";
import { segment } from "./segment.js";
import { sharing } from "./sharing.js";
import { openTable } from "./start.js";

/** @import { About, GameFacts } from "../common/types.js" */
/** @import { Seating } from "./sharing.js" */

const HOT_SEAT = "hot-seat";
const FRIEND = "friend";
const WATCH = "watch";
/** @type {Record<string, string>} What it is to play against each. */
const OPPONENTS = {
  staff: "The computer plans, attacks and holds like a commander. It sees no more than you do, and it never cheats with dice.",
  marshal: "The computer tries out a dozen plans in its head before it moves, and takes ten to thirty seconds a turn for it. No peeking, no better dice.",
  recruit: "The computer on its first day: it sees what matters, misjudges how much, and forgives.",
  random: "Any legal order, by lot: good for trying the rules out, no enemy to be feared.",
  [HOT_SEAT]: "You hand the screen over after each player turn; what is secret is covered meanwhile.",
  [FRIEND]: "A link for each seat; everybody adds to the dice, and nobody need be there at the same time.",
};

/** @param {About} game @param {string[]} players */
export function gameCard(game, players) {
  const facts = tags([sidesOf(game), ...game.scenarios.map((scenario) => scenario.title)]);
  /** @type {Promise<GameFacts>} */
  const told = get(`/api/games/${game.id}`);
  const guide = h("p", { hidden: true }, button("Guided first turn", () => void import("../extras/guide.js").then(({ startGuide }) => startGuide(game.id)), { class: "quiet", title: "A dozen steps on a real table: what to click, and why" }));
  void told.then(({ turns, guided }) => {
    facts.replaceWith(tags([...lengths(game, turns)]));
    guide.hidden = !guided;
  }, () => {});
  return h(
    "article",
    { class: "card", "aria-labelledby": `title-${game.id}` },
    h("div", { class: "card-map" }, h("img", { src: `/api/games/${game.id}/board.svg?part=land`, alt: "" })),
    h(
      "div",
      { class: "card-body" },
      h("h3", { id: `title-${game.id}` }, game.title),
      h("p", null, `${game.line}.`),
      facts,
      starter(game, players),
      guide,
    ),
  );
}

/** How long the game is, and each scenario where they differ. @param {About} game @param {Record<string, number>} turns */
function lengths(game, turns) {
  const counts = Object.values(turns);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const titles = game.scenarios.map(({ id, title }) => (most > least ? `${title}: ${turns[id]} turns` : title));
  return [most > least ? `${least} to ${most} turns` : `${most} turns`, sidesOf(game), ...titles];
}

/** A game that cannot be played yet. @param {About} game */
export function plannedCard(game) {
  return h(
    "article",
    { class: "planned" },
    h("h3", null, game.title),
    h("p", null, `${game.line}.`),
    tags([sidesOf(game), game.status]),
  );
}

/** @param {About} game */
function sidesOf({ sides }) {
  return sides.length > 1 ? sides.map(capital).join(" against ") : `${capital(sides[0] ?? "")} side only`;
}

/** @param {(string | undefined)[]} texts */
function tags(texts) {
  return h("ul", { class: "tags" }, texts.filter(Boolean).map((text) => h("li", null, text)));
}

/** @param {About} game @param {string[]} players */
function starter(game, players) {
  const computers = players.filter((player) => player !== "person").sort((a, b) => Number(a === "random") - Number(b === "random"));
  const sideField = segment("Your side", `side-${game.id}`, [
    ...game.sides.map((side) => /** @type {[string, string]} */ ([side, capital(side)])),
    [WATCH, "Watch"],
  ]);
  const alone = game.sides.length === 1;
  /** @type {[string, string][]} */
  const friends = alone ? [] : [[HOT_SEAT, "Friend, this screen"], [FRIEND, "Friend, by link"]];
  const opponents = segment(alone ? "Player" : "Opponent", `opponent-${game.id}`, [
    ...computers.map((player) => /** @type {[string, string]} */ ([player, capital(playerName(player).replace("the ", ""))])),
    ...friends,
  ]);
  const met = h("p", { class: "faint", "aria-live": "polite" });
  const team = sharing(game);
  const scenario = h("select", { "aria-label": "Scenario" }, game.scenarios.map((s) => h("option", { value: s.id }, s.title)));
  const about = h("p", { class: "faint" }, game.scenarios[0]?.about);
  scenario.addEventListener("change", () => {
    about.textContent = game.scenarios.find((s) => s.id === scenario.value)?.about ?? "";
    bidding.hidden = !mayBid();
  });
  const options = optionForm(game.options, game.presets);
  const bid = h("input", { type: "checkbox" });
  const bidding = h("label", { class: "check", title: game.bidding?.about }, bid, `Bid for the ${capital(game.bidding?.side ?? "")} side first (${game.bidding?.case})`);
  const takebacks = h("select", { "aria-label": "Take-backs" }, h("option", { value: "any" }, "any, on record (usual)"), h("option", { value: "before-dice" }, "never past dice"));
  const mayBid = () => game.bidding?.scenarios.includes(scenario.value) ?? false;
  const trouble = h("p", { class: "warning", role: "alert", hidden: true });
  const start = h("button", { type: "submit", class: "primary big" }, "Start");
  const form = h(
    "form",
    { class: "starter" },
    sideField.element,
    opponents.element,
    met,
    team.element,
    h(
      "details",
      null,
      h("summary", null, "Scenario and options"),
      h("label", { class: "field" }, h("span", null, "Scenario"), scenario),
      about,
      bidding,
      options.elements,
      h("label", { class: "field" }, h("span", null, "Take-backs"), takebacks),
    ),
    trouble,
    start,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start.disabled = true;
    const wish = {
      game: game.id,
      scenario: scenario.value,
      options: options.values(),
      takebacks: /** @type {"any" | "before-dice"} */ (takebacks.value),
      bidding: bid.checked && mayBid(),
      ...team.share(seatsOf(game, sideField.value(), opponents.value(), computers)),
    };
    openTable(wish, team.seat(), team.titles()).catch((error) => {
      trouble.textContent = error instanceof Trouble ? error.message : String(error);
      trouble.hidden = false;
      start.disabled = false;
    });
  });
  bidding.hidden = !mayBid();
  const settle = () => {
    const watch = sideField.value() === WATCH;
    opponents.element.hidden = alone && !watch;
    met.textContent = opponents.element.hidden ? "" : (OPPONENTS[opponents.value()] ?? "");
    team.sitAt(watch ? "" : sideField.value());
    for (const friend of [HOT_SEAT, FRIEND]) opponents.allow(friend, !watch);
    start.textContent = watch ? "Start watching" : "Start";
  };
  for (const element of options.elements) element.addEventListener("change", () => team.fit(options.values()));
  sideField.element.addEventListener("change", settle);
  opponents.element.addEventListener("change", settle);
  settle();
  return form;
}

/** @param {About} game @param {string} side @param {string} opponent @param {string[]} computers @returns {Seating} */
function seatsOf(game, side, opponent, computers) {
  const person = opponent === HOT_SEAT || opponent === FRIEND;
  const other = person ? "person" : opponent;
  /** @type {Record<string, string>} */
  const seats = {};
  for (const each of game.sides) seats[each] = side === WATCH ? (person ? (computers[0] ?? "") : opponent) : each === side ? "person" : other;
  return { seats, mode: opponent === FRIEND && side !== WATCH ? "remote" : "local" };
}
