/** The player's hand: what is selected, and what a click or a drop on the map means. */

import { figure } from "../common/words.js";
import { Forces } from "./forces.js";
import { likelyOrder } from "./likely.js";
import { showMenu, showRuling } from "./pointer.js";

/** @import { CombatPreview, Forecast, Ruling } from "../common/types.js" */
/** @import { Table } from "./table.js" */
/** @import { Way } from "./choices.js" */

/** @typedef {{x: number, y: number}} Point */

export class Hand {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.forces = new Forces(table);
    /** @type {Set<string>} */
    this.units = new Set();
    /** @type {string | null} */
    this.target = null;
    /** @type {Set<string>} */
    this.attackers = new Set();
    /** @type {{preview?: CombatPreview | Forecast, ruling?: Ruling} | null} */
    this.combat = null;
    /** @type {string | null} The hex shown in the inspector. */
    this.hex = null;
    this.asked = 0;
    /** The number of the order up to which reports of battles have been put away. */
    this.readUpTo = table.n;
  }

  /** Put the report of the last battle away. */
  read() {
    this.readUpTo = this.table.state.n;
  }

  /** The hex the keyboard points at. */
  get cursor() {
    return this.table.board?.cursor ?? null;
  }

  /** @param {string | null} hex */
  point(hex) {
    this.table.board?.setCursor(hex);
  }

  get choices() {
    return this.table.choices;
  }

  /** @returns {Map<string, number | null>} Where what is selected can go, with the price. */
  get goals() {
    return this.forces.chosen.length ? this.forces.goals : this.choices.destinations(this.units);
  }

  /** Let go of what the new situation does not offer. */
  settle() {
    for (const unit of this.units) if (!this.choices.has(unit)) this.units.delete(unit);
    const { force } = this.choices;
    if (force.length && (force.length !== this.units.size || !force.every((unit) => this.units.has(unit)))) this.select(force);
    void this.forces.lookUp();
    const able = this.target === null ? undefined : this.choices.attacks.get(this.target);
    if (!able && !(this.target !== null && this.forces.chosen.length)) this.dropAttack();
    else if (!able) this.attackers = new Set(this.units);
    else for (const unit of this.attackers) if (!able.includes(unit)) this.attackers.delete(unit);
    const { units, attacks, buttons, acts } = this.choices;
    const forced = !buttons.length && !acts.size;
    const [first] = units;
    if (first !== undefined && !this.units.size && !attacks.size && (forced || (units.length === 1 && buttons.length < 2))) this.select([first]);
    if (this.target) void this.workOut();
  }

  dropAttack() {
    this.target = null;
    this.combat = null;
    this.attackers.clear();
  }

  clear() {
    this.dropAttack();
    this.units = new Set(this.choices.force);
    this.point(null);
  }

  /** @param {string[]} units */
  select(units) {
    this.dropAttack();
    this.units = new Set(units.filter((unit) => this.choices.has(unit)));
    void this.forces.lookUp();
    const first = units[0];
    if (first !== undefined) this.hex = this.table.whereIs(first) ?? this.hex;
  }

  /** @param {string} unit */
  toggle(unit) {
    if (this.target !== null) {
      this.toggleAttacker(unit);
      return;
    }
    const group = this.choices.groupOf(unit);
    if (group.length && this.units.size && !group.includes([...this.units][0] ?? "")) return this.pick(unit);
    if (!this.units.delete(unit) && this.choices.has(unit)) this.units.add(unit);
    void this.forces.lookUp();
    this.table.refresh();
  }

  /** Select a unit with all that go with it. @param {string} unit */
  pick(unit) {
    const group = this.choices.groupOf(unit);
    this.select(group.length ? group : [unit]);
    this.table.refresh();
  }

  /** Select a unit and nothing else, or let it go. @param {string} unit */
  toggleOnly(unit) {
    this.select(this.units.has(unit) ? [] : [unit]);
    this.table.refresh();
    if (this.table.whereIs(unit) === null) this.table.showGoals();
  }

  /** @param {string} unit */
  toggleAttacker(unit) {
    if (!this.attackers.delete(unit)) this.attackers.add(unit);
    if (this.forces.chosen.length) this.units = new Set(this.attackers);
    void this.forces.lookUp();
    void this.workOut();
  }

  /** @param {string} hex */
  selectAll(hex) {
    const able = this.table.stack(hex).filter((unit) => this.choices.has(unit));
    const group = this.choices.groups.find((each) => able.includes(each[0] ?? ""));
    this.select(group ?? able);
    this.table.refresh();
  }

  /** @param {string} unit @param {string} hex @param {Event | null} event */
  clickUnit(unit, hex, event) {
    this.hex = hex;
    this.read();
    const more = Boolean(event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey));
    if (this.target !== null) {
      if (this.choices.attacks.get(this.target)?.includes(unit)) return this.toggleAttacker(unit);
      if (this.choices.attacks.has(hex)) return this.beginAttack(hex);
      this.dropAttack();
    }
    if (this.table.battle.open && this.choices.acts.has(unit)) return this.act(unit);
    if (this.units.size && !this.units.has(unit) && !more) {
      if (this.choices.targetsOf(this.units).includes(hex)) return this.beginAttack(hex);
      if (this.goals.has(hex)) return this.goOrSelect(unit, hex, event);
    }
    if (this.choices.has(unit)) {
      if (more) return this.toggle(unit);
      this.select(this.forces.taken(unit));
      return this.table.refresh();
    }
    if (this.choices.attacks.has(hex)) return this.beginAttack(hex);
    this.refuseUnit(unit, hex, event);
  }

  /** @param {string} hex @param {Event | null} event */
  clickHex(hex, event) {
    this.hex = hex;
    this.read();
    if (this.target !== null && hex !== this.target) this.dropAttack();
    if (this.units.size && this.goals.has(hex)) return this.goTo(hex, event);
    if (this.choices.attacks.has(hex) && this.target === null) return this.beginAttack(hex);
    const standing = [...this.units].every((unit) => this.table.whereIs(unit) === hex);
    if (this.units.size && !standing) this.explain([...this.units], hex, event);
    else this.units.clear();
    this.table.refresh();
  }

  /** Light what a unit can do while it is dragged. @param {string} unit */
  take(unit) {
    if (!this.units.has(unit)) this.pick(unit);
    this.table.refresh();
  }

  /** Do the one thing that can be done with a unit. @param {string} unit */
  act(unit) {
    const [act] = this.choices.acts.get(unit) ?? [];
    if (act) void this.table.give(act);
  }

  /** @param {string} unit @param {string} to @param {Event | null} [event] */
  async drop(unit, to, event = null) {
    this.take(unit);
    await this.forces.lookUp();
    if (this.choices.targets.get(unit)?.includes(to)) return this.beginAttack(to);
    if (this.goals.has(to)) return this.goTo(to, event);
    this.explain([...this.units], to, event);
    this.table.refresh();
  }

  /** @param {string} hex */
  beginAttack(hex) {
    const able = this.choices.attacks.get(hex) ?? [];
    const chosen = [...this.units].filter((unit) => able.includes(unit));
    const force = this.forces.chosen;
    this.attackers = new Set(force.length ? force : chosen.length ? chosen : able);
    if (!force.length) this.units.clear();
    this.target = hex;
    this.hex = hex;
    this.point(null);
    void this.workOut();
  }

  /** @returns {string | null} The attack as it is put together now. */
  get attackOrder() {
    if (this.target === null || !this.attackers.size) return null;
    if (this.forces.chosen.length) return `march ${this.target}`;
    return `attack ${this.target} ${[...this.attackers].sort().join(" ")}`;
  }

  async workOut() {
    const order = this.attackOrder;
    const asked = ++this.asked;
    if (order === null) this.combat = null;
    this.table.refresh();
    if (order === null) return;
    const reply = await this.table.preview(order, this.forces.chosen.length ? this.forces.first : null);
    if (asked !== this.asked) return;
    if (reply.preview?.kind === "combat" || reply.preview?.kind === "forecast") this.combat = { preview: reply.preview };
    else if (reply.ok) this.combat = {};
    else this.combat = { ruling: reply.ruling ?? { case: "", text: reply.error ?? "This cannot be worked out." } };
    this.table.refresh();
  }

  async commitAttack() {
    const order = this.attackOrder;
    const { target } = this;
    if (order === null || target === null || this.combat?.ruling) return;
    const force = this.forces.chosen.length > 0;
    this.dropAttack();
    await (force ? this.forces.go(target) : this.table.order(order));
  }

  /** @param {string} hex @param {Event | null} event */
  goTo(hex, event) {
    if (this.forces.isFoe(hex)) return this.beginAttack(hex);
    if (this.forces.chosen.length) return void this.forces.go(hex);
    const units = [...this.units];
    const ways = units.length === 1 ? (this.choices.ways.get(units[0] ?? "")?.get(hex) ?? []) : [];
    if (ways.length > 1) return this.chooseWay(ways, hex, event);
    void this.send(units, hex);
  }

  /** @param {string[]} units @param {string} hex */
  async send(units, hex) {
    this.point(null);
    for (const unit of units) {
      const way = this.choices.ways.get(unit)?.get(hex)?.[0];
      if (!way || !(await this.table.order(this.wayOrder(unit, way)))) return;
    }
  }

  /** @param {string} unit @param {Way} way */
  wayOrder(unit, way) {
    return way.order.replace("{from}", this.table.whereIs(unit) ?? "");
  }

  /** @param {Way[]} ways @param {string} hex @param {Event | null} event */
  chooseWay(ways, hex, event) {
    const items = ways.map((way) => ({
      label: `${way.verb} by ${way.path.slice(1, -1).map((step) => this.table.board.hexName(step)).join(", ") || "the straight way"}`,
      act: () => void this.table.order(way.order),
      shown: () => this.table.board.setPath(way.path, ""),
    }));
    showMenu(this.table.pointAt(hex, event), `Which way to ${hex}?`, items);
  }

  /** @param {string} unit @param {string} hex @param {Event | null} event */
  goOrSelect(unit, hex, event) {
    if (!this.choices.has(unit)) return this.goTo(hex, event);
    const names = [...this.units].map((u) => this.table.unitName(u)).join(", ");
    const cost = this.goals.get(hex);
    showMenu(this.table.pointAt(hex, event), `${this.table.board.hexName(hex)}`, [
      { label: `Bring ${names} here${cost ? ` for ${figure(cost)}` : ""}`, act: () => this.goTo(hex, event) },
      {
        label: `Select ${this.table.unitName(unit)} instead`,
        act: () => {
          this.pick(unit);
        },
      },
    ]);
  }

  /** @param {string} unit @param {string} hex @param {Event | null} event */
  async refuseUnit(unit, hex, event) {
    if (this.units.size) return this.explain([...this.units], hex, event);
    this.table.refresh();
    if (!this.table.mayAct || this.table.facts.units[unit]?.side !== this.table.state.side) return;
    const point = this.table.pointAt(hex, event);
    const acts = this.choices.buttonsFor(unit, this.table.facts);
    const order = likelyOrder(this.table, [unit], hex, true);
    const ruling = order ? await this.table.why(order) : null;
    if (acts.length) {
      const items = acts.map((act) => ({ label: this.table.actLabel(act), act: () => void this.table.give(act) }));
      showMenu(point, ruling?.text ?? this.table.unitName(unit), items);
    } else if (ruling) showRuling(point, ruling, this.table);
  }

  /** @param {string[]} units @param {string} hex @param {Event | null} event */
  async explain(units, hex, event) {
    const point = this.table.pointAt(hex, event);
    const force = this.forces.chosen.length > 0;
    const order = force ? `march ${hex}` : likelyOrder(this.table, units, hex, false);
    const ruling = order ? await this.table.why(order, force ? this.forces.first : null) : null;
    if (ruling) showRuling(point, ruling, this.table);
  }
}
