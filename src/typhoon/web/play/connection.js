/** The line to a table: one WebSocket that mends itself, and what was asked of it. */

/** @import { Asked, Reply, State } from "../common/types.js" */

const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const PATIENCE = 15000;

/**
 * @typedef {{message: Asked & {id: string}, resolve: (reply: Reply) => void, timer: number}} Pending
 */

export class Connection {
  /**
   * @param {string} table
   * @param {{token: string, side: string}} seat
   * @param {{seen: () => {since?: number, looks: string[]}, onState: (state: State) => void, onStatus: (status: "open" | "lost" | "refused") => void}} handlers
   */
  constructor(table, seat, handlers) {
    this.table = table;
    this.seat = seat;
    this.handlers = handlers;
    this.attempt = 0;
    this.closed = false;
    this.retry = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempt = 0;
      const { token, side } = this.seat;
      socket.send(JSON.stringify({ type: "hello", token: token || null, side: side || null, ...this.handlers.seen() }));
      this.handlers.onStatus("open");
      for (const { message } of this.pending.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      const refused = event.code === 1008 || (event.code >= 4400 && event.code < 4500);
      this.handlers.onStatus(refused ? "refused" : "lost");
      if (!refused) this.later();
    };
  }

  later() {
    const wait = WAITS[Math.min(this.attempt, WAITS.length - 1)] ?? 1000;
    this.attempt += 1;
    this.retry = window.setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** Try again at once, when the machine woke up or the player asks. */
  hurry() {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.retry);
    this.attempt = 0;
    this.open();
  }

  /** @param {State | Reply} message */
  receive(message) {
    if (message.type === "state") {
      this.handlers.onState(message);
      return;
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.pending.delete(message.id);
    waiting.resolve(message);
  }

  /**
   * Send a request; the answer comes even when the line breaks in between, because the same
   * id is answered from memory.
   *
   * @param {Asked} asked
   * @returns {Promise<Reply>}
   */
  ask(asked) {
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const message = { ...asked, id };
    return new Promise((resolve) => {
      const timer = window.setTimeout(() => {
        this.pending.delete(id);
        resolve({ type: "reply", id, ok: false, n: 0, error: "The server does not answer." });
      }, PATIENCE);
      this.pending.set(id, { message, resolve, timer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    for (const { timer } of this.pending.values()) clearTimeout(timer);
    this.socket?.close();
  }
}
