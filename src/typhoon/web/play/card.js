/** The card of a result: it lies beside the hex it is about, and stays until the next click. */

import { calm, h, refill } from "../common/dom.js";
import { capital } from "../common/words.js";
import { counterPicture } from "./counter.js";
import { dieFace } from "./dice.js";

/** @import { LogLine } from "../common/types.js" */
/** @import { Table } from "./table.js" */

const GAP = 14;
const MOST_COUNTERS = 5;

export class ResultCard {
  /** @param {Table} table @param {HTMLElement} host */
  constructor(table, host) {
    this.table = table;
    this.host = host;
    this.element = h("div", { class: calm() ? "result-card calm" : "result-card", hidden: true });
    /** @type {string[]} */
    this.hexes = [];
    host.append(this.element);
    const putAway = () => this.table.theatre.playing || this.hide();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, putAway, { capture: true });
    // One's own rolls are shown without keeping anybody from going on.
    table.listeners.push((entries) => {
      if (table.past || table.covered) return;
      const { side } = table.state;
      const own = entries.flatMap((entry) => entry.lines.filter((line) => (line.fought?.side ?? entry.side) === side && !table.theatre.played.has(entry.n)));
      const lines = own.filter((line) => line.dice?.length && !table.facts.scenes[line.kind]);
      if (lines.length) this.show(lines);
    });
  }

  /** @param {LogLine[]} lines @param {string[]} [near] What else it shall not lie over. */
  show(lines, near = []) {
    this.hexes = [...lines.flatMap((line) => line.fought?.hexes ?? []), ...near];
    refill(this.element, lines.map((line) => this.#part(line)));
    this.element.hidden = false;
    this.place();
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {LogLine} line */
  #part(line) {
    const { fought } = line;
    const dice = h("span", { class: "dice" }, (line.dice ?? []).map((die) => dieFace(die)));
    if (!fought) return h("section", null, h("p", null, dice, capital(this.table.say(line.text))));
    return h(
      "section",
      null,
      h("div", { class: "against" }, this.#counters(fought.units ?? []), h("span", { class: "arrow", "aria-hidden": "true" }, "⇒"), this.#counters(fought.defenders ?? [])),
      fought.odds ? h("p", { class: "odds" }, fought.odds) : null,
      fought.modifiers?.length ? h("p", { class: "faint" }, fought.modifiers.join(", ")) : null,
      h("div", { class: "outcome" }, dice, h("strong", null, capital(fought.text ?? ""))),
    );
  }

  /** @param {string[]} units */
  #counters(units) {
    // Of units that lie unseen in a stack nobody has a picture.
    const seen = units.filter((unit) => this.table.whereIs(unit) !== null || this.table.portraits[unit] !== undefined).slice(0, MOST_COUNTERS);
    const more = units.length - seen.length;
    return h("span", { class: "counters" }, seen.map((unit) => counterPicture(this.table, unit)), more > 0 ? h("small", null, `+${more}`) : null);
  }

  /** Beside the hex, on the side where there is room; where there is none, above or below. */
  place() {
    if (this.element.hidden) return;
    const box = this.host.getBoundingClientRect();
    const { board } = this.table;
    const known = this.hexes.filter((hex) => board.map?.has(hex));
    const points = known.some((hex) => this.table.inSight([hex])) ? known.map((hex) => board.pointOf(hex)) : [];
    const { offsetWidth: width, offsetHeight: height } = this.element;
    if (!points.length) return this.#at((box.width - width) / 2, 12);
    const reach = this.table.facts.hexRadius * board.camera.scale * 1.15 + GAP;
    const [left, right] = [Math.min(...points.map((p) => p.x)) - box.left - reach, Math.max(...points.map((p) => p.x)) - box.left + reach];
    const [top, bottom] = [Math.min(...points.map((p) => p.y)) - box.top - reach, Math.max(...points.map((p) => p.y)) - box.top + reach];
    const middle = (top + bottom - height) / 2;
    if (right + width < box.width) return this.#at(right, middle);
    if (left - width > 0) return this.#at(left - width, middle);
    this.#at((left + right - width) / 2, top - height > 0 || top > box.height - bottom ? top - height : bottom);
  }

  /** @param {number} x @param {number} y */
  #at(x, y) {
    const { clientWidth, clientHeight } = this.host;
    const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(6, Math.min(room - size - 6, at));
    [x, y] = [within(x, this.element.offsetWidth, clientWidth), within(y, this.element.offsetHeight, clientHeight)];
    this.element.style.left = `${Math.round(x)}px`;
    this.element.style.top = `${Math.round(y)}px`;
  }
}
