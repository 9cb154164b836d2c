/** A choice among a few things, all in sight. */

import { h } from "../common/dom.js";

/**
 * @param {string} title
 * @param {string} name
 * @param {[string, string][]} choices
 */
export function segment(title, name, choices) {
  const element = h(
    "fieldset",
    { class: "segment" },
    h("legend", null, title),
    h(
      "div",
      { class: "segments" },
      choices.map(([value, label], i) =>
        h("label", null, h("input", { type: "radio", name, value, checked: i === 0 }), h("span", null, label)),
      ),
    ),
  );
  return {
    element,
    value: () => /** @type {HTMLInputElement | null} */ (element.querySelector("input:checked"))?.value ?? "",
    /** Whether a choice can be made; when one cannot that was, the first is. @param {string} choice @param {boolean} can */
    allow(choice, can) {
      const inputs = [...element.querySelectorAll("input")];
      for (const input of inputs.filter(({ value }) => value === choice)) {
        input.disabled = !can;
        if (!can && input.checked && inputs[0]) inputs[0].checked = true;
      }
    },
  };
}
