import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/model/event.ts";
import { problem } from "../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const get: WireRequest = { method: "GET", url: "https://a.example/x", headers: {} };
const post: WireRequest = { ...get, method: "POST" };
const ok: WireReply = { outcome: "answered", status: 200, headers: {}, text: "{}" };
const status = (code: number, headers: Record<string, string> = {}): WireReply => ({
  ...ok,
  status: code,
  headers,
});
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("timeout", "no answer") };
const forever = new AbortController().signal;

/**
 * Returns a paced wire to a server that gives these replies in order. After the last reply, each request gets that
 * reply again.
 */
function scripted(...replies: readonly WireReply[]) {
  const clock = new VirtualClock();
  const sent: { readonly at: number; readonly url: string }[] = [];
  const events: RunEvent[] = [];
  const inner = {
    send: (request: WireRequest) => {
      sent.push({ at: clock.now(), url: request.url });
      return Promise.resolve(replies[Math.min(sent.length, replies.length) - 1] ?? ok);
    },
  };
  const budgets = new Budgets(clock).open();
  const budget = (key: string) => budgets.of(key, 10);
  const listener = (event: RunEvent) => void events.push(event);
  const wire = pacedWire({ target: "cloud", budget, clock, random: () => 0.5, listener }, inner);
  return {
    clock,
    sent,
    events,
    send: (request: WireRequest) => clock.run(wire.send(request, forever)),
    wire,
  };
}

test("organizations with a limit each stay below the limit that they share, too", async () => {
  const clock = new VirtualClock();
  const times: number[] = [];
  const inner = { send: () => Promise.resolve(ok).finally(() => times.push(clock.now())) };
  const budgets = new Budgets(clock).open();
  const paced = { target: "cloud", clock, random: () => 0.5, listener: undefined };
  const budget = (key: string) => budgets.of(key, 10);
  const all = (wire: ReturnType<typeof pacedWire>) =>
    clock.run(
      Promise.all(
        Array.from({ length: 60 }, (_, at) => wire.send({ ...get, budget: `O${at % 6}` }, forever)),
      ),
    );
  await all(pacedWire({ ...paced, budget, source: (origin) => budgets.of(origin, 20) }, inner));
  const busiest = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
  expect(Math.max(...busiest)).toBeLessThanOrEqual(20);
  times.length = 0;
  await all(pacedWire({ ...paced, budget }, inner));
  expect(times.filter((at) => at < (times[0] ?? 0) + 1000).length).toBeGreaterThan(20);
});

/**
 * Sends requests of several organizations to one origin, which allows one request per two seconds. Returns the requests
 * with their times.
 */
function sharing(replyTo: (request: WireRequest, count: number) => WireReply) {
  const clock = new VirtualClock();
  const sent: { readonly at: number; readonly of: string }[] = [];
  const inner = {
    send: (request: WireRequest) => {
      sent.push({ at: clock.now(), of: request.budget ?? "" });
      return Promise.resolve(replyTo(request, sent.length));
    },
  };
  const budgets = new Budgets(clock).open();
  const paced = { target: "cloud", clock, random: () => 0.5, listener: undefined };
  const source = (origin: string) => budgets.of(origin, 0.5);
  const wire = pacedWire({ ...paced, budget: (key) => budgets.of(key, 1), source }, inner);
  const all = (...of: readonly string[]) =>
    clock.run(Promise.all(of.map((budget) => wire.send({ ...get, budget }, forever))));
  return { sent, all };
}

test("what waited for the limit that all share does not leave in a pause of its own that began meanwhile", async () => {
  const { sent, all } = sharing((_, count) => (count === 2 ? status(429, { "retry-after": "60" }) : ok));
  await all("b", "a", "a");
  const [first, second] = sent.filter(({ of }) => of === "a");
  expect(second?.at).toBeGreaterThanOrEqual((first?.at ?? 0) + 60_000);
  expect(sent).toHaveLength(4);
});

test("a pause holds for all others, also where the request that was told of it is given up", async () => {
  const clock = new VirtualClock();
  const times: number[] = [];
  const inner = {
    send: ({ url }: WireRequest) => {
      times.push(clock.now());
      return Promise.resolve(url.endsWith("/x") ? status(429, { "retry-after": "20" }) : ok);
    },
  };
  const budgets = new Budgets(clock).open();
  const paced = { target: "cloud", clock, random: () => 0.5, listener: undefined };
  const wire = pacedWire({ ...paced, budget: (key) => budgets.of(key, 10) }, inner);
  await clock.run(wire.send(get, forever));
  const givenUp = times.at(-1) ?? 0;
  await clock.run(wire.send({ ...get, url: "https://a.example/y" }, forever));
  expect(times.at(-1)).toBeGreaterThanOrEqual(givenUp + 20_000);
});

describe("what is called before a request leaves", () => {
  test("is called at its turn, and again when it is sent again", async () => {
    const { send, sent, clock } = scripted(status(429, { "retry-after": "4" }), ok);
    const left: number[] = [];
    const leaving = async () => {
      left.push(clock.now());
      return undefined;
    };
    expect(await send({ ...post, leaving })).toEqual(ok);
    expect(left).toHaveLength(2);
    expect(sent.map(({ at }) => at >= (left[0] ?? 0))).toEqual([true, true]);
    expect(left[1]).toBeGreaterThanOrEqual(4000);
  });

  test("keeps the request from leaving when the run is ended meanwhile", async () => {
    const { clock, sent, wire } = scripted(ok);
    const run = new AbortController();
    const leaving = async () => {
      await clock.wait(100);
      run.abort(new Error("the lock is lost"));
      return undefined;
    };
    await expect(clock.run(wire.send({ ...post, leaving }, run.signal))).rejects.toThrow("the lock is lost");
    expect(sent).toEqual([]);
  });

  test("keeps the request from leaving with its problem", async () => {
    const { send, sent } = scripted(ok);
    const held = problem("journal-unwritable", "the disk is full");
    expect(await send({ ...post, leaving: async () => held })).toEqual({ outcome: "blocked", problem: held });
    expect(sent).toEqual([]);
  });
});

describe("a 429", () => {
  test.each([
    ["in seconds", { "retry-after": "4" }, 4000],
    [
      "as a date",
      { "retry-after": "Sat, 21 Nov 2026 10:00:09 GMT", date: "Sat, 21 Nov 2026 10:00:00 GMT" },
      9000,
    ],
    ["of zero", { "retry-after": "0" }, 0],
    ["that is negative", { "retry-after": "-5" }, 0],
    ["of a date without the server's own", { "retry-after": "Thu, 01 Jan 2026 00:00:20 GMT" }, 19_900],
    ["of a quarter of an hour", { "retry-after": "900" }, 900_000],
    ["that is absent", {}, 750],
    ["that is nonsense", { "retry-after": "soon" }, 750],
  ])("with a Retry-After %s is waited out and sent again, even a POST", async (_, headers, waits) => {
    const { send, sent } = scripted(status(429, headers), ok);
    expect(await send(post)).toEqual(ok);
    expect(sent).toHaveLength(2);
    const waited = (sent[1]?.at ?? 0) - (sent[0]?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(waits);
    expect(waited).toBeLessThan(waits + 130);
  });

  test("pauses everything else on that budget too", async () => {
    const { wire, clock, sent } = scripted(status(429, { "retry-after": "5" }), ok);
    await clock.run(
      Promise.all([wire.send(get, forever), wire.send({ ...get, url: "https://a.example/y" }, forever)]),
    );
    const times = sent.slice(1).map(({ at }) => at);
    expect(Math.min(...times.slice(1))).toBeGreaterThanOrEqual(5000);
  });

  test("that never ends is given back after ten tries", async () => {
    const { send, sent } = scripted(status(429));
    expect(await send(get)).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(11);
  });

  test("that names no pause pauses all others, even after the request is given up", async () => {
    const { send, sent } = scripted(...Array.from({ length: 11 }, () => status(429)), ok);
    expect(await send(get)).toMatchObject({ status: 429 });
    await send({ ...get, url: "https://a.example/y" });
    const [last, next] = sent.slice(-2);
    expect((next?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThanOrEqual(500);
  });

  test("is told to whoever shows progress", async () => {
    const { send, events } = scripted(status(429, { "retry-after": "2" }), ok);
    await send(get);
    expect(events).toContainEqual({ type: "waiting", target: "cloud", reason: "throttled", ms: 2000 });
  });
});

describe("a failure", () => {
  test.each([
    ["no answer", lost],
    ["a 503", status(503)],
  ])("(%s) of a read is tried three times", async (_, reply) => {
    const { send, sent } = scripted(reply);
    expect(await send(get)).toEqual(reply);
    expect(sent).toHaveLength(3);
  });

  test.each([
    ["no answer", lost],
    ["a 503", status(503)],
    ["a 400", status(400)],
    ["a 409", status(409)],
  ])("(%s) of a write is never sent again here", async (_, reply) => {
    const { send, sent } = scripted(reply, ok);
    expect(await send(post)).toEqual(reply);
    expect(sent).toHaveLength(1);
  });

  test("a 404 of a read is an answer, not a failure", async () => {
    const { send, sent } = scripted(status(404));
    await send(get);
    expect(sent).toHaveLength(1);
  });

  test("again and again opens the circuit: nothing is sent for 30 s, then one request tries", async () => {
    const { send, sent, clock } = scripted(lost, lost, lost, lost, lost, lost, ok);
    await send(get);
    await send(get);
    expect(sent).toHaveLength(6);
    const refused = await send(get);
    expect(refused).toMatchObject({ outcome: "lost", sent: false, problem: { code: "circuit-open" } });
    expect(sent).toHaveLength(6);
    await clock.run(clock.wait(30_000));
    expect(await send(get)).toEqual(ok);
    expect(await send(get)).toEqual(ok);
  });

  test("of one origin does not open the circuit of another", async () => {
    const { send, sent } = scripted(lost, lost, lost, lost, lost, lost, ok);
    await send(get);
    await send(get);
    expect(await send({ ...get, url: "https://b.example/x" })).toEqual(ok);
    expect(sent.at(-1)?.url).toBe("https://b.example/x");
  });
});

test("an interruption ends the waiting, not what has left", async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();
  let ended = false;
  const inner = {
    send: async (_: WireRequest, signal: AbortSignal) => {
      await clock.wait(100, signal);
      ended = true;
      return ok;
    },
  };
  const budgets = new Budgets(clock).open();
  const options = {
    target: "a",
    budget: (key: string) => budgets.of(key, 1),
    clock,
    random: () => 0,
    listener: undefined,
  };
  const wire = pacedWire(options, inner);
  const first = wire.send({ ...get, method: "PUT" }, controller.signal);
  const second = wire.send(get, controller.signal);
  const outcome = second.catch((error: Error) => error.message);
  await Promise.resolve().then(() => controller.abort(new Error("interrupted")));
  expect(await clock.run(first)).toEqual(ok);
  expect(await outcome).toBe("interrupted");
  expect(ended).toBe(true);
});
