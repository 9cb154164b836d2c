/** The page that checks the dice of a game, in the browser and without the server's help. */

import { getText, query } from "../common/api.js";
import { checkDice } from "./dicecheck.js";
import { h, refill } from "../common/dom.js";
import { recall } from "../common/keep.js";

/** @import { Checked, Thrown } from "./dicecheck.js" */

/** @param {HTMLElement} root */
export async function openCheck(root) {
  document.title = "Check the dice – Typhoon";
  const report = h("div", { class: "stack", "aria-live": "polite" });
  const file = h("input", { type: "file", accept: ".journal,.txt,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) refill(report, ...told(checkDice(await chosen.text()), []));
  });
  refill(
    root,
    h(
      "div",
      { class: "lobby" },
      h("header", { class: "lobby-head" }, h("div", null, h("h1", null, "Check the dice"), h("p", null, "Every die of a game is made again from its keys, here in your browser")), h("a", { class: "button", href: "/" }, "All games")),
      h(
        "main",
        { class: "stack" },
        h("p", { class: "reading" }, "Before a game the server, and at a table by link every player, commits to a secret by showing its SHA-256. After it all secrets are in the journal: they must fit what was shown, and give every die that fell."),
        h("label", { class: "field" }, h("span", null, "A journal from a file"), file),
        report,
      ),
    ),
  );
  const table = new URLSearchParams(location.hash.slice(1)).get("table");
  if (!table) return;
  const seat = recall(`seat.${table}`) ?? { token: "", side: "" };
  const journal = await getText(`/api/tables/${table}/journal${query({ side: seat.side })}`, seat.token);
  refill(report, ...told(checkDice(journal), recall(`dice.${table}`) ?? []));
}

/** @param {Checked} checked @param {string[]} noted  what this browser was shown before the game */
function told(checked, noted) {
  const { throws, wrong, missing, commitments, takebacks } = checked;
  const strange = noted.filter((commitment) => !commitments.includes(commitment));
  const dice = throws.reduce((count, each) => count + each.shown.length, 0);
  const problems = [...wrong, ...strange.map((commitment) => `Before the game ${commitment} was shown; the journal does not have it.`)];
  const [state, sentence] = problems.length
    ? ["wrong", "The dice are not what they should be."]
    : missing
      ? ["unchecked", `The dice cannot be checked: ${missing}.`]
      : ["right", `All ${dice} dice are what the keys give.`];
  return [
    h("h2", { class: `verdict ${state}`, "data-verdict": state }, sentence),
    problems.length ? h("ul", { class: "warning" }, problems.map((text) => h("li", null, text))) : null,
    h("p", null, noted.length && !strange.length ? "What was committed to is what this browser was shown at the table." : "Compare what was committed to with what you were shown at the table:"),
    h("ul", { class: "commitments" }, commitments.map((commitment) => h("li", null, h("code", null, commitment)))),
    takebacks ? h("p", null, takebacks === 1 ? "Orders were taken back once." : `Orders were taken back ${takebacks} times.`) : null,
    throws.length ? diceTable(throws) : null,
  ];
}

/** @param {Thrown[]} throws */
function diceTable(throws) {
  const row = (/** @type {Thrown} */ each) => {
    const right = each.due && String(each.due) === String(each.shown);
    return h(
      "tr",
      { class: right ? "" : "warning" },
      h("th", { scope: "row" }, each.order ? String(each.order) : "opening"),
      h("td", null, `${each.purpose}${each.takenBack ? " (taken back)" : ""}`),
      h("td", { class: "number" }, String(each.sides)),
      h("td", { class: "number" }, each.shown.join(" ")),
      h("td", { class: "number" }, each.due?.join(" ") ?? "unknown"),
    );
  };
  return h(
    "table",
    { class: "panel dice-table" },
    h("caption", { class: "sr" }, "Every throw of the game"),
    h("thead", null, h("tr", null, ["Order", "For", "Sides", "Fell", "Key gives"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", null, throws.map(row)),
  );
}
