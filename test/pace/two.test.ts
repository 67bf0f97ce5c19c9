/** Two runs with one key. Each has a pacer of its own, and one server counts the requests of both. */

import { describe, expect, test } from "vitest";
import type { Limiter as KnownLimiter } from "../../src/model/project.ts";
import type { WireReply } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";
import { fixedWindow, type Limiter, slidingWindow, tokenBucket } from "./server.ts";

const forever = new AbortController().signal;

interface Sharing {
  readonly limiter: Limiter;
  readonly known?: KnownLimiter;
  readonly seed: number;
  /** When the second run begins. Default: together with the first run. */
  readonly laterMs?: number;
  readonly forMs: number;
  /** When the first run ends. Default: together with the second run. */
  readonly firstEndsMs?: number;
  /** When counting begins. Default: when both runs are running. */
  readonly countFromMs?: number;
}

/**
 * Returns how many requests of each run the server admits while requests are counted, at a limit of 10 per second. Also
 * returns the number of refusals.
 */
async function sharing({ limiter, known, seed, laterMs = 0, forMs, ...more }: Sharing) {
  const { firstEndsMs = forMs, countFromMs = laterMs } = more;
  const clock = new VirtualClock();
  const random = seeded(seed);
  const accepted = [0, 0];
  let refused = 0;
  const run = async (number: 0 | 1) => {
    const budgets = new Budgets(clock).open();
    const wire = pacedWire(
      {
        ...{ target: "cloud", clock, random, listener: undefined },
        budget: (key) => budgets.of(key, 10, known),
      },
      {
        send: async (): Promise<WireReply> => {
          await clock.wait(10 + random() * 50);
          const admitted = limiter(clock.now());
          const counts = clock.now() >= countFromMs && clock.now() < forMs;
          if (counts && admitted) accepted[number] = (accepted[number] ?? 0) + 1;
          if (counts && !admitted) refused += 1;
          await clock.wait(100 + random() * 200);
          const headers: Record<string, string> = admitted ? {} : { "retry-after": "1" };
          return { outcome: "answered", status: admitted ? 200 : 429, headers, text: "" };
        },
      },
    );
    await clock.wait(number * laterMs);
    const one = async () => {
      while (clock.now() < (number === 0 ? firstEndsMs : forMs))
        await wire.send({ method: "PUT", url: "https://a.example/x", headers: {} }, forever);
    };
    await Promise.all(Array.from({ length: 10 }, one));
  };
  await clock.run(Promise.all([run(0), run(1)]));
  const [one = 0, other = 0] = accepted;
  const all = one + other;
  return {
    used: all / ((forMs - countFromMs) / 1000) / 10,
    least: Math.min(one, other) / all,
    refused: refused / (all + refused),
  };
}

describe("two runs on one key", () => {
  test.each<readonly [string, () => Limiter, KnownLimiter | undefined, number]>([
    ["a bucket of one second", () => tokenBucket(10, 10), undefined, 0.97],
    ["a bucket that is known to be one", () => tokenBucket(10, 10), { is: "tokenBucket", burst: 10 }, 0.97],
    ["a bucket of two seconds", () => tokenBucket(10, 20), undefined, 0.97],
    ["a sliding window", () => slidingWindow(10), undefined, 0.8],
    ["a fixed window", () => fixedWindow(10, 300), undefined, 0.83],
  ])(
    "share %s about evenly, use most of it, and few requests are refused",
    async (_, limiter, known, least) => {
      for (const [laterMs, seed] of [
        [0, 1],
        [60_000, 2],
      ] as const) {
        const got = await sharing({
          limiter: limiter(),
          ...(known && { known }),
          seed,
          laterMs,
          forMs: 240_000,
        });
        expect(got.used).toBeGreaterThanOrEqual(least);
        expect(got.least).toBeGreaterThanOrEqual(0.35);
        expect(got.refused).toBeLessThan(0.035);
      }
    },
  );

  test("leave all of it to the one that goes on, within two minutes", async () => {
    const limiter = tokenBucket(10, 10);
    const { used } = await sharing({
      limiter,
      seed: 1,
      forMs: 240_000,
      firstEndsMs: 60_000,
      countFromMs: 180_000,
    });
    expect(used).toBeGreaterThanOrEqual(0.94);
  });
});
