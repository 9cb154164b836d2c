/** Lines of communications: of the unit that is asked for, pointed at or chosen, or of all of one's own. */

/** @import { SupplyLine } from "../common/types.js" */
/** @import { Table } from "./table.js" */

export class Lines {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Whether an overlay is laid that lines belong to. */
    this.following = false;
    /** Whether all lines of one's own side are shown with it. */
    this.all = false;
    /** @type {string | null} The unit that the pointer is on. */
    this.pointed = null;
    /** @type {string | null} The unit whose line was asked for. */
    this.asked = null;
    /** @type {Map<string, Promise<SupplyLine | null>>} */
    this.known = new Map();
    /** @type {Promise<Record<string, SupplyLine>> | null} */
    this.own = null;
    /** The order after which they were known. */
    this.n = -1;
  }

  /** @param {string} unit Show its line until something else is done. */
  ask(unit) {
    this.asked = unit;
    void this.paint();
  }

  /** @param {string | null} unit */
  point(unit) {
    this.pointed = unit;
    if (this.following) void this.paint();
  }

  /** @param {boolean} on */
  follow(on) {
    this.following = on;
    void this.paint();
  }

  toggleAll() {
    this.all = !this.all;
    void this.paint();
  }

  /** The hand has let go of everything. */
  drop() {
    this.asked = null;
    void this.paint();
  }

  /** @returns {string | null} The unit whose line is to be seen. */
  get unit() {
    if (!this.following) return this.asked;
    const { hand } = this.table;
    const stack = hand.hex === null ? [] : this.table.stack(hand.hex);
    return this.pointed ?? [...hand.units].pop() ?? this.asked ?? stack[stack.length - 1] ?? null;
  }

  async paint() {
    const { table, unit } = this;
    if (!table.board) return;
    if (this.n !== table.state.n) {
      this.n = table.state.n;
      this.known.clear();
      this.own = null;
    }
    const all = this.following && this.all;
    const [line, own] = await Promise.all([unit === null ? null : this.lineOf(unit), all ? this.linesOfAll() : {}]);
    if (unit !== this.unit || this.n !== table.state.n || all !== (this.following && this.all)) return;
    const text = line ? table.say(`${line.text} (${line.case})`) : "";
    table.board.setLine(line?.hexes ?? [], text, Object.values(own).map((each) => each.hexes));
  }

  /** @param {string} unit @returns {Promise<SupplyLine | null>} */
  lineOf(unit) {
    const found = this.known.get(unit) ?? this.table.connection.ask({ type: "line", unit }).then((reply) => reply.line ?? null);
    this.known.set(unit, found);
    return found;
  }

  /** @returns {Promise<Record<string, SupplyLine>>} */
  linesOfAll() {
    this.own ??= this.table.connection.ask({ type: "lines" }).then((reply) => reply.lines ?? {});
    return this.own;
  }
}
