/** What the tabs beside the map hold, as far as it is short. */

import { button, h, refill } from "../common/dom.js";
import { keep, recall } from "../common/keep.js";
import { capital, playerName } from "../common/words.js";
import { caseLink } from "./links.js";

/** @import { Panel, Score } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** As many lines of the chat the server sends at once. */
const CHAT_PAGE = 50;

/** @param {Table} table */
export function createTracks(table) {
  const element = h("div", { class: "stack" });
  return {
    element,
    update() {
      // A track of one row is in view over the map already.
      const panels = table.shown.panels.filter((panel) => !(panel.pinned && panel.rows.length === 1));
      const { provenance } = table.facts;
      refill(element, provenance ? h("p", { class: "faint" }, `${provenance}.`) : null, panels.map((panel) => panelTable(table, panel)));
    },
  };
}

/** Tables in whose rows something can be done now. @param {Table} table */
export function createMatters(table) {
  const element = h("section", { class: "stack matters", "aria-label": "To be decided", hidden: true });
  return {
    element,
    update() {
      const open = table.shown.panels.map((panel) => ({ ...panel, rows: panel.rows.filter((row) => rowActs(table, row).length), current: -1 }));
      const panels = open.filter((panel) => panel.rows.length);
      element.hidden = !panels.length;
      refill(element, panels.map((panel) => panelTable(table, panel)));
    },
  };
}

/** Buttons for what can be done with the unit that a row of a table is about. @param {Table} table @param {readonly string[]} row */
function rowActs(table, row) {
  if (!table.mayAct) return [];
  const acts = [...table.choices.acts.values()].flat().filter((act) => act.unit === row[0] || act.units?.[0] === row[0]);
  return acts.map((act) => button(act.label, () => void table.give(act), { class: "small", "data-key": `row ${act.text}`, "data-order": act.text, "aria-label": act.name }));
}

/** @param {Table} table @param {Panel} panel */
export function panelTable(table, panel) {
  const acts = table.mayAct ? table.choices.buttons : [];
  if (panel.above) return tableInPairs(table, panel);
  return h(
    "table",
    { class: "panel" },
    h("caption", null, panel.title),
    headOf(panel.columns),
    h(
      "tbody",
      null,
      panel.rows.map((row, i) => {
        const act = acts.find((a) => a.words?.formation === row[0]);
        return h(
          "tr",
          { class: i === panel.current ? "current" : "" },
          row.map((cell, column) =>
            h("td", null, act && column === 0 ? button(cell, () => void table.give(act), { class: "small", "data-key": `panel ${act.text}`, title: act.name, "aria-label": act.name }) : [table.say(cell), column === row.length - 1 ? rowActs(table, row) : null].flat()),
          ),
        );
      }),
    ),
  );
}

/** @param {readonly string[]} columns @param {Node[]} [above] */
function headOf(columns, above = []) {
  return h("thead", null, above, h("tr", null, columns.map((column) => (column ? h("th", { scope: "col" }, column) : h("td", null)))));
}

/** A table in which each row has a line for its first columns and one for the others, if they hold anything. @param {Table} table @param {Panel} panel */
function tableInPairs(table, { title, columns, rows, current, above }) {
  const colspan = columns.length - above;
  return h(
    "table",
    { class: "panel pairs" },
    h("caption", null, title),
    headOf(columns.slice(above), [h("tr", null, h("th", { scope: "col", colspan }, columns.slice(0, above).join(", ")))]),
    rows.map((row, i) => {
      const [name = "", ...others] = row.slice(0, above).map((cell) => table.say(cell));
      const cells = row.slice(above);
      return h(
        "tbody",
        { class: i === current ? "current" : "" },
        h("tr", null, h("th", { scope: "rowgroup", colspan }, [h("b", null, name), ...others.flatMap((cell) => [", ", cell]), ...rowActs(table, row)])),
        cells.some(Boolean) ? h("tr", null, cells.map((cell) => h("td", null, table.say(cell)))) : null,
      );
    }),
  );
}

/** @param {Table} table */
export function createVictory(table) {
  const element = h("div", { class: "stack" });
  return {
    element,
    update() {
      const { scores, forecast, result } = table.shown.view;
      const standing = table.shown.panels.filter((panel) => (panel.pinned && panel.rows.length > 1 && panel.id !== "conditions") || panel.id.startsWith("points"));
      refill(
        element,
        result ? h("p", { class: "result" }, `${capital(result.level)}: ${result.reason}.`) : null,
        forecast ? h("p", { class: "forecast" }, "To be expected: ", h("b", null, forecast)) : null,
        standing.map((panel) => panelTable(table, panel)),
        // A scenario that counts no points tells in its panel how it stands.
        scores.length || !standing.length ? table.facts.sides.map((side) => scoreTable(table, side, scores.filter((score) => score.side === side))) : null,
      );
    },
  };
}

/** @param {Table} table @param {string} side @param {Score[]} scores */
function scoreTable(table, side, scores) {
  const total = scores.reduce((sum, score) => sum + score.points, 0);
  const seats = Object.values(table.state.table.seats).filter((seat) => seat.side === side);
  // A person without a name is nobody in particular.
  const players = new Set(seats.map((seat) => seat.name || (seat.player === "person" ? "" : playerName(seat.player))));
  return h(
    "table",
    { class: "panel score", "data-side": table.sideIndex(side) },
    h("caption", null, `${capital(side)}: ${total}`, h("span", { class: "faint" }, ` ${[...players].join(", ")}`)),
    h(
      "tbody",
      null,
      scores.map((score) => h("tr", null, h("td", null, table.say(score.text), " ", caseLink(score.case, table)), h("td", { class: "number" }, score.points))),
      scores.length ? null : h("tr", null, h("td", { class: "faint" }, "No points yet.")),
    ),
  );
}

/** @param {Table} table */
export function createNotes(table) {
  const text = h("textarea", {
    "aria-label": "Notes",
    placeholder: "Notes to yourself; they stay in this browser.",
    rows: "12",
    value: recall(`notes.${table.id}`) ?? "",
    oninput: () => keep(`notes.${table.id}`, text.value),
  });
  return { element: h("div", { class: "stack" }, text), update() {} };
}

/** @param {Table} table */
export function createChat(table) {
  const lines = h("ul", { class: "chat", "aria-label": "Chat", tabindex: "0" });
  const input = h("input", { type: "text", maxlength: "1000", "aria-label": "Say something", placeholder: "Say something" });
  let count = -1;
  const earlier = button("Show what was said before", async () => {
    const reply = await table.connection.ask({ type: "said", before: table.chat[0]?.n ?? 0 });
    table.chat.unshift(...(reply.chat ?? []));
    earlier.hidden = (reply.chat ?? []).length < CHAT_PAGE;
    show();
  }, { class: "small", hidden: true });
  const show = () => {
    count = table.chat.length;
    refill(lines, table.chat.map((line) => h("li", { "data-side": table.sideIndex(line.side) }, h("b", null, line.name || capital(line.side || "watcher")), ` ${line.text}`)));
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    void table.connection.ask({ type: "chat", text });
  };
  return {
    element: h("div", { class: "stack fill" }, earlier, lines, h("form", { class: "row", onsubmit: send }, input, h("button", { type: "submit", class: "primary" }, "Send"))),
    update() {
      if (table.chat.length === count) return;
      if (count < 0) earlier.hidden = table.chat.length < CHAT_PAGE;
      show();
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
