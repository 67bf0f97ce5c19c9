/**
 * The check before a write. If this process has read something a moment ago, it is not read again. Older observations
 * are read again.
 */

import { describe, expect, test } from "vitest";
import type { Wire } from "../../../src/model/wire.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { projectText, type Setting, stage } from "../../servers/virtual-time/run.ts";

const offices = Array.from({ length: 120 }, (_, at) => `Site ${String(at).padStart(3, "0")}`);
const seed: WorldSeed = {
  organizations: [{ id: "O_1", name: "Acme", networks: offices.map((name) => ({ name, tags: ["old"] })) }],
};
const declared = (names: readonly string[]) =>
  `target: cloud\norganization: Acme\nnetworks:\n${names
    .map((name) => `  ${name.replace(" ", "-")}: { name: ${name}, tags: [new] }\n`)
    .join("")}`;

function watched(names: readonly string[], setting: Partial<Setting> = {}) {
  const calls: { readonly at: number; readonly call: string }[] = [];
  let before: (call: string, at: number) => void = () => {};
  const between = (wire: Wire): Wire => ({
    send: (request, signal) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1/", "")}`;
      before(call, on.clock.now());
      calls.push({ at: on.clock.now(), call });
      return wire.send(request, signal);
    },
  });
  const on = stage({ seed, files: { "a.yaml": declared(names) }, between, ...setting });
  const applied = async (after: number, happens: typeof before = () => {}) => {
    const made = await on.plan();
    calls.length = 0;
    before = happens;
    return on.apply(made, { after });
  };
  const looks = () => {
    const last = calls.findLastIndex(({ call }) => call.startsWith("PUT"));
    return calls.slice(0, last).filter(({ call }) => call.startsWith("GET"));
  };
  return { on, calls, applied, looks };
}

const limits = (text: string) => ({ project: projectText(text) });
const theirs = (network: string): LiveChange => ({
  interface: "dashboard",
  network,
  set: { tags: ["theirs"] },
});

describe("what was read", () => {
  test("less than five seconds ago, for the plan, is not read again", async () => {
    const { applied, looks } = watched(offices.slice(0, 3));
    await applied(0);
    expect(looks()).toEqual([]);
  });

  test("five seconds ago is read once, right before the first write of its collection", async () => {
    const { applied, looks, calls } = watched(offices.slice(0, 3));
    await applied(5000);
    expect(looks()).toHaveLength(1);
    expect(calls[0]?.call).toBe("GET organizations/O_1/networks");
  });

  test.each([
    ["freshSeconds: 30", 25_000, 0],
    ["freshSeconds: 1", 1500, 1],
  ])("as long ago as limits say (%s)", async (text, after, reads) => {
    const { applied, looks } = watched(offices.slice(0, 3), limits(`{ ${text} }`));
    await applied(after);
    expect(looks()).toHaveLength(reads);
  });

  test("is read for each write where nothing counts as fresh", async () => {
    const { applied, calls } = watched(offices.slice(0, 4), limits("{ freshSeconds: 0, concurrency: 1 }"));
    await applied(0);
    const order = calls.map(({ call }) => call.slice(0, 3));
    expect(order).toEqual([...Array.from({ length: 4 }, () => ["GET", "PUT"]).flat(), "GET"]);
  });

  test("is read again each time it is old, in a run that takes longer: no write leaves on an older look", async () => {
    const { applied, calls } = watched(offices);
    const { settled } = await applied(5000);
    expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
    const writes = calls.filter(({ call }) => call.startsWith("PUT"));
    const reads = calls.filter(({ call }) => call.startsWith("GET"));
    expect(writes).toHaveLength(120);
    for (const { at } of writes) {
      const seen = reads.filter((read) => read.at < at).at(-1);
      // An observation is valid for five seconds, plus the time that the read took.
      expect(at - (seen?.at ?? 0)).toBeLessThan(5500);
    }
    // At 5 per second, 120 writes take 24 s, so the list is read again a few times.
    expect(reads.length).toBeLessThanOrEqual(8);
  });

  test("is read again before writes wait in line on it that would be held back: no turn is lost", async () => {
    const { applied, calls } = watched(offices);
    await applied(4000);
    const gaps = calls.slice(1).map(({ at }, after) => at - (calls[after]?.at ?? at));
    // At 5 per second, two requests are 200 ms apart.
    expect(Math.max(...gaps)).toBeLessThan(500);
  });
});

describe("somebody writes to what is still to be written", () => {
  test("at any moment of a long run: it is held, unless it was less than five seconds before our write", async () => {
    for (const moment of [5500, 9000, 14_000, 19_000, 24_000]) {
      const last = offices.at(-1) ?? "";
      const { on, applied, calls } = watched(offices);
      let isDone = false;
      const { settled } = await applied(5000, (_, at) => {
        if (isDone || at < moment) return;
        isDone = true;
        on.network.change(theirs(last));
      });
      expect(isDone).toBe(true);
      const outcome = settled.find(({ address }) => address.endsWith(last.replace(" ", "-")))?.outcome;
      const id = [...on.network.world.dashboard.networks].find(([, { fields }]) => fields.name === last)?.[0];
      const written = calls.find(({ call }) => call === `PUT networks/${id}`);
      if (written) expect(written.at - moment).toBeLessThan(5500);
      else
        expect([moment, outcome]).toMatchObject([moment, { state: "failed", problem: { code: "conflict" } }]);
    }
  });

  test("while a list can no longer be read: what was seen before counts", async () => {
    const { on, applied } = watched(offices);
    on.network.fault({
      interface: "dashboard",
      methods: ["GET"],
      path: "*/networks",
      after: 3,
      times: 2,
      effect: { kind: "answer", status: 403 },
    });
    const { settled } = await applied(5000);
    expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  });
});

test("a pause of the server before a write leaves is time too: what was seen is read again", async () => {
  const { on, applied, calls } = watched(offices.slice(0, 20));
  on.network.fault({
    interface: "dashboard",
    methods: ["PUT"],
    times: 1,
    effect: { kind: "answer", status: 429, headers: { "retry-after": "20" } },
  });
  const { settled } = await applied(0);
  expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  const after = calls.findIndex(({ at }) => at > 15_000);
  expect(calls.slice(after, after + 4).some(({ call }) => call.startsWith("GET"))).toBe(true);
});
