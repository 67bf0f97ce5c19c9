/** A history in trouble notices records, plans and wires that lie. */

import { describe, expect, test } from "vitest";
import { emptyMemory } from "../../src/model/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import type { HistoryLie } from "./histories/histories.ts";
import { judgeTroubledHistory } from "./histories/troubled.ts";

const isOwn = ({ url }: WireRequest) => !url.endsWith("/token");

/** Each request of this method is carried out, or answered, otherwise. */
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
    "something is written that no step is for",
    { plan: (plan) => ({ ...plan, steps: [], changes: [] }) },
    /written: .*, which no step was for/,
  ],
];

describe("a history in trouble notices", () => {
  test.each(lies)("that %s", { timeout: 120_000 }, async (_, lie, text) => {
    const said: string[] = [];
    for (let seed = 1; seed <= 300 && !said.some((line) => text.test(line)); seed += 1)
      said.push(...(await judgeTroubledHistory(seed, lie)));
    expect(said).toContainEqual(expect.stringMatching(text));
  });
});
