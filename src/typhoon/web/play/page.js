/** The table page: its parts put together. */

import { parseSvg } from "../board/svg.js";
import { h, refill } from "../common/dom.js";
import { keepSeat } from "../common/keep.js";
import { createTheatreBar } from "./bar.js";
import { createCalls } from "./calls.js";
import { ResultCard } from "./card.js";
import { ending, welcome } from "./extras.js";
import { createHandOver } from "./handover.js";
import { askHint } from "./hint.js";
import { listenToKeys } from "./keyboard.js";
import { createLive } from "./live.js";
import { createPinned } from "./pinned.js";
import { createPrompt } from "./prompt.js";
import { createReplay } from "./replay.js";
import { createSide } from "./side.js";
import { Table } from "./table.js";
import { createSecret } from "./secret.js";
import { createTakeback } from "./takeback.js";
import { createTopBar } from "./topbar.js";

/** @import { Early } from "../common/early.js" */

/** @param {HTMLElement} root @param {string} id @param {Early} early */
export async function openTablePage(root, id, early) {
  refill(root, h("p", { class: "loading", role: "status" }, "Laying out the map…"));
  const { seat } = early;
  // The map is read while the server lays the table.
  const land = early.land.then(parseSvg);
  land.catch(() => undefined);
  const state = await early.state;
  if (state.type === "bidding") {
    const { openBidding } = await import("../extras/bidding.js");
    return openBidding(root, id, seat, state);
  }
  const { seats } = state.table;
  const own = seats[state.seat]?.yours;
  const decider = state.acting.find((/** @type {string} */ id) => seats[id]?.yours);
  if (decider && seats[decider]?.side !== state.side && !(seat.side && own)) seat.side = decider;
  else seat.side = state.seat;
  keepSeat(id, seat);
  const facts = await early.facts;
  document.title = `${facts.title} – Typhoon`;
  const table = new Table(id, seat, state, facts);

  const replay = createReplay(table);
  const end = () => ending(table, replay);
  const side = createSide(table);
  const live = createLive(table);
  const report = () => void side.report();
  const hint = () => void askHint(table);
  const topbar = createTopBar(table, { openReplay: replay.open, showTeam: () => side.show("team"), report, end: () => void end() });
  const prompt = createPrompt(table, { showTray: () => side.show("stack"), askHint: hint, end: () => void end() });
  const takeback = createTakeback(table);
  const secret = createSecret(table);
  const pinned = createPinned(table);
  const bar = createTheatreBar(table);
  const host = h("div", { class: "board-host" });
  const middle = h("main", { class: "middle", "aria-label": "Map" }, host, pinned.element, replay.element, takeback.element, secret.element);
  prompt.element.append(bar.element);
  const page = h("div", { class: "table-page" }, topbar.element, middle, side.element, prompt.element, live.element);
  const handover = createHandOver(table, page);
  refill(root, page, handover.element);
  table.openBoard(host, await land);
  table.lookAtOwnUnits();
  table.theatre.card = new ResultCard(table, middle);
  table.parts = [handover, topbar, prompt, side, pinned, replay, takeback, secret, live, bar, createCalls(table)];
  listenToKeys(table, { say: live.say, showTab: side.show, tabs: side.tabs, replay: replay.open, step: replay.step, hint, report, end: () => void end() });
  let over = Boolean(state.view.result);
  if (over && location.hash === "#end") void end();
  table.listeners.push(() => {
    if (!over && table.state.view.result) void end();
    over = Boolean(table.state.view.result);
  });
  table.connect();
  // What is known already is shown before the line is there.
  if (state.seat === seat.side) table.receive(state);
  addEventListener("online", () => table.connection.hurry());
  document.addEventListener("visibilitychange", () => document.hidden || table.connection.hurry());
  void welcome(table);
  // For tests and for the curious: it knows no more than the page shows.
  /** @type {any} */ (window).typhoonTable = table;
}
