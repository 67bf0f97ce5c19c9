/** Networks that somebody moves to another declared organization: they are shown, and never made again. */

import { expect, test } from "vitest";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import { emptyMemory } from "../../../src/model/memory.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const files = {
  "desired-state/acme.yaml": "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin } }\n",
  "desired-state/globex.yaml": "target: cloud\norganization: Globex\nnetworks: { oslo: { name: Oslo } }\n",
};

test("a network in another organization by now is unknown, and neither made again nor removed", async () => {
  const organizations = ["Acme", "Globex"].map((name, at) => ({ id: `O_${at}`, name, networks: [] }));
  const on = stage({ files, seed: { organizations }, settings: { readinessMs: 0 } });
  const { desired, targets } = on.context;
  const nothing = { resources: new Map(), locate: () => undefined };
  const first = await on.plan({ base: nothing });
  const result = await on.apply(first);
  const run = { desired, targets, base: nothing, commit: "c0", time: on.clock.date(), memory: emptyMemory };
  const memory = memoryAfter(run, first, result);

  const { world } = on.network;
  const networks = [...world.dashboard.networks].map(([id, one]) => {
    const isMoved = one.fields.name === "Berlin";
    return [id, isMoved ? { ...one, organizationId: "O_1" } : one] as const;
  });
  on.network.world = { ...world, dashboard: { ...world.dashboard, networks: new Map(networks) } };

  const { plan } = await on.plan({ base: desired, memory });
  expect([plan.changes, plan.steps]).toEqual([[], []]);
  expect(plan.unknown).toMatchObject([
    {
      address: "cloud/network/berlin",
      problem: { code: "moved-live", message: expect.stringContaining("in cloud/organization/Globex now") },
    },
  ]);
  // Without the memory it would be made a second time.
  const without = await on.plan({ base: desired });
  expect(without.plan.changes).toMatchObject([{ action: "create", address: "cloud/network/berlin" }]);
});
