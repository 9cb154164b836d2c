/** What is laid over the map: what may be done, what is selected, where a way leads. */

import { counted, figure, percent } from "../common/words.js";

/** @import { Fought, MovePreview, Shade } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const FLASH = 2500;
const REST = 25;

export class MapMarks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.lastMoves = true;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} */
    this.flashed = null;
    /** @type {string[]} Hexes ringed while a button is pointed at. */
    this.ringed = [];
    /** @type {Set<string>} Targets that must not be forgotten. */
    this.urgent = new Set();
    /** @type {Fought | null} The battle that is shown. */
    this.fight = null;
    this.timer = 0;
    this.hoverTimer = 0;
    /** Whether anything is laid over the map. */
    this.shaded = false;
  }

  paint() {
    const { board, choices, hand } = this.table;
    if (!board) return;
    const may = this.table.mayAct;
    board.setSortable(may ? choices.units.filter((unit) => this.table.topOf(unit)) : []);
    board.setSelectable(may ? choices.units.filter((unit) => this.table.whereIs(unit) !== null) : []);
    board.setSelected([...hand.units, ...hand.attackers]);
    const goals = may ? hand.goals : new Map();
    for (const hex of may ? choices.spots.keys() : []) if (!goals.has(hex)) goals.set(hex, null);
    const foes = [...goals.keys()].filter((hex) => this.table.hostile.has(hex) && hand.forces.chosen.length);
    board.setDestinations(Object.fromEntries([...goals].map(([hex, cost]) => [hex, cost === null ? "" : figure(cost)])), foes);
    this.tagForce();
    const [first] = hand.forces.chosen;
    board.rest(first === undefined ? null : this.table.whereIs(first));
    board.setPocket(this.table.stage.pocket);
    board.setTargets(may ? this.targets() : (this.fight?.hexes ?? []), this.urgent);
    const rings = [this.flashed, ...this.ringed];
    if (!rings.some(Boolean) && hand.hex !== null && !hand.units.size && hand.target === null && !this.table.battle.open) rings.push(hand.hex);
    board.setRings(/** @type {string[]} */ (rings.filter(Boolean)));
    const arrows = this.arrows();
    board.setArrows(arrows);
    board.setTrails(this.lastMoves && !arrows.length ? this.table.lastMoves : []);
    void this.showWay(hand.cursor ?? this.hovered);
  }

  /** The movement points that the force on the march has left, beside it. */
  tagForce() {
    const { force } = this.table.shown.view;
    const hex = this.table.whereIs(force?.units[0] ?? "");
    this.table.board.setTag(hex, hex === null ? "" : `${figure(force?.mp ?? 0)} MP`);
  }

  targets() {
    const { choices, hand } = this.table;
    if (hand.target !== null) return hand.targetHexes;
    if (hand.units.size && choices.targetsOf(hand.units).length) return choices.targetsOf(hand.units);
    return choices.attacks.size ? choices.targetHexes : choices.combatHexes;
  }

  /** @returns {[string, string, string][]} */
  arrows() {
    const { hand } = this.table;
    /** @type {[string, string, string][]} */
    const arrows = [];
    const { fight } = this;
    if (fight) return fight.hexes.flatMap((hex) => this.attacksOn(hex, fight.units ?? []));
    if (hand.target !== null && hand.forces.chosen.length) {
      const path = hand.combat?.preview?.kind === "forecast" ? hand.combat.preview.path : [];
      const from = path[path.length - 2];
      return from === undefined ? [] : [[from, hand.target, "attack"]];
    }
    for (const hex of hand.targetHexes) arrows.push(...this.attacksOn(hex, hand.attackers));
    for (const { hexes, units, closed } of this.table.shown.view.combats) {
      for (const hex of hexes) arrows.push(...this.attacksOn(hex, units, closed));
    }
    for (const unit of hand.units) arrows.push(...this.waysOf(unit));
    if (this.table.mayAct) arrows.push(...this.retreats());
    return arrows;
  }

  /** @param {string} hex @param {Iterable<string>} units @param {string[]} [closed] @returns {[string, string, string][]} */
  attacksOn(hex, units, closed = []) {
    const from = new Set([...[...units].map((unit) => this.table.whereIs(unit)), ...closed]);
    return [...from].filter((each) => each !== null).map((each) => [each, hex, "attack"]);
  }

  /** @returns {[string, string, string][]} Ways that are chosen by clicking where they end. */
  retreats() {
    const paths = [...this.table.choices.spots.values()].flat().map((act) => act.path ?? []);
    return paths.filter((path) => path.length).map((path) => [path[0] ?? "", path[path.length - 1] ?? "", "retreat"]);
  }

  /** @param {string} unit @returns {[string, string, string][]} */
  waysOf(unit) {
    const from = this.table.whereIs(unit);
    /** @type {[string, string, string][]} */
    const arrows = [];
    for (const [hex, ways] of this.table.choices.ways.get(unit) ?? []) {
      const way = ways[0];
      if (from !== null && way && way.path.length) arrows.push([from, hex, way.verb]);
    }
    return arrows;
  }

  /** @param {string | null} hex */
  hover(hex) {
    this.hovered = hex;
    clearTimeout(this.hoverTimer);
    this.hoverTimer = window.setTimeout(() => void this.showWay(hex), REST);
  }

  /** @param {string | null} hex */
  async showWay(hex) {
    const { board, choices, hand } = this.table;
    if (hand.forces.chosen.length) return this.showMarch(hex);
    const unit = [...hand.units].pop();
    if (hex !== null && unit !== undefined && this.table.mayAct && hand.marching.goals.has(hex)) {
      return this.showPrice(hex, [...hand.units].map((each) => hand.marching.orderTo(each, hex)));
    }
    const spot = hex === null || !this.table.mayAct ? [] : (choices.spots.get(hex) ?? []);
    const path = spot[0]?.path;
    if (path) return board.setPath(path, "");
    const way = hex !== null && unit !== undefined ? choices.ways.get(unit)?.get(hex)?.[0] : undefined;
    if (hex === null || unit === undefined || !way || !this.table.mayAct) {
      board.setPath([], "");
      return;
    }
    if (way.path.length) {
      board.setPath(way.path, "");
      return;
    }
    if (way.cost === null) return;
    await this.showPrice(hex, [hand.wayOrder(unit, way)]);
  }

  /** The way of a unit, or of a whole stack that moves together: the last taken shows it. @param {string} hex @param {string[]} orders */
  async showPrice(hex, orders) {
    const { board, hand } = this.table;
    const replies = await Promise.all(orders.map((order) => this.table.preview(order)));
    const moves = replies.map((reply) => reply.preview).filter((preview) => preview?.kind === "move");
    const last = moves[moves.length - 1];
    if (hex !== (hand.cursor ?? this.hovered) || !last || !hand.units.size) return;
    board.setPath(last.path, moves.length > 1 ? stackPrice(moves) : this.table.say(priceOf(last)));
  }

  /** @param {string | null} hex */
  async showMarch(hex) {
    const { board, choices, hand } = this.table;
    if (hand.target !== null) {
      const planned = hand.combat?.preview;
      return board.setPath(planned?.kind === "forecast" ? planned.path.slice(0, -1) : [], " ");
    }
    if (hex === null || !this.table.mayAct || !hand.goals.has(hex)) return board.setPath([], "");
    const reply = await this.table.preview(choices.marchTo(hex), hand.forces.first);
    const { preview } = reply;
    if (hex !== (hand.cursor ?? this.hovered) || !hand.forces.chosen.length) return;
    if (preview?.kind === "move") board.setPath(preview.path, this.table.say(priceOf(preview)));
    else if (preview?.kind === "forecast") {
      const price = `${figure(preview.costs[preview.costs.length - 1] ?? 0)} MP`;
      board.setPath(preview.path, `${price}, wins ${percent(preview.rounds[preview.rounds.length - 1]?.won ?? 0)}`);
    }
  }

  /** @param {string} hex */
  flash(hex) {
    clearTimeout(this.timer);
    this.flashed = hex;
    this.timer = window.setTimeout(() => {
      this.flashed = null;
      this.paint();
    }, FLASH);
  }

  /** @param {string[]} hexes */
  ring(hexes) {
    this.ringed = hexes;
    this.paint();
  }

  /** @param {Shade[]} shades */
  shade(shades) {
    this.shaded = shades.length > 0;
    this.table.board.setShades(shades);
  }
}

/** @param {MovePreview} preview */
function priceOf(preview) {
  const cost = preview.costs[preview.costs.length - 1] ?? 0;
  const spent = `${figure(cost)} ${countedIn(preview)}`;
  return [spent, preview.stops ? "stops here" : `${figure(preview.left)} left`, ...(preview.notes ?? [])].join(", ");
}

/** What a move costs, in few letters: hexes by rail are no movement points. @param {MovePreview} preview */
function countedIn(preview) {
  return preview.counted_in === "movement points" ? "MP" : preview.counted_in;
}

/** What holds for units that move together, each at its own price. @param {MovePreview[]} previews */
function stackPrice(previews) {
  const spent = range(previews.map((preview) => preview.costs[preview.costs.length - 1] ?? 0));
  const left = range(previews.map((preview) => preview.left));
  const units = counted(previews.length, "unit");
  const what = previews[0] ? countedIn(previews[0]) : "";
  if (previews.every((preview) => preview.stops)) return `${units}: ${spent} ${what}, stop here`;
  return `${units}: ${spent} ${what}, ${left} left${previews.some((preview) => preview.stops) ? ", some stop here" : ""}`;
}

/** @param {number[]} values @returns {string} The least and the most of them, or the one that all have. */
function range(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most > least ? `${figure(least)} to ${figure(most)}` : figure(most);
}

/** @param {MovePreview} preview */
export function wayInWords(preview) {
  return `${counted(preview.path.length - 1, "hex", "hexes")}, ${priceOf(preview)}`;
}
