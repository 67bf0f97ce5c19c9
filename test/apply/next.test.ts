/**
 * The state table of a step: each state with each event, each row, and what is true for every path through the table.
 */

import { describe, expect, test } from "vitest";
import {
  type ExecutionState,
  type LookDecision,
  newExecution,
  type StepEvent,
  type StepExecution,
  type StepMove,
} from "../../src/apply/execute/execution.ts";
import type { StepFacts } from "../../src/apply/execute/facts.ts";
import { next } from "../../src/apply/execute/next.ts";
import type { Change } from "../../src/model/change.ts";
import type { Step } from "../../src/model/plan/step.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply, Task } from "../../src/model/reply.ts";
import { network } from "../properties/declared.ts";

type StateName = ExecutionState["is"];
type EventName = StepEvent["is"];

const desired = network("berlin", { name: "Berlin", tz: "Berlin" });
const { address } = desired;
const live = { value: { name: "Berlin", tz: "Paris" }, id: "n1" };
const create: Change = { action: "create", address, desired, cause: "pending" };
const update: Change = {
  ...{ action: "update", address, desired, live },
  differences: [{ path: "/tz", cause: "pending", live: "Paris", desired: "Berlin" }],
};
const task: Task = {
  id: "t1",
  path: "/t1",
  kind: "network",
  operation: "create",
  everyMs: 1000,
  withinMs: 60_000,
};
const why = problem("server-error", "it cannot be read");

const stepOf = (operation: Change["action"]): Step =>
  ({
    id: `${operation} ${address}`,
    kind: "network",
    address,
    target: "cloud",
    operation,
  }) as unknown as Step;

/** Returns a step of a change, with its progress so far. */
const of = (planned: Change, more: Partial<StepExecution> = {}): StepExecution => ({
  ...newExecution(stepOf(planned.action), planned),
  ...more,
});

const quiet: StepFacts = {
  now: () => 100_000,
  random: () => 0,
  freshMs: 5000,
  visibleMs: 15_000,
  lostVisibleMs: 15_000,
  isReadByItself: false,
  mayDuplicate: ({ action }) => action === "create",
  isInNew: () => false,
  parentSettledAt: () => undefined,
  mayBeCreatedImplicitly: () => false,
  isUnguarded: () => false,
  guardOf: () => undefined,
  boundsOf: () => ({
    again: 4,
    waits: { notReady: 300_000, locked: 120_000, throttled: 0, unavailable: 30_000 },
  }),
  updateAfter: () => undefined,
};

const decision: LookDecision = {
  ...{ do: "look", ms: 0, carriedOut: "perhaps", last: false, detail: "504", perhapsLocked: false },
};
const anew = { is: "looking", because: { is: "anew" } } as const;
const afterLoss = { is: "looking", because: { is: "reply", decision, before: create } } as const;
const searching = { ...afterLoss, search: { leftAt: 100_000, at: 0, begunAt: 100_000 } } as const;

const states: { readonly [S in StateName]: Extract<ExecutionState, { is: S }> } = {
  awaitingEarlierTask: { is: "awaitingEarlierTask" },
  queued: { is: "queued" },
  checking: { is: "checking", read: "shared" },
  confirming: { is: "confirming" },
  sending: { is: "sending" },
  awaitingTask: { is: "awaitingTask", task, wasMaybe: false },
  waiting: { is: "waiting", reason: "notReady", ms: 1000, afterwards: { is: "queued" } },
  awaitingParent: { is: "awaitingParent", ms: 3000 },
  looking: anew,
  lostUnseen: { is: "lostUnseen", ms: 1000, afterwards: searching },
  acceptedUnseen: { is: "acceptedUnseen", ms: 1000, afterwards: searching },
  ended: { is: "ended", ending: { is: "converged" } },
};

const write = (change: Change): StepEvent => ({ is: "seen", verdict: { is: "write", change }, at: 99_000 });
const unknown: StepEvent = { is: "seen", verdict: { is: "unknown", problem: why }, at: 99_000 };
const moved: StepEvent = {
  ...{ is: "seen", at: 99_000 },
  verdict: { is: "unknown", problem: { ...why, code: "list-moved" } },
};
const replied = (reply: Reply): StepEvent => ({ is: "replied", reply, guard: undefined });

const events: { readonly [E in EventName]: Extract<StepEvent, { is: E }> } = {
  earlierEnded: { is: "earlierEnded", end: "done" },
  inTurn: { is: "inTurn" },
  seen: { is: "seen", verdict: { is: "converged" }, at: 99_000 },
  tooLate: { is: "tooLate" },
  replied: { is: "replied", reply: { meaning: "accepted" }, guard: undefined },
  taskEnded: { is: "taskEnded", end: { is: "done" } },
  waited: { is: "waited" },
  aborted: { is: "aborted" },
};

/** The events that each state awaits, besides an interruption. */
const expected: { readonly [S in StateName]: readonly EventName[] } = {
  awaitingEarlierTask: ["earlierEnded"],
  queued: ["inTurn"],
  checking: ["seen"],
  confirming: ["seen"],
  sending: ["tooLate", "replied"],
  awaitingTask: ["taskEnded"],
  waiting: ["waited"],
  awaitingParent: ["waited"],
  looking: ["seen"],
  lostUnseen: ["waited"],
  acceptedUnseen: ["waited"],
  ended: [],
};

describe("every state with every event", () => {
  const pairs = Object.values(states).flatMap((state) =>
    Object.values(events).map((event) => [state.is, event.is, { state, event }] as const),
  );

  test.each(pairs)("%s: %s", (name, event, on) => {
    const move = () => next(of(create, { state: on.state }), on.event, quiet);
    const isExpected = expected[name].includes(event) || (event === "aborted" && name !== "ended");
    if (!isExpected) expect(move).toThrow(`is ${name}, and cannot be ${event}`);
    else expect(Object.keys(states)).toContain(move().to.state.is);
  });
});

/** Returns the name of the state that follows, and the ending if the step has ended. */
function follows(move: StepMove): string {
  const { state } = move.to;
  return state.is === "ended" ? `ended: ${state.ending.is}` : state.is;
}

describe("each row", () => {
  const busy = (reason: "locked" | "notReady"): Reply => ({ meaning: "busy", reason, detail: "not now" });
  const lost: Reply = { meaning: "lost", detail: "504" };
  const conflict: Reply = { meaning: "conflict", detail: "409" };
  const refused: Reply = { meaning: "refused", problem: why };
  const accepted: Reply = { meaning: "accepted", id: "n1" };
  const unguarded = { ...quiet, isUnguarded: () => true };
  const followed = { ...quiet, updateAfter: () => (update.action === "update" ? update : undefined) };
  const lostOnce = { maybeAppliedByUs: true, leftAt: 100_000 };
  const made = { ...lostOnce, created: create.action === "create" ? create : undefined, change: update };
  const last = { ...quiet, now: () => 200_000 };
  const afterConflict = {
    ...anew,
    because: { is: "reply", decision: { ...decision, carriedOut: "no" }, before: update },
  } as const;
  const end = (end: Extract<StepEvent, { is: "taskEnded" }>["end"]): StepEvent => ({ is: "taskEnded", end });
  const undone = { is: "undone", detail: "", cause: "another" } as const;

  test.each<[StateName, string, StepExecution, StepEvent, string, StepFacts?]>([
    [
      "awaitingEarlierTask",
      "it goes on",
      of(create),
      { is: "earlierEnded", end: undefined, running: task },
      "ended: taskUnknown",
    ],
    ["awaitingEarlierTask", "it failed", of(create), { is: "earlierEnded", end: "failed" }, "looking"],
    ["queued", "nothing was seen", of(update), { is: "inTurn" }, "checking"],
    ["queued", "seen lately", of(update, { seenAt: 99_000 }), { is: "inTurn" }, "sending"],
    ["queued", "seen long ago", of(update, { seenAt: 95_000 }), { is: "inTurn" }, "checking"],
    [
      "queued",
      "in what was made",
      of(create),
      { is: "inTurn" },
      "sending",
      { ...quiet, isInNew: () => true },
    ],
    [
      "queued",
      "seen lately, and unguarded",
      of(update, { seenAt: 99_000 }),
      { is: "inTurn" },
      "confirming",
      unguarded,
    ],
    [
      "queued",
      "seen for itself, and unguarded",
      of(update, { isFresh: true }),
      { is: "inTurn" },
      "sending",
      unguarded,
    ],
    [
      "queued",
      "read by itself right before",
      of(update),
      { is: "inTurn" },
      "confirming",
      { ...unguarded, isReadByItself: true },
    ],
    ["checking", "still meant", of(update), write(update), "sending"],
    ["checking", "still meant, and unguarded", of(update), write(update), "confirming", unguarded],
    ["checking", "as desired", of(update), events.seen, "ended: converged"],
    ["checking", "unknown", of(update), unknown, "ended: failed"],
    ["checking", "unknown, and seen before", of(update, { seenAt: 0 }), unknown, "sending"],
    ["confirming", "still meant", of(update), write(update), "sending", unguarded],
    ["confirming", "unknown, and seen before", of(update, { seenAt: 0 }), unknown, "sending", unguarded],
    ["sending", "too late", of(update), events.tooLate, "queued"],
    ["sending", "accepted", of(create), replied(accepted), "ended: applied"],
    ["sending", "accepted, and an update sets the rest", of(create), replied(accepted), "queued", followed],
    ["sending", "a task", of(create), replied({ meaning: "pending", task }), "awaitingTask"],
    ["sending", "busy", of(create), replied(busy("notReady")), "waiting"],
    ["sending", "locked", of(create), replied(busy("locked")), "waiting"],
    ["sending", "a conflict", of(update), replied(conflict), "looking"],
    ["sending", "lost", of(update), replied(lost), "waiting"],
    ["sending", "refused", of(update), replied(refused), "ended: refused"],
    ["awaitingTask", "done", of(create), end({ is: "done" }), "ended: applied"],
    ["awaitingTask", "failed", of(create), end({ is: "failed", problem: why }), "ended: failed"],
    ["awaitingTask", "its batch was not carried out", of(create), end(undone), "queued"],
    ["awaitingTask", "perhaps in part", of(create), end({ ...undone, inPart: true }), "looking"],
    ["awaitingTask", "late", of(create), end({ is: "late" }), "ended: taskUnknown"],
    ["looking", "as desired", of(update), events.seen, "ended: converged"],
    [
      "looking",
      "as desired, after a loss",
      of(update, { maybeAppliedByUs: true }),
      events.seen,
      "ended: applied",
    ],
    [
      "looking",
      "unknown, after a loss",
      of(update, { maybeAppliedByUs: true }),
      unknown,
      "ended: indeterminate",
    ],
    ["looking", "still meant", of(update), write(update), "queued"],
    [
      "looking",
      "a lost create is not there",
      of(create, { ...lostOnce, state: searching }),
      write(create),
      "lostUnseen",
    ],
    [
      "looking",
      "nor in time",
      of(create, { ...lostOnce, state: { ...searching, search: { ...searching.search, at: 4 } } }),
      write(create),
      "queued",
      last,
    ],
    ["looking", "in a list that moved", of(create, { ...lostOnce, state: searching }), moved, "lostUnseen"],
    [
      "looking",
      "in a list that moved with the last look",
      of(create, {
        ...lostOnce,
        state: { ...searching, search: { ...searching.search, at: 4 } },
      }),
      moved,
      "ended: indeterminate",
      last,
    ],
    [
      "looking",
      "nor the second time",
      of(create, {
        ...lostOnce,
        lostCreates: 1,
        state: { ...searching, search: { ...searching.search, at: 4 } },
      }),
      write(create),
      "ended: indeterminate",
      last,
    ],
    [
      "looking",
      "an accepted create is not there",
      of(create, { ...made, state: searching }),
      write(create),
      "acceptedUnseen",
    ],
    [
      "looking",
      "nor in time, and was accepted",
      of(create, { ...made, state: { ...searching, search: { ...searching.search, at: 4 } } }),
      write(create),
      "ended: acceptedUnseen",
      last,
    ],
    [
      "looking",
      "unchanged after a conflict",
      of(update, { state: afterConflict }),
      write(update),
      "ended: refusedUnchanged",
    ],
    [
      "looking",
      "unchanged, perhaps locked",
      of(update, {
        state: {
          ...afterConflict,
          because: {
            ...afterConflict.because,
            decision: { ...afterConflict.because.decision, perhapsLocked: true },
          },
        },
      }),
      write(update),
      "waiting",
    ],
    [
      "looking",
      "sent too often",
      of(update, {
        state: { ...afterLoss, because: { ...afterLoss.because, decision: { ...decision, last: true } } },
      }),
      write(update),
      "ended: gaveUp",
    ],
    ["lostUnseen", "waited", of(create), events.waited, "looking"],
    ["acceptedUnseen", "waited", of(create), events.waited, "looking"],
    ["queued", "aborted", of(create), events.aborted, "ended: interrupted"],
    ["looking", "aborted after a loss", of(create, lostOnce), events.aborted, "ended: indeterminate"],
    ["awaitingTask", "aborted", of(create), events.aborted, "ended: taskUnknown"],
  ])("%s, %s", (name, _, on, event, then, facts = quiet) => {
    const state = on.state.is === name ? on.state : states[name];
    expect(follows(next({ ...on, state }, event, facts))).toBe(then);
  });
});

test("what is perhaps written, in a list that moves, is looked at once more when all others have ended", () => {
  const on = of(update, { maybeAppliedByUs: true, state: { ...afterLoss } });
  const { to, notes } = next(on, moved, quiet);
  const [postponed] = notes;
  expect(follows({ to, notes })).toBe("ended: indeterminate");
  expect(postponed).toMatchObject({
    is: "postponed",
    secondTry: { maybeAppliedByUs: true, isSecondTry: true, state: anew },
  });
  expect(next({ ...on, isSecondTry: true }, moved, quiet).notes).toEqual([]);
  expect(next(on, unknown, quiet).notes).toEqual([]);
});

test("what was refused, perhaps for a lock, in a list that moves, is looked at once more when all others have ended", () => {
  const { because } = afterLoss;
  const locked = {
    ...because,
    decision: { ...because.decision, carriedOut: "no", perhapsLocked: true },
  } as const;
  const on = of(update, { state: { ...afterLoss, because: locked } });
  const { to, notes } = next(on, moved, quiet);
  expect(follows({ to, notes })).toBe("ended: failed");
  expect(notes).toMatchObject([{ is: "postponed", secondTry: { isSecondTry: true, state: anew } }]);
  expect(next(on, unknown, quiet).notes).toEqual([]);
});
