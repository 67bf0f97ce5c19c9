import fc from "fast-check";
import { afterAll, expect, vi } from "vitest";

// Every run checks the same cases, so failures can be reproduced. Another FC_SEED selects other cases.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });

// One process runs many files one after another, so each file must undo its changes to the process.
const environment = { ...process.env };
afterAll(() => {
  expect(vi.isFakeTimers(), "timers are real again").toBe(false);
  expect({ ...process.env }, "the environment is as it was").toEqual(environment);
});
