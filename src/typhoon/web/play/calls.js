/** Calling the player: soft sounds and a notice when it is his turn, both only if he asked for them. */

import { recall } from "../common/keep.js";

/** @import { LogEntry } from "../common/types.js" */
/** @import { Table } from "./table.js" */

/** @param {Table} table */
export function createCalls(table) {
  let called = table.isCalled;
  table.listeners.push((entries) => {
    const sound = soundOf(entries);
    if (sound) void hear(sound);
  });
  return {
    update() {
      if (table.isCalled && !called) {
        void hear("turn");
        if (document.hidden) notify(table);
      }
      called = table.isCalled;
    },
  };
}

/** @param {LogEntry[]} entries @returns {"guns" | "dice" | "march" | null} */
function soundOf(entries) {
  const lines = entries.flatMap((entry) => entry.lines);
  if (lines.some((line) => line.part === "battle")) return "guns";
  if (lines.some((line) => line.dice?.length)) return "dice";
  return lines.some((line) => line.part === "move") ? "march" : null;
}

/** @param {"guns" | "dice" | "march" | "turn"} what */
async function hear(what) {
  if (recall("sound") !== "on") return;
  const { play } = await import("../extras/sound.js");
  play(what);
}

/** @param {Table} table */
function notify(table) {
  if (recall("notices") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(table.facts.title, { body: table.say(table.state.view.decision?.prompt ?? "It is your turn."), tag: table.id });
  notice.onclick = () => window.focus();
}

/** Ask the browser once whether notices may be shown. */
export function askForNotices() {
  if (recall("notices") === "on" && "Notification" in window && Notification.permission === "default") void Notification.requestPermission();
}
