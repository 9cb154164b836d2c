/** The battle panel: who fights, every throw in its order, and what is to be decided now. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital, counted } from "../common/words.js";
import { counterPicture } from "./counter.js";
import { dieFace } from "./dice.js";
import { forecastOf } from "./forecast.js";
import { linked } from "./links.js";

/** @import { LogLine } from "../common/types.js" */
/** @import { Scene } from "./battles.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createBattle(table) {
  const element = h("section", { class: "battle", "aria-label": "Battle", hidden: true });
  const story = h("ol", { class: "scenes", "aria-label": "Step by step" });
  const head = h("header", { class: "row" });
  const decision = h("div", { class: "decision" });
  element.append(head, decision, story);
  /** @type {Scene[]} */
  let drawn = [];

  const shown = () => {
    const { battle, hand } = table;
    if (table.past || hand.target !== null || !battle.scenes.length) return false;
    if (table.staged || battle.open) return true;
    const last = battle.scenes[battle.scenes.length - 1]?.n ?? 0;
    return last === table.state.n && last > table.hand.readUpTo;
  };
  const close = () => {
    table.hand.read();
    table.refresh();
  };

  return {
    element,
    /** Whether it has something to show. */
    get open() {
      return !element.hidden;
    },
    update() {
      element.hidden = !shown();
      if (element.hidden) return;
      const { battle, stage } = table;
      refill(
        head,
        h("h2", null, table.say(`Battle in ${battle.hex}`)),
        battle.open || table.staged ? null : button(icon("cross"), close, { class: "quiet round small", "aria-label": "Put the report away", "data-key": "close battle" }),
      );
      decide(table, decision);
      const visible = battle.scenes.slice(0, battle.scenes.length - stage.hidden);
      const same = drawn.every((scene, i) => scene.line === visible[i]?.line);
      if (!same) story.replaceChildren();
      for (const scene of visible.slice(same ? drawn.length : 0)) story.append(sceneRow(table, scene));
      drawn = visible;
      const scroller = element.closest(".focus");
      if (scroller && (table.staged || !table.mayAct)) scroller.scrollTop = scroller.scrollHeight;
      else if (scroller && battle.open) scroller.scrollTop = 0;
    },
  };
}

/** What is to be decided: who takes a hit, or whether to fight on. @param {Table} table @param {HTMLElement} host */
function decide(table, host) {
  const { choices, battle } = table;
  if (!battle.open || !table.mayAct) return refill(host);
  const units = [...choices.acts.keys()];
  if (units.length) {
    return refill(
      host,
      h("p", null, linked(table.state.view.decision?.prompt ?? "", table)),
      h("div", { class: "counters" }, units.map((unit) => targetButton(table, unit))),
      choices.buttons.map((act) => h("small", { class: "faint" }, `${act.name}: ${table.facts.forms[act.verb]?.about ?? ""}`)),
    );
  }
  const [act] = choices.buttons;
  const report = h("div", { class: "stack" });
  refill(host, standing(table), report);
  if (!act) return;
  void table.preview(act.text).then((reply) => {
    if (reply.preview?.kind === "forecast") refill(report, h("h3", null, `If you ${act.name.toLowerCase()} on`), forecastOf(table, { ...reply.preview, foes: [] }));
  });
}

/** @param {Table} table @param {string} unit */
function targetButton(table, unit) {
  const act = table.choices.acts.get(unit)?.[0];
  return button([counterPicture(table, unit), h("span", null, table.names.short(unit))], () => table.hand.act(unit), {
    class: "hit-target",
    "aria-label": act?.name ?? unit,
    title: act?.name ?? unit,
    "data-key": `hit ${unit}`,
    "data-unit": unit,
  });
}

/** Who is still in it, side by side. @param {Table} table */
function standing(table) {
  const units = table.stack(table.battle.hex);
  const sides = [...new Set(units.map((unit) => table.facts.units[unit]?.side ?? ""))];
  return h(
    "div",
    { class: "standing" },
    sides.map((side) =>
      h(
        "div",
        { class: "counters", "data-side": table.sideIndex(side) },
        units.filter((unit) => table.facts.units[unit]?.side === side).map((unit) => withName(table, unit)),
      ),
    ),
  );
}

/** @param {Table} table @param {string} unit @param {boolean} [fresh] */
function withName(table, unit, fresh) {
  return h("span", { title: table.unitName(unit) }, counterPicture(table, unit, fresh), h("span", { class: "sr" }, table.unitName(unit)));
}

/** @param {Table} table @param {Scene} scene */
function sceneRow(table, { part, line }) {
  const rows = /** @type {Record<string, () => (Node | string | null)[]>} */ ({
    muster: () => musterRow(table, line),
    fire: () => fireRow(table, line),
    loss: () => [h("span", { class: "fallen" }, counterPicture(table, line.units?.[0] ?? "")), h("span", null, table.say(line.text))],
  });
  const content = rows[part]?.() ?? [h("span", null, linked(capital(line.text), table))];
  const grave = part === "loss" && /eliminated/.test(line.text);
  return h("li", { class: `scene part-${part}${grave ? " grave" : ""}`, title: table.say(line.text) }, content);
}

/** @param {Table} table @param {LogLine} line */
function musterRow(table, line) {
  const units = line.units ?? [];
  const about = line.text.slice(0, line.text.lastIndexOf(": "));
  return [
    h("p", null, (line.dice ?? []).map((die) => dieFace(die)), linked(`${about}.`, table)),
    units.length ? h("div", { class: "counters" }, units.map((unit) => withName(table, unit, true))) : h("p", { class: "faint" }, "Nobody."),
  ];
}

/** @param {Table} table @param {LogLine} line */
function fireRow(table, line) {
  const { units = [], dice = [], hits = [] } = line;
  const total = hits.reduce((sum, each) => sum + each, 0);
  const [shooter = ""] = units;
  const result = h("b", { class: total ? "score" : "score faint" }, total ? counted(total, "hit") : "–");
  if (line.text.startsWith(shooter)) {
    const modifier = / ([+-]\d+):/.exec(line.text)?.[1];
    return [withName(table, shooter), h("span", { class: "throw" }, dice.map((die, i) => dieFace(die, hits[i])), modifier ? h("small", null, modifier) : null), result];
  }
  return [
    h("span", { class: "from-above" }, table.say(`${line.text.split(":")[0]}:`)),
    h("span", { class: "throw" }, units.map((unit, i) => h("span", { class: "pair" }, withName(table, unit), dieFace(dice[i] ?? 0, hits[i])))),
    result,
  ];
}
