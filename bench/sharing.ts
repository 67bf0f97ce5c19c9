/** Measures how two runs share one limit, and how many of their requests are refused, in virtual time. */

import type { Limiter } from "../src/model/project.ts";
import type { WireReply } from "../src/model/wire.ts";
import { Budgets } from "../src/pace/budgets.ts";
import { pacedWire } from "../src/pace/wire.ts";
import { admit, freshLimiter } from "../src/simulator/limiter.ts";
import type { LimiterModel } from "../src/simulator/wire/settings.ts";
import { randomFrom } from "./random.ts";
import { median, percent, type Row, table } from "./table.ts";
import { VirtualClock } from "./virtual-clock.ts";

const limit = 10;
/** The number of waiting requests per run. */
const waiting = 10;

interface Sharing {
  readonly model: LimiterModel;
  readonly known?: Limiter | undefined;
  /** The requests per second of a client that has no pacing and ignores 429. */
  readonly stranger: number;
  readonly seed: number;
  readonly forMs: number;
}

/** Measures two runs under each kind of limiter: alone, and next to a client that takes three tenths of the limit. */
export async function sharing(smallest: boolean): Promise<string> {
  const seeds = smallest ? [1] : [1, 2, 3, 4, 5];
  const forMs = smallest ? 2000 : 600_000;
  const rows: Row[] = [];
  for (const stranger of [0, 3])
    for (const { what, ...server } of servers) {
      const courses: Course[] = [];
      for (const seed of seeds) courses.push(await shared({ ...server, stranger, seed, forMs }));
      rows.push({
        server: `${what}${stranger > 0 ? `, ${stranger} a second of another client` : ""}`,
        "used of what is left": percent(median(courses.map(({ used }) => used))),
        "the lesser of the two": percent(median(courses.map(({ least }) => least))),
        "answers of 429": percent(median(courses.map(({ refused }) => refused))),
      });
    }
  return table(`Sharing: two runs on one key of ${limit} a second, for ${forMs / 60_000} min`, rows);
}

const servers: readonly (Pick<Sharing, "model" | "known"> & { readonly what: string })[] = [
  { what: "token bucket", model: "tokenBucket" },
  {
    what: "token bucket, known to be one",
    model: "tokenBucket",
    known: { is: "tokenBucket", burst: limit },
  },
  { what: "fixed window", model: "fixedWindow" },
  { what: "sliding window", model: "slidingWindow" },
];

interface Course {
  readonly used: number;
  readonly least: number;
  readonly refused: number;
}

async function shared({ model, known, stranger, seed, forMs }: Sharing): Promise<Course> {
  const clock = new VirtualClock();
  const chance = randomFrom(seed);
  let state = freshLimiter(limit, 0);
  const accepted = [0, 0];
  let refused = 0;
  const arrives = () => {
    const { admitted, state: next } = admit(state, clock.now(), { model, ratePerSecond: limit });
    state = next;
    return admitted;
  };
  const run = async (number: number) => {
    const budgets = new Budgets(clock).open();
    const send = async (): Promise<WireReply> => {
      await clock.wait(10 + chance() * 50);
      const admitted = arrives();
      if (admitted) accepted[number] = (accepted[number] ?? 0) + 1;
      else refused += 1;
      await clock.wait(100 + chance() * 200);
      const headers: Record<string, string> = admitted ? {} : { "retry-after": "1" };
      return { outcome: "answered", status: admitted ? 200 : 429, headers, text: "" };
    };
    const on = { target: "cloud", clock, random: chance, listener: undefined };
    const wire = pacedWire({ ...on, budget: (key) => budgets.of(key, limit, known) }, { send });
    const signal = new AbortController().signal;
    const one = async () => {
      while (clock.now() < forMs)
        await wire.send({ method: "PUT", url: "https://a.example/x", headers: {} }, signal);
    };
    await Promise.all(Array.from({ length: waiting }, one));
  };
  let theirs = 0;
  const others = async () => {
    while (stranger > 0 && clock.now() < forMs) {
      await clock.wait((1000 / stranger) * (0.5 + chance()));
      if (arrives()) theirs += 1;
    }
  };
  const all = Promise.all([run(0), run(1), others()]);
  await clock.run();
  await all;
  const [one = 0, other = 0] = accepted;
  const sent = one + other;
  return {
    used: sent / ((limit * clock.now()) / 1000 - theirs),
    least: Math.min(one, other) / sent,
    refused: refused / (sent + refused),
  };
}
