/** Small things that appear beside the pointer and vanish by themselves: rulings and menus. */

import { button, h } from "../common/dom.js";
import { capital } from "../common/words.js";
import { caseLink, linked } from "./links.js";

/** @import { LinkTargets } from "./links.js" */

/** @typedef {{label: string, act: () => void, shown?: () => void, key?: string}} MenuItem */
/** @typedef {{case: string, text: string}} Ruling What is not allowed, and by which case; by none when it is the server that speaks. */

const STAYS = 6000;

/** @type {HTMLElement | null} */
let shown = null;
let timer = 0;

/** Take away whatever is beside the pointer. */
export function hidePointer() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/** @param {HTMLElement} element @param {{x: number, y: number}} at */
function place(element, at) {
  hidePointer();
  shown = element;
  (document.querySelector("main") ?? document.body).append(element);
  const box = element.getBoundingClientRect();
  const x = Math.max(8, Math.min(at.x + 14, innerWidth - box.width - 8));
  const below = at.y + 18;
  const y = below + box.height > innerHeight - 8 ? Math.max(8, at.y - box.height - 18) : below;
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

/** @param {{x: number, y: number}} at @param {Ruling} ruling @param {LinkTargets} to */
export function showRuling(at, ruling, to) {
  const text = capital(ruling.text.replace(/[.\s]*$/, "."));
  const note = h(
    "div",
    { class: "pointer ruling", role: "alert" },
    linked(text, to),
    ruling.case ? [" ", caseLink(ruling.case, to)] : null,
  );
  place(note, at);
  const leave = () => {
    timer = window.setTimeout(hidePointer, STAYS);
  };
  note.addEventListener("pointerenter", () => clearTimeout(timer));
  note.addEventListener("pointerleave", leave);
  leave();
}

/** @param {{x: number, y: number}} at @param {string} title @param {MenuItem[]} items */
export function showMenu(at, title, items) {
  const before = document.activeElement;
  const close = () => {
    hidePointer();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true });
  };
  const buttons = items.map((item) =>
    button(
      capital(item.label),
      () => {
        close();
        item.act();
      },
      { role: "menuitem", onmouseenter: item.shown, onfocus: item.shown, "data-key": item.key },
    ),
  );
  const menu = h("div", { class: "pointer menu", role: "menu", "aria-label": title }, h("p", { role: "presentation" }, title), buttons);
  menu.addEventListener("keydown", (event) => {
    const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) buttons[(now + step + buttons.length) % buttons.length]?.focus();
    if (event.key === "Escape") close();
    if (step || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  place(menu, at);
  buttons[0]?.focus({ preventScroll: true });
}

document.addEventListener("pointerdown", (event) => {
  if (shown && event.target instanceof Node && !shown.contains(event.target)) hidePointer();
});
