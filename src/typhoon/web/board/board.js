/**
 * The board: a map with counters that can be moved about, zoomed, pointed at and played on.
 *
 * It knows no rules.  The page tells it which units may be taken and which hexes are open, and is told what
 * was clicked, dropped and pointed at.
 */

import { Camera } from "./camera.js";
import { Controls, LAYERS } from "./controls.js";
import { Counters } from "./counters.js";
import { Gestures } from "./gestures.js";
import { HexMap } from "./hexmap.js";
import { Highlights } from "./highlights.js";
import { listenToKeys } from "./keys.js";
import { Minimap } from "./minimap.js";
import { namesOf } from "../common/names.js";
import { counterName, hexName } from "./names.js";
import { Pointing, unitOf } from "./pointing.js";
import { Signs } from "./signs.js";
import { Sheet, blankSheet, fetchMap, mapAddress } from "./sheet.js";
import { make, parseSvg } from "./svg.js";

/** @import { Arrow, BoardFacts, BoardHandlers, Cost, Face, Point, Shade } from "./types.js" */

/** From how many pixels for a unit of the drawing a level of detail is shown. */
const LEVELS = /** @type {const} */ ([["far", 0], ["middle", 0.24], ["near", 0.42], ["close", 0.72]]);
const CLOSE_LOOK = 0.62;
/** From here on counters can be read; the camera follows from a little nearer. */
const READABLE = 0.42;
const FOLLOWING = 0.55;

export class BoardView {
  /**
   * A view that fills its host.
   *
   * @param {HTMLElement} host
   * @param {BoardHandlers} [handlers]
   */
  constructor(host, handlers = {}) {
    this.handlers = handlers;
    /** The element that holds the view; it takes the keyboard. */
    this.element = document.createElement("div");
    this.element.className = "board-view";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "application");
    this.element.setAttribute("aria-roledescription", "map");
    this.element.setAttribute("aria-label", "Map");
    this.stage = document.createElement("div");
    this.stage.className = "board-stage";
    this.picture = blankSheet();
    this.under = make("svg", { class: "board-under", "aria-hidden": "true" });
    this.pieces = make("svg", { class: "board-counters" });
    this.marked = make("svg", { class: "board-signs", "aria-hidden": "true" });
    this.over = make("svg", { class: "board-over", "aria-hidden": "true" });
    this.stage.append(this.picture, this.under, this.pieces, this.marked, this.over);
    this.said = document.createElement("div");
    this.said.className = "board-said";
    this.said.setAttribute("aria-live", "polite");
    this.element.append(this.stage, this.said);
    host.append(this.element);

    /** @type {BoardFacts | null} */
    this.facts = null;
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {string | null} The hex of the keyboard cursor. */
    this.cursor = null;
    /** @type {readonly Face[]} */
    this.faces = [];
    /** @type {Sheet | null} */
    this.sheet = null;

    this.camera = new Camera(this.element, this.stage, { moved: () => this.#moved(), rested: () => this.#rested() });
    this.minimap = new Minimap(this.camera);
    this.counters = new Counters(this.pieces, (face) => counterName(face, this.facts, this.facts ? namesOf(this.facts).said(`in ${face.hex}`) : `in ${face.hex}`));
    this.highlights = new Highlights(this.under, this.over);
    this.signs = new Signs(this.marked);
    this.controls = new Controls(this);
    this.element.append(this.controls.element);
    this.pointing = new Pointing(this);
    this.gestures = new Gestures(this.element, this.camera, this.pointing);
    this.stopKeys = listenToKeys(this);
    // Screen readers press buttons by a click without a pointer.
    this.pieces.addEventListener("click", (event) => {
      const unit = event.detail === 0 ? unitOf(event.target) : null;
      if (unit !== null) this.pressUnit(unit, event);
    });
    // On the picture itself a listener for the focus would make it take the focus.
    this.element.addEventListener("focusin", (event) => this.#focused(event));
  }

  /**
   * Show the map of a game.
   *
   * @param {BoardFacts} facts What `GET /api/games/{game}` tells.
   * @param {string} [season] "summer" or "winter"; the map's own when not given.
   */
  async load(facts, season = facts.map?.season ?? "winter") {
    this.show(facts, parseSvg(await fetchMap(mapAddress(facts.board, season, "land"))), season);
  }

  /**
   * Show a map whose drawing is at hand.
   *
   * @param {BoardFacts} facts
   * @param {SVGElement} drawing
   * @param {string} [season]
   */
  show(facts, drawing, season = facts.map?.season ?? "winter") {
    const sheet = new Sheet(drawing, () => fetchMap(mapAddress(facts.board, season, "numbers")));
    const sameGame = this.facts?.id === facts.id;
    this.sheet = sheet;
    this.facts = facts;
    this.map = new HexMap(facts.hexes, facts.map?.top !== "pointy");
    this.counters.map = this.map;
    this.highlights.map = this.map;
    this.element.setAttribute("aria-label", `Map of ${facts.map?.title ?? facts.title ?? facts.id}`);
    this.element.dataset.season = season;
    if (!sameGame) {
      this.highlights.clear();
      this.camera.resize(sheet.width, sheet.height);
    }
    this.minimap.load(this.map, season);
    this.minimap.setCounters(this.faces, this.map);
    this.minimap.moved();
    this.controls.loaded();
    // The map comes last: whatever is measured before it is there need not lay it out.
    for (const svg of [sheet.svg, this.under, this.pieces, this.marked, this.over]) sheet.cover(svg);
    this.picture.replaceWith(sheet.svg);
    this.picture = sheet.svg;
    this.#rested();
  }

  /**
   * Show these counters and no others.  In a stack the last lies on top.
   *
   * @param {readonly Face[]} faces
   * @param {Record<string, string>} [looks] Pictures by id; those given once are remembered.
   * @param {{animate?: boolean, ways?: ReadonlyMap<string, readonly string[]>, duration?: number}} [how] With `animate`,
   *   counters glide to where they lie now, along their ways and for so long where that is told.
   */
  setCounters(faces, looks = {}, { animate = true, ways, duration } = {}) {
    if (!this.map) throw new Error("A map must be loaded before counters are put on it.");
    this.gestures.giveUp();
    this.faces = faces;
    this.counters.set(faces, looks, animate, ways, duration);
    this.counters.setSelectable(this.counters.selectable);
    this.counters.setSelected(this.counters.selected, animate);
    this.minimap.setCounters(faces, this.map);
  }

  /** @param {Record<string, readonly string[]>} signs The hexes in which each kind of sign lies. */
  setSigns(signs) {
    this.signs.set(signs, this.facts?.signs ?? {}, this.map);
  }

  /** @param {Iterable<string>} units Units that may be taken; they glow and can be dragged. */
  setSelectable(units) {
    this.counters.setSelectable(units);
  }

  /** @param {Iterable<string>} units Units that may be laid on top of their stacks, where these are fanned out. */
  setSortable(units) {
    this.counters.setSortable(units);
  }

  /** @param {Iterable<string>} units Units that are lifted. */
  setSelected(units) {
    this.counters.setSelected(units, true);
  }

  /** @param {Iterable<string>} hexes Hexes that may be attacked. @param {ReadonlySet<string>} [urgent] Those of them that must not be forgotten. */
  setTargets(hexes, urgent = new Set()) {
    this.highlights.setTargets(hexes, urgent);
  }

  /** @param {readonly string[] | null} hexes The part of the map that is played on; null for all of it. */
  setExtent(hexes) {
    const { map } = this;
    const points = (hexes ?? []).filter((hex) => map?.has(hex)).map((hex) => /** @type {HexMap} */ (map).centre(hex));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const margin = map?.radius ?? 0;
    const left = Math.min(...xs) - margin;
    const top = Math.min(...ys) - margin;
    const area = points.length ? { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top } : null;
    this.highlights.setArea(area, this.camera.width, this.camera.height);
    this.camera.keepTo(area);
  }

  /**
   * The front line as it runs now, instead of the printed one, and the ground that was gained.
   *
   * @param {readonly (readonly [string, string])[] | null} pairs
   * @param {Iterable<string>} gained
   * @param {string} side
   */
  setFront(pairs, gained, side) {
    this.element.classList.toggle("has-front", pairs !== null);
    this.highlights.setFront(pairs, gained, side);
  }

  /** @param {Iterable<string>} hexes Hexes that have just been cut off. */
  setPocket(hexes) {
    this.highlights.setPocket(hexes);
  }

  /** @param {string | null} hex @param {string} text A word above the counters of a hex. */
  setTag(hex, text) {
    this.highlights.setTag(hex, text);
  }

  /**
   * @param {Record<string, Cost>} costs Hexes one may go to, with what it costs; "" for no figure.
   * @param {readonly string[]} [foes] Those of them where the enemy is.
   */
  setDestinations(costs, foes = []) {
    this.highlights.setDestinations(costs, foes);
    this.highlights.setHover(this.pointing.hex);
  }

  /**
   * A way over the map, from where it begins to where it ends.
   *
   * @param {readonly string[]} hexes
   * @param {string} [text] Stands at its end.
   */
  setPath(hexes, text = "") {
    this.highlights.setPath(hexes, text);
  }

  /** @param {Iterable<string>} hexes Hexes to be looked at. */
  setRings(hexes) {
    this.highlights.setRings(hexes);
  }

  /** @param {readonly Arrow[]} arrows Kinds are move, attack, retreat and advance. */
  setArrows(arrows) {
    this.highlights.setArrows(arrows);
  }

  /** @param {readonly Shade[]} shades Hexes hatched in the way of a side; a key tells what they are. */
  setShades(shades) {
    this.highlights.setShades(shades);
    this.controls.key(shades);
  }

  /**
   * A line of communications, from the unit to its source.
   *
   * @param {readonly string[]} hexes
   * @param {string} [text] What is to be said of it.
   * @param {readonly (readonly string[])[]} [others] Lines that are shown more faintly.
   */
  setLine(hexes, text = "", others = []) {
    this.highlights.setLine(hexes, others);
    this.controls.setNote(text);
  }

  /** Whether the front line that is printed on the map lies under the present one. */
  get showsStart() {
    return this.element.classList.contains("shows-start");
  }

  set showsStart(yes) {
    this.element.classList.toggle("shows-start", yes);
  }

  /** @param {string} hex Fan out the stack in a hex. @returns {boolean} Whether there is one. */
  fan(hex) {
    this.pointing.keepFan();
    return this.counters.fan(hex, this.camera.scale, this.camera.window);
  }

  /** @param {string | null} hex Keep the stack of a hex together, so that it does not hide what is beside it. */
  rest(hex) {
    if (hex === this.pointing.resting) return;
    this.pointing.resting = hex;
    if (hex !== null && this.counters.fanned === hex) this.fold();
  }

  /** Put a fanned stack together again. */
  fold() {
    this.pointing.keepFan();
    this.counters.fold();
  }

  /**
   * @param {string} hex Put a hex into the middle.
   * @param {{zoom?: boolean}} [how] With `zoom`, also come near enough to read counters.
   */
  centreOn(hex, { zoom = false } = {}) {
    if (!this.map?.has(hex)) return;
    const scale = zoom ? Math.max(this.camera.scale, CLOSE_LOOK) : this.camera.scale;
    this.camera.look(this.map.centre(hex), scale);
  }

  /** @param {Iterable<string>} hexes Show all these hexes as large as they fit. @param {boolean} [smooth] */
  frame(hexes, smooth = true) {
    const points = [...hexes].filter((hex) => this.map?.has(hex)).map((hex) => /** @type {HexMap} */ (this.map).centre(hex));
    if (!points.length || !this.map) return;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const margin = this.map.spacing * 1.5;
    const { room } = this.camera;
    const scale = Math.min(room.x / (right - left + 2 * margin), room.y / (bottom - top + 2 * margin), 1);
    this.camera.look({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale, smooth);
  }

  /**
   * Let the camera follow what happens: it glides only when some of it is out of sight or cannot be made out.
   *
   * @param {Iterable<string>} hexes
   * @param {number} [duration]
   */
  follow(hexes, duration) {
    const { map, camera } = this;
    const points = map ? [...hexes].filter((hex) => map.has(hex)).map((hex) => map.centre(hex)) : [];
    if (!map || !points.length) return;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const margin = map.spacing * 1.2;
    const seen = camera.window;
    const inSight = left > seen.x + margin && right < seen.x + seen.width - margin && top > seen.y + margin && bottom < seen.y + seen.height - margin;
    if (inSight && camera.scale >= READABLE) return;
    const fitting = Math.min(camera.room.x / (right - left + 2 * margin), camera.room.y / (bottom - top + 2 * margin));
    const wanted = camera.scale >= READABLE && camera.scale <= 1 ? camera.scale : FOLLOWING;
    camera.look({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.min(wanted, fitting), true, duration);
  }

  /** @param {readonly (readonly string[])[]} ways Ways that units went. */
  setTrails(ways) {
    this.highlights.setTrails(ways);
  }

  /** @param {readonly (readonly string[])[]} ways Ways that units go. @param {string} [kind] One of move, retreat and advance. */
  setMarch(ways, kind = "move") {
    this.highlights.setMarch(ways, kind);
  }

  /** @param {Iterable<string>} units Counters that are hit: they shake. */
  strike(units) {
    this.counters.strike(units);
  }

  /** Show the whole map. */
  fit() {
    this.pointing.moving();
    this.camera.fit();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.pointing.moving();
    this.camera.zoom(factor, undefined, undefined, true);
  }

  /** @param {number} dx @param {number} dy Pixels by which the window moves over the map. */
  panBy(dx, dy) {
    this.pointing.moving();
    this.camera.pan(-dx, -dy);
  }

  /** @param {string} unit Put the keyboard on a counter, fan out its stack, and bring it into view. */
  focusUnit(unit) {
    const entry = this.counters.entries.get(unit);
    if (!entry) return;
    this.counters.rove(unit);
    entry.button.focus({ preventScroll: true });
  }

  /** @param {string} hex @returns {string} Such as "Vyazma, city". */
  hexName(hex) {
    return hexName(hex, this.facts);
  }

  /** @param {string} unit @returns {string} The name that screen readers tell. */
  unitName(unit) {
    return this.counters.entries.get(unit)?.button.getAttribute("aria-label") ?? unit;
  }

  /** @param {string} hex @returns {Point} Where the hex lies in the window of the browser. */
  pointOf(hex) {
    const box = this.element.getBoundingClientRect();
    if (!this.map?.has(hex)) return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const { x, y } = this.camera.toView(this.map.centre(hex));
    return { x: box.left + x, y: box.top + y };
  }

  /** @param {number} clientX @param {number} clientY @returns {string | null} The hex at a point of the window. */
  hexAt(clientX, clientY) {
    return this.map?.pick(this.camera.under({ clientX, clientY })) ?? null;
  }

  /** @param {string} layer One of `BoardView.layers`. @param {boolean} shown */
  setLayer(layer, shown) {
    this.controls.setLayer(layer, shown);
  }

  /** Layers that can be switched: names as in the drawing, and "counters" and "minimap". */
  static layers = LAYERS;

  /** Take the board out of the page. */
  destroy() {
    this.camera.stop();
    this.stopKeys();
    this.controls.stop();
    this.pointing.stop();
    this.element.remove();
  }

  /** @param {string} hex @returns {boolean} Whether a click there would be a move or an attack. */
  isOpen(hex) {
    return hex in this.highlights.costs || this.highlights.targetHexes.has(hex);
  }

  /** @param {string} unit @param {Event} event */
  pressUnit(unit, event) {
    const entry = this.counters.entries.get(unit);
    if (entry) this.handlers.onUnitClick?.(unit, entry.face.hex, event);
  }

  // The keyboard

  /** @param {string | null} hex Put the cursor of the keyboard on a hex, or take it away. */
  setCursor(hex) {
    if (hex === this.cursor) return;
    this.cursor = hex;
    this.highlights.setCursor(hex);
    this.handlers.onCursor?.(hex);
    if (hex === null || !this.map) return;
    this.camera.reveal(this.map.centre(hex));
    const here = (this.counters.stacks.get(hex) ?? []).flatMap((unit) => this.counters.entries.get(unit)?.face ?? []).map((face) => counterName(face, this.facts, ""));
    const cost = this.highlights.costs[hex];
    this.say([this.hexName(hex), cost !== undefined ? `costs ${cost}` : "", this.highlights.targetHexes.has(hex) ? "target" : "", ...here].filter(Boolean).join("; "));
  }

  /** @param {string} text For screen readers. */
  say(text) {
    this.said.textContent = text;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const unit = unitOf(event.target);
    const entry = unit === null ? undefined : this.counters.entries.get(unit);
    if (!entry || unit === null || !entry.button.matches(":focus-visible")) return;
    this.setCursor(null);
    this.counters.rove(unit);
    if (entry.of > 1 && this.counters.fanned !== entry.face.hex) this.fan(entry.face.hex);
    else if (this.counters.fanned !== null && this.counters.fanned !== entry.face.hex) this.fold();
    this.camera.reveal(entry.pose);
  }

  // What is shown of the map

  #moved() {
    this.minimap.moved();
    this.handlers.onCameraMove?.();
  }

  #rested() {
    const { scale } = this.camera;
    let level = "far";
    for (const [name, from] of LEVELS) if (scale >= from) level = name;
    if (this.element.dataset.zoom !== level) this.element.dataset.zoom = level;
    this.signs.zoomed(scale);
    this.sheet?.look(scale, this.camera.window);
    this.minimap.moved();
    this.handlers.onCamera?.();
  }
}
