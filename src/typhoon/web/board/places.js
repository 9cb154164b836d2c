/** How counters lie to each other: one over the other, one after the other, one beside the other. */

/** @import { HexMap } from "./hexmap.js" */
/** @import { Entry } from "./types.js" */

/**
 * Put elements into an order.  They stay in the page where they can: those that move forget their focus.
 *
 * @param {SVGSVGElement} svg
 * @param {readonly Element[]} wanted
 */
export function reorder(svg, wanted) {
  const focused = document.activeElement;
  let next = svg.firstElementChild;
  let lost = false;
  for (const element of wanted) {
    while (next?.classList.contains("is-leaving")) next = next.nextElementSibling;
    if (element === next) next = next.nextElementSibling;
    else {
      lost ||= element === focused;
      svg.insertBefore(element, next);
    }
  }
  if (lost && focused instanceof SVGElement && document.activeElement !== focused) {
    focused.focus({ preventScroll: true });
  }
}

/**
 * Units as one reads: by rows, then from the left, the topmost of a stack first.
 *
 * @param {ReadonlyMap<string, readonly string[]>} stacks Units by hex, the lowest first.
 * @param {HexMap} map
 * @returns {string[]}
 */
export function inOrder(stacks, map) {
  return [...stacks.entries()]
    .sort(([a], [b]) => map.centre(a).y - map.centre(b).y || map.centre(a).x - map.centre(b).x)
    .flatMap(([, stack]) => [...stack].reverse());
}

/**
 * The nearest counter in a direction of the screen; within a fanned stack only its own.
 *
 * @param {ReadonlyMap<string, Entry>} entries
 * @param {string | null} fanned The hex whose stack is fanned out.
 * @param {string} unit
 * @param {number} dx
 * @param {number} dy
 * @returns {string | null}
 */
export function nearest(entries, fanned, unit, dx, dy) {
  const from = entries.get(unit);
  if (!from) return null;
  const within = from.face.hex === fanned;
  let best = null;
  let least = Infinity;
  for (const [other, entry] of entries) {
    if (other === unit) continue;
    if (within ? entry.face.hex !== fanned : entry.level !== entry.of - 1 || entry.face.hex === from.face.hex) continue;
    const [x, y] = [entry.pose.x - from.pose.x, entry.pose.y - from.pose.y];
    const onward = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (onward <= 1 || onward < aside * 0.5) continue;
    const cost = onward + 2 * aside;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}
