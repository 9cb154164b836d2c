/** How people share a side, in games that allow it: alone, or as a team with a role for each. */

import { h, refill } from "../common/dom.js";
import { capital } from "../common/words.js";
import { segment } from "./segment.js";

/** @import { About, NewTable, Team } from "../common/types.js" */

/** @typedef {Required<Pick<NewTable, "seats" | "mode">> & Pick<NewTable, "team">} Seating Who sits where at a new table. */

const ALONE = "";
const LINK = "link";
const SCREEN = "screen";

/** @param {About} game */
export function sharing(game) {
  const teams = game.teams ?? [];
  const several = game.sides.length > 1;
  const way = segment("Command", `team-${game.id}`, [
    [ALONE, several ? "One for each side" : "Alone"],
    ...teams.map((team) => /** @type {[string, string]} */ ([team.id, several ? `${capital(team.side)}: ${team.title}` : team.title])),
  ]);
  const place = segment("Team-mates", `mates-${game.id}`, [
    [LINK, "By link"],
    [SCREEN, "This screen"],
  ]);
  const role = h("select", { "aria-label": "Your role" });
  const roleField = h("label", { class: "field" }, h("span", null, "Your role"), role);
  const roles = h("ul", { class: "roles faint" });
  const element = h("div", { class: "stack", hidden: true }, way.element, roles, place.element, roleField);
  let side = "";

  /** @returns {Team | undefined} */
  const team = () => (element.hidden ? undefined : teams.find((each) => each.id === way.value()));

  function show() {
    const chosen = team();
    refill(roles, (chosen?.roles ?? []).map((each) => h("li", null, h("b", null, each.title), ` ${each.about}`)));
    refill(role, (chosen?.roles ?? []).map((each) => h("option", { value: each.id }, each.title)));
    place.element.hidden = !chosen;
    update();
  }

  function update() {
    roleField.hidden = team()?.side !== side || place.value() !== LINK;
  }

  way.element.addEventListener("change", show);
  place.element.addEventListener("change", update);
  show();
  return {
    element,
    /** @param {string} own  the side of whoever opens the table; empty when watching */
    sitAt(own) {
      side = own;
      element.hidden = !teams.length || !own;
      show();
    },
    /** Offer the teams in which everybody has something to do, by the options chosen. @param {Record<string, string>} options */
    fit(options) {
      for (const { id, options: needed = {} } of teams) way.allow(id, Object.entries(needed).every(([name, value]) => options[name] === value));
      show();
    },
    /** @returns {string} The seat of whoever opens the table. */
    seat() {
      const chosen = team();
      return chosen && chosen.side === side ? `${side}/${role.value}` : side;
    },
    /** What a team changes in a wish for a table. @param {Seating} wish @returns {Seating} */
    share(wish) {
      const chosen = team();
      if (!chosen) return wish;
      const { [chosen.side]: whole, ...seats } = wish.seats;
      // A computer would have the whole side: the server says so.
      if (whole !== undefined && whole !== "person") seats[chosen.side] = whole;
      return { seats, team: chosen.id, mode: place.value() === LINK ? "remote" : wish.mode };
    },
    /** @returns {Record<string, string>} What the seats of the team are called. */
    titles() {
      const chosen = team();
      return Object.fromEntries((chosen?.roles ?? []).map((each) => [`${chosen?.side}/${each.id}`, each.title]));
    },
  };
}
