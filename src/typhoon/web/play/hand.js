/** The player's hand: what is selected, and what a click or a drop on the map means. */

import { capital, figure } from "../common/words.js";
import { Aim } from "./aim.js";
import { likelyOrder } from "./likely.js";
import { showMenu, showRuling } from "./pointer.js";
import { spell } from "./spell.js";

/** @import { Table } from "./table.js" */
/** @import { Act, Way } from "./choices.js" */

/** @typedef {{x: number, y: number}} Point */

export class Hand extends Aim {
  /** @param {Table} table */
  constructor(table) {
    super(table);
    /** The number of the order up to which reports of battles have been put away. */
    this.readUpTo = table.n;
  }

  /** Put the report of the last battle away. */
  read() {
    this.readUpTo = this.table.state.n;
  }

  /** @returns {Map<string, number | null>} Where what is selected can go, with the price. */
  get goals() {
    if (this.forces.chosen.length) return this.forces.goals;
    const goals = this.choices.destinations(this.units);
    for (const [hex, cost] of this.marching.goals) goals.set(hex, cost);
    for (const unit of this.units) goals.delete(this.table.whereIs(unit) ?? "");
    return goals;
  }

  /** Let go of what the new situation does not offer. */
  settle() {
    for (const unit of this.units) if (!this.choices.has(unit)) this.units.delete(unit);
    const { force } = this.choices;
    if (force.length && (force.length !== this.units.size || !force.every((unit) => this.units.has(unit)))) this.select(force);
    this.lookUp();
    const able = this.target === null ? undefined : this.choices.attacks.get(this.target)?.units;
    if (!able && !(this.target !== null && this.forces.chosen.length)) this.dropAttack();
    else if (!able) this.attackWith(this.units);
    else for (const unit of this.attackers) if (!able.includes(unit)) this.attackers.delete(unit);
    const { units, attacks, buttons, acts, spots, combats } = this.choices;
    const forced = !buttons.length && !acts.size && !spots.size && !combats.size;
    const [first] = units;
    // Where something may be declined, nothing is chosen for the player.
    const free = first !== undefined && acts.has(first) && buttons.length > 0;
    if (first !== undefined && !this.units.size && !attacks.size && !combats.size && (forced || (units.length === 1 && buttons.length < 2 && !free))) this.select([first]);
    this.#inspectMatter();
    if (this.target) void this.workOut();
  }

  /** Look into the stack that something is to be decided about, when it is only one. */
  #inspectMatter() {
    const { acts, ways, movers, attacks, combats } = this.choices;
    if (!acts.size || ways.size || movers.size || attacks.size || combats.size) return;
    const [hex, ...others] = new Set([...acts.keys()].map((unit) => this.table.whereIs(unit)));
    if (hex && !others.length) this.inspect(hex);
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
    this.marching.wanted = "";
    this.marching.moved = false;
    this.lookUp();
    const first = units[0];
    if (first !== undefined) this.inspect(this.table.whereIs(first) ?? this.hex);
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
    this.lookUp();
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

  /** @param {string} hex */
  selectAll(hex) {
    const able = this.table.stack(hex).filter((unit) => this.choices.has(unit));
    const group = this.choices.groups.find((each) => able.includes(each[0] ?? ""));
    this.select(group ?? able);
    this.table.refresh();
  }

  /** @param {string} unit @param {string} hex @param {Event | null} event */
  clickUnit(unit, hex, event) {
    this.inspect(hex);
    this.read();
    const more = Boolean(event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey));
    if (this.target !== null) {
      if (this.choices.attacks.get(this.target)?.units.includes(unit)) return this.toggleAttacker(unit);
      if (this.choices.targetHexes.includes(hex)) return more ? this.toggleTarget(hex) : this.beginAttack(hex);
      this.dropAttack();
    }
    if (this.choices.acts.has(unit) && (this.table.battle.open || this.isConfirmed(unit))) return this.act(unit);
    if (this.units.size && !this.units.has(unit) && !more) {
      if (this.choices.targetsOf(this.units).includes(hex)) return this.beginAttack(hex);
      if (this.goals.has(hex)) return this.goOrSelect(unit, hex, event);
    }
    if (this.doThere(hex, event)) return;
    if (this.choices.has(unit)) {
      if (more) return this.toggle(unit);
      this.select(this.forces.taken(unit));
      this.table.board.fold();
      return this.table.refresh();
    }
    if (this.choices.targetHexes.includes(hex)) return this.beginAttack(hex);
    this.refuseUnit(unit, hex, event);
  }

  /** @param {string} hex @param {Event | null} event */
  clickHex(hex, event) {
    this.inspect(hex);
    this.read();
    const more = Boolean(event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey));
    if (this.target !== null && more && this.choices.targetHexes.includes(hex)) return this.toggleTarget(hex);
    if (this.target !== null && !this.targetHexes.includes(hex)) this.dropAttack();
    if (this.units.size && this.goals.has(hex)) return this.goTo(hex, event);
    if (this.doThere(hex, event)) return;
    if (this.choices.targetHexes.includes(hex) && this.target === null) return this.beginAttack(hex);
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

  /** Whether a unit in hand is clicked again that only one thing can be done with, and one such thing must be done. @param {string} unit */
  isConfirmed(unit) {
    const { acts, buttons, ways, movers } = this.choices;
    return this.units.has(unit) && !buttons.length && !ways.has(unit) && !movers.size && acts.get(unit)?.length === 1;
  }

  /** Do the one thing that can be done with a unit. @param {string} unit */
  act(unit) {
    const [act] = this.choices.acts.get(unit) ?? [];
    if (act) void this.table.give(act);
  }

  /** Do what is done by clicking a hex alone. @param {string} hex @param {Event | null} event @returns {boolean} Whether there is such a thing. */
  doThere(hex, event) {
    const acts = this.choices.actsAt(hex);
    const [act, ...others] = acts;
    if (!act) return false;
    if (!others.length) void this.table.give(act);
    else this.table.refresh();
    if (others.length) showMenu(this.table.pointAt(hex, event), this.table.board.hexName(hex), acts.map((act) => this.#item(act)));
    return true;
  }

  /** @param {Act} act */
  #item(act) {
    const { label, path = [], points, words = {} } = act;
    return {
      label: path.length ? this.#wayIn(label, path) : [label, ...Object.values(words), points ?? ""].join(" ").trim(),
      act: () => void this.table.give(act),
      shown: () => this.table.board.setPath(path, ""),
    };
  }

  /** @param {string} unit @param {string} to @param {Event | null} [event] */
  async drop(unit, to, event = null) {
    this.take(unit);
    await this.forces.lookUp();
    await this.marching.lookUp();
    if (this.choices.targetsOf([unit]).includes(to)) return this.beginAttack(to);
    if (this.goals.has(to)) return this.goTo(to, event);
    this.explain([...this.units], to, event);
    this.table.refresh();
  }

  /** @param {string} hex @param {Event | null} event */
  goTo(hex, event) {
    if (this.forces.isFoe(hex)) return this.beginAttack(hex);
    if (this.forces.chosen.length) return void this.forces.go(hex);
    const units = [...this.units];
    const ways = units.length === 1 ? (this.choices.ways.get(units[0] ?? "")?.get(hex) ?? []) : [];
    if (ways.length > 1) return this.chooseWay(units[0] ?? "", ways, hex, event);
    if (this.marching.goals.has(hex)) return void this.marching.go(hex);
    void this.send(units, hex);
  }

  /** @param {string[]} units @param {string} hex */
  async send(units, hex) {
    this.point(null);
    const ways = units.map((unit) => ({ unit, way: this.choices.ways.get(unit)?.get(hex)?.[0] }));
    await this.table.orderAll(ways.flatMap(({ unit, way }) => (way ? [this.wayOrder(unit, way)] : [])));
  }

  /** A way in words: by which hexes it leads. @param {string} label @param {string[]} path */
  #wayIn(label, path) {
    const between = path.slice(1, -1).join(", ");
    return this.table.say(between ? `${label} by ${between}` : `${label} from ${path[0] ?? ""}`);
  }

  /** @param {string} unit @param {Way} way */
  wayOrder(unit, way) {
    return spell(way, { unit, start: this.table.whereIs(unit) ?? "", goal: way.hex, hex: way.hex });
  }

  /** @param {string} unit @param {Way[]} ways @param {string} hex @param {Event | null} event */
  chooseWay(unit, ways, hex, event) {
    const told = (/** @type {Way} */ { label, path }) => this.#wayIn(label, path);
    this.#offerWays(unit, ways, this.table.say(`Which way to ${hex}?`), this.table.pointAt(hex, event), told);
  }

  /** @param {string} unit @param {Way[]} ways @param {string} title @param {{x: number, y: number}} point @param {(way: Way) => string} told */
  #offerWays(unit, ways, title, point, told) {
    const items = ways.map((way) => ({
      label: told(way),
      act: () => void this.table.order(this.wayOrder(unit, way)),
      shown: () => this.table.board.setPath(way.path, ""),
    }));
    showMenu(point, title, items);
  }

  /** What begins in a hex where it does not lie yet, such as a bridge. @param {string} unit @param {string} hex */
  #waysOutOf(unit, hex) {
    const ways = [...(this.choices.ways.get(unit)?.values() ?? [])].flat();
    return this.table.whereIs(unit) === hex ? [] : ways.filter(({ path }) => path.length === 2 && path[0] === hex);
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
    const acts = this.table.buttonsFor(unit);
    const order = likelyOrder(this.table, [unit], hex, true);
    const ruling = order ? await this.table.why(order) : null;
    if (acts.length) {
      const items = acts.map((act) => ({ label: act.name, act: () => void this.table.give(act) }));
      showMenu(point, ruling ? this.#inWords(ruling) : this.table.unitName(unit), items);
    } else if (ruling) showRuling(point, ruling, this.table);
  }

  /** A ruling in words, with its case. @param {import("../common/types.js").RulingFacts} ruling */
  #inWords({ text, case: number }) {
    return `${capital(this.table.say(text))} (${number}).`;
  }

  /** @param {string[]} units @param {string} hex @param {Event | null} event */
  async explain(units, hex, event) {
    const point = this.table.pointAt(hex, event);
    const out = units.length === 1 ? this.#waysOutOf(units[0] ?? "", hex) : [];
    if (out.length) return this.#offerWays(units[0] ?? "", out, this.table.board.hexName(hex), point, ({ label, path }) => this.table.say(`${label} to ${path[1]}`));
    const force = this.forces.chosen.length > 0;
    const order = force ? this.choices.marchTo(hex) : likelyOrder(this.table, units, hex, false);
    const ruling = order ? await this.table.why(order, force ? this.forces.first : null) : null;
    if (ruling) showRuling(point, ruling, this.table);
  }
}
