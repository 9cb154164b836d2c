/** Studies: positions to try, each with a goal, in the lobby and at their tables. */

import { get, post } from "../common/api.js";
import { showDialog } from "../common/dialog.js";
import { button, h, icon, refill } from "../common/dom.js";
import { keep, keepSeat, recall } from "../common/keep.js";
import { capital } from "../common/words.js";
import { linked } from "../play/links.js";
import { dress } from "./load.js";
import { smallMap } from "./picture.js";

/** @import { About, Opened, StudyFacts, StudyState } from "../common/types.js" */
/** @import { Table } from "../play/table.js" */

const SOLVED = "studies";

/** @returns {Record<string, boolean>} The studies that were solved in this browser. */
const solved = () => recall(SOLVED) ?? {};

/** Fill a section of the lobby with the studies. @param {HTMLElement} section @param {About[]} games */
export async function listStudies(section, games) {
  /** @type {[StudyFacts[], void]} */
  const [studies] = await Promise.all([get("/api/studies"), dress()]);
  const place = (/** @type {StudyFacts} */ study) => games.findIndex(({ id }) => id === study.game);
  studies.sort((a, b) => place(a) - place(b));
  const done = solved();
  const count = studies.filter(({ name }) => done[name]).length;
  refill(
    section,
    h("h2", { id: "studies" }, "Studies"),
    h("p", { class: "faint" }, `Positions to try against the computer, each with a goal and each proven solvable. ${count ? `You have solved ${count} of ${studies.length}.` : ""}`),
    h("ul", { class: "studies" }, studies.map((study) => card(study, games.find(({ id }) => id === study.game)?.title ?? study.game, done[study.name] ?? false))),
  );
}

/** @param {StudyFacts} study @param {string} game @param {boolean} done */
function card(study, game, done) {
  return h(
    "li",
    { class: "study-card", "data-study": study.name },
    h("h3", null, done ? h("span", { class: "solved", title: "Solved" }, "✓", h("span", { class: "sr" }, "Solved: ")) : null, study.title),
    h("p", { class: "faint" }, `${game} · ${capital(study.side)} · ${capital(study.difficulty)}`),
    h("p", null, study.about),
    h("p", { class: "study-goal" }, study.goal),
    h("p", { class: "faint" }, rate(study)),
    button(done ? "Try again" : "Try it", () => void startStudy(study), { class: "primary", "aria-label": `Try it: ${study.title}` }),
  );
}

/** @param {StudyFacts} study */
function rate({ solved: times, tries }) {
  return `The computer, which was not told of the goal, got there in ${times} of ${tries} tries.`;
}

/** Open a table for a study, and go to it. @param {StudyFacts} study */
async function startStudy({ name, side }) {
  /** @type {Opened} */
  const opened = await post("/api/tables", { study: name });
  keepSeat(opened.id, { token: opened.token, side });
  location.assign(`/table/${opened.id}`);
}

/** Show the goal at a table that was opened for a study, and tell when it is reached or missed. @param {Table} table */
export async function openStudy(table) {
  await dress();
  const study = () => /** @type {StudyState} */ (table.state.table.study);
  const { facts } = study();
  const element = h("section", { class: "study", "aria-label": "Study", role: "region" });
  document.querySelector(".table-page")?.append(element);
  const told = `study.${table.id}`;

  const explain = () => {
    const dialog = showDialog(`Study: ${facts.title}`, [
      h(
        "div",
        { class: "briefing" },
        h("div", { class: "briefing-map" }, smallMap(table.facts, table.state, "The situation")),
        h("div", { class: "briefing-text" }, h("p", { class: "reading" }, linked(facts.about, to(() => dialog.close()))), h("h3", null, `Your goal as ${capital(facts.side)}`), h("p", { class: "study-goal" }, facts.goal), h("p", { class: "faint" }, rate(facts))),
      ),
      h("div", { class: "row end" }, button("To the table", () => dialog.close(), { class: "primary", autofocus: true })),
    ], { wide: true });
  };
  const to = (/** @type {() => void} */ close) => {
    const leaving = (/** @type {(what: string) => void} */ act) => (/** @type {string} */ what) => {
      close();
      act(what);
    };
    return { facts: table.facts, showCase: (/** @type {string} */ id) => table.showCase(id), showHex: leaving((hex) => table.showHex(hex)), showUnit: leaving((unit) => table.showUnit(unit)) };
  };

  /** Tell once that it is over. */
  const judge = () => {
    const { status, aims } = study().verdict;
    if (status === "reached") keep(SOLVED, { ...solved(), [facts.name]: true });
    if (status === "open" || recall(told) === status) return;
    keep(told, status);
    const dialog = showDialog(status === "reached" ? "Goal reached" : "Goal missed", [
      h("p", { class: "reading" }, status === "reached" ? `${facts.title}: solved.` : `${facts.title}: not this time.`),
      list(aims),
      h("div", { class: "row end" }, button("Play on", () => dialog.close()), button("Try again", () => void startStudy(facts), { class: status === "reached" ? "" : "primary" }), h("a", { class: status === "reached" ? "button primary" : "button", href: "/#studies" }, "All studies")),
    ]);
  };

  /** @param {StudyState["verdict"]["aims"]} aims */
  const list = (aims) => h("ul", { class: "aims" }, aims.map(({ text, met, hex }) => h("li", { class: met ? "met" : "" }, h("span", { "aria-hidden": "true" }, met ? "✓" : "○"), h("span", { class: "sr" }, met ? "Now so: " : "Not so now: "), hex ? button(text, () => table.showHex(hex), { class: "link hex" }) : h("span", null, text))));

  let drawn = "";
  const part = {
    update() {
      const { status, aims } = study().verdict;
      const now = JSON.stringify([status, aims]);
      if (now === drawn) return;
      drawn = now;
      const when = { open: `Judged after turn ${facts.turn}`, reached: "Goal reached", missed: "Goal missed" }[status];
      refill(
        element,
        h("b", null, facts.title),
        list(aims),
        h("span", { class: `study-status ${status}`, role: "status" }, when),
        button([icon("hint"), h("span", { class: "sr" }, "What this study is about")], explain, { class: "quiet round small", title: "What this study is about", "data-key": "about the study" }),
      );
    },
  };
  table.parts.push(part);
  table.listeners.push(judge);
  part.update();
  if (recall(told) === null && study().verdict.status === "open") {
    keep(told, "open");
    const spot = study().verdict.aims.find(({ hex }) => hex)?.hex;
    if (spot) table.board.centreOn(spot, { zoom: true });
    explain();
  }
  judge();
}
