/** Small matters of wording. */

/** @import { State } from "./types.js" */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence in which the sides are written with capitals. @param {string} text @param {string[]} sides */
export function sentence(text, sides) {
  return capital(text.replace(/[a-z]+/g, (word) => (sides.includes(word) ? capital(word) : word)));
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

const PARTS = /** @type {[number, string][]} */ ([[0, ""], [1 / 6, "⅙"], [1 / 3, "⅓"], [1 / 2, "½"], [2 / 3, "⅔"], [5 / 6, "⅚"]]);

/**
 * Figures with halves and thirds as players write them.
 *
 * @param {number} value
 * @returns {string}
 */
export function figure(value) {
  if (value < 0) return `-${figure(-value)}`;
  const whole = Math.floor(value + 1e-4);
  const part = PARTS.find(([size]) => Math.abs(value - whole - size) < 1e-3);
  if (!part) return value.toFixed(1);
  return part[1] && !whole ? part[1] : `${whole}${part[1]}`;
}

/** @param {number} chance */
export function percent(chance) {
  const whole = Math.round(chance * 100);
  if (whole === 100 && chance < 0.9995) return ">99%";
  if (whole === 0 && chance > 0.0005) return "<1%";
  return `${whole}%`;
}

/** @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** @type {Record<string, string>} */
const PLAYERS = { person: "a person", staff: "the computer", marshal: "the marshal", recruit: "the recruit", random: "the random mover" };

/** @param {string} player */
export function playerName(player) {
  return PLAYERS[player] ?? player;
}

/**
 * How long ago, roughly.
 *
 * @param {string | number} when  an ISO date or seconds since 1970
 */
export function ago(when) {
  const then = typeof when === "number" ? when * 1000 : Date.parse(when);
  if (Number.isNaN(then)) return "";
  const minutes = Math.round((Date.now() - then) / 60000);
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  if (minutes < 36 * 60) return `${counted(Math.round(minutes / 60), "hour")} ago`;
  return `${counted(Math.round(minutes / 1440), "day")} ago`;
}

/** Who is thinking, and how much of it is done where it takes long. @param {State} state @param {string} side */
export function thinkingOf({ table, thought }, side) {
  const player = table.seats[side]?.player.split(":")[0] ?? "";
  const who = ["recruit", "marshal"].includes(player) ? player : "staff";
  return `${capital(side)} ${who} is thinking…${thought ? ` ${thought} %` : ""}`;
}
