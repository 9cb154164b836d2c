/** A small picture of the map: the land, who stands where, and the front. */

import { h } from "../common/dom.js";
import { landAddress } from "../common/keep.js";

/** @import { GameFacts, State } from "../common/types.js" */

const SVG = "http://www.w3.org/2000/svg";
/** Hexes of land around what is shown. */
const MARGIN = 3;

/**
 * @param {GameFacts} facts
 * @param {Pick<State, "faces" | "front">} shown
 * @param {string} label
 * @returns {HTMLElement}
 */
export function smallMap(facts, shown, label) {
  const svg = piece("svg", { "aria-hidden": "true" });
  const box = boxOf(facts, shown);
  svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  const { width, height, scale } = facts.map;
  const land = h("img", { alt: "", src: landAddress(facts.board) });
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  Object.assign(land.style, { width: share(width, box.width), height: share(height, box.height), left: share(-box.x, box.width), top: share(-box.y, box.height) });
  const size = scale * 0.62;
  for (const [a, b] of shown.front ?? []) svg.append(edge(facts, a, b));
  for (const face of shown.faces) {
    const at = facts.hexes[face.hex];
    if (!at) continue;
    const square = { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size, rx: size / 7 };
    svg.append(piece("rect", { ...square, class: "blip", "data-side": facts.inks[face.side] ?? 0 }));
  }
  const map = h("div", { class: "small-map", role: "img", "aria-label": label }, land, svg);
  Object.assign(map.style, { aspectRatio: `${box.width} / ${box.height}`, width: `min(100%, calc(var(--tallest, 60vh) * ${box.width / box.height}))` });
  return map;
}

/** What is in play, with some land around it. @param {GameFacts} facts @param {Pick<State, "faces">} shown */
function boxOf(facts, { faces }) {
  const hexes = facts.extent ?? (faces.length ? faces.map((face) => face.hex) : Object.keys(facts.hexes));
  const places = hexes.flatMap((hex) => facts.hexes[hex] ?? []);
  const edgeOf = (/** @type {"x" | "y"} */ axis, /** @type {number} */ most) => {
    const all = places.map((place) => place[axis]);
    const margin = MARGIN * facts.map.scale;
    const from = Math.max(0, Math.min(...all) - margin);
    return [from, Math.min(most, Math.max(...all) + margin) - from];
  };
  const [x = 0, width = 0] = edgeOf("x", facts.map.width);
  const [y = 0, height = 0] = edgeOf("y", facts.map.height);
  return { x, y, width, height };
}

/** The side that two hexes share. @param {GameFacts} facts @param {string} a @param {string} b */
function edge(facts, a, b) {
  const [from, to] = [facts.hexes[a], facts.hexes[b]];
  if (!from || !to) return piece("g", {});
  const half = facts.hexRadius / 2 / Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const along = { x: -(to.y - from.y) * half, y: (to.x - from.x) * half };
  return piece("line", { class: "front", x1: middle.x - along.x, y1: middle.y - along.y, x2: middle.x + along.x, y2: middle.y + along.y });
}

/** A hex as a shape. @param {GameFacts} facts @param {string} hex @param {Record<string, string | number>} attributes */
export function hexagon(facts, hex, attributes) {
  const { x = 0, y = 0 } = facts.hexes[hex] ?? {};
  const first = facts.map.top === "flat" ? 0 : Math.PI / 6;
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => first + (corner * Math.PI) / 3).map((angle) => `${(x + facts.hexRadius * Math.cos(angle)).toFixed(1)},${(y + facts.hexRadius * Math.sin(angle)).toFixed(1)}`);
  return piece("polygon", { ...attributes, points: corners.join(" ") });
}

/** A town, with who holds it and who held it in history. @param {GameFacts} facts @param {string} hex @param {Record<string, string | number>} attributes */
export function townMark(facts, hex, attributes) {
  const { x = 0, y = 0 } = facts.hexes[hex] ?? {};
  return piece("circle", { ...attributes, cx: x, cy: y, r: facts.map.scale * 0.42 });
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
export function piece(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
