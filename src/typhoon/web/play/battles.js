/** Battles in the log: which lines belong to one, and whether it is still going on. */

/** @import { LogEntry, LogLine } from "../common/types.js" */

/**
 * @typedef {{part: string, line: LogLine, n: number}} Scene
 * @typedef {{hex: string, scenes: Scene[], open: boolean, pocket: string[]}} Battle
 */

/** Battles end after far fewer orders. */
const LOOK_BACK = 150;

/**
 * The last battle, with what followed from it at once, such as the attempt to break out of a pocket.
 *
 * @param {LogEntry[]} log
 * @param {Record<string, string>} parts  what kinds of lines are in a battle
 * @returns {Battle}
 */
export function lastBattle(log, parts) {
  /** @type {Battle} */
  let battle = { hex: "", scenes: [], open: false, pocket: [] };
  let last = -1;
  for (const { n, lines } of log.slice(-LOOK_BACK)) {
    for (const line of lines) {
      const part = parts[line.kind];
      if (part === undefined) continue;
      if (part === "muster") {
        if (!battle.open && last !== n) battle = { hex: line.hexes?.[0] ?? "", scenes: [], open: true, pocket: [] };
        battle.open = (line.units ?? []).length > 0;
      } else if (!battle.open && last !== n) continue;
      if (part === "pocket") battle.pocket = (line.hexes ?? []).slice(1);
      if (part === "end") battle.open = false;
      battle.scenes.push({ part, line, n });
      last = n;
    }
  }
  return battle;
}
