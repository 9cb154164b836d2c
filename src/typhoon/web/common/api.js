/** The server's plain requests. */

/** A refusal that says in words what is wrong. */
export class Trouble extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  const text = await answer(path, init);
  return text ? JSON.parse(text) : null;
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<string>} */
async function answer(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Trouble("The server does not answer.");
  }
  const text = await response.text();
  if (!response.ok) throw new Trouble(reason(text) || `The server answered ${response.status}.`);
  return text;
}

/** @param {string} text */
function reason(text) {
  try {
    const body = JSON.parse(text);
    return String(body.error ?? body.detail ?? body.ruling?.text ?? "");
  } catch {
    return "";
  }
}

/** @param {string} path @param {string} [token]  of an invitation, where one is needed */
export const get = (path, token) => ask(path, shown(token));

/** @param {string} path @param {string} [token] */
export const getText = (path, token) => answer(path, shown(token));

/** A token is shown in a header: addresses are written down in many places. @param {string} [token] @returns {RequestInit} */
const shown = (token) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** @param {string} path @param {unknown} body */
export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE" });

/** @param {Record<string, string | number | undefined | null>} values */
export function query(values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}
