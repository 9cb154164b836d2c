/** Counters from afar: blocks in the colour of their side, with size and type. */

import { make } from "./svg.js";

/** @import { Face } from "./types.js" */

const CROSS = "M-30 -8L30 32M-30 32L30 -8";
const SLASH = "M-30 32L30 -8";
const OVAL = "M-18 2h36a10 10 0 0 1 0 20h-36a10 10 0 0 1 0 -20z";
/** @type {Record<string, string>} */
const SIGNS = { infantry: CROSS, ski: CROSS, parachute: CROSS, airborne: CROSS, armor: OVAL, mechanized: `${CROSS}${OVAL}`, motorized: `${CROSS}${OVAL}`, cavalry: SLASH };

/** @param {Face} face @returns {SVGElement} */
export function blockOf(face) {
  return make(
    "g",
    { class: "unit-block", "aria-hidden": "true" },
    make("rect", { x: -52, y: -52, width: 104, height: 104, rx: 9 }),
    make("text", { x: 0, y: -18 }, face.size ?? ""),
    make("path", { d: SIGNS[face.type ?? ""] ?? "" }),
  );
}
