/** Names that people use: texts that speak in the ids of units and the numbers of hexes, in words. */

import { recall } from "./keep.js";
import { capital, listed } from "./words.js";

/** @typedef {{text: string, unit?: string, hex?: string}} Said A piece of a text, and what it is about. */
/** @typedef {{kind: "unit" | "formation" | "hex" | "way", word: string, start: number, stop: number}} Found */
/**
 * @typedef {{units?: Record<string, {name?: string, short?: string}>, hexes: Record<string, {x: number, y: number, name?: string}>,
 *   map?: {top?: string, scale?: number}, formations?: Record<string, {name: string}>}} Facts
 */

const NEAR = 6;
const WINDS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const WORD = /[A-Za-z0-9][\w/]*(?:[-.'][\w/]+)*/g;
const DATE = /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* $/;
const BEFORE_HEX = /(?:\b(in|at|to|from) )?(?:hex )?$/;
const FORMATION = /\b[Ff]ormation $/;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])/;
const SHARED = /^(?:I+\/)?\d+(?:st|nd|rd|th)( .*(?:Division|Brigade|Regiment|Battalion|Group))$/;
const START = /(?:^|[.!?] )$/;

/** @type {WeakMap<object, Names>} */
const known = new WeakMap();

/** The names of a game. @param {Facts} facts */
export function namesOf(facts) {
  const names = known.get(facts) ?? new Names(facts);
  known.set(facts, names);
  return names;
}

/** The same rules as in the program's `engine/names.py` and `engine/places.py`. */
class Names {
  /** @param {Facts} facts */
  constructor(facts) {
    const { units = {}, hexes, formations = {} } = facts;
    this.counters = units;
    this.hexes = hexes;
    this.formations = formations;
    this.flat = facts.map?.top === "flat";
    this.scale = facts.map?.scale ?? 1;
    /** Whether the player has asked for ids and numbers. */
    this.ids = recall("ids") === "on";
    this.places = Object.entries(hexes).filter(([, { name }]) => name);
    /** @type {Map<string, string>} */
    this.told = new Map();
  }

  /** @param {string} unit */
  unit(unit) {
    return (this.ids ? "" : this.counters[unit]?.name) || unit;
  }

  /** @param {string} unit */
  short(unit) {
    return (this.ids ? "" : this.counters[unit]?.short) || unit;
  }

  /** Where a hex without a name lies; empty when no place is near. @param {string} hex */
  near(hex) {
    const found = this.told.get(hex) ?? this.#near(hex);
    this.told.set(hex, found);
    return found;
  }

  /** @param {string} hex */
  #near(hex) {
    const { scale, flat } = this;
    const here = this.hexes[hex];
    if (!here || here.name) return "";
    let best = { steps: NEAR + 1, off: Infinity, hex: "", text: "" };
    for (const [number, place] of this.places) {
      const [east, south] = [(here.x - place.x) / scale, (here.y - place.y) / scale];
      const across = Math.abs(flat ? east : south) / Math.sqrt(0.75);
      const steps = Math.round(across + Math.max(0, Math.abs(flat ? south : east) - across / 2));
      const off = Math.round((east * east + south * south) * 100);
      if (steps > best.steps || (steps === best.steps && (off > best.off || (off === best.off && number > best.hex))) || steps > NEAR) continue;
      const wind = WINDS[(Math.round((Math.atan2(east, -south) / Math.PI) * 4) + 8) % 8];
      best = { steps, off, hex: number, text: `${steps > 1 ? `${steps} hexes ` : ""}${wind} of ${place.name}` };
    }
    return best.text;
  }

  /** A hex as something that can be spoken of. @param {string} hex */
  noun(hex) {
    if (this.ids) return hex;
    const near = this.near(hex);
    return this.hexes[hex]?.name || (near ? `the hex ${near}` : `hex ${hex}`);
  }

  /** A hex by itself. @param {string} hex */
  spot(hex) {
    return (this.ids ? "" : this.near(hex)) || this.noun(hex);
  }

  /** From where to where a way leads. @param {string[]} path @returns {Said[]} */
  way(path) {
    const [start = "", goal = ""] = [path[0], path[path.length - 1]];
    const [from, to] = [this.spot(start), this.spot(goal)];
    if (from === to) return [{ text: "to another hex " }, { text: to, hex: goal }];
    const passed = [...new Set(path.slice(1, -1).map((hex) => this.hexes[hex]?.name ?? ""))].filter(Boolean);
    return [{ text: "from " }, { text: from, hex: start }, { text: passed.length ? ` through ${listed(passed)} to ` : " to " }, { text: to, hex: goal }];
  }

  /** A text in words. @param {string} text */
  said(text) {
    return this.spoken(text).map((piece) => piece.text).join("");
  }

  /** The pieces of a text in words, with the units and hexes that they are about. @param {string} text @returns {Said[]} */
  spoken(text) {
    const found = this.#found(text);
    if (this.ids) return this.#asTheyAre(text, found);
    const [only] = found;
    if (only?.kind === "hex" && found.length === 1 && only.start === 0 && only.stop === text.length) return [{ text: this.spot(only.word), hex: only.word }];
    /** @type {Said[]} */
    const pieces = [];
    let [end, lead, before] = [0, "", ""];
    const add = (/** @type {Said} */ piece) => {
      pieces.push(piece);
      before += piece.text;
    };
    for (let first = found.shift(); first; first = found.shift()) {
      let gap = text.slice(end, first.start);
      end = first.stop;
      const { word } = first;
      /** @type {Said[]} */
      let told;
      if (first.kind === "unit") {
        const run = [word];
        while (found[0]?.kind === "unit" && text.slice(end, found[0].start) === ", ") {
          end = found[0].stop;
          run.push(found.shift()?.word ?? "");
        }
        told = this.units(run);
      } else if (first.kind === "formation") {
        gap = gap.replace(FORMATION, "");
        told = [{ text: this.formations[word]?.name ?? word }];
      } else if (first.kind === "way") {
        told = this.way(word.split("-"));
      } else {
        if (![", ", " or ", " and "].includes(gap)) lead = "";
        const match = BEFORE_HEX.exec(gap);
        gap = gap.slice(0, match?.index);
        lead = match?.[1] ?? lead;
        const near = this.near(word);
        const unclear = /^\d/.test(near) && /\d\s*$/.test(before + gap);
        if (lead && (unclear || !near || !["in", "at"].includes(lead))) gap += `${lead} `;
        told = [{ text: lead && !unclear ? this.spot(word) : this.noun(word), hex: word }];
      }
      if (first.kind !== "hex") lead = "";
      if (gap) add({ text: gap });
      if (!lead && told[0] && START.test(before)) told[0].text = capital(told[0].text);
      told.forEach(add);
    }
    if (end < text.length) add({ text: text.slice(end) });
    return pieces;
  }

  /** Units as a list in which what they share is said once. @param {string[]} units @returns {Said[]} */
  units(units) {
    /** @type {Map<string, string[]>} */
    const groups = new Map();
    for (const unit of units) {
      const name = this.unit(unit);
      const tail = SHARED.exec(name)?.[1] ?? name;
      groups.set(tail, [...(groups.get(tail) ?? []), unit]);
    }
    const several = groups.size < units.length;
    return [...groups].flatMap(([tail, group], i) => [
      ...(i ? [{ text: i < groups.size - 1 ? ", " : several ? ", and " : " and " }] : []),
      ...group.flatMap((unit, j) => {
        const name = this.unit(unit);
        const told = group.length === 1 ? name : name.slice(0, -tail.length) + (j === group.length - 1 ? `${tail}s` : "");
        return [...(j ? [{ text: j < group.length - 1 ? ", " : " and " }] : []), { text: told, unit }];
      }),
    ]);
  }

  /** @param {string} text @param {Found[]} found @returns {Said[]} */
  #asTheyAre(text, found) {
    /** @type {Said[]} */
    const pieces = [];
    let end = 0;
    for (const { kind, word, start, stop } of found) {
      if (kind === "formation") continue;
      if (start > end) pieces.push({ text: text.slice(end, start) });
      if (kind === "way") pieces.push(...word.split("-").flatMap((hex, i) => [...(i ? [{ text: "–" }] : []), { text: hex, hex }]));
      else pieces.push({ text: text.slice(start, stop), [kind]: word });
      end = stop;
    }
    return [...pieces, { text: text.slice(end) }];
  }

  /** What a text names. @param {string} text @returns {Found[]} */
  #found(text) {
    const { counters: units, hexes, formations } = this;
    /** @type {Found[]} */
    const found = [];
    for (const match of text.matchAll(WORD)) {
      const word = match[0].replace(/'s$/, "");
      const [start, stop] = [match.index, match.index + word.length];
      const before = text.slice(0, start);
      if (word in units) found.push({ kind: "unit", word, start, stop });
      else if (word in formations && (FORMATION.test(before) || (CODE.test(word) && !/^:[A-Za-z0-9]/.test(text.slice(stop))))) found.push({ kind: "formation", word, start, stop });
      else if (word in hexes && !DATE.test(before)) {
        const name = ` (${hexes[word]?.name})`;
        found.push({ kind: "hex", word, start, stop: text.startsWith(name, stop) ? stop + name.length : stop });
      } else if (word.includes("-") && word.split("-").every((step) => step in hexes)) found.push({ kind: "way", word, start, stop });
    }
    return found;
  }
}
