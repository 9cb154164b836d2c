/** The board alone: `window.board` is the view, `window.told` what it has told the page. */

import { BoardView } from "/static/board/board.js";

const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "red-typhoon";
const told = [];
const facts = await (await fetch(`/api/games/${game}`)).json();
const board = new BoardView(document.getElementById("host"), {
  onHexClick: (hex) => told.push(["hex", hex]),
  onHexHover: (hex) => told.push(["hover", hex]),
  onUnitClick: (unit, hex) => told.push(["unit", unit, hex]),
  onUnitDrop: (unit, from, to) => told.push(["drop", unit, from, to]),
  onEscape: () => told.push(["escape"]),
});
await board.load(facts, query.get("season") ?? facts.map.season);
const { faces, looks } = await (await fetch(`/api/games/${game}/counters`)).json();
board.setCounters(faces, looks, { animate: false });
Object.assign(window, { board, facts, faces, looks, told });
document.documentElement.dataset.ready = "";
