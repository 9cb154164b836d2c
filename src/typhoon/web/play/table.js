/** A table: what the server says of it, what the player does at it, and the parts that show it. */

import { BoardView } from "../board/board.js";
import { get, query } from "../common/api.js";
import { calm } from "../common/dom.js";
import { keepSeat, seasonOf } from "../common/keep.js";
import { lastBattle } from "./battles.js";
import { showCase } from "./cases.js";
import { Connection } from "./connection.js";
import { useDice } from "./dice.js";
import { Hand } from "./hand.js";
import { MapMarks } from "./marks.js";
import { Lines } from "./lines.js";
import { hidePointer, showRuling } from "./pointer.js";
import { Situation } from "./situation.js";
import { goesAhead } from "./reminders.js";
import { Stage } from "./stage.js";
import { Theatre } from "./theatre.js";
import { orderTogether, undo } from "./together.js";

/** @import { Face, GameFacts, LogEntry, Reply, RulingFacts, State } from "../common/types.js" */
/** @import { Act } from "./choices.js" */

/** @typedef {{update: () => void}} Part */

/** Pixels for a unit of the drawing below which counters are hard to read. */
const READABLE = 0.42;
const FIRST_LOOK = 0.36;
const MOST_LOOKS = 2000;
/** So few hexes are looked at together. */
const FEW_HEXES = 16;

export class Table extends Situation {
  /**
   * @param {string} id
   * @param {{token: string, side: string}} seat
   * @param {State} state
   * @param {GameFacts} facts
   */
  constructor(id, seat, state, facts) {
    super(state, facts);
    useDice(facts.die);
    this.id = id;
    this.seat = seat;
    /** @type {"open" | "lost" | "refused"} */
    this.status = "open";
    this.hand = new Hand(this);
    this.marks = new MapMarks(this);
    this.stage = new Stage(this);
    this.theatre = new Theatre(this);
    this.lines = new Lines(this);
    this.battle = lastBattle([], facts.scenes);
    /** @type {Part[]} */
    this.parts = [];
    /** @type {((entries: LogEntry[]) => void)[]} Told of what is new in the log. */
    this.listeners = [];
    /** @type {Map<string, Promise<Reply>>} */
    this.previews = new Map();
    /** @type {Promise<unknown>} */
    this.busy = Promise.resolve();
    /** How many orders the last click gave, and the number of the last of them. */
    this.together = { end: -1, count: 0 };
    /** @type {BoardView} */
    this.board = /** @type {any} */ (null);
    /** @type {Connection} */
    this.connection = /** @type {any} */ (null);
  }

  /** @param {HTMLElement} host @param {SVGElement} land The drawing of the map. */
  openBoard(host, land) {
    this.board = new BoardView(host, {
      onHexClick: (hex, event) => (this.theatre.playing ? this.theatre.next() : this.hand.clickHex(hex, event)),
      onUnitClick: (unit, hex, event) => (this.theatre.playing ? this.theatre.next() : this.hand.clickUnit(unit, hex, event)),
      onUnitTop: (unit) => void this.order(this.topOf(unit)?.text ?? ""),
      onUnitDragStart: (unit) => this.hand.take(unit),
      onUnitDrop: (unit, _from, to) => this.hand.drop(unit, to),
      onHexHover: (hex) => this.marks.hover(hex),
      onUnitHover: (unit) => this.lines.point(unit),
      onCursor: (hex) => void this.marks.showWay(hex),
      onEscape: () => this.escape(),
      onCameraMove: () => this.theatre.card?.place(),
    });
    this.board.show(this.facts, land, seasonOf(this.facts));
    this.board.setExtent(this.facts.extent);
  }

  /** Begin at the front, where this side's units are, near enough to tell them apart. */
  lookAtOwnUnits() {
    const own = ownFaces(this.state).map((face) => face.hex);
    const front = new Set((this.state.front ?? []).flat());
    const near = own.filter((hex) => front.has(hex));
    const places = (near.length ? near : own).map((hex) => this.facts.hexes[hex]);
    const known = places.filter((place) => place !== undefined);
    if (!known.length || this.board.camera.scale >= FIRST_LOOK) return;
    const middle = (/** @type {"x" | "y"} */ axis) => known.map((place) => place[axis]).sort((a, b) => a - b)[known.length >> 1] ?? 0;
    this.board.camera.look({ x: middle("x"), y: middle("y") }, FIRST_LOOK, false);
  }

  connect() {
    this.connection = new Connection(this.id, this.seat, {
      seen: () => ({ since: this.log[this.log.length - 1]?.n, looks: Object.keys(this.looks).slice(-MOST_LOOKS) }),
      onState: (state) => this.receive(state),
      onStatus: (status) => {
        this.status = status;
        this.refresh();
      },
    });
  }

  /** @param {State} state */
  receive(state) {
    this.stage.finish();
    this.marks.ringed = [];
    const first = !this.log.length;
    const before = this.state;
    const fresh = this.takeIn(state);
    this.previews.clear();
    this.battle = lastBattle(this.log, this.facts.scenes);
    if (!first && !this.past && !this.covered) {
      this.theatre.take(before, fresh, state);
      if (!this.theatre.playing) this.stage.begin(before, fresh);
    }
    if (!this.past && !this.theatre.playing) this.settle(true);
    if (before.view.phase !== state.view.phase) this.board?.fold();
    this.refresh();
    if (first) return this.newsFor([]);
    // When the set-up is done the units are there for the first time.
    if (!ownFaces(before).length) this.lookAtOwnUnits();
    this.theatre.afterwards(() => {
      this.bringIntoView();
      this.stage.afterwards(() => this.newsFor(fresh));
    });
  }

  /** @param {LogEntry[]} fresh */
  newsFor(fresh) {
    this.listeners.forEach((listener) => listener(fresh));
  }

  /**
   * Take in the situation that is shown.
   *
   * @param {boolean} animate
   * @param {{ways?: Map<string, string[]>, duration?: number}} [how] The ways that counters go.
   */
  settle(animate, how) {
    this.survey();
    this.board?.setCounters(this.shown.faces, this.looks, { animate: animate && !calm(), ...how });
    this.board?.setSigns(this.shown.signs);
    this.board?.setFront(this.shown.front, this.shown.view.gained, this.facts.sides[0] ?? "");
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

  refresh() {
    this.marks.paint();
    void this.lines.paint();
    for (const part of this.parts) part.update();
  }

  escape() {
    hidePointer();
    this.theatre.skip();
    this.hand.clear();
    this.marks.ringed = [];
    this.lines.drop();
    this.refresh();
  }

  /** @param {string} hex @param {Event | null} [event] */
  pointAt(hex, event) {
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
    return this.board.pointOf(hex);
  }

  /** Give an order; when it is refused, the reason is shown. @param {string} order @param {() => boolean} [stands] Whether it is still meant when its turn has come. */
  order(order, stands = () => true) {
    this.sending += 1;
    const given = this.busy.then(() => stands() && this.sendOrder(order)).finally(() => {
      this.sending -= 1;
      this.refresh();
    });
    this.busy = given;
    return given;
  }

  /** Give several orders that belong together. @param {string[]} orders */
  orderAll(orders) {
    return orderTogether(this, orders);
  }

  /** @param {string} order */
  async sendOrder(order) {
    const reply = await this.connection.ask({ type: "order", n: this.n, order });
    if (reply.ok) {
      this.countTo(reply.n);
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
    const { n } = this;
    this.sending += 1;
    const reply = await this.preview(act.text);
    const { texts = [], unused = [] } = reply.preview?.kind === "warnings" ? reply.preview : {};
    const goes = await goesAhead(act.name, texts, unused, this);
    this.sending -= 1;
    if (!goes) return this.refresh();
    this.hand.clear();
    // A second click on a button that was carried out meanwhile means nothing.
    if (await this.order(act.text, () => this.n === n)) this.lookAtUnitsOf(act);
  }

  /** Come near the units that a button was about, if they cannot be made out. @param {Act} act */
  lookAtUnitsOf(act) {
    const hexes = act.words ? this.hexesOf(act) : [];
    if (!hexes.length || this.board.camera.scale >= READABLE) return;
    // The prompt may just have changed its height and with it the board's.
    setTimeout(() => this.board.frame(hexes), 100);
  }

  /** @param {string} order @param {string | null} [after]  what would be ordered before @returns {Promise<Reply>} */
  preview(order, after = null) {
    const key = `${after} ${order}`;
    const known = this.previews.get(key) ?? this.connection.ask({ type: "preview", order, after });
    this.previews.set(key, known);
    return known;
  }

  /** @param {string} order @param {string | null} [after] @returns {Promise<RulingFacts | null>} */
  async why(order, after = null) {
    const reply = await this.connection.ask({ type: "why", order, after });
    return reply.ruling ?? null;
  }

  undo() {
    return undo(this);
  }

  /** Look through another seat that this player holds. @param {string} seat */
  sit(seat) {
    this.seat = { ...this.seat, side: seat };
    keepSeat(this.id, this.seat);
    this.connection.close();
    this.log = [];
    this.hand.clear();
    this.connect();
  }

  /** The table as it was after an order, or would have been in a line. @param {number} to @param {number} [since] The log is told from here on. @param {{start: number} | null} [line] @returns {Promise<State>} */
  replayState(to, since, line) {
    return get(`/api/tables/${this.id}/replay${query({ to, since, side: this.seat.side, line: line?.start })}`, this.seat.token);
  }

  /** When something is to be decided in a few hexes, all of them out of sight, look there. */
  bringIntoView() {
    const { spots, units, attacks, combats } = this.choices;
    if (attacks.size || combats.size) return;
    const hexes = [...spots.keys(), ...units.map((unit) => this.whereIs(unit)).filter((hex) => hex !== null)];
    if (!this.mayAct || !hexes.length || hexes.length > FEW_HEXES) return;
    if (!this.inSight(hexes)) this.board.centreOn(hexes[0] ?? "");
  }

  /** @param {string[]} hexes @returns {boolean} Whether any of them is in view. */
  inSight(hexes) {
    const seen = this.board.camera.window;
    return hexes.some((hex) => {
      const { x = 0, y = 0 } = this.facts.hexes[hex] ?? {};
      return x > seen.x && x < seen.x + seen.width && y > seen.y && y < seen.y + seen.height;
    });
  }

  /** Come near where a unit from the list may be placed, if that cannot be made out. */
  showGoals() {
    const hexes = [...this.hand.goals.keys()];
    if (hexes.length && (this.board.camera.scale < READABLE || !this.inSight(hexes))) this.board.frame(hexes);
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
}

/** @param {State} state @returns {Face[]} The counters of the side that looks. */
function ownFaces({ faces, side }) {
  return faces.filter((face) => face.side === side);
}
