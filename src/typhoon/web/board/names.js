/** Names for people: of hexes and of counters. */

/** @import { BoardFacts, Face } from "./types.js" */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} hex @param {BoardFacts | null} facts @returns {string} Such as "2422 Vyazma, city". */
export function hexName(hex, facts) {
  const found = facts?.hexes[hex];
  if (!found) return hex;
  return `${hex}${found.name ? ` ${found.name}` : ""}${found.terrain ? `, ${found.terrain}` : ""}`;
}

/** @param {string} code @param {BoardFacts | null} facts @returns {string} */
function formationName(code, facts) {
  return facts?.formations?.[code]?.name ?? code;
}

/**
 * @param {Face} face
 * @param {BoardFacts | null} facts
 * @param {string} place
 * @returns {string} Such as "14 Motorized, German 4th Panzer Army, 3-5, in 3523, disrupted".
 */
export function counterName(face, facts, place) {
  if (face.name) return face.name;
  const unit = facts?.units?.[face.unit];
  const who = unit?.identity || face.unit;
  const formation = face.formation ? formationName(face.formation, facts) : "";
  const values = (face.values ?? []).map((value) => value.text).join("-");
  return [
    who,
    [capital(face.side), formation.replace(new RegExp(`^${face.side} `, "i"), "")].filter(Boolean).join(" "),
    values,
    `in ${place}`,
    face.second_side ? (facts?.secondSide ?? "disrupted") : "",
    ...(face.badges ?? []).map((badge) => facts?.badges?.[badge] ?? badge),
  ]
    .filter(Boolean)
    .join(", ");
}
