/** What a battle may lead to whose defenders are not known yet: chances, round by round. */

import { h } from "../common/dom.js";
import { capital, counted, percent } from "../common/words.js";
import { caseLink } from "./links.js";

/** @import { Forecast } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** A round that changes less than this is not worth a line. */
const LEAST = 0.005;

/** @param {Table} table @param {Forecast} preview */
export function forecastOf(table, preview) {
  return [headline(preview), consequences(preview), rounds(preview), foes(table, preview)].flat();
}

/** @param {Forecast} preview */
function headline(preview) {
  const last = preview.rounds[preview.rounds.length - 1];
  if (!last) return h("p", { class: "faint" }, "No movement points are left to fight with.");
  const won = h("span", { class: "won", "aria-hidden": "true" });
  const lost = h("span", { class: "lost", "aria-hidden": "true" });
  won.style.width = `${last.won * 100}%`;
  lost.style.width = `${last.lost * 100}%`;
  return h(
    "div",
    { class: "outlook" },
    h("p", null, h("b", null, percent(last.won)), ` to win within ${counted(last.round, "round")}`, h("span", { class: "faint" }, `, about ${last.losses.toFixed(1)} steps lost`)),
    h("span", { class: "balance" }, won, lost),
  );
}

/** @param {Forecast} preview */
function consequences(preview) {
  const found = [];
  if (preview.wins_game) found.push(h("p", { class: "good" }, "Winning this battle wins the game."));
  if (preview.pocket) {
    const odds = preview.breakout === null ? "" : `; ${percent(preview.breakout)} that it breaks out`;
    found.push(h("p", { class: "good" }, `Closes a pocket of ${counted(preview.pocket, "hex", "hexes")}${odds}.`));
  }
  return found;
}

/** @param {Forecast} preview */
function rounds(preview) {
  const shown = preview.rounds.filter((round, i, all) => {
    const before = all[i - 1];
    return !before || round.won - before.won + round.lost - before.lost >= LEAST;
  });
  if (shown.length < 2) return [];
  return h(
    "table",
    { class: "panel rounds" },
    h("thead", null, h("tr", null, ["By round", "Won", "Beaten", "Steps lost"].map((title) => h("th", { scope: "col" }, title)))),
    h(
      "tbody",
      null,
      shown.map((round) => h("tr", null, h("td", null, round.round), h("td", { class: "number" }, percent(round.won)), h("td", { class: "number" }, percent(round.lost)), h("td", { class: "number" }, round.losses.toFixed(1)))),
    ),
  );
}

/** @param {Table} table @param {Forecast} preview */
function foes(table, preview) {
  if (!preview.foes.length) return [];
  const most = Math.max(...preview.foes.map((foe) => foe.chance));
  return [
    h("h3", null, "Who may defend"),
    h(
      "ol",
      { class: "chances foes", "aria-label": "Who may defend" },
      preview.foes.map((foe) => {
        const bar = h("span", { class: "bar", "aria-hidden": "true" });
        bar.style.width = `${(foe.chance / most) * 100}%`;
        return h(
          "li",
          { title: foe.dice.length ? `Die ${foe.dice.join(", ")}` : "" },
          h("span", { class: "percent" }, percent(foe.chance)),
          h("span", { class: "track" }, bar),
          h("span", { class: "meaning" }, capital(table.say(foe.text) || foe.result)),
        );
      }),
    ),
    preview.modifiers.length
      ? h("p", { class: "faint" }, preview.modifiers.map((m) => [`${m.value < 0 ? "−" : "+"}${Math.abs(m.value)} ${table.say(m.text)} `, caseLink(m.case, table), " "]).flat())
      : null,
  ];
}
