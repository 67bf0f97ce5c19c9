/**
 * Creates that were accepted, and whose names change before any list shows the resources. A person, the server or Git
 * changes them.
 */

import { expect, test } from "vitest";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const nothing: Desired = { resources: new Map(), locate: () => undefined };
const lab = "cloud/network/lab";
const declaring = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks: ${networks}\n`,
});
const named = (name: string, key = "lab") => declaring(`{ ${key}: { name: "${name}", timeZone: Etc/UTC } }`);

/**
 * Plans and applies once. Returns the results and the memory. Creates that no list shows yet are left out of the base.
 */
async function ran(on: Stage, memory: Memory, base = nothing) {
  const made = await on.plan({ base, memory });
  const result = await on.apply(made);
  const { desired, targets } = on.context;
  const run = { memory: made.request.memory, desired, base, targets, commit: "c0", time: on.clock.date() };
  return { made, result, memory: memoryAfter(run, made, result) };
}

/**
 * Makes a first run that creates the network `Haus 10`, which no list shows. Returns the process of the next run, when
 * the lists show the network.
 */
async function unseen(settings: Partial<SimulatorSettings> = {}) {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };
  const all = { readinessMs: 0, listedAfterMs: 60_000, ...settings };
  const first = stage({ files: named("Haus 10"), seed, settings: all });
  const { memory, result } = await ran(first, emptyMemory);
  expect(result.acceptedUnseen).toMatchObject([{ address: lab }]);
  const next = (files: Readonly<Record<string, string>>, waitMs = 120_000) => {
    const on = stage({ files, settings: all, now: first.clock.now() + waitMs });
    on.network.world = first.network.world;
    return on;
  };
  const rename = (on: Stage, name: string) => {
    for (const { fields } of on.network.world.dashboard.networks.values()) Object.assign(fields, { name });
  };
  return { memory, next, rename };
}

const names = ({ network }: Stage) =>
  [...network.world.dashboard.networks.values()].map(({ fields }) => String(fields.name));

test("it is remembered as it was sent, and as the answer showed it", async () => {
  const { memory } = await unseen({ normalise: ["upperCaseName"] });
  expect(memory.unseen.get(lab)).toMatchObject({ sent: "Haus 10", stored: "HAUS 10" });
});

test.each(["Haus 1", "Lager"])("renamed to %s by somebody it gets its name back", async (name) => {
  const { memory, next, rename } = await unseen();
  const on = next(named("Haus 10"));
  rename(on, name);
  const { made, memory: after } = await ran(on, memory);
  expect(made.plan.changes).toMatchObject([
    { action: "update", differences: [{ path: "/name", desired: "Haus 10", live: name }] },
  ]);
  expect([names(on), after.unseen.size]).toEqual([["Haus 10"], 0]);
  expect(after.resources.get(lab)).toMatchObject({ name: "Haus 10" });
});

test("spelled otherwise by its server it is as declared", async () => {
  const { memory, next } = await unseen({ normalise: ["upperCaseName"] });
  const on = next(named("Haus 10"));
  const { made } = await ran(on, memory);
  expect([made.plan.changes, names(on)]).toEqual([[], ["HAUS 10"]]);
});

test("renamed in Git meanwhile it is renamed once it is seen", async () => {
  const { memory, next } = await unseen();
  const on = next(named("Haus 11"));
  const { result } = await ran(on, memory);
  expect([result.settled.map(({ step }) => step), names(on)]).toEqual([[`update ${lab}`], ["Haus 11"]]);
});

test("under another key in Git it is followed, and not created beside itself", async () => {
  const { memory, next } = await unseen();
  const early = next(named("Haus 10", "labor"), 1000);
  const held = await ran(early, memory);
  expect(held.made.plan.acceptedUnseen).toMatchObject([{ address: "cloud/network/labor" }]);
  expect([held.result.settled, names(early)]).toEqual([[], ["Haus 10"]]);
  const on = next(named("Haus 10", "labor"));
  const { made, memory: after } = await ran(on, held.memory);
  expect([made.plan.changes, made.plan.steps, after.unseen.size]).toEqual([[], [], 0]);
  expect([...after.resources.keys()]).toEqual(["cloud/network/labor"]);
});
