/** Which page is meant: the lobby, or a table. */

import { h, refill } from "./common/dom.js";
import { applyTheme } from "./common/theme.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const table = /^\/table\/([^/]+)/.exec(location.pathname)?.[1];

async function open() {
  if (table !== undefined) {
    const { openTablePage } = await import("./play/page.js");
    await openTablePage(root, table);
  } else {
    const { openLobby } = await import("./lobby/lobby.js");
    await openLobby(root);
  }
}

applyTheme();
open().catch((/** @type {unknown} */ error) => {
  const text = error instanceof Error ? error.message : String(error);
  refill(root, h("main", { class: "trouble" }, h("h1", null, "This did not work"), h("p", null, text), h("p", null, h("a", { href: "/" }, "All games"))));
});
