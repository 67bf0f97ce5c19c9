/** Writes that have waited for a worker for a long time, for example because their first worker was killed. */

import { expect, test } from "vitest";
import { openCallers } from "../../src/database/callers.ts";
import { terms } from "../../src/database/terms.ts";
import { work } from "../../src/database/work.ts";
import { sessionHost } from "../../src/engine/elsewhere/session-host.ts";
import { notOwned } from "../../src/model/journal.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { callText } from "../../src/sessions/codec.ts";
import { HiddenByName } from "../../src/sessions/hidden-names.ts";
import type { SessionCall } from "../../src/sessions/port.ts";
import { MemoryDatabase } from "./memory.ts";

/** Returns what a worker answers to a call that was sent this long before. */
async function answered({ ms, is }: { readonly ms: number; readonly is: "write" | "post" }) {
  let now = 0;
  const memory = new MemoryDatabase(() => now);
  const ended = new AbortController();
  const reached: SessionCall[] = [];
  const host = sessionHost({
    world: { clock, random: Math.random },
    budgets: new Budgets(clock),
    log: { level: "silent", format: "json" },
    bundles: async () => undefined,
    secretsOf: () => ({ env: {} }),
    name: "worker",
  });
  const callers = openCallers({ rows: memory.callerRows("server"), clock, newId: runId });
  const ask = callText({ by: "run", ask: { is, write: {}, text: "" } }, new HiddenByName());
  const call = { bundle: "b", shard: "s", target: "cloud", ask, isWrite: true };
  const { signal } = new AbortController();
  const leaving = async () => undefined;
  const answer = callers.sessions("apply").call(call, { signal, listener: () => {}, leaving });
  await clock.wait(20);
  now += ms;
  const working = work({
    rows: memory.workerRows("worker"),
    host: {
      answer: async (each) => {
        reached.push(each);
        return { is: "answered", answer: "{}", requests: 0 };
      },
      unsent: (each) => host.unsent?.(each),
      release: async () => {},
      close: async () => {},
    },
    clock,
    newId: runId,
    worker: { name: "worker", version: "0" },
    most: 5,
    signal: ended.signal,
  });
  const said = await answer;
  ended.abort(new Error("ended"));
  await working;
  await callers.close();
  return { said, reached };
}

test("are given back unsent, so that they are read again at once and take no turn of the rate limit", async () => {
  const { said, reached } = await answered({ ms: terms.fresh + 100, is: "write" });
  expect(reached).toEqual([]);
  expect(said).toMatchObject({ is: "answered", requests: 0, answer: expect.stringContaining(notOwned) });
});

test("are carried out as long as what was read for them is fresh, and a message to a room however long it waited", async () => {
  expect((await answered({ ms: terms.fresh - 1000, is: "write" })).reached).toHaveLength(1);
  expect((await answered({ ms: terms.fresh + 100, is: "post" })).reached).toHaveLength(1);
});
