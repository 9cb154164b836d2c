/**
 * What may be chosen now, sorted by what a player clicks on.
 *
 * Nothing here knows a rule: an order on offer that names a unit and a hex or a path is made by
 * clicking the unit and the hex, one that names a unit alone by clicking the unit, and all others
 * become buttons.  Units that can form a force are taken together; where it can go, is asked for.
 */

import { capital } from "../common/words.js";

/** @import { GameFacts, View } from "../common/types.js" */

/** @typedef {{order: string, verb: string, path: string[], cost: number | null}} Way */
/** @typedef {{order: string, verb: string, words: string[], label: string}} Act */

export class Choices {
  constructor() {
    /** @type {Map<string, Map<string, Way[]>>} For each unit the hexes it can go to. */
    this.ways = new Map();
    /** @type {Map<string, Act[]>} For each unit what can be done with it where it is. */
    this.acts = new Map();
    /** @type {Map<string, string[]>} For each target the units that may join. */
    this.attacks = new Map();
    /** @type {Map<string, string[]>} For each unit its targets. */
    this.targets = new Map();
    /** @type {Act[]} */
    this.buttons = [];
    /** @type {string[][]} Units of which any part may form a force. */
    this.groups = [];
    /** @type {string[]} The force on the march. */
    this.force = [];
    /** @type {Map<string, number>} Where it can go. */
    this.marches = new Map();
  }

  /** @param {string} unit @returns {string[]} Those that a unit may form a force with, itself among them. */
  groupOf(unit) {
    if (this.force.includes(unit)) return this.force;
    return this.groups.find((group) => group.includes(unit)) ?? [];
  }

  /** @param {Iterable<string>} units @returns {string | null} The order that makes a force of units; null when it is one. */
  forming(units) {
    return this.force.length ? null : `force ${[...units].sort().join(" ")}`;
  }

  /** @returns {string[]} Units that can be clicked. */
  get units() {
    return [...new Set([...this.ways.keys(), ...this.acts.keys(), ...this.targets.keys(), ...this.groups.flat(), ...this.force])];
  }

  /** @param {string} unit */
  has(unit) {
    return this.ways.has(unit) || this.acts.has(unit) || this.targets.has(unit) || this.groupOf(unit).length > 0;
  }

  /**
   * The hexes that all these units can go to, with the highest price.
   *
   * @param {Iterable<string>} units
   * @returns {Map<string, number | null>}
   */
  destinations(units) {
    /** @type {Map<string, number | null> | null} */
    let common = null;
    for (const unit of units) {
      const ways = this.ways.get(unit) ?? new Map();
      /** @type {Map<string, number | null>} */
      const next = new Map();
      for (const [hex, options] of ways) {
        if (common && !common.has(hex)) continue;
        const before = common?.get(hex) ?? null;
        const cost = options[0].cost;
        next.set(hex, cost === null ? before : Math.max(cost, before ?? 0));
      }
      common = next;
    }
    return common ?? new Map();
  }

  /** @param {Iterable<string>} units @returns {string[]} Targets that any of these units may attack. */
  targetsOf(units) {
    const found = new Set();
    for (const unit of units) for (const hex of this.targets.get(unit) ?? []) found.add(hex);
    return [...found];
  }

  /** @param {string} unit @param {GameFacts} facts @returns {Act[]} Buttons that concern the unit's formation. */
  buttonsFor(unit, facts) {
    const formation = facts.units[unit]?.formation;
    return this.buttons.filter((act) => formation && act.words.length === 1 && act.words[0] === formation);
  }
}

/**
 * @param {View} view
 * @param {GameFacts} facts
 * @returns {Choices}
 */
export function choicesOf(view, facts) {
  const choices = new Choices();
  const offers = view.offers;
  if (!offers || view.decision?.side !== view.side) return choices;
  for (const order of offers.plain ?? []) sortPlain(choices, order, facts, view);
  for (const [unit, hexes] of Object.entries(offers.moves ?? {})) {
    for (const [hex, cost] of Object.entries(hexes)) {
      addWay(choices, unit, hex, { order: `move ${unit} {from}-${hex}`, verb: "move", path: [], cost });
    }
  }
  for (const [target, units] of Object.entries(offers.attacks ?? {})) {
    choices.attacks.set(target, units);
    for (const unit of units) choices.targets.set(unit, [...(choices.targets.get(unit) ?? []), target]);
  }
  for (const { units, hexes } of offers.places ?? []) {
    for (const unit of units) for (const hex of hexes) addWay(choices, unit, hex, { order: `place ${unit} ${hex}`, verb: "place", path: [], cost: null });
  }
  choices.groups = offers.forces ?? [];
  choices.marches = new Map(Object.entries(offers.marches ?? {}));
  if (choices.marches.size) choices.force = view.position.force?.units ?? [];
  return choices;
}

/** @param {Choices} choices @param {string} order @param {GameFacts} facts @param {View} view */
function sortPlain(choices, order, facts, view) {
  const [verb = "", ...words] = order.split(" ");
  const [unit, where] = words;
  if (unit === undefined || !(unit in facts.units)) {
    choices.buttons.push({ order, verb, words, label: labelOf(verb, words, facts, view) });
    return;
  }
  const path = (where ?? "").split("-");
  const last = path[path.length - 1] ?? "";
  if (words.length === 2 && last in facts.hexes) {
    addWay(choices, unit, last, { order, verb, path: path.length > 1 ? path : [], cost: null });
    return;
  }
  const act = { order, verb, words, label: labelOf(verb, words, facts, view) };
  choices.acts.set(unit, [...(choices.acts.get(unit) ?? []), act]);
}

/** @param {Choices} choices @param {string} unit @param {string} hex @param {Way} way */
function addWay(choices, unit, hex, way) {
  const hexes = choices.ways.get(unit) ?? new Map();
  choices.ways.set(unit, hexes);
  hexes.set(hex, [...(hexes.get(hex) ?? []), way]);
}

/** @param {string} verb @param {string[]} words @param {GameFacts} facts @param {View} view */
function labelOf(verb, words, facts, view) {
  const name = capital(verb.replaceAll("-", " "));
  if (verb === "end" && !words.length) {
    const phase = (view.decision?.phase ?? view.phase).replace(new RegExp(`^(${facts.sides.join("|")}) `), "");
    return phase ? `End ${phase}` : "End";
  }
  const all = !words.length && (view.offers?.plain ?? []).some((order) => order.startsWith(`${verb} `));
  return [name, ...words.map((word) => facts.units[word]?.identity ?? word), all ? "all" : ""].filter(Boolean).join(" ");
}

/**
 * The name of a formation, where the game tells it.
 *
 * @param {GameFacts} facts
 * @param {string} id
 * @returns {string}
 */
export function formationName(facts, id) {
  const formations = facts.formations ?? {};
  const found = Array.isArray(formations)
    ? formations.find((f) => (f.formation ?? f.id) === id)
    : formations[id];
  if (!found) return "";
  return typeof found === "string" ? found : (found.name ?? found.title ?? "");
}
