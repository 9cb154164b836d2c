/** What concerns the whole table: invitations, journal, take-back, surroundings, help. */

import { getText, query } from "../common/api.js";
import { confirmed, showDialog } from "../common/dialog.js";
import { button, h, icon } from "../common/dom.js";
import { invitations } from "../common/invitations.js";
import { keep, recall, seasonOf } from "../common/keep.js";
import { nextTheme } from "../common/theme.js";
import { playerName } from "../common/words.js";
import { askForNotices } from "./calls.js";
import { briefing, showDice, showLuck } from "./extras.js";
import { showShortcuts } from "./shortcuts.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {() => void} report Shows the report of the last turn. @param {() => void} end Shows how the game went. */
export function showMenuDialog(table, report, end) {
  const { id, state } = table;
  const links = recall(`links.${id}`);
  const theme = h("span", null, themeLabel(recall("theme") ?? "auto"));
  const dialog = showDialog(table.facts.title, [
    h("ul", { class: "seats" }, Object.entries(state.table.seats).map(([seat, facts]) =>
      h("li", { "data-side": table.sideIndex(facts.side ?? "") }, h("b", null, facts.title ?? seat), ` ${facts.name || playerName(facts.player)}`,
        facts.player === "person" && facts.connected ? h("span", { class: "faint" }, " at the table") : null),
    )),
    links ? invitations(id, links, Object.fromEntries(Object.entries(state.table.seats).map(([seat, facts]) => [seat, facts.title ?? seat]))) : null,
    nameForm(table),
    h(
      "div",
      { class: "menu-list" },
      journalLink(table, state.table.mode === "local" ? "Save the game to a file" : "Download the journal", state.table.mode === "local" ? "1" : ""),
      state.table.mode === "local" ? journalLink(table, "Download the journal without the dice to come", "") : null,
      button([icon("theme"), theme], () => (theme.textContent = themeLabel(nextTheme())), { class: "rowlink" }),
      button([icon("tab-overlays"), `Map: ${seasonOf(table.facts)}`], () => changeSeason(table), { class: "rowlink" }),
      button([icon("tab-charts"), "Briefing"], () => (dialog.close(), void briefing(table)), { class: "rowlink" }),
      button([icon("keys"), "Keyboard shortcuts"], () => showShortcuts(), { class: "rowlink" }),
      button([icon("tab-log"), "Report of the last turn"], () => (dialog.close(), report()), { class: "rowlink" }),
      button([icon("dice"), "The dice"], () => void showDice(table), { class: "rowlink" }),
      state.view.result ? button([icon("tab-victory"), "How the game went"], () => (dialog.close(), end()), { class: "rowlink" }) : null,
      state.view.result ? button([icon("tab-victory"), "Luck report"], () => void showLuck(table), { class: "rowlink" }) : null,
      Object.keys(table.facts.scenes).length ? toggle("play", "battles", ["Battles: step by step", "Battles: at once"], "at once") : null,
      toggle("play", "sound", ["Sound: off", "Sound: on"], "on"),
      toggle("keys", "notices", ["When it is my turn and I look elsewhere: no notice", "When it is my turn and I look elsewhere: a notice"], "on", askForNotices),
      toggle("hint", "reminders", ["Before a phase ends: say what is unused", "Before a phase ends: say nothing of what is unused"], "off"),
      toggle("tab-log", "ids", ["Units and hexes: by their names", "Units and hexes: by ids and numbers"], "on", () => location.reload()),
      toggle("tab-charts", "briefing", ["Briefing: at the first start", "Briefing: only from here"], "never"),
      table.facts.concede && table.mayAct ? button([icon("cross"), "Concede the game"], () => void concede(table, () => dialog.close()), { class: "rowlink" }) : null,
      h("a", { class: "rowlink", href: "/" }, icon("home"), "All games"),
    ),
    h("p", { class: "faint" }, "Every order is saved at once; you can close this page at any time and go on later."),
  ].filter((x) => x !== null));
  return dialog;
}

/**
 * Something that is so unless the player said otherwise.
 *
 * @param {string} picture @param {string} key @param {[string, string]} labels @param {string} otherwise  what is kept then
 * @param {() => void} [then]
 */
function toggle(picture, key, labels, otherwise, then) {
  const label = () => labels[recall(key) === otherwise ? 1 : 0];
  const text = h("span", null, label());
  const change = () => {
    keep(key, recall(key) === otherwise ? null : otherwise);
    text.textContent = label();
    then?.();
  };
  return button([icon(picture), text], change, { class: "rowlink" });
}

/** @param {Table} table @param {() => void} done */
async function concede(table, done) {
  if (!(await confirmed("Concede the game?", ["The game ends at once, and it is lost. This cannot be taken back."], "Concede"))) return;
  done();
  await table.order(table.facts.forms.concede?.text ?? "");
}

/** @param {Table} table @param {string} label @param {string} key  whether the dice to come go with it */
function journalLink({ id, seat }, label, key) {
  const save = async () => {
    const text = await getText(`/api/tables/${id}/journal${query({ side: seat.side, key })}`, seat.token);
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href, download: `${id}.journal` }).click();
    URL.revokeObjectURL(href);
  };
  return button([icon("save"), label], () => void save(), { class: "rowlink" });
}

/** @param {Table} table */
function changeSeason(table) {
  keep("season", seasonOf(table.facts) === "winter" ? "summer" : "winter");
  location.reload();
}

/** @param {string} theme */
function themeLabel(theme) {
  return `Surroundings: ${theme === "auto" ? "as the machine" : theme}`;
}

/** @param {Table} table */
function nameForm(table) {
  if (table.state.table.mode !== "remote") return null;
  const input = h("input", { type: "text", maxlength: "40", "aria-label": "Your name", placeholder: "Your name", value: recall("name") ?? "" });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    keep("name", input.value.trim());
    void table.connection.ask({ type: "name", name: input.value.trim() });
  };
  return h("form", { class: "row", onsubmit: save }, input, h("button", { type: "submit" }, "Set name"));
}
