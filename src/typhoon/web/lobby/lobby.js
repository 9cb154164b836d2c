/** The lobby: games to go on with first, then games to begin. */

import { get } from "../common/api.js";
import { button, h, icon, refill } from "../common/dom.js";
import { nextTheme } from "../common/theme.js";
import { gameCard, plannedCard } from "./card.js";
import { continueLists } from "./continue.js";
import { loadJournal } from "./journal.js";

/** @import { About, TableRow } from "../common/types.js" */

/** At the machine itself everybody is the host, whom alone the lab is for. */
const athome = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** @param {HTMLElement} root */
export async function openLobby(root) {
  /** @type {[About[], string[], TableRow[]]} */
  const [games, players, tables] = await Promise.all([
    get("/api/games"),
    get("/api/players"),
    get("/api/tables").catch(() => []),
  ]);
  document.title = "Typhoon";
  const file = h("input", { type: "file", class: "sr", tabindex: "-1", "aria-label": "Journal file", accept: ".journal,.txt,text/plain" });
  file.addEventListener("change", () => void loadJournal(file, games, players));
  const [going, over] = continueLists(tables, games);
  const studies = h("section", { "aria-labelledby": "studies" }, h("h2", { id: "studies" }, "Studies"), h("p", { class: "faint" }, "Positions to try against the computer, each with a goal…"));
  refill(
    root,
    h(
      "div",
      { class: "lobby" },
      h(
        "header",
        { class: "lobby-head" },
        h("div", null, h("h1", null, "Typhoon"), h("p", null, "Board wargames about the Battle of Moscow, every rule enforced")),
        h(
          "div",
          { class: "row" },
          file,
          athome ? h("a", { class: "button quiet", href: "/lab" }, "The lab") : null,
          button([icon("load"), "Load a journal"], () => file.click(), { class: "quiet" }),
          button(icon("theme"), () => void nextTheme(), { class: "quiet round", "aria-label": "Light or dark surroundings", title: "Light or dark surroundings" }),
        ),
      ),
      h("main", null, going ?? null, newGames(games, players), planned(games), studies, over ?? null),
    ),
  );
  whenSeen(studies, () => void import("../extras/studies.js").then(({ listStudies }) => listStudies(studies, games)).catch(() => studies.remove()));
}

/** @param {About[]} games @param {string[]} players */
function newGames(games, players) {
  return h(
    "section",
    { "aria-labelledby": "new-games" },
    h("h2", { id: "new-games" }, "New game"),
    h("div", { class: "cards" }, games.filter(playable).map((game) => gameCard(game, players))),
  );
}

/** @param {About[]} games */
function planned(games) {
  const later = games.filter((game) => !playable(game));
  if (!later.length) return null;
  return h(
    "section",
    { "aria-labelledby": "planned-games" },
    h("h2", { id: "planned-games" }, "Not playable yet"),
    h("div", { class: "planned-cards" }, later.map(plannedCard)),
  );
}

/** Do something once, when an element comes into view. @param {HTMLElement} element @param {() => void} act */
function whenSeen(element, act) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    act();
  });
  watch.observe(element);
  if (location.hash === `#${element.getAttribute("aria-labelledby")}`) element.scrollIntoView();
}

/** @param {About} game */
function playable(game) {
  return game.status === "playable";
}
