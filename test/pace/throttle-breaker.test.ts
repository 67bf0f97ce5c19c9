/** Requests that exceed the server's rate, because of another client or permanently: how the client reacts. */

import { describe, expect, test } from "vitest";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";
import { fixedWindow, type Limiter, slidingWindow, tokenBucket } from "./server.ts";

const put: WireRequest = { method: "PUT", url: "https://a.example/x", headers: {} };
const forever = new AbortController().signal;
const answered = (status: number, headers = {}): WireReply => ({
  outcome: "answered",
  status,
  headers,
  text: "",
});
const minutes = 60_000;

/**
 * Returns a paced wire to a server, with this number of requests per second. The server answers with `reply` after 10
 * to 40 ms.
 */
function server(reply: (at: number, request: WireRequest) => WireReply, rate = 10) {
  const clock = new VirtualClock();
  const random = seeded(3);
  const budgets = new Budgets(clock).open();
  const sent: number[] = [];
  const options = { target: "cloud", clock, random, listener: undefined };
  const wire = pacedWire(
    { ...options, budget: (key) => budgets.of(key, rate) },
    {
      send: async (request) => {
        await clock.wait(10 + random() * 30);
        sent.push(clock.now());
        return reply(clock.now(), request);
      },
    },
  );
  const send = (request: WireRequest = put) => wire.send(request, forever);
  return { clock, random, sent, send };
}

describe("a server that answers 429 to everything", () => {
  const refusing = () => server(() => answered(429, { "retry-after": "1" }));

  test("is left alone after ten minutes, however many wait, and they are told why", async () => {
    const { clock, sent, send } = refusing();
    const replies = await clock.run(Promise.all(Array.from({ length: 50 }, () => send())));
    expect(clock.now()).toBeGreaterThanOrEqual(10 * minutes);
    expect(clock.now()).toBeLessThan(12 * minutes);
    expect(sent.length).toBeLessThan(250);
    expect(await clock.run(send())).toMatchObject({
      outcome: "lost",
      sent: false,
      problem: { code: "circuit-open", message: expect.stringContaining("429 for ten minutes") },
    });
    for (const reply of replies)
      expect([429, undefined]).toContain("status" in reply ? reply.status : undefined);
  });

  test("is tried by one request every 30 s, and used again from the first answer on", async () => {
    let recovered = false;
    const { clock, sent, send } = server(() => answered(recovered ? 200 : 429));
    await clock.run(Promise.all(Array.from({ length: 50 }, () => send())));
    await clock.run(clock.wait(31_000));
    const before = sent.length;
    await clock.run(Promise.all([send(), send(), send()]));
    expect(sent.length - before).toBe(1);
    recovered = true;
    await clock.run(clock.wait(31_000));
    expect(await clock.run(send())).toEqual(answered(200));
    expect(await clock.run(send())).toEqual(answered(200));
  });

  test("on one budget is still spoken to on another", async () => {
    const { clock, send } = server((_, { budget }) => answered(budget === "o1" ? 429 : 200));
    await clock.run(Promise.all(Array.from({ length: 50 }, () => send({ ...put, budget: "o1" }))));
    expect(await clock.run(send({ ...put, budget: "o1" }))).toMatchObject({ outcome: "lost", sent: false });
    expect(await clock.run(send({ ...put, budget: "o2" }))).toEqual(answered(200));
  });
});

test("a 429 now and then is waited out, however long the run", async () => {
  let count = 0;
  const { clock, send } = server(() => answered(++count % 2 === 0 ? 200 : 429, { "retry-after": "250" }));
  for (let n = 0; n < 5; n++) expect(await clock.run(send())).toMatchObject({ status: 200 });
  expect(clock.now()).toBeGreaterThan(20 * minutes);
});

describe("of requests that one server is asked, one that is answered 429", () => {
  const get: WireRequest = { ...put, method: "GET" };

  test("waits for its turn behind others for as long as that takes, and gets through", async () => {
    let refusals = 0;
    const { clock, send } = server((_, { method }) => {
      if (method === "GET") refusals += 1;
      return answered(method === "GET" && refusals < 3 ? 429 : 200, { "retry-after": "1" });
    }, 1);
    const read = send(get);
    const writes = Array.from({ length: 650 }, () => send());
    expect(await clock.run(read)).toMatchObject({ status: 200 });
    expect(clock.now()).toBeGreaterThan(10 * minutes);
    await clock.run(Promise.all(writes));
  });

  test("is given up when the pauses that it was told come to ten minutes, and the longest besides", async () => {
    let asked = 0;
    const { clock, send } = server((_, { method }) => {
      if (method === "GET") asked += 1;
      return answered(method === "GET" ? 429 : 200, { "retry-after": "250" });
    });
    const read = send(get);
    const others = async () => {
      for (let n = 0; n < 100; n++) expect(await send()).toMatchObject({ status: 200 });
    };
    expect(await clock.run(Promise.all([read, others()]))).toMatchObject([{ status: 429 }, undefined]);
    expect(asked).toBe(5);
  });
});

describe("a limit of which someone else uses three tenths", () => {
  test.each<[string, Limiter, number]>([
    ["token bucket of one second", tokenBucket(10, 10), 0.95],
    ["token bucket of two seconds", tokenBucket(10, 20), 0.95],
    ["fixed window", fixedWindow(10, 300), 0.75],
    ["sliding window", slidingWindow(10), 0.68],
  ])(
    "(%s) is shared: the rest is used, few requests are refused, all get through",
    async (_, limiter, least) => {
      let accepted = 0;
      let refused = 0;
      const { clock, random, send } = server((at) => {
        const admitted = limiter(at);
        if (admitted) accepted += 1;
        else refused += 1;
        return admitted ? answered(200) : answered(429, { "retry-after": "1" });
      });
      const total = 1500;
      const theirs = async () => {
        for (;;) {
          await clock.wait((1000 / 3) * (0.5 + random()));
          limiter(clock.now());
        }
      };
      void theirs();
      let next = 0;
      const one = async () => {
        for (; next < total; ) {
          next += 1;
          expect(await send()).toEqual(answered(200));
        }
      };
      await clock.run(Promise.all(Array.from({ length: 20 }, one)));
      expect(accepted).toBe(total);
      expect(total / (clock.now() / 1000)).toBeGreaterThanOrEqual(7 * least);
      expect(refused / total).toBeLessThan(0.05);
    },
  );
});
