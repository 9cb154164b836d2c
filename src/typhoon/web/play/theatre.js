/** The theatre: what others do is played on the map, scene by scene, and nothing of it is left out. */

import { keep, recall } from "../common/keep.js";
import { AFTERMATH, PACES, addScenes, battlesBetween, captionOf, stayOf } from "./scenes.js";

/** @import { Face, LogEntry, LogLine, State } from "../common/types.js" */
/** @import { ResultCard } from "./card.js" */
/** @import { Scene } from "./scenes.js" */
/** @import { Line } from "./situation.js" */
/** @import { Table } from "./table.js" */

const USUAL = "quick";
const GLIDE = 380;
/** So many scenes are fetched ahead of what is played. */
const AHEAD = 12;
/** How much of the map is seen at the least when the camera follows, in pixels for a unit of the drawing. */
const NEAR = 0.45;

export class Theatre {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {ResultCard} */
    this.card = /** @type {any} */ (null);
    /** @type {Scene[]} */
    this.queue = [];
    /** @type {Scene | null} */
    this.scene = null;
    this.caption = "";
    this.paused = false;
    /** @type {(() => void) | null} Ends the present wait. */
    this.go = null;
    /** @type {(() => void)[]} */
    this.waiting = [];
    /** Whether more of what is played again is still to come. */
    this.more = false;
    /** Whether the player asked for the next battle. */
    this.hurrying = false;
    /** When the performance began. */
    this.since = 0;
    /** Counts performances, so that one that was broken off does not go on. */
    this.number = 0;
    this.pace = recall("theatre") in PACES ? recall("theatre") : USUAL;
    this.following = recall("camera") !== "still";
    /** Scenes that were played to this player. */
    this.played = new Set();
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = pace;
    keep("theatre", pace);
    if (pace === "once") this.skip();
    else this.#release();
    this.table.refresh();
  }

  toggleCamera() {
    this.following = !this.following;
    keep("camera", this.following ? null : "still");
    this.table.refresh();
  }

  get playing() {
    return this.scene !== null || this.queue.length > 0;
  }

  /** Whether it plays a battle that is waited upon. */
  get atRest() {
    return this.scene?.part === "battle" && Boolean(PACES[this.pace]?.clicks) && !this.hurrying;
  }

  /**
   * Play what others did since.
   *
   * @param {State} before What was shown until now.
   * @param {LogEntry[]} fresh
   * @param {State} state What is true now.
   */
  take(before, fresh, state) {
    if (state.n < before.n || fresh.some((entry) => this.queue.some((scene) => scene.n >= entry.n))) return this.skip();
    if (this.pace === "once") return;
    const entries = this.playing ? fresh : fresh.filter((entry) => entry.n && entry.side !== state.side);
    this.perform(this.playing ? null : before, entries, state);
  }

  /**
   * Play entries of the log, from a moment to another.
   *
   * @param {State | null} before Where it begins; null to go on after what is played already.
   * @param {LogEntry[]} entries
   * @param {State} state Where it ends.
   */
  perform(before, entries, state) {
    const waits = this.more && !this.queue.length;
    addScenes(entries, PACES[this.pace]?.together ?? 1, (hexes) => this.#fits(hexes), this.queue);
    const last = this.queue[this.queue.length - 1];
    if (last) last.state = state;
    for (const { n } of entries) this.played.add(n);
    if (waits && this.scene) this.#release();
    if (!before || this.scene || !last) return;
    this.table.staged = { ...before };
    this.table.settle(true);
    this.since = performance.now();
    this.number += 1;
    void this.#run(this.number);
  }

  /** @param {string[]} hexes */
  #fits(hexes) {
    const { facts, board } = this.table;
    const known = hexes.map((hex) => facts.hexes[hex]).filter((place) => place !== undefined);
    const spread = (/** @type {"x" | "y"} */ axis) => Math.max(...known.map((place) => place[axis])) - Math.min(...known.map((place) => place[axis]));
    const { x, y } = board.camera.room;
    const margin = facts.hexRadius * 4;
    return known.length > 0 && spread("x") + margin < x / NEAR && spread("y") + margin < y / NEAR;
  }

  /** @param {number} number */
  async #run(number) {
    while (number === this.number) {
      const scene = this.queue.shift();
      if (scene) {
        this.scene = scene;
        await this.#show(scene, () => number !== this.number);
      } else if (this.more) await new Promise((resolve) => (this.go = () => resolve((this.go = null))));
      else return this.#end();
    }
  }

  /** @param {Scene} scene @param {() => boolean} over Whether the performance was broken off. */
  async #show(scene, over) {
    const { table } = this;
    const { part, lines } = scene;
    if (part === "battle") this.hurrying = false;
    if (!AFTERMATH.has(part)) this.card.hide();
    this.#stage({ n: scene.n });
    this.caption = captionOf(table, scene);
    const ways = new Map(lines.flatMap((line) => (line.way?.length ? (line.units ?? []).map((unit) => /** @type {[string, string[]]} */ ([unit, line.way ?? []])) : [])));
    table.board.setMarch([...lines.flatMap((line) => (line.way?.length ? [line.way] : []))], part);
    table.marks.fight = lines[0]?.fought ?? null;
    table.refresh();
    const attackers = this.#attackersOf(lines);
    if (this.following) table.board.follow([...scene.hexes, ...attackers], GLIDE);
    if (part === "battle") this.card.show(lines.slice(0, 1), [...attackers, ...this.#aftermath()]);
    // What is played again takes its time.
    const elapsed = table.past ? -Infinity : performance.now() - this.since;
    const stays = stayOf(part, this.queue, PACES[this.pace] ?? { name: "", times: 1, together: 1 }, elapsed);
    const units = lines.flatMap((line) => line.units ?? []);
    const struck = part === "loss" || part === "step";
    if (struck) {
      table.board.strike(units);
      await this.#wait(stays * 0.3);
      if (over()) return;
    }
    this.#change(scene, ways, Math.min(stays * 0.8, 900));
    await this.#wait(struck ? stays * 0.7 : stays, this.atRest);
    if (over()) return;
    if (scene.state) {
      table.staged = { ...scene.state, n: scene.n };
      if (table.past) table.past = scene.state;
      table.settle(true);
    }
  }

  /** Put the counters where the scene leaves them. @param {Scene} scene @param {Map<string, string[]>} ways @param {number} duration */
  #change({ part, lines, state }, ways, duration) {
    const { table } = this;
    const units = new Set(lines.flatMap((line) => line.units ?? []));
    const later = new Map((state ?? this.queue.find((scene) => scene.state)?.state ?? table.state).faces.map((face) => [face.unit, face]));
    /** @type {Face[]} */
    let faces = table.shown.faces;
    if (part === "loss" || part === "departure") faces = faces.filter((face) => !units.has(face.unit));
    else if (ways.size || part === "step") {
      // What came later lies on top.
      const turned = (/** @type {Face} */ face) => ({ ...(later.get(face.unit) ?? face), hex: ways.get(face.unit)?.slice(-1)[0] ?? face.hex });
      faces = [...faces.filter((face) => !units.has(face.unit)), ...faces.filter((face) => units.has(face.unit)).map(turned)];
    } else if (part === "arrival") {
      const there = new Set(faces.map((face) => face.unit));
      const come = lines.flatMap((line) => (line.units ?? []).map((unit) => ({ face: later.get(unit), hex: line.hexes?.[0] })));
      faces = [...faces, ...come.flatMap(({ face, hex }) => (face && hex && !there.has(face.unit) ? [{ ...face, hex }] : []))];
    } else return;
    this.#stage({ faces });
    table.settle(true, { ways, duration });
    table.refresh();
  }

  /** @param {LogLine[]} lines @returns {string[]} Where the attackers stand. */
  #attackersOf(lines) {
    return lines.flatMap((line) => line.fought?.units ?? []).map((unit) => this.table.whereIs(unit)).filter((hex) => hex !== null);
  }

  /** @returns {string[]} Where that happens which comes of the battle, as far as it is known. */
  #aftermath() {
    const others = this.queue.findIndex((scene) => !AFTERMATH.has(scene.part));
    return this.queue.slice(0, others < 0 ? undefined : others).flatMap((scene) => scene.hexes);
  }

  /** @param {Partial<State>} change */
  #stage(change) {
    this.table.staged = { ...(this.table.staged ?? this.table.state), ...change };
  }

  /** @param {number} stays @param {boolean} [clicks] Whether to wait for the player. */
  async #wait(stays, clicks = false) {
    if (this.hurrying) return;
    await new Promise((resolve) => {
      const timer = clicks ? 0 : window.setTimeout(() => this.paused || this.#release(), stays);
      this.go = () => {
        clearTimeout(timer);
        this.go = null;
        resolve(undefined);
      };
      if (clicks) this.table.refresh();
    });
  }

  #release() {
    this.go?.();
  }

  /** Go on to the next scene, or with a click a battle to the next battle. */
  next() {
    this.paused = false;
    if (PACES[this.pace]?.clicks) this.hurrying = true;
    this.#release();
  }

  pause() {
    this.paused = !this.paused;
    if (!this.paused) this.#release();
    this.table.refresh();
  }

  /** Show at once how it ended. */
  skip() {
    if (!this.playing) return;
    this.queue = [];
    this.more = false;
    this.number += 1;
    this.#release();
    this.#end();
  }

  #end() {
    const { table } = this;
    this.scene = null;
    this.caption = "";
    this.paused = this.hurrying = false;
    this.card.hide();
    table.staged = null;
    table.marks.fight = null;
    table.board.setMarch([]);
    table.settle(true);
    table.refresh();
    for (const act of this.waiting.splice(0)) act();
  }

  /** Do something when everything has been played. @param {() => void} act */
  afterwards(act) {
    if (this.playing) this.waiting.push(act);
    else act();
  }

  /** @returns {Promise<void>} When everything has been played. */
  get done() {
    return new Promise((resolve) => this.afterwards(resolve));
  }

  /**
   * Play a part of the game once more, as it was seen then.
   *
   * @param {number} from The moment after this order.
   * @param {number} to
   * @param {Line | null} [line] What might have been, instead of the game.
   */
  async again(from, to, line = null) {
    this.skip();
    const { table } = this;
    const log = line?.log ?? table.log;
    let before = await table.replayState(from, from, line);
    let begun = false;
    for (const stop of battlesBetween(log, from, to)) {
      const state = await table.replayState(stop, before.n, line);
      Object.assign(table.looks, state.looks, before.looks);
      if (begun && !this.more) return;
      this.more = stop < to;
      this.perform(this.playing ? null : before, log.filter((entry) => entry.n > before.n && entry.n <= stop), state);
      begun = this.playing;
      before = state;
      while (this.more && this.queue.length > AHEAD) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await this.done;
  }
}
