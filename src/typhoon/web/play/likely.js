/** Guessing which order somebody meant with a click that is not lit, to ask the umpire about it. */

import { spell } from "./spell.js";

/** @import { Table } from "./table.js" */

/**
 * @param {Table} table
 * @param {string[]} units
 * @param {string} hex  where the click fell
 * @param {boolean} alone  whether only the unit itself was clicked
 * @returns {string | null}
 */
export function likelyOrder(table, units, hex, alone) {
  const [unit] = units;
  if (unit === undefined) return null;
  const { forms } = table.facts;
  const { attacks, moves, movers, forces } = table.state.view.offers ?? {};
  const target = alone ? enemyBeside(table, hex) : hex;
  const hostile = target !== null && table.stack(target).some((u) => sideOf(table, u) !== sideOf(table, unit));
  if (hostile && forms.attack && (attacks || !(moves || movers))) return spell(forms.attack, { target, units });
  if (forces) return spell(forces.form, { units });
  const form = moves?.form ?? forms[table.hand.marching.way || wayVerb(table, unit)] ?? (alone ? forms.move : undefined);
  if (!form) return null;
  const start = table.whereIs(unit);
  if (start === null && form.text.includes("{start}")) {
    return table.choices.ways.has(unit) ? spell(form, { unit, start: friendBeside(table, unit, hex), goal: hex }) : null;
  }
  return spell(form, { unit, hex, start: start ?? "", goal: alone ? neighbourOf(table, hex) : hex });
}

/** @param {Table} table @param {string} unit */
function sideOf(table, unit) {
  return table.facts.units[unit]?.side;
}

/** @param {Table} table @param {string} unit */
function wayVerb(table, unit) {
  const own = table.choices.ways.get(unit) ?? [...table.choices.ways.values()][0];
  const first = own && [...own.values()][0];
  return first?.[0]?.verb ?? "";
}

/** @param {Table} table @param {string} hex @returns {string[]} */
export function neighbours(table, hex) {
  const { hexes, hexRadius } = table.facts;
  const here = hexes[hex];
  if (!here) return [];
  const reach = hexRadius * 2;
  return Object.keys(hexes).filter((other) => {
    const there = hexes[other];
    return there && other !== hex && Math.hypot(there.x - here.x, there.y - here.y) < reach;
  });
}

/** @param {Table} table @param {string} hex */
function enemyBeside(table, hex) {
  const own = table.state.side;
  return neighbours(table, hex).find((n) => table.stack(n).some((u) => sideOf(table, u) !== own)) ?? null;
}

/** Where what is laid towards a hex might begin. @param {Table} table @param {string} unit @param {string} hex */
function friendBeside(table, unit, hex) {
  const beside = neighbours(table, hex);
  return beside.find((n) => table.stack(n).some((u) => sideOf(table, u) === sideOf(table, unit))) ?? beside[0] ?? hex;
}

/** @param {Table} table @param {string} hex */
function neighbourOf(table, hex) {
  const beside = neighbours(table, hex);
  return beside.find((n) => !table.stack(n).length) ?? beside[0] ?? hex;
}
