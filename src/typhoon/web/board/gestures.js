/** Pointer, wheel and pinch: what the hand does on the board. */

/** @import { Camera } from "./camera.js" */

const SLOP = 6;
const TOUCH_SLOP = 10;

/**
 * @typedef {object} GestureHooks
 * @property {(target: Element) => SVGGElement | null} pressed The counter that a press takes hold of.
 * @property {(counter: SVGGElement, event: PointerEvent) => boolean} mayDrag
 * @property {(counter: SVGGElement, event: PointerEvent) => void} dragStart
 * @property {(event: PointerEvent) => void} dragMove
 * @property {(event: PointerEvent | null) => void} dragEnd With null the drag is given up.
 * @property {(counter: SVGGElement | null, event: PointerEvent) => void} clicked
 * @property {(event: PointerEvent | null) => void} hovered
 * @property {() => void} moving The map begins to move under the hand.
 */

export class Gestures {
  /**
   * @param {HTMLElement} view
   * @param {Camera} camera
   * @param {GestureHooks} hooks
   */
  constructor(view, camera, hooks) {
    this.view = view;
    this.camera = camera;
    this.hooks = hooks;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** @type {"idle" | "pressed" | "pan" | "drag" | "pinch"} */
    this.doing = "idle";
    /** @type {SVGGElement | null} */
    this.held = null;
    this.start = { x: 0, y: 0 };
    /** @type {PointerEvent | null} */
    this.latest = null;
    this.frame = 0;
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("pointermove", (event) => this.#move(event));
    view.addEventListener("pointerup", (event) => this.#up(event));
    view.addEventListener("pointercancel", (event) => this.#cancel(event));
    view.addEventListener("pointerleave", (event) => this.doing === "idle" && event.pointerType !== "touch" && this.#hover(null));
    view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    view.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Give up whatever is being dragged. @returns {boolean} Whether there was anything. */
  giveUp() {
    if (this.doing !== "drag") return false;
    this.doing = "idle";
    this.hooks.dragEnd(null);
    return true;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0 || !(event.target instanceof Element) || event.target.closest("[data-board-control]")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) {
      if (this.doing === "drag") this.hooks.dragEnd(null);
      this.doing = "pinch";
      this.hooks.moving();
      return;
    }
    if (this.pointers.size > 2) return;
    this.doing = "pressed";
    this.start = { x: event.clientX, y: event.clientY };
    this.held = this.hooks.pressed(event.target);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.#hover(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.doing === "pinch") this.#pinch(event.pointerId, now);
    this.pointers.set(event.pointerId, now);
    if (this.doing === "pressed") {
      const slop = event.pointerType === "mouse" ? SLOP : TOUCH_SLOP;
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < slop) return;
      this.view.setPointerCapture(event.pointerId);
      if (this.held && this.hooks.mayDrag(this.held, event)) {
        this.doing = "drag";
        this.hooks.dragStart(this.held, event);
      } else {
        this.doing = "pan";
        this.view.classList.add("is-panning");
        this.hooks.moving();
        this.camera.pan(now.x - this.start.x, now.y - this.start.y);
      }
    } else if (this.doing === "pan") this.camera.pan(now.x - before.x, now.y - before.y);
    else if (this.doing === "drag") {
      this.hooks.dragMove(event);
      this.#hover(event);
    }
  }

  /** @param {number} id @param {{x: number, y: number}} now */
  #pinch(id, now) {
    const before = this.pointers.get(id);
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!before || !other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const is = Math.hypot(now.x - other.x, now.y - other.y) || 1;
    this.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    const box = this.view.getBoundingClientRect();
    this.camera.zoom(is / was, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const doing = this.doing;
    if (doing === "pinch") {
      // The finger that stays goes on panning.
      this.doing = this.pointers.size ? "pan" : "idle";
      return;
    }
    this.doing = "idle";
    this.view.classList.remove("is-panning");
    if (doing === "drag") this.hooks.dragEnd(event);
    else if (doing === "pressed") this.hooks.clicked(this.held, event);
    this.held = null;
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.pointers.delete(event.pointerId);
    if (this.doing === "drag") this.hooks.dragEnd(null);
    if (!this.pointers.size) this.doing = "idle";
    this.held = null;
    this.view.classList.remove("is-panning");
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.target instanceof Element && event.target.closest("[data-board-control]")) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1;
    const box = this.view.getBoundingClientRect();
    this.hooks.moving();
    if (event.shiftKey) {
      this.camera.pan(-(event.deltaX || event.deltaY) * lines, 0);
      return;
    }
    // A pinch on a touch pad comes as a wheel with Ctrl, in smaller steps.
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018));
    const kept = Math.min(1.6, Math.max(0.625, factor));
    this.camera.zoom(kept, event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent | null} event Told at most once a frame. */
  #hover(event) {
    this.latest = event;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.hooks.hovered(this.latest);
    });
  }
}
