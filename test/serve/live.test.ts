/** Events and metrics. Their memory is bounded, however many clients listen and however slowly they read. */

import { describe, expect, test } from "vitest";
import { liveClients } from "../../src/serve/web/live.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { appOn } from "./web-app.ts";
import { before, environmentOf, FakeServed, fleet, runOf } from "./web-world.ts";

const limits = { clients: 3, stalledMs: 30_000, everyMs: 10_000 };

function world() {
  const environment = environmentOf("acme/production");
  const served = new FakeServed([environment, environmentOf("acme/lab")]);
  const clock = new VirtualClock();
  return { environment, served, clock, live: liveClients(served, clock, limits) };
}

/** Returns the data that a client receives in `times` reads. */
async function heard(reader: ReadableStreamDefaultReader<Uint8Array>, times: number): Promise<string> {
  let text = "";
  for (let at = 0; at < times; at += 1) text += new TextDecoder().decode((await reader.read()).value);
  return text;
}

describe("a client", () => {
  test("hears which environments changed, each once, however often they did while it did not read", async () => {
    const { environment, served, live } = world();
    const stop = new AbortController();
    const reader = live.open(stop.signal)?.getReader();
    if (!reader) throw new Error("there is room for one");
    expect(await heard(reader, 1)).toBe("retry: 5000\n\n");
    for (let at = 0; at < 1000; at += 1) served.put({ ...environment, branch: `b${at}` });
    const first = await heard(reader, 4);
    expect(first.match(/event: changed/g)).toHaveLength(4);
    expect(await heard(reader, 1)).toBe('event: changed\ndata: ["acme/production"]\n\n');
    stop.abort();
    expect(live.count).toBe(0);
  });

  test("that reads nothing is dropped, and one that does is not", async () => {
    const { served, environment, clock, live } = world();
    const never = new AbortController().signal;
    live.open(never);
    const reader = live.open(never)?.getReader();
    for (let at = 0; at < 10; at += 1) served.put(environment);
    const reading = (async () => {
      while (!(await reader?.read())?.done);
    })();
    await clock.run(clock.wait(70_000));
    expect(live.count).toBe(1);
    live.close();
    await reading;
    expect(live.count).toBe(0);
    expect(served.listening).toBe(0);
  });

  test("too many are refused, and there is room again when one leaves", async () => {
    const { live } = world();
    const stop = new AbortController();
    const open = () => live.open(stop.signal);
    expect([open(), open(), open(), open()].map((one) => one !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    stop.abort();
    expect(live.open(new AbortController().signal)).toBeDefined();
    live.close();
  });

  test("ten thousand of them get an answer that says so", async () => {
    const app = appOn(new FakeServed([]), { live: limits });
    const answers = await Promise.all(Array.from({ length: 10_000 }, () => app.ask("/api/v1/events")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(await answers.at(-1)?.json()).toMatchObject({ code: "too-many-clients" });
    app.close();
  });
});

describe("metrics", () => {
  test("say what differs, how old it is, what was asked and how applies ended", async () => {
    const served = await fleet();
    const app = appOn(served);
    const lines = new Set((await app.page("/metrics")).split("\n"));
    const labels = 'environment="acme/production",target="cloud"';
    for (const line of [
      `trueup_resources{${labels},state="drift"} 10`,
      'trueup_resources{environment="acme/production",target="fabric",state="drift"} 1',
      `trueup_resources{${labels},state="conflict"} 0`,
      `trueup_observation_age_seconds{${labels}} 240`,
      `trueup_requests_total{${labels}} 18204`,
      `trueup_throttled_total{${labels}} 3`,
      `trueup_waited_seconds_total{${labels}} 41`,
      'trueup_target_failing{environment="acme/production",target="routers"} 1',
      'trueup_environment_state{environment="acme/production",state="blocked"} 1',
      'trueup_environment_state{environment="acme/production",state="inSync"} 0',
      'trueup_applies_total{environment="acme/production",ending="partly",why="asked"} 1',
    ])
      expect(lines, line).toContain(line);
  });

  test("say which share of each limit is used, and by which target", async () => {
    const use = { limit: 5, rate: 4.5, lastMinute: 150, waiting: 7, pausedMs: 1500 };
    const served = await fleet();
    const origin = served.find("acme/production")?.targets.find(({ name }) => name === "cloud")?.origin ?? "";
    const app = appOn(served, {
      budgets: () =>
        new Map([
          [`${origin} `, use],
          [`${origin} 549236`, use],
          ["https://elsewhere.example", use],
        ]),
    });
    const text = await app.page("/metrics");
    const labels = `environment="acme/production",target="cloud",budget="${origin}"`;
    for (const line of [
      `trueup_budget_limit_per_second{${labels}} 5`,
      `trueup_budget_rate_per_second{${labels}} 4.5`,
      `trueup_budget_used_ratio{${labels}} 0.5`,
      `trueup_budget_waiting_requests{${labels}} 7`,
      `trueup_budget_paused_seconds{${labels}} 1.5`,
      `trueup_budget_used_ratio{${labels.replace(origin, `${origin} 549236`)}} 0.5`,
    ])
      expect(text.split("\n"), line).toContain(line);
    expect(text).not.toContain("elsewhere");
    app.close();
  });

  test("count each ending once, also when its run is forgotten", async () => {
    const environment = environmentOf("acme/lab");
    const served = new FakeServed([environment]);
    const app = appOn(served);
    for (const id of ["1", "2", "2", "3"])
      served.put({ ...environment, runs: [runOf(id, { ended: "failed", endedAt: before(1) })] });
    expect(await app.page("/metrics")).toContain(
      'trueup_applies_total{environment="acme/lab",ending="failed",why="asked"} 3',
    );
  });
});

test("health and readiness are those of the loop", async () => {
  const served = new FakeServed([]);
  const app = appOn(served);
  expect((await app.ask("/healthz")).status).toBe(200);
  served.isReady = false;
  served.isAlive = false;
  expect((await app.ask("/healthz")).status).toBe(503);
  expect((await app.ask("/readyz")).status).toBe(503);
});
