/** Telling a battle one step after another; a click or a key shows the rest at once. */

import { calm } from "../common/dom.js";
import { recall } from "../common/keep.js";

/** @import { Face, LogEntry, State } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** How long each part of a battle is looked at, in milliseconds. */
const STAYS = /** @type {Record<string, number>} */ ({ muster: 1100, fire: 520, loss: 420, round: 500, end: 900, pocket: 1300, gain: 500 });

export class Stage {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** How many of the last scenes are still to come. */
    this.hidden = 0;
    this.timer = 0;
    /** Whether a battle is being told. */
    this.telling = false;
    /** @type {(() => void)[]} */
    this.waiting = [];
    const skip = (/** @type {Event} */ event) => {
      if (!this.telling || (event instanceof KeyboardEvent && event.key === "Tab")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.finish();
      if (event.type === "pointerdown") addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true });
  }

  /** @param {State} before  what was shown until now @param {LogEntry[]} fresh */
  begin(before, fresh) {
    const { scenes } = this.table.battle;
    const from = fresh[0]?.n ?? Infinity;
    const count = scenes.filter((scene) => scene.n >= from).length;
    const own = fresh[0]?.side === this.table.state.side;
    if (count < 2 || !own || calm() || recall("battles") === "at once") return;
    this.hidden = count;
    this.telling = true;
    this.table.staged = { ...before, ...this.#points(before), faces: this.#faces(before, fresh) };
    this.#next();
  }

  /** The movement points that the force has left when it arrives. @param {State} before @returns {Partial<State>} */
  #points(before) {
    const { view, panels } = this.table.state;
    const { force } = view;
    if (!force) return {};
    const tracks = before.panels.map((panel) => (panel.rows.length === 1 && panels.find((now) => now.id === panel.id)) || panel);
    return { panels: tracks, view: { ...before.view, force } };
  }

  /** The counters as they are when the first shot is fired. @param {State} before @param {LogEntry[]} fresh @returns {Face[]} */
  #faces(before, fresh) {
    const { facts, battle } = this.table;
    /** @type {Map<string, string>} */
    const moved = new Map();
    for (const line of fresh.flatMap((entry) => entry.lines)) {
      if (facts.scenes[line.kind]) break;
      const to = line.hexes?.[line.hexes.length - 1];
      if (to !== undefined) for (const unit of line.units ?? []) moved.set(unit, to);
    }
    const faces = before.faces.map((face) => ({ ...face, hex: moved.get(face.unit) ?? face.hex }));
    const there = new Set(faces.map((face) => face.unit));
    const foes = this.table.state.cast.filter((face) => !there.has(face.unit)).map((face) => ({ ...face, hex: battle.hex }));
    return [...faces, ...foes];
  }

  #next() {
    const { scenes } = this.table.battle;
    if (!this.hidden) return this.finish();
    const scene = scenes[scenes.length - this.hidden];
    this.hidden -= 1;
    this.table.refresh();
    this.timer = window.setTimeout(() => this.#next(), STAYS[scene?.part ?? ""] ?? 400);
  }

  /** @returns {string[]} The hexes of a pocket whose fate is being decided. */
  get pocket() {
    const { battle, past } = this.table;
    if (past) return [];
    if (!this.telling) return battle.open ? battle.pocket : [];
    const told = battle.scenes.slice(0, battle.scenes.length - this.hidden);
    return told.some((scene) => scene.part === "pocket") ? battle.pocket : [];
  }

  /** Show how it ended. */
  finish() {
    clearTimeout(this.timer);
    this.hidden = 0;
    if (!this.telling) return;
    this.telling = false;
    this.table.staged = null;
    this.table.settle(true);
    this.table.refresh();
    for (const act of this.waiting.splice(0)) act();
  }

  /** Do something when everything has been told. @param {() => void} act */
  afterwards(act) {
    if (this.telling) this.waiting.push(act);
    else act();
  }
}
