/** Several projects that are open in one process. They share the limits of an origin and of an organization. */

import { describe, expect, test } from "vitest";
import type { OpenTarget } from "../../src/drivers/contract/contract.ts";
import { assemble } from "../../src/engine/assemble.ts";
import { openContext } from "../../src/engine/open.ts";
import { makePlan } from "../../src/engine/reconcile.ts";
import type { Target } from "../../src/model/project.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { readProject } from "../../src/project/read.ts";
import { folder, projectFor, simulator } from "../cli/command.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";

const ok: WireReply = { outcome: "answered", status: 200, headers: {}, text: "[]" };
const forever = new AbortController().signal;

/** Starts a server for all projects. A test opens each project when it wants to. */
function world({ ms = 50, reply = () => ok }: { ms?: number; reply?: (project: string) => WireReply } = {}) {
  const clock = new VirtualClock();
  const budgets = new Budgets(clock);
  const sent: { readonly at: number; readonly by: string }[] = [];
  const flying = { now: 0, most: 0 };
  const wireOf = (by: string): Wire => ({
    send: async () => {
      sent.push({ at: clock.now(), by });
      flying.now += 1;
      flying.most = Math.max(flying.most, flying.now);
      await clock.wait(ms);
      flying.now -= 1;
      return reply(by);
    },
  });
  const open = (by: string, limits: Target["limits"], more: Partial<Target> = {}, own = budgets) => {
    const target: Target = {
      ...{ name: "cloud", interface: "dashboard", dialect: "neutral", url: "https://api.example.net" },
      ...{ hosts: [], tls: {}, credential: { apiKey: { secret: "env:KEY" } }, settings: {}, limits },
      at: { file: "trueup.yaml", line: 1, column: 1 },
      ...more,
    };
    const secrets = new Map(["env:KEY", "env:NAME"].map((name) => [name, new Secret("k")]));
    const ports = { clock, random: seeded(1), listener: () => {}, secrets, budgets: own };
    const [opened] = assemble([{ target, wire: wireOf(by) }], ports);
    if (!opened) throw new Error("there is no target");
    return opened;
  };
  /** Returns the maximum number of requests in any second after `from`, of all projects together. */
  const mostInASecond = (from = 0) =>
    Math.max(
      ...sent.map(
        ({ at }) => sent.filter((one) => one.at >= Math.max(at, from) && one.at < at + 1000).length,
      ),
    );
  return { clock, open, sent, flying, mostInASecond };
}

/** Sends this number of concurrent reads of one project. */
function reads({ session, driver }: OpenTarget, count: number, scope = {}, signal = forever) {
  const { collection } =
    driver.kinds.find(({ name }) => ["organization", "deviceConfig"].includes(name)) ?? {};
  const request = { collection: collection?.name ?? "", scope, wanted: [] };
  return Promise.all(Array.from({ length: count }, () => session.read(request, signal)));
}

const close = ({ session }: OpenTarget) => session.close?.(forever);

describe("two projects on one controller", () => {
  test("send no more together than its limit, and get about the same", async () => {
    const { clock, open, sent, mostInASecond } = world();
    const [one, other] = [open("one", { requestsPerSecond: 5 }), open("other", { requestsPerSecond: 5 })];
    await clock.run(Promise.all([reads(one, 40), reads(other, 20)]));
    expect(mostInASecond()).toBe(5);
    const until = sent.findLastIndex(({ by }) => by === "other");
    const byOne = sent.slice(0, until).filter(({ by }) => by === "one").length;
    expect(byOne).toBeGreaterThan(15);
    expect(byOne).toBeLessThan(25);
  });

  test("keep to the lower of their limits while both are open, and the other goes on with its own", async () => {
    const { clock, open, sent, mostInASecond } = world();
    const [one, other] = [open("one", { requestsPerSecond: 10 }), open("other", { requestsPerSecond: 2 })];
    await clock.run(Promise.all([reads(one, 10), reads(other, 10)]));
    expect(mostInASecond()).toBe(2);
    await clock.run(Promise.resolve(close(other)));
    const [begun, before] = [clock.now(), sent.length];
    await clock.run(reads(one, 50));
    expect((clock.now() - begun) / 1000).toBeLessThan(6);
    expect(sent.slice(before).every(({ by }) => by === "one")).toBe(true);
    expect(mostInASecond(begun + 1000)).toBe(10);
  });

  test("have no more in flight together than the lower of their limits, and then the other's own", async () => {
    const { clock, open, flying } = world({ ms: 3000 });
    const fast = { requestsPerSecond: 1000 };
    const [one, other] = [
      open("one", { ...fast, concurrency: 4 }),
      open("other", { ...fast, concurrency: 2 }),
    ];
    await clock.run(Promise.all([reads(one, 20), reads(other, 20)]));
    expect(flying.most).toBe(2);
    await clock.run(Promise.resolve(close(other)));
    await clock.run(reads(one, 20));
    expect(flying.most).toBe(4);
  });

  test("wait together where one of them was told to, also when that one has closed and is opened again", async () => {
    let replies = 0;
    const throttled = { ...ok, status: 429, headers: { "retry-after": "60" } } as const;
    const { clock, open, sent } = world({ reply: () => (++replies === 1 ? throttled : ok) });
    const [one, other] = [open("one", {}), open("other", {})];
    const stop = new AbortController();
    const stopped = reads(one, 1, {}, stop.signal).catch(() => "stopped");
    await clock.run(clock.wait(1000));
    stop.abort(new Error("interrupted"));
    expect(await clock.run(stopped)).toBe("stopped");
    await close(one);
    await clock.run(Promise.all([reads(other, 1), reads(open("again", {}), 1)]));
    expect(sent.slice(1).every(({ at }) => at >= 60_000)).toBe(true);
    expect(sent).toHaveLength(3);
  });

  test("send nothing for a while when one of them gets nothing but 429 for ten minutes", async () => {
    const throttled = { ...ok, status: 429, headers: { "retry-after": "5" } } as const;
    const { clock, open, sent } = world({ reply: () => throttled });
    const [one, other] = [open("one", {}), open("other", {})];
    await clock.run(reads(one, 50));
    const before = sent.length;
    const [barred] = await clock.run(reads(other, 1));
    expect(barred).toMatchObject({ state: "unknown", problem: { code: "circuit-open" } });
    expect(sent).toHaveLength(before);
  });

  test("do not hold each other up by what one of them has given up, or by closing", async () => {
    const { clock, open, sent } = world({ ms: 1000 });
    const limits = { requestsPerSecond: 1, concurrency: 1 };
    const [one, other] = [open("one", limits), open("other", limits)];
    const stop = new AbortController();
    const stopped = reads(one, 100, {}, stop.signal).catch(() => "stopped");
    const going = reads(other, 5);
    await clock.run(clock.wait(1500));
    stop.abort(new Error("interrupted"));
    expect(await clock.run(stopped)).toBe("stopped");
    await close(one);
    expect(await clock.run(going)).toHaveLength(5);
    expect(sent.filter(({ by }) => by === "one").length).toBeLessThanOrEqual(2);
    expect(clock.now()).toBeLessThan(15_000);
  });

  test("share nothing where each has its own time, or another origin", async () => {
    const { clock, open, mostInASecond } = world();
    const limits = { requestsPerSecond: 5 };
    const apart = open("other", limits, {}, new Budgets(clock));
    const elsewhere = open("third", limits, { url: "https://api.example.org" });
    await clock.run(Promise.all([reads(open("one", limits), 20), reads(apart, 20), reads(elsewhere, 20)]));
    expect(mostInASecond()).toBe(15);
  });
});

test("two projects on one fleet are at a device one after the other, and at others meanwhile", async () => {
  const { clock, open, flying, sent } = world({ ms: 1000 });
  const url = "https://{host}.example.net";
  const credential = { username: { secret: "env:NAME" }, password: { secret: "env:KEY" } };
  const fleet = { interface: "restconf", url, credential, hosts: [".example.net"] } as const;
  const limits = { requestsPerSecond: 1000, concurrencyPerHost: 1 };
  const [one, other] = [open("one", limits, fleet), open("other", limits, fleet)];
  await clock.run(Promise.all([reads(one, 2, { host: "r1" }), reads(other, 2, { host: "r1" })]));
  expect([flying.most, sent.length]).toEqual([1, 4]);
  await clock.run(Promise.all([reads(one, 2, { host: "r1" }), reads(other, 2, { host: "r2" })]));
  expect(flying.most).toBe(2);
});

describe("what a budget has learned", () => {
  test("is kept for an hour after the last has closed, and longer while its pause goes on", async () => {
    const clock = new VirtualClock();
    const budgets = new Budgets(clock);
    const once = (key: string) => {
      const target = budgets.open();
      const all = [
        target.of(key, 5),
        target.inFlight(key, { start: 1, most: 2 }),
        target.semaphore(key, 3),
      ] as const;
      target.close();
      return all;
    };
    const [first, paused] = [once("a"), once("b")];
    paused[0].throttled(8_000_000);
    await clock.run(clock.wait(3_599_000));
    expect(once("a").map((each, at) => each === first[at])).toEqual([true, true, true]);
    await clock.run(clock.wait(3_601_000));
    expect(once("a").map((each, at) => each === first[at])).toEqual([false, false, false]);
    expect(once("b")[0]).toBe(paused[0]);
  });

  test("is not forgotten while it is open, and who is closed sets no limit", async () => {
    const clock = new VirtualClock();
    const budgets = new Budgets(clock);
    const [one, closed] = [budgets.open(), budgets.open()];
    const budget = one.of("a", 10);
    closed.close();
    expect(closed.of("a", 1)).toBe(budget);
    expect(budget.rate()).toBeCloseTo(9.85);
    await clock.run(clock.wait(10_000_000));
    budgets.open();
    expect(one.of("a", 10)).toBe(budget);
    expect(budgets.open().of("a", 20)).toBe(budget);
  });
});

test("two projects that a program opens keep to one limit together, without being told of each other", async () => {
  const served = await simulator();
  const networks = Array.from(
    { length: 5 },
    (_, n) => `  n${n}: { name: Network ${n}, ssids: { 0: { name: a } } }\n`,
  );
  const cwd = await folder({
    "trueup.yaml": projectFor(served).replace("requestsPerSecond: 1000", "requestsPerSecond: 5"),
    "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}`,
  });
  const { read, problems } = await readProject(cwd);
  if (!read) throw new Error(JSON.stringify(problems));
  const left: number[] = [];
  const opening = { env: { DASHBOARD_API_KEY: "simulated-api-key" }, secrets: "shown" } as const;
  const listener = (event: { readonly type: string }) =>
    void (event.type === "request" && left.push(performance.now()));
  const log = { level: "silent", format: "json" } as const;
  const all = [1, 2, 3].map(async () => {
    const { context } = await openContext(read, { ...opening, log, listener });
    if (!context) throw new Error("it cannot be opened");
    for (let n = 0; n < 2; n += 1) await makePlan(context, {}, forever);
    await context.close();
  });
  await Promise.all(all);
  expect(left.length).toBeGreaterThan(10);
  // Requests are counted in windows of 900 ms, because a request that arrives here may have been sent some milliseconds
  // earlier.
  const most = Math.max(...left.map((at) => left.filter((one) => one >= at && one < at + 900).length));
  expect(most).toBeLessThanOrEqual(5);
});
