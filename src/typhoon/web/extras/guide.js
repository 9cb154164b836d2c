/** A guided first turn: a real table, on which the next click is lit and told. */

import { get, post } from "../common/api.js";
import { button, h, icon, refill } from "../common/dom.js";
import { keep, keepSeat, recall } from "../common/keep.js";
import { linked } from "../play/links.js";
import { dress } from "./load.js";

/** @import { GuideFacts, Opened, StepFacts } from "../common/types.js" */
/** @import { Table } from "../play/table.js" */

const QUESTION = "dialog[open] .primary";

/** Open a table for the guided first turn of a game, and go to it. @param {string} game */
export async function startGuide(game) {
  /** @type {GuideFacts | null} */
  const guide = await get(`/api/games/${game}/guide`);
  if (!guide) return;
  const { scenario, side, seed } = guide;
  /** @type {{sides: string[], title: string}} */
  const { sides, title } = await get(`/api/games/${game}`);
  const seats = Object.fromEntries(sides.map((each) => [each, each === side ? "person" : "staff"]));
  /** @type {Opened} */
  const opened = await post("/api/tables", { game, scenario, seats, seed, title: `${title}: guided first turn` });
  keepSeat(opened.id, { token: opened.token, side });
  keep(`guide.${opened.id}`, 0);
  location.assign(`/table/${opened.id}`);
}

/** Take a table by the hand that was opened for it. @param {Table} table */
export async function openGuide(table) {
  const key = `guide.${table.id}`;
  /** @type {[GuideFacts | null, void]} */
  const [guide] = await Promise.all([get(`/api/games/${table.facts.id}/guide`), dress()]);
  if (!guide) return;
  const steps = guide.steps;
  let at = Math.min(recall(key) ?? 0, steps.length - 1);
  let seen = -1;
  const element = h("section", { class: "guide", "aria-label": "Guided first turn", role: "region" });
  document.querySelector(".table-page")?.append(element);
  const observer = new MutationObserver(() => point());
  // A longer text leaves the map less room.
  const measure = new ResizeObserver(() => look());

  const leave = () => {
    keep(key, null);
    observer.disconnect();
    measure.disconnect();
    unlight();
    element.remove();
    table.parts.splice(table.parts.indexOf(part), 1);
  };
  const goOn = () => {
    if (at === steps.length - 1) return leave();
    at += 1;
    keep(key, at);
    draw();
  };
  const doIt = async () => {
    for (const order of steps[at]?.orders ?? []) if (!(await table.order(order.text))) return;
  };

  function draw() {
    const step = /** @type {StepFacts} */ (steps[at]);
    seen = at;
    refill(
      element,
      h("header", { class: "row" }, h("span", { class: "faint" }, `Step ${at + 1} of ${steps.length}`), button(icon("cross"), leave, { class: "quiet round small", "aria-label": "Leave the guide", title: "Leave the guide" })),
      h("p", { class: "guide-say", role: "status" }, linked(step.say, table)),
      h("p", { class: "guide-why" }, linked(step.why, table)),
      h(
        "div",
        { class: "row" },
        step.orders.length ? button("Show me where", look) : null,
        step.orders.length ? button("Do it for me", () => void doIt()) : button(at === steps.length - 1 ? "Play on" : "Next", goOn, { class: "primary", "data-key": "guide next" }),
      ),
    );
    look();
  }

  /** Bring what is to be clicked into view. */
  function look() {
    table.board.follow(aim(table, steps[at]).hexes);
    point();
  }

  function point() {
    unlight();
    if (!table.mayAct || (table.isUnderWay && !document.querySelector(QUESTION))) return;
    const { hexes, selector } = aim(table, steps[at]);
    const found = selector ? document.querySelector(selector) : null;
    found?.classList.add("guide-lit");
    const lit = found ? [] : hexes;
    if (lit.join() !== table.marks.ringed.join()) table.marks.ring(lit);
  }

  const part = {
    update() {
      const step = steps[at];
      const given = table.log.filter((entry) => entry.n > 0 && entry.side === guide.side).map((entry) => entry.order);
      const wanted = steps.slice(0, at + 1).flatMap((each) => each.orders.map((order) => order.text));
      const done = wanted.every((order, i) => given[i] === order);
      element.hidden = Boolean(table.past) || table.theatre.playing;
      if (step?.orders.length && done && given.length >= wanted.length) return goOn();
      // Whoever goes another way goes it alone.
      const strayed = given.some((order, i) => i < wanted.length && order !== wanted[i]);
      if (strayed && seen !== -2) {
        seen = -2;
        unlight();
        refill(element, h("p", { class: "guide-say", role: "status" }, "You have gone your own way."), h("p", null, "Take your last order back to follow the guide, or leave it and play on."), h("div", { class: "row" }, button("Take it back", () => void table.undo()), button("Leave the guide", leave, { class: "primary" })));
      } else if (!strayed && seen !== at) draw();
      else if (!strayed) point();
    },
  };
  table.parts.push(part);
  observer.observe(document.body, { childList: true, subtree: true });
  draw();
  measure.observe(table.board.element);
}

function unlight() {
  for (const lit of document.querySelectorAll(".guide-lit")) lit.classList.remove("guide-lit");
}

/** What is to be clicked next: hexes of the map, or something beside it. @param {Table} table @param {StepFacts | undefined} step @returns {{hexes: string[], selector: string}} */
function aim(table, step) {
  const order = step?.orders[step.orders.length - 1];
  if (!step || !order) return { hexes: step?.hexes ?? [], selector: "" };
  // A question that lies over everything is answered first.
  if (document.querySelector(QUESTION)) return beside(QUESTION);
  const forming = step.orders.length > 1 ? step.orders[0] : undefined;
  const { hand, choices } = table;
  if (forming?.units) {
    if (!isChosen(hand.units, forming.units)) return stackOf(table, forming.units, hand.units);
    return hand.target === order.hex ? beside("[data-key=attack]") : onMap(order.hex ?? "");
  }
  if (order.target && order.units) {
    if (hand.target !== order.target) return { hexes: choices.hexesOf(order.target), selector: "" };
    const wrong = differing(hand.attackers, order.units)[0];
    return beside(wrong ? keyed(`attacker ${wrong}`) : "[data-key=attack]");
  }
  if (order.units) {
    const chosen = [...document.querySelectorAll("[data-key^='part '][aria-pressed=true]")].map((each) => each.getAttribute("data-unit") ?? "");
    const wrong = differing(new Set(chosen), order.units)[0];
    return beside(wrong ? keyed(`part ${wrong}`) : "[data-key=parts]");
  }
  if (order.unit && (order.hex || order.path)) {
    if (!isChosen(hand.units, [order.unit])) return stackOf(table, [order.unit], hand.units);
    // Where one's own units stand, it is asked whether to go there: that is the first thing offered.
    if (document.querySelector(".pointer.menu button")) return beside(".pointer.menu button");
    return onMap(order.hex ?? order.path?.[order.path.length - 1] ?? "");
  }
  const ways = [`[data-order="${order.text}"]`, order.unit ? keyed(`${order.unit} ${order.text}`) : "", order.unit ? keyed(`hit ${order.unit}`) : "", `.pointer.menu ${keyed(`item ${order.text}`)}`];
  const open = ways.find((way) => way && document.querySelector(way));
  if (open) return beside(open);
  if (order.unit) return onMap(table.whereIs(order.unit) ?? "");
  return beside(keyed(order.verb));
}

/** Where units stand, or which of those in their stack is to be taken or left. @param {Table} table @param {string[]} units @param {Set<string>} chosen */
function stackOf(table, units, chosen) {
  const hex = table.whereIs(units[0] ?? "") ?? "";
  const wrong = differing(chosen, units).find((unit) => document.querySelector(keyed(unit)));
  return table.hand.hex === hex && wrong ? beside(keyed(wrong)) : onMap(hex);
}

/** @param {Set<string>} chosen @param {readonly string[]} wanted @returns {string[]} Those that are to be added or left out. */
function differing(chosen, wanted) {
  return [...wanted.filter((unit) => !chosen.has(unit)), ...[...chosen].filter((unit) => !wanted.includes(unit))];
}

/** @param {Set<string>} chosen @param {readonly string[]} wanted */
const isChosen = (chosen, wanted) => !differing(chosen, wanted).length;
/** @param {string} selector */
const beside = (selector) => ({ hexes: /** @type {string[]} */ ([]), selector });
/** @param {string} hex */
const onMap = (hex) => ({ hexes: hex ? [hex] : [], selector: "" });
/** @param {string} key */
const keyed = (key) => `[data-key="${key}"]`;
