/**
 * What may be chosen now, sorted by what a player clicks on.
 *
 * Nothing here knows a rule: an order on offer that is about a unit and a hex or a path is given by
 * clicking the unit and the hex, one about a unit alone by clicking the unit, one about a hex or a path alone
 * by clicking the hex, and most others become buttons.  Units that can form a force are taken together;
 * where it can go, is asked for, and so it is for units that can move in several ways.
 */

import { formationName, namesOf } from "../common/names.js";
import { spell } from "./spell.js";

/** @import { Form, GameFacts, OrderOffer, SharesOffer, TableView, Target } from "../common/types.js" */

/** @typedef {{text: string, verb: string, label: string, path: string[], cost: number | null, hex: string}} Way Its text may have slots for the unit and its hex. */
/** @typedef {OrderOffer & {name: string, about: string[]}} Act An order by the name that its button has, with the names of what it is about. */
/** @typedef {{label: string, units: string[], orders: {units: string[], text: string}[]}} Parts Units out of which those of one order are chosen. */

export class Choices {
  constructor() {
    /** @type {Map<string, Map<string, Way[]>>} For each unit the hexes it can go to. */
    this.ways = new Map();
    /** @type {Map<string, Act[]>} For each unit what can be done with it where it is. */
    this.acts = new Map();
    /** @type {Map<string, Act[]>} For each unit what one might look for in vain. */
    this.barred = new Map();
    /** @type {Map<string, Target>} What can be attacked. */
    this.attacks = new Map();
    /** @type {Form | null} */
    this.attackForm = null;
    /** @type {Map<string, string[]>} For each unit its targets. */
    this.targets = new Map();
    /** @type {Map<string, Act[]>} What can be done by clicking a hex alone. */
    this.spots = new Map();
    /** @type {Map<string, {hexes: string[], acts: Act[]}>} What can be done with a combat that has been declared, by its target. */
    this.combats = new Map();
    /** @type {Map<string, {form: Form, units: Set<string>}>} For each way of moving the units that may move so. */
    this.movers = new Map();
    /** @type {Parts | null} Units of which some are to be chosen. */
    this.parts = null;
    /** @type {SharesOffer | null} Points to be divided. */
    this.shares = null;
    /** @type {Act[]} */
    this.buttons = [];
    /** @type {string[][]} Units of which any part may form a force. */
    this.groups = [];
    /** @type {Form | null} */
    this.forceForm = null;
    /** @type {Form | null} */
    this.marchForm = null;
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
    return this.force.length || !this.forceForm ? null : spell(this.forceForm, { units: [...units].sort() });
  }

  /** @param {string} hex @returns {string} The order that sends a force to a hex. */
  marchTo(hex) {
    return this.marchForm ? spell(this.marchForm, { hex }) : "";
  }

  /** @returns {string[]} Units that can be clicked. */
  get units() {
    return [...new Set([...this.ways.keys(), ...this.moving, ...this.acts.keys(), ...this.targets.keys(), ...this.groups.flat(), ...this.force])];
  }

  /** @returns {string[]} Units that may move in one of several ways. */
  get moving() {
    return [...this.movers.values()].flatMap(({ units }) => [...units]);
  }

  /** @param {string} unit */
  has(unit) {
    return this.ways.has(unit) || this.acts.has(unit) || this.targets.has(unit) || this.modesOf([unit]).length > 0 || this.groupOf(unit).length > 0;
  }

  /** @param {string[]} units @returns {string[]} The ways in which all these units may move. */
  modesOf(units) {
    if (!units.length) return [];
    return [...this.movers].filter(([, able]) => units.every((unit) => able.units.has(unit))).map(([verb]) => verb);
  }

  /** @param {string[]} hexes @returns {string | null} The name of an attack on all these hexes, and no others. */
  attackOn(hexes) {
    for (const [name, target] of this.attacks) {
      if (target.hexes.length === hexes.length && hexes.every((hex) => target.hexes.includes(hex))) return name;
    }
    return null;
  }

  /** @param {string} name @returns {string[]} The hexes of a target. */
  hexesOf(name) {
    return this.attacks.get(name)?.hexes ?? [name];
  }

  /** @param {string} name @returns {string[]} Those that attack a target when nobody else is chosen. */
  attackersOf(name) {
    const target = this.attacks.get(name);
    return target?.together ?? target?.units ?? [];
  }

  /** @returns {string[]} Hexes that can be attacked. */
  get targetHexes() {
    return [...new Set([...this.attacks.values()].flatMap((target) => target.hexes))];
  }

  /** @returns {string[]} Hexes of declared combats with which something can be done. */
  get combatHexes() {
    return [...this.combats.values()].flatMap(({ hexes }) => hexes);
  }

  /** @param {string} hex @returns {Act[]} What can be done by clicking a hex alone. */
  actsAt(hex) {
    const declared = [...this.combats.values()].filter(({ hexes }) => hexes.includes(hex));
    return [...(this.spots.get(hex) ?? []), ...declared.flatMap(({ acts }) => acts)];
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
    for (const unit of units) for (const name of this.targets.get(unit) ?? []) for (const hex of this.hexesOf(name)) found.add(hex);
    return [...found];
  }
}

/**
 * @param {TableView} view
 * @param {GameFacts} facts
 * @returns {Choices}
 */
export function choicesOf(view, facts) {
  const choices = new Choices();
  const offers = view.offers;
  if (!offers || view.decision?.side !== view.side) return choices;
  for (const offer of takeParts(choices, offers.plain ?? [])) sortPlain(choices, actOf(offer, facts, view), view);
  for (const offer of offers.barred ?? []) add(choices.barred, offer.unit ?? "", actOf(offer, facts, view));
  if (offers.moves) addMoves(choices, offers.moves);
  if (offers.attacks) {
    choices.attackForm = offers.attacks.form;
    choices.attacks = new Map(Object.entries(offers.attacks.targets));
    for (const [name, { units }] of choices.attacks) {
      for (const unit of units) choices.targets.set(unit, [...(choices.targets.get(unit) ?? []), name]);
    }
  }
  choices.movers = new Map((offers.movers ?? []).map(({ form, units }) => [form.verb, { form, units: new Set(units) }]));
  for (const { form, units, hexes } of offers.places ?? []) {
    // All units of a group have the same ways.
    const ways = new Map(hexes.map((hex) => [hex, [{ ...form, path: [], cost: null, hex }]]));
    for (const unit of units) choices.ways.set(unit, ways);
  }
  choices.shares = offers.shares ?? null;
  choices.groups = offers.forces?.groups ?? [];
  choices.forceForm = offers.forces?.form ?? null;
  choices.marchForm = offers.marches?.form ?? offers.forces?.march ?? null;
  choices.marches = new Map(Object.entries(offers.marches?.goals ?? {}));
  if (choices.marches.size) choices.force = view.force?.units ?? [];
  return choices;
}

/** @param {Choices} choices @param {import("../common/types.js").MovesOffer} moves */
function addMoves(choices, { form, goals }) {
  for (const [unit, hexes] of Object.entries(goals)) {
    for (const [hex, cost] of Object.entries(hexes)) addWay(choices, unit, { ...form, path: [], cost, hex });
  }
}

/**
 * Take out the orders that choose some units out of several.
 *
 * @param {Choices} choices @param {OrderOffer[]} offers
 * @returns {OrderOffer[]} The others.
 */
function takeParts(choices, offers) {
  const several = offers.find(({ units, path, hex, target }) => (units?.length ?? 0) > 1 && !path && !hex && target === undefined);
  if (!several) return offers;
  const found = offers.filter((offer) => offer.verb === several.verb);
  choices.parts = {
    label: several.label,
    units: [...new Set(found.flatMap((offer) => offer.units ?? []))],
    orders: found.map(({ units, text }) => ({ units: units ?? [], text })),
  };
  return offers.filter((offer) => offer.verb !== several.verb);
}

/** @param {Map<string, Act[]>} map @param {string} key @param {Act} act */
function add(map, key, act) {
  map.set(key, [...(map.get(key) ?? []), act]);
}

/** @param {Choices} choices @param {Act} act @param {TableView} view */
function sortPlain(choices, act, view) {
  const { text, verb, label, target, path = [] } = act;
  // Several units that go somewhere together are sent by clicking where they go.
  const unit = act.unit ?? (act.units?.length === 1 ? act.units[0] : undefined);
  const hex = act.hex ?? path[path.length - 1];
  if (target !== undefined) {
    const hexes = view.combats.find((combat) => combat.target === target)?.hexes ?? [target];
    choices.combats.set(target, { hexes, acts: [...(choices.combats.get(target)?.acts ?? []), act] });
  } else if (unit === undefined && hex !== undefined) add(choices.spots, hex, act);
  else if (unit === undefined) choices.buttons.push(act);
  else if (hex !== undefined) addWay(choices, unit, { text, verb, label, path, cost: null, hex });
  else add(choices.acts, unit, act);
}

/** @param {Choices} choices @param {string} unit @param {Way} way */
function addWay(choices, unit, way) {
  const hexes = choices.ways.get(unit) ?? new Map();
  choices.ways.set(unit, hexes);
  hexes.set(way.hex, [...(hexes.get(way.hex) ?? []), way]);
}

/** @param {OrderOffer} offer @param {GameFacts} facts @param {TableView} view @returns {Act} */
function actOf(offer, facts, view) {
  const units = offer.units ?? (offer.unit === undefined ? [] : [offer.unit]);
  const names = namesOf(facts);
  const called = (/** @type {[string, string]} */ [field, word]) => (field === "formation" && !names.ids && formationName(facts.formations, word)) || names.said(word);
  const named = (/** @type {[string, string]} */ entry) => (entry[0] === "by" ? `by ${called(entry)}` : called(entry));
  const about = [...units.map((unit) => names.unit(unit)), ...Object.entries(offer.words ?? {}).map(named)];
  return { ...offer, about, name: nameOf(offer, about, facts, view) };
}

/** @param {OrderOffer} offer @param {string[]} about @param {GameFacts} facts @param {TableView} view */
function nameOf({ verb, label, units, hex, path, target, points }, about, facts, view) {
  if (verb === "end") {
    if (view.decision?.declining) return view.decision.declining;
    if (view.decision?.part) return `${label} ${view.decision.part}`;
    const phase = (view.decision?.phase ?? view.phase).replace(new RegExp(`^(${facts.sides.join("|")}) `), "");
    return phase ? `${label} ${phase}` : label;
  }
  const spot = (/** @type {string | undefined} */ at) => (at !== undefined && at in facts.hexes ? namesOf(facts).spot(at) : (at ?? ""));
  const words = [...about, spot(hex), path?.length ? `to ${spot(path[path.length - 1])}` : "", spot(target), String(points ?? "")].filter(Boolean);
  if (words.length) return [label, ...words].join(" ");
  if (units) return `${label} none`;
  const others = (view.offers?.plain ?? []).some((other) => other.verb === verb && other.words !== undefined);
  return others ? `${label} all` : label;
}
