/** Making SVG elements. */

export const NS = "http://www.w3.org/2000/svg";
/** Attributes that run or restyle something; a large map is only searched through when it has any. */
const SUSPECT = /\s(on\w*|style)\s*=/i;

/**
 * An SVG element with attributes and children.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * An SVG text as an element of this document; nothing in it can run.
 *
 * @param {string} text A whole document or a fragment such as `<g>...</g>`.
 * @returns {SVGElement}
 */
export function parseSvg(text) {
  const whole = text.trimStart().startsWith("<svg");
  return whole ? parsed(text) : /** @type {SVGElement} */ (parseFragments([text])[0]);
}

/** @param {readonly string[]} texts Fragments of one element each, which are read together. @returns {SVGElement[]} */
export function parseFragments(texts) {
  return /** @type {SVGElement[]} */ ([...parsed(`<svg xmlns="${NS}">${texts.join("")}</svg>`).children]);
}

/** @param {string} text @returns {SVGSVGElement} */
function parsed(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml");
  if (found.querySelector("parsererror")) throw new Error("The server sent a picture that cannot be read.");
  for (const element of [...found.querySelectorAll("script, foreignObject, style, a, image, iframe")]) element.remove();
  for (const element of SUSPECT.test(text) ? found.querySelectorAll("*") : []) {
    for (const name of element.getAttributeNames()) {
      if (/^(on|style$)/i.test(name)) element.removeAttribute(name);
    }
  }
  return /** @type {SVGSVGElement} */ (document.importNode(/** @type {Element} */ (found.documentElement), true));
}

/** @param {number} value A coordinate, to a tenth. */
export function tenth(value) {
  return Math.round(value * 10) / 10;
}
