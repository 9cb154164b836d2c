/**
 * What may be chosen now, sorted by what a player clicks on.
 *
 * Nothing here knows a rule: an order on offer that names a unit and a hex or a path is made by
 * clicking the unit and the hex, one that names a unit alone by clicking the unit, one that names a hex
 * or a path alone by clicking the hex, and most others become buttons.  Units that can form a force are
 * taken together; where it can go, is asked for, and so it is for units that can move in several ways.
 */

import { capital } from "../common/words.js";

/** @import { GameFacts, View } from "../common/types.js" */

/** @typedef {{order: string, verb: string, path: string[], cost: number | null}} Way In its order {unit} and {from} stand for the unit and its hex. */
/** @typedef {{order: string, verb: string, words: string[], label: string}} Act */
/** @typedef {{verb: string, units: string[], orders: Map<string, string>}} Parts Some of the units, as the orders have them. */
/** @typedef {{verb: string, names: string[], total: number, orders: Set<string>}} Shares Points divided among names. */

export class Choices {
  constructor() {
    /** @type {Map<string, Map<string, Way[]>>} For each unit the hexes it can go to. */
    this.ways = new Map();
    /** @type {Map<string, Act[]>} For each unit what can be done with it where it is. */
    this.acts = new Map();
    /** @type {Map<string, string[]>} For each target the units that may join. */
    this.attacks = new Map();
    /** @type {Map<string, string[]>} Those that may do so together, where not all may. */
    this.together = new Map();
    /** @type {Map<string, string[]>} For each unit its targets. */
    this.targets = new Map();
    /** @type {Map<string, Act[]>} What can be done by clicking a hex alone. */
    this.spots = new Map();
    /** @type {Map<string, Act[]>} What can be done with a combat that has been declared, by its target. */
    this.combats = new Map();
    /** @type {Map<string, Set<string>>} For each way of moving the units that may move so. */
    this.movers = new Map();
    /** @type {Parts | null} Units of which some are to be chosen. */
    this.parts = null;
    /** @type {Shares | null} Points to be divided. */
    this.shares = null;
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
    const movers = [...this.movers.values()].flatMap((units) => [...units]);
    return [...new Set([...this.ways.keys(), ...movers, ...this.acts.keys(), ...this.targets.keys(), ...this.groups.flat(), ...this.force])];
  }

  /** @param {string} unit */
  has(unit) {
    return this.ways.has(unit) || this.acts.has(unit) || this.targets.has(unit) || this.modesOf([unit]).length > 0 || this.groupOf(unit).length > 0;
  }

  /** @param {string[]} units @returns {string[]} The ways in which all these units may move. */
  modesOf(units) {
    if (!units.length) return [];
    return [...this.movers].filter(([, able]) => units.every((unit) => able.has(unit))).map(([verb]) => verb);
  }

  /** @param {string[]} hexes @returns {string | null} The name of an attack on all these hexes, and no others. */
  attackOn(hexes) {
    for (const name of this.attacks.keys()) {
      const parts = name.split("+");
      if (parts.length === hexes.length && hexes.every((hex) => parts.includes(hex))) return name;
    }
    return null;
  }

  /** @returns {string[]} Hexes that can be attacked. */
  get targetHexes() {
    return [...new Set([...this.attacks.keys()].flatMap((name) => name.split("+")))];
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

  /** @param {Iterable<string>} units @returns {string[]} Hexes that any of these units may attack. */
  targetsOf(units) {
    const found = new Set();
    for (const unit of units) for (const name of this.targets.get(unit) ?? []) for (const hex of name.split("+")) found.add(hex);
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
  const plain = sortTogether(choices, offers.plain ?? [], facts);
  const declared = new Set((view.position.combats ?? []).map((/** @type {{target: string}} */ combat) => combat.target));
  for (const order of plain) sortPlain(choices, order, facts, view, declared);
  for (const [unit, hexes] of Object.entries(offers.moves ?? {})) {
    for (const [hex, cost] of Object.entries(hexes)) {
      addWay(choices, unit, hex, { order: `move ${unit} {from}-${hex}`, verb: "move", path: [], cost });
    }
  }
  for (const [target, units] of Object.entries(offers.attacks ?? {})) {
    choices.attacks.set(target, units);
    for (const unit of units) choices.targets.set(unit, [...(choices.targets.get(unit) ?? []), target]);
  }
  choices.together = new Map(Object.entries(offers.together ?? {}));
  const spent = (/** @type {string} */ unit) => view.position.units?.[unit]?.moved && !view.position.units[unit].left;
  choices.movers = new Map(Object.entries(offers.movers ?? {}).map(([verb, units]) => [verb, new Set(units.filter((unit) => !spent(unit)))]));
  for (const { units, hexes } of offers.places ?? []) {
    // All units of a group have the same ways.
    const ways = new Map(hexes.map((hex) => [hex, [{ order: `place {unit} ${hex}`, verb: "place", path: [], cost: null }]]));
    for (const unit of units) choices.ways.set(unit, ways);
  }
  choices.groups = offers.forces ?? [];
  choices.marches = new Map(Object.entries(offers.marches ?? {}));
  if (choices.marches.size) choices.force = view.position.force?.units ?? [];
  return choices;
}

/**
 * Take out the orders that are put together from several words: parts of a stack, and shares of points.
 *
 * @param {Choices} choices @param {string[]} orders @param {GameFacts} facts
 * @returns {string[]} The others.
 */
function sortTogether(choices, orders, facts) {
  const several = orders.find((order) => order.split(" ").length > 2 && order.split(" ").slice(1).every((word) => word in facts.units));
  const divided = orders.find((order) => order.includes(" ") && order.split(" ").slice(1).every((word) => /:\d+$/.test(word)));
  const of = (/** @type {string} */ verb) => orders.filter((order) => order.split(" ")[0] === verb);
  const taken = new Set();
  if (several) {
    const [verb = ""] = several.split(" ");
    const found = of(verb);
    const units = [...new Set(found.flatMap((order) => order.split(" ").slice(1)))];
    choices.parts = { verb, units, orders: new Map(found.map((order) => [order.split(" ").slice(1).sort().join(" "), order])) };
    taken.add(verb);
  }
  if (divided) {
    const [verb = "", ...words] = divided.split(" ");
    const points = words.map((word) => Number(word.slice(word.lastIndexOf(":") + 1)));
    const names = words.map((word) => word.slice(0, word.lastIndexOf(":")));
    choices.shares = { verb, names, total: points.reduce((all, each) => all + each, 0), orders: new Set(of(verb)) };
    taken.add(verb);
  }
  return taken.size ? orders.filter((order) => !taken.has(order.split(" ")[0])) : orders;
}

/** @param {Map<string, Act[]>} map @param {string} key @param {Act} act */
function add(map, key, act) {
  map.set(key, [...(map.get(key) ?? []), act]);
}

/** @param {Choices} choices @param {string} order @param {GameFacts} facts @param {View} view @param {Set<string>} declared */
function sortPlain(choices, order, facts, view, declared) {
  const [verb = "", ...words] = order.split(" ");
  const [unit, where] = words;
  const act = { order, verb, words, label: labelOf(verb, words, facts, view) };
  if (unit !== undefined && declared.has(unit)) return add(choices.combats, unit, act);
  if (unit !== undefined && words.length === 1 && unit.split("-").every((hex) => hex in facts.hexes)) {
    return add(choices.spots, unit.split("-").pop() ?? "", act);
  }
  if (unit === undefined || !(unit in facts.units)) {
    choices.buttons.push(act);
    return;
  }
  const path = (where ?? "").split("-");
  const last = path[path.length - 1] ?? "";
  if (words.length === 2 && last in facts.hexes) {
    addWay(choices, unit, last, { order, verb, path: path.length > 1 ? path : [], cost: null });
    return;
  }
  add(choices.acts, unit, act);
}

/** @param {Choices} choices @param {string} unit @param {string} hex @param {Way} way */
function addWay(choices, unit, hex, way) {
  const hexes = choices.ways.get(unit) ?? new Map();
  choices.ways.set(unit, hexes);
  hexes.set(hex, [...(hexes.get(hex) ?? []), way]);
}

/** @param {string} verb @param {string[]} words @param {GameFacts} facts @param {View} view */
function labelOf(verb, words, facts, view) {
  const name = facts.labels[verb] ?? capital(verb.replaceAll("-", " "));
  if (verb === "end" && !words.length) {
    if (view.decision?.part) return `End ${view.decision.part}`;
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
