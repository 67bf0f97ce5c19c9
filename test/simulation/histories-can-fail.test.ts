/** Tests the judges (checks) of a history in trouble: they notice false records, plans and networks. */

import { describe, test } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { emptyMemory } from "../../src/model/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { problem } from "../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import type { HistoryLie } from "./histories/histories.ts";
import { judgeTroubledHistory } from "./histories/troubled.ts";
import { noticing } from "./lies/noticing.ts";

const isOwn = ({ url }: WireRequest) => !url.endsWith("/token");

/** Returns a planted fault that carries out, or answers, each request with this method differently. */
const sending = (
  method: string,
  send: (request: WireRequest, on: (request: WireRequest) => Promise<WireReply>) => Promise<WireReply>,
): HistoryLie => ({
  between: (wire) => ({
    send: (request, signal) =>
      request.method === method && isOwn(request)
        ? send(request, (one) => wire.send(one, signal))
        : wire.send(request, signal),
  }),
});

const blamed = ({ changes, ...plan }: Plan): Plan => ({
  ...plan,
  changes: changes.map((change) => (change.action === "create" ? { ...change, cause: "drift" } : change)),
});

const lies: readonly (readonly [string, HistoryLie, RegExp])[] = [
  ["what the record remembers is forgotten", { memory: () => emptyMemory }, /renamed: create /],
  ["what is to be made is called removed", { plan: blamed }, /blame: create .* is called drift/],
  [
    "nothing is said of a rename by hand",
    {
      plan: ({ changes, ...plan }) => ({
        ...plan,
        changes: changes.filter((one) => one.action !== "update"),
      }),
    },
    /renamed: nothing is said of/,
  ],
  [
    "each create is sent twice",
    sending("POST", async (request, send) => {
      await send(request);
      return send(request);
    }),
    /twins: .* was made 2 times/,
  ],
  [
    "changes are answered, and not carried out",
    sending("PUT", async () => ({ outcome: "answered", status: 200, headers: {}, text: "{}" })),
    /settled: /,
  ],
  [
    "what is to be written is called moved",
    {
      plan: (plan) => ({
        ...plan,
        changes: [],
        unknown: plan.steps.map(({ address }) => ({ address, problem: problem("moved-live", "it is not") })),
      }),
    },
    /blame: .* is said to be moved-live/,
  ],
  [
    "creates are of another name",
    sending("POST", (request, send) => {
      const { name, ...rest } = isObject(request.body) ? request.body : {};
      return send({ ...request, body: { ...rest, name: `${String(name)} other` } });
    }),
    /twins: .* was made, and nobody declares it/,
  ],
  [
    "changes are refused in the end",
    sending("PUT", async () => ({ outcome: "answered", status: 403, headers: {}, text: "{}" })),
    /settled: .* is failed/,
  ],
  [
    "something is written that no step is for",
    { plan: (plan) => ({ ...plan, steps: [], changes: [] }) },
    /written: .*, which no step was for/,
  ],
];

describe("a history in trouble notices", () => {
  test.each(lies)("that %s", { timeout: 120_000 }, async (_, lie, text) => {
    await noticing((seed) => judgeTroubledHistory(seed, lie), text, { to: 300 });
  });
});
