/** Orders as the server writes them: a form of its own, with the slots filled in. */

/** @import { Form } from "../common/types.js" */

/** @typedef {Partial<Record<"unit" | "units" | "start" | "goal" | "hex" | "target" | "shares" | "name" | "points", string | number | string[]>>} Slots */

/**
 * @param {Pick<Form, "text">} form
 * @param {Slots} slots
 * @returns {string}
 */
export function spell(form, slots) {
  return form.text.replace(/\{(\w+)\}/g, (_, slot) => [slots[/** @type {keyof Slots} */ (slot)] ?? ""].flat().join(" "));
}
