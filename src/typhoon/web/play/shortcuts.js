/** The list of keys. */

import { showDialog } from "../common/dialog.js";
import { h } from "../common/dom.js";

const SHORTCUTS = [
  ["N, Shift+N", "next, previous unit that can do something"],
  ["T, Shift+T", "next, previous hex that is lit or target that is ringed"],
  ["Shift+Arrows", "the lit hex in that direction"],
  ["Enter", "go there, attack there, or carry out what is prepared"],
  ["Space", "add the unit pointed at, or leave it out"],
  ["A", "select the whole stack"],
  ["V", "another way of moving, where there are several"],
  ["O", "orders to formations and the like"],
  ["E", "the main button: end the phase"],
  ["Z", "undo"],
  ["H", "hint"],
  ["Escape", "let go of everything"],
  ["/ or G", "find a unit, a town or a hex; or type an order"],
  ["Arrows, + and −, F", "move the map, zoom, see all of it; on the map itself, arrows go from hex to hex"],
  ["1 to 8", "tabs beside the map"],
  ["B", "report of the last turn"],
  ["R", "replay"],
  [", and .", "one step back, one step on in a replay"],
  ["Space, Escape", "while the enemy's turn is shown: the next scene, skip to the end"],
  ["C", "let the camera follow the enemy's turn, or not"],
  ["M", "menu"],
  ["?", "this list"],
];

export function showShortcuts() {
  showDialog("Keyboard", [
    h("table", { class: "panel keys" }, h("tbody", null, SHORTCUTS.map(([keys, what]) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, keys)), h("td", null, what))))),
  ]);
}
