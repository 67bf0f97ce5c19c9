/** Networks that somebody moves to another organization. They are reported, and never created again. */

import { expect, test } from "vitest";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import { emptyMemory } from "../../../src/model/memory.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const acme = "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin, timeZone: Etc/UTC } }\n";
const globex = "target: cloud\norganization: Globex\nnetworks: { oslo: { name: Oslo, timeZone: Etc/UTC } }\n";
const modes = { neutral: {}, meraki: { dashboardMode: "meraki" } } as const;

/**
 * Creates Berlin in Acme, remembers it, and moves it to Globex by hand. `declared` contains the files of desired state.
 */
async function moved(declared: readonly string[], mode: keyof typeof modes) {
  const settings: Partial<SimulatorSettings> = { readinessMs: 0, ...modes[mode] };
  const files = Object.fromEntries(declared.map((text, at) => [`desired-state/${at}.yaml`, text]));
  const dialect = mode === "neutral" ? "" : `\n    dialect: ${mode}`;
  const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard${dialect}
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
`;
  const organizations = ["Acme", "Globex"].map((name, at) => ({ id: `${at + 1}`, name, networks: [] }));
  const on = stage({ files, project, seed: { organizations }, settings });
  const { desired, targets } = on.context;
  const nothing = { resources: new Map(), locate: () => undefined };
  const first = await on.plan({ base: nothing });
  const result = await on.apply(first);
  expect(result.nonConvergent).toEqual([]);
  const run = { desired, targets, base: nothing, commit: "c0", time: on.clock.date(), memory: emptyMemory };
  const memory = memoryAfter(run, first, result);
  const move = (organizationId: string | undefined) => {
    const { world } = on.network;
    const networks = [...world.dashboard.networks].flatMap(([id, one]) => {
      if (one.fields.name !== "Berlin") return [[id, one] as const];
      return organizationId === undefined ? [] : [[id, { ...one, organizationId }] as const];
    });
    on.network.world = { ...world, dashboard: { ...world.dashboard, networks: new Map(networks) } };
  };
  const requests = async (known: typeof memory | undefined = memory) => {
    const { plan, snapshot } = await on.plan({ base: desired, memory: known });
    return { plan, sent: snapshot.requests.get("cloud") ?? 0 };
  };
  return { move, plan: requests };
}

test("a network in another organization by now is unknown, and neither made again nor removed", async () => {
  const { move, plan: planned } = await moved([acme, globex], "neutral");
  move("2");
  const { plan } = await planned();
  expect([plan.changes, plan.steps]).toEqual([[], []]);
  expect(plan.unknown).toMatchObject([
    {
      address: "cloud/network/berlin",
      problem: { code: "moved-live", message: expect.stringContaining("in cloud/organization/Globex now") },
    },
  ]);
  // Without the memory, the network would be created a second time.
  const without = await planned(emptyMemory);
  expect(without.plan.changes).toMatchObject([{ action: "create", address: "cloud/network/berlin" }]);
});

test.each(["neutral", "meraki"] as const)(
  "in an organization that nobody declares it is found by one read of its id: %s",
  async (mode) => {
    const { move, plan: planned } = await moved([acme], mode);
    const before = await planned();
    expect(before.plan.changes).toEqual([]);
    move("2");
    const { plan, sent } = await planned();
    expect([plan.changes, plan.steps]).toEqual([[], []]);
    expect(plan.unknown).toMatchObject([
      { address: "cloud/network/berlin", problem: { code: "moved-live" } },
    ]);
    expect(sent).toBe(before.sent + 1);
    move(undefined);
    expect((await planned()).plan.changes).toMatchObject([
      { action: "create", address: "cloud/network/berlin" },
    ]);
  },
);
