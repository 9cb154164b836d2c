/** Examples of cases: a small piece of the map with its counters, an arrow, and what the rules say to it. */

import { parseFragments } from "../board/svg.js";
import { get } from "../common/api.js";
import { h } from "../common/dom.js";
import { landAddress } from "../common/keep.js";
import { capital } from "../common/words.js";
import { linked } from "../play/links.js";
import { dress } from "./load.js";
import { piece } from "./picture.js";

/** @import { Drawn, ExampleFacts, ExamplesFacts, GameFacts } from "../common/types.js" */
/** @import { LinkTargets } from "../play/links.js" */

/** How large a counter is, whose picture is 100 wide, and by how much those of a stack lie beside each other. */
const COUNTER = 0.76;
const STEP = 9;
/** How far from the middle of a counter an arrow begins or ends, and how long its head is. */
const BESIDE = 34;
const HEAD = 26;
/** Hexes of land around what is shown. */
const MARGIN = 1.3;

/** @type {Map<string, Promise<ExamplesFacts>>} */
const asked = new Map();

/** @param {LinkTargets} to @param {string} id @returns {Promise<HTMLElement | null>} */
export async function exampleOf(to, id) {
  const { facts } = to;
  const found = asked.get(facts.id) ?? /** @type {Promise<ExamplesFacts>} */ (get(`/api/games/${facts.id}/examples`));
  asked.set(facts.id, found);
  const [{ examples, looks }] = await Promise.all([found, dress()]);
  const example = examples[id];
  if (!example) return null;
  return h("figure", { class: "example", tabindex: 0 }, pieceOfMap(facts, example, looks), h("figcaption", null,
    h("p", { class: "reading" }, linked(example.say, to)),
    example.ruling ? h("p", { class: "no" }, "Refused: ", linked(`${capital(example.ruling)}.`, to)) : null));
}

/** @param {GameFacts} facts @param {ExampleFacts} example @param {Record<string, string>} looks */
function pieceOfMap(facts, example, looks) {
  const at = (/** @type {string} */ hex) => facts.hexes[hex];
  const places = [...example.faces.map((face) => face.hex), ...example.arrows.flatMap((arrow) => arrow.hexes)].flatMap((hex) => at(hex) ?? []);
  const margin = MARGIN * facts.map.scale;
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [width, height] = [Math.max(...xs) + margin - x, Math.max(...ys) + margin - y];
  const svg = piece("svg", { "aria-hidden": "true", viewBox: `${x} ${y} ${width} ${height}` });
  /** @type {Map<string, number>} */
  const stacked = new Map();
  for (const face of example.faces) {
    const place = at(face.hex);
    const [picture] = parseFragments([looks[face.look] ?? ""]);
    if (!place || !picture) continue;
    const level = stacked.get(face.hex) ?? 0;
    stacked.set(face.hex, level + 1);
    const by = level * STEP - 50 * COUNTER;
    const counter = piece("g", { transform: `translate(${place.x + by} ${place.y - level * STEP - 50 * COUNTER}) scale(${COUNTER})` });
    counter.append(picture);
    svg.append(counter);
  }
  for (const arrow of example.arrows) svg.append(drawn(facts, arrow, stacked));
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  const land = h("img", { alt: "", src: landAddress(facts.board) });
  Object.assign(land.style, { width: share(facts.map.width, width), height: share(facts.map.height, height), left: share(-x, width), top: share(-y, height) });
  const map = h("div", { class: "small-map", role: "img", "aria-label": "An example on the map" }, land, svg);
  Object.assign(map.style, { aspectRatio: `${width} / ${height}`, width: `min(100%, calc(38vh * ${width / height}))` });
  return map;
}

/**
 * An arrow from hex to hex, beside the counters there; one that cannot be gone ends in a cross.
 *
 * @param {GameFacts} facts
 * @param {Drawn} arrow
 * @param {ReadonlyMap<string, number>} stacked The hexes that counters lie in.
 */
function drawn(facts, { kind, hexes }, stacked) {
  const points = hexes.flatMap((hex) => facts.hexes[hex] ?? []);
  const group = piece("g", { class: "way", "data-kind": kind });
  const [first, second] = points;
  const [last, before] = [points[points.length - 1], points[points.length - 2]];
  if (!first || !second || !last || !before) return group;
  const from = stacked.has(hexes[0] ?? "") ? along(first, second, BESIDE) : first;
  const end = stacked.has(hexes[hexes.length - 1] ?? "") ? along(last, before, BESIDE) : last;
  const neck = along(end, before, HEAD);
  const line = [from, ...points.slice(1, -1), kind === "refused" ? end : neck];
  group.append(piece("polyline", { points: line.map(({ x, y }) => `${x},${y}`).join(" ") }));
  const [dx, dy] = [(end.x - neck.x) / 2, (end.y - neck.y) / 2];
  if (kind === "refused") group.append(piece("path", { d: `M${end.x - 13} ${end.y - 13}l26 26m0-26l-26 26` }));
  else group.append(piece("polygon", { points: `${end.x},${end.y} ${neck.x - dy},${neck.y + dx} ${neck.x + dy},${neck.y - dx}` }));
  return group;
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} by */
function along(from, to, by) {
  const share = by / Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
