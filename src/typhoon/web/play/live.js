/** Telling those who do not see the map what happened and what is asked. */

import { h } from "../common/dom.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createLive(table) {
  const news = h("div", { class: "sr", "aria-live": "polite", role: "log", "aria-label": "News" });
  const voice = h("div", { class: "sr", "aria-live": "assertive", role: "status" });
  let prompt = "";
  table.listeners.push((entries) => {
    if (table.covered) return;
    const texts = entries.filter((entry) => !table.theatre.played.has(entry.n)).flatMap((entry) => entry.lines.map((line) => line.text));
    news.replaceChildren(...texts.slice(-6).map((text) => h("p", null, table.say(text))));
  });
  return {
    element: h("div", null, news, voice),
    /** @param {string} text */
    say(text) {
      voice.textContent = text;
    },
    update() {
      document.title = `${table.isCalled ? "● Your turn: " : ""}${table.facts.title} – Typhoon`;
      const next = table.isCalled ? table.say(table.state.view.decision?.prompt ?? "") : "";
      if (next && next !== prompt) voice.textContent = next;
      prompt = next;
    },
  };
}
