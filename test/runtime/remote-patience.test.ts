/**
 * Git processes that wait one after another for a silent remote. Together they wait no longer than
 * `git.timeoutSeconds`.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { RemotePatience } from "../../src/runtime/remote-patience.ts";

/**
 * Returns how many seconds of virtual time each process in a sequence may wait for a remote that never replies.
 * Undefined means that the process is not started.
 */
function waits(asked: readonly ("push" | "other")[], seconds: number): readonly (number | undefined)[] {
  let ms = 0;
  const patience = new RemotePatience(() => ms);
  return asked.map((asks) => {
    const may = patience.next("/r", seconds, asks);
    if (may === undefined) return undefined;
    ms += may * 1000;
    patience.inVain("/r", may, seconds);
    return may;
  });
}

test("a push leaves a third of the time to the look; then nothing is asked any more", () => {
  expect(waits(["push", "other", "push", "other"], 30)).toEqual([20, 10, undefined, undefined]);
  expect(waits(["other", "push"], 30)).toEqual([30, undefined]);
});

test("whatever is asked in a row of a silent remote, the waits together are no longer than the time", () => {
  const asked = fc.array(fc.constantFrom("push" as const, "other" as const), { maxLength: 12 });
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 600 }), (all, seconds) => {
      const sum = waits(all, seconds).reduce<number>((total, each) => total + (each ?? 0), 0);
      expect(sum).toBeLessThanOrEqual(seconds + 1e-6);
    }),
  );
});

test("a remote that replies again, and one that was silent long ago, has the whole time", () => {
  let ms = 0;
  const patience = new RemotePatience(() => ms);
  patience.inVain("/r", 20, 30);
  expect(patience.next("/r", 30, "other")).toBe(10);
  expect(patience.next("/another", 30, "other")).toBe(30);
  patience.answered("/r");
  expect(patience.next("/r", 30, "other")).toBe(30);
  patience.inVain("/r", 30, 30);
  expect(patience.next("/r", 30, "other")).toBeUndefined();
  ms += 30_000;
  expect(patience.next("/r", 30, "other")).toBe(30);
});
