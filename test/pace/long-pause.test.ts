/**
 * A server that asks for a longer pause than a run may wait. All users of the server's budget end, and report how long
 * the pause lasts.
 */

import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/model/event.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const get: WireRequest = { method: "GET", url: "https://a.example/x", headers: {} };
const put: WireRequest = { ...get, method: "PUT" };
const forever = new AbortController().signal;
const answered = (status: number, headers: Record<string, string> = {}): WireReply => ({
  outcome: "answered",
  status,
  headers,
  text: "",
});
const throttled = (seconds: number) => answered(429, { "retry-after": String(seconds) });
const barred = { outcome: "blocked", problem: { code: "throttled" } };

/** Returns targets that share a budget, and a server that answers with `reply` after 20 ms. */
function server(reply: (at: number) => WireReply, maxima: Readonly<Record<string, number | undefined>>) {
  const clock = new VirtualClock();
  const budgets = new Budgets(clock).open();
  const sent: number[] = [];
  const events: RunEvent[] = [];
  const inner = {
    send: async () => {
      sent.push(clock.now());
      await clock.wait(20);
      return reply(clock.now());
    },
  };
  const listener = (event: RunEvent) => void events.push(event);
  const paced = { clock, random: () => 0.5, listener, budget: (key: string) => budgets.of(key, 10) };
  const wires = Object.entries(maxima).map(
    ([target, seconds]) =>
      [target, pacedWire({ ...paced, target, retryAfterMaxMs: seconds && seconds * 1000 }, inner)] as const,
  );
  const all = new Map(wires);
  const send = (target: string, request: WireRequest = get) => all.get(target)?.send(request, forever);
  return { clock, sent, events, send };
}

describe("a Retry-After beyond the bound", () => {
  test("ends the request, those that wait and those that come, at once and with the time", async () => {
    const { clock, sent, send } = server(() => throttled(7200), { cloud: undefined });
    const replies = await clock.run(Promise.all([put, get, get, put].map((each) => send("cloud", each))));
    for (const reply of replies) expect(reply).toMatchObject(barred);
    expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject(barred);
    expect(sent).toHaveLength(1);
    expect(clock.now()).toBeLessThan(1000);
    expect(replies[0]).toMatchObject({
      problem: {
        message:
          "cloud: https://a.example is throttled (429) and accepts no request before 2026-01-01T02:00:00Z, in 2 h",
      },
    });
    expect(new Set(replies.map((each) => each && "problem" in each && each.problem.message)).size).toBe(1);
  });

  test("is told once, when it comes", async () => {
    const { clock, events, send } = server(() => throttled(7200), { cloud: undefined });
    await clock.run(Promise.all([get, get, get].map((each) => send("cloud", each))));
    const told = events.filter(({ type }) => type === "warned" || type === "waiting");
    expect(told).toMatchObject([{ type: "warned", target: "cloud", problem: { code: "throttled" } }]);
  });

  test("ends a write that must be looked at before it is sent again, too", async () => {
    const { clock, send } = server(() => throttled(7200), { cloud: undefined });
    expect(await clock.run(Promise.resolve(send("cloud", { ...put, once: true })))).toMatchObject(barred);
  });

  test("is none where the server wants just as long as is waited for, whatever the fractions of the clock", async () => {
    // In floating point, the difference between this time and the time 20 s earlier is slightly more than 20 s.
    const begin = 112_738.656_692_748_41;
    const { clock, sent, send } = server((at) => (at > begin + 1000 ? answered(200) : throttled(20)), {
      cloud: 20,
    });
    await clock.run(clock.wait(begin));
    expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
  });

  test("is each target's own: one that waits longer goes on, on the same budget", async () => {
    let isOver = false;
    const { clock, sent, send } = server(() => (isOver ? answered(200) : throttled(1800)), {
      hasty: 60,
      patient: 3600,
    });
    void clock.wait(1_700_000).then(() => {
      isOver = true;
    });
    const [first, second] = await clock.run(Promise.all([send("patient"), send("hasty")]));
    expect(first).toMatchObject({ status: 200 });
    expect(second).toMatchObject(barred);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBeGreaterThanOrEqual(1_800_000);
  });

  test("is over when its time is: then it is asked again", async () => {
    let count = 0;
    const { clock, send } = server(() => (count++ === 0 ? throttled(1000) : answered(200)), {
      cloud: undefined,
    });
    expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject(barred);
    await clock.run(clock.wait(1_000_000));
    expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject({ status: 200 });
  });
});

test("a bound that is shorter than our own backoff ends nobody that the server does not send away", async () => {
  let count = 0;
  const { clock, sent, send } = server(() => answered(count++ < 8 ? 429 : 200), { cloud: 5 });
  const both = await clock.run(Promise.all([send("cloud"), send("cloud", put)]));
  expect(both).toMatchObject([{ status: 200 }, { status: 200 }]);
  const waits = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThan(5300);
});

test("a pause within the bound does not use up the patience for what follows", async () => {
  let count = 0;
  const replies = [throttled(800), throttled(2), throttled(1), answered(200)];
  const { clock, send } = server(() => replies[count++] ?? answered(200), { cloud: undefined });
  expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject({ status: 200 });
  expect(clock.now()).toBeGreaterThanOrEqual(802_000);
});

test("a server that asks for 800 s again and again is given up, and not asked early", async () => {
  const { clock, sent, send } = server(() => throttled(800), { cloud: undefined });
  expect(await clock.run(Promise.resolve(send("cloud")))).toMatchObject({ status: 429 });
  const waits = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(800_000);
});
