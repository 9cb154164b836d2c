/** Where hexes lie: picking by arithmetic, neighbours, outlines. */

import { tenth } from "./svg.js";

/** @import { HexFacts, Point } from "./types.js" */

const ROOT_3 = Math.sqrt(3);
const AROUND = /** @type {const} */ ([[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]);

/**
 * The hexes of a map in axial coordinates, which are found from where their centres lie.
 */
export class HexMap {
  /**
   * @param {Record<string, HexFacts>} hexes
   * @param {boolean} flat Whether hexes stand on a side and not on a corner.
   */
  constructor(hexes, flat) {
    this.flat = flat;
    this.hexes = hexes;
    /** The numbers of all hexes. */
    this.numbers = Object.keys(hexes);
    const first = this.numbers[0];
    this.origin = first === undefined ? { x: 0, y: 0 } : this.centre(first);
    /** The distance between neighbouring centres. */
    this.spacing = this.#nearest() || 100;
    /** From the centre to a corner. */
    this.radius = this.spacing / ROOT_3;
    /** @type {Map<string, string>} */
    this.at = new Map();
    for (const number of this.numbers) this.at.set(this.#key(this.axial(this.centre(number))), number);
    this.cornerSteps = Array.from({ length: 6 }, (_, i) => {
      const angle = (Math.PI / 3) * i + (flat ? 0 : Math.PI / 6);
      return { x: this.radius * Math.cos(angle), y: this.radius * Math.sin(angle) };
    });
  }

  #nearest() {
    let least = Infinity;
    for (const number of this.numbers) {
      const { x, y } = this.centre(number);
      const gap = Math.hypot(x - this.origin.x, y - this.origin.y);
      if (gap > 1 && gap < least) least = gap;
    }
    return Number.isFinite(least) ? least : 0;
  }

  /** @param {readonly [number, number]} axial */
  #key([q, r]) {
    return `${q},${r}`;
  }

  /** @param {string} number @returns {boolean} */
  has(number) {
    return number in this.hexes;
  }

  /** @param {string} number @returns {Point} */
  centre(number) {
    const hex = this.hexes[number];
    if (!hex) throw new Error(`There is no hex ${number} on this map.`);
    return hex;
  }

  /**
   * The axial coordinates of the hex that holds a point.
   *
   * @param {Point} point
   * @returns {readonly [number, number]}
   */
  axial(point) {
    const x = (point.x - this.origin.x) / this.spacing;
    const y = (point.y - this.origin.y) / this.spacing;
    const across = (this.flat ? x : y) * (2 / ROOT_3);
    const along = (this.flat ? y : x) - across / 2;
    let q = Math.round(across);
    let r = Math.round(along);
    const s = Math.round(-across - along);
    const [dq, dr, ds] = [Math.abs(q - across), Math.abs(r - along), Math.abs(s + across + along)];
    if (dq > dr && dq > ds) q = -r - s;
    else if (dr > ds) r = -q - s;
    return [q || 0, r || 0];
  }

  /** @param {Point} point @returns {string | null} The hex under a point of the drawing. */
  pick(point) {
    return this.at.get(this.#key(this.axial(point))) ?? null;
  }

  /** @param {string} number @returns {(string | null)[]} The hexes around one; null where the map ends. */
  around(number) {
    const [q, r] = this.axial(this.centre(number));
    return AROUND.map(([dq, dr]) => this.at.get(this.#key([q + dq, r + dr])) ?? null);
  }

  /**
   * The neighbour in a direction of the screen.  `lane` is the line that a cursor keeps to where
   * the way goes in zigzag.
   *
   * @param {string} number
   * @param {number} dx -1, 0 or 1
   * @param {number} dy -1, 0 or 1
   * @param {Point} lane
   * @returns {string | null}
   */
  step(number, dx, dy, lane) {
    const here = this.centre(number);
    let best = null;
    let least = Infinity;
    for (const other of this.around(number)) {
      if (other === null) continue;
      const there = this.centre(other);
      const onward = ((there.x - here.x) * dx + (there.y - here.y) * dy) / this.spacing;
      if (onward < 0.4) continue;
      const aside = dx ? Math.abs(there.y - lane.y) : Math.abs(there.x - lane.x);
      const cost = aside / this.spacing - onward;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /**
   * @param {string} number
   * @param {number} [share] How much of the hex, 1 for all of it.
   * @returns {string} Path data.
   */
  shape(number, share = 1) {
    const { x, y } = this.centre(number);
    const points = this.cornerSteps.map((c) => `${tenth(x + c.x * share)} ${tenth(y + c.y * share)}`);
    return `M${points.join("L")}z`;
  }

  /** @param {Iterable<string>} numbers @returns {string} Path data of all these hexes. */
  shapes(numbers) {
    let data = "";
    for (const number of numbers) if (this.has(number)) data += this.shape(number);
    return data;
  }

  /** @param {Iterable<string>} numbers @returns {string} Path data of the rim of a set of hexes. */
  rim(numbers) {
    const all = new Set(numbers);
    let data = "";
    for (const number of all) {
      if (!this.has(number)) continue;
      const { x, y } = this.centre(number);
      this.around(number).forEach((other, side) => {
        if (other !== null && all.has(other)) return;
        const [a, b] = this.#side(side);
        data += `M${tenth(x + a.x)} ${tenth(y + a.y)}L${tenth(x + b.x)} ${tenth(y + b.y)}`;
      });
    }
    return data;
  }

  /**
   * @param {string} number
   * @param {string} other A neighbour.
   * @returns {[Point, Point] | null} The corners of the side between two hexes.
   */
  between(number, other) {
    const side = this.around(number).indexOf(other);
    if (side < 0) return null;
    const { x, y } = this.centre(number);
    const [a, b] = this.#side(side);
    return [{ x: x + a.x, y: y + a.y }, { x: x + b.x, y: y + b.y }];
  }

  /**
   * A line along the sides between hexes, on the first hexes' side of them.
   *
   * @param {readonly (readonly [string, string])[]} pairs
   * @param {number} inset How far inside, as a share of a hex.
   * @returns {string} Path data.
   */
  along(pairs, inset) {
    /** @type {Map<string, Point[]>} Where the line is at each corner. */
    const joints = new Map();
    let data = "";
    for (const [number, other] of pairs) {
      const centre = this.centre(number);
      const ends = (this.between(number, other) ?? []).map((corner) => {
        const point = { x: corner.x + (centre.x - corner.x) * inset, y: corner.y + (centre.y - corner.y) * inset };
        const key = `${Math.round(corner.x)},${Math.round(corner.y)}`;
        joints.set(key, [...(joints.get(key) ?? []), point]);
        return point;
      });
      data += line(ends);
    }
    for (const ends of joints.values()) data += line(ends);
    return data;
  }

  /** @param {number} side @returns {[Point, Point]} */
  #side(side) {
    // Axial direction i of `AROUND` looks across the side between these two corners.
    const first = this.flat ? side : (6 - side) % 6;
    return [
      /** @type {Point} */ (this.cornerSteps[first]),
      /** @type {Point} */ (this.cornerSteps[(first + 1) % 6]),
    ];
  }
}

/** @param {readonly Point[]} points @returns {string} Path data; nothing for less than two points. */
function line(points) {
  return points.length < 2 ? "" : `M${points.map(({ x, y }) => `${tenth(x)} ${tenth(y)}`).join("L")}`;
}
