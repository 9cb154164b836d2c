/** Units that can move in one of several ways: the way that is chosen, and where it leads. */

import { spell } from "./spell.js";

/** @import { Table } from "./table.js" */

export class Marching {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The way of moving that was asked for; the first one that is open as long as it is empty. */
    this.wanted = "";
    /** @type {Map<string, number>} */
    this.reach = new Map();
    /** What the reach belongs to. */
    this.of = "";
    /** Whether what is in hand has just been moved. */
    this.moved = false;
  }

  /** @returns {string[]} The ways in which the units in hand may move together. */
  get ways() {
    return this.table.choices.modesOf([...this.table.hand.units]);
  }

  /** The way that is chosen; empty when none is open to all units in hand. */
  get way() {
    const { ways } = this;
    return ways.includes(this.wanted) ? this.wanted : (ways[0] ?? "");
  }

  /** @returns {Map<string, number>} Where they can go, as far as that is known yet. */
  get goals() {
    return this.way && this.of === this.#key() ? this.reach : new Map();
  }

  #key() {
    return [this.table.state.n, this.way, ...[...this.table.hand.units].sort()].join(" ");
  }

  /** @param {string} way */
  choose(way) {
    this.wanted = way;
    void this.lookUp();
    this.table.refresh();
  }

  /** Choose the way after the present one. */
  next() {
    const { ways } = this;
    if (ways.length > 1) this.choose(ways[(ways.indexOf(this.way) + 1) % ways.length] ?? "");
  }

  /** Ask where the units in hand could go. */
  async lookUp() {
    const { table, way } = this;
    const key = this.#key();
    if (!way || this.of === key) return;
    const reply = await table.connection.ask({ type: "destinations", units: [...table.hand.units], verb: way });
    if (key !== this.#key()) return;
    this.of = key;
    this.reach = new Map(Object.entries(reply.destinations ?? {}));
    if (!this.reach.size && this.moved) table.hand.units.clear();
    this.moved = false;
    table.refresh();
  }

  /** @param {string} unit @param {string} hex @returns {string} */
  orderTo(unit, hex) {
    const form = this.table.choices.movers.get(this.way)?.form;
    return form ? spell(form, { unit, start: this.table.whereIs(unit) ?? "", goal: hex }) : "";
  }

  /** @param {string} hex */
  async go(hex) {
    const { hand } = this.table;
    const orders = [...hand.units].map((unit) => this.orderTo(unit, hex));
    hand.point(null);
    this.moved = true;
    await this.table.orderAll(orders);
  }
}
