/** The keyboard on the board. */

/** @import { BoardView } from "./board.js" */

const PAN = 90;

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * On the board itself, reached by Tab, arrows move a cursor from hex to hex; Enter clicks there.  On a counter
 * they go to the next counter that way; Enter clicks it.  Elsewhere on the page they move the map.
 *
 * @param {BoardView} board
 * @returns {() => void} Stops it.
 */
export function listenToKeys(board) {
  let byKeyboard = false;
  /** @type {{x: number, y: number} | null} */
  let lane = null;

  const pointed = () => {
    byKeyboard = false;
    lane = null;
  };
  /** @param {KeyboardEvent} event */
  const watched = (event) => {
    if (event.key === "Tab") byKeyboard = true;
  };

  const begin = () => {
    const { camera, map } = board;
    if (!map || board.cursor !== null) return;
    const { x, y, width, height } = camera.window;
    const middle = { x: x + width / 2, y: y + height / 2 };
    const hex = map.pick(middle) ?? nearest(middle);
    if (hex !== null) board.setCursor(hex);
  };

  /** @param {{x: number, y: number}} point */
  const nearest = (point) => {
    let best = null;
    let least = Infinity;
    for (const number of board.map?.numbers ?? []) {
      const { x, y } = /** @type {NonNullable<typeof board.map>} */ (board.map).centre(number);
      const gap = Math.hypot(x - point.x, y - point.y);
      if (gap < least) [best, least] = [number, gap];
    }
    return best;
  };

  /** @param {readonly [number, number]} way */
  const moveCursor = ([dx, dy]) => {
    const { map, cursor } = board;
    if (!map || cursor === null) return;
    const here = map.centre(cursor);
    lane = { x: dx ? here.x : (lane?.x ?? here.x), y: dy ? here.y : (lane?.y ?? here.y) };
    const next = map.step(cursor, dx, dy, lane);
    if (next !== null) board.setCursor(next);
  };

  /** @param {KeyboardEvent} event @returns {boolean} Whether the key was ours. */
  const onBoard = (event) => {
    const way = ARROWS[event.key];
    if (way && board.cursor !== null) moveCursor(way);
    else if (way) board.panBy(way[0] * PAN, way[1] * PAN);
    else if (event.key === "Enter" && board.cursor !== null) enter(board.cursor, event);
    else return common(event);
    return true;
  };

  /** @param {string} hex @param {KeyboardEvent} event */
  const enter = (hex, event) => {
    const stack = board.counters.stacks.get(hex) ?? [];
    const top = stack[stack.length - 1];
    if (top === undefined || board.isOpen(hex)) board.handlers.onHexClick?.(hex, event);
    else if (stack.length === 1) board.pressUnit(top, event);
    else board.focusUnit(top);
  };

  /** @param {string} unit @param {KeyboardEvent} event @returns {boolean} */
  const onUnit = (unit, event) => {
    const way = ARROWS[event.key];
    if (way) {
      const next = board.counters.nearest(unit, ...way);
      if (next !== null) board.focusUnit(next);
    } else if (event.key === "Enter") board.pressUnit(unit, event);
    else return common(event);
    return true;
  };

  /** @param {KeyboardEvent} event @returns {boolean} */
  const common = (event) => {
    if (event.key === "+" || event.key === "=") board.zoomBy(1.3);
    else if (event.key === "-" || event.key === "_") board.zoomBy(1 / 1.3);
    else if (event.key === "0" || event.key === "Home") board.fit();
    else if (event.key === "Escape") escape();
    else return false;
    return true;
  };

  const escape = () => {
    if (board.gestures.giveUp()) return;
    const focused = document.activeElement;
    const unit = focused instanceof SVGElement ? board.counters.entries.get(focused.dataset.unit ?? "") : undefined;
    if (board.counters.fanned !== null) {
      board.fold();
      if (unit) {
        board.element.focus({ preventScroll: true });
        board.setCursor(unit.face.hex);
      }
      return;
    }
    board.handlers.onEscape?.();
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey && ARROWS[event.key]) return;
    const target = event.target;
    const unit = target instanceof Element ? target.closest(".unit")?.getAttribute("data-unit") : null;
    const ours = unit ? onUnit(unit, event) : target === board.element && onBoard(event);
    if (ours) event.preventDefault();
  };

  /** @param {KeyboardEvent} event Arrows move the map also when nothing has the keyboard. */
  const onPage = (event) => {
    const way = ARROWS[event.key];
    const nowhere = event.target === document.body || event.target === document.documentElement;
    if (!way || !nowhere || event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    board.panBy(way[0] * PAN, way[1] * PAN);
    event.preventDefault();
  };

  const focused = () => {
    if (byKeyboard) begin();
  };
  const blurred = () => board.setCursor(null);

  board.element.addEventListener("keydown", onKey);
  board.element.addEventListener("pointerdown", pointed);
  board.element.addEventListener("focus", focused);
  board.element.addEventListener("blur", blurred);
  addEventListener("keydown", watched, { capture: true });
  addEventListener("pointerdown", pointed, { capture: true });
  addEventListener("keydown", onPage);
  return () => {
    removeEventListener("keydown", watched, { capture: true });
    removeEventListener("pointerdown", pointed, { capture: true });
    removeEventListener("keydown", onPage);
  };
}
