/** Counters on the board: stacks, fans, glides, and their names. */

import { calm } from "./camera.js";
import { blockOf } from "./block.js";
import { SCALE, fanOf } from "./fan.js";
import { inOrder, nearest, reorder } from "./places.js";
import { make, parseFragments, tenth } from "./svg.js";

/** @import { HexMap } from "./hexmap.js" */
/** @import { Entry, Face, Point, Pose } from "./types.js" */

const STEP = 7 * SCALE;
const SHOWN = 3;
const GLIDE = 180;
const LIFT = 5;
/** How high the counters of a fanned stack lie. */
const FANNED = 3;
const STRUCK = 500;
/** @type {ReadonlyMap<string, readonly string[]>} */
const NO_WAYS = new Map();

/** @param {Pose} pose */
function css({ x, y, scale }) {
  return `translate(${tenth(x)}px, ${tenth(y)}px) scale(${scale.toFixed(3)})`;
}

export class Counters {
  /**
   * @param {SVGSVGElement} svg
   * @param {(face: Face) => string} nameOf
   */
  constructor(svg, nameOf) {
    this.svg = svg;
    this.nameOf = nameOf;
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {Map<string, SVGElement>} */
    this.looks = new Map();
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {Map<string, string[]>} Units by hex, the lowest first. */
    this.stacks = new Map();
    /** @type {Set<string>} */
    this.selected = new Set();
    /** @type {Set<string>} */
    this.selectable = new Set();
    /** @type {Set<string>} Units that may be laid on top of their stacks. */
    this.sortable = new Set();
    /** @type {string | null} The hex whose stack is fanned out. */
    this.fanned = null;
    this.fanBack = make("rect", { class: "fan-back", rx: 10 });
    /** @type {{x: number, y: number, width: number, height: number} | null} */
    this.fanBox = null;
    /** @type {Map<string, Pose>} Units that follow the pointer. */
    this.dragged = new Map();
    this.ways = NO_WAYS;
    /** @type {string | null} The unit that Tab comes to. */
    this.roving = null;
  }

  /**
   * @param {readonly Face[]} faces
   * @param {Record<string, string>} looks
   * @param {boolean} animate
   * @param {ReadonlyMap<string, readonly string[]>} [ways] The hexes through which units go.
   * @param {number} [duration]
   */
  set(faces, looks, animate, ways, duration) {
    this.#learn(looks);
    const present = new Set(faces.map((face) => face.unit));
    const glide = animate && !calm() && this.entries.size > 0;
    for (const [unit, entry] of this.entries) if (!present.has(unit)) this.#remove(unit, entry, glide);
    this.stacks = new Map();
    for (const face of faces) {
      if (!this.map?.has(face.hex)) continue;
      const stack = this.stacks.get(face.hex);
      if (stack) stack.push(face.unit);
      else this.stacks.set(face.hex, [face.unit]);
      const entry = this.entries.get(face.unit);
      if (entry) this.#change(entry, face, glide);
      else this.#add(face, glide);
    }
    if (this.fanned !== null && (this.stacks.get(this.fanned)?.length ?? 0) < 2) this.#unfan();
    this.ways = ways ?? NO_WAYS;
    this.arrange(glide, duration);
    this.ways = NO_WAYS;
    if (this.roving === null || !this.entries.has(this.roving)) this.rove();
  }

  /** @param {Iterable<string>} units Units that are hit. */
  strike(units) {
    if (calm()) return;
    for (const unit of units) {
      const button = this.entries.get(unit)?.button;
      button?.classList.add("is-struck");
      setTimeout(() => button?.classList.remove("is-struck"), STRUCK);
    }
  }

  /** @param {Record<string, string>} looks */
  #learn(looks) {
    const fresh = Object.keys(looks).filter((id) => !this.looks.has(id));
    const pictures = parseFragments(fresh.map((id) => looks[id] ?? ""));
    fresh.forEach((id, i) => this.looks.set(id, /** @type {SVGElement} */ (pictures[i])));
  }

  /** @param {Face} face @param {boolean} glide */
  #add(face, glide) {
    const picture = this.#picture(face);
    const button = make(
      "g",
      { class: "unit", role: "button", tabindex: -1, "data-unit": face.unit, "data-side": face.side },
      make("rect", { class: "unit-halo", x: -57, y: -57, width: 114, height: 114, rx: 14 }),
      picture,
      blockOf(face),
    );
    const entry = { face, button, picture, pose: { x: 0, y: 0, scale: SCALE }, level: 0, of: 1, motion: null };
    this.entries.set(face.unit, entry);
    this.svg.append(button);
    this.#name(entry);
    if (glide) button.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
  }

  /** @param {Face} face @returns {SVGGElement} */
  #picture(face) {
    const look = this.looks.get(face.look);
    const inside = look ? look.cloneNode(true) : make("rect", { width: 100, height: 100, rx: 8, fill: "#ccc" });
    return make("g", { class: "unit-picture", transform: "translate(-50 -50)" }, inside);
  }

  /** @param {Entry} entry @param {Face} face @param {boolean} glide */
  #change(entry, face, glide) {
    if (face.look !== entry.face.look) {
      const picture = this.#picture(face);
      entry.picture.replaceWith(picture);
      entry.picture = picture;
      // A counter that is turned over is seen to turn.
      if (glide && face.second_side !== entry.face.second_side) {
        picture.firstElementChild?.animate([{ transform: "translateX(50px) scaleX(0)" }, { transform: "none" }], { duration: GLIDE * 1.4, easing: "ease-out" });
      }
    }
    entry.face = face;
    this.#name(entry);
  }

  /** @param {Entry} entry */
  #name(entry) {
    entry.button.setAttribute("aria-label", this.nameOf(entry.face));
    entry.button.dataset.hex = entry.face.hex;
  }

  /** @param {string} unit @param {Entry} entry @param {boolean} glide */
  #remove(unit, entry, glide) {
    this.entries.delete(unit);
    this.dragged.delete(unit);
    const { button } = entry;
    if (!glide) {
      button.remove();
      return;
    }
    button.classList.add("is-leaving");
    button.setAttribute("aria-hidden", "true");
    button.animate([{ opacity: 1 }, { opacity: 0 }], { duration: GLIDE * 1.5 }).finished.then(
      () => button.remove(),
      () => button.remove(),
    );
  }

  /**
   * Put every counter where it belongs.
   *
   * @param {boolean} glide
   * @param {number} [duration]
   */
  arrange(glide, duration = GLIDE) {
    const moved = [];
    for (const [hex, stack] of this.stacks) {
      const fan = hex === this.fanned ? this.fanPoses : null;
      stack.forEach((unit, level) => {
        const entry = this.entries.get(unit);
        if (!entry) return;
        entry.level = level;
        entry.of = stack.length;
        const pose = this.dragged.get(unit) ?? fan?.[level] ?? this.#pose(entry);
        this.#count(entry, fan !== null);
        this.#sortable(entry, fan !== null);
        if (this.#place(entry, pose, glide, duration)) moved.push(entry);
      });
    }
    if (moved.length && glide) this.#lift(duration);
    this.#cover();
    this.order();
  }

  /** In a stack whose topmost counter may be taken, those below need not glow too. */
  #cover() {
    for (const [hex, stack] of this.stacks) {
      const top = stack[stack.length - 1];
      const glows = top !== undefined && this.selectable.has(top) && hex !== this.fanned;
      for (const unit of stack) this.entries.get(unit)?.button.classList.toggle("is-covered", glows && unit !== top);
    }
  }

  /** @param {Entry} entry @returns {Pose} */
  #pose(entry) {
    const map = /** @type {HexMap} */ (this.map);
    const { x, y } = map.centre(entry.face.hex);
    const shown = Math.min(SHOWN, entry.of);
    const level = Math.max(0, entry.level - (entry.of - shown));
    const by = STEP * (level - (shown - 1) / 2);
    if (!this.selected.has(entry.face.unit)) return { x: x + by, y: y - by, scale: SCALE };
    return { x: x + by, y: y - by - LIFT, scale: SCALE * 1.07 };
  }

  /** @param {Entry} entry @param {Pose} pose @param {boolean} glide @param {number} duration @returns {boolean} */
  #place(entry, pose, glide, duration) {
    const { button } = entry;
    const before = entry.pose;
    const placed = button.style.transform !== "";
    if (placed && before.x === pose.x && before.y === pose.y && before.scale === pose.scale) return false;
    const from = entry.motion ? getComputedStyle(button).transform : css(before);
    entry.motion?.cancel();
    entry.motion = null;
    entry.pose = pose;
    button.style.transform = css(pose);
    if (!glide || !placed) return false;
    const through = (this.ways.get(entry.face.unit) ?? []).slice(1, -1).filter((hex) => this.map?.has(hex));
    const stops = through.map((hex) => css({ .../** @type {HexMap} */ (this.map).centre(hex), scale: pose.scale }));
    const motion = button.animate([from, ...stops, css(pose)].map((transform) => ({ transform })), { duration, easing: "ease-out" });
    entry.motion = motion;
    const done = () => {
      if (entry.motion !== motion) return;
      entry.motion = null;
      this.order();
    };
    motion.finished.then(done, () => undefined);
    return true;
  }

  /** Keep the map below from being drawn anew while counters glide. @param {number} duration */
  #lift(duration) {
    this.svg.classList.add("is-gliding");
    clearTimeout(this.liftTimer);
    this.liftTimer = window.setTimeout(() => this.svg.classList.remove("is-gliding"), duration + 80);
  }

  liftTimer = 0;

  /** How many lie in a stack, on its topmost counter. @param {Entry} entry @param {boolean} fanned */
  #count(entry, fanned) {
    const wanted = !fanned && entry.of > 1 && entry.level === entry.of - 1 ? String(entry.of) : "";
    const shown = entry.button.querySelector(".unit-count");
    if ((shown?.textContent ?? "") === wanted) return;
    shown?.remove();
    if (!wanted) return;
    const disc = make("circle", { cx: 44, cy: -44, r: 13 });
    entry.button.append(make("g", { class: "unit-count" }, disc, make("text", { x: 44, y: -37.5 }, wanted)));
  }

  /** A sign to be pressed on the counters of a fan that may be laid on top. @param {Entry} entry @param {boolean} fanned */
  #sortable(entry, fanned) {
    const wanted = fanned && this.sortable.has(entry.face.unit);
    const shown = entry.button.querySelector(".unit-top");
    if (wanted === Boolean(shown)) return;
    if (shown) return shown.remove();
    const title = make("title", {}, "Lay on top");
    entry.button.append(make("g", { class: "unit-top" }, title, make("circle", { cx: 38, cy: -38, r: 17 }), make("path", { d: "M28-48H48M38-24V-42M30-35L38-43L46-35" })));
  }

  /** Put the elements into the order in which they lie on each other. */
  order() {
    const rank = (/** @type {Entry} */ entry) => {
      const unit = entry.face.unit;
      if (this.dragged.has(unit)) return 4;
      if (entry.face.hex === this.fanned) return FANNED;
      if (entry.motion) return 2;
      return this.selected.has(unit) ? 1 : 0;
    };
    const rows = [...this.entries.values()].map((entry) => ({ entry, rank: rank(entry), at: this.map?.hexes[entry.face.hex] }));
    rows.sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.at?.y ?? 0) - (b.at?.y ?? 0) ||
        (a.at?.x ?? 0) - (b.at?.x ?? 0) ||
        a.entry.level - b.entry.level,
    );
    const wanted = rows.map((row) => /** @type {Element} */ (row.entry.button));
    const fanAt = rows.findIndex((row) => row.rank >= FANNED);
    if (this.fanned !== null && fanAt >= 0) wanted.splice(fanAt, 0, this.fanBack);
    else this.fanBack.remove();
    reorder(this.svg, wanted);
  }

  /** @param {Iterable<string>} units */
  setSelectable(units) {
    this.selectable = new Set(units);
    for (const [unit, { button }] of this.entries) button.classList.toggle("is-selectable", this.selectable.has(unit));
    this.#cover();
    if (this.roving === null || (this.selectable.size && !this.selectable.has(this.roving))) this.rove();
  }

  /** @param {Iterable<string>} units Units that may be laid on top of their stacks. */
  setSortable(units) {
    this.sortable = new Set(units);
    for (const entry of this.entries.values()) this.#sortable(entry, entry.face.hex === this.fanned);
  }

  /** @param {Iterable<string>} units @param {boolean} glide */
  setSelected(units, glide) {
    const before = this.selected;
    this.selected = new Set(units);
    const isNew = [...this.selected].some((unit) => !before.has(unit));
    // Whoever takes another unit is done with this stack.
    if (isNew && !this.#ofFan().some((unit) => this.selected.has(unit))) this.#unfan();
    for (const [unit, { button }] of this.entries) {
      const on = this.selected.has(unit);
      button.classList.toggle("is-selected", on);
      if (on) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
    if (this.map) this.arrange(glide && !calm(), 110);
  }

  /** @param {string} [unit] The unit that Tab shall come to. */
  rove(unit) {
    const ordered = this.map ? inOrder(this.stacks, this.map) : [];
    const next = unit ?? ordered.find((one) => this.selectable.has(one)) ?? ordered[0] ?? null;
    if (this.roving !== null) this.entries.get(this.roving)?.button.setAttribute("tabindex", "-1");
    this.roving = next;
    if (next !== null) this.entries.get(next)?.button.setAttribute("tabindex", "0");
  }

  /**
   * Spread a stack out so that each counter can be seen and taken.
   *
   * @param {string} hex
   * @param {number} pixels Pixels for a unit of the drawing.
   * @param {{x: number, y: number, width: number, height: number}} window What is seen of the board.
   * @returns {boolean} Whether there was a stack to be spread out.
   */
  fan(hex, pixels, window) {
    const stack = this.stacks.get(hex);
    if (!stack || stack.length < 2 || !this.map) return false;
    const { box, poses } = fanOf(stack.length, this.map.centre(hex), pixels, window);
    this.fanBox = box;
    this.fanPoses = poses;
    for (const [name, value] of Object.entries(this.fanBox)) this.fanBack.setAttribute(name, String(tenth(value)));
    this.fanned = hex;
    this.svg.classList.add("has-fan");
    this.arrange(!calm(), 120);
    return true;
  }

  /** @type {Pose[]} */
  fanPoses = [];

  #unfan() {
    this.fanned = null;
    this.svg.classList.remove("has-fan");
    this.fanBox = null;
    this.fanPoses = [];
  }

  fold() {
    if (this.fanned === null) return;
    this.#unfan();
    this.arrange(!calm(), 120);
  }

  /** @param {Point} point @param {number} margin @returns {boolean} Whether a point lies on the fan. */
  onFan(point, margin) {
    const box = this.fanBox;
    if (!box) return false;
    return (
      point.x > box.x - margin &&
      point.x < box.x + box.width + margin &&
      point.y > box.y - margin &&
      point.y < box.y + box.height + margin
    );
  }

  /** @param {Point} point @returns {string | null} The counter of the fan on or beside which a point lies. */
  fannedAt(point) {
    if (!this.onFan(point, 0)) return null;
    const apart = (/** @type {string} */ unit) => {
      const { x, y } = /** @type {Entry} */ (this.entries.get(unit)).pose;
      return Math.hypot(point.x - x, point.y - y);
    };
    return this.#ofFan().reduce((best, unit) => (apart(unit) < apart(best) ? unit : best));
  }

  /** @returns {string[]} */
  #ofFan() {
    return (this.fanned !== null && this.stacks.get(this.fanned)) || [];
  }

  /** Let units follow the pointer. @param {readonly string[]} units @param {Point} point */
  drag(units, point) {
    units.forEach((unit, i) => {
      const entry = this.entries.get(unit);
      if (!entry) return;
      const pose = { x: point.x + i * STEP, y: point.y - i * STEP, scale: Math.max(SCALE, entry.pose.scale) * 1.04 };
      const fresh = !this.dragged.has(unit);
      this.dragged.set(unit, pose);
      entry.button.classList.add("is-dragged");
      this.#place(entry, pose, false, 0);
      if (fresh) this.order();
    });
    this.svg.classList.add("is-gliding");
  }

  /** Let go: units glide back to where they lie. */
  drop() {
    for (const unit of this.dragged.keys()) this.entries.get(unit)?.button.classList.remove("is-dragged");
    this.dragged.clear();
    this.arrange(!calm());
    if (calm()) this.svg.classList.remove("is-gliding");
  }

  /**
   * The nearest counter in a direction of the screen.
   *
   * @param {string} unit
   * @param {number} dx
   * @param {number} dy
   * @returns {string | null}
   */
  nearest(unit, dx, dy) {
    return nearest(this.entries, this.fanned, unit, dx, dy);
  }
}
