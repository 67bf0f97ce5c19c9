/**
 * Tasks that an earlier run left behind. Each is polled at only one place, and is no longer polled once its end is
 * known.
 */

import { expect, test } from "vitest";
import { emptyMemory } from "../../../src/model/memory.ts";
import { emptyCompany } from "../../../src/simulator/company.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { appliedBy, plannedBy, type Recorded } from "../../simulation/histories/process.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const files = {
  "desired-state/areas.yaml": `target: campus
areas:
  global: { name: Global }
  europe: { name: Europe, parent: global }
`,
};
const setting = { files, project };

const campus = (): Stage =>
  stage({ ...setting, seed: emptyCompany(), settings: { controllerMode: "catalyst-center" } });

/**
 * Makes the lists of sites show their old content after the first reads. Returns the faults that cause this, by path.
 */
function withOldLists({ network }: Stage): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  network.witness = ({ request: { method, path: whole }, reply: { body } }) => {
    const [path = ""] = whole.split("?");
    if (method !== "GET" || !path.includes("/sites") || faults.has(path)) return;
    const fault: Fault = { path, forMs: 1e9, effect: { kind: "answer", status: 200, body } };
    faults.set(path, fault);
    network.fault(fault);
  };
  return faults;
}

/** Runs one process, which plans, applies and ends. Returns what it recorded. */
async function ran(on: Stage, before: Recorded): Promise<Recorded> {
  const planned = await plannedBy(on, before);
  const { recorded } = await appliedBy(on, planned, { before });
  return { ...recorded, now: on.clock.now() };
}

/** Returns the next process, which uses the same servers. */
function later(on: Stage, ms: number): Stage {
  const next = stage({ ...setting, now: on.clock.now() + ms });
  next.network.world = { ...on.network.world, faults: [] };
  return next;
}

const none = (on: Stage): Recorded => ({ base: on.load({}), memory: emptyMemory, now: 0 });
const asked = ({ network }: Stage, since: number) =>
  network.log().filter(({ method, path, at }) => method === "GET" && path.includes("/task/") && at > since);
const made = ({ network }: Stage) =>
  network.log().filter(({ method, path }) => method === "POST" && path.endsWith("/areas"));
const running = JSON.stringify({ response: { isError: false, progress: "In Progress" }, version: "1.0" });
const still = (forMs: number): Fault => ({
  ...{ path: "*/task/*", forMs },
  effect: { kind: "answer", status: 200, body: running },
});

const forgotten: Fault = {
  path: "*/task/*",
  forMs: 1e9,
  effect: { kind: "answer", status: 404, body: "{}" },
};

test("a create's task that has not ended is asked for by one, at its own pace, and nothing is made twice", async () => {
  const on = campus();
  const lists = withOldLists(on);
  on.network.fault(still(1e9));
  const left = await ran(on, none(on));
  const next = later(on, 1000);
  for (const fault of [...lists.values(), still(60_000)]) next.network.fault(fault);
  await ran(next, left);
  const times = asked(next, left.now).map(({ at }) => at);
  const gaps = times.slice(1).map((at, before) => at - (times[before] ?? 0));
  expect(times.length).toBeGreaterThan(3);
  expect(Math.min(...gaps)).toBeGreaterThan(1000);
  expect(made(next)).toHaveLength(1);
});

test("a create's task that has ended well is asked for no more: its server may have forgotten it", async () => {
  const on = campus();
  const lists = withOldLists(on);
  // The process ends before it records anything, so only the journal says what was accepted.
  const left = { ...(await ran(on, none(on))), memory: emptyMemory };
  expect(asked(on, 0)).not.toEqual([]);
  const next = later(on, 60_000);
  for (const fault of [...lists.values(), forgotten]) next.network.fault(fault);
  const after = await ran(next, left);
  expect(asked(next, left.now)).toEqual([]);
  expect(next.events.filter(({ type }) => type === "warned")).toEqual([]);
  const last = later(next, 60_000);
  for (const fault of lists.values()) last.network.fault(fault);
  await ran(last, { ...after, memory: emptyMemory });
  expect(made(last)).toHaveLength(1);
});

test("a create whose task an earlier run has seen to its end is not sent again once its server has forgotten it", async () => {
  const on = campus();
  const lists = withOldLists(on);
  on.network.fault(still(1e9));
  let left = await ran(on, none(on));
  let next = later(on, 1000);
  // The second run sees the end of the task, but no list shows the area yet. After the second run, the server has
  // forgotten the task.
  for (const faults of [[], [forgotten], [forgotten]]) {
    for (const fault of [...lists.values(), ...faults]) next.network.fault(fault);
    left = await ran(next, left);
    expect(made(next)).toHaveLength(1);
    next = later(next, 60_000);
  }
});
