/** Going on with a game from a journal file. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";
import { capital, playerName } from "../common/words.js";
import { openTable } from "./start.js";

/** @import { About } from "../common/types.js" */

/** @param {HTMLInputElement} input @param {About[]} games @param {string[]} players */
export async function loadJournal(input, games, players) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  const journal = await file.text();
  const game = games.find((g) => journal.slice(0, 2000).includes(g.id));
  const trouble = h("p", { class: "warning", role: "alert", hidden: !!game }, game ? "" : "This is not a journal of a game on this machine.");
  const seats = (game?.sides ?? []).map((side, i) => ({
    side,
    field: h("select", null, ["person", ...players.filter((p) => p !== "person")].map((p, k) => h("option", { value: p, selected: i ? k === 1 : k === 0 }, playerName(p)))),
  }));
  const form = h(
    "form",
    { class: "stack" },
    h("p", null, file.name),
    seats.map(({ side, field }) => h("label", { class: "field" }, h("span", null, `${capital(side)} is played by`), field)),
    trouble,
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", disabled: !game }, "Open")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(seats.map(({ side, field }) => [side, field.value]));
    const own = seats.find(({ field }) => field.value === "person")?.side ?? "";
    openTable({ game: game?.id, journal, seats: chosen, mode: "local" }, own).catch((/** @type {unknown} */ error) => {
      trouble.textContent = error instanceof Error ? error.message : String(error);
      trouble.hidden = false;
    });
  });
  showDialog("Load a journal", [form]);
}
