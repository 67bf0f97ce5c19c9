/** Tests the judges (checks) of the fictional product: each notices a false report, or a request that is wrong. */

import { expect, test } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { problem } from "../../src/model/problem.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { noticing } from "./lies/noticing.ts";
import { ProductBatches } from "./product/batches.ts";
import { judgeKindOrder } from "./product/judges.ts";
import { judgeProduct, type ProductLie } from "./product/product.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: ProductLie, text: RegExp): Promise<void> {
  return noticing((seed) => judgeProduct(seed, lie), text, { to: 300 });
}

const calm = new AbortController().signal;

const sending = (send: (wire: Wire, request: WireRequest) => Promise<WireReply>): ProductLie => ({
  between: (wire) => ({ send: (request) => send(wire, request) }),
});

const settled = (
  change: (one: ApplyResult["settled"][number]) => ApplyResult["settled"][number],
): ProductLie => ({
  result: (result) => ({ ...result, settled: result.settled.map(change) }),
});

const done: WireReply = { outcome: "answered", status: 200, headers: {}, text: "{}" };
const denied: WireReply = { outcome: "answered", status: 403, headers: {}, text: "{}" };
const isWrite = ({ method }: WireRequest) => method !== "GET";
const denying = (is: (request: WireRequest) => boolean) =>
  sending(async (wire, request) => (is(request) ? denied : wire.send(request, calm)));
const withUnknown = (plan: Plan): Plan => ({
  ...plan,
  unknown: plan.steps.map(({ address }) => ({ address, problem: problem("no-answer", "it is not known") })),
});
const isSingle = ({ method, url }: WireRequest) => method !== "GET" && !url.endsWith("/batches");

const different = { address: "made/zone/z", path: "/name", likely: "server default" } as const;

test.each<readonly [string, ProductLie, RegExp]>([
  [
    "a change that is not told",
    { plan: (plan) => ({ ...plan, changes: plan.changes.slice(1) }) },
    /change: missing/,
  ],
  [
    "a step too few",
    { plan: (plan) => ({ ...plan, steps: plan.steps.slice(1) }) },
    /^product: step: missing/,
  ],
  [
    "a read that is made twice",
    sending(async (wire, request) => {
      if (request.method === "GET") await wire.send(request, calm);
      return wire.send(request, calm);
    }),
    /read: too much/,
  ],
  [
    "an outcome that is untrue",
    settled((one) => ({ ...one, outcome: { state: "applied" } })),
    /outcome: .* is applied, and there is/,
  ],
  [
    "what is there besides",
    { held: (held) => new Map([...held, ["zone 99", ""]]) },
    /outcome: there is zone 99/,
  ],
  [
    "what was taken back, and is not",
    {
      result: ({ rolledBack: _, ...result }) => ({
        ...result,
        rolledBack: { settled: [], left: [], nonConvergent: [], unverified: [] },
      }),
    },
    /back: .* is .*, and was/,
  ],
  [
    "what is told as different, and is as it was",
    {
      result: ({ rolledBack, ...result }) => ({
        ...result,
        ...(rolledBack && { rolledBack: { ...rolledBack, nonConvergent: [different] } }),
      }),
    },
    /back: made\/zone\/z \/name is told as different/,
  ],
  [
    "what is told as different where nothing goes wrong",
    { result: (result) => ({ ...result, nonConvergent: [different] }) },
    /converged: made\/zone\/z is told as different/,
  ],
  [
    "what this run did, called somebody's",
    {
      again: (plan) => ({
        ...plan,
        changes: plan.changes.map((one) => (one.action === "update" ? one : { ...one, cause: "drift" })),
      }),
    },
    /next: \w+ made\S+ is drift, and nobody has changed it/,
  ],
  [
    "what is taken back where nothing goes wrong",
    {
      result: (result) => ({
        ...result,
        rolledBack: { settled: [], left: [], nonConvergent: [], unverified: [] },
      }),
    },
    /converged: it was taken back, and nothing went wrong/,
  ],
  [
    "what is taken back where nothing failed",
    {
      result: (result) => ({
        ...result,
        rolledBack: { settled: [], left: [], nonConvergent: [], unverified: [] },
      }),
    },
    /back: it was taken back, and nothing failed/,
  ],
  [
    "a step that has no outcome",
    { result: (result) => ({ ...result, settled: result.settled.slice(1) }) },
    /outcome: .* has none/,
  ],
  ["what is called unknown and is not", { plan: withUnknown }, /unknown: too much/],
  ["a next run that can write nothing", denying(isWrite), /next: .* is failed/],
  ["a next run after which not all is there", denying(isWrite), /next: world: missing/],
  ["a next run that can read nothing", denying((request) => !isWrite(request)), /next: .* is unknown/],
  [
    "a next run that writes what is as it is",
    sending(async (wire, request) => {
      if (request.method === "PUT") await wire.send(request, calm);
      return wire.send(request, calm);
    }),
    /next: idle: /,
  ],
  [
    "a next run that still has something to do",
    sending(async (wire, request) => (request.method === "PUT" ? done : wire.send(request, calm))),
    /next: step: too much/,
  ],
  [
    "more writes than there are steps",
    sending(async (wire, request) => {
      if (isSingle(request)) await wire.send(request, calm);
      return wire.send(request, calm);
    }),
    /writes: \d+, for \d+ steps/,
  ],
  [
    "a write that is sent twice",
    sending(async (wire, request) => {
      if (isSingle(request) && request.method === "PUT") await wire.send(request, calm);
      return wire.send(request, calm);
    }),
    /idle: .* is written as it is/,
  ],
])("the simulation of the made-up product notices %s", (_, lie, text) => expecting(lie, text));

test("the simulation of the made-up product notices kinds that are written in another order", () => {
  const of = { parent: "s1", at: 0 } as const;
  const policy = { ...of, kind: "policy", id: "p1" } as const;
  const route = { ...of, kind: "route", id: "r1", operation: "update" } as const;
  expect(judgeKindOrder([route, { ...policy, operation: "create" }])).toEqual([
    "order: p1 is written after r1",
  ]);
  expect(judgeKindOrder([{ ...policy, operation: "remove" }, route])).toEqual([
    "order: p1 is removed before r1",
  ]);
  expect(judgeKindOrder([{ ...policy, operation: "create" }, route])).toEqual([]);
});

test("the simulation of the made-up product notices batches that it takes no longer, and too many at once", () => {
  const sent = { method: "POST", path: "/regions/R1/batches", body: { actions: [] } } as const;
  const faultsOf = (refuses: boolean) => {
    const faults: string[] = [];
    const habits = { batchMs: 60_000, refusesBatch: () => refuses, saysWhich: true, running: 1 };
    const batches = new ProductBatches(habits, faults);
    for (const now of [0, 1, 2, 5000]) batches.answer(sent, now);
    return faults;
  };
  expect(faultsOf(true)).toEqual(["a batch at 5000, after three in a row were refused"]);
  expect(faultsOf(false)).toContain("a batch at 5000, while 3 are under way");
});
