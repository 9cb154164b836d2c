/** The chances of an attack: bars of true length, coloured by who suffers, with a line above. */

import { h } from "../common/dom.js";
import { capital, percent } from "../common/words.js";

/** @import { CombatPreview, Outcome } from "../common/types.js" */

/** As many results are listed one by one. */
const MOST_ROWS = 8;
/** @type {[Outcome["suffers"], string][]} */
const PARTIES = [
  ["defender", "the enemy suffers"],
  ["both", "both sides lose"],
  ["", "nothing happens"],
  ["attacker", "we suffer"],
];

/** @param {CombatPreview} preview */
export function chancesOf(preview) {
  const many = preview.outcomes.length > MOST_ROWS + 1;
  const shown = many ? preview.outcomes.slice(0, MOST_ROWS) : preview.outcomes;
  const rest = preview.outcomes.slice(shown.length);
  return [
    ...outlook(preview.outcomes),
    h(
      "ol",
      { class: "chances", "aria-label": "Chances" },
      shown.map(chanceRow),
      rest.length
        ? h("li", { class: "others", title: rest.map((o) => `${o.result} ${percent(o.chance)}`).join(", ") }, h("span", null, `${rest.length} others`), h("span", { class: "percent" }, percent(sum(rest))))
        : null,
    ),
  ];
}

/** Who suffers, and how likely, in a line and as one bar. @param {Outcome[]} outcomes */
function outlook(outcomes) {
  if (!outcomes.some((outcome) => outcome.suffers)) return [];
  const shares = PARTIES.map(([who, text]) => ({ who, text, chance: sum(outcomes.filter((o) => o.suffers === who)) })).filter(({ chance }) => chance > 0);
  const bar = shares.map(({ who, chance }) => part(who, chance));
  return [
    h("p", { class: "outlook-line" }, capital(shares.map(({ text, chance }) => `${percent(chance)}: ${text}`).join("; ")), "."),
    h("span", { class: "balance", "aria-hidden": "true" }, bar),
  ];
}

/** @param {Outcome["suffers"]} who @param {number} share */
function part(who, share) {
  const bar = h("span", { class: "bar", "aria-hidden": "true", "data-suffers": who || "nobody" });
  bar.style.width = `${share * 100}%`;
  return bar;
}

/** @param {Outcome[]} outcomes */
function sum(outcomes) {
  return outcomes.reduce((all, o) => all + o.chance, 0);
}

/** @param {Outcome} outcome */
function chanceRow(outcome) {
  return h(
    "li",
    { title: outcome.dice.length ? `Die ${outcome.dice.join(", ")}` : outcome.text },
    h("b", { class: "code" }, outcome.result),
    h("span", { class: "percent" }, percent(outcome.chance)),
    h("span", { class: "track" }, part(outcome.suffers, outcome.chance)),
    h("span", { class: "meaning" }, outcome.text),
  );
}
