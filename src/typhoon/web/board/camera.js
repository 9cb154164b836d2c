/** How much of the board is seen: panning and zooming by one CSS transform. */

/** @import { Point } from "./types.js" */

const CLOSEST = 2.2;
/**
 * Pixels for a unit of the drawing before the stage is scaled.  Browsers draw what is being scaled at least as
 * large as it was laid out: a whole map laid out at full size would be drawn at full size for nothing.
 */
export const LAID_OUT = 0.25;
const REST = 150;
const GLIDE = 220;

/** @returns {boolean} Whether the player asked for little motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Camera {
  /**
   * @param {HTMLElement} view What one looks through.
   * @param {HTMLElement} stage What is moved.
   * @param {{moved: () => void, rested: () => void}} hooks
   */
  constructor(view, stage, hooks) {
    this.view = view;
    this.stage = stage;
    this.hooks = hooks;
    this.width = 1;
    this.height = 1;
    /** @type {{x: number, y: number, width: number, height: number} | null} The part of the board that matters; null for all. */
    this.area = null;
    /** Pixels for a unit of the drawing. */
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.room = { x: 1, y: 1 };
    /** Whether the whole map is shown, and shall be when the window changes. */
    this.fitted = true;
    this.timer = 0;
    this.frame = 0;
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(view);
  }

  /** @param {number} width @param {number} height The size of the board in its own units. */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.stage.style.width = `${width * LAID_OUT}px`;
    this.stage.style.height = `${height * LAID_OUT}px`;
    this.room = { x: this.view.clientWidth || 1, y: this.view.clientHeight || 1 };
    this.fit(false);
  }

  #resized() {
    const middle = this.toBoard(this.room.x / 2, this.room.y / 2);
    this.room = { x: this.view.clientWidth || 1, y: this.view.clientHeight || 1 };
    if (this.fitted) this.fit(false);
    else this.look(middle, this.scale, false);
  }

  /** @returns {number} The scale at which all that matters is seen. */
  get whole() {
    const { width, height } = this.area ?? this;
    return Math.min(this.room.x / width, this.room.y / height);
  }

  get least() {
    return Math.min(this.room.x / this.width, this.room.y / this.height, CLOSEST);
  }

  /** @param {{x: number, y: number, width: number, height: number} | null} area The part of the board to be fitted into the view. */
  keepTo(area) {
    this.area = area;
    if (this.fitted) this.fit(false);
  }

  /** @param {number} x @param {number} y Pixels from the corner of the view. @returns {Point} */
  toBoard(x, y) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  /** @param {Point} point @returns {Point} Pixels from the corner of the view. */
  toView(point) {
    return { x: point.x * this.scale + this.x, y: point.y * this.scale + this.y };
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  under(event) {
    const box = this.view.getBoundingClientRect();
    return this.toBoard(event.clientX - box.left, event.clientY - box.top);
  }

  /** What is seen, in units of the drawing. */
  get window() {
    const { x, y } = this.toBoard(0, 0);
    return { x, y, width: this.room.x / this.scale, height: this.room.y / this.scale };
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#stop();
    this.fitted = false;
    this.#set(this.x + dx, this.y + dy, this.scale);
  }

  /**
   * @param {number} factor
   * @param {number} [x] The point of the view that stays where it is.
   * @param {number} [y]
   * @param {boolean} [smooth]
   */
  zoom(factor, x = this.room.x / 2, y = this.room.y / 2, smooth = false) {
    const scale = Math.min(CLOSEST, Math.max(this.least, this.scale * factor));
    const fixed = this.toBoard(x, y);
    this.fitted = scale <= this.whole * 1.001;
    this.#go(x - fixed.x * scale, y - fixed.y * scale, scale, smooth);
  }

  fit(smooth = true) {
    this.fitted = true;
    const { x, y, width, height } = this.area ?? { x: 0, y: 0, width: this.width, height: this.height };
    this.look({ x: x + width / 2, y: y + height / 2 }, this.whole, smooth);
    this.fitted = true;
  }

  /**
   * Put a point of the board into the middle.
   *
   * @param {Point} point
   * @param {number} [scale]
   * @param {boolean} [smooth]
   * @param {number} [duration]
   */
  look(point, scale = this.scale, smooth = true, duration = GLIDE) {
    const at = Math.min(CLOSEST, Math.max(this.least, scale));
    this.fitted = false;
    this.#go(this.room.x / 2 - point.x * at, this.room.y / 2 - point.y * at, at, smooth, duration);
  }

  /** @param {Point} point Bring a point into view, no farther than needed. @param {number} [margin] Pixels. */
  reveal(point, margin = 70) {
    const { x, y } = this.toView(point);
    const edge = { x: Math.min(margin, this.room.x / 3), y: Math.min(margin, this.room.y / 3) };
    const dx = Math.max(0, edge.x - x) - Math.max(0, x - (this.room.x - edge.x));
    const dy = Math.max(0, edge.y - y) - Math.max(0, y - (this.room.y - edge.y));
    if (dx || dy) this.#go(this.x + dx, this.y + dy, this.scale, true);
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} smooth @param {number} [duration] */
  #go(x, y, scale, smooth, duration = GLIDE) {
    this.#stop();
    if (!smooth || calm()) {
      this.#set(x, y, scale);
      return;
    }
    const [x0, y0, s0] = [this.x, this.y, this.scale];
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      const eased = 1 - (1 - part) ** 3;
      const at = s0 * (scale / s0) ** eased;
      // Keep the way straight on the screen while the scale changes.
      const share = Math.abs(scale - s0) < 1e-9 ? eased : (at - s0) / (scale - s0);
      this.#set(x0 + (x - x0) * share, y0 + (y - y0) * share, at);
      this.frame = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.frame = requestAnimationFrame(step);
  }

  #stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** @param {number} x @param {number} y @param {number} scale */
  #set(x, y, scale) {
    // Meanwhile the picture itself is moved and scaled, and nothing drawn anew but what comes into view.
    this.stage.classList.add("is-moving");
    this.scale = scale;
    this.x = Math.round(held(x, this.width * scale, this.room.x));
    this.y = Math.round(held(y, this.height * scale, this.room.y));
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${scale / LAID_OUT})`;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.stage.classList.remove("is-moving");
      this.hooks.rested();
    }, REST);
    this.hooks.moved();
  }

  stop() {
    this.#stop();
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}

/**
 * A board smaller than the view lies in its middle; a larger one stops at its edge.
 *
 * @param {number} at
 * @param {number} size
 * @param {number} room
 */
function held(at, size, room) {
  return size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
}
