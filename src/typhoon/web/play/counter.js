/** Counters beside the map: the same pictures that lie on it. */

import { formationName } from "../common/names.js";

/** @import { Table } from "./table.js" */

/** The figure of a unit whose strength nobody knows yet. */
const UNTRIED = "–";
/** A dash at which no line ends. */
const UNBROKEN = "\u2060–\u2060";

/**
 * @param {Table} table
 * @param {string} unit
 * @param {boolean} [fresh]  as it was at first, not as it is now
 * @returns {SVGSVGElement}
 */
export function counterPicture(table, unit, fresh = false) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "counter-picture");
  svg.setAttribute("aria-hidden", "true");
  const now = fresh ? undefined : table.shown.faces.find((face) => face.unit === unit)?.look;
  const look = now ?? table.portraits[unit];
  const picture = look === undefined ? undefined : table.looks[look];
  svg.setAttribute("viewBox", "-2 -2 106 106");
  if (picture) svg.innerHTML = picture;
  return svg;
}

/** @param {Table} table @param {string} unit */
export function unitLine(table, unit) {
  const facts = table.facts.units[unit];
  if (!facts) return unit;
  const face = table.shown.faces.find((f) => f.unit === unit);
  const figures = face?.values?.map((value) => value.text).join("–").replace(new RegExp(`^${UNTRIED}+`), "untried, moves ");
  const values = figures ?? [facts.strength, facts.movement].filter((v) => v !== undefined).join("–");
  return [facts.type, formationName(table.facts.formations, facts.formation, facts.side) || facts.formation, values.replaceAll("–", UNBROKEN)].filter(Boolean).join(" · ");
}
