/** Making SVG elements. */

export const NS = "http://www.w3.org/2000/svg";

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
  const whole = text.trimStart().startsWith("<svg") ? text : `<svg xmlns="${NS}">${text}</svg>`;
  const parsed = new DOMParser().parseFromString(whole, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("The server sent a picture that cannot be read.");
  for (const element of [...parsed.querySelectorAll("script, foreignObject, style, a, image, iframe")]) element.remove();
  for (const element of parsed.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (name.startsWith("on") || name === "style") element.removeAttribute(name);
    }
  }
  const root = parsed.documentElement;
  const wanted = whole === text ? root : root.firstElementChild;
  return /** @type {SVGElement} */ (document.importNode(/** @type {Element} */ (wanted), true));
}

/** @param {number} value A coordinate, to a tenth. */
export function tenth(value) {
  return Math.round(value * 10) / 10;
}
