/**
 * Simulates requests of a run that is stopped, or has lost its lock. Nothing more may be sent, and the results of sent
 * requests must still be reported.
 */

import type { Wire, WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { Budgets } from "../../../../src/pace/budgets.ts";
import { pacedWire } from "../../../../src/pace/wire.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";

/** What is reported about a request: its answer, or that it was not begun. */
type Told = WireReply["outcome"] | "not begun";

/** Falsifies the reported result, to test that the checks notice it. */
export type StoppedLie = (told: Told) => Told;

interface Asked {
  readonly request: WireRequest;
  readonly joined: number;
  left?: number;
  told?: Told;
}

/**
 * | a request                     | report                             |
 * | ----------------------------- | ---------------------------------- |
 * | a write that was already sent | the server's answer                |
 * | a read that was already sent  | the same, or that it was not begun |
 * | not sent yet                  | not begun; and it is never sent    |
 */
export async function judgeStopped(
  seed: number,
  lie: StoppedLie = (told) => told,
): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 39);
  const clock = new VirtualClock();
  const stopped = new AbortController();
  const stoppedAt = under(draw, 3000);
  const latencyMs = pick(draw, [0, 20, 400, 2500]);
  const asked = Array.from({ length: 1 + under(draw, 8) }, (_, number): Asked => {
    const slowMs = pick(draw, [0, 0, 100, 900]);
    const method = pick(draw, ["GET", "PUT", "PUT"]);
    const leaving = async () => {
      await clock.wait(slowMs);
      return undefined;
    };
    return {
      joined: maybe(draw, 0.5) ? 0 : under(draw, 4000),
      request: {
        ...{ method, url: "https://paced.example.net/", headers: { number: `${number}` }, budget: "a" },
        ...(method === "PUT" && { leaving }),
      },
    };
  });
  const server: Wire = {
    send: async ({ headers }, signal) => {
      const one = asked[Number(headers.number)];
      if (one) one.left = clock.now();
      // An aborted signal ends the wait, as it would end a connection.
      await clock.wait(latencyMs, signal);
      return { outcome: "answered", status: 200, headers: {}, text: "" };
    },
  };
  const own = new Budgets(clock).open();
  const wire = pacedWire(
    {
      ...{ target: "t", clock, random: draw, listener: () => {}, retryAfterMaxMs: 60_000 },
      budget: (key) => own.of(key, 4),
    },
    server,
  );
  const send = async (one: Asked) => {
    await clock.wait(one.joined);
    try {
      one.told = lie((await wire.send(one.request, stopped.signal)).outcome);
    } catch {
      one.told = lie("not begun");
    }
  };
  const stop = async () => {
    await clock.wait(stoppedAt);
    stopped.abort(new Error("stopped"));
  };
  await clock.run(Promise.all([...asked.map(send), stop()]));
  return asked.flatMap(({ request: { method }, left, told }, number) => {
    const text = `stopped: ${method} ${number} at ${stoppedAt}`;
    if (left !== undefined && left > stoppedAt) return [`${text} leaves at ${left}`];
    const may: readonly Told[] =
      left === undefined ? ["not begun"] : method === "GET" ? ["answered", "not begun"] : ["answered"];
    return told !== undefined && may.includes(told) ? [] : [`${text}, left at ${left}, is told ${told}`];
  });
}
