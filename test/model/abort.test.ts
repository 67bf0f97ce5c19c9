/** Actions that wait for an abort. Each runs once, and a signal for which nothing waits has no listener. */

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../src/model/abort.ts";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

test("each action runs once, in the order in which they were added; a cancelled one does not", () => {
  const { signal, ...controller } = abortable();
  const ran: string[] = [];
  const twice = () => ran.push("twice");
  onAbort(signal, () => ran.push("first"));
  onAbort(signal, twice);
  const forget = onAbort(signal, () => ran.push("cancelled"));
  const forgetTwice = onAbort(signal, twice);
  onAbort(signal, () => ran.push("last"));
  forget();
  forget();
  controller.abort();
  forgetTwice();
  expect(ran).toEqual(["first", "twice", "twice", "last"]);
});

test("an action that cancels others before their turn does not lose them: all were due", () => {
  const { signal, abort } = abortable();
  const ran: string[] = [];
  onAbort(signal, () => forget());
  const forget = onAbort(signal, () => ran.push("second"));
  abort();
  expect(ran).toEqual(["second"]);
});

test("however many wait, a signal has one listener, and none once nobody waits", () => {
  const { signal, abort } = abortable();
  const forget = Array.from({ length: 1000 }, () => onAbort(signal, () => {}));
  expect(listeners(signal)).toBe(1);
  for (const each of forget.slice(1)) each();
  expect(listeners(signal)).toBe(1);
  forget[0]?.();
  expect(listeners(signal)).toBe(0);
  const ran: string[] = [];
  onAbort(signal, () => ran.push("again"));
  abort();
  expect(ran).toEqual(["again"]);
  expect(listeners(signal)).toBe(0);
});

test("an action added to an aborted signal never runs", () => {
  const { signal, abort } = abortable();
  abort();
  let ran = 0;
  onAbort(signal, () => {
    ran += 1;
  })();
  expect(ran).toBe(0);
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("ended")) };
}
