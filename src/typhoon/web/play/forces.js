/** Forces: units that go together, where they could go, and the orders that send them there. */

/** @import { Table } from "./table.js" */

export class Forces {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<string, number>} */
    this.reach = new Map();
    /** What the reach belongs to. */
    this.of = "";
  }

  /** @returns {string[]} The units in hand, when they are a force or could form one. */
  get chosen() {
    const { choices, hand } = this.table;
    const units = [...hand.units];
    const group = choices.groupOf(units[0] ?? "");
    return units.every((unit) => group.includes(unit)) ? units : [];
  }

  /** @returns {Map<string, number>} Where the force in hand can go, as far as that is known yet. */
  get goals() {
    if (this.table.choices.marches.size) return this.table.choices.marches;
    return this.of === this.#key(this.chosen) ? this.reach : new Map();
  }

  /** @param {string[]} units */
  #key(units) {
    return `${this.table.state.n} ${[...units].sort().join(" ")}`;
  }

  /** Ask where the units in hand could go together. */
  async lookUp() {
    const { chosen, table } = this;
    const key = this.#key(chosen);
    if (!chosen.length || table.choices.force.length || this.of === key) return;
    const reply = await table.connection.ask({ type: "destinations", units: chosen });
    if (key !== this.#key(this.chosen)) return;
    this.of = key;
    this.reach = new Map(Object.entries(reply.destinations ?? {}));
    table.refresh();
  }

  /**
   * What a click on a unit takes: all that can go with it, then it alone, then nothing.
   *
   * @param {string} unit
   * @returns {string[]}
   */
  taken(unit) {
    const group = this.table.choices.groupOf(unit);
    const { units } = this.table.hand;
    if (!group.length) return units.has(unit) && units.size === 1 ? [] : [unit];
    if (!units.has(unit) || this.table.choices.force.length) return group;
    return units.size > 1 ? [unit] : [];
  }

  /** Whether a click there means battle. @param {string} hex */
  isFoe(hex) {
    return this.table.hostile.has(hex) && this.goals.has(hex);
  }

  /** @returns {string | null} What must be ordered first. */
  get first() {
    return this.table.choices.forming(this.chosen);
  }

  /** @param {string} hex */
  async go(hex) {
    const { first, table } = this;
    const march = table.choices.marchTo(hex);
    table.hand.point(null);
    if (first !== null && !(await table.order(first))) return;
    await table.order(march);
  }
}
