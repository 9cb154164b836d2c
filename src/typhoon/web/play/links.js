/** Text in which hexes, units and cases can be clicked. */

import { button, h } from "../common/dom.js";
import { namesOf } from "../common/names.js";

/** @import { GameFacts } from "../common/types.js" */

/**
 * @typedef {{facts: GameFacts, showHex: (hex: string) => void, showUnit: (unit: string) => void,
 *   showCase: (id: string) => void}} LinkTargets
 */

/**
 * A text in words, with links to what it names.
 *
 * @param {string} text
 * @param {LinkTargets} to
 * @returns {(Node | string)[]}
 */
export function linked(text, to) {
  const names = namesOf(to.facts);
  return names.spoken(text).flatMap(({ text: told, unit, hex }) => {
    if (unit !== undefined) return [link(told, "unit", () => to.showUnit(unit), names.ids ? "" : unit)];
    if (hex !== undefined) return [link(told, "hex", () => to.showHex(hex), names.ids ? "" : hex)];
    return withCases(told, to);
  });
}

/** @param {string} text @param {LinkTargets} to @returns {(Node | string)[]} */
function withCases(text, to) {
  return text.split(/(?<=\()([A-Za-z0-9.]+)(?=\))/).map((part, i) => (i % 2 && part in to.facts.cases ? caseLink(part, to) : part));
}

/**
 * Words to be clicked. They are no button, since a line breaks around a button, and not within it.
 *
 * @param {string} text @param {string} kind @param {() => void} act @param {string} title  the id or number
 */
function link(text, kind, act, title) {
  const onclick = (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    act();
  };
  return h("a", { href: "#", class: `link ${kind}`, title, draggable: "false", onclick }, text);
}

/**
 * @param {string} id
 * @param {LinkTargets} to
 */
export function caseLink(id, to) {
  const title = to.facts.cases[id]?.title;
  return button(id, () => to.showCase(id), {
    class: "link case",
    title: title ?? "",
    "aria-label": `Case ${id}${title ? `: ${title}` : ""}`,
  });
}

/** @param {string} text @param {string} id @param {LinkTargets} to */
export function withCase(text, id, to) {
  return h("span", null, text, id ? [" ", caseLink(id, to)] : null);
}
