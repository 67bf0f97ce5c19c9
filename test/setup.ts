import fc from "fast-check";
import { afterAll, expect, vi } from "vitest";

// Every run checks the same cases, so that a failure is a fact and not luck. FC_SEED=... looks at others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });

// One process runs one file after another: what a file changes of the process, it puts back.
const environment = { ...process.env };
afterAll(() => {
  expect(vi.isFakeTimers(), "timers are real again").toBe(false);
  expect({ ...process.env }, "the environment is as it was").toEqual(environment);
});
