/** The whole board in a corner: land, counters, and what is being looked at. */

/** @import { Camera } from "./camera.js" */
/** @import { HexMap } from "./hexmap.js" */
/** @import { Face } from "./types.js" */

const WIDEST = 150;
const TALLEST = 170;
const LAND = ["clear", "woods", "rough", "marsh", "lake", "town", "city"];
const SIDES = ["german", "soviet"];

export class Minimap {
  /** @param {Camera} camera */
  constructor(camera) {
    this.camera = camera;
    this.canvas = document.createElement("canvas");
    this.frame = document.createElement("div");
    this.frame.className = "minimap-frame";
    this.element = document.createElement("div");
    this.element.className = "minimap";
    this.element.dataset.boardControl = "";
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.canvas, this.frame);
    this.scale = 1;
    /** @type {HTMLCanvasElement} */
    this.land = document.createElement("canvas");
    /** @type {Record<string, string>} The colours of the sides. */
    this.sides = {};
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.#look(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons) this.#look(event);
    });
  }

  /** @param {PointerEvent} event */
  #look(event) {
    const box = this.canvas.getBoundingClientRect();
    const point = { x: (event.clientX - box.left) / this.scale, y: (event.clientY - box.top) / this.scale };
    this.camera.look(point, this.camera.scale, false);
  }

  /** @param {HexMap} map @param {string} season */
  load(map, season) {
    const { width, height } = this.camera;
    this.scale = Math.min(WIDEST / width, TALLEST / height);
    const dense = Math.min(3, window.devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.land]) {
      canvas.width = Math.round(width * this.scale * dense);
      canvas.height = Math.round(height * this.scale * dense);
    }
    this.canvas.style.width = `${width * this.scale}px`;
    this.canvas.style.height = `${height * this.scale}px`;
    const pen = this.land.getContext("2d");
    if (!pen) return;
    this.element.dataset.season = season;
    const style = getComputedStyle(this.element);
    const colours = new Map(LAND.map((land) => [land, style.getPropertyValue(`--mini-${land}`).trim()]));
    this.sides = Object.fromEntries(SIDES.map((side) => [side, style.getPropertyValue(`--side-${side}`).trim()]));
    const unit = this.land.width / width;
    pen.fillStyle = colours.get("clear") || "#eee";
    pen.fillRect(0, 0, this.land.width, this.land.height);
    const half = map.spacing * 0.52 * unit;
    for (const [number, hex] of Object.entries(map.hexes)) {
      const { x, y } = map.centre(number);
      pen.fillStyle = colours.get(hex.terrain ?? "clear") || colours.get("clear") || "#eee";
      pen.fillRect(x * unit - half, y * unit - half, 2 * half, 2 * half);
    }
    this.#paint([], map);
  }

  /** @param {readonly Face[]} faces @param {HexMap} map */
  setCounters(faces, map) {
    this.#paint(faces, map);
  }

  /** @param {readonly Face[]} faces @param {HexMap} map */
  #paint(faces, map) {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.land.width) return;
    pen.drawImage(this.land, 0, 0);
    const unit = this.canvas.width / this.camera.width;
    const half = Math.max(1.3, map.spacing * 0.42 * unit);
    for (const face of faces) {
      if (!map.has(face.hex)) continue;
      const { x, y } = map.centre(face.hex);
      pen.fillStyle = this.sides[face.side] || "#555";
      if (face.side === "german") pen.fillRect(x * unit - half, y * unit - half, 2 * half, 2 * half);
      else {
        pen.beginPath();
        pen.arc(x * unit, y * unit, half * 1.1, 0, 2 * Math.PI);
        pen.fill();
      }
    }
  }

  moved() {
    const { window: seen, width, height } = this.camera;
    const left = Math.max(0, seen.x);
    const top = Math.max(0, seen.y);
    const right = Math.min(width, seen.x + seen.width);
    const bottom = Math.min(height, seen.y + seen.height);
    const style = this.frame.style;
    style.transform = `translate(${left * this.scale}px, ${top * this.scale}px)`;
    style.width = `${Math.max(4, (right - left) * this.scale)}px`;
    style.height = `${Math.max(4, (bottom - top) * this.scale)}px`;
    this.element.classList.toggle("is-needless", left <= 0 && top <= 0 && right >= width && bottom >= height);
  }
}
