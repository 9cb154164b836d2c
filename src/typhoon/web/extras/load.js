/** What a table does not need at once: fetched when somebody asks for it. */

/** @type {Promise<void> | null} */
let dressed = null;

/** The style of everything here, fetched once. @returns {Promise<void>} */
export function dress() {
  dressed ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("./extras.css", import.meta.url).href;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
  return dressed;
}

/**
 * Where something about the law of a table is found.
 *
 * @param {string} facts  the address of its facts
 * @param {string} what
 */
export function aboutLaw(facts, what) {
  const at = new URL(facts, location.origin);
  return `${at.pathname}/${what}${at.search}`;
}
