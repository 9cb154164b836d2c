/** The drawn map: its land at once, hex numbers as soon as one comes near enough to read them. */

import { LAID_OUT } from "./camera.js";
import { make, parseSvg } from "./svg.js";

const NUMBERS_FROM = 0.42;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Where a part of a map is found: its "land", or its hex "numbers".
 *
 * @param {string} board Where the whole of it is.
 * @param {string | null} season "summer" or "winter"; the map's own when null.
 * @param {"land" | "numbers"} part
 */
export function mapAddress(board, season, part) {
  return `${board}&${new URLSearchParams({ part, ...(season ? { season } : {}) })}`;
}

/** @param {string} address @returns {Promise<string>} */
export async function fetchMap(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The map cannot be fetched: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

export class Sheet {
  /** @param {SVGElement} drawing @param {() => Promise<string>} numbers How the drawing of the hex numbers is fetched. */
  constructor(drawing, numbers) {
    this.svg = /** @type {SVGSVGElement} */ (drawing);
    const box = (this.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.width = box[2] ?? 1;
    this.height = box[3] ?? 1;
    this.svg.querySelector("title")?.remove();
    this.svg.setAttribute("class", "board-map");
    this.svg.setAttribute("aria-hidden", "true");
    this.fetchNumbers = numbers;
    /** @type {SVGGElement[] | null} Groups of hex numbers, shown only where one looks; null before they are there. */
    this.chunks = null;
    /** What was looked at last. */
    this.seen = { scale: 0, window: { x: 0, y: 0, width: 0, height: 0 } };
  }

  /** @param {SVGSVGElement} svg A picture that shall lie on the map. */
  cover(svg) {
    svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    svg.setAttribute("width", String(this.width * LAID_OUT));
    svg.setAttribute("height", String(this.height * LAID_OUT));
  }

  /** Hex numbers are many: only those in view are kept in the page's picture. @param {number} scale @param {Box} seen */
  look(scale, seen) {
    const near = scale >= NUMBERS_FROM;
    this.seen = { scale, window: seen };
    if (this.chunks === null) {
      if (near) void this.#addNumbers();
      return;
    }
    for (const chunk of this.chunks) {
      const [left = 0, top = 0, right = Infinity, bottom = Infinity] = (chunk.dataset.box ?? "").split(" ").map(Number);
      const shown =
        near &&
        left < seen.x + seen.width * 1.5 &&
        right > seen.x - seen.width * 0.5 &&
        top < seen.y + seen.height * 1.5 &&
        bottom > seen.y - seen.height * 0.5;
      chunk.classList.toggle("is-hidden", !shown);
    }
  }

  async #addNumbers() {
    this.chunks = [];
    try {
      const layer = parseSvg(await this.fetchNumbers()).querySelector("#layer-numbers");
      this.chunks = [.../** @type {NodeListOf<SVGGElement>} */ (layer?.querySelectorAll("[data-box]") ?? [])];
      this.look(this.seen.scale, this.seen.window);
      if (layer) this.svg.querySelector("#layer-numbers")?.replaceWith(layer);
    } catch {
      // The map can be played on without numbers; they are asked for again when it is moved.
      this.chunks = null;
    }
  }
}

/** A place for a map that is not there yet. @returns {SVGSVGElement} */
export function blankSheet() {
  return make("svg", { class: "board-map", "aria-hidden": "true" });
}
