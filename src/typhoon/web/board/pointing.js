/** What the hand does on the board: pointing, clicking, dragging, and spreading stacks out by pointing at them. */

/** @import { BoardView } from "./board.js" */

const FAN_DELAY = 260;
const FOLD_DELAY = 180;

export class Pointing {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} The hex under the pointer. */
    this.hex = null;
    /** @type {string | null} The unit under the pointer. */
    this.unit = null;
    /** @type {string[]} Units being dragged, the one held first. */
    this.inHand = [];
    this.fanTimer = 0;
    this.foldTimer = 0;
    /** @type {string | null} */
    this.fanWanted = null;
    /** @type {string | null} A hex whose stack is not spread out by pointing at it. */
    this.resting = null;
    /** @type {string | null} The hex of a stack that something was taken from; it stays together until the pointer has left it. */
    this.taken = null;
  }

  /** @param {PointerEvent} event */
  dragMove(event) {
    this.board.counters.drag(this.inHand, this.board.camera.under(event));
  }

  /** @param {Element} target @returns {SVGGElement | null} */
  pressed(target) {
    const { board } = this;
    board.setCursor(null);
    clearTimeout(this.fanTimer);
    return target.closest(".unit");
  }

  /** @param {SVGGElement} counter @param {PointerEvent} event */
  mayDrag(counter, event) {
    const { board } = this;
    const unit = counter.dataset.unit ?? "";
    // A finger pans unless it was put on a counter that is selected already.
    const ready = event.pointerType === "mouse" ? board.counters.selectable.has(unit) : board.counters.selected.has(unit);
    return ready && board.handlers.onUnitDrop !== undefined;
  }

  /** @param {SVGGElement} counter @param {PointerEvent} event */
  dragStart(counter, event) {
    const { board } = this;
    const unit = counter.dataset.unit ?? "";
    const hex = board.counters.entries.get(unit)?.face.hex ?? "";
    const { selected } = board.counters;
    const others = selected.has(unit) ? (board.counters.stacks.get(hex) ?? []).filter((u) => u !== unit && selected.has(u)) : [];
    this.inHand = [unit, ...others];
    board.handlers.onUnitDragStart?.(unit, hex);
    board.fold();
    board.element.classList.add("is-dragging");
    board.counters.drag(this.inHand, board.camera.under(event));
  }

  /** @param {PointerEvent | null} event */
  dragEnd(event) {
    const { board } = this;
    const [unit = ""] = this.inHand;
    const from = board.counters.entries.get(unit)?.face.hex;
    const to = event ? board.hexAt(event.clientX, event.clientY) : null;
    this.inHand = [];
    board.element.classList.remove("is-dragging");
    board.counters.drop();
    if (from !== undefined && to !== null && to !== from) board.handlers.onUnitDrop?.(unit, from, to);
  }

  /** @param {SVGGElement | null} counter @param {PointerEvent} event */
  clicked(counter, event) {
    const { board } = this;
    const point = board.camera.under(event);
    const unit = counter?.dataset.unit ?? board.counters.fannedAt(point);
    if (unit !== null) {
      const entry = board.counters.entries.get(unit);
      if (!entry) return;
      const { hex } = entry.face;
      const open = board.isOpen(hex);
      // A finger on a stack first spreads it out, so that the right one can be taken.
      if (event.pointerType !== "mouse" && entry.of > 1 && board.counters.fanned !== hex && !open) {
        board.fan(hex);
        return;
      }
      board.counters.rove(unit);
      if (event.target instanceof Element && event.target.closest(".unit-top")) return board.handlers.onUnitTop?.(unit);
      board.pressUnit(unit, event);
      if (board.counters.fanned === null) this.taken = hex;
      if (event.pointerType !== "mouse" && open) board.fold();
      return;
    }
    board.fold();
    const hex = board.map?.pick(point);
    if (hex) board.handlers.onHexClick?.(hex, event);
  }

  /** @param {PointerEvent | null} event */
  hovered(event) {
    const { board } = this;
    const control = event?.target instanceof Element && event.target.closest("[data-board-control]");
    const point = event && !control ? board.camera.under(event) : null;
    const onFan = point !== null && board.counters.onFan(point, 8 / board.camera.scale);
    const hex = onFan ? board.counters.fanned : point && (board.map?.pick(point) ?? null);
    if (hex !== this.taken) this.taken = null;
    if (hex !== this.hex) {
      this.hex = hex;
      board.highlights.setHover(hex);
      board.handlers.onHexHover?.(hex);
    }
    const unit = unitOf(event?.target ?? null);
    if (unit !== this.unit) {
      this.unit = unit;
      board.handlers.onUnitHover?.(unit);
    }
    if (!this.inHand.length && event?.pointerType !== "touch") this.#fanByPointer(unit, onFan);
  }

  /** @param {string | null} unit @param {boolean} onFan */
  #fanByPointer(unit, onFan) {
    const { board } = this;
    const entry = unit === null ? undefined : board.counters.entries.get(unit);
    const still = entry === undefined || entry.of < 2 || [this.resting, this.taken].includes(entry.face.hex) || board.isOpen(entry.face.hex);
    const hex = still ? null : entry.face.hex;
    if (board.counters.fanned !== null) {
      if (onFan) {
        clearTimeout(this.foldTimer);
        this.foldTimer = 0;
      } else if (!this.foldTimer) {
        this.foldTimer = window.setTimeout(() => {
          this.foldTimer = 0;
          board.fold();
        }, FOLD_DELAY);
      }
      return;
    }
    if (hex === this.fanWanted) return;
    this.fanWanted = hex;
    clearTimeout(this.fanTimer);
    if (hex !== null) {
      this.fanTimer = window.setTimeout(() => {
        this.fanWanted = null;
        if (hex !== this.resting) board.fan(hex);
      }, FAN_DELAY);
    }
  }

  moving() {
    const { board } = this;
    clearTimeout(this.fanTimer);
    this.fanWanted = null;
    board.fold();
  }

  /** A fan that was about to be folded stays. */
  keepFan() {
    clearTimeout(this.foldTimer);
  }

  /** Leave fans as they are. */
  stop() {
    clearTimeout(this.fanTimer);
    clearTimeout(this.foldTimer);
  }
}

/** @param {EventTarget | null} target @returns {string | null} */
export function unitOf(target) {
  const counter = target instanceof Element ? /** @type {SVGGElement | null} */ (target.closest(".unit")) : null;
  return counter?.dataset.unit ?? null;
}
