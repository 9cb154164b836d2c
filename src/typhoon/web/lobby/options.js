/** The options of a game: a field for each, and a fold for a group of them, with all, none, and a mark on what is changed. */

import { button, h } from "../common/dom.js";

/** @import { Option, Preset } from "../common/types.js" */

/** @param {Option[]} options @param {Preset[]} [presets] */
export function optionForm(options, presets = []) {
  const fields = new Map(options.map((option) => [option.id, optionField(option)]));
  /** @param {Option} option */
  const differs = (option) => fields.get(option.id)?.value !== option.choices[0];
  /** What is chosen for the head of a group is what is usual for others. @param {Option} head @param {string} choice */
  const turn = (head, choice) => {
    for (const id of [head.id, ...head.turns]) {
      const field = fields.get(id);
      if (field) field.value = choice;
    }
  };
  /** @param {Option} option @returns {HTMLElement[]} */
  const shown = (option) => {
    const field = fields.get(option.id);
    const label = h("label", { class: "field" }, h("span", null, `${option.title} (${option.case})`), field, option.about ? h("small", { class: "faint" }, option.about) : null);
    const group = options.filter((other) => other.id.startsWith(`${option.id}.`));
    if (!group.length) return [label];
    const changed = h("span", { class: "changed" });
    const labels = group.map((other) => shown(other)).flat();
    const fold = h(
      "details",
      { class: "group" },
      h("summary", null, `${option.title}: ${group.length} options`, changed),
      h("div", { class: "row" }, button("All", () => turnTo("yes")), button("None", () => turnTo("no"))),
      labels,
    );
    const note = () => {
      group.forEach((other, i) => labels[i]?.classList.toggle("differs", differs(other)));
      const count = group.filter(differs).length;
      changed.textContent = count ? ` · ${count} not as printed` : "";
    };
    const turnTo = (/** @type {string} */ choice) => {
      turn(option, choice);
      fold.dispatchEvent(new Event("change"));
    };
    field?.addEventListener("change", () => turnTo(field.value));
    fold.addEventListener("change", note);
    return [label, fold];
  };
  const single = options.filter((option) => !option.id.includes(".")).map(shown).flat();
  const elements = [...presetField(options, presets, fields), ...single];
  return { elements, values: () => Object.fromEntries([...fields].map(([id, field]) => [id, field.value])) };
}

/**
 * A field that sets many others at once, and tells when they are as none of its choices.
 *
 * @param {Option[]} options @param {Preset[]} presets @param {Map<string, HTMLSelectElement>} fields
 * @returns {HTMLElement[]}
 */
function presetField(options, presets, fields) {
  if (!presets.length) return [];
  const own = "own";
  const select = h("select", { "aria-label": "Preset" }, presets.map(({ id, title }) => h("option", { value: id }, title)), h("option", { value: own }, "My own choice"));
  const about = h("p", { class: "faint explained" }, presets[0]?.about);
  /** @param {Preset} preset @param {Option} option */
  const choiceIn = (preset, option) => preset.options[option.id] ?? option.choices[0] ?? "";
  const tell = () => (about.textContent = presets.find(({ id }) => id === select.value)?.about ?? "Each option as chosen below.");
  select.addEventListener("change", () => {
    const preset = presets.find(({ id }) => id === select.value);
    for (const option of preset ? options : []) {
      const field = fields.get(option.id);
      if (field && preset) field.value = choiceIn(preset, option);
    }
    tell();
  });
  for (const field of fields.values()) {
    field.addEventListener("change", () => {
      select.value = presets.find((preset) => options.every((option) => fields.get(option.id)?.value === choiceIn(preset, option)))?.id ?? own;
      tell();
    });
  }
  return [h("label", { class: "field" }, h("span", null, "Preset"), select), about];
}

/** What can be chosen for an option, the usual first. @param {Option} option */
function optionField({ title, choices, numbers }) {
  const [least, most] = numbers ?? [0, -1];
  const every = new Set([...choices, ...Array.from({ length: most - least + 1 }, (_, i) => String(least + i))]);
  return h("select", { "aria-label": title }, [...every].map((choice, i) => h("option", { value: choice }, i || choice === "usual" ? choice : `${choice} (usual)`)));
}
