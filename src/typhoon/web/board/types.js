/**
 * What the board is given.
 *
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {object} HexFacts
 * @property {number} x Where the centre lies in the units of the drawing.
 * @property {number} y
 * @property {string} [terrain]
 * @property {string} [name]
 *
 * @typedef {object} UnitFacts
 * @property {string} [name]
 * @property {string} [short]
 * @property {string} [side]
 * @property {string} [formation]
 * @property {string} [type]
 *
 * @typedef {object} BoardFacts What `GET /api/games/{game}` tells, as far as the board needs it.
 * @property {string} id
 * @property {string} board Where its map is found.
 * @property {string} [title]
 * @property {{top?: string, season?: string, title?: string, scale?: number}} [map]
 * @property {Record<string, HexFacts>} hexes
 * @property {Record<string, UnitFacts>} [units]
 * @property {Record<string, {name: string}>} [formations] Formations by their codes; where both sides have one, one by side and code.
 * @property {Record<string, string>} [badges] What the badges on counters mean.
 * @property {Record<string, SignFacts>} [signs] What may lie in hexes beside the counters.
 * @property {string} [secondSide] What a counter on its second side is called, such as "disrupted".
 *
 * @typedef {{picture: string, x: number, y: number, text: string}} SignFacts A sign, and where it lies in its hex.
 *
 * @typedef {object} Face A counter on the map.
 * @property {string} unit
 * @property {string} hex
 * @property {string} side
 * @property {string} type
 * @property {string} look The id of its picture.
 * @property {string} [formation]
 * @property {string} [size]
 * @property {string} [left]
 * @property {string} [right]
 * @property {readonly {text: string, white?: boolean}[]} [values]
 * @property {boolean} [second_side]
 * @property {readonly string[]} [badges]
 * @property {string} [name] A name for people that goes before the one made from the facts.
 *
 * @typedef {{x: number, y: number, scale: number}} Pose
 *
 * @typedef {object} Entry A counter as it lies on the board.
 * @property {Face} face
 * @property {SVGGElement} button
 * @property {SVGGElement} picture
 * @property {Pose} pose
 * @property {number} level Its place in the stack, 0 at the bottom.
 * @property {number} of How many lie in the stack.
 * @property {Animation | null} motion
 *
 * @typedef {{side: string, label: string, hexes: readonly string[], tone?: string}} Shade
 * @typedef {string | number} Cost
 * @typedef {[from: string, to: string, kind: string]} Arrow
 *
 * @typedef {object} BoardHandlers
 * @property {(hex: string, event: Event) => void} [onHexClick]
 * @property {(hex: string | null) => void} [onHexHover]
 * @property {(unit: string, hex: string, event: Event) => void} [onUnitClick]
 * @property {(unit: string) => void} [onUnitTop] A unit of a fan shall lie on top.
 * @property {(unit: string | null) => void} [onUnitHover]
 * @property {(unit: string, fromHex: string) => void} [onUnitDragStart] A unit that may be moved is being dragged.
 * @property {(unit: string, fromHex: string, toHex: string) => void} [onUnitDrop]
 * @property {() => void} [onEscape]
 * @property {(hex: string | null) => void} [onCursor] The keyboard cursor came to a hex.
 * @property {() => void} [onCameraMove] The map is being moved or zoomed.
 * @property {() => void} [onCamera] The map was moved or zoomed and has come to rest.
 */

export {};
