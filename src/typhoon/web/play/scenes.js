/** What others did, cut into scenes: each is shown at its place for a while. */

import { capital, counted } from "../common/words.js";

/** @import { Fought, LogEntry, LogLine } from "../common/types.js" */
/** @import { Situation } from "./situation.js" */

/**
 * @typedef {object} Scene
 * @property {string} part What happens: a part of the log's lines, "title" for a turn or phase, "roll" for other dice.
 * @property {string} side Who does it.
 * @property {number} n The order it comes of.
 * @property {LogLine[]} lines
 * @property {string[]} hexes Where it happens.
 * @property {import("../common/types.js").State} [state] What is true afterwards, where that is known.
 */

/**
 * @typedef {object} Pace
 * @property {string} name
 * @property {number} times How much longer than usual.
 * @property {number} together How many moves are shown at once.
 * @property {boolean} [clicks] Whether a battle is looked at until the player goes on.
 * @property {number} [most] How long a whole turn takes at the most, in milliseconds, if that can be.
 */
/** @type {Record<string, Pace>} */
export const PACES = {
  click: { name: "One click a battle", times: 1, together: 6, clicks: true },
  slow: { name: "Slow", times: 2.2, together: 2 },
  quick: { name: "Quick", times: 1, together: 6, most: 80_000 },
  once: { name: "At once", times: 0, together: 0 },
};
/** How long each part of a turn is looked at, in milliseconds. */
const STAYS = /** @type {Record<string, number>} */ ({ move: 700, battle: 1800, retreat: 650, advance: 500, loss: 980, step: 700, place: 500, arrival: 600, departure: 600, title: 400, roll: 900, news: 1400 });
/** What must be left of it when there is much to be shown. */
const LEAST = 0.4;
const TITLES = new Set(["turn", "phase"]);
const GOING = new Set(["move", "retreat", "advance"]);
/** What goes on together when it goes on one after another. */
const TOGETHER = new Set(["move", "retreat", "advance", "loss", "step", "place", "arrival", "departure", "title", "roll"]);
/** What belongs to the battle before it. */
export const AFTERMATH = new Set(["retreat", "advance", "loss", "step", "place", "news"]);
const FEW_NAMES = 3;

/**
 * @param {LogEntry[]} entries
 * @param {number} most How many moves are shown at once.
 * @param {(hexes: string[]) => boolean} fits Whether hexes are seen together.
 * @param {Scene[]} scenes Scenes that are still to be played: these are added.
 */
export function addScenes(entries, most, fits, scenes) {
  for (const { n, side, lines } of entries) {
    for (const line of lines) {
      const part = partOf(line);
      if (!part) continue;
      const hexes = hexesOf(line);
      const last = scenes[scenes.length - 1];
      const together = last && last.part === part && last.side === side && TOGETHER.has(part);
      if (together && (!GOING.has(part) || (last.lines.length < most && !shares(last, line) && fits([...last.hexes, ...hexes])))) {
        last.lines.push(line);
        last.hexes.push(...hexes);
        last.n = n;
      } else scenes.push({ part, side, n, lines: [line], hexes: [...hexes] });
    }
  }
}

/**
 * How long a scene is looked at: less than usual where so much is still to come that the turn would take too long.
 *
 * @param {string} part
 * @param {readonly Scene[]} queue What comes after it.
 * @param {Pace} pace
 * @param {number} elapsed How long the turn has been shown already.
 */
export function stayOf(part, queue, pace, elapsed) {
  const usual = (/** @type {string} */ each) => (STAYS[each] ?? 500) * pace.times;
  const all = queue.reduce((sum, scene) => sum + usual(scene.part), usual(part));
  return usual(part) * Math.max(LEAST, Math.min(1, ((pace.most ?? Infinity) - elapsed) / all));
}

/** @param {LogLine} line */
function partOf(line) {
  if (TITLES.has(line.kind)) return "title";
  return line.part || (line.dice?.length ? "roll" : "");
}

/** @param {LogLine} line @returns {string[]} */
function hexesOf(line) {
  if (line.fought) return line.fought.hexes;
  return line.way?.length ? line.way : (line.hexes ?? []);
}

/** Whether a unit goes on that has gone already. @param {Scene} scene @param {LogLine} line */
function shares(scene, line) {
  return scene.lines.some((each) => each.units?.some((unit) => line.units?.includes(unit)));
}

/** @param {string[]} units */
function unitsIn(units) {
  return units.length > FEW_NAMES ? counted(units.length, "unit") : units.join(", ");
}

/** A battle in one sentence. @param {Situation} table @param {Fought} fought */
export function battleInWords(table, fought) {
  const names = (/** @type {string[] | undefined} */ units) => unitsIn(units ?? []);
  const who = fought.units?.length ? `${names(fought.units)} ${fought.units.length > 1 ? "attack" : "attacks"} ${names(fought.defenders) || "nobody"} in ` : "";
  const where = who ? fought.hexes.join(" and ") : "";
  return [table.say(who + where), fought.odds, capital(fought.text ?? "")].filter(Boolean).join(". ");
}

/** What a scene shows, for those who read and for those who listen. @param {Situation} table @param {Scene} scene */
export function captionOf(table, { part, lines }) {
  const [first] = lines;
  if (first?.fought) return `${battleInWords(table, first.fought)}.`;
  if (part === "title") return lines.map((line) => table.say(line.text)).join(" ");
  const units = lines.flatMap((line) => line.units ?? []);
  const verb = /** @type {Record<string, [string, string]>} */ ({ move: ["moves", "move"], retreat: ["retreats", "retreat"], advance: ["advances", "advance"], arrival: ["arrives", "arrive"], departure: ["leaves", "leave"], loss: ["is lost", "are lost"] })[part];
  if (!verb || !units.length) return lines.map((line) => capital(table.say(line.text))).join(" ");
  const who = unitsIn(units);
  const place = lines.length === 1 && first ? hexesOf(first).slice(-1) : [];
  return table.say(`${who} ${verb[units.length > 1 ? 1 : 0]}${place.map((hex) => `${GOING.has(part) ? " to" : " in"} ${hex}`).join("")}.`);
}

/**
 * Moments at which it is worth knowing exactly how things stand: after each battle, and at the end.
 *
 * @param {LogEntry[]} log
 * @param {number} from
 * @param {number} to
 */
export function battlesBetween(log, from, to) {
  const stops = log.filter((entry) => entry.n > from && entry.n < to && entry.lines.some((line) => line.fought)).map((entry) => entry.n);
  return [...stops, to];
}

/** The last order that belongs to the battle of an order. @param {LogEntry[]} log @param {number} n */
export function endOfBattle(log, n) {
  let end = n;
  for (const entry of log) {
    if (entry.n <= n) continue;
    if (entry.lines.some((line) => line.kind === "phase" || (line.part && !AFTERMATH.has(line.part)))) break;
    end = entry.n;
  }
  return end;
}
