/** Requests that share a budget or an origin: their turns, their pauses, and the reports about them. */

import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/model/event.ts";
import { problem } from "../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budget } from "../../src/pace/budget.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const get: WireRequest = { method: "GET", url: "https://a.example/x", headers: {} };
const put: WireRequest = { ...get, method: "PUT" };
const forever = new AbortController().signal;
const answered = (status: number, headers: Record<string, string> = {}): WireReply => ({
  ...{ outcome: "answered", status, headers, text: "" },
});
const ok = answered(200);
const throttled = (seconds: number) => answered(429, { "retry-after": String(seconds) });
const held = problem("journal-unwritable", "the disk is full");
const barred: WireReply = { outcome: "blocked", problem: held };
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("timeout", "no answer") };

/** Returns a paced wire to a server. The server answers each request by its number, after `takes` milliseconds. */
function server(reply: (count: number) => WireReply, { perSecond = 10, takes = 0, maxMs = 900_000 } = {}) {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond: perSecond, clock });
  const sent: { readonly at: number; readonly method: string }[] = [];
  const events: RunEvent[] = [];
  const inner = {
    send: async ({ method }: WireRequest, signal: AbortSignal) => {
      const answer = reply(sent.push({ at: clock.now(), method }));
      if (takes > 0) await clock.wait(takes, signal);
      return answer;
    },
  };
  const listener = (event: RunEvent) => void events.push(event);
  const shared = { target: "cloud", budget: () => budget, clock, random: () => 0.5, listener };
  const wire = pacedWire({ ...shared, retryAfterMaxMs: maxMs }, inner);
  const all = (...requests: readonly WireRequest[]) =>
    clock.run(Promise.all(requests.map((each) => wire.send(each, forever))));
  return { clock, budget, sent, events, wire, all };
}

describe("a request that something is done for right before it leaves", () => {
  const delayed = (clock: VirtualClock, ms: number, what?: typeof held) => async () => {
    await clock.wait(ms);
    return what;
  };

  test("keeps the next one at a distance from when it left, not from when its turn came", async () => {
    const { clock, sent, all } = server(() => ok, { perSecond: 4 });
    await all({ ...put, leaving: delayed(clock, 700) });
    await all(put);
    expect(sent[0]?.at).toBe(700);
    expect(sent[1]?.at).toBeGreaterThanOrEqual(950);
  });

  test("is told as a write; a login, or a query by POST, is none", async () => {
    const { clock, events, all } = server(() => ok);
    const post: WireRequest = { ...get, method: "POST" };
    for (const one of [get, post, { ...post, leaving: delayed(clock, 0) }]) await all(one);
    const told = events.flatMap((event) => (event.type === "request" ? [event.isWrite] : []));
    expect(told).toEqual([false, false, true]);
  });

  test("costs the others nothing when it does not leave", async () => {
    const { clock, sent, all } = server(() => ok, { perSecond: 4 });
    await all({ ...put, leaving: delayed(clock, 700, held) });
    await all(put);
    expect(sent).toEqual([{ at: 700, method: "PUT" }]);
  });

  test("costs the others nothing when the run ends meanwhile", async () => {
    const { clock, sent, wire, all } = server(() => ok, { perSecond: 4 });
    const run = new AbortController();
    void clock.wait(100).then(() => run.abort(new Error("ended")));
    const ended = wire.send({ ...put, leaving: delayed(clock, 700) }, run.signal).catch(() => "ended");
    expect(await clock.run(ended)).toBe("ended");
    await all(put);
    expect(sent).toEqual([{ at: 700, method: "PUT" }]);
  });
});

test("a write goes before the reads that wait", async () => {
  const { sent, all } = server(() => ok);
  await all(get, get, put);
  expect(sent.map(({ method }) => method)).toEqual(["GET", "PUT", "GET"]);
});

test("an interruption breaks off a read that is under way at once, and waits for a write", async () => {
  const { clock, wire } = server(() => ok, { takes: 5000 });
  const run = new AbortController();
  const write = wire.send(put, run.signal);
  const read = wire.send(get, run.signal).catch(() => clock.now());
  void clock.wait(1000).then(() => run.abort(new Error("interrupted")));
  expect(await clock.run(read)).toBe(1000);
  expect(await clock.run(write)).toEqual(ok);
});

describe("a read that fails once", () => {
  test("holds up nobody else", async () => {
    const { sent, all } = server((count) => (count === 1 ? answered(500) : ok));
    expect(await all(get, get)).toEqual([ok, ok]);
    expect(sent[1]?.at).toBeLessThan(110);
  });

  test("is tried again after a pause, which is told to whoever shows progress", async () => {
    const { events, sent, all } = server((count) => (count === 1 ? answered(503) : ok));
    await all(get);
    expect(events).toMatchObject([
      { type: "request", target: "cloud", method: "GET", url: get.url },
      { type: "waiting", target: "cloud", reason: "unavailable", ms: 375 },
      { type: "request" },
    ]);
    expect(sent.map(({ at }) => at)).toEqual([0, 375]);
  });

  test("is tried again also where a run waits for no pause at all", async () => {
    const { all } = server((count) => (count === 1 ? answered(503) : ok), { maxMs: 1 });
    expect(await all(get)).toEqual([ok]);
  });
});

describe("a pause that is too long", () => {
  test("is told once with one time, however many hear of it", async () => {
    const { events, all } = server((count) => throttled(7203 - count), { takes: 1000 });
    const replies = await all(put, put, put);
    expect(replies).toMatchObject(
      [1, 2, 3].map(() => ({ outcome: "blocked", problem: { code: "throttled" } })),
    );
    expect(new Set(replies.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(events.filter(({ type }) => type === "warned")).toHaveLength(1);
  });

  test("is told again when it has become longer", async () => {
    const { events, all } = server((count) => throttled(count === 1 ? 7200 : 7300), { takes: 1000 });
    const replies = await all(put, put);
    expect(new Set(replies.map((each) => JSON.stringify(each))).size).toBe(2);
    expect(events.filter(({ type }) => type === "warned")).toHaveLength(2);
  });

  test("is told without anybody who listens, too", async () => {
    const clock = new VirtualClock();
    const budget = new Budget({ requestsPerSecond: 10, clock });
    const paced = { target: "cloud", budget: () => budget, clock, random: () => 0.5, listener: undefined };
    const wire = pacedWire(paced, { send: async () => throttled(901) });
    expect(await clock.run(wire.send(put, forever))).toMatchObject({ outcome: "blocked" });
  });

  test("is as long as is waited: then it is waited for", async () => {
    const { sent, all } = server((count) => (count === 1 ? throttled(900) : ok));
    expect(await all(put)).toEqual([ok]);
    expect(sent[1]?.at).toBeGreaterThanOrEqual(900_000);
  });
});

test("a write that must be looked at first is given back at a 429, and the pause is kept", async () => {
  const { sent, budget, all } = server(() => throttled(4));
  expect(await all({ ...put, once: true })).toMatchObject([{ status: 429 }]);
  expect(sent).toHaveLength(1);
  expect(budget.pauseLeft()).toBe(4000);
});

test("the rate that a 429 has cut climbs back with the answers", async () => {
  const { budget, all } = server((count) => (count === 1 ? throttled(0) : ok));
  await all(put);
  const cut = budget.rate();
  await all(...Array.from({ length: 30 }, () => put));
  expect(budget.rate()).toBeGreaterThan(cut + 0.4);
  // The rate slowly returns to the limit. After 300 answers it is almost there.
  await all(...Array.from({ length: 270 }, () => put));
  expect(budget.rate()).toBeCloseTo(9.85);
});

describe("the circuit of an origin", () => {
  const six = Array.from({ length: 6 }, () => put);

  test("opens when the server fails six times in a row, as 500 too", async () => {
    const { sent, all } = server(() => answered(500));
    await all(...six);
    expect(await all(put)).toMatchObject([
      { outcome: "lost", sent: false, problem: { hint: "Look at the first failure of this target above." } },
    ]);
    expect(sent).toHaveLength(6);
  });

  test("says at once that it is open, to all who come", async () => {
    const { clock, all } = server(() => lost, { perSecond: 1 });
    await all(...six);
    const opened = clock.now();
    await all(...six);
    expect(clock.now()).toBe(opened);
  });

  test("is not closed by a request that did not leave", async () => {
    const { all } = server((count) => (count === 6 ? barred : lost));
    await all(...six);
    expect(await all(put)).toMatchObject([{ outcome: "lost", sent: true }]);
    expect(await all(put)).toMatchObject([
      { outcome: "lost", sent: false, problem: { code: "circuit-open" } },
    ]);
  });
});

test("a request that may not leave is not tried again", async () => {
  const { sent, all } = server(() => barred);
  expect(await all(get)).toEqual([barred]);
  expect(sent).toHaveLength(1);
});
