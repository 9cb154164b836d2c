/** Buttons, layers, the key to overlays and the minimap, at the corners of the board. */

import { sideName } from "./highlights.js";
import { make } from "./svg.js";

/** @import { BoardView } from "./board.js" */
/** @import { Shade } from "./types.js" */

const KEPT = "typhoon.board.layers";

/** Layers that can be switched, with their names for people and whether they are shown at first. */
export const LAYERS = /** @type {const} */ ([
  ["numbers", "Hex numbers", true],
  ["names", "Place names", true],
  ["grid", "Hex grid", true],
  ["front", "Front line", true],
  ["areas", "Set-up areas", false],
  ["zones", "Numbered zones", false],
  ["supply", "Supply sources", true],
  ["objectives", "Objectives", true],
  ["counters", "Counters", true],
  ["minimap", "Small map", true],
]);

const ICONS = {
  in: "M5 12h14M12 5v14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  layers: "M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 16.5l9 5 9-5",
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: ICONS[name] }));
}

export class Controls {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.element = document.createElement("div");
    this.element.className = "board-controls";
    this.element.dataset.boardControl = "";
    this.menu = document.createElement("div");
    this.menu.className = "board-layers";
    this.menu.hidden = true;
    this.menu.setAttribute("role", "group");
    this.menu.setAttribute("aria-label", "Layers of the map");
    this.opener = this.#button("layers", "Layers", () => this.#toggleMenu());
    this.opener.setAttribute("aria-expanded", "false");
    const buttons = document.createElement("div");
    buttons.className = "board-buttons";
    buttons.append(
      this.#button("in", "Zoom in", () => board.zoomBy(1.5)),
      this.#button("out", "Zoom out", () => board.zoomBy(1 / 1.5)),
      this.#button("fit", "Whole map", () => board.fit()),
      this.opener,
    );
    this.legend = document.createElement("ul");
    this.legend.className = "board-key";
    this.legend.hidden = true;
    this.note = document.createElement("li");
    this.note.className = "board-note";
    this.element.append(this.menu, board.minimap.element, buttons);
    board.element.append(this.legend);
    /** @type {Record<string, boolean>} */
    this.shown = { ...Object.fromEntries(LAYERS.map(([id, , on]) => [id, on])), ...recalled() };
    this.#makeMenu([]);
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.#toggleMenu(false);
      this.opener.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    document.addEventListener("pointerdown", this.outside);
  }

  outside = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && !this.element.contains(event.target)) this.#toggleMenu(false);
  };

  stop() {
    document.removeEventListener("pointerdown", this.outside);
  }

  /** @param {keyof typeof ICONS} name @param {string} label @param {() => void} act */
  #button(name, label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = label;
    button.setAttribute("aria-label", label);
    button.append(icon(name));
    button.addEventListener("click", act);
    return button;
  }

  #toggleMenu(open = this.menu.hidden) {
    this.menu.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
  }

  /** A map was loaded: offer the layers that it has. */
  loaded() {
    const drawn = this.board.sheet?.svg;
    this.#makeMenu(LAYERS.filter(([id]) => id === "counters" || id === "minimap" || drawn?.querySelector(`#layer-${id}`)));
    for (const [id] of LAYERS) this.#apply(id);
  }

  /** @param {readonly (typeof LAYERS[number])[]} layers */
  #makeMenu(layers) {
    this.menu.replaceChildren(
      ...layers.map(([id, title]) => {
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = this.shown[id] ?? true;
        box.name = `layer-${id}`;
        box.addEventListener("change", () => this.setLayer(id, box.checked));
        const label = document.createElement("label");
        label.append(box, ` ${title}`);
        return label;
      }),
    );
  }

  /** @param {string} id @param {boolean} on */
  setLayer(id, on) {
    this.shown[id] = on;
    this.#apply(id);
    const box = this.menu.querySelector(`input[name="layer-${CSS.escape(id)}"]`);
    if (box instanceof HTMLInputElement) box.checked = on;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.shown));
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }

  /** @param {string} id */
  #apply(id) {
    this.board.element.classList.toggle(`without-${id}`, this.shown[id] === false);
  }

  /** @param {readonly Shade[]} shades Tell what the hatching means. */
  key(shades) {
    this.legend.replaceChildren(
      ...shades.map((shade) => {
        const side = sideName(shade.side);
        const entry = document.createElement("li");
        const swatch = make(
          "svg",
          { viewBox: "0 0 36 24", "aria-hidden": "true", class: `shade shade-${side}`, "data-tone": shade.tone ?? "" },
          make("rect", { class: "shade-tint", width: 36, height: 24 }),
          make("rect", { class: "shade-fill", width: 36, height: 24, fill: `url(#hatch-${side})` }),
        );
        entry.append(swatch, ` ${shade.label || shade.side}`);
        return entry;
      }),
    );
    this.#showKey();
  }

  /** @param {string} text A sentence below the key. */
  setNote(text) {
    if (this.note.textContent === text) return;
    this.note.textContent = text;
    this.#showKey();
  }

  #showKey() {
    if (this.note.textContent) this.legend.append(this.note);
    else this.note.remove();
    this.legend.hidden = !this.legend.children.length;
  }
}

/** @returns {Record<string, boolean>} */
function recalled() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
