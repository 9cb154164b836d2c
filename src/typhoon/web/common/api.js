/** The server's plain requests. */

/** A refusal that says in words what is wrong. */
export class Trouble extends Error {}

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<T>} As it was sent: whoever asks knows what is answered.
 */
async function ask(path, init) {
  const text = await answer(path, init);
  return JSON.parse(text || "null");
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

/** @template T @param {string} path @param {string} [token]  of an invitation, where one is needed @returns {Promise<T>} */
export const get = (path, token) => ask(path, shown(token));

/** @param {string} path @param {string} [token] */
export const getText = (path, token) => answer(path, shown(token));

/** A token is shown in a header: addresses are written down in many places. @param {string} [token] @returns {RequestInit} */
const shown = (token) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** @template T @param {string} path @param {unknown} body @returns {Promise<T>} */
export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path @returns {Promise<null>} */
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
