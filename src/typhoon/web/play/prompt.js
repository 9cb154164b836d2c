/** The bottom of the table: what is to be done, in one sentence, and the buttons that do it. */

import { button, h, icon, refill } from "../common/dom.js";
import { capital, listed, percent, sentence, thinkingOf } from "../common/words.js";
import { waiting, waitingFor } from "./inspector.js";
import { caseLink, linked } from "./links.js";
import { showMenu, showRuling } from "./pointer.js";
import { askBack } from "./takeback.js";
import { actors, someOnly } from "./team.js";

/** @import { Act } from "./choices.js" */
/** @import { Table } from "./table.js" */

/** So many buttons of one verb stand beside those of others, and so many where there are no others. */
const FEW = 2;
const FEW_ALONE = 4;

/** @param {Table} table @param {{showTray: () => void, askHint: () => void, end: () => void}} actions */
export function createPrompt(table, actions) {
  const mark = h("span", { class: "side-mark", "aria-hidden": "true" });
  const says = h("p", { class: "sentence", id: "prompt" });
  const help = h("p", { class: "help" });
  const buttons = h("div", { class: "actions" });
  const element = h(
    "section",
    { class: "prompt", "aria-label": "What to do now" },
    mark,
    h("div", { class: "says" }, says, help),
    buttons,
  );
  return {
    element,
    update() {
      const decision = table.shown.view.decision;
      const side = table.theatre.scene?.side ?? (decision ? decision.side : (table.shown.view.result?.winner ?? ""));
      mark.dataset.side = String(table.sideIndex(side));
      element.classList.toggle("yours", table.isCalled);
      const about = table.mayAct && !table.past ? (decision?.case ?? "") : "";
      refill(says, linked(sentenceOf(table), table), about ? [" ", caseLink(about, table)] : null);
      help.textContent = helpOf(table);
      refill(buttons, buttonsOf(table, actions));
    },
  };
}

/** @param {Table} table */
function sentenceOf(table) {
  const { view, thinking } = table.shown;
  if (table.line) return "What might have been: a line of the marshal.";
  if (table.past) return `Looking back: after order ${table.past.n}.`;
  if (table.staged) return "The battle is being fought…";
  if (view.result) return sentence(`The game is over: ${view.result.level}. ${capital(view.result.reason)}.`, Object.keys(view.result.points));
  const decision = view.decision;
  if (!decision) return "Nothing is to be decided.";
  if (table.state.table.dice.awaited.length) return "Waiting for everybody to add to the dice.";
  if (table.mayAct) return someOnly(table) ? `For ${actors(table)}: ${decision.prompt}` : decision.prompt;
  const who = capital(decision.side);
  if (thinking) return `The ${thinkingOf(table.shown, decision.side)}`;
  if (table.state.table.paused) return `The game is paused: ${who} to act.`;
  return someOnly(table) ? `Waiting for ${actors(table)}.` : `Waiting for the ${who} player.`;
}

/** @param {Table} table */
function helpOf(table) {
  const { hand, choices } = table;
  if (table.line) return "Played from where the game truly stood, with other dice. The keys , and . step through it.";
  if (table.past) return "";
  if (table.staged) return "Click anywhere, or press a key, to see at once how it ends.";
  if (!table.mayAct) return "";
  if (hand.target !== null && choices.force.length) return "Attack, or choose another hex.";
  if (hand.target !== null) return "Click units to add them or leave them out.";
  const units = [...hand.units];
  if (units.length) {
    const names = listed(units.map((unit) => table.unitName(unit)));
    const goals = hand.goals.size;
    if (choices.force.length) return "Click a lit hex to march there, a red one to attack.";
    if (goals && hand.forces.chosen.length) return `${names}: click a lit hex to march there, a red one to attack.`;
    const acts = units.length === 1 ? choices.acts.get(units[0] ?? "") : undefined;
    if (goals) return `${names}: click a lit hex.`;
    if (choices.targetsOf(units).length) return `${names}: click a ringed target.`;
    if (acts?.length) return `${names}: ${hand.isConfirmed(units[0] ?? "") ? "click again or " : ""}confirm beside${choices.spots.size ? ", or click a lit hex" : ""}.`;
    return units.length > 1 ? `${names}: nothing lit for all of them together.` : `${names} has nowhere to go.`;
  }
  if (choices.shares || choices.parts) return "Choose beside the map.";
  const parts = [];
  const moving = [...choices.ways.keys(), ...choices.moving];
  if (moving.some((unit) => table.whereIs(unit) !== null)) parts.push("Click a lit unit");
  else if (moving.length) parts.push("Choose a unit from the list");
  else if (choices.groups.length) parts.push("Click a lit unit to take its force");
  else if (choices.acts.size) parts.push("Click one of the lit units");
  if (choices.spots.size) parts.push(`${parts.length ? "or click" : "Click"} a lit hex`);
  if (choices.attacks.size || choices.combats.size) parts.push(`${parts.length ? "or click" : "Click"} a ringed target`);
  if (parts.length) return `${parts.join(" ")}.`;
  const [acts] = manyOf(choices.buttons).values();
  return acts ? `Begin with “${acts[0]?.label}…”, or click the unit you want to use.` : "";
}

/** @param {Act[]} acts @returns {Map<string, Act[]>} Verbs that have too many buttons to show them all. */
function manyOf(acts) {
  const verbs = byVerb(acts.filter((act) => act.verb !== "end" && act.about.length));
  const most = acts.every((act) => act.verb === acts[0]?.verb) ? FEW_ALONE : FEW;
  return new Map([...verbs].filter(([, same]) => same.length > most));
}

/** @param {Act[]} acts @returns {Map<string, Act[]>} */
function byVerb(acts) {
  /** @type {Map<string, Act[]>} */
  const verbs = new Map();
  for (const act of acts) verbs.set(act.verb, [...(verbs.get(act.verb) ?? []), act]);
  return verbs;
}

/** @param {Table} table @param {{showTray: () => void, askHint: () => void, end: () => void}} actions */
function buttonsOf(table, actions) {
  if (table.past) return [];
  /** @type {(Node | null)[]} */
  const found = [];
  if (table.shown.view.result && !table.staged) found.push(button("How it went", actions.end, { class: "primary", "data-key": "ending" }));
  if (table.mayAct) {
    found.push(undoButton(table), hintButton(actions), trayButton(table, actions));
    found.push(...waysOfMoving(table));
    if (table.hand.target === null) found.push(...groups(table), ...barred(table));
    found.push(...primaries(table));
  } else if (table.state.takeback === null && mayAskBack(table)) {
    found.push(button("Ask to take back", () => askBack(table), { "data-key": "takeback" }));
  }
  return found;
}

/** @param {Table} table */
function mayAskBack(table) {
  const seats = table.state.table.seats;
  const other = Object.values(seats).some((seat) => seat.side !== table.state.side && seat.player === "person");
  return other && table.state.table.mode === "remote" && seats[table.state.seat]?.player === "person" && table.state.n > 0;
}

/** @param {Table} table */
function undoButton(table) {
  const reason = table.undoReason;
  return button([icon("undo"), h("span", { class: "wide-only" }, "Undo")], () => void table.undo(), {
    class: "quiet",
    "data-key": "undo",
    "aria-label": reason === null ? "Undo" : `Undo: not possible, ${reason}`,
    "aria-disabled": reason !== null,
    title: reason === null ? "Take the last order back (Z)" : `Not possible: ${reason}`,
  });
}

/** @param {{askHint: () => void}} actions */
function hintButton(actions) {
  return button([icon("hint"), h("span", { class: "wide-only" }, "Hint")], actions.askHint, {
    class: "quiet",
    "data-key": "hint",
    "aria-label": "Hint",
    title: "What would the staff do? (H)",
  });
}

/** @param {Table} table @param {{showTray: () => void}} actions */
function trayButton(table, actions) {
  const units = waiting(table);
  const word = waitingFor(table, units[0] ?? "");
  const alike = units.filter((unit) => waitingFor(table, unit) === word).length;
  return units.length ? button(`${word}: ${alike}`, actions.showTray, { "data-key": "tray" }) : null;
}

/** How the units in hand shall move, when there is a choice, and whether all of their stack shall. @param {Table} table @returns {(Node | null)[]} */
function waysOfMoving(table) {
  const { hand, choices } = table;
  const { ways, way } = hand.marching;
  if (!ways.length || hand.target !== null) return [];
  const [first = ""] = hand.units;
  const hex = table.whereIs(first);
  const mates = hex === null ? [] : table.stack(hex).filter((unit) => choices.modesOf([unit]).length && !hand.units.has(unit));
  return [
    hex !== null && mates.length ? button("Whole stack", () => hand.selectAll(hex), { "data-key": "stack", title: "Take the whole stack (A)" }) : null,
    ways.length < 2
      ? null
      : h(
          "div",
          { class: "ways", role: "group", "aria-label": "Way of moving (V)" },
          ways.map((verb) => {
            const form = choices.movers.get(verb)?.form;
            return button(form?.label, () => hand.marching.choose(verb), { "aria-pressed": verb === way, "data-way": verb, "data-key": `way ${verb}`, title: `${form?.about} (V)` });
          }),
        ),
  ];
}

/** @param {Table} table @returns {Node[]} Buttons of one verb together when there are many. */
function groups(table) {
  const { buttons, units } = table.choices;
  const many = manyOf(buttons);
  const main = mainAct(table);
  const few = buttons.filter((act) => act.verb !== "end" && act !== main && !(many.has(act.verb) && act.about.length));
  const menus = [...many.values()].map((acts) => menuButton(table, acts, units.length ? "orders-menu" : "orders-menu inviting", h("span", { class: "count" }, acts.length)));
  return [...few.map((act) => actButton(table, act, "")), ...ofForce(table), ...menus];
}

/** What can be done with the force in hand as a whole. @param {Table} table @returns {Node[]} */
function ofForce(table) {
  const { hand, choices } = table;
  const { chosen } = hand.forces;
  const verbs = byVerb(chosen.flatMap((unit) => choices.acts.get(unit) ?? []));
  if (choices.force.length) return [...verbs.values()].map((acts) => menuButton(table, acts, "force-menu"));
  // What any of them could do is done for all of them.
  const common = [...verbs.values()].filter((acts) => acts.length === chosen.length);
  return common.flatMap((acts) => acts.slice(0, 1)).map((act) => actButton(table, { ...act, name: act.label }, ""));
}

/** A button that opens a menu of acts of one verb. @param {Table} table @param {Act[]} acts @param {string} kind @param {Node | null} [count] */
function menuButton(table, acts, kind, count = null) {
  const { label = "", verb = "" } = acts[0] ?? {};
  const open = (/** @type {MouseEvent} */ event) => showMenu(cornerOf(event), `${label}:`, acts.map((act) => menuItem(table, act)));
  return button([`${label}…`, count], open, { "data-key": verb, "aria-haspopup": "menu", title: count ? `${label} (O)` : table.facts.forms[verb]?.about, class: kind });
}

/** The button that leads on where no phase can be ended. @param {Table} table @returns {Act | undefined} */
function mainAct(table) {
  const { choices, battle } = table;
  const plain = choices.buttons.filter((act) => !act.about.length);
  if (choices.buttons.some((act) => act.verb === "end")) return undefined;
  if (choices.force.length || battle.open || waiting(table).length) return plain[0];
  return undefined;
}

/** @param {MouseEvent} event */
function cornerOf(event) {
  const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  return { x: box.left - 14, y: box.top };
}

/** @param {Table} table @param {Act} act */
function menuItem(table, act) {
  return {
    label: act.name,
    key: `item ${act.text}`,
    act: () => {
      table.marks.ring([]);
      void table.give(act);
    },
    shown: () => table.marks.ring(table.hexesOf(act)),
  };
}

/** @param {Table} table @param {Act} act @param {string} kind */
function actButton(table, act, kind) {
  const name = act.sentence ? [h("b", null, act.name), h("small", null, act.sentence)] : act.name;
  return button(name, () => void table.give(act), {
    class: act.sentence ? `${kind} explained` : kind,
    "data-key": act.text,
    title: table.facts.forms[act.verb]?.about ?? act.name,
    "data-order": act.text,
  });
}

/** @param {Table} table */
function primaries(table) {
  const { hand, choices } = table;
  if (hand.attackOrder !== null) {
    const { preview } = hand.combat ?? {};
    const word = choices.attackForm?.label ?? "Attack";
    const odds = preview?.kind === "combat" ? preview.column : preview ? percent(preview.rounds[preview.rounds.length - 1]?.won ?? 0) : "";
    return [
      button("Cancel", () => table.escape(), { "data-key": "cancel" }),
      button(odds ? `${word}${preview?.kind === "combat" ? " at" : ":"} ${odds}` : word, () => void hand.commitAttack(), {
        class: "primary danger",
        "data-key": "attack",
        disabled: !hand.combat || Boolean(hand.combat.ruling),
        title: "Attack (Enter)",
      }),
    ];
  }
  const main = mainAct(table);
  const unit = hand.units.size === 1 && !hand.forces.chosen.length ? [...hand.units][0] : undefined;
  const acts = unit === undefined ? [] : (choices.acts.get(unit) ?? []);
  const ends = choices.buttons.filter((act) => act.verb === "end");
  const declined = table.shown.view.decision?.declining ? ends : [];
  // What may be declined is offered beside declining it, whatever is in hand.
  if (declined.length) return [...[...choices.acts.values()].flat(), ...declined].map((act) => actButton(table, act, "choice"));
  // Nothing that cannot be taken back is the only button.
  if (acts.length && unit !== undefined && (ends.length || choices.modesOf([unit]).length)) return [...acts.map((act) => actButton(table, { ...act, name: shortName(act) }, "")), ...ends.map((act) => actButton(table, act, "primary"))];
  if (acts.length) return [main ? actButton(table, main, "") : null, ...acts.map((act) => actButton(table, act, "primary danger"))];
  if (main) return [actButton(table, main, table.battle.open ? "primary danger" : "primary")];
  return ends.length ? ends.map((act) => actButton(table, act, "primary")) : [notYet(table)];
}

/** A button that cannot end what it names yet, and says why. @param {Table} table */
function notYet(table) {
  const part = table.shown.view.decision?.part;
  return part ? whyButton(table, `End ${part}`, table.facts.forms.end?.text ?? "", "primary") : null;
}

/** What one might look for in vain with the unit in hand. @param {Table} table */
function barred(table) {
  const { choices, hand } = table;
  const acts = hand.units.size === 1 ? (choices.barred.get([...hand.units][0] ?? "") ?? []) : [];
  return acts.map((act) => whyButton(table, shortName(act), act.text, ""));
}

/** A button of what cannot be done now, which says why. @param {Table} table @param {string} name @param {string} order @param {string} kind */
function whyButton(table, name, order, kind) {
  const tell = async (/** @type {MouseEvent} */ event) => {
    const corner = cornerOf(event);
    const ruling = await table.why(order);
    if (ruling) showRuling(corner, ruling, table);
  };
  return button(name, (event) => void tell(event), { class: `${kind} not-yet`, "data-key": `why not ${order}`, "aria-label": `${name}: not yet, say why`, title: "Not yet: click to see why" });
}

/** What is done with a unit that is in hand already, without its name. @param {Act} act */
function shortName(act) {
  return [act.label, ...act.about.slice(act.unit === undefined ? 0 : 1)].join(" ");
}
