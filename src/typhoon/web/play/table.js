/** A table: what the server says of it, what the player does at it, and the parts that show it. */

import { BoardView } from "../board/board.js";
import { get, query } from "../common/api.js";
import { confirmed } from "../common/dialog.js";
import { calm } from "../common/dom.js";
import { keepSeat } from "../common/keep.js";
import { capital } from "../common/words.js";
import { showCase } from "./cases.js";
import { Choices, choicesOf, formationName } from "./choices.js";
import { Connection } from "./connection.js";
import { Hand } from "./hand.js";
import { MapMarks } from "./marks.js";
import { hidePointer, showRuling } from "./pointer.js";

/** @import { ChatLine, GameFacts, LogEntry, Reply, Ruling, State } from "../common/types.js" */
/** @import { Act } from "./choices.js" */

/** @typedef {{update: () => void}} Part */

/** Pixels for a unit of the drawing below which counters are hard to read. */
const READABLE = 0.42;

export class Table {
  /**
   * @param {string} id
   * @param {{token: string, side: string}} seat
   * @param {State} state
   * @param {GameFacts} facts
   */
  constructor(id, seat, state, facts) {
    this.id = id;
    this.seat = seat;
    this.facts = facts;
    this.state = state;
    this.n = state.n;
    /** @type {"open" | "lost" | "refused"} */
    this.status = "open";
    /** @type {Record<string, string>} */
    this.looks = {};
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    /** @type {State | null} A moment of the past that is looked at instead of now. */
    this.past = null;
    /** @type {boolean} Whether the screen is being handed to the other player. */
    this.covered = false;
    /** @type {Map<string, number>} How many units bear each identity. */
    this.identities = new Map();
    for (const { identity } of Object.values(facts.units)) this.identities.set(identity, (this.identities.get(identity) ?? 0) + 1);
    this.choices = new Choices();
    this.hand = new Hand(this);
    this.marks = new MapMarks(this);
    /** @type {Part[]} */
    this.parts = [];
    /** @type {((entries: LogEntry[]) => void)[]} Told of what is new in the log. */
    this.listeners = [];
    /** @type {Map<string, Promise<Reply>>} */
    this.previews = new Map();
    /** @type {Record<string, string>} */
    this.places = {};
    /** @type {Record<string, string[]>} */
    this.stacks = {};
    /** @type {Promise<unknown>} */
    this.busy = Promise.resolve();
    /** @type {BoardView} */
    this.board = /** @type {any} */ (null);
    /** @type {Connection} */
    this.connection = /** @type {any} */ (null);
  }

  /** @param {HTMLElement} host */
  async openBoard(host) {
    this.board = new BoardView(host, {
      onHexClick: (hex, event) => this.hand.clickHex(hex, event),
      onUnitClick: (unit, hex, event) => this.hand.clickUnit(unit, hex, event),
      onUnitDragStart: (unit) => this.hand.take(unit),
      onUnitDrop: (unit, _from, to) => this.hand.drop(unit, to),
      onHexHover: (hex) => this.marks.hover(hex),
      onCursor: (hex) => void this.marks.showWay(hex),
      onEscape: () => this.escape(),
    });
    await this.board.load(this.facts, this.facts.map?.season ?? "winter");
  }

  connect() {
    this.connection = new Connection(this.id, this.seat, {
      since: () => this.log[this.log.length - 1]?.n,
      onState: (state) => this.receive(state),
      onStatus: (status) => {
        this.status = status;
        this.refresh();
      },
    });
  }

  /** @param {State} state */
  receive(state) {
    const first = !this.log.length;
    this.log = this.log.filter((entry) => entry.n <= state.logFrom);
    const seen = this.log[this.log.length - 1]?.n ?? -1;
    const fresh = state.log.filter((entry) => entry.n > seen);
    this.log.push(...fresh);
    const said = this.chat[this.chat.length - 1]?.n ?? -1;
    this.chat.push(...(state.chat ?? []).filter((line) => line.n > said));
    Object.assign(this.looks, state.looks);
    this.state = state;
    this.n = state.n;
    this.previews.clear();
    if (!this.past) this.settle(true);
    this.refresh();
    if (!first) for (const listener of this.listeners) listener(fresh);
  }

  /** Take in the situation that is shown. @param {boolean} animate */
  settle(animate) {
    const shown = this.shown;
    this.places = {};
    this.stacks = {};
    for (const face of shown.faces) {
      this.places[face.unit] = face.hex;
      (this.stacks[face.hex] ??= []).push(face.unit);
    }
    this.choices = this.past ? new Choices() : choicesOf(shown.view, this.facts);
    this.board?.setCounters(shown.faces, this.looks, { animate: animate && !calm() });
    this.hand.settle();
  }

  /** @param {State | null} past */
  lookAt(past) {
    this.past = past;
    if (past) Object.assign(this.looks, past.looks);
    this.hand.clear();
    this.settle(true);
    this.refresh();
  }

  /** @returns {State} */
  get shown() {
    return this.past ?? this.state;
  }

  get mayAct() {
    const { decision, side } = this.state.view;
    return !this.past && !this.covered && decision !== null && decision.side === side && side === this.state.side;
  }

  refresh() {
    this.marks.paint();
    for (const part of this.parts) part.update();
  }

  escape() {
    hidePointer();
    this.hand.clear();
    this.refresh();
  }

  /** @param {string} unit @returns {string | null} */
  whereIs(unit) {
    return this.places[unit] ?? null;
  }

  /** @param {string} hex @returns {string[]} */
  stack(hex) {
    return this.stacks[hex] ?? [];
  }

  /** A short name that no other unit has. @param {string} unit */
  unitName(unit) {
    const identity = this.facts.units[unit]?.identity;
    return identity !== undefined && this.identities.get(identity) === 1 ? identity : unit;
  }

  /** @param {Act} act */
  actLabel(act) {
    const name = act.words.length === 1 ? formationName(this.facts, act.words[0] ?? "") : "";
    return name ? `${act.label}: ${name}` : act.label;
  }

  /** @param {string} hex @param {Event | null} [event] */
  pointAt(hex, event) {
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
    return this.board.pointOf(hex);
  }

  /**
   * Give an order; when it is refused, the reason is shown.
   *
   * @param {string} order
   * @returns {Promise<boolean>}
   */
  order(order) {
    const given = this.busy.then(() => this.sendOrder(order));
    this.busy = given;
    return given;
  }

  /** @param {string} order */
  async sendOrder(order) {
    const reply = await this.connection.ask("order", { n: this.n, order });
    if (reply.ok) {
      this.n = Math.max(this.n, reply.n ?? this.n);
      return true;
    }
    this.refuse(reply);
    return false;
  }

  /** @param {Reply} reply */
  refuse(reply) {
    const text = reply.error === "stale" ? "the situation has changed: look again" : (reply.error ?? "this is not possible");
    const point = { x: innerWidth / 2 - 160, y: innerHeight - 150 };
    showRuling(point, reply.ruling ?? { case: "", text }, this);
  }

  /** Give an order that is a button, after telling what it would lead to. @param {Act} act */
  async give(act) {
    const reply = await this.preview(act.order);
    const warnings = reply.preview?.kind === "warnings" ? reply.preview.texts : [];
    if (warnings.length && !(await confirmed(`${act.label}?`, warnings, act.label))) return;
    this.hand.clear();
    if (await this.order(act.order)) this.lookAtUnitsOf(act);
  }

  /** Come near the units that a button was about, if they cannot be made out. @param {Act} act */
  lookAtUnitsOf(act) {
    const [word] = act.words;
    const hexes = this.state.faces.filter((face) => face.formation === word).map((face) => face.hex);
    if (hexes.length && this.board.camera.scale < READABLE) this.board.frame(hexes);
  }

  /** Why the last order cannot be taken back; null when it can. */
  get undoReason() {
    return this.state.n ? this.state.undo : "nothing has been ordered yet";
  }

  /** @param {string} order @returns {Promise<Reply>} */
  preview(order) {
    const known = this.previews.get(order) ?? this.connection.ask("preview", { order });
    this.previews.set(order, known);
    return known;
  }

  /** @param {string} order @returns {Promise<Ruling | null>} */
  async why(order) {
    const reply = await this.connection.ask("why", { order });
    return reply.ruling ?? null;
  }

  async undo() {
    const point = { x: innerWidth / 2 - 160, y: innerHeight - 150 };
    if (this.undoReason !== null) {
      showRuling(point, { case: "", text: `this cannot be taken back: ${this.undoReason}` }, this);
      return;
    }
    const reply = await this.connection.ask("undo");
    if (!reply.ok) this.refuse(reply);
  }

  /** Look through another seat that this player holds. @param {string} side */
  sit(side) {
    this.seat = { ...this.seat, side };
    keepSeat(this.id, this.seat);
    this.connection.close();
    this.log = [];
    this.hand.clear();
    this.connect();
  }

  /** @param {number} to @returns {Promise<State>} */
  replayState(to) {
    return get(`/api/tables/${this.id}/replay${query({ to, token: this.seat.token, side: this.seat.side })}`);
  }

  /** @param {string} hex */
  showHex(hex) {
    this.hand.hex = hex;
    this.board.centreOn(hex, { zoom: true });
    this.marks.flash(hex);
    this.refresh();
  }

  /** @param {string} unit */
  showUnit(unit) {
    const hex = this.whereIs(unit);
    if (hex !== null) this.showHex(hex);
  }

  /** @param {string} id */
  showCase(id) {
    showCase(id, this);
  }

  /** @param {string} side */
  sideName(side) {
    return capital(side);
  }

  /** @param {string} side */
  sideIndex(side) {
    return this.facts.sides.indexOf(side);
  }
}
