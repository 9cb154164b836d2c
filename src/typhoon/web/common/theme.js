/** Light or dark surroundings: as the machine says, or as chosen. */

import { keep, recall } from "./keep.js";

const ORDER = ["auto", "light", "dark"];

export function applyTheme() {
  const chosen = recall("theme") ?? "auto";
  document.documentElement.dataset.theme = chosen;
}

/** @returns {string} What the surroundings are now. */
export function nextTheme() {
  const next = ORDER[(ORDER.indexOf(recall("theme") ?? "auto") + 1) % ORDER.length] ?? "auto";
  keep("theme", next);
  applyTheme();
  return next;
}
