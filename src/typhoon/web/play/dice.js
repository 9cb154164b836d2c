/** Dice: a face as a small picture, and a roll that is shown for a moment and can be skipped. */

import { calm, h } from "../common/dom.js";
import { capital } from "../common/words.js";

/** @import { LogEntry, LogLine } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};
const NS = "http://www.w3.org/2000/svg";
const STAYS = 1900;

/** @param {number} value @param {number} [hits]  what it did, where that is told */
export function dieFace(value, hits) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", hits === undefined ? "die" : hits ? `die hit hits-${hits}` : "die miss");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Die ${value}${hits ? `, ${hits === 1 ? "a hit" : `${hits} hits`}` : ""}`);
  const box = document.createElementNS(NS, "rect");
  for (const [name, v] of Object.entries({ x: 1, y: 1, width: 22, height: 22, rx: 4 })) box.setAttribute(name, String(v));
  svg.append(box);
  for (const [x, y] of PIPS[value] ?? []) {
    const pip = document.createElementNS(NS, "circle");
    pip.setAttribute("cx", String(6.5 + x * 5.5));
    pip.setAttribute("cy", String(6.5 + y * 5.5));
    pip.setAttribute("r", "2.1");
    svg.append(pip);
  }
  return svg;
}

/** Shows each roll over the map; a click or any key takes it away. @param {Table} table @param {HTMLElement} host */
export function createRolls(table, host) {
  /** @type {LogLine[]} */
  let waiting = [];
  /** @type {HTMLElement | null} */
  let shown = null;
  let timer = 0;
  const next = () => {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
    const line = waiting.shift();
    if (!line) return;
    shown = h("div", { class: calm() ? "roll calm" : "roll" }, rollParts(line));
    host.append(shown);
    timer = window.setTimeout(next, waiting.length ? STAYS / 2 : STAYS);
  };
  for (const skipping of ["keydown", "pointerdown"]) addEventListener(skipping, () => shown && next(), { capture: true });
  table.listeners.push((/** @type {LogEntry[]} */ entries) => {
    if (table.past || table.covered) return;
    const rolled = entries.flatMap((entry) => entry.lines).filter((line) => line.dice?.length && !table.facts.scenes[line.kind]);
    waiting = [...waiting, ...rolled].slice(-2);
    if (!shown) next();
  });
}

/** @param {LogLine} line */
function rollParts(line) {
  const [before, result] = splitResult(line.text);
  return [
    h("div", { class: "dice" }, (line.dice ?? []).map((die) => dieFace(die))),
    result ? h("strong", null, result) : null,
    h("p", null, capital(before)),
  ];
}

/** @param {string} text @returns {[string, string]} */
function splitResult(text) {
  const found = /^(.*):\s*([A-Z]{1,3}\d?(?:\(\d\))?!?)\.?$/s.exec(text);
  return found ? [`${found[1]}.`, found[2] ?? ""] : [text, ""];
}
