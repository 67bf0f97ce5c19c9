/** Names that a server spells differently, and renames between two runs, in Git or by people. */

import { expect, test } from "vitest";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const nothing: Desired = { resources: new Map(), locate: () => undefined };
const acme = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };

interface Known {
  readonly base: Desired;
  readonly memory: Memory;
}

/** Plans and applies once. Returns what the next run knows. */
async function ran(on: Stage, { base, memory }: Known) {
  const made = await on.plan({ base, memory, prune: true });
  const result = await on.apply(made);
  const { desired, targets } = on.context;
  const run = { memory, desired, base, targets, commit: "c0ffee", time: on.clock.date() };
  const states = result.settled.map(({ step, outcome }) => `${step}: ${outcome.state}`);
  return { states, known: { base: desired, memory: memoryAfter(run, made, result) } };
}

const declaring = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks: ${networks}\n`,
});
const named = (name: string) => declaring(`{ lab: { name: "${name}", timeZone: Etc/UTC } }`);

/** Creates `lab-1` in a first run, and returns the process of the next run. */
async function made(settings: Partial<SimulatorSettings>, waitMs = 60_000) {
  const first = stage({ files: named("lab-1"), seed: acme, settings: { readinessMs: 0, ...settings } });
  const { known } = await ran(first, { base: nothing, memory: emptyMemory });
  const next = (files: Readonly<Record<string, string>>) => {
    const on = stage({ files, now: first.clock.now() + waitMs });
    on.network.world = first.network.world;
    return on;
  };
  return { known, next };
}

const names = ({ network }: Stage) =>
  [...network.world.dashboard.networks.values()].map(({ fields }) => String(fields.name));

test("what somebody has renamed in case alone gets its name back", async () => {
  const { known, next } = await made({});
  const on = next(named("lab-1"));
  for (const { fields } of on.network.world.dashboard.networks.values())
    Object.assign(fields, { name: "LAB-1" });
  expect((await ran(on, known)).states).toEqual(["update cloud/network/lab: applied"]);
  expect(names(on)).toEqual(["lab-1"]);
});

test("a new name that could not be read again was given by nobody else, where its server spells it otherwise", async () => {
  const { known, next } = await made({ normalise: ["upperCaseName"] });
  const on = next(named("lab-2"));
  on.network.witness = ({ request: { method } }) => {
    if (method === "PUT")
      on.network.fault({ methods: ["GET"], path: "*", times: 99, effect: { kind: "down" } });
  };
  const { states, known: then } = await ran(on, known);
  expect([states, names(on)]).toEqual([["update cloud/network/lab: applied"], ["LAB-2"]]);
  const lab = "cloud/network/lab";
  expect(then.memory.resources.get(lab)).toMatchObject({ name: "lab-2", unread: true });
  on.network.world = { ...on.network.world, faults: [] };
  const later = next(named("lab-2"));
  later.network.world = on.network.world;
  const after = await ran(later, then);
  expect(after.states).toEqual([]);
  expect(after.known.memory.resources.get(lab)).toEqual({
    ...known.memory.resources.get(lab),
    name: "LAB-2",
  });
});

test("what was answered without an id is known by the one that the list has", async () => {
  const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
  const device = '{ name: sw-1, type: "Switch 9300", managementIpAddress: 10.1.1.11 }';
  const files = { "desired-state/a.yaml": `target: campus\ndevices: { d1: ${device} }\n` };
  const on = stage({ files, project, seed: {}, settings: { createAnswers: "accepted" } });
  const { states, known } = await ran(on, { base: nothing, memory: emptyMemory });
  expect(states).toEqual(["create campus/controllerDevice/d1: applied"]);
  expect(known.memory.resources.get("campus/controllerDevice/d1")?.id).toBe("device-000001");
});

test("what Git drops goes, however its server spells it", async () => {
  const { known, next } = await made({ normalise: ["upperCaseName"] });
  const on = next(declaring("{}"));
  expect(names(on)).toEqual(["LAB-1"]);
  expect((await ran(on, known)).states).toEqual(["remove cloud/network/lab: applied"]);
  expect(names(on)).toEqual([]);
});

test("what Git drops and somebody has renamed stays", async () => {
  const { known, next } = await made({});
  const on = next(declaring("{}"));
  for (const { fields } of on.network.world.dashboard.networks.values())
    Object.assign(fields, { name: "kept for audit" });
  expect((await ran(on, known)).states).toEqual([]);
  expect(names(on)).toEqual(["kept for audit"]);
});

test("a longer name of Git is a rename, and not the same one that its server has cut off", async () => {
  const { known, next } = await made({ normalise: ["upperCaseName"] });
  const on = next(named("lab-10"));
  expect((await ran(on, known)).states).toEqual(["update cloud/network/lab: applied"]);
  expect(names(on)).toEqual(["LAB-10"]);
});

test("what is updated when a list first shows it is remembered as it is stored", async () => {
  const { known, next } = await made({ listedAfterMs: 45_000, normalise: ["upperCaseName"] });
  const tagged = "{ lab: { name: lab-1, timeZone: Etc/UTC, tags: [new] } }";
  const on = next(declaring(tagged));
  const second = await ran(on, { base: nothing, memory: known.memory });
  expect(second.states).toEqual(["update cloud/network/lab: applied"]);
  expect(second.known.memory.resources.get("cloud/network/lab")?.name).toBe("LAB-1");
  expect((await on.plan(second.known)).plan.changes).toEqual([]);
});

test("what Git renames before a list has shown it is renamed once it is there", async () => {
  const { known, next } = await made({ listedAfterMs: 45_000 });
  expect(known.memory.unseen.size).toBe(1);
  const on = next(named("lab-10"));
  const before = { base: nothing, memory: known.memory };
  expect((await ran(on, before)).states).toEqual(["update cloud/network/lab: applied"]);
  expect(names(on)).toEqual(["lab-10"]);
});
