/** Dice: a face as a small picture. */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};
const NS = "http://www.w3.org/2000/svg";
/** A die of ten sides, seen from above. */
const KITE = "M12 1L22.5 9V15L12 23L1.5 15V9z";
let sides = 6;

/** @param {number} count How many sides the dice of the game have. */
export function useDice(count) {
  sides = count;
}

/** @param {number} value @param {number} [hits]  what it did, where that is told */
export function dieFace(value, hits) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", hits === undefined ? "die" : hits ? `die hit hits-${hits}` : "die miss");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Die ${value}${hits ? `, ${hits === 1 ? "a hit" : `${hits} hits`}` : ""}`);
  if (sides !== 6) {
    svg.innerHTML = `<path d="${KITE}"/><text x="12" y="16.2" text-anchor="middle" font-size="12" font-weight="700">${value}</text>`;
    return svg;
  }
  const box = document.createElementNS(NS, "rect");
  for (const [name, v] of Object.entries({ x: 1, y: 1, width: 22, height: 22, rx: 4 })) box.setAttribute(name, String(v));
  svg.append(box);
  for (const [x, y] of PIPS[value] ?? []) {
    const pip = document.createElementNS(NS, "circle");
    pip.setAttribute("cx", String(6.5 + x * 5.5));
    pip.setAttribute("cy", String(6.5 + y * 5.5));
    pip.setAttribute("r", "2.1");
    svg.append(pip);
  }
  return svg;
}
