/** The stack inspector: the hex that was clicked and everything in it. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital, figure } from "../common/words.js";
import { formationName } from "../common/names.js";
import { counterPicture, unitLine } from "./counter.js";

/** @import { Face } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createInspector(table) {
  const element = h("section", { class: "inspector", "aria-label": "Stack" });
  return {
    element,
    update() {
      const { hand } = table;
      element.hidden = hand.target !== null;
      const tray = waiting(table);
      if (tray.length && table.mayAct) refill(element, trayOf(table, tray), hand.hex ? stackOf(table, hand.hex) : []);
      else if (hand.hex !== null) refill(element, stackOf(table, hand.hex));
      else refill(element, h("p", { class: "faint" }, "Click a hex or a unit to see what is there."));
    },
  };
}

/** @param {Table} table @param {string} hex */
function stackOf(table, hex) {
  const units = table.stack(hex);
  const { choices } = table;
  const able = units.filter((unit) => choices.has(unit));
  const group = able.map((unit) => choices.groupOf(unit)).find((each) => each.some((unit) => table.hand.units.has(unit)));
  const allTaken = (group ?? able).every((unit) => table.hand.units.has(unit));
  return [
    h(
      "header",
      { class: "row" },
      h("h2", null, capital(table.board.hexName(hex))),
      able.length > 1 && !choices.force.length && !allTaken
        ? button("Select all", () => table.hand.selectAll(hex), { class: "small", "data-key": "all", title: "Select all (A)" })
        : null,
    ),
    signsIn(table, hex),
    units.length
      ? [forceHeads(table, units), h("ul", { class: "units" }, [...units].reverse().map((unit) => unitRow(table, unit)))].flat()
      : h("p", { class: "faint" }, "No units."),
  ].flat();
}

/** What lies in a hex beside the counters. @param {Table} table @param {string} hex */
function signsIn(table, hex) {
  const found = Object.entries(table.shown.signs).filter(([, hexes]) => hexes.includes(hex));
  const words = found.map(([kind]) => table.facts.signs[kind]?.text ?? kind);
  return words.length ? h("p", { class: "signs" }, capital(words.join("; "))) : [];
}

/** Which of the units in a hex go together, when not all do. @param {Table} table @param {string[]} units */
function forceHeads(table, units) {
  const groups = table.choices.groups.filter((group) => units.includes(group[0] ?? ""));
  if (groups.length < 2 || !table.mayAct) return [];
  return h(
    "div",
    { class: "row forces", role: "group", "aria-label": "Which force" },
    groups.map((group) => {
      const kinds = [...new Set(group.map((unit) => table.facts.units[unit]?.type ?? ""))].join(", ");
      return button(`${group.length} ${kinds}`, () => table.hand.pick(group[0] ?? ""), {
        class: "small force-chip",
        "aria-pressed": table.hand.units.has(group[0] ?? ""),
        "data-key": `force ${group[0]}`,
      });
    }),
  );
}

/** @param {Table} table @param {string} unit */
function unitRow(table, unit) {
  const { hand, choices } = table;
  const facts = table.facts.units[unit];
  const face = table.shown.faces.find((f) => f.unit === unit);
  const chosen = hand.units.has(unit) || hand.attackers.has(unit);
  const able = table.mayAct && choices.has(unit);
  const orders = table.mayAct ? table.buttonsFor(unit) : [];
  const inForce = able && !choices.force.length && choices.groupOf(unit).length > 0;
  const body = [
    inForce ? icon(chosen ? "on" : "off") : null,
    counterPicture(table, unit),
    h(
      "span",
      { class: "unit-text" },
      h("b", null, table.unitName(unit)),
      h("span", null, unitLine(table, unit)),
      movedText(table, unit),
      face && (face.badges.length || face.second_side)
        ? h("span", { class: "badges" }, badgesOf(table, face).join(", "))
        : null,
    ),
  ];
  return h(
    "li",
    { class: chosen ? "chosen" : "", "data-side": table.sideIndex(facts?.side ?? "") },
    able
      ? button(body, () => hand.toggle(unit), { class: "unit-row", "aria-pressed": chosen, "data-key": unit })
      : h("div", { class: "unit-row" }, body),
    (able && choices.groupOf(unit).length ? (choices.acts.get(unit) ?? []) : []).map((act) =>
      button(act.label, () => void table.give(act), { class: "small", "data-key": `${unit} ${act.text}`, title: table.facts.forms[act.verb]?.about }),
    ),
    orders.map((act) =>
      button(act.name, () => void table.give(act), {
        class: "small",
        "data-key": `${unit} ${act.text}`,
        title: act.name,
        onmouseenter: () => table.marks.ring(table.hexesOf(act)),
        onmouseleave: () => table.marks.ring([]),
      }),
    ),
    !table.facts.lines ? null : button(icon("line"), () => table.lines.ask(unit), {
      class: "quiet round small",
      "aria-label": `Line of communications of ${table.unitName(unit)}`,
      title: "Line of communications",
      "data-key": `${unit} line`,
    }),
  );
}

/** How far a unit has moved, where that is told. @param {Table} table @param {string} unit */
function movedText(table, unit) {
  const how = table.shown.view.moved[unit];
  return how ? h("span", null, how.left ? `${how.moved}, ${figure(how.left)} MP left` : `${how.moved}, no MP left`) : null;
}

/** What the signs on a counter mean. @param {Table} table @param {Face} face */
function badgesOf(table, face) {
  const words = face.badges.map((badge) => table.facts.badges[badge] ?? badge);
  return [face.second_side ? table.facts.secondSide : "", ...words].filter(Boolean);
}

/** @param {Table} table @returns {string[]} Units that wait off the map. */
export function waiting(table) {
  const { ways, acts } = table.choices;
  return [...new Set([...ways.keys(), ...acts.keys()])].filter((unit) => table.whereIs(unit) === null);
}

/** The word under which units off the map are kept together: the one by which they can be ordered, if there is one. @param {Table} table @param {string} unit */
function trayKey(table, unit) {
  return table.buttonsFor(unit)[0]?.about[0] ?? table.facts.units[unit]?.formation ?? "";
}

/** What those off the map are called that wait for the same as a unit. @param {Table} table @param {string} unit */
export function waitingFor(table, unit) {
  const [first] = table.choices.ways.get(unit)?.values() ?? [];
  const verb = first?.[0]?.verb ?? table.choices.acts.get(unit)?.[0]?.verb ?? "";
  return table.facts.forms[verb]?.waiting || "Waiting to come in";
}

/** @param {Table} table @param {string} word @param {string} unit  one of those that are kept under the word */
function headOf(table, word, unit) {
  const { formation = "", side = "" } = table.facts.units[unit] ?? {};
  const name = formation === word ? formationName(table.facts.formations, word, side) : "";
  return name.startsWith(word) ? name : [word, name].filter(Boolean).join(" ");
}

/** @param {string[]} units @param {(unit: string) => string} keyOf @returns {Map<string, string[]>} */
function grouped(units, keyOf) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const unit of units) groups.set(keyOf(unit), [...(groups.get(keyOf(unit)) ?? []), unit]);
  return groups;
}

/** @param {Table} table @param {string[]} units */
function trayOf(table, units) {
  const trays = grouped(units, (unit) => waitingFor(table, unit));
  return h("div", { class: "tray" }, [...trays].map(([word, those]) => [h("h2", null, `${word}: ${those.length}`), chipsOf(table, those)]).flat());
}

/** @param {Table} table @param {string[]} units */
function chipsOf(table, units) {
  return h(
    "div",
    null,
    [...grouped(units, (unit) => trayKey(table, unit))].map(([word, members]) =>
      h(
        "div",
        null,
        h(
          "div",
          { class: "row" },
          headOf(table, word, members[0] ?? "") ? h("h3", null, headOf(table, word, members[0] ?? "")) : null,
          table
            .buttonsFor(members[0] ?? "")
            .map((act) => button(act.label, () => void table.give(act), { class: "small", "data-key": `tray ${act.text}`, title: act.name, "aria-label": act.name })),
        ),
        h(
          "div",
          { class: "chips" },
          members.map((unit) =>
            button(
              table.portraits[unit]
                ? [counterPicture(table, unit), h("span", { class: "sr" }, table.unitName(unit))]
                : [h("b", null, table.names.short(unit)), ` ${table.facts.units[unit]?.strength ?? ""}–${table.facts.units[unit]?.movement ?? ""}`],
              () => table.hand.toggleOnly(unit),
              { class: table.portraits[unit] ? "counter-chip" : "chip", "aria-pressed": table.hand.units.has(unit), "data-key": `tray ${unit}`, "data-unit": unit, title: table.unitName(unit) },
            ),
          ),
        ),
      ),
    ),
  );
}
