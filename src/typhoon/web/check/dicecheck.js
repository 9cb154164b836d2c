/** Checking the dice of a journal against the keys in it, as `docs/journal-format.md` describes. */

import { fromHex, hmac, sha256, toHex, utf8 } from "../common/sha256.js";

/**
 * @typedef {{order: number, purpose: string, sides: number, shown: number[], due: number[] | null, takenBack: boolean}} Thrown
 *   A throw: what it showed, and what the key gives; null when that cannot be known.
 * @typedef {{commitment: string, key: string, seats: Map<string, string>, secrets: Map<string, string>}} Lot
 * @typedef {{throws: Thrown[], commitments: string[], wrong: string[], missing: string, over: boolean, takebacks: number}} Checked
 */

const DIE = /^ {2}die (.+): ([\d ]+?)(?: of (\d+))?$|^opening die: (.+) = ([\d ]+?)(?: of (\d+))?$/;
const ORDER = /^(\d+) \S+: /;
const LOT = /^(dice|seat) (commitment|key|secret): (?:(\S+) = )?(\S+)$/;

/** So many dice under a key. @param {Uint8Array} key @param {string} label @param {number} count @param {number} sides */
export function thrown(key, label, count, sides) {
  const stream = hmac(key, utf8(label));
  const fair = 256 - (256 % sides);
  /** @type {number[]} */
  const dice = [];
  for (let block = 0; dice.length < count; block += 1) {
    const bytes = new Uint8Array(stream.length + 8);
    bytes.set(stream);
    new DataView(bytes.buffer).setUint32(stream.length + 4, block);
    for (const byte of sha256(bytes)) if (byte < fair) dice.push((byte % sides) + 1);
  }
  return dice.slice(0, count);
}

/** The key of a lot, once all that it is made of is known. @param {Lot} lot @returns {Uint8Array | null} */
function keyOf(lot) {
  const seats = [...lot.seats.keys()].sort();
  if (!lot.key || seats.some((seat) => !lot.secrets.has(seat))) return null;
  const told = seats.map((seat) => `${seat} ${lot.secrets.get(seat)}`).join("\n");
  return seats.length ? hmac(fromHex(lot.key), utf8(told)) : fromHex(lot.key);
}

/** @param {string} journal @returns {Checked} */
export function checkDice(journal) {
  /** @type {Checked} */
  const found = { throws: [], commitments: [], wrong: [], missing: "", over: /^result: /m.test(journal), takebacks: 0 };
  /** @type {Lot | null} */
  let lot = null;
  let [order, index, usual] = [0, 0, 6];
  for (const line of journal.split(/\r?\n/)) {
    const [, kind, part, seat = "", value = ""] = LOT.exec(line) ?? [];
    const [, number] = ORDER.exec(line) ?? [];
    const [, to] = /^takeback to (\d+)$/.exec(line) ?? [];
    const [, usually] = /^die: (\d+)$/.exec(line) ?? [];
    const die = DIE.exec(line);
    if (kind) {
      if (`${kind} ${part}` === "dice commitment") lot = { commitment: value, key: "", seats: new Map(), secrets: new Map() };
      lot ??= { commitment: "", key: "", seats: new Map(), secrets: new Map() };
      take(lot, `${kind} ${part}`, seat, value, found);
    } else if (number) {
      [order, index] = [Number(number), 0];
    } else if (usually) {
      usual = Number(usually);
    } else if (to) {
      found.takebacks += 1;
      for (const each of found.throws) if (each.order > Number(to)) each.takenBack = true;
    } else if (die) {
      const shown = (die[2] ?? die[5] ?? "").split(" ").map(Number);
      const sides = Number(die[3] ?? die[6] ?? usual);
      const purpose = die[1] ?? die[4] ?? "";
      const key = lot && keyOf(lot);
      const label = `${purpose}|${order}|${index}${found.takebacks ? `|${found.takebacks}` : ""}`;
      const due = key && sides > 1 && sides <= 256 ? thrown(key, label, shown.length, sides) : null;
      found.throws.push({ order, purpose, sides, shown, due, takenBack: false });
      if (!due) found.missing ||= lot?.key ? "a player's secret is missing" : "the dice key is missing";
      else if (String(due) !== String(shown)) found.wrong.push(`Order ${order}, ${purpose}: the journal has ${shown.join(" ")}, the key gives ${due.join(" ")}.`);
      index += shown.length;
    }
  }
  if (!found.commitments.length) found.missing ||= "there is no dice commitment";
  if (/^dice: given$/m.test(journal)) found.missing = "the dice were rolled elsewhere";
  return found;
}

/** Take in a line about a lot. @param {Lot} lot @param {string} line @param {string} seat @param {string} value @param {Checked} found */
function take(lot, line, seat, value, found) {
  const fits = (/** @type {string | undefined} */ commitment) => toHex(sha256(fromHex(value))) === commitment;
  if (line === "dice commitment") found.commitments.push(value);
  else if (line === "seat commitment") {
    lot.seats.set(seat, value);
    found.commitments.push(value);
  } else if (line === "dice key") {
    lot.key = value;
    if (!fits(lot.commitment)) found.wrong.push("The dice key does not fit the dice commitment.");
  } else {
    lot.secrets.set(seat, value);
    if (!fits(lot.seats.get(seat))) found.wrong.push(`The secret of ${seat} does not fit its commitment.`);
  }
}
