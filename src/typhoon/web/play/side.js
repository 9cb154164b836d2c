/** The side of the table: the stack or the attack above, tabs below; on a phone a sheet that slides up. */

import { button, h, icon } from "../common/dom.js";
import { createAttack, createSums } from "./attack.js";
import { createBattle } from "./battle.js";
import { createCases } from "./cases.js";
import { createCharts } from "./extras.js";
import { createCombats } from "./combats.js";
import { createForms } from "./forms.js";
import { createInspector } from "./inspector.js";
import { createOverlays } from "./overlays.js";
import { createReport } from "./report.js";
import { createLog } from "./story.js";
import { createChat, createMatters, createNotes, createTracks, createVictory } from "./tabs.js";
import { createTeam } from "./team.js";

/** @import { Part, Table } from "./table.js" */

/** @typedef {Part & {element: HTMLElement, shown?: () => void}} Pane */

/** @param {Table} table */
export function createSide(table) {
  const inspector = createInspector(table);
  const attack = createAttack(table);
  const battle = createBattle(table);
  const forms = createForms(table);
  const combats = createCombats(table);
  const sums = createSums(table);
  const matters = createMatters(table);
  const report = createReport(table);
  /** @type {[string, string, Pane][]} */
  const tabs = [
    ["log", "Log", createLog(table)],
    ["tracks", "Tracks", createTracks(table)],
    ["victory", "Victory", createVictory(table)],
    ["charts", "Charts", createCharts(table)],
    ["overlays", "Overlays", createOverlays(table)],
    ["rules", "Rules", createCases(table)],
    ["notes", "Notes", createNotes(table)],
    ["chat", "Chat", createChat(table)],
  ];
  if (table.state.table.team) tabs.push(["team", "Team", createTeam(table)]);
  const stackTab = tabButton("stack", "Stack", () => show("stack"));
  const buttons = tabs.map(([id, name]) => tabButton(id, name, () => show(id)));
  const panes = tabs.map(([id, name, pane]) =>
    h("div", { class: "pane", role: "tabpanel", id: `pane-${id}`, "aria-label": name, tabindex: "0", hidden: true }, pane.element),
  );
  const focus = h("div", { class: "focus", role: "tabpanel", id: "pane-stack", "aria-label": "Stack and attack", tabindex: "0" }, report.element, matters.element, forms.element, inspector.element, attack.element, sums.element, combats.element, battle.element);
  const handle = button(h("span", { class: "sr" }, "Open or close the sheet"), () => open(element.dataset.open !== "yes"), { class: "handle" });
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the map", onkeydown: arrows }, stackTab, buttons);
  const element = h("aside", { class: "side", "aria-label": "Beside the map" }, handle, bar, focus, h("div", { class: "panes" }, panes));
  let current = "log";
  let unread = 0;
  /** @type {string | null} */
  let lastHex = null;

  /** @param {boolean} yes */
  function open(yes) {
    element.dataset.open = yes ? "yes" : "no";
    handle.setAttribute("aria-expanded", String(yes));
  }

  /** @param {string} id */
  function show(id) {
    if (element.dataset.open === "yes" && element.dataset.tab === id && isSheet()) return open(false);
    element.dataset.tab = id;
    if (id !== "stack") current = id;
    open(true);
    mark();
    const pane = tabs.find(([name]) => name === current)?.[2];
    if (id === "chat") unread = 0;
    pane?.update();
    pane?.shown?.();
  }

  function mark() {
    const shown = element.dataset.tab ?? "log";
    const sheet = isSheet();
    [stackTab, ...buttons].forEach((tab) => {
      const on = tab.dataset.tab === (sheet ? shown : current);
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    });
    panes.forEach((pane) => (pane.hidden = pane.id !== `pane-${current}`));
    const chatTab = buttons.find((tab) => tab.dataset.tab === "chat");
    if (chatTab) chatTab.dataset.unread = unread ? String(unread) : "";
  }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = (isSheet() ? [stackTab] : []).concat(buttons);
    const now = all.indexOf(/** @type {any} */ (document.activeElement));
    const next = all[(now + step + all.length) % all.length];
    next?.focus();
    next?.click();
  }

  let said = table.lastSaid;
  element.dataset.tab = "log";
  open(false);
  mark();
  return {
    element,
    show,
    report: report.show,
    tabs: tabs.map(([id]) => id),
    update() {
      inspector.update();
      attack.update();
      forms.update();
      matters.update();
      sums.update();
      combats.update();
      battle.update();
      report.update();
      if (battle.open || (forms.open && table.hand.hex === null)) inspector.element.hidden = true;
      if (current !== "chat") unread += table.chat.filter((line) => line.n > said).length;
      said = table.lastSaid;
      const { hex, target } = table.hand;
      const matter = target !== null ? `attack ${target}` : battle.open ? `battle ${table.battle.hex}` : report.open && !table.theatre.playing ? "report" : forms.open ? `form ${table.state.n}` : null;
      if (isSheet() && matter !== null && lastHex !== matter) {
        element.dataset.tab = "stack";
        open(true);
      } else if (isSheet() && /^(attack |battle |form |report)/.test(lastHex ?? "") && matter === null) open(false);
      lastHex = matter ?? hex;
      tabs.find(([id]) => id === current)?.[2].update();
      if (current !== "overlays") tabs.find(([id]) => id === "overlays")?.[2].update();
      mark();
    },
  };
}

function isSheet() {
  return matchMedia("(max-width: 800px)").matches;
}

/** @param {string} id @param {string} name @param {() => void} act */
function tabButton(id, name, act) {
  return button([icon(`tab-${id}`), h("span", null, name)], act, {
    role: "tab",
    "data-tab": id,
    "aria-controls": `pane-${id}`,
    title: name,
  });
}
