/** Requests to an origin that fails, and the errors of requests that wait for their turn. */

import { expect, test } from "vitest";
import { problem } from "../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const get: WireRequest = { method: "GET", url: "https://a.example/x", headers: {} };
const put: WireRequest = { ...get, method: "PUT" };
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("timeout", "no answer") };
const answered = (status: number): WireReply => ({ outcome: "answered", status, headers: {}, text: "" });
const forever = new AbortController().signal;

function server(reply: (at: number) => WireReply, takes = 50) {
  const clock = new VirtualClock();
  const sent: number[] = [];
  const budgets = new Budgets(clock).open();
  const wire = pacedWire(
    { target: "cloud", budget: (key) => budgets.of(key, 10), clock, random: () => 0, listener: undefined },
    {
      send: async () => {
        sent.push(clock.now());
        await clock.wait(takes);
        return reply(sent.at(-1) ?? 0);
      },
    },
  );
  return { clock, sent, budgets, send: (request: WireRequest) => wire.send(request, forever) };
}

test("those who wait for their turn while the origin goes down are told so, and not sent", async () => {
  const { clock, sent, send } = server(() => lost);
  const replies = await clock.run(Promise.all(Array.from({ length: 40 }, () => send(put))));
  expect(sent.length).toBeLessThanOrEqual(8);
  expect(replies.filter((reply) => reply.outcome === "lost" && reply.sent)).toHaveLength(sent.length);
  expect(replies.at(-1)).toMatchObject({ sent: false, problem: { code: "circuit-open" } });
  expect(clock.now()).toBeLessThan(30_000);
});

test("a read that opens the circuit itself says what went wrong, not that nothing more is sent", async () => {
  const { clock, send } = server(() => answered(503));
  const replies = await clock.run(Promise.all([send(get), send(get), send(get)]));
  expect(replies).toEqual([answered(503), answered(503), answered(503)]);
});

test("after 30 s one request tries, and one only as long as it is under way", async () => {
  const { clock, sent, send } = server((at) => (at < 30_000 ? lost : answered(200)), 500);
  await clock.run(Promise.all(Array.from({ length: 6 }, () => send(put))));
  await clock.run(clock.wait(31_000));
  const before = sent.length;
  const replies = await clock.run(Promise.all([send(put), send(put), send(put)]));
  expect(sent.length - before).toBe(1);
  expect(replies.map(({ outcome }) => outcome)).toEqual(["answered", "lost", "lost"]);
  expect(await clock.run(send(put))).toEqual(answered(200));
});

test("an answer in between, whatever it says, counts the failures from the beginning", async () => {
  let count = 0;
  const { clock, sent, send } = server(() => (++count % 6 === 0 ? answered(409) : lost));
  for (let n = 0; n < 20; n++) await clock.run(send(put));
  expect(sent).toHaveLength(20);
});

test("a 429 after a long time in the line is still waited out", async () => {
  let first = true;
  const { clock, budgets, send } = server(() => {
    const reply = answered(first ? 429 : 200);
    first = false;
    return reply;
  });
  budgets.of("https://a.example ", 10).throttled(700_000);
  expect(await clock.run(send(put))).toEqual(answered(200));
});

test("two targets on one origin keep to the lower of their limits", async () => {
  const clock = new VirtualClock();
  const budgets = new Budgets(clock);
  const budget = budgets.open().of("https://a.example ", 10);
  expect(budgets.open().of("https://a.example ", 2)).toBe(budget);
  expect(budget.rate()).toBeCloseTo(1.97);
  budgets.open().of("https://a.example ", 20);
  expect(budget.rate()).toBeCloseTo(1.97);
  const starts: number[] = [];
  const one = async () => {
    (await budget.acquire("write", forever)).answered();
    starts.push(clock.now());
  };
  await clock.run(Promise.all(Array.from({ length: 5 }, one)));
  expect(clock.now()).toBeGreaterThanOrEqual(2000);
});

test("nobody keeps waiting for a pause that the last in the line has left", async () => {
  const clock = new VirtualClock();
  const budget = new Budgets(clock).open().of("x", 10);
  budget.throttled(300_000);
  const controller = new AbortController();
  const gone = budget.acquire("write", controller.signal);
  queueMicrotask(() => controller.abort(new Error("interrupted")));
  await expect(gone).rejects.toThrow("interrupted");
  await expect(clock.run(new Promise(() => {}))).rejects.toThrow("Nothing is due any more at 0 ms");
  const next = budget.acquire("write", forever);
  await clock.run(next);
  expect(clock.now()).toBe(300_000);
});
