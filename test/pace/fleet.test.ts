/** Many devices, some of which are unreachable: how long it takes to read all of them, in virtual time. */

import { describe, expect, test } from "vitest";
import type { Session } from "../../src/drivers/contract/contract.ts";
import { problem } from "../../src/model/problem.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { ConcurrencyLimits, withConcurrencyLimit } from "../../src/pace/concurrency-limit.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const forever = new AbortController().signal;
const connectTimeout = 10_000;

interface Fleet {
  readonly hosts: number;
  /** The number of devices that do not answer at all. Default: none. */
  readonly away?: number;
  readonly isFleet?: boolean;
  /** How long it takes until a request fails if the device does not answer. */
  readonly failsAfter?: number;
  /** The maximum number of requests in flight at once, to all devices together. */
  readonly all?: number;
  /** The number of devices that first ask for a pause of a minute. Default: none. */
  readonly busy?: number;
}

/** Reads three collections of each host. Devices answer after 20 ms. */
async function readAll(fleet: Fleet) {
  const { hosts, away = 0, isFleet = true, failsAfter = connectTimeout, all = 128, busy = 0 } = fleet;
  const clock = new VirtualClock();
  const budgets = new Budgets(clock).open();
  const limits = new ConcurrencyLimits({ all, perHost: 1 });
  const told = new Set<number>();
  let [sentToSilent, flying, most] = [0, 0, 0];
  const devices: Wire = {
    send: async ({ url }): Promise<WireReply> => {
      const host = Number(new URL(url).hostname.slice(1).split(".")[0]);
      if (host < away) {
        sentToSilent += 1;
        await clock.wait(failsAfter);
        return { outcome: "lost", sent: false, problem: problem("unreachable", "no answer") };
      }
      flying += 1;
      most = Math.max(most, flying);
      await clock.wait(20);
      flying -= 1;
      const isBusy = host < busy && !told.has(host);
      told.add(host);
      if (isBusy) return { outcome: "answered", status: 429, headers: { "retry-after": "60" }, text: "" };
      return { outcome: "answered", status: 200, headers: {}, text: "{}" };
    },
  };
  const wire = pacedWire(
    {
      target: "routers",
      budget: (key) => budgets.of(key, 10),
      semaphore: limits.whole,
      clock,
      random: () => 0.5,
      listener: undefined,
      isFleet,
    },
    devices,
  );
  const session: Session = {
    read: async ({ scope: { host }, collection }, signal) => {
      const reply = await wire.send(
        { method: "GET", url: `https://${host}.example/${collection}`, headers: {} },
        signal,
      );
      if (reply.outcome === "answered") return { state: "whole", items: [] };
      return { state: "unknown", problem: reply.problem };
    },
    write: async () => ({ meaning: "accepted" }),
    preview: () => ({ method: "GET", url: "https://a.example/", headers: {} }),
  };
  const limited = withConcurrencyLimit(session, limits);
  /** The time at which the last read of a reachable and unthrottled device ended. */
  let othersRead = 0;
  const asked = Array.from({ length: hosts }, (_, host) =>
    ["a", "b", "c"].map(async (collection) => {
      const reply = await limited.read({ collection, scope: { host: `h${host}` }, wanted: [] }, forever);
      if (host >= Math.max(away, busy)) othersRead = clock.now();
      return reply;
    }),
  );
  const replies = await clock.run(Promise.all(asked.flat()));
  const unknown = replies.filter(({ state }) => state === "unknown").length;
  return { ms: clock.now(), unknown, sentToSilent, most, othersRead };
}

describe("a fleet of 300 devices", () => {
  test("is read in less than a second, whatever one limit for all would allow", async () => {
    const { ms, unknown } = await readAll({ hosts: 300 });
    expect(unknown).toBe(0);
    expect(ms).toBeLessThan(1000);
  });

  test("of which 24 are away costs one connect timeout, and each of them is asked once", async () => {
    const { ms, unknown, sentToSilent } = await readAll({ hosts: 300, away: 24 });
    expect({ unknown, sentToSilent }).toEqual({ unknown: 72, sentToSilent: 24 });
    expect(ms).toBeLessThan(connectTimeout + 1000);
  });

  test("of which 24 are away holds the others up by nothing", async () => {
    const { othersRead } = await readAll({ hosts: 300, away: 24 });
    expect(othersRead).toBeLessThan(1000);
  });

  test("of which 150 want a pause of a minute holds the others up by nothing, and all are read", async () => {
    const { othersRead, unknown, ms } = await readAll({ hosts: 300, busy: 150 });
    expect(unknown).toBe(0);
    expect(othersRead).toBeLessThan(1000);
    expect(ms).toBeLessThan(62_000);
  });

  test("has no more in flight than it may, and those always: devices that wait for their pace take no place", async () => {
    const { most, ms } = await readAll({ hosts: 300, all: 8 });
    expect(most).toBe(8);
    expect(ms).toBeLessThan((300 * 3 * 20 * 1.05) / 8);
  });
});

test("a device whose first connection breaks at once is tried again", async () => {
  const { sentToSilent } = await readAll({ hosts: 1, away: 1, failsAfter: 5 });
  expect(sentToSilent).toBeGreaterThanOrEqual(3);
});

test("a controller that does not answer is tried again: it is not one of many", async () => {
  const { sentToSilent } = await readAll({ hosts: 1, away: 1, isFleet: false });
  expect(sentToSilent).toBeGreaterThanOrEqual(3);
});
