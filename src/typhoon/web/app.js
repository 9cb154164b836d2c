/** Which page is meant: the lobby, a table, the checking of dice, or the lab. */

import { h, refill } from "./common/dom.js";
import { beginTable } from "./common/early.js";
import { applyTheme } from "./common/theme.js";

const table = /^\/table\/([^/]+)/.exec(location.pathname)?.[1];

/** @returns {Promise<HTMLElement>} Where the page goes, once it is there and its style known. */
async function place() {
  if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  return /** @type {HTMLElement} */ (document.getElementById("app"));
}

async function open() {
  if (table !== undefined) {
    const early = beginTable(table);
    const { openTablePage } = await import("./play/page.js");
    await openTablePage(await place(), table, early);
  } else if (location.pathname === "/check") {
    const { openCheck } = await import("./check/check.js");
    await openCheck(await place());
  } else if (location.pathname === "/lab") {
    const { openLab } = await import("./extras/lab.js");
    await openLab(await place());
  } else {
    const { openLobby } = await import("./lobby/lobby.js");
    await openLobby(await place());
  }
}

applyTheme();
open().catch(async (/** @type {unknown} */ error) => {
  const text = error instanceof Error ? error.message : String(error);
  refill(await place(), h("main", { class: "trouble" }, h("h1", null, "This did not work"), h("p", null, text), h("p", null, h("a", { href: "/" }, "All games"))));
});
