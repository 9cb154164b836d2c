/** Names that people use: texts that speak in the ids of units and the numbers of hexes, in words. */

import { recall } from "./keep.js";
import { capital, listed } from "./words.js";

/** @typedef {{text: string, unit?: string, hex?: string}} Said A piece of a text, and what it is about. */
/** @typedef {{kind: "unit" | "formation" | "hex" | "way", word: string, start: number, stop: number}} Found */
/**
 * @typedef {{units?: Record<string, {name?: string, short?: string}>, hexes: Record<string, {x: number, y: number, name?: string}>,
 *   map?: {top?: string, scale?: number}, formations?: Record<string, {name: string}>}} Facts
 */

const NEAR = 9;
const BESIDE = 3;
const ANOTHER = "another hex ";
const WINDS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const WORD = /[A-Za-z0-9][\w/]*(?:[-.'][\w/]+)*/g;
const DATE = /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* $/;
const BEFORE_HEX = /(?:\b(in|at|to|from) )?(?:hex )?$/;
const FORMATION = /\b[Ff]ormation $/;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])/;
const SHARED = /^(?:I+\/)?\d+(?:st|nd|rd|th)( .*(?:Division|Brigade|Regiment|Battalion|Group))$/;
const NUMBERED = /^(.+) No\. \d+$/;
const COUNTABLE = /(?:Division|Brigade|Unit|Bridge)$/;
const START = /(?:^|[.!?] )$/;
const LISTING = [", ", "+"];
const BETWEEN = [...LISTING, " or ", " and "];

/** @type {WeakMap<object, Names>} */
const known = new WeakMap();

/** The names of a game. @param {Facts} facts */
export function namesOf(facts) {
  const names = known.get(facts) ?? new Names(facts);
  known.set(facts, names);
  return names;
}

/**
 * What people call a formation, where the game tells it: two sides may have the same code for theirs.
 *
 * @param {Facts["formations"]} formations @param {string} code @param {string} [side]
 */
export function formationName(formations = {}, code, side = "") {
  return (formations[`${side} ${code}`] ?? formations[code])?.name ?? "";
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
    const here = this.hexes[hex];
    if (!here || here.name) return "";
    let best = { steps: NEAR, off: Infinity, number: "" };
    for (const [number] of this.places) {
      const { steps, off } = this.#between(number, hex);
      if (steps > best.steps || (steps === best.steps && (off > best.off || (off === best.off && number > best.number)))) continue;
      best = { steps, off, number };
    }
    return best.number && this.seen(hex, best.number, this.hexes[best.number]?.name ?? "");
  }

  /** How far off a hex lies from another, in steps and as the crow flies. @param {string} from @param {string} to */
  #between(from, to) {
    const [a, b] = [this.hexes[from], this.hexes[to]];
    const [east, south] = [((b?.x ?? 0) - (a?.x ?? 0)) / this.scale, ((b?.y ?? 0) - (a?.y ?? 0)) / this.scale];
    const [over, along] = this.flat ? [east, south] : [south, east];
    const across = Math.abs(over) / Math.sqrt(0.75);
    const steps = Math.round(across + Math.max(0, Math.abs(along) - across / 2));
    return { east, south, steps, off: Math.round((east * east + south * south) * 100) };
  }

  /** Where a hex lies from another that goes by a name. @param {string} hex @param {string} from @param {string} name */
  seen(hex, from, name) {
    const { east, south, steps } = this.#between(from, hex);
    return `${steps > 1 ? `${steps} hexes ` : ""}${WINDS[(Math.round((Math.atan2(east, -south) / Math.PI) * 4) + 8) % 8]} of ${name}`;
  }

  /** A hex as something that can be spoken of. @param {string} hex @param {string} near */
  noun(hex, near = this.near(hex)) {
    if (this.ids) return hex;
    if (near.startsWith(ANOTHER)) return near;
    return near ? `the hex ${near}` : this.hexes[hex]?.name || `hex ${hex}`;
  }

  /** A hex by itself. @param {string} hex @param {string} near */
  spot(hex, near = this.near(hex)) {
    return (this.ids ? "" : near) || this.noun(hex, near);
  }

  /** How one text tells where hexes lie: of two that go by the same words the second by the hex before it, if that is near, or as another. */
  #tale() {
    /** @type {Map<string, string>} */
    const told = new Map();
    const taken = new Set();
    let last = "";
    return (/** @type {string} */ hex) => {
      const near = this.near(hex);
      const words = near || this.hexes[hex]?.name;
      const found = told.get(hex) ?? (!taken.has(words) ? near : near && this.#between(last, hex).steps > BESIDE ? ANOTHER + near : this.seen(hex, last, "there"));
      told.set(hex, found);
      if (words) taken.add(words);
      last = hex;
      return found;
    };
  }

  /** From where to where a way leads. @param {string[]} path @param {(hex: string) => string} near @returns {Said[]} */
  way(path, near) {
    const [start = "", goal = ""] = [path[0], path[path.length - 1]];
    const passed = [...new Set(path.filter((hex) => hex !== start && hex !== goal).map((hex) => this.hexes[hex]?.name ?? ""))].filter(Boolean);
    const through = passed.length ? ` through ${listed(passed)}` : "";
    const turn = path[path.length >> 1] ?? "";
    if (start === goal && turn !== start) return [{ text: "from " }, { text: this.spot(start, near(start)), hex: start }, { text: " to " }, this.#goal(turn, near(turn)), { text: " and back" }];
    return [{ text: "from " }, { text: this.spot(start, near(start)), hex: start }, { text: `${through} to ` }, this.#goal(goal, near(goal))];
  }

  /** Where something goes to. @param {string} hex @param {string} near @returns {Said} */
  #goal(hex, near) {
    return { text: /^\d/.test(near) ? near : this.noun(hex, near), hex };
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
    let [end, lead, before, prior] = [0, "", "", ""];
    const tale = this.#tale();
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
        told = this.way(word.split("-"), tale);
      } else {
        if (prior === "hex" && LISTING.includes(gap)) gap = found[0] && BETWEEN.includes(text.slice(end, found[0].start)) ? ", " : " and ";
        if (!BETWEEN.includes(gap)) lead = "";
        const match = BEFORE_HEX.exec(gap);
        gap = gap.slice(0, match?.index);
        lead = match?.[1] ?? lead;
        const near = tale(word);
        const unclear = /^\d/.test(near) && /\d\s*$/.test(before + gap);
        if (lead && (unclear || !near || near.startsWith(ANOTHER) || !["in", "at"].includes(lead))) gap += `${lead} `;
        told = [!lead || unclear ? { text: this.noun(word, near), hex: word } : lead === "to" ? this.#goal(word, near) : { text: this.spot(word, near), hex: word }];
      }
      prior = first.kind;
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
      const kind = (SHARED.exec(name) ?? NUMBERED.exec(name))?.[1] ?? name;
      groups.set(kind, [...(groups.get(kind) ?? []), unit]);
    }
    const several = groups.size < units.length;
    return [...groups].flatMap(([kind, group], i) => [
      ...(i ? [{ text: i < groups.size - 1 ? ", " : several ? ", and " : " and " }] : []),
      ...group.flatMap((unit, j) => {
        const last = j === group.length - 1;
        return [...(j ? [{ text: last ? " and " : ", " }] : []), { text: group.length === 1 ? this.unit(unit) : this.#oneOf(this.unit(unit), kind, !j, last), unit }];
      }),
    ]);
  }

  /** One of several units of a kind, which their names begin or end with. @param {string} name @param {string} kind @param {boolean} first @param {boolean} last */
  #oneOf(name, kind, first, last) {
    if (!name.startsWith(kind)) return name.slice(0, -kind.length) + (last ? `${kind}s` : "");
    const number = name.slice(kind.length);
    return first ? kind + (COUNTABLE.test(kind) ? "s" : "") + number : number.slice(" No. ".length);
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
