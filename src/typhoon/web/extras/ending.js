/** The end of a game: who won and how it came about, to be watched again, shared and played once more. */

import { post } from "../common/api.js";
import { showDialog } from "../common/dialog.js";
import { button, h, icon } from "../common/dom.js";
import { keepSeat } from "../common/keep.js";
import { capital, figure, listed, percent, sentence } from "../common/words.js";
import { checkLink } from "./dicefacts.js";
import { linked } from "../play/links.js";
import { luckReport } from "./luck.js";
import { analysisOf } from "./analysis.js";
import { dress } from "./load.js";
import { hexagon, piece, smallMap, townMark } from "./picture.js";

/** @import { Better, History, Moment, Opened } from "../common/types.js" */
/** @import { LinkTargets } from "../play/links.js" */
/** @import { Replay } from "../play/replay.js" */
/** @import { Table } from "../play/table.js" */

const WIDE = 560;
const TALL = 190;
const EDGE = 30;

/** @param {Table} table @param {Replay} replay @param {Better | null} [seen] The plan whose line was just looked at. */
export async function showEnding(table, replay, seen = null) {
  const { result, side } = table.state.view;
  if (!result) return;
  const [reply, luck] = await Promise.all([table.connection.ask({ type: "history" }), luckReport(table), dress()]);
  const history = reply.history;
  const title = side ? (result.winner === side ? "Victory" : result.winner ? "Defeat" : "A draw") : "The game is over";
  /** @type {HTMLDialogElement} */
  let dialog;
  const leaving = (/** @type {(what: string) => void} */ act) => (/** @type {string} */ what) => {
    dialog.close();
    act(what);
  };
  const to = { facts: table.facts, showCase: (/** @type {string} */ id) => table.showCase(id), showHex: leaving((hex) => table.showHex(hex)), showUnit: leaving((unit) => table.showUnit(unit)) };
  const go = (/** @type {number} */ n, /** @type {string[]} */ hexes = []) => {
    dialog.close();
    replay.from(n);
    table.marks.ring(hexes);
  };
  const along = async (/** @type {Better} */ plan, /** @type {string} */ name) => {
    const end = plan.start + plan.steps;
    const { log, looks } = await table.replayState(end, plan.start, plan);
    Object.assign(table.looks, looks);
    dialog.close();
    await replay.along({ start: plan.start, end, title: name, log }, () => void showEnding(table, replay, plan));
  };
  const points = result.reason.startsWith("victory points") ? [] : Object.entries(result.points).map(([who, count]) => `${capital(who)} ${figure(count)}`);
  dialog = showDialog(title, [
    h("p", { class: "result" }, `${capital(result.level)}.`),
    h("p", { class: "reading" }, `${sentence(result.reason, Object.keys(result.points))}. Turn ${table.state.view.turn} of ${table.state.view.last_turn}.${points.length ? ` Victory points: ${points.join(", ")}.` : ""}`),
    actions(table, go),
    ...(history ? [h("div", { class: "ending" }, h("div", null, curve(table, history, go), moments(to, history, go), losses(history)), h("div", null, groundMap(table, history), battles(to, history.battles, go)))] : []),
    analysisOf({ table, to, go, along }, seen),
    ...(luck.length ? [h("h3", null, "Luck report"), ...luck] : []),
    checkLink(table),
  ], { wide: true });
}

/** @param {Table} table @param {(n: number) => void} go */
function actions(table, go) {
  const share = button([icon("save"), "Share as one file"], () => void saveShare(table, share), { title: "Map, replay and captions: it opens in any browser" });
  return h(
    "div",
    { class: "row wrap" },
    button([icon("replay"), "Watch it again"], () => go(0), { class: "primary" }),
    share,
    button([icon("save"), "Save the map"], () => savePicture(table)),
    table.state.table.mode === "local" ? button("Play again, sides changed", () => void rematch(table)) : null,
    h("a", { class: "button", href: "/" }, "All games"),
  );
}

/** @param {Table} table @param {HTMLButtonElement} share */
async function saveShare(table, share) {
  share.disabled = true;
  const reply = await table.connection.ask({ type: "share" });
  share.disabled = false;
  if (reply.share) save(reply.share, "text/html", `${table.facts.id}-${table.id}.html`);
  else table.refuse(reply);
}

/** @param {string} text @param {string} type @param {string} name */
function save(text, type, name) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** The map as it lies there, with its counters. @param {Table} table */
function savePicture(table) {
  const [land, counters] = [".board-map svg, svg.board-map", ".board-counters"].map((each) => document.querySelector(each)?.cloneNode(true));
  const { width, height } = table.facts.map;
  const svg = piece("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width: width / 2, height: height / 2 });
  for (const part of [land, counters]) if (part) svg.append(...(part instanceof SVGSVGElement ? [...part.childNodes] : [part]));
  for (const extra of svg.querySelectorAll(".unit-halo, .unit-block")) extra.remove();
  save(new XMLSerializer().serializeToString(svg), "image/svg+xml", `${table.facts.id}-turn-${table.state.view.turn}.svg`);
}

/** @param {Table} table */
async function rematch(table) {
  const { game, scenario, seats } = table.state.table;
  const sides = table.facts.sides;
  const players = sides.map((side) => Object.values(seats).find((seat) => seat.side === side)?.player ?? "person").reverse();
  const swapped = Object.fromEntries(sides.map((side, i) => [side, players[i] ?? "person"]));
  /** @type {Opened} */
  const opened = await post("/api/tables", { game, scenario, options: table.state.view.options, seats: swapped });
  keepSeat(opened.id, { token: opened.token, side: sides.find((side) => swapped[side] === "person") ?? "" });
  location.assign(`/table/${opened.id}`);
}

/** The ground that was won, with the last position, beside history. @param {Table} table @param {History} history */
function groundMap({ facts, state }, { ground }) {
  const map = smallMap(facts, state, "The last position, the ground that each side won, and the towns that history gave to the other");
  const svg = map.querySelector("svg");
  const inks = (/** @type {string} */ side) => facts.inks[side] ?? 0;
  const first = svg?.firstChild ?? null;
  for (const [side, hexes] of Object.entries(ground.won)) for (const hex of hexes) svg?.insertBefore(hexagon(facts, hex, { class: "won", "data-side": inks(side) }), first);
  for (const town of ground.towns) svg?.append(townMark(facts, town.hexes[0] ?? "", { class: town.holder === town.then ? "town" : "town other", "data-side": inks(town.holder) }));
  const other = ground.towns.filter(({ holder, then }) => holder && holder !== then);
  const unlike = (/** @type {string} */ side) => listed(other.filter(({ holder }) => holder === side).map(({ name }) => name));
  return h(
    "figure",
    null,
    map,
    h("figcaption", { class: "faint" }, Object.entries(ground.won).map(([side, hexes]) => h("span", { class: "legend", "data-side": inks(side) }, `${capital(side)} +${hexes.length} hexes`)), " since the beginning.", other.length ? ` Ringed: towns that were in other hands on ${ground.day}.` : null),
    Object.keys(ground.won).filter(unlike).map((side) => h("p", { class: "beside-history" }, h("b", null, `${capital(side)} here, not in history: `), `${unlike(side)}.`)),
    ground.day && !other.length ? h("p", { class: "beside-history" }, `On ${ground.day} history had every town that we know of in the same hands.`) : null,
  );
}

/** Points by turn as a curve for each side, with what turned the game. @param {Table} table @param {History} history @param {(n: number) => void} go */
function curve(table, { turns, sides, moments }, go) {
  const first = turns[0]?.turn ?? 1;
  const last = Math.max(first + 1, turns[turns.length - 1]?.turn ?? 1);
  const values = turns.flatMap((mark) => sides.map((side) => mark.points[side] ?? 0));
  const most = Math.max(1, ...values);
  const x = (/** @type {number} */ turn) => EDGE + ((turn - first) / (last - first)) * (WIDE - 2 * EDGE);
  const y = (/** @type {number} */ value) => TALL - EDGE - (value / most) * (TALL - 2 * EDGE);
  const svg = piece("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `Victory points by turn: ${turns.map((mark) => `turn ${mark.turn}: ${sides.map((side) => `${side} ${figure(mark.points[side] ?? 0)}`).join(", ")}`).join("; ")}` });
  svg.append(piece("line", { class: "axis", x1: EDGE, y1: y(0), x2: WIDE - EDGE, y2: y(0) }));
  for (const mark of turns) svg.append(label(String(mark.turn), x(mark.turn), TALL - 10));
  svg.append(label(figure(most), 14, y(most) + 5));
  for (const moment of moments) svg.append(piece("line", { class: "moment", x1: x(moment.turn), x2: x(moment.turn), y1: EDGE / 2, y2: y(0) }));
  for (const side of sides) {
    svg.append(piece("polyline", { class: "points", "data-side": table.sideIndex(side), points: turns.map((mark) => `${x(mark.turn)},${y(mark.points[side] ?? 0)}`).join(" ") }));
  }
  const legend = h("p", { class: "faint" }, sides.map((side) => h("span", { class: "legend", "data-side": table.sideIndex(side) }, capital(side))), " victory points by turn; dashed: what turned the game.");
  return h("figure", null, svg, legend, moments.length ? null : button("Watch", () => go(0)));
}

/** @param {string} text @param {number} x @param {number} y */
function label(text, x, y) {
  const element = piece("text", { x, y, "text-anchor": "middle" });
  element.textContent = text;
  return element;
}

/** @param {LinkTargets} to @param {History} history @param {(n: number) => void} go */
function moments(to, { moments: found, sides }, go) {
  if (!found.length) return null;
  return h("section", null, h("h3", null, "What turned the game"), h("ul", { class: "moments" }, found.map((moment) => line(to, moment, `${moment.swing > 0 ? capital(sides[0] ?? "") : capital(sides[1] ?? "the enemy")} +${figure(Math.abs(moment.swing))}`, go))));
}

/** @param {LinkTargets} to @param {Moment[]} found @param {(n: number) => void} go */
function battles(to, found, go) {
  if (!found.length) return null;
  const luck = (/** @type {Moment} */ moment) => (moment.luck === null ? "" : `better than ${percent(moment.luck)} of what chance might have brought`);
  return h("section", null, h("h3", null, "Decisive battles"), h("ul", { class: "moments" }, found.map((moment) => line(to, moment, luck(moment), go))));
}

/** @param {LinkTargets} to @param {Moment} moment @param {string} note @param {(n: number) => void} go */
function line(to, moment, note, go) {
  return h("li", null, button(`Turn ${moment.turn}`, () => go(Math.max(0, moment.n - 1)), { class: "small", title: "See it" }), " ", linked(moment.text, to), note ? h("span", { class: "faint" }, ` ${note}`) : null);
}

/** @param {History} history */
function losses({ turns, attacks }) {
  const last = turns[turns.length - 1];
  if (!last) return null;
  return h(
    "table",
    { class: "panel" },
    h("caption", null, "Losses and attacks"),
    h("thead", null, h("tr", null, ["", "Units lost", "Attacks made"].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", null))))),
    h("tbody", null, Object.entries(last.lost).map(([side, count]) => h("tr", null, h("th", { scope: "row" }, capital(side)), h("td", { class: "number" }, count), h("td", { class: "number" }, attacks[side] ?? "")))),
  );
}
