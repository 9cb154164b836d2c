/** Text in which hexes, units and cases can be clicked. */

import { button, h } from "../common/dom.js";

/** @import { GameFacts } from "../common/types.js" */

/**
 * @typedef {{facts: GameFacts, showHex: (hex: string) => void, showUnit: (unit: string) => void,
 *   showCase: (id: string) => void}} LinkTargets
 */

const WORD = /[A-Za-z0-9][A-Za-z0-9/]*(?:[-.][A-Za-z0-9/]+)*/g;

const MONTH = /(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* $/;

/**
 * A text with links to what it names.
 *
 * @param {string} text
 * @param {LinkTargets} to
 * @returns {(Node | string)[]}
 */
export function linked(text, to) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (MONTH.test(text.slice(0, match.index))) continue;
    const inBrackets = text[match.index - 1] === "(" && text[match.index + match[0].length] === ")";
    const nodes = linkOf(match[0], inBrackets, to);
    if (!nodes) continue;
    parts.push(text.slice(end, match.index), ...nodes);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** @param {string} word @param {boolean} inBrackets @param {LinkTargets} to @returns {(Node | string)[] | null} */
function linkOf(word, inBrackets, to) {
  const { facts } = to;
  if (word in facts.units) return [link(word, "unit", () => to.showUnit(word))];
  if (word in facts.hexes) return [link(word, "hex", () => to.showHex(word))];
  if (inBrackets && word in facts.cases) return [caseLink(word, to)];
  const steps = word.split("-");
  if (steps.length > 1 && steps.every((step) => step in facts.hexes)) {
    return steps.flatMap((step, i) => [i ? "–" : "", link(step, "hex", () => to.showHex(step))]);
  }
  return null;
}

/** @param {string} text @param {string} kind @param {() => void} act */
function link(text, kind, act) {
  return button(text, act, { class: `link ${kind}` });
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
