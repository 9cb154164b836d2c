/** The links by which others come to a table. */

import { post } from "./api.js";
import { confirmed } from "./dialog.js";
import { button, h } from "./dom.js";
import { keep } from "./keep.js";
import { capital } from "./words.js";

/**
 * The links to a table, each of which can be replaced when it got into wrong hands.
 *
 * @param {string} id
 * @param {Record<string, string>} links
 * @param {Record<string, string>} titles  what the seats are called
 */
export function invitations(id, links, titles) {
  return h(
    "div",
    { class: "stack" },
    h("h3", null, "Invitations"),
    Object.keys(links).map((who) => {
      const full = () => new URL(links[who] ?? "", location.origin).href;
      const field = h("input", { type: "text", readonly: true, value: full(), "aria-label": `Invitation: ${who}`, onfocus: () => field.select() });
      const copy = button("Copy", () => {
        field.select();
        void navigator.clipboard?.writeText(full()).then(() => (copy.textContent = "Copied"), () => {});
      });
      const replace = async () => {
        if (!(await confirmed("Replace this link?", ["The old link opens nothing any more, and whoever came by it is shown out."], "Replace"))) return;
        links[who] = (await post(`/api/tables/${id}/links`, { seat: who === "watch" ? "" : who })).link;
        keep(`links.${id}`, links);
        field.value = full();
        copy.textContent = "Copy";
      };
      const renew = button("Replace", () => void replace(), { "aria-label": `Replace the link: ${who}` });
      return h("div", { class: "row" }, h("span", { class: "who" }, titles[who] ?? capital(who)), field, copy, renew);
    }),
  );
}
