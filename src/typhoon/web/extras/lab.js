/** The lab: experiments of the data folder, with what they have come to. */

import { get, post } from "../common/api.js";
import { button, h, refill } from "../common/dom.js";

/** @import { About, ExperimentRow } from "../common/types.js" */

const EVERY = 2000;

/** @param {HTMLElement} root */
export async function openLab(root) {
  document.title = "The lab – Typhoon";
  /** @type {[About[], ExperimentRow[]]} */
  const [games, rows] = await Promise.all([get("/api/games"), get("/api/lab")]);
  const list = h("ul", { class: "tables lab-list" });
  const trouble = h("p", { class: "warning", role: "alert", hidden: true });
  const choice = h("select", { "aria-label": "The game of a new experiment" }, games.filter((game) => game.scenarios.length).map((game) => h("option", { value: game.id }, game.title)));

  /** @param {ExperimentRow[]} found */
  const show = (found) => refill(list, found.length ? found.map((row) => item(row, ask)) : h("li", null, "There are no experiments yet."));
  /** @param {string} path @param {unknown} body */
  const ask = async (path, body) => {
    try {
      show(await post(path, body));
      trouble.hidden = true;
    } catch (error) {
      refill(trouble, error instanceof Error ? error.message : String(error));
      trouble.hidden = false;
    }
  };
  refill(
    root,
    h(
      "div",
      { class: "lobby" },
      h("header", { class: "lobby-head" }, h("div", null, h("h1", null, "The lab"), h("p", null, "Many games between computer players, and what they add up to")), h("a", { class: "button", href: "/" }, "All games")),
      h(
        "main",
        { class: "stack" },
        trouble,
        list,
        h("div", { class: "row" }, choice, button("New experiment", () => void ask("/api/lab", { game: choice.value }))),
        h("p", { class: "faint" }, "Experiments are files in the folder “lab” of the data folder: open them with an editor to change them."),
      ),
    ),
  );
  show(rows);
  setInterval(async () => {
    if (!document.hidden) show(await get("/api/lab").catch(() => rows));
  }, EVERY);
}

/** @param {ExperimentRow} row @param {(path: string, body: unknown) => Promise<void>} ask */
function item(row, ask) {
  const path = `/api/lab/${encodeURIComponent(row.name)}`;
  /** @param {string} text @param {string} what @param {boolean} [off] */
  const act = (text, what, off) => button(text, () => void ask(path, { what }), { "data-key": `${row.name}.${what}`, "aria-label": `${text}: ${row.title || row.name}`, disabled: off });
  return h(
    "li",
    { class: "stack", "data-experiment": row.name },
    h("h2", null, row.title || row.name),
    row.problem ? h("p", { class: "warning" }, row.problem) : progress(row),
    row.said ? h("p", { class: "warning" }, row.said) : null,
    h(
      "div",
      { class: "row" },
      row.at_work ? act("Stop", "stop") : act("Start", "start", Boolean(row.problem) || (row.total > 0 && row.done === row.total)),
      act("Write the report", "report", Boolean(row.at_work) || !row.done),
      row.has_report ? h("a", { class: "button", href: `/lab/${encodeURIComponent(row.name)}/report`, "data-key": `${row.name}.read` }, "Read the report") : null,
    ),
  );
}

/** @param {ExperimentRow} row */
function progress(row) {
  const left = row.rate ? `, ${minutes((row.total - row.done) / row.rate)} left` : "";
  const broken = row.broken ? `, ${row.broken} broken` : "";
  const working = { "": "", run: "Playing: ", report: "Writing the report. " }[row.at_work];
  return h(
    "div",
    null,
    h("progress", { max: row.total, value: row.done, "aria-label": `${row.title || row.name}: games played` }),
    h("p", { role: "status" }, `${working}${row.done} of ${row.total} games${broken}${left}; ${row.figure}.`),
  );
}

/** @param {number} seconds */
const minutes = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);
