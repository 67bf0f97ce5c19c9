/** The effect of a target's limits on the pace of its requests, and on the number of requests in flight. */

import { expect, test } from "vitest";
import { assemble } from "../../src/engine/assemble.ts";
import type { Target } from "../../src/model/project.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Wire } from "../../src/model/wire.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";

/**
 * Sends requests for organizations to a Meraki target with these limits, and returns when each was sent. Each request
 * is answered after `ms`.
 */
async function leaving(limits: Target["limits"], ms: number, lines?: unknown[]) {
  const clock = new VirtualClock();
  const begun = clock.now();
  const left: number[] = [];
  let flying = 0;
  let most = 0;
  const wire: Wire = {
    send: async () => {
      left.push(clock.now() - begun);
      flying += 1;
      most = Math.max(most, flying);
      await clock.wait(ms);
      flying -= 1;
      return { outcome: "answered", status: 200, headers: {}, text: "[]" };
    },
  };
  const target: Target = {
    name: "cloud",
    interface: "dashboard",
    dialect: "meraki",
    url: "https://api.example.net",
    hosts: [],
    tls: {},
    credential: { apiKey: { secret: "env:KEY" } },
    settings: {},
    limits,
    at: { file: "trueup.yaml", line: 1, column: 1 },
  };
  const log = { debug: (_: string, fields?: unknown) => void lines?.push(fields), info() {}, warn() {} };
  const secrets = new Map([["env:KEY", new Secret("k")]]);
  const ports = { clock, random: seeded(1), listener: () => {}, secrets, log };
  const [open] = assemble([{ target, wire }], ports);
  const { collection } = open?.driver.kinds.find(({ name }) => name === "organization") ?? {};
  const request = { collection: collection?.name ?? "", scope: {}, wanted: [] };
  const signal = new AbortController().signal;
  const all = Array.from({ length: 60 }, () => open?.session.read(request, signal));
  await clock.run(Promise.all(all));
  return { seconds: (left.at(-1) ?? 0) / 1000, most };
}

test("a product's bucket grows with the rate that a target says, and a share takes its part of both", async () => {
  expect((await leaving({}, 50)).seconds).toBeCloseTo(5.56, 1);
  expect((await leaving({ requestsPerSecond: 40 }, 50)).seconds).toBeCloseTo(1.03, 1);
  expect((await leaving({ share: 0.5 }, 50)).seconds).toBeCloseTo(11.6, 1);
});

test("of what a product takes from one address a target uses its share too, however much each organization may ask", async () => {
  const whole = (await leaving({ requestsPerSecond: 1000 }, 50)).seconds;
  const half = (await leaving({ requestsPerSecond: 1000, share: 0.5 }, 50)).seconds;
  expect(whole).toBeGreaterThan(0.4);
  expect(half / whole).toBeCloseTo(2, 0);
});

test("what a target says of how it is counted holds instead of the product's", async () => {
  const bucket = await leaving({ limiter: { is: "tokenBucket", burst: 30 } }, 50);
  expect(bucket.seconds).toBeCloseTo(4.54, 1);
  const window = await leaving({ limiter: { is: "slidingWindow", seconds: 1 } }, 50);
  expect(window.seconds).toBeGreaterThan(6);
});

test("a target's concurrency is the most that is in flight", async () => {
  expect(await leaving({ concurrency: 3 }, 2000)).toMatchObject({ most: 3 });
  expect((await leaving({}, 4000)).most).toBeGreaterThan(20);
});

test("each request is in the debug log as it leaves, with how many left in its last second", async () => {
  const lines: unknown[] = [];
  await leaving({ limiter: { is: "slidingWindow", seconds: 1 } }, 50, lines);
  expect(lines).toHaveLength(60);
  expect(lines[0]).toEqual({
    target: "cloud",
    method: "GET",
    url: expect.stringContaining("https://api.example.net/"),
    lastSecond: 1,
  });
  const counts = lines.map((line) => (line as { lastSecond: number }).lastSecond);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});
