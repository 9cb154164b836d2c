/** What the hand is about to do: the units it has taken, and the attack that is being put together. */

import { Forces } from "./forces.js";
import { Marching } from "./marching.js";
import { spell } from "./spell.js";

/** @import { CombatPreview, Forecast } from "../common/types.js" */
/** @import { Ruling } from "./pointer.js" */
/** @import { Table } from "./table.js" */

export class Aim {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.forces = new Forces(table);
    this.marching = new Marching(table);
    /** @type {Set<string>} */
    this.units = new Set();
    /** @type {string | null} What is to be attacked: a hex, or the name of a target of several. */
    this.target = null;
    /** @type {Set<string>} */
    this.attackers = new Set();
    /** @type {{preview?: CombatPreview | Forecast, ruling?: Ruling} | null} */
    this.combat = null;
    /** @type {string | null} The hex shown in the inspector. */
    this.hex = null;
    this.asked = 0;
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

  /** @param {string | null} hex */
  inspect(hex) {
    this.hex = hex;
  }

  /** @param {Iterable<string>} units */
  attackWith(units) {
    this.attackers = new Set(units);
  }

  /** Ask where the units in hand could go. */
  lookUp() {
    void this.forces.lookUp();
    void this.marching.lookUp();
  }

  /** @returns {string[]} The hexes that are to be attacked. */
  get targetHexes() {
    return this.target === null ? [] : this.choices.hexesOf(this.target);
  }

  dropAttack() {
    this.target = null;
    this.combat = null;
    this.attackers.clear();
  }

  /** @param {string} unit */
  toggleAttacker(unit) {
    if (!this.attackers.delete(unit)) this.attackers.add(unit);
    if (this.forces.chosen.length) this.units = new Set(this.attackers);
    this.lookUp();
    void this.workOut();
  }

  /** @param {string} hex */
  beginAttack(hex) {
    const force = this.forces.chosen;
    const target = this.choices.attackOn([hex]) ?? hex;
    const able = this.choices.attacks.get(target)?.units ?? [];
    const chosen = [...this.units].filter((unit) => able.includes(unit));
    this.attackers = new Set(force.length ? force : chosen.length ? chosen : this.choices.attackersOf(target));
    if (!force.length) this.units.clear();
    this.target = target;
    this.hex = hex;
    this.point(null);
    void this.workOut();
  }

  /** Attack one more hex with the same units, or one less. @param {string} hex */
  toggleTarget(hex) {
    const now = this.targetHexes;
    const target = this.choices.attackOn(now.includes(hex) ? now.filter((other) => other !== hex) : [...now, hex]);
    if (target === null) return;
    this.target = target;
    const able = this.choices.attacks.get(target)?.units ?? [];
    const kept = [...this.attackers].filter((unit) => able.includes(unit));
    this.attackers = new Set(kept.length ? kept : this.choices.attackersOf(target));
    void this.workOut();
  }

  /** @returns {string[]} Hexes that the same units could attack as well. */
  get moreTargets() {
    const now = this.targetHexes;
    return this.choices.targetHexes.filter((hex) => !now.includes(hex) && this.choices.attackOn([...now, hex]) !== null);
  }

  /** @returns {string | null} The attack as it is put together now. */
  get attackOrder() {
    if (this.target === null || !this.attackers.size) return null;
    if (this.forces.chosen.length) return this.choices.marchTo(this.target);
    const { attackForm } = this.choices;
    return attackForm && spell(attackForm, { target: this.target, units: [...this.attackers].sort() });
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
}
