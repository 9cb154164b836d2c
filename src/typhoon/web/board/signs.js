/** Signs that lie in hexes whoever stands there: works, markers.  From afar they grow, as far as what counters show is left free. */

import { make, parseFragments, tenth } from "./svg.js";

/** @import { HexMap } from "./hexmap.js" */
/** @import { SignFacts } from "./types.js" */

/** How large a sign is in units of the drawing, if possible in pixels, and how many times it grows at most: between two counters there is room for no more beside the pictures of their types. */
const SIZE = 30;
const PIXELS = 11;
const MOST = 1.6;

export class Signs {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, Node>} */
    this.pictures = new Map();
    this.shown = "";
  }

  /**
   * @param {Record<string, readonly string[]>} signs
   * @param {Record<string, SignFacts>} facts
   * @param {HexMap | null} map
   */
  set(signs, facts, map) {
    const shown = JSON.stringify(signs);
    if (!map || shown === this.shown) return;
    this.shown = shown;
    const fresh = Object.keys(signs).filter((kind) => facts[kind] && !this.pictures.has(kind));
    const drawn = parseFragments(fresh.map((kind) => `<g>${facts[kind]?.picture}</g>`));
    fresh.forEach((kind, i) => this.pictures.set(kind, /** @type {Node} */ (drawn[i])));
    this.svg.replaceChildren(...Object.entries(signs).flatMap(([kind, hexes]) => hexes.filter((hex) => map.has(hex)).map((hex) => this.#sign(kind, hex, facts[kind], map))));
  }

  /** @param {string} kind @param {string} hex @param {SignFacts | undefined} facts @param {HexMap} map */
  #sign(kind, hex, facts, map) {
    const { x, y } = map.centre(hex);
    const { x: dx = 0, y: dy = 0 } = facts ?? {};
    const sign = make("g", { class: dx || dy ? "sign" : "sign still" });
    sign.append(...(this.pictures.has(kind) ? [/** @type {Node} */ (this.pictures.get(kind)).cloneNode(true)] : []));
    sign.style.setProperty("--dx", `${dx}px`);
    sign.style.setProperty("--dy", `${dy}px`);
    return make("g", { transform: `translate(${tenth(x)} ${tenth(y)})`, "data-sign": kind, "data-hex": hex }, sign);
  }

  /** @param {number} pixels Pixels for a unit of the drawing. */
  zoomed(pixels) {
    const grown = Math.max(1, Math.min(MOST, PIXELS / (SIZE * pixels)));
    this.svg.style.setProperty("--grown", grown.toFixed(2));
  }
}
