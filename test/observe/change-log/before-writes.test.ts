/**
 * With `logLateSeconds`, apply reads the log before its writes. If somebody has changed something since the plan, this
 * stays a conflict.
 */

import { describe, expect, test } from "vitest";
import { judgeBeforeWrites } from "./judge-before-writes.ts";
import { count, declared, honest, type LogLies, staged } from "./staged.ts";

type Staged = ReturnType<typeof staged>;
const renamed = declared((network, slot) => (slot === 0 ? `${network}-new` : `${network}-${slot}`));

interface Applying {
  readonly lies?: Partial<LogLies>;
  readonly limits?: string;
  readonly settings?: string;
  readonly text?: string;
  /** Makes somebody's change before the plan, and returns how long before the plan it happens, in milliseconds. */
  readonly earlier?: (on: Staged) => number;
  /** Makes somebody's change between plan and apply. */
  readonly before?: (on: Staged) => void;
  /** How long after the plan the apply begins, in milliseconds. */
  readonly after?: number;
}

/** Plans and later applies new names for one SSID of each network. */
async function applied({
  lies,
  limits,
  settings,
  text = renamed,
  earlier,
  before,
  after = 20_000,
}: Applying) {
  const said = { limits: limits ?? "{ logLateSeconds: 30 }", ...(settings && { settings }) };
  const on = staged({ ...honest() }, text, said);
  if (earlier) await on.clock.run(on.clock.wait(earlier(on)));
  const made = await on.plan();
  Object.assign(on.lies, lies);
  const begun = on.network.log().length;
  before?.(on);
  const { settled } = await on.apply(made, { after });
  const sent = on.network.log().slice(begun);
  const first = sent.findIndex(({ method }) => method !== "GET");
  const last = sent.findLastIndex(({ method }) => method !== "GET");
  const isList = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && path.includes("/ssids");
  const states = settled.map(({ outcome }) => outcome.state);
  const warned = on.events.flatMap((one) => (one.type === "warned" ? [one.problem.message] : []));
  const nameOf = (network: string) => {
    const ssid = on.network.world.dashboard.networks.get(network)?.ssids.get(0);
    return ssid?.fields.name;
  };
  const reads = sent.slice(0, last).filter(isList).length;
  return { on, states, reads, firstAt: sent[first], warned, nameOf, settled };
}

function theirs(on: Staged, at: number, ssid = 0): void {
  void on.clock.wait(at).then(() => {
    on.network.change({ interface: "dashboard", network: "N_2", ssid, set: { name: "Theirs" } } as never);
  });
}

const all = Array.from({ length: count }, () => "applied");

describe("what the plan has read", () => {
  test("is not read again before the writes where the log shows no change, however old it is", async () => {
    expect(await applied({})).toMatchObject({ states: all, reads: 0 });
    expect(await applied({ after: 3_600_000 })).toMatchObject({ states: all, reads: 0 });
  });

  test("is read again where the target does not say how late its log is", async () => {
    expect(await applied({ limits: "{}" })).toMatchObject({ states: all, reads: count });
  });

  test.each([1, 5000, 10_000, 14_000])(
    "is a conflict where somebody has changed it %i ms after",
    async (at) => {
      const { states, nameOf, reads } = await applied({ before: (on) => theirs(on, at) });
      expect([states.filter((one) => one === "failed").length, nameOf("N_2")]).toEqual([1, "Theirs"]);
      expect(reads).toBe(1);
    },
  );

  test("is read, and written, where somebody has changed something beside it", async () => {
    const { states, reads } = await applied({ before: (on) => theirs(on, 10_000, 7) });
    expect([states, reads]).toEqual([all, 1]);
  });

  test("is held where the log is as late as it may be, and somebody was quicker than that", async () => {
    const before = (on: Staged) => theirs(on, 10_000);
    const { nameOf } = await applied({ lies: { lateMs: 29_000 }, before, after: 45_000 });
    expect(nameOf("N_2")).toBe("Theirs");
  });
});

test("what the log shows only after our write is written over, and told with the name of who changed it", async () => {
  const before = (on: Staged) => {
    theirs(on, 10_000);
    const isSent = () => on.network.log().some(({ method }) => method === "POST");
    on.lies.lost = (label) => label === "Network" && !isSent();
  };
  const { states, nameOf, warned } = await applied({ before });
  expect([states, nameOf("N_2")]).toEqual([all, "site-2-new"]);
  const told =
    /^cloud\/ssid\/site-2\.0: Somebody Else changed it at \S+, and this apply has overwritten that change, because .* too late\.$/;
  expect(warned).toEqual([expect.stringMatching(told)]);
  expect(await applied({})).toMatchObject({ warned: [] });
  expect(await applied({ before: (on) => theirs(on, 5000) })).toMatchObject({ warned: [] });
});

describe("what the plan has read, and others or this run have written", () => {
  test.each([
    [130_000, 0],
    [60_000, 1],
  ])("%i ms before it takes %i reads: the clocks may differ by a minute each way", async (ms, lists) => {
    const earlier = (on: Staged) => {
      const set = { name: "site-3-0 once" };
      on.network.change({ interface: "dashboard", network: "N_3", ssid: 0, set } as never);
      return ms;
    };
    expect(await applied({ earlier })).toMatchObject({ states: all, reads: lists });
  });

  test("is not read for what this run has changed in the network itself, or in another SSID of it", async () => {
    const text = renamed
      .replaceAll(", ssids: {", ", notes: by Git, ssids: {")
      .replaceAll(/1: { name: (site-\d)-1/g, "1: { name: $1-too");
    const slow = { limits: "{ logLateSeconds: 1, requestsPerSecond: 0.5 }", settings: "{ batches: 'off' }" };
    const { states, reads } = await applied({ ...slow, text });
    expect([states, reads]).toEqual([[...all, ...all, ...all], 0]);
  });
});

describe("all lists are read before the writes", () => {
  const cases: readonly (readonly [string, Partial<LogLies>])[] = [
    ["cannot be read", { failing: 0 }],
    ["has another clock", { skewMs: 90_000 }],
    ["has a clock that is behind", { skewMs: -90_000 }],
  ];
  test.each(cases)("where the log %s", async (_, lies) => {
    const before = (on: Staged) => theirs(on, 10_000);
    const { reads, nameOf, states } = await applied({ lies, before });
    expect(reads).toBe(count);
    expect([states.filter((one) => one === "failed").length, nameOf("N_2")]).toEqual([1, "Theirs"]);
  });

  test("where it has an entry of something that is not listed: a template may change what is in networks", async () => {
    const before = (on: Staged) =>
      on.network.change({
        ...{ interface: "dashboard", network: "made", organizationId: "O_1" },
        set: { name: "made" },
      } as never);
    expect(await applied({ before })).toMatchObject({ states: all, reads: count });
  });

  test("once it lacks a write of this run for longer than it may: it is later than the target says", async () => {
    const slow = {
      limits: "{ logLateSeconds: 1, requestsPerSecond: 0.2, concurrency: 1 }",
      settings: "{ batches: 'off' }",
    };
    const told = await applied(slow);
    expect([told.states, told.reads]).toEqual([all, 0]);
    const { states, reads } = await applied({ ...slow, lies: { lateMs: 200_000 } });
    expect(states).toEqual(all);
    expect(reads).toBeGreaterThan(1);
  });
});

describe("somebody writes at any moment", () => {
  test("and is overwritten only in the last seconds before our write", async () => {
    for (let at = 500; at < 24_000; at += 1500) {
      const { on, nameOf, states } = await applied({
        limits: "{ logLateSeconds: 0 }",
        before: (stage) => theirs(stage, at),
      });
      const isKept = nameOf("N_2") === "Theirs";
      const post = on.network.log().find(({ method }) => method === "POST");
      const left = (post?.at ?? 0) - 5000;
      if (!isKept) expect(at).toBeGreaterThan(left);
      if (at < left) expect(states.filter((one) => one === "failed")).toHaveLength(1);
    }
  });
});

test.each([1, 2, 3, 4, 5, 6])(
  "drawn changes by others end the same by the log and by reads (%i)",
  async (seed) => {
    expect(await judgeBeforeWrites(seed)).toEqual([]);
  },
);

test("an outcome that differs is noticed", async () => {
  expect(await judgeBeforeWrites(1, (states) => states.slice(1))).not.toEqual([]);
});
