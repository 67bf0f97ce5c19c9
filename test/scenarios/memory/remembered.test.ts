/**
 * The memory of applies: networks that somebody renames, names that a server spells differently, and recreated
 * resources.
 */

import { describe, expect, test } from "vitest";
import { makePlan, type PlannedRun, type PlanRequest } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const files = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
});
const nothing: Desired = { resources: new Map(), locate: () => undefined };

function remembered(
  on: Stage,
  of: { readonly memory: Memory; readonly base: Desired },
  run: { readonly made: PlannedRun; readonly result?: ApplyResult },
) {
  const { desired, targets } = on.context;
  const time = on.clock.date();
  return memoryAfter({ ...of, desired, targets, commit: "c0ffee", time }, run.made, run.result);
}

/** Applies networks in a company with one organization. Returns the stage and the memory of the apply. */
async function applied(networks: string, settings: Partial<SimulatorSettings> = {}) {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };
  const on = stage({ files: files(networks), seed, settings: { readinessMs: 0, ...settings } });
  const made = await on.plan({ base: nothing });
  const result = await on.apply(made);
  expect(result.nonConvergent).toEqual([]);
  const memory = remembered(on, { memory: emptyMemory, base: nothing }, { made, result });
  const base = on.context.desired;
  const live = () => [...on.network.world.dashboard.networks.values()];
  const names = () => live().map(({ fields }) => String(fields.name));
  const rename = (from: string, to: string) => {
    for (const one of live()) if (one.fields.name === from) Object.assign(one.fields, { name: to });
  };
  return { on, memory, base, names, rename, result };
}

describe("a network that somebody renamed", () => {
  test("gets its name back, with all that is in it", async () => {
    const networks = "  berlin: { name: Berlin, timeZone: Etc/UTC, ssids: { 0: { name: Guest } } }\n";
    const { on, memory, base, names, rename } = await applied(networks);
    rename("Berlin", "Zentrale");
    const made = await on.plan({ base, memory });
    expect(made.plan.changes).toMatchObject([
      {
        action: "update",
        differences: [{ path: "/name", desired: "Berlin", live: "Zentrale", cause: "drift" }],
      },
    ]);
    const result = await on.apply(made);
    expect(result.settled).toMatchObject([{ outcome: { state: "applied" } }]);
    expect(names()).toEqual(["Berlin"]);
    expect(remembered(on, { memory, base }, { made, result }).resources).toEqual(memory.resources);
  });
});

test("a network does not get its name back that another one bears by now, also where Git renames a third", async () => {
  const declared = (oslo: string) => `  berlin: { name: Berlin }\n  oslo: { name: ${oslo} }\n`;
  const { on, memory, base, names, rename } = await applied(declared("Oslo"));
  rename("Berlin", "Zentrale");
  const { dashboard } = on.network.world;
  const [another] = [...dashboard.networks.values()].map((one) => ({ ...one, fields: { name: "Berlin" } }));
  if (!another) throw new Error("There is no network.");
  const networks = new Map([...dashboard.networks, ["L_77", another] as const]);
  on.network.world = { ...on.network.world, dashboard: { ...dashboard, networks } };
  const desired = on.load(files(declared("Oslo Hub")));
  const context = { ...on.context, desired };
  const made = await on.clock.run(makePlan(context, { base, memory }, new AbortController().signal));
  expect(made.plan.unknown).toMatchObject([
    { address: "cloud/network/berlin", problem: { code: "name-taken" } },
  ]);
  await on.apply(made);
  expect(names().sort()).toEqual(["Berlin", "Oslo Hub", "Zentrale"]);
});

test("a name that the server spells otherwise is told once, and the next plan is empty", async () => {
  const { on, memory, base, names, result } = await applied("  lab: { name: lab-1, timeZone: Etc/UTC }\n", {
    normalise: ["upperCaseName"],
  });
  expect(names()).toEqual(["LAB-1"]);
  expect(result.storedAs).toEqual([{ address: "cloud/network/lab", declared: "lab-1", stored: "LAB-1" }]);
  expect(memory.resources.get("cloud/network/lab")).toMatchObject({ name: "LAB-1", commit: "c0ffee" });
  const made = await on.plan({ base, memory });
  expect([made.plan.changes, made.plan.alike]).toEqual([[], undefined]);
});

test("a rename in Git is one where the server spells both names otherwise, and an update tells no name again", async () => {
  const { on, memory, base, names } = await applied("  lab: { name: lab-1, timeZone: Etc/UTC }\n", {
    normalise: ["upperCaseName"],
  });
  const later = {
    ...on.context,
    desired: on.load(files("  lab: { name: lab-2, timeZone: Etc/UTC, tags: [x] }\n")),
  };
  const plan = (desired: Desired, request: PlanRequest) =>
    on.clock.run(makePlan({ ...on.context, desired }, request, new AbortController().signal));
  const made = await plan(later.desired, { base, memory });
  expect(made.plan.changes).toMatchObject([
    {
      action: "update",
      differences: [
        { path: "/name", desired: "lab-2", live: "lab-1", cause: "pending" },
        { path: "/tags", cause: "pending" },
      ],
    },
  ]);
  const result = await on.apply(made);
  expect(names()).toEqual(["LAB-2"]);
  expect([result.nonConvergent, result.storedAs]).toEqual([
    [],
    [{ address: "cloud/network/lab", declared: "lab-2", stored: "LAB-2" }],
  ]);
  const { desired } = later;
  const run = { memory, base, desired, targets: on.context.targets, commit: "c1", time: on.clock.date() };
  const after = memoryAfter(run, made, result);
  const again = await plan(desired, { base: desired, memory: after });
  expect(again.plan.changes).toEqual([]);
  const noted = on.load(files("  lab: { name: lab-2, timeZone: Etc/UTC, tags: [y] }\n"));
  const update = await plan(noted, { base: desired, memory: after });
  const updated = await on.apply(update);
  expect([updated.nonConvergent, updated.storedAs]).toEqual([[], undefined]);
  expect(memoryAfter({ ...run, base: desired, memory: after }, update, updated).resources).toEqual(
    after.resources,
  );
});

test("a name that holds a secret is not remembered", async () => {
  const { on, base } = await applied(
    "  lab: { name: Lab, timeZone: Etc/UTC }\n  pin: { name: Pin hunter22, timeZone: Etc/UTC }\n",
  );
  const made = await on.plan({ base });
  const run = {
    memory: emptyMemory,
    base,
    desired: base,
    targets: on.context.targets,
    commit: "c0",
    time: on.clock.date(),
  };
  const holdsSecret = (text: string) => text.includes("hunter22");
  expect([...memoryAfter({ ...run, holdsSecret }, made, undefined).resources.keys()]).toEqual([
    "cloud/network/lab",
  ]);
});

test("what is made anew under its name is taken over, and remembered from then on", async () => {
  const { on, memory, base } = await applied("  lab: { name: Lab, timeZone: Etc/UTC }\n");
  const { world } = on.network;
  const [own] = [...world.dashboard.networks.values()];
  if (!own) throw new Error("There is no network");
  const networks = new Map([["N_anew", { ...own, id: "N_anew" }]]);
  on.network.world = { ...world, dashboard: { ...world.dashboard, networks } };
  const made = await on.plan({ base, memory });
  expect([made.plan.changes, made.plan.takenOver]).toEqual([[], ["cloud/network/lab"]]);
  const after = remembered(on, { memory, base }, { made });
  expect(after.resources.get("cloud/network/lab")).toMatchObject({ id: "N_anew", name: "Lab" });
});
