/** How a stack is spread out so that each counter can be seen and taken. */

/** @import { Point, Pose } from "./types.js" */

/** The edge of a counter in units of the drawing; its picture is 100 wide. */
export const EDGE = 76;
export const SCALE = EDGE / 100;
const FAN_PIXELS = 54;
const MOST_ACROSS = 5;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Where the counters of a stack lie, the lowest first, and the box around them.
 *
 * @param {number} count
 * @param {Point} middle Where the stack lies.
 * @param {number} pixels Pixels for a unit of the drawing.
 * @param {Box} window What is seen of the board.
 * @returns {{box: Box, poses: Pose[]}}
 */
export function fanOf(count, middle, pixels, window) {
  const grown = Math.max(1, FAN_PIXELS / (EDGE * pixels));
  const pitch = EDGE * grown * 1.12;
  const across = Math.max(1, Math.min(count, MOST_ACROSS, Math.floor((window.width * 0.94) / pitch)));
  const down = Math.ceil(count / across);
  const box = { width: across * pitch + 0.1 * pitch, height: down * pitch + 0.1 * pitch };
  const x = within(middle.x - box.width / 2, window.x, window.x + window.width - box.width);
  const y = within(middle.y - box.height / 2, window.y, window.y + window.height - box.height);
  const poses = Array.from({ length: count }, (_, level) => {
    // The topmost comes first.
    const place = count - 1 - level;
    const column = place % across;
    const row = Math.floor(place / across);
    return { x: x + (column + 0.55) * pitch, y: y + (row + 0.55) * pitch, scale: SCALE * grown };
  });
  return { box: { x, y, ...box }, poses };
}

/** @param {number} value @param {number} low @param {number} high */
function within(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
