/** Dialogs over the page. */

import { button, h, icon } from "./dom.js";

/**
 * Show something over the page; Escape or the cross closes it.
 *
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {{wide?: boolean, onclose?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, content, options = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const dialog = h(
    "dialog",
    { class: options.wide ? "dialog wide" : "dialog", "aria-labelledby": id },
    h(
      "header",
      null,
      h("h2", { id }, title),
      button(icon("cross"), () => dialog.close(), { class: "quiet round", "aria-label": "Close" }),
    ),
    h("div", { class: "dialog-body" }, content),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onclose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask before something is done.
 *
 * @param {string} title
 * @param {(Node | string)[]} texts
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(title, texts, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = showDialog(
      title,
      [
        ...texts.map((text) => (text instanceof Node ? text : h("p", null, text))),
        h(
          "div",
          { class: "row end" },
          button("Cancel", () => dialog.close()),
          button(
            yes,
            () => {
              answer = true;
              dialog.close();
            },
            { class: "primary", autofocus: true },
          ),
        ),
      ],
      { onclose: () => resolve(answer) },
    );
  });
}
