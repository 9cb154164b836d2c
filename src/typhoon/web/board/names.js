/** Names for people: of hexes and of counters. */

import { formationName, namesOf } from "../common/names.js";

/** @import { BoardFacts, Face } from "./types.js" */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} hex @param {BoardFacts | null} facts @returns {string} Such as "Vyazma, city" or "2 hexes south of Klin, woods". */
export function hexName(hex, facts) {
  const found = facts?.hexes[hex];
  if (!facts || !found) return hex;
  const names = namesOf(facts);
  return [names.ids && found.name ? `${hex} ${found.name}` : names.spot(hex), found.terrain].filter(Boolean).join(", ");
}

/**
 * @param {Face} face
 * @param {BoardFacts | null} facts
 * @param {string} place
 * @returns {string} Such as "14th Motorized Division, German 4th Panzer Army, 3-5, southwest of Ruza, disrupted".
 */
export function counterName(face, facts, place) {
  if (face.name) return face.name;
  const who = facts ? namesOf(facts).unit(face.unit) : face.unit;
  const formation = face.formation ? formationName(facts?.formations, face.formation, face.side) || face.formation : "";
  const values = (face.values ?? []).map((value) => value.text).join("-");
  return [
    who,
    [capital(face.side), formation.replace(new RegExp(`^${face.side} `, "i"), "")].filter(Boolean).join(" "),
    values,
    place,
    face.second_side ? (facts?.secondSide ?? "disrupted") : "",
    ...(face.badges ?? []).map((badge) => facts?.badges?.[badge] ?? badge),
  ]
    .filter(Boolean)
    .join(", ");
}
