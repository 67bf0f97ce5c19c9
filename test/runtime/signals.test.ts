/** Work that is computed at a stretch, and signals. */

import { expect, onTestFinished, test } from "vitest";
import { computed, onEndingSignal } from "../../src/runtime/signals.ts";

const many = 1_000_000;

/** Listens as a run does; `signal` is what the system does then. */
function listening() {
  const heard: string[] = [];
  const stop = onEndingSignal((signal) => heard.push(signal));
  onTestFinished(stop);
  const [own] = process.listeners("SIGTERM").slice(-1);
  return { heard, stop, signal: () => own?.("SIGTERM") };
}

test("after a signal no long work is begun: it could not be ended within a second", async () => {
  const { heard, signal } = listening();
  let begun = false;
  const work = () => {
    begun = true;
  };
  signal();
  await expect(computed(many, work)).rejects.toThrow("interrupted");
  expect({ heard, begun }).toEqual({ heard: ["SIGTERM"], begun: false });
});

test("a signal that comes right before it is heard before it", async () => {
  const { signal } = listening();
  const work = computed(many, () => "done");
  signal();
  await expect(work).rejects.toThrow("interrupted");
});

test("short work is done all the same, and the signal of a run that is over counts no more", async () => {
  const { signal, stop } = listening();
  signal();
  expect(await computed(10, () => "short")).toBe("short");
  stop();
  listening();
  expect(await computed(many, () => "long")).toBe("long");
});
