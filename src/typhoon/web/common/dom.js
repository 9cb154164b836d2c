/** Making elements. */

const ICONS = new URL("../icons.svg", import.meta.url).pathname;

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes, listeners (`onclick`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  element.append(...present(children.flat()));
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function present(children) {
  return /** @type {any[]} */ (children.filter((c) => c !== null && c !== undefined && c !== false)).map((c) =>
    typeof c === "number" ? String(c) : c,
  );
}

/**
 * Replace what is in an element, leaving the keyboard focus where it was:
 * on the new element that carries the same `data-key`.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.key : undefined;
  element.replaceChildren(...present(children.flat()));
  if (!key) return;
  const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * A little picture from the page's own set.
 *
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/**
 * A button.
 *
 * @param {Child | Child[]} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(label, onclick, attributes) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** @returns {boolean} Whether the player asked the machine for little motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
