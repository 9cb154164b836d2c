/** What is laid over the map while one plays: washes, rings, paths, arrows, overlays. */

import { make, tenth } from "./svg.js";

/** @import { HexMap } from "./hexmap.js" */
/** @import { Arrow, Cost, Point, Shade } from "./types.js" */

/** @param {Element} element @param {...(Element | null)} children */
function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/** @param {string} data @param {string} name */
function path(data, name) {
  return make("path", { d: data, class: name });
}

/** @param {string} text @param {Point} at @param {string} name */
function chip(text, at, name) {
  const wide = Math.max(30, 12 * text.length + 14);
  return make(
    "g",
    { transform: `translate(${tenth(at.x)} ${tenth(at.y)})` },
    make(
      "g",
      { class: `chip ${name}` },
      make("rect", { x: -wide / 2, y: -15, width: wide, height: 30, rx: 15 }),
      make("text", { y: 7.5 }, text),
    ),
  );
}

export class Highlights {
  /**
   * @param {SVGSVGElement} under Below the counters.
   * @param {SVGSVGElement} over Above them.
   */
  constructor(under, over) {
    /** @type {HexMap | null} */
    this.map = null;
    const g = (/** @type {string} */ name) => make("g", { class: name });
    this.dim = g("dim");
    this.ground = g("ground");
    this.front = g("front-line");
    this.pocket = g("pocket");
    this.shades = g("shades");
    this.wash = g("wash");
    this.trails = g("trails");
    this.march = g("march");
    this.line = g("supply-line");
    this.hover = g("hover");
    under.append(this.dim, this.ground, this.shades, this.wash, this.pocket, this.front, this.line, this.trails, this.march, this.hover);
    this.arrows = g("arrows");
    this.rings = g("rings");
    this.targets = g("targets");
    this.path = g("way");
    this.price = g("price");
    this.tag = g("tag");
    this.cursor = g("cursor");
    over.append(this.arrows, this.rings, this.targets, this.tag, this.path, this.price, this.cursor);
    /** @type {Record<string, Cost>} */
    this.costs = {};
    /** @type {Set<string>} */
    this.targetHexes = new Set();
    /** @type {string[]} */
    this.way = [];
  }

  clear() {
    for (const g of [this.ground, this.front, this.pocket, this.tag, this.shades, this.wash, this.line, this.hover, this.trails, this.march, this.arrows, this.rings, this.targets, this.path, this.price, this.cursor]) {
      g.replaceChildren();
    }
    this.costs = {};
    this.targetHexes = new Set();
    this.way = [];
  }

  /** @param {Iterable<string>} hexes @returns {string[]} Those that the map has. */
  #known(hexes) {
    return this.map ? [...hexes].filter((hex) => this.map?.has(hex)) : [];
  }

  /**
   * @param {readonly (readonly [string, string])[] | null} pairs Hexes on both sides of the front line.
   * @param {Iterable<string>} gained Hexes that have changed hands.
   * @param {string} side Whose they are now.
   */
  setFront(pairs, gained, side) {
    const map = this.map;
    if (!map) return;
    const ground = this.#known(gained);
    fill(this.ground, ground.length ? path(map.shapes(ground), `ground-fill shade-${sideName(side)}`) : null);
    const known = (pairs ?? []).filter(([a, b]) => map.has(a) && map.has(b));
    const other = known.map(([a, b]) => /** @type {[string, string]} */ ([b, a]));
    const drawn = [path(map.along(known, 0), "front-back"), path(map.along(known, 0.07), "front-own"), path(map.along(other, 0.07), "front-other")];
    fill(this.front, ...(known.length ? drawn : []));
  }

  /** @param {Iterable<string>} hexes Hexes that have just been cut off. */
  setPocket(hexes) {
    const map = this.map;
    const known = this.#known(hexes);
    if (!map || !known.length) return fill(this.pocket);
    fill(this.pocket, path(map.shapes(known), "pocket-fill"), path(map.rim(known), "pocket-rim"));
  }

  /** Dim what lies outside of a part of the map. @param {{x: number, y: number, width: number, height: number} | null} area @param {number} width @param {number} height Of the whole map. */
  setArea(area, width, height) {
    if (!area) return fill(this.dim);
    const [right, bottom] = [area.x + area.width, area.y + area.height];
    const outside = `M0 0H${width}V${height}H0zM${tenth(area.x)} ${tenth(area.y)}V${tenth(bottom)}H${tenth(right)}V${tenth(area.y)}z`;
    fill(this.dim, path(outside, "dim-fill"));
  }

  /** @param {string | null} hex @param {string} text Stands above the counters of a hex. */
  setTag(hex, text) {
    const map = this.map;
    if (!map || hex === null || !text) return fill(this.tag);
    const { x, y } = map.centre(hex);
    fill(this.tag, chip(text, { x, y: y - map.spacing * 0.52 }, "chip-tag"));
  }

  /** @param {Record<string, Cost>} costs @param {readonly string[]} [foes] Those where the enemy is. */
  setDestinations(costs, foes = []) {
    this.costs = costs;
    const hexes = this.#known(Object.keys(costs));
    const map = this.map;
    if (!map || !hexes.length) {
      fill(this.wash);
      return;
    }
    const foot = map.radius * 0.62;
    const figures = make("g", { class: "wash-costs" });
    for (const hex of hexes) {
      const cost = costs[hex];
      if (cost === undefined || cost === "" || cost === null) continue;
      const { x, y } = map.centre(hex);
      figures.append(make("text", { x: tenth(x), y: tenth(y + foot) }, String(cost)));
    }
    const hostile = this.#known(foes);
    const own = hexes.filter((hex) => !foes.includes(hex));
    fill(
      this.wash,
      path(map.shapes(own), "wash-fill"),
      path(map.rim(own), "wash-rim"),
      hostile.length ? path(map.shapes(hostile), "wash-foe") : null,
      hostile.length ? path(map.rim(hostile), "wash-foe-rim") : null,
      figures,
    );
  }

  /** @param {string | null} hex */
  setHover(hex) {
    const map = this.map;
    if (!map || hex === null) {
      fill(this.hover);
      fill(this.price);
      return;
    }
    fill(this.hover, path(map.shape(hex, 0.97), hex in this.costs ? "hover-may" : "hover-hex"));
    const cost = this.costs[hex];
    const alone = this.way[this.way.length - 1] !== hex;
    fill(this.price, cost !== undefined && cost !== "" && alone ? chip(String(cost), map.centre(hex), "chip-price") : null);
  }

  /** @param {string | null} hex The hex of the keyboard. */
  setCursor(hex) {
    const map = this.map;
    if (!map || hex === null) fill(this.cursor);
    else fill(this.cursor, path(map.shape(hex, 0.94), "cursor-back"), path(map.shape(hex, 0.94), "cursor-hex"));
  }

  /** @param {Iterable<string>} hexes @param {ReadonlySet<string>} urgent Those that must not be forgotten. */
  setTargets(hexes, urgent) {
    const known = this.#known(hexes);
    this.targetHexes = new Set(known);
    fill(this.targets, ...known.map((hex) => {
      const ring = this.#ring(hex, "target");
      ring.classList.toggle("urgent", urgent.has(hex));
      return ring;
    }));
  }

  /** @param {Iterable<string>} hexes */
  setRings(hexes) {
    fill(this.rings, ...this.#known(hexes).map((hex) => this.#ring(hex, "ring")));
  }

  /** @param {string} hex @param {string} name */
  #ring(hex, name) {
    const map = /** @type {HexMap} */ (this.map);
    const shape = map.shape(hex, 0.9);
    const parts = [path(shape, `${name}-back`), path(shape, `${name}-line`)];
    if (name === "target") {
      // Four marks pointing inward tell it from other rings without colour.
      const { x, y } = map.centre(hex);
      const [far, near] = [map.spacing * 0.5, map.spacing * 0.33];
      const marks = [[0, -1], [0, 1], [-1, 0], [1, 0]]
        .map(([dx = 0, dy = 0]) => `M${tenth(x + dx * far)} ${tenth(y + dy * far)}L${tenth(x + dx * near)} ${tenth(y + dy * near)}`)
        .join("");
      parts.push(path(marks, "target-back"), path(marks, "target-line"));
    }
    return make("g", { "data-hex": hex }, ...parts);
  }

  /** @param {readonly string[]} hexes @param {string} text */
  setPath(hexes, text) {
    this.way = this.#known(hexes);
    fill(this.price);
    const map = this.map;
    const last = this.way[this.way.length - 1];
    if (!map || this.way.length < 2 || last === undefined) {
      fill(this.path);
      return;
    }
    const points = this.way.map((hex) => map.centre(hex));
    const [first, second] = /** @type {[Point, Point]} */ (points);
    // It begins beside the counter, not on it.
    const from = { x: first.x + (second.x - first.x) * 0.44, y: first.y + (second.y - first.y) * 0.44 };
    const data = through([from, ...points.slice(1)]);
    const dots = make("g", { class: "way-dots" });
    this.way.slice(1, -1).forEach((hex, i) => {
      const cost = this.costs[hex];
      const at = /** @type {Point} */ (points[i + 1]);
      if (cost === undefined || cost === "") dots.append(make("circle", { cx: tenth(at.x), cy: tenth(at.y), r: 6 }));
      else dots.append(chip(String(cost), at, "chip-step"));
    });
    const end = map.centre(last);
    const price = text || String(this.costs[last] ?? "");
    fill(
      this.path,
      path(data, "way-back"),
      path(data, "way-line"),
      dots,
      path(map.shape(last, 0.93), "way-end"),
      price ? chip(price, { x: end.x, y: end.y + map.spacing * 0.36 }, "chip-price") : null,
    );
  }

  /** @param {readonly (readonly string[])[]} ways Ways that units go, drawn below the counters. @param {string} kind */
  setMarch(ways, kind) {
    const map = this.map;
    if (!map) return;
    const drawn = ways.map((way) => this.#known(way)).filter((way) => way.length > 1).map((way) => {
      const points = way.map((hex) => map.centre(hex));
      const [before, end] = /** @type {[Point, Point]} */ (points.slice(-2));
      const { head } = arrow(before, end, 0.3, map.spacing);
      return make("g", { class: `march-way march-${kind}` }, path(through(points), "march-back"), path(through(points), "march-line"), path(head, "march-head"));
    });
    fill(this.march, ...drawn);
  }

  /** Where units went: below the counters, with the head beside the counter. @param {readonly (readonly string[])[]} ways */
  setTrails(ways) {
    const map = this.map;
    if (!map) return;
    const shafts = [];
    const heads = [];
    for (const way of ways) {
      const points = this.#known(way).map((hex) => map.centre(hex));
      const [before, end] = /** @type {[Point, Point]} */ (points.slice(-2));
      if (!end) continue;
      const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
      const back = Math.min(0.5, (map.spacing * 0.42) / length);
      const stop = { x: end.x - (end.x - before.x) * back, y: end.y - (end.y - before.y) * back };
      shafts.push(through([...points.slice(0, -1), stop]));
      heads.push(arrow(before, stop, 0.2, map.spacing).head);
    }
    fill(this.trails, ...(shafts.length ? [path(shafts.join(""), "trail-back"), path(shafts.join(""), "trail-line"), path(heads.join(""), "trail-head")] : []));
  }

  /** @param {readonly Arrow[]} arrows */
  setArrows(arrows) {
    const map = this.map;
    if (!map) return;
    const drawn = [];
    for (const [from, to, kind] of arrows) {
      if (!map.has(from) || !map.has(to) || from === to) continue;
      const known = ["move", "attack", "retreat", "advance"].includes(kind) ? kind : "move";
      const data = arrow(map.centre(from), map.centre(to), 0.3, map.spacing);
      drawn.push(make("g", { class: `arrow arrow-${known}` }, path(data.shaft, "arrow-back"), path(data.shaft, "arrow-line"), path(data.head, "arrow-head")));
    }
    fill(this.arrows, ...drawn);
  }

  /** @param {readonly Shade[]} shades */
  setShades(shades) {
    const map = this.map;
    if (!map) return;
    fill(
      this.shades,
      ...shades.map((shade) => {
        const known = this.#known(shade.hexes);
        const side = sideName(shade.side);
        const inside = path(map.shapes(known), "shade-fill");
        inside.setAttribute("fill", `url(#hatch-${side})`);
        return make("g", { class: `shade shade-${side}`, "data-tone": shade.tone ?? "" }, path(map.shapes(known), "shade-tint"), inside, path(map.rim(known), "shade-rim"));
      }),
    );
  }

  /** @param {readonly string[]} hexes The line that is looked at. @param {readonly (readonly string[])[]} others */
  setLine(hexes, others) {
    const map = this.map;
    if (!map) return;
    const ways = others.map((way) => this.#known(way)).filter((way) => way.length > 1);
    const data = ways.map((way) => `M${way.map((hex) => `${map.centre(hex).x} ${map.centre(hex).y}`).join("L")}`).join("");
    fill(this.line, ...(data ? [path(data, "lines-back"), path(data, "lines-line")] : []), ...this.#lineOf(map, this.#known(hexes)));
  }

  /** @param {HexMap} map @param {readonly string[]} known @returns {SVGElement[]} */
  #lineOf(map, known) {
    const [first, last] = [known[0], known[known.length - 1]];
    if (first === undefined || last === undefined) return [];
    const data = through(known.map((hex) => map.centre(hex)));
    const [start, end] = [map.centre(first), map.centre(last)];
    return [
      path(data, "line-back"),
      path(data, "line-line"),
      make("circle", { cx: start.x, cy: start.y, r: 9, class: "line-start" }),
      make("circle", { cx: end.x, cy: end.y, r: 17, class: "line-end" }),
      make("circle", { cx: end.x, cy: end.y, r: 7, class: "line-core" }),
    ];
  }
}

/** @param {string} side @returns {string} The name of its hatching in the drawing. */
export function sideName(side) {
  return side === "german" || side === "soviet" ? side : "neutral";
}

/** A smooth line through points. @param {readonly Point[]} points */
function through(points) {
  const at = (/** @type {number} */ i) => /** @type {Point} */ (points[Math.max(0, Math.min(points.length - 1, i))]);
  let data = `M${tenth(at(0).x)} ${tenth(at(0).y)}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [p, a, b, n] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const lead = { x: a.x + (b.x - p.x) / 6, y: a.y + (b.y - p.y) / 6 };
    const trail = { x: b.x - (n.x - a.x) / 6, y: b.y - (n.y - a.y) / 6 };
    data += `C${tenth(lead.x)} ${tenth(lead.y)} ${tenth(trail.x)} ${tenth(trail.y)} ${tenth(b.x)} ${tenth(b.y)}`;
  }
  return data;
}

/**
 * A slightly bent arrow from one hex to another.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} size The head, as a share of a hex.
 * @param {number} spacing
 */
function arrow(from, to, size, spacing) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const start = { x: from.x + ux * spacing * 0.22, y: from.y + uy * spacing * 0.22 };
  const tip = { x: to.x - ux * spacing * 0.1, y: to.y - uy * spacing * 0.1 };
  const bend = Math.min(length * 0.1, spacing * 0.5);
  const middle = { x: (start.x + tip.x) / 2 - uy * bend, y: (start.y + tip.y) / 2 + ux * bend };
  const way = Math.hypot(tip.x - middle.x, tip.y - middle.y) || 1;
  const [hx, hy] = [(tip.x - middle.x) / way, (tip.y - middle.y) / way];
  const head = spacing * size;
  const base = { x: tip.x - hx * head, y: tip.y - hy * head };
  const wing = (/** @type {number} */ hand) => `${tenth(base.x - hy * head * 0.55 * hand)} ${tenth(base.y + hx * head * 0.55 * hand)}`;
  return {
    shaft: `M${tenth(start.x)} ${tenth(start.y)}Q${tenth(middle.x)} ${tenth(middle.y)} ${tenth(base.x)} ${tenth(base.y)}`,
    head: `M${tenth(tip.x)} ${tenth(tip.y)}L${wing(1)}L${wing(-1)}z`,
  };
}
