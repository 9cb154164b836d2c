/** The situation at a table: what the server says of it, and what can be asked about it. */

import { namesOf } from "../common/names.js";
import { Choices, choicesOf } from "./choices.js";

/** @import { ChatLine, GameFacts, LogEntry, State } from "../common/types.js" */
/** @import { Act } from "./choices.js" */

/** How a game might have gone on after an order, as far as another. @typedef {{start: number, end: number, title: string, log: LogEntry[]}} Line */

const MOST_MOVES = 80;

export class Situation {
  /** @param {State} state @param {GameFacts} facts */
  constructor(state, facts) {
    this.facts = facts;
    this.state = state;
    this.n = state.n;
    /** Orders that were given or asked about and not answered yet. */
    this.sending = 0;
    /** @type {Record<string, string>} */
    this.looks = {};
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    /** @type {State | null} A moment of the past that is looked at instead of now. */
    this.past = null;
    /** @type {Line | null} What might have been, when a moment of that is looked at. */
    this.line = null;
    /** @type {State | null} What is shown while a battle is being told, or while something is played again. */
    this.staged = null;
    /** @type {Record<string, string>} The looks of units that are not on the map. */
    this.portraits = {};
    /** @type {Set<string>} Hexes behind the front line of the other side. */
    this.hostile = new Set();
    /** Whether the screen is being handed to the other player. */
    this.covered = false;
    this.names = namesOf(facts);
    this.choices = new Choices();
    /** @type {Record<string, string>} */
    this.places = {};
    /** @type {Record<string, string[]>} */
    this.stacks = {};
  }

  /** Take in what the server says. @param {State} state @returns {LogEntry[]} What is new in the log. */
  takeIn(state) {
    const told = this.log[this.log.length - 1]?.n ?? -1;
    const known = new Map(this.log.map((entry) => [entry.n, entry]));
    this.log = this.log.filter((entry) => entry.n <= state.logFrom);
    const seen = this.log[this.log.length - 1]?.n ?? -1;
    const changed = state.log.filter((entry) => entry.n > seen);
    this.log.push(...changed);
    // When the game has gone on, what was told before is only told in other words.
    const fresh = changed.filter((entry) => entry.n > told || (state.n <= told && !isSame(entry, known.get(entry.n))));
    const said = this.lastSaid;
    this.chat.push(...(state.chat ?? []).filter((line) => line.n > said));
    Object.assign(this.looks, state.looks);
    for (const face of state.cast) this.portraits[face.unit] = face.look;
    this.state = state;
    this.n = state.n;
    return fresh;
  }

  /** The number of the last line of the chat. */
  get lastSaid() {
    return this.chat[this.chat.length - 1]?.n ?? -1;
  }

  /** Know of an order that was carried out before its state has come. @param {number} n */
  countTo(n) {
    this.n = Math.max(this.n, n);
  }

  /** Work out where everything lies and what may be chosen. */
  survey() {
    const { faces, view } = this.shown;
    this.places = {};
    this.stacks = {};
    for (const face of faces) {
      this.places[face.unit] = face.hex;
      (this.stacks[face.hex] ??= []).push(face.unit);
    }
    this.hostile = new Set((this.shown.front ?? []).map((pair) => pair[[...this.facts.sides].sort().indexOf(this.state.side) === 1 ? 0 : 1]));
    this.choices = this.past || this.staged ? new Choices() : choicesOf(view, this.facts);
  }

  /** @returns {State} */
  get shown() {
    return this.staged ?? this.past ?? this.state;
  }

  get mayAct() {
    const { decision, side } = this.state.view;
    if (this.state.table.dice.awaited.length) return false;
    return !this.past && !this.staged && !this.covered && decision !== null && decision.side === side && side === this.state.side;
  }

  /** Whether an order was given, or its outlook asked for, that is not shown yet. */
  get isUnderWay() {
    return this.sending > 0 || this.n > this.state.n;
  }

  /** Whether this seat, and not only others of its side, has something to order. */
  get isCalled() {
    return this.mayAct && this.state.acting.includes(this.state.seat);
  }

  /** @param {string} unit @returns {string | null} */
  whereIs(unit) {
    return this.places[unit] ?? null;
  }

  /** @param {string} hex @returns {string[]} */
  stack(hex) {
    return this.stacks[hex] ?? [];
  }

  /** What people call a unit. @param {string} unit */
  unitName(unit) {
    return this.names.unit(unit);
  }

  /** What people call a place. @param {string} hex */
  placeName(hex) {
    return this.names.spot(hex);
  }

  /** A text that speaks in ids, in words. @param {string} text */
  say(text) {
    return this.names.said(text);
  }

  /** Whether an order is about a unit: it names it, or a word that is on its counter. @param {Act} act @param {string} unit */
  isAbout(act, unit) {
    if (act.unit === unit || act.units?.includes(unit)) return true;
    const words = Object.entries(act.words ?? {});
    return words.length > 0 && words.every(([field, word]) => this.facts.units[unit]?.groups[field] === word);
  }

  /** @param {string} unit @returns {Act[]} Buttons that concern a unit among others. */
  buttonsFor(unit) {
    return this.choices.buttons.filter((act) => this.isAbout(act, unit));
  }

  /** @param {string} unit @returns {Act | undefined} The order that lays a unit on top of its stack. */
  topOf(unit) {
    return this.choices.acts.get(unit)?.find(({ verb }) => this.facts.forms[verb]?.sorts);
  }

  /** @param {Act} act @returns {string[]} Where the units are that an order is about. */
  hexesOf(act) {
    return [...new Set(this.shown.faces.filter((face) => this.isAbout(act, face.unit)).map((face) => face.hex))];
  }

  /** Why the last order cannot be taken back; null when it can. */
  get undoReason() {
    return this.state.n ? this.state.undo : "nothing has been ordered yet";
  }

  /** @returns {string[][]} The ways of units since this side gave its last order, or with it. */
  get lastMoves() {
    const { side, last } = this.shown;
    if (this.staged) return [];
    if (this.past || !side) return last ?? [];
    const entries = this.log;
    /** @type {string[][]} */
    const moves = [];
    for (let i = entries.length - 1; i >= 0 && entries[i]?.side !== side && entries[i]?.n; i--) {
      for (const { way } of entries[i]?.lines ?? []) if (way?.length) moves.push(way);
    }
    return moves.length ? moves.slice(0, MOST_MOVES) : (last ?? []);
  }

  /** Which colour a side has. @param {string} side */
  sideIndex(side) {
    return this.facts.inks[side] ?? this.facts.sides.indexOf(side);
  }
}

/** Whether two entries tell of the same, be it in other words. @param {LogEntry} entry @param {LogEntry | undefined} other */
function isSame(entry, other) {
  const gist = (/** @type {LogEntry} */ { order, side, turn, lines }) => JSON.stringify([order, side, turn, lines.map((line) => [line.kind, line.dice])]);
  return other !== undefined && gist(entry) === gist(other);
}
