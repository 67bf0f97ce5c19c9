/** Signals that arrive during uninterrupted computation. */

import { describe, expect, onTestFinished, test } from "vitest";
import { beginWork, computed, onEndingSignal } from "../../src/runtime/signals.ts";

const many = 1_000_000;

/** Listens for signals as a run does. A call of `signal` has the effect of a signal from the system. */
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

describe("while a run computes at a stretch", () => {
  const names = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
  const now = () => names.map((name) => process.listenerCount(name));
  const meanwhile = () => computed(many, now);

  test("the system acts on signals where the run is alone, and its listeners are back afterwards", async () => {
    listening();
    const before = now();
    expect(await meanwhile()).toEqual(before.map((count) => count - 1));
    expect(now()).toEqual(before);
  });

  test("no listener of another run is taken off, nor its own: the other would be broken off", async () => {
    listening();
    const other = listening();
    const before = now();
    expect(await meanwhile()).toEqual(before);
    other.stop();
    expect(await meanwhile()).toEqual(before.map((count) => count - 2));
  });

  test.each(names)("none is taken off where the program itself listens to %s", async (name) => {
    listening();
    const own = () => {};
    process.on(name, own);
    onTestFinished(() => void process.off(name, own));
    const before = now();
    expect(await meanwhile()).toEqual(before);
    process.off(name, own);
    expect(await meanwhile()).not.toEqual(before);
  });

  test("none is taken off while another piece of work is under way, which is counted", async () => {
    listening();
    const before = now();
    const [own, one, other] = [beginWork(), beginWork(), beginWork()];
    expect(await meanwhile()).toEqual(before);
    one();
    one();
    expect(await meanwhile()).toEqual(before);
    other();
    expect(await meanwhile()).toEqual(before.map((count) => count - 1));
    own();
    expect(await meanwhile()).toEqual(before.map((count) => count - 1));
  });

  test("a run that was begun after a signal to another one is not ended by it", async () => {
    const first = listening();
    first.signal();
    listening();
    expect(await computed(many, () => "done")).toBe("done");
  });
});
