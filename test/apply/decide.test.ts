/** What follows from a reply to a write, for every kind of reply. */

import { describe, expect, test } from "vitest";
import { decide, type RetryBounds, type StepState } from "../../src/apply/execute/decide.ts";
import { problem } from "../../src/model/problem.ts";
import type { BusyReason, Reply } from "../../src/model/reply.ts";

const bounds: RetryBounds = {
  waits: { notReady: 300_000, locked: 120_000, throttled: 60_000, unavailable: 30_000 },
  again: 4,
};
const reasons: readonly BusyReason[] = ["notReady", "locked", "throttled", "unavailable"];
const codes: Readonly<Record<BusyReason, string>> = {
  notReady: "still-not-ready",
  locked: "still-locked",
  throttled: "still-throttled",
  unavailable: "still-unavailable",
};

function soFar(of: Partial<StepState> = {}): StepState {
  return {
    again: 0,
    waits: 0,
    random: 0,
    waited: { notReady: 0, locked: 0, throttled: 0, unavailable: 0 },
    ...of,
  };
}

function waited(reason: BusyReason, ms: number): StepState {
  return soFar({ waits: 3, waited: { ...soFar().waited, [reason]: ms } });
}

const busy = (reason: BusyReason, retryAfter?: number): Reply => ({
  meaning: "busy",
  reason,
  detail: "not now",
  ...(retryAfter !== undefined && { retryAfter }),
});

describe("a reply that ends the step", () => {
  test("is an accepted one, with the id it brought", () => {
    expect(decide({ meaning: "accepted", id: "N_1", value: {} }, soFar(), bounds)).toEqual({
      do: "finish",
      id: "N_1",
    });
    expect(decide({ meaning: "accepted" }, soFar(), bounds)).toEqual({ do: "finish" });
  });

  test("is a refused one, with the problem it named", () => {
    const refusal = problem("forbidden", "no");
    expect(decide({ meaning: "refused", problem: refusal }, soFar(), bounds)).toEqual({
      do: "fail",
      problem: refusal,
    });
  });
});

describe.each(reasons)("a busy reply (%s)", (reason) => {
  const look = reason === "locked";
  const first = reason === "unavailable" ? 500 : 1000;

  test("is waited out, from half to the whole of the first wait", () => {
    expect(decide(busy(reason), soFar({ random: 0 }), bounds)).toEqual({
      do: "wait",
      reason,
      ms: first / 2,
      look,
    });
    expect(decide(busy(reason), soFar({ random: 0.999_999 }), bounds)).toMatchObject({ ms: first });
  });

  test.each([
    [1, 2],
    [2, 4],
    [3, 8],
  ])("after %d waits is waited out %d times as long", (waits, times) => {
    expect(decide(busy(reason), soFar({ waits, random: 0 }), bounds)).toMatchObject({
      ms: (first * times) / 2,
    });
  });

  test("is never waited out longer than 15 s at once, however often it came", () => {
    expect(decide(busy(reason), soFar({ waits: 5000, random: 0.999_999 }), bounds)).toMatchObject({
      ms: 15_000,
    });
  });

  test("with a Retry-After is waited out as long as that says", () => {
    expect(decide(busy(reason, 4000), soFar({ random: 0.9 }), bounds)).toMatchObject({ ms: 4000 });
    expect(decide(busy(reason, 0), soFar(), bounds)).toMatchObject({ ms: 1 });
  });

  test("with a Retry-After of zero again and again is no storm", () => {
    const decision = decide(busy(reason, 0), soFar({ waits: 6, random: 0 }), bounds);
    expect(decision).toMatchObject({ do: "wait", ms: 3750 });
  });

  test("is not waited out beyond its bound", () => {
    const left = 700;
    const soon = waited(reason, bounds.waits[reason] - left);
    expect(decide(busy(reason, 5000), soon, bounds)).toEqual({ do: "wait", reason, ms: left, look });
  });

  test("at its bound fails, naming what was waited for, how long, and what to do", () => {
    const decision = decide(busy(reason), waited(reason, bounds.waits[reason]), bounds);
    expect(decision).toMatchObject({
      do: "fail",
      problem: {
        code: codes[reason],
        message: expect.stringContaining(`within ${bounds.waits[reason] / 1000} s: not now`),
        hint: expect.stringMatching(/\.$/),
      },
    });
  });

  test("that is not waited for at all fails without naming a time", () => {
    const none = { ...bounds, waits: { ...bounds.waits, [reason]: 0 } };
    const decision = decide(busy(reason), soFar(), none);
    expect(decision).toMatchObject({ do: "fail", problem: { code: codes[reason] } });
    expect(JSON.stringify(decision)).not.toMatch(/within/);
  });

  test("does not fail for what was waited for another reason", () => {
    for (const other of reasons)
      if (other !== reason)
        expect(decide(busy(reason), waited(other, 999_999), bounds)).toMatchObject({ do: "wait" });
  });
});

describe("a conflict", () => {
  test("is looked at at once: nothing was carried out", () => {
    expect(decide({ meaning: "conflict", detail: "409" }, soFar(), bounds)).toEqual({
      do: "look",
      ms: 0,
      carriedOut: "no",
      last: false,
      detail: "409",
      perhapsLocked: false,
    });
  });

  test("tells whether it may be a lock, and what to do where nothing has changed", () => {
    const reply: Reply = { meaning: "conflict", detail: "409", perhapsLocked: true, hint: "Wait." };
    expect(decide(reply, soFar(), bounds)).toMatchObject({ perhapsLocked: true, hint: "Wait." });
  });
});

describe("a lost reply", () => {
  const lost: Reply = { meaning: "lost", detail: "timeout" };

  test("is looked at after a moment: perhaps it was carried out", () => {
    expect(decide(lost, soFar(), bounds)).toEqual({
      do: "look",
      ms: 250,
      carriedOut: "perhaps",
      last: false,
      detail: "timeout",
      perhapsLocked: false,
    });
  });

  test.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
  ])("after %d more sends is looked at after a longer moment", (again, ms) => {
    expect(decide(lost, soFar({ again }), bounds)).toMatchObject({ ms });
  });
});

test.each([["conflict"], ["lost"]] as const)(
  "a %s reply is looked at for the last time after five sends",
  (meaning) => {
    const reply: Reply = { meaning, detail: "" };
    expect(decide(reply, soFar({ again: 3 }), bounds)).toMatchObject({ last: false });
    expect(decide(reply, soFar({ again: 4 }), bounds)).toMatchObject({ do: "look", last: true });
    expect(decide(reply, soFar({ again: 9 }), bounds)).toMatchObject({ do: "look", last: true });
  },
);
